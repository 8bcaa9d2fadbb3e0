//! What was evaluated, and the instructions that ask for the rest.
//!
//! Blocks that track note down, on one stack, the positions of items and members that they evaluated. A block that
//! fails takes its marks with it, and so does one at another value; what is left above the mark of a block are the
//! annotations that `unevaluated*` means (Core 11).
//!
//! Invariant: the marks above a block's own height speak of its value alone.

use jsonbound_json::{Array, Node, Object};
use jsonbound_program::{EdgeId, Exhausted};

use super::object::each_member;
use super::outlive;
use crate::frame::{Spot, State, Token};
use crate::fuel::Fuel;
use crate::machine::{Flow, Machine, Step, top};
use crate::scratch::Stacks;
use crate::sink::Sink;

/// The bit that makes a mark mean "all positions below" instead of one position.
const BELOW: u64 = 1 << 63;

/// Every position.
pub(super) const ALL: u64 = BELOW - 1;

/// What a mark, or a word of a set, counts for in scratch units.
const WORD_UNITS: u64 = 8;

fn mark<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    mark: u64,
) -> Result<(), Exhausted> {
    m.fuel.pay(1)?;
    m.fuel.hold(WORD_UNITS)?;
    m.stacks.marks.push(mark);
    Ok(())
}

/// Notes down that the first `below` items were evaluated.
pub(super) fn mark_items<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    below: u64,
) -> Result<(), Exhausted> {
    if m.top().tracks.items { mark(m, BELOW | below) } else { Ok(()) }
}

/// Notes down that an item was evaluated.
pub(super) fn mark_item<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    position: usize,
) -> Result<(), Exhausted> {
    if m.top().tracks.items { mark(m, position as u64) } else { Ok(()) }
}

/// Notes down that a member was evaluated.
pub(super) fn mark_member<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    position: usize,
) -> Result<(), Exhausted> {
    if m.top().tracks.properties { mark(m, position as u64) } else { Ok(()) }
}

/// Drops marks down to a height.
pub(crate) fn drop_marks(stacks: &mut Stacks, fuel: &mut Fuel, height: usize) {
    fuel.release((stacks.marks.len() - height) as u64 * WORD_UNITS);
    stacks.marks.truncate(height);
}

/// Drops sets down to a height.
pub(crate) fn drop_bits(stacks: &mut Stacks, fuel: &mut Fuel, height: usize) {
    fuel.release((stacks.bits.len() - height) as u64 * WORD_UNITS);
    stacks.bits.truncate(height);
}

/// Gathers the marks of the current block into a set of `len` positions, on top of the sets.
fn gather<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    len: usize,
) -> Result<(), Exhausted> {
    let words = len.div_ceil(64);
    let height = m.top().heights.marks;
    let marks = m.stacks.marks.len() - height;
    m.fuel.pay((marks + words) as u64)?;
    m.fuel.hold(words as u64 * WORD_UNITS)?;
    let Stacks { marks, bits, .. } = &mut *m.stacks;
    let base = bits.len();
    bits.resize(base + words, 0);
    let marks = &marks[height..];
    let below = marks.iter().filter(|&&mark| mark & BELOW != 0).map(|mark| mark & ALL).max();
    let below = usize::try_from(below.unwrap_or(0)).map_or(len, |below| below.min(len));
    bits[base..][..below / 64].fill(u64::MAX);
    if below % 64 > 0 {
        bits[base + below / 64] = (1 << (below % 64)) - 1;
    }
    for &mark in marks.iter().filter(|&&mark| mark & BELOW == 0) {
        if let Some(word) = bits[base..].get_mut(mark as usize / 64) {
            *word |= 1 << (mark % 64);
        }
    }
    Ok(())
}

fn is_marked<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    position: usize,
) -> bool {
    let height = m.top().heights.bits;
    let set = &m.stacks.bits[height..];
    set.get(position / 64).is_some_and(|word| word >> (position % 64) & 1 == 1)
}

/// Ends an instruction that evaluated all that was left: one mark stands for all of them.
fn finish<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
) -> Result<(), Exhausted> {
    let heights = m.top().heights;
    drop_bits(m.stacks, &mut m.fuel, heights.bits);
    drop_marks(m.stacks, &mut m.fuel, heights.marks);
    mark(m, BELOW | ALL)
}

#[inline(never)]
pub(super) fn unevaluated_items<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    edge: EdgeId,
    mut child: Option<bool>,
) -> Step {
    let top = top!(m);
    let Some(array) = top.spot.array() else { return Ok(Flow::Pass) };
    if child.is_none() {
        top.state = State::Items { rest: array.items(), at: 0, hits: 0, rows: top.rows };
        m.fuel.pay(array.len() as u64)?;
        gather(m, array.len())?;
    }
    loop {
        if !outlive(m, child.take()) {
            return Ok(Flow::Fail);
        }
        let State::Items { rest, at, .. } = &mut top!(m).state else { return Ok(Flow::Fail) };
        let Some(item) = rest.next() else { break };
        let position = *at;
        *at += 1;
        if is_marked(m, position) {
            continue;
        }
        child = m.inside(edge, Spot::Node(item))?;
        if child.is_none() {
            return m.wait(edge, Token::Index(position), None);
        }
    }
    finish(m)?;
    Ok(Flow::Pass)
}

#[inline(never)]
pub(super) fn unevaluated_properties<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    edge: EdgeId,
    child: Option<bool>,
) -> Step {
    let Some(object) = m.top().spot.object() else { return Ok(Flow::Pass) };
    if child.is_none() {
        gather(m, object.len())?;
    }
    let flow = each_member(m, (object, 1), child, |m, position, _| {
        Ok((!is_marked(m, position)).then_some(edge))
    })?;
    if let Flow::Pass = flow {
        finish(m)?;
    }
    Ok(flow)
}
