//! Instructions that apply blocks to members and their names.

use jsonbound_json::{Key, Node, Object};
use jsonbound_program::{AdditionalId, EdgeId, Exhausted, PatternsId, PropertiesId};

use super::{leaf, lookups, outlive, tracked};
use crate::frame::{Spot, State, Token};
use crate::machine::{Flow, Machine, Step};
use crate::sink::Sink;

/// Looks up the fewer of names and members: each name in the object, or each member in the table. Where evaluated
/// members are noted down, it is the members, since their positions are what is noted.
pub(super) fn properties<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: PropertiesId,
    child: Option<bool>,
) -> Step<'p, 'a, N> {
    let Some(object) = m.top.spot.object() else { return Ok(Flow::Pass) };
    let properties = m.section.properties(id);
    let names = m.tables.names(properties.names);
    if names.len() > object.len() || m.top.tracks.properties {
        return each_member(m, object, child, |m, _, key| {
            m.fuel.pay(key.len() as u64 / 32 + names.lookup_cost())?;
            Ok(names.get(key).map(|at| properties.edge(at)))
        });
    }
    if !outlive(m, child) {
        return Ok(Flow::Fail);
    }
    let from = match m.top.state {
        State::Position { at, .. } => at as usize + 1,
        _ => {
            m.fuel.pay(lookups(names, object.len()))?;
            0
        }
    };
    for at in from..names.len() {
        let name = names.key(at);
        if let Some(value) = object.get(name) {
            m.top.state = State::Position { at: at as u32, hits: 0, rows: m.top.rows };
            return m.descend(properties.edge(at), Spot::Node(value), Token::Member(name.as_str()));
        }
    }
    Ok(Flow::Pass)
}

/// Applies a block to each member's value for which `choose` gives an edge, and notes down those that pass.
pub(super) fn each_member<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    object: N::Object,
    child: Option<bool>,
    choose: impl Fn(&mut Machine<'p, '_, 'a, N, S>, usize, Key<'a>) -> Result<Option<EdgeId>, Exhausted>,
) -> Step<'p, 'a, N> {
    if !outlive(m, child) {
        return Ok(Flow::Fail);
    }
    if let State::Start = m.top.state {
        m.fuel.pay(object.len() as u64)?;
        m.top.state = State::Members { rest: object.members(), at: 0, row: 0 };
    }
    // In a report also those that failed: that they did has been said, and they are not to be called unevaluated as
    // well.
    if child.is_some()
        && let State::Members { at, .. } = m.top.state
    {
        tracked::mark_member(m, at - 1)?;
    }
    loop {
        let State::Members { rest, at, .. } = &mut m.top.state else { return Ok(Flow::Fail) };
        let Some((key, value)) = rest.next() else { return Ok(Flow::Pass) };
        let position = *at;
        *at += 1;
        if let Some(edge) = choose(m, position, key)? {
            return m.descend(edge, Spot::Node(value), Token::Member(key.as_str()));
        }
    }
}

/// Tries every pattern on every member's name. The patterns pay for themselves.
pub(super) fn pattern_properties<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: PatternsId,
    child: Option<bool>,
) -> Step<'p, 'a, N> {
    let Some(object) = m.top.spot.object() else { return Ok(Flow::Pass) };
    if !outlive(m, child) {
        return Ok(Flow::Fail);
    }
    let rows = &m.section.patterns(id).rows;
    if let State::Start = m.top.state {
        m.fuel.pay((object.len() as u64).saturating_mul(rows.len() as u64))?;
        m.top.state = State::Members { rest: object.members(), at: 0, row: 0 };
    }
    if child.is_some()
        && let State::Members { at, .. } = m.top.state
    {
        tracked::mark_member(m, at)?;
    }
    loop {
        let State::Members { rest, at, row } = &mut m.top.state else {
            return Ok(Flow::Fail);
        };
        let Some((key, value)) = rest.clone().next() else { return Ok(Flow::Pass) };
        let Some(&(pattern, edge)) = rows.get(*row as usize) else {
            rest.next();
            *at += 1;
            *row = 0;
            continue;
        };
        *row += 1;
        if leaf::matches(m, pattern, key.as_str())? {
            return m.descend(edge, Spot::Node(value), Token::Member(key.as_str()));
        }
    }
}

pub(super) fn additional_properties<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: AdditionalId,
    child: Option<bool>,
) -> Step<'p, 'a, N> {
    let Some(object) = m.top.spot.object() else { return Ok(Flow::Pass) };
    let additional = m.section.additional(id);
    let names = m.tables.names(additional.names);
    let patterns = m.section.patterns(additional.patterns);
    each_member(m, object, child, |m, _, key| {
        m.fuel.pay(key.len() as u64 / 32 + names.lookup_cost())?;
        if names.get(key).is_some() {
            return Ok(None);
        }
        m.fuel.pay(patterns.rows.len() as u64)?;
        for &(pattern, _) in &patterns.rows {
            if leaf::matches(m, pattern, key.as_str())? {
                return Ok(None);
            }
        }
        Ok(Some(additional.edge))
    })
}

pub(super) fn property_names<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    edge: EdgeId,
    child: Option<bool>,
) -> Step<'p, 'a, N> {
    let Some(object) = m.top.spot.object() else { return Ok(Flow::Pass) };
    if !outlive(m, child) {
        return Ok(Flow::Fail);
    }
    if let State::Start = m.top.state {
        m.fuel.pay(object.len() as u64)?;
        m.top.state = State::Members { rest: object.members(), at: 0, row: 0 };
    }
    let State::Members { rest, .. } = &mut m.top.state else { return Ok(Flow::Fail) };
    match rest.next() {
        Some((key, _)) => m.descend(edge, Spot::Name(key.as_str()), Token::Name(key.as_str())),
        None => Ok(Flow::Pass),
    }
}
