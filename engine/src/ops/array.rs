//! Instructions that apply blocks to items.

use jsonbound_json::{Array, Node};
use jsonbound_program::{ContainsId, EdgeId, ItemsId, ListId};

use super::{outlive, tracked};
use crate::frame::{Spot, State, Token};
use crate::machine::{Flow, Machine, Step, top};
use crate::sink::Sink;

#[inline(never)]
pub(super) fn prefix_items<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    list: ListId,
    mut child: Option<bool>,
) -> Step {
    let list = m.section.list(list);
    let top = top!(m);
    let Some(array) = top.spot.array() else { return Ok(Flow::Pass) };
    if child.is_none() {
        m.fuel.pay((array.len() as u64).min(u64::from(list.len)))?;
        top.state = State::Items { rest: array.items(), at: 0, hits: 0, rows: top.rows };
    }
    loop {
        if !outlive(m, child) {
            return Ok(Flow::Fail);
        }
        let State::Items { rest, at, .. } = &mut top!(m).state else { return Ok(Flow::Fail) };
        let position = *at;
        if position == list.len as usize {
            break;
        }
        let Some(item) = rest.next() else { break };
        *at += 1;
        let edge = EdgeId(list.first.0 + position as u32);
        child = m.inside(edge, Spot::Node(item))?;
        if child.is_none() {
            return m.wait(edge, Token::Index(position), None);
        }
    }
    tracked::mark_items(m, u64::from(list.len))?;
    Ok(Flow::Pass)
}

#[inline(always)]
pub(super) fn items<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: ItemsId,
    mut child: Option<bool>,
) -> Step {
    let items = m.section.items(id);
    let top = top!(m);
    if child.is_none() {
        let Some(array) = top.spot.array() else { return Ok(Flow::Pass) };
        let each = 1 + u64::from(m.section.edge(items.edge).gate.cost);
        m.fuel.pay((array.len() as u64).saturating_mul(each))?;
        let mut rest = array.items();
        let skip = items.skip as usize;
        if skip > 0 {
            rest.nth(skip - 1);
        }
        top.state = State::Items { rest, at: skip, hits: 0, rows: top.rows };
    }
    loop {
        if !outlive(m, child) {
            return Ok(Flow::Fail);
        }
        let State::Items { rest, at, .. } = &mut top!(m).state else { return Ok(Flow::Fail) };
        let Some(item) = rest.next() else { break };
        let position = *at;
        *at += 1;
        child = m.walk(items.edge, Spot::Node(item))?;
        if child.is_none() {
            return m.wait(items.edge, Token::Index(position), None);
        }
    }
    tracked::mark_items(m, tracked::ALL)?;
    Ok(Flow::Pass)
}

/// Counts the items that are valid. Stops where the rest cannot matter; where evaluated items are noted down, every
/// item matters.
#[inline(never)]
pub(super) fn contains<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: ContainsId,
    mut child: Option<bool>,
) -> Step {
    let contains = m.section.contains(id);
    let top = top!(m);
    if child.is_none() {
        let Some(array) = top.spot.array() else { return Ok(Flow::Pass) };
        m.fuel.pay(array.len() as u64)?;
        top.state = State::Items { rest: array.items(), at: 0, hits: 0, rows: m.sink.mark() };
    }
    loop {
        let top = top!(m);
        let State::Items { rest, at, hits, rows } = &mut top.state else { return Ok(Flow::Fail) };
        let passed = child == Some(true);
        *hits += u64::from(passed);
        let (hits, position, rows) = (*hits, *at, *rows);
        let decided = hits > contains.max
            || (hits >= contains.min && contains.max == u64::MAX && !top.tracks.items);
        let item = if decided { None } else { rest.next() };
        *at += 1;
        m.sink.rewind(rows, &mut m.fuel);
        if passed {
            tracked::mark_item(m, position - 1)?;
        }
        let Some(item) = item else {
            let enough = hits >= contains.min && hits <= contains.max;
            return if enough { Ok(Flow::Pass) } else { m.fail(hits) };
        };
        child = m.inside(contains.edge, Spot::Node(item))?;
        if child.is_none() {
            return m.wait(contains.edge, Token::Index(position), None);
        }
    }
}
