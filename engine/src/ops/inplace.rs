//! Instructions that apply blocks to the same value.

use jsonbound_json::{Key, Node, Object, View};
use jsonbound_program::{
    Choice, ConditionId, DynamicId, EdgeId, Exhausted, ListId, PropertiesId, SelectId, Tag,
};

use super::lookups;
use crate::enter::Here;
use crate::frame::{Frame, Spot, State, Token};
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
fn progress<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>, const AHEAD: bool>(
    m: &mut Machine<'p, '_, 'a, N, S>,
) -> (u32, u32, S::Mark) {
    match m.frames.last() {
        Some(&Frame { state: State::Position { at, hits, rows }, .. }) if !AHEAD => {
            (at, hits, rows)
        }
        _ => (0, 0, m.sink.mark()),
    }
}

#[inline]
pub(super) fn reference<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    edge: EdgeId,
    child: Option<bool>,
) -> Step {
    let answer = if child.is_some() { child } else { m.same(edge)? };
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
        (None, None) => m.same(dynamic.edge)?,
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
        Choice::Branch(edge) => reference(m, edge, None),
        Choice::Always => Ok(Flow::Pass),
        Choice::Never => Ok(Flow::Fail),
    }
}

/// The branch for a value.
pub(super) fn selected<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: SelectId,
    spot: Spot<'a, N>,
) -> Result<Choice<EdgeId>, Exhausted> {
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
) -> Result<Choice<EdgeId>, Exhausted> {
    let (names, values) = (m.tables.names(tag.name), m.tables.names(tag.values));
    m.fuel.pay(lookups(names, object.len()))?;
    let Some(View::String(text)) = object.get(names.key(0)).map(|value| value.view()) else {
        return Ok(Choice::Never);
    };
    m.fuel.pay(1 + text.len() as u64 / 32 + values.lookup_cost())?;
    Ok(match values.get(Key::new(text)) {
        Some(position) => Choice::Branch(EdgeId(tag.first.0 + position as u32)),
        None => Choice::Never,
    })
}

#[inline(never)]
pub(super) fn all_of<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>, const AHEAD: bool>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    here: Here<'a, N>,
    list: ListId,
    mut child: Option<bool>,
) -> Step {
    let list = m.section.list(list);
    let (mut at, mut hits, rows) = progress::<N, S, AHEAD>(m);
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
        child = m.here::<AHEAD>(edge, here)?;
        if child.is_none() {
            return m.wait_here::<AHEAD>(edge, State::Position { at, hits, rows });
        }
    }
}

/// One branch is enough, unless evaluated items or members are noted down: then every branch may have some to add
/// (Core 10.2.1.2).
#[inline(never)]
pub(super) fn any_of<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>, const AHEAD: bool>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    here: Here<'a, N>,
    list: ListId,
    mut child: Option<bool>,
) -> Step {
    let list = m.section.list(list);
    let (mut at, mut hits, rows) = progress::<N, S, AHEAD>(m);
    loop {
        if let Some(passed) = child {
            at += 1;
            hits += u32::from(passed);
        }
        if at == list.len || (hits > 0 && (AHEAD || !m.top().tracks.any())) {
            if hits == 0 {
                return m.fail(0);
            }
            m.sink.rewind(rows, &mut m.fuel);
            return Ok(Flow::Pass);
        }
        let edge = EdgeId(list.first.0 + at);
        child = m.here::<AHEAD>(edge, here)?;
        if child.is_none() {
            return m.wait_here::<AHEAD>(edge, State::Position { at, hits, rows });
        }
    }
}

#[inline(never)]
pub(super) fn one_of<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>, const AHEAD: bool>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    here: Here<'a, N>,
    list: ListId,
    mut child: Option<bool>,
) -> Step {
    let list = m.section.list(list);
    let (mut at, mut hits, rows) = progress::<N, S, AHEAD>(m);
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
        child = m.here::<AHEAD>(edge, here)?;
        if child.is_none() {
            return m.wait_here::<AHEAD>(edge, State::Position { at, hits, rows });
        }
    }
}

#[inline(never)]
pub(super) fn not<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>, const AHEAD: bool>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    here: Here<'a, N>,
    edge: EdgeId,
    child: Option<bool>,
) -> Step {
    let (at, hits, rows) = progress::<N, S, AHEAD>(m);
    let answer = if child.is_some() { child } else { m.here::<AHEAD>(edge, here)? };
    let Some(passed) = answer else {
        return m.wait_here::<AHEAD>(edge, State::Position { at, hits, rows });
    };
    m.sink.rewind(rows, &mut m.fuel);
    if passed { m.fail(0) } else { Ok(Flow::Pass) }
}

#[inline(never)]
pub(super) fn condition<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>, const AHEAD: bool>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    here: Here<'a, N>,
    id: ConditionId,
    child: Option<bool>,
) -> Step {
    let condition = m.section.condition(id);
    let (at, hits, rows) = progress::<N, S, AHEAD>(m);
    let passed = match (at, child) {
        (2, Some(true)) => return Ok(Flow::Pass),
        (2, Some(false)) => return Ok(Flow::Fail),
        // It was tested ahead of the frame.
        (2, None) => hits > 0,
        (_, Some(passed)) => passed,
        (_, None) => match m.here::<AHEAD>(condition.test, here)? {
            Some(passed) => passed,
            None => {
                let state = State::Position { at: 1, hits, rows };
                return m.wait_here::<AHEAD>(condition.test, state);
            }
        },
    };
    m.sink.rewind(rows, &mut m.fuel);
    let edge = if passed { condition.then } else { condition.otherwise };
    match m.here::<AHEAD>(edge, here)? {
        Some(true) => Ok(Flow::Pass),
        Some(false) => Ok(Flow::Fail),
        None => {
            let state = State::Position { at: 2, hits: u32::from(passed), rows };
            m.wait_here::<AHEAD>(edge, state)
        }
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
    let (mut at, mut failed, rows) = progress::<N, S, false>(m);
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
        child = m.same(edge)?;
        if child.is_none() {
            return m.wait(edge, Token::Here, Some(State::Position { at, hits: failed, rows }));
        }
    }
}
