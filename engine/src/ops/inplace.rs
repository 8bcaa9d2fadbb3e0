//! Instructions that apply blocks to the same value.

use jsonbound_json::{Node, Object};
use jsonbound_program::{ConditionId, DynamicId, EdgeId, ListId, PropertiesId};

use super::lookups;
use crate::frame::{State, Token};
use crate::machine::{Call, Flow, Machine, Step};
use crate::sink::Sink;

/// Passes or fails as the one block did.
fn settle<'p, 'a, N>(passed: bool) -> Step<'p, 'a, N> {
    Ok(if passed { Flow::Pass } else { Flow::Fail })
}

/// Where the instruction stands: the branch under way, the branches that passed, and the report's height before the
/// first.
fn progress<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
) -> (u32, u32, S::Mark) {
    match m.top.state {
        State::Position { at, hits, rows } => (at, hits, rows),
        _ => (0, 0, m.sink.mark()),
    }
}

pub(super) fn reference<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    edge: EdgeId,
    child: Option<bool>,
) -> Step<'p, 'a, N> {
    match child {
        None => m.here(edge),
        Some(passed) => settle(passed),
    }
}

/// Applies the block that the slot is bound to; without one, the block that the reference resolves to lexically.
pub(super) fn dynamic_ref<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: DynamicId,
    child: Option<bool>,
) -> Step<'p, 'a, N> {
    if let Some(passed) = child {
        return settle(passed);
    }
    let dynamic = m.section.dynamic(id);
    match m.stacks.slots[dynamic.slot.index()] {
        Some(block) => {
            Ok(Flow::Call(Call { edge: dynamic.edge, block, spot: m.top.spot, token: Token::Here }))
        }
        None => m.here(dynamic.edge),
    }
}

pub(super) fn all_of<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    list: ListId,
    child: Option<bool>,
) -> Step<'p, 'a, N> {
    let list = m.section.list(list);
    let (mut at, mut hits, rows) = progress(m);
    if let Some(passed) = child {
        if !passed && !S::REPORTS {
            return Ok(Flow::Fail);
        }
        at += 1;
        hits += u32::from(passed);
    }
    if at == list.len {
        return settle(hits == list.len);
    }
    m.top.state = State::Position { at, hits, rows };
    m.here(EdgeId(list.first.0 + at))
}

/// One branch is enough, unless evaluated items or members are noted down: then every branch may have some to add
/// (Core 10.2.1.2).
pub(super) fn any_of<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    list: ListId,
    child: Option<bool>,
) -> Step<'p, 'a, N> {
    let list = m.section.list(list);
    let (mut at, mut hits, rows) = progress(m);
    if let Some(passed) = child {
        at += 1;
        hits += u32::from(passed);
    }
    if at == list.len || (hits > 0 && !m.top.tracks.any()) {
        if hits == 0 {
            return m.fail(0);
        }
        m.sink.rewind(rows, &mut m.fuel);
        return Ok(Flow::Pass);
    }
    m.top.state = State::Position { at, hits, rows };
    m.here(EdgeId(list.first.0 + at))
}

pub(super) fn one_of<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    list: ListId,
    child: Option<bool>,
) -> Step<'p, 'a, N> {
    let list = m.section.list(list);
    let (mut at, mut hits, rows) = progress(m);
    if let Some(passed) = child {
        at += 1;
        hits += u32::from(passed);
    }
    if at < list.len && (hits < 2 || S::REPORTS) {
        m.top.state = State::Position { at, hits, rows };
        return m.here(EdgeId(list.first.0 + at));
    }
    if hits > 0 {
        m.sink.rewind(rows, &mut m.fuel);
    }
    if hits == 1 { Ok(Flow::Pass) } else { m.fail(u64::from(hits)) }
}

pub(super) fn not<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    edge: EdgeId,
    child: Option<bool>,
) -> Step<'p, 'a, N> {
    let (at, hits, rows) = progress(m);
    let Some(passed) = child else {
        m.top.state = State::Position { at, hits, rows };
        return m.here(edge);
    };
    m.sink.rewind(rows, &mut m.fuel);
    if passed { m.fail(0) } else { Ok(Flow::Pass) }
}

pub(super) fn condition<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: ConditionId,
    child: Option<bool>,
) -> Step<'p, 'a, N> {
    let condition = m.section.condition(id);
    let (at, hits, rows) = progress(m);
    let edge = match (child, at) {
        (None, _) => condition.test,
        (Some(passed), 1) => {
            m.sink.rewind(rows, &mut m.fuel);
            if passed { condition.then } else { condition.otherwise }
        }
        (Some(passed), _) => return settle(passed),
    };
    m.top.state = State::Position { at: at + 1, hits, rows };
    m.here(edge)
}

pub(super) fn dependent_schemas<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: PropertiesId,
    child: Option<bool>,
) -> Step<'p, 'a, N> {
    let Some(object) = m.top.spot.object() else { return Ok(Flow::Pass) };
    let properties = m.section.properties(id);
    let names = m.tables.names(properties.names);
    let (mut at, mut failed, rows) = progress(m);
    match child {
        None => m.fuel.pay(lookups(names, object.len()))?,
        Some(false) if !S::REPORTS => return Ok(Flow::Fail),
        Some(passed) => {
            at += 1;
            failed += u32::from(!passed);
        }
    }
    for position in at as usize..names.len() {
        if object.get(names.key(position)).is_some() {
            m.top.state = State::Position { at: position as u32, hits: failed, rows };
            return m.here(properties.edge(position));
        }
    }
    settle(failed == 0)
}
