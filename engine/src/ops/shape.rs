//! The instruction of an object's shape: `properties`, `patternProperties`, `additionalProperties` and `required` in one
//! walk over the members.
//!
//! The walk decides what is decided without a frame, and sets aside what is not. So a failure that is found cheaply is
//! found first, wherever the member stands. What was set aside is applied once there is some number of it, or the walk
//! is over.
//!
//! Names of an object are distinct, so that all required members are there if as many were met as are required.
//! Where the members are many and the names few, and nothing is said of others, the names are looked up instead.
//!
//! Invariant: nothing is noted down: blocks that note down members keep their single instructions. Nor does a report
//! come here.

use core::mem;

use jsonbound_json::{Key, Node, Object};
use jsonbound_program::{EdgeId, Exhausted, Shape, ShapeId};

use super::{leaf, long, lookups};
use crate::enter::Here;
use crate::frame::{MembersOf, Pending, Spot, State, Token, Walk};
use crate::machine::{Flow, Machine, Step, top};
use crate::sink::Sink;

/// How many times the names the members may be before it is the names that are looked up.
const FEW: usize = 8;

/// How many blocks a walk sets aside before they are applied.
const SET_ASIDE: usize = 32;

/// Begins the walk, as far as no frame is needed.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn ahead<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: ShapeId,
    here: Here<'a, N>,
) -> Step {
    let Some(object) = here.spot.object() else { return Ok(Flow::Pass) };
    let shape = m.section.shape(id);
    if shape.required as usize > object.len() {
        return Ok(Flow::Fail);
    }
    let names = m.tables.names(shape.names);
    let silent = shape.patterns.is_empty() && shape.other.is_none();
    let walk = if silent && shape.members.len().saturating_mul(FEW) < object.len() {
        m.fuel.pay(lookups(names, object.len()).saturating_add(shape.members.len() as u64))?;
        Walk::Names(0)
    } else {
        // For each member, and for entering a block.
        m.fuel.pay((object.len() as u64).saturating_mul(names.member_cost() + 1))?;
        Walk::Members { rest: object.members(), hits: 0 }
    };
    go_on(m, shape, here, walk)
}

/// Applies what was set aside, then goes on with the walk.
#[inline]
pub(super) fn object<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: ShapeId,
    here: Here<'a, N>,
    child: Option<bool>,
) -> Step {
    let mut failed = child == Some(false);
    loop {
        let flow = match &mut top!(m).state {
            State::Shape { base, .. } if failed => {
                m.pending.truncate(*base);
                return Ok(Flow::Fail);
            }
            State::Shape { walk, base, next } => match m.pending.get(*next) {
                Some(&Pending { edge, value, .. }) => {
                    *next += 1;
                    match m.walk(edge, Spot::Node(value))? {
                        Some(passed) => failed = !passed,
                        None => return m.wait(edge, Token::Here, None),
                    }
                    continue;
                }
                None => {
                    let walk = walk.clone();
                    m.pending.truncate(*base);
                    go_on(m, m.section.shape(id), here, walk)?
                }
            },
            _ => ahead(m, id, here)?,
        };
        if flow != Flow::Wait {
            return Ok(flow);
        }
        top!(m).state = mem::replace(&mut m.begun, State::Start);
    }
}

/// Walks on, until the end or until enough is set aside.
#[cfg_attr(not(debug_assertions), inline(always))]
fn go_on<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    shape: &'p Shape,
    here: Here<'a, N>,
    mut walk: Walk<'a, N>,
) -> Step {
    let base = m.pending.len();
    let walked = match &mut walk {
        Walk::Members { rest, hits } if shape.patterns.is_empty() => {
            members(m, shape, rest, hits, here.room)?
        }
        Walk::Members { rest, hits } => matched(m, shape, rest, hits, here.room)?,
        Walk::Names(from) => names(m, shape, here, from)?,
        Walk::Done => Flow::Pass,
    };
    match walked {
        Flow::Pass if m.pending.len() == base => return Ok(Flow::Pass),
        Flow::Pass => walk = Walk::Done,
        Flow::Fail => {
            m.pending.truncate(base);
            return Ok(Flow::Fail);
        }
        Flow::Wait => {}
    }
    m.begun = State::Shape { walk, base, next: base };
    Ok(Flow::Wait)
}

/// Decides the block of an edge on a member's value, or sets it aside.
#[cfg_attr(not(debug_assertions), inline(always))]
fn member<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    edge: EdgeId,
    (name, value): (&'p str, N),
    room: u32,
) -> Result<bool, Exhausted> {
    match m.shallow::<true>(edge, Spot::Node(value), room)? {
        Some(passed) => Ok(passed),
        None => m.set_aside(Pending { edge, name, value }).map(|()| true),
    }
}

/// Looks up the names from a position on.
fn names<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    shape: &Shape,
    here: Here<'a, N>,
    from: &mut usize,
) -> Step {
    let (full, names) = (m.pending.len() + SET_ASIDE, m.tables.names(shape.names));
    let Some(object) = here.spot.object() else { return Ok(Flow::Pass) };
    while let Some(known) = shape.members.get(*from) {
        let name = names.key(*from);
        *from += 1;
        let passed = match (object.get(name), known.edge) {
            (Some(value), Some(edge)) => member(m, edge, (name.as_str(), value), here.room)?,
            (found, _) => found.is_some() || !known.required,
        };
        if !passed {
            return Ok(Flow::Fail);
        }
        if m.pending.len() >= full {
            return Ok(Flow::Wait);
        }
    }
    Ok(Flow::Pass)
}

/// Walks over the members, where no pattern is asked.
#[cfg_attr(not(debug_assertions), inline(always))]
fn members<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    shape: &Shape,
    rest: &mut MembersOf<'a, N>,
    hits: &mut u32,
    room: u32,
) -> Step {
    let (full, names) = (m.pending.len() + SET_ASIDE, m.tables.names(shape.names));
    for (key, value) in rest {
        long(&mut m.fuel, key)?;
        let edge = match names.get(key) {
            Some(position) => {
                let known = shape.members[position];
                *hits += u32::from(known.required);
                known.edge
            }
            None => shape.other,
        };
        let Some(edge) = edge else { continue };
        if !member(m, edge, (key.as_str(), value), room)? {
            return Ok(Flow::Fail);
        }
        if m.pending.len() >= full {
            return Ok(Flow::Wait);
        }
    }
    Ok(if *hits == shape.required { Flow::Pass } else { Flow::Fail })
}

/// Walks over the members; a name that is not known is tried with each pattern.
fn matched<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    shape: &Shape,
    rest: &mut MembersOf<'a, N>,
    hits: &mut u32,
    room: u32,
) -> Step {
    let (full, names) = (m.pending.len() + SET_ASIDE, m.tables.names(shape.names));
    for (key, value) in rest {
        long(&mut m.fuel, key)?;
        let passed = match names.get(key).map(|position| shape.members[position]) {
            Some(known) => {
                *hits += u32::from(known.required);
                match known.edge {
                    Some(edge) => member(m, edge, (key.as_str(), value), room)?,
                    None => true,
                }
            }
            None => unknown(m, shape, (key, value), room)?,
        };
        if !passed {
            return Ok(Flow::Fail);
        }
        if m.pending.len() >= full {
            return Ok(Flow::Wait);
        }
    }
    Ok(if *hits == shape.required { Flow::Pass } else { Flow::Fail })
}

/// Tries each pattern on a member whose name is not known.
fn unknown<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    shape: &Shape,
    (key, value): (Key<'a>, N),
    room: u32,
) -> Result<bool, Exhausted> {
    let mut any = false;
    for &(pattern, edge) in &shape.patterns {
        m.fuel.pay(1)?;
        if leaf::matches(m, pattern, key.as_str())? {
            any = true;
            if let Some(edge) = edge
                && !member(m, edge, (key.as_str(), value), room)?
            {
                return Ok(false);
            }
        }
    }
    match shape.other {
        Some(edge) if !any => member(m, edge, (key.as_str(), value), room),
        _ => Ok(true),
    }
}
