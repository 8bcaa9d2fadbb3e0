//! Instructions that apply blocks to members and their names.

use jsonbound_json::{Key, Node, Object};
use jsonbound_program::{AdditionalId, EdgeId, Exhausted, PatternsId, PropertiesId};

use super::{leaf, long, lookups, outlive, tracked};
use crate::frame::{Spot, State, Token};
use crate::machine::{Flow, Machine, Step, top};
use crate::sink::Sink;

/// Looks up the fewer of names and members: each name in the object, or each member in the table. Where evaluated
/// members are noted down, it is the members, since their positions are what is noted.
#[inline(never)]
pub(super) fn properties<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: PropertiesId,
    mut child: Option<bool>,
) -> Step {
    let Some(object) = m.top().spot.object() else { return Ok(Flow::Pass) };
    let properties = m.section.properties(id);
    let names = m.tables.names(properties.names);
    if names.len() > object.len() || m.top().tracks.properties {
        let each = names.member_cost();
        return each_member(m, (object, each), child, |_, _, key| {
            Ok(names.get(key).map(|at| properties.edge(at)))
        });
    }
    let rows = m.top().rows;
    let mut from = match m.top().state {
        State::Position { at, .. } => at as usize + 1,
        _ => {
            m.fuel.pay(lookups(names, object.len()))?;
            0
        }
    };
    loop {
        if !outlive(m, child) {
            return Ok(Flow::Fail);
        }
        let mut left = (from..names.len()).map(|at| (at, names.key(at)));
        let found = left.find_map(|(at, name)| Some((at, name, object.get(name)?)));
        let Some((at, name, value)) = found else { return Ok(Flow::Pass) };
        let edge = properties.edge(at);
        from = at + 1;
        child = m.inside(edge, Spot::Node(value))?;
        if child.is_none() {
            let state = State::Position { at: at as u32, hits: 0, rows };
            return m.wait(edge, Token::Member(name.as_str()), Some(state));
        }
    }
}

/// Applies a block to each member's value for which `choose` gives an edge, and notes down those that pass. The walk
/// costs so much for each member.
pub(super) fn each_member<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    (object, each): (N::Object, u64),
    mut child: Option<bool>,
    choose: impl Fn(&mut Machine<'p, '_, 'a, N, S>, usize, Key<'a>) -> Result<Option<EdgeId>, Exhausted>,
) -> Step {
    if child.is_none() {
        m.fuel.pay((object.len() as u64).saturating_mul(each))?;
        m.top().state = State::Members { rest: object.members(), at: 0, row: 0 };
    }
    loop {
        if !outlive(m, child) {
            return Ok(Flow::Fail);
        }
        let State::Members { rest, at, .. } = &mut top!(m).state else { return Ok(Flow::Fail) };
        let (position, member) = (*at, rest.next());
        *at += 1;
        // In a report also those that failed: that they did has been said, and they are not to be called unevaluated
        // as well.
        if child.take().is_some() {
            tracked::mark_member(m, position - 1)?;
        }
        let Some((key, value)) = member else { return Ok(Flow::Pass) };
        long(&mut m.fuel, key)?;
        let Some(edge) = choose(m, position, key)? else { continue };
        child = m.inside(edge, Spot::Node(value))?;
        if child.is_none() {
            return m.wait(edge, Token::Member(key.as_str()), None);
        }
    }
}

/// Tries every pattern on every member's name. The patterns pay for themselves.
#[inline(never)]
pub(super) fn pattern_properties<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: PatternsId,
    mut child: Option<bool>,
) -> Step {
    let Some(object) = m.top().spot.object() else { return Ok(Flow::Pass) };
    let patterns = &m.section.patterns(id).rows;
    if child.is_none() {
        m.fuel.pay((object.len() as u64).saturating_mul(patterns.len() as u64))?;
        m.top().state = State::Members { rest: object.members(), at: 0, row: 0 };
    }
    loop {
        if !outlive(m, child) {
            return Ok(Flow::Fail);
        }
        // The rest begins with the member under way, as long as patterns are left to try on it.
        let State::Members { rest, at, row, .. } = &mut top!(m).state else {
            return Ok(Flow::Fail);
        };
        let (before, member) = (*at, rest.clone().next());
        let pattern = patterns.get(*row as usize);
        *at += usize::from(*row == 0);
        *row = if pattern.is_some() { *row + 1 } else { 0 };
        if pattern.is_none() {
            rest.next();
        }
        if child.take().is_some() {
            tracked::mark_member(m, before - 1)?;
        }
        let Some((key, value)) = member else { return Ok(Flow::Pass) };
        let Some(&(pattern, edge)) = pattern else { continue };
        if !leaf::matches(m, pattern, key.as_str())? {
            continue;
        }
        child = m.inside(edge, Spot::Node(value))?;
        if child.is_none() {
            return m.wait(edge, Token::Member(key.as_str()), None);
        }
    }
}

#[inline(never)]
pub(super) fn additional_properties<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: AdditionalId,
    child: Option<bool>,
) -> Step {
    let Some(object) = m.top().spot.object() else { return Ok(Flow::Pass) };
    let additional = m.section.additional(id);
    let names = m.tables.names(additional.names);
    let patterns = m.section.patterns(additional.patterns);
    each_member(m, (object, names.member_cost()), child, |m, _, key| {
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

#[inline(never)]
pub(super) fn property_names<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    edge: EdgeId,
    mut child: Option<bool>,
) -> Step {
    let Some(object) = m.top().spot.object() else { return Ok(Flow::Pass) };
    if child.is_none() {
        m.fuel.pay(object.len() as u64)?;
        m.top().state = State::Members { rest: object.members(), at: 0, row: 0 };
    }
    loop {
        if !outlive(m, child) {
            return Ok(Flow::Fail);
        }
        let State::Members { rest, at, .. } = &mut top!(m).state else { return Ok(Flow::Fail) };
        *at += 1;
        let Some((key, _)) = rest.next() else { return Ok(Flow::Pass) };
        child = m.inside(edge, Spot::Name(key.as_str()))?;
        if child.is_none() {
            return m.wait(edge, Token::Name(key.as_str()), None);
        }
    }
}
