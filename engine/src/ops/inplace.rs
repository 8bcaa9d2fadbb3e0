//! Instructions that apply blocks to the same value.

use jsonbound_json::{Key, Node, Object, View};
use jsonbound_program::{
    ConditionId, DynamicId, EdgeId, Exhausted, ListId, PropertiesId, SelectId, Tag,
};

use super::lookups;
use crate::frame::{Spot, State, Token};
use crate::machine::{Flow, Machine, Step};
use crate::sink::Sink;

/// Passes or fails as the one block does.
fn settle<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    edge: EdgeId,
    answer: Option<bool>,
) -> Step {
    match answer {
        Some(true) => Ok(Flow::Pass),
        Some(false) => Ok(Flow::Fail),
        None => m.wait(edge, Token::Here, Some(State::Start)),
    }
}

/// Where the instruction stands: the branch under way, the branches that passed, and the report's height before the
/// first.
fn progress<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
) -> (u32, u32, S::Mark) {
    match m.top().state {
        State::Position { at, hits, rows } => (at, hits, rows),
        _ => (0, 0, m.sink.mark()),
    }
}

#[inline]
pub(super) fn reference<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    edge: EdgeId,
    child: Option<bool>,
) -> Step {
    let answer = if child.is_some() { child } else { m.here(edge)? };
    settle(m, edge, answer)
}

/// Applies the block that the slot is bound to; without one, the block that the reference resolves to lexically.
#[inline(never)]
pub(super) fn dynamic_ref<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: DynamicId,
    child: Option<bool>,
) -> Step {
    let dynamic = m.section.dynamic(id);
    let answer = match (child, m.stacks.slots[dynamic.slot.index()]) {
        (Some(_), _) => child,
        (None, Some(block)) => m.bound(dynamic.edge, block)?,
        (None, None) => m.here(dynamic.edge)?,
    };
    settle(m, dynamic.edge, answer)
}

/// Applies the branch for the value's kind, or for the string of the member that decides.
pub(super) fn select<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: SelectId,
    child: Option<bool>,
) -> Step {
    if let Some(passed) = child {
        return Ok(if passed { Flow::Pass } else { Flow::Fail });
    }
    let spot = m.top().spot;
    match selected(m, id, spot)? {
        Some(edge) => reference(m, edge, None),
        None => Ok(Flow::Fail),
    }
}

/// The branch for a value, if there is one that can accept it.
pub(super) fn selected<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: SelectId,
    spot: Spot<'a, N>,
) -> Result<Option<EdgeId>, Exhausted> {
    let select = m.section.select(id);
    if let Some(tag) = select.tag
        && let Some(object) = spot.object()
    {
        return tagged(m, object, tag);
    }
    Ok(select.kinds[spot.kind() as usize])
}

fn tagged<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    object: N::Object,
    tag: Tag,
) -> Result<Option<EdgeId>, Exhausted> {
    let (names, values) = (m.tables.names(tag.name), m.tables.names(tag.values));
    m.fuel.pay(lookups(names, object.len()))?;
    let Some(View::String(text)) = object.get(names.key(0)).map(|value| value.view()) else {
        return Ok(None);
    };
    m.fuel.pay(1 + text.len() as u64 / 32 + values.lookup_cost())?;
    Ok(values.get(Key::new(text)).map(|position| EdgeId(tag.first.0 + position as u32)))
}

#[inline(never)]
pub(super) fn all_of<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    list: ListId,
    mut child: Option<bool>,
) -> Step {
    let list = m.section.list(list);
    let (mut at, mut hits, rows) = progress(m);
    loop {
        if let Some(passed) = child {
            if !passed && !S::REPORTS {
                return Ok(Flow::Fail);
            }
            at += 1;
            hits += u32::from(passed);
        }
        if at == list.len {
            return Ok(if hits == list.len { Flow::Pass } else { Flow::Fail });
        }
        let edge = EdgeId(list.first.0 + at);
        child = m.here(edge)?;
        if child.is_none() {
            return m.wait(edge, Token::Here, Some(State::Position { at, hits, rows }));
        }
    }
}

/// One branch is enough, unless evaluated items or members are noted down: then every branch may have some to add
/// (Core 10.2.1.2).
#[inline(never)]
pub(super) fn any_of<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    list: ListId,
    mut child: Option<bool>,
) -> Step {
    let list = m.section.list(list);
    let (mut at, mut hits, rows) = progress(m);
    loop {
        if let Some(passed) = child {
            at += 1;
            hits += u32::from(passed);
        }
        if at == list.len || (hits > 0 && !m.top().tracks.any()) {
            if hits == 0 {
                return m.fail(0);
            }
            m.sink.rewind(rows, &mut m.fuel);
            return Ok(Flow::Pass);
        }
        let edge = EdgeId(list.first.0 + at);
        child = m.here(edge)?;
        if child.is_none() {
            return m.wait(edge, Token::Here, Some(State::Position { at, hits, rows }));
        }
    }
}

#[inline(never)]
pub(super) fn one_of<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    list: ListId,
    mut child: Option<bool>,
) -> Step {
    let list = m.section.list(list);
    let (mut at, mut hits, rows) = progress(m);
    loop {
        if let Some(passed) = child {
            at += 1;
            hits += u32::from(passed);
        }
        if at == list.len || (hits > 1 && !S::REPORTS) {
            if hits > 0 {
                m.sink.rewind(rows, &mut m.fuel);
            }
            return if hits == 1 { Ok(Flow::Pass) } else { m.fail(u64::from(hits)) };
        }
        let edge = EdgeId(list.first.0 + at);
        child = m.here(edge)?;
        if child.is_none() {
            return m.wait(edge, Token::Here, Some(State::Position { at, hits, rows }));
        }
    }
}

#[inline(never)]
pub(super) fn not<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    edge: EdgeId,
    child: Option<bool>,
) -> Step {
    let (at, hits, rows) = progress(m);
    let answer = if child.is_some() { child } else { m.here(edge)? };
    let Some(passed) = answer else {
        return m.wait(edge, Token::Here, Some(State::Position { at, hits, rows }));
    };
    m.sink.rewind(rows, &mut m.fuel);
    if passed { m.fail(0) } else { Ok(Flow::Pass) }
}

#[inline(never)]
pub(super) fn condition<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: ConditionId,
    child: Option<bool>,
) -> Step {
    let condition = m.section.condition(id);
    let (at, hits, rows) = progress(m);
    if at == 2 {
        return Ok(if child == Some(true) { Flow::Pass } else { Flow::Fail });
    }
    let test = if child.is_some() { child } else { m.here(condition.test)? };
    let Some(passed) = test else {
        return m.wait(condition.test, Token::Here, Some(State::Position { at: 1, hits, rows }));
    };
    m.sink.rewind(rows, &mut m.fuel);
    let edge = if passed { condition.then } else { condition.otherwise };
    match m.here(edge)? {
        Some(true) => Ok(Flow::Pass),
        Some(false) => Ok(Flow::Fail),
        None => m.wait(edge, Token::Here, Some(State::Position { at: 2, hits, rows })),
    }
}

#[inline(never)]
pub(super) fn dependent_schemas<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: PropertiesId,
    mut child: Option<bool>,
) -> Step {
    let Some(object) = m.top().spot.object() else { return Ok(Flow::Pass) };
    let properties = m.section.properties(id);
    let names = m.tables.names(properties.names);
    let (mut at, mut failed, rows) = progress(m);
    if child.is_none() {
        m.fuel.pay(lookups(names, object.len()))?;
    }
    loop {
        if let Some(passed) = child {
            if !passed && !S::REPORTS {
                return Ok(Flow::Fail);
            }
            at += 1;
            failed += u32::from(!passed);
        }
        let mut left = at as usize..names.len();
        let Some(position) = left.find(|&position| object.get(names.key(position)).is_some())
        else {
            return Ok(if failed == 0 { Flow::Pass } else { Flow::Fail });
        };
        at = position as u32;
        let edge = properties.edge(position);
        child = m.here(edge)?;
        if child.is_none() {
            return m.wait(edge, Token::Here, Some(State::Position { at, hits: failed, rows }));
        }
    }
}
