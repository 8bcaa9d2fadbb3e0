//! The instruction of an object's shape: `properties`, `patternProperties`, `additionalProperties` and `required` in one
//! walk over the members.
//!
//! Names of an object are distinct, so that all required members are there if as many were met as are required.
//! Where the members are many and the names few, and nothing is said of others, the names are looked up instead.
//!
//! Invariant: nothing is noted down: blocks that note down members keep their single instructions. Nor does a report
//! come here.

use jsonbound_json::{Key, Node, Object};
use jsonbound_program::{EdgeId, Exhausted, Shape, ShapeId};

use super::{leaf, long, lookups};
use crate::frame::{Spot, State, Token};
use crate::machine::{Flow, Machine, Step, top};
use crate::sink::Sink;

/// How many times the names the members may be before it is the names that are looked up.
const FEW: usize = 8;

#[inline(always)]
pub(super) fn object<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: ShapeId,
    child: Option<bool>,
) -> Step {
    let shape = m.section.shape(id);
    let top = top!(m);
    if child == Some(false) {
        return Ok(Flow::Fail);
    }
    if child.is_none() {
        let Some(object) = top.spot.object() else { return Ok(Flow::Pass) };
        if shape.required as usize > object.len() {
            return Ok(Flow::Fail);
        }
        let silent = shape.patterns.is_empty() && shape.other.is_none();
        if silent && shape.members.len().saturating_mul(FEW) < object.len() {
            m.fuel.pay(lookups(m.tables.names(shape.names), object.len()))?;
            return known(m, shape, object, 0);
        }
        let (len, each) = (object.len() as u64, m.tables.names(shape.names).member_cost());
        m.fuel.pay(len.saturating_mul(each).saturating_add(shape.entries.of(len)))?;
        top.state = State::Members { rest: object.members(), at: 0, row: 0, hits: 0 };
    } else if let State::Position { at, .. } = top.state
        && let Some(object) = top.spot.object()
    {
        return known(m, shape, object, at as usize + 1);
    }
    if shape.patterns.is_empty() { members(m, shape) } else { matched(m, shape) }
}

/// Looks up the names from a position on.
fn known<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    shape: &Shape,
    object: N::Object,
    from: usize,
) -> Step {
    let names = m.tables.names(shape.names);
    for (at, member) in shape.members.iter().enumerate().skip(from) {
        let name = names.key(at);
        let (value, edge) = match (object.get(name), member.edge) {
            (None, _) if member.required => return Ok(Flow::Fail),
            (Some(value), Some(edge)) => (value, edge),
            _ => continue,
        };
        match m.inside(edge, Spot::Node(value))? {
            Some(true) => {}
            Some(false) => return Ok(Flow::Fail),
            None => {
                let rows = m.sink.mark();
                let state = State::Position { at: at as u32, hits: 0, rows };
                return m.wait(edge, Token::Member(name.as_str()), Some(state));
            }
        }
    }
    Ok(Flow::Pass)
}

/// Walks over the members, where no pattern is asked; `at` of them are done, and `hits` were required.
#[inline(always)]
fn members<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    shape: &Shape,
) -> Step {
    let names = m.tables.names(shape.names);
    loop {
        let State::Members { rest, at, hits, .. } = &mut top!(m).state else {
            return Ok(Flow::Fail);
        };
        let Some((key, value)) = rest.next() else {
            return Ok(if *hits == shape.required { Flow::Pass } else { Flow::Fail });
        };
        *at += 1;
        long(&mut m.fuel, key)?;
        let edge = match names.get(key) {
            Some(position) => {
                let member = shape.members[position];
                *hits += u32::from(member.required);
                member.edge
            }
            None => shape.other,
        };
        let Some(edge) = edge else { continue };
        match m.walk(edge, Spot::Node(value))? {
            Some(true) => {}
            Some(false) => return Ok(Flow::Fail),
            None => return m.wait(edge, Token::Member(key.as_str()), None),
        }
    }
}

/// Walks over the members; a name that is not known is tried with each pattern. `row` patterns were tried on the member
/// that the rest begins with; if there are some, one of them matched.
fn matched<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    shape: &Shape,
) -> Step {
    let names = m.tables.names(shape.names);
    loop {
        let State::Members { rest, at, row, hits } = &mut top!(m).state else {
            return Ok(Flow::Fail);
        };
        let Some((key, value)) = rest.clone().next() else {
            return Ok(if *hits == shape.required { Flow::Pass } else { Flow::Fail });
        };
        let from = *row as usize;
        let mut known = None;
        if from == 0 {
            *at += 1;
            long(&mut m.fuel, key)?;
            known = names.get(key).map(|position| shape.members[position]);
            *hits += u32::from(known.is_some_and(|member| member.required));
        }
        let (edge, next) = match known {
            Some(member) => (member.edge, 0),
            None => unknown(m, shape, key, from)?,
        };
        if let State::Members { rest, row, .. } = &mut top!(m).state {
            *row = next;
            if next == 0 {
                rest.next();
            }
        }
        let Some(edge) = edge else { continue };
        match m.walk(edge, Spot::Node(value))? {
            Some(true) => {}
            Some(false) => return Ok(Flow::Fail),
            None => return m.wait(edge, Token::Member(key.as_str()), None),
        }
    }
}

/// The block for a member whose name is not known, after `from` patterns, and the number of patterns that are done by
/// then: zero if no other block is left to apply.
fn unknown<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    shape: &Shape,
    key: Key<'_>,
    from: usize,
) -> Result<(Option<EdgeId>, u32), Exhausted> {
    // That patterns are left to try says that one matched before.
    let mut any = from > 0;
    for (at, &(pattern, edge)) in shape.patterns.iter().enumerate().skip(from) {
        m.fuel.pay(1)?;
        if leaf::matches(m, pattern, key.as_str())? {
            any = true;
            if edge.is_some() {
                let done = at + 1;
                let last = done == shape.patterns.len();
                return Ok((edge, if last { 0 } else { done as u32 }));
            }
        }
    }
    Ok((if any { None } else { shape.other }, 0))
}
