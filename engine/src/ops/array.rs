//! Instructions that apply blocks to items.

use core::mem;

use jsonbound_json::{Array, Kind, Node};
use jsonbound_program::{ContainsId, EdgeId, ItemsId, ListId};

use super::{outlive, tracked};
use crate::enter::Here;
use crate::frame::{ItemsOf, Spot, State, Token};
use crate::machine::{Flow, Machine, Step, top};
use crate::sink::Sink;

/// Begins `prefixItems`, as far as no frame is needed.
pub(super) fn prefix_ahead<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    list: ListId,
    here: Here<'a, N>,
) -> Step {
    let Some(array) = here.spot.array() else { return Ok(Flow::Pass) };
    let list = m.section.list(list);
    m.fuel.pay((array.len() as u64).min(u64::from(list.len)))?;
    go_on::<N, S, false>(m, array.items(), 0, here, |at| {
        (at < list.len as usize).then(|| EdgeId(list.first.0 + at as u32))
    })
}

#[inline(never)]
pub(super) fn prefix_items<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: ListId,
    here: Here<'a, N>,
    mut child: Option<bool>,
) -> Step {
    let list = m.section.list(id);
    let evaluated = u64::from(list.len);
    if let State::Start = top!(m).state {
        let flow = prefix_ahead(m, id, here)?;
        if flow != Flow::Wait {
            return evaluate(m, here, flow, evaluated);
        }
        top!(m).state = mem::replace(&mut m.begun, State::Start);
    }
    loop {
        if !outlive(m, child) {
            return Ok(Flow::Fail);
        }
        let State::Items { rest, at, .. } = &mut top!(m).state else { return Ok(Flow::Fail) };
        let position = *at;
        let item = if position < list.len as usize { rest.next() } else { None };
        let Some(item) = item else { return evaluate(m, here, Flow::Pass, evaluated) };
        *at += 1;
        let edge = EdgeId(list.first.0 + position as u32);
        child = m.inside(edge, Spot::Node(item))?;
        if child.is_none() {
            return m.wait(edge, Token::Index(position), None);
        }
    }
}

/// Begins `items`, as far as no frame is needed.
pub(super) fn items_ahead<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: ItemsId,
    here: Here<'a, N>,
) -> Step {
    let Some(array) = here.spot.array() else { return Ok(Flow::Pass) };
    let items = m.section.items(id);
    // For each item, and for entering the block.
    m.fuel.pay((array.len() as u64).saturating_mul(2))?;
    let at = items.skip as usize;
    let mut rest = array.items();
    if at > 0 {
        rest.nth(at - 1);
    }
    go_on::<N, S, true>(m, rest, at, here, |_| Some(items.edge))
}

#[inline]
pub(super) fn items<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: ItemsId,
    here: Here<'a, N>,
    mut child: Option<bool>,
) -> Step {
    if let State::Start = top!(m).state {
        let flow = items_ahead(m, id, here)?;
        if flow != Flow::Wait {
            return evaluate(m, here, flow, tracked::ALL);
        }
        top!(m).state = mem::replace(&mut m.begun, State::Start);
    }
    let edge = m.section.items(id).edge;
    loop {
        if !outlive(m, child) {
            return Ok(Flow::Fail);
        }
        let State::Items { rest, at, .. } = &mut top!(m).state else { return Ok(Flow::Fail) };
        let Some(item) = rest.next() else {
            return evaluate(m, here, Flow::Pass, tracked::ALL);
        };
        let position = *at;
        *at += 1;
        child = m.walk(edge, Spot::Node(item))?;
        if child.is_none() {
            return m.wait(edge, Token::Index(position), None);
        }
    }
}

/// Goes over items from a position on, until one needs a frame. `PAID` says that entering the blocks is paid for.
#[cfg_attr(not(debug_assertions), inline(always))]
fn go_on<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>, const PAID: bool>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    mut rest: ItemsOf<'a, N>,
    mut at: usize,
    here: Here<'a, N>,
    edge: impl Fn(usize) -> Option<EdgeId>,
) -> Step {
    while let Some(edge) = edge(at) {
        let before = rest.clone();
        let Some(item) = rest.next() else { break };
        let passed = match S::REPORTS {
            true => None,
            false => m.shallow::<PAID>(edge, Spot::Node(item), here.room)?,
        };
        match passed {
            Some(true) => at += 1,
            Some(false) => return Ok(Flow::Fail),
            None => {
                let rows = m.sink.mark();
                m.begun = State::Items { rest: before, at, hits: 0, rows };
                return Ok(Flow::Wait);
            }
        }
    }
    Ok(Flow::Pass)
}

/// Notes down which items were evaluated, if they pass.
fn evaluate<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    here: Here<'a, N>,
    flow: Flow,
    below: u64,
) -> Step {
    if flow == Flow::Pass && here.spot.kind() == Kind::Array {
        tracked::mark_items(m, below)?;
    }
    Ok(flow)
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
