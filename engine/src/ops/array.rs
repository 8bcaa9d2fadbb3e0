//! Instructions that apply blocks to items.

use jsonbound_json::{Array, Node};
use jsonbound_program::{ContainsId, EdgeId, ItemsId, ListId};

use super::{outlive, tracked};
use crate::frame::{Spot, State, Token};
use crate::machine::{Flow, Machine, Step};
use crate::sink::Sink;

pub(super) fn prefix_items<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    list: ListId,
    child: Option<bool>,
) -> Step<'p, 'a, N> {
    let Some(array) = m.top.spot.array() else { return Ok(Flow::Pass) };
    if !outlive(m, child) {
        return Ok(Flow::Fail);
    }
    let list = m.section.list(list);
    if let State::Start = m.top.state {
        m.fuel.pay((array.len() as u64).min(u64::from(list.len)))?;
        m.top.state = State::Items { rest: array.items(), at: 0, hits: 0, rows: m.top.rows };
    }
    let State::Items { rest, at, .. } = &mut m.top.state else { return Ok(Flow::Fail) };
    let position = *at;
    if position < list.len as usize
        && let Some(item) = rest.next()
    {
        *at += 1;
        let edge = EdgeId(list.first.0 + position as u32);
        return m.descend(edge, Spot::Node(item), Token::Index(position));
    }
    tracked::mark_items(m, u64::from(list.len))?;
    Ok(Flow::Pass)
}

pub(super) fn items<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: ItemsId,
    child: Option<bool>,
) -> Step<'p, 'a, N> {
    let Some(array) = m.top.spot.array() else { return Ok(Flow::Pass) };
    if !outlive(m, child) {
        return Ok(Flow::Fail);
    }
    let items = m.section.items(id);
    if let State::Start = m.top.state {
        m.fuel.pay(array.len() as u64)?;
        let mut rest = array.items();
        let skip = items.skip as usize;
        if skip > 0 {
            rest.nth(skip - 1);
        }
        m.top.state = State::Items { rest, at: skip, hits: 0, rows: m.top.rows };
    }
    let State::Items { rest, at, .. } = &mut m.top.state else { return Ok(Flow::Fail) };
    if let Some(item) = rest.next() {
        let position = *at;
        *at += 1;
        return m.descend(items.edge, Spot::Node(item), Token::Index(position));
    }
    tracked::mark_items(m, tracked::ALL)?;
    Ok(Flow::Pass)
}

/// Counts the items that are valid. Stops where the rest cannot matter; where evaluated items are noted down, every
/// item matters.
pub(super) fn contains<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: ContainsId,
    child: Option<bool>,
) -> Step<'p, 'a, N> {
    let Some(array) = m.top.spot.array() else { return Ok(Flow::Pass) };
    let contains = m.section.contains(id);
    if let State::Start = m.top.state {
        m.fuel.pay(array.len() as u64)?;
        m.top.state = State::Items { rest: array.items(), at: 0, hits: 0, rows: m.sink.mark() };
    }
    let State::Items { rest, at, hits, rows } = &mut m.top.state else { return Ok(Flow::Fail) };
    let passed = child == Some(true);
    *hits += u64::from(passed);
    let (hits, position, item, rows) = (*hits, *at, rest.next(), *rows);
    *at += 1;
    if passed {
        tracked::mark_item(m, position - 1)?;
    }
    let decided = hits > contains.max
        || (hits >= contains.min && contains.max == u64::MAX && !m.top.tracks.items);
    m.sink.rewind(rows, &mut m.fuel);
    if let Some(item) = item.filter(|_| !decided) {
        return m.descend(contains.edge, Spot::Node(item), Token::Index(position));
    }
    if hits >= contains.min && hits <= contains.max { Ok(Flow::Pass) } else { m.fail(hits) }
}
