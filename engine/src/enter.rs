//! Entering blocks: what it takes, and when a frame is needed for it.
//!
//! A verdict needs few frames. Leaves run where a block is entered, and so do walks over items and members as far as
//! only leaves have something to say of these; what a walk over members finds to need more is set aside, to be applied
//! when the cheap parts have passed. The frame is pushed at the first instruction that applies a block which cannot
//! be decided like this. A report pushes a frame for every block, since it wants to know of every keyword.
//!
//! Invariant: every block that is entered pays a step and its static cost first, and counts for the levels of the edge
//! that leads to it, with a frame or without. Nothing here calls itself: what is walked ahead is decided
//! [shallowly](Machine::shallow).

use core::mem;

use bumpalo::collections::Vec as BumpVec;
use jsonbound_json::Node;
use jsonbound_program::{BlockId, Choice, Edge, EdgeId, Exhausted, Family, KindSet};

use crate::frame::{Frame, Heights, Pending, Spot, State, Walk};
use crate::fuel::Fuel;
use crate::machine::{Flow, Machine, Step};
use crate::ops;
use crate::sink::Sink;
use crate::stopped::Limit;

/// What a frame counts for, in scratch units: the largest are about half of it, and a stack that grows is copied.
const FRAME_UNITS: u64 = 512;

/// The number of frames that there is room for at first, which count for nothing.
const FRAMES: usize = 16;

/// What a block that is set aside counts for, in scratch units.
const PENDING_UNITS: u64 = 64;

/// The number of blocks set aside that there is room for at first, which count for nothing.
const PENDING: usize = 64;

/// How many blocks are gone through without a frame. A loop without any could not be told from a long way; so beyond
/// half of the limit each has one.
const HOPS: u32 = 8;

/// A value that an instruction is applied to ahead of a frame, and the levels that are left to go down from it.
#[derive(Clone, Copy)]
pub(crate) struct Here<'a, N> {
    pub spot: Spot<'a, N>,
    pub room: u32,
}

/// The levels of schemas around a block's instructions, those of them at the same value, and whether that value is inside
/// the one before.
#[derive(Clone, Copy)]
pub(crate) struct Levels {
    pub depth: u32,
    pub inplace: u32,
    pub descended: bool,
}

/// A block under way, as long as it has no frame.
pub(crate) struct Run<'p, 'a, N> {
    edge: &'p Edge,
    id: BlockId,
    spot: Spot<'a, N>,
    levels: Levels,
    /// The position of the current instruction.
    at: u32,
}

impl<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>> Machine<'p, '_, 'a, N, S> {
    /// Applies the block of an edge to the value of the current one. Ahead of a frame, `None` says that one is needed.
    #[inline]
    pub(crate) fn here<const AHEAD: bool>(
        &mut self,
        edge: EdgeId,
        here: Here<'a, N>,
    ) -> Result<Option<bool>, Exhausted> {
        if AHEAD {
            return self.shallow::<false>(edge, here.spot, here.room);
        }
        self.same(edge)
    }

    /// Applies the block of an edge to the value of the current one.
    #[inline]
    pub(crate) fn same(&mut self, edge: EdgeId) -> Result<Option<bool>, Exhausted> {
        self.bound(edge, self.section.edge(edge).block)
    }

    /// Applies a block that the dynamic scope has in the place of that of an edge.
    #[inline]
    pub(crate) fn bound(
        &mut self,
        edge: EdgeId,
        block: BlockId,
    ) -> Result<Option<bool>, Exhausted> {
        let &mut Frame { spot, depth, inplace, .. } = self.top();
        self.fuel.pay(1)?;
        let levels = Levels { depth, inplace, descended: false };
        self.enter(Run { edge: self.section.edge(edge), id: block, spot, levels, at: 0 })
    }

    /// Applies the block of an edge to an item, a member's value or a member's name.
    #[inline]
    pub(crate) fn inside(
        &mut self,
        edge: EdgeId,
        spot: Spot<'a, N>,
    ) -> Result<Option<bool>, Exhausted> {
        self.fuel.pay(1)?;
        self.walk(edge, spot)
    }

    /// Like [`inside`](Machine::inside), in a walk that has paid the step of each entry.
    #[inline]
    pub(crate) fn walk(
        &mut self,
        edge: EdgeId,
        spot: Spot<'a, N>,
    ) -> Result<Option<bool>, Exhausted> {
        let depth = self.top().depth;
        self.enter(self.descended(edge, spot, depth))
    }

    /// The block of an edge, for a value inside another one.
    #[inline]
    pub(crate) fn descended(&self, edge: EdgeId, spot: Spot<'a, N>, depth: u32) -> Run<'p, 'a, N> {
        let edge = self.section.edge(edge);
        let levels = Levels { depth, inplace: 0, descended: true };
        Run { edge, id: edge.block, spot, levels, at: 0 }
    }

    /// Decides the block of an edge if no frame and no more levels than `room` are needed for it. `PAID` says that the
    /// step of its entry is paid for.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn shallow<const PAID: bool>(
        &mut self,
        edge: EdgeId,
        spot: Spot<'a, N>,
        room: u32,
    ) -> Result<Option<bool>, Exhausted> {
        let edge = self.section.edge(edge);
        let (gate, kind) = (edge.gate, KindSet::of(spot.kind()));
        let accepted = gate.accepts.intersects(kind);
        if edge.levels > room || (accepted && !gate.leaf.contains(kind)) {
            return Ok(None);
        }
        if !PAID {
            self.fuel.pay(1)?;
        }
        // Most members and items are only tested for their kind.
        if !accepted || gate.bare.contains(kind) {
            return Ok(Some(accepted));
        }
        if gate.cost > 0 {
            self.fuel.pay(u64::from(gate.cost))?;
        }
        for at in self.section.block(edge.block).range() {
            if !ops::leaf(self, self.section.instr(at), spot)? {
                return Ok(Some(false));
            }
        }
        Ok(Some(true))
    }

    /// Applies a block whose entry is paid for: its result, or `None` if a frame was pushed for it. Then the instruction
    /// has to [`wait`](Machine::wait).
    pub(crate) fn enter(&mut self, mut run: Run<'p, 'a, N>) -> Result<Option<bool>, Exhausted> {
        self.waiting = self.frames.len().wrapping_sub(1);
        if S::REPORTS {
            self.go_down(&mut run)?;
            self.fuel.pay(u64::from(self.section.block(run.id).gate.cost))?;
            self.push(&run)?;
            return Ok(None);
        }
        let mut flow = self.begin(&mut run)?;
        while flow == Flow::Wait {
            if !matches!(self.begun, State::Shape { .. }) {
                self.push(&run)?;
                return Ok(None);
            }
            flow = self.apply_pending(&run)?;
            match flow {
                Flow::Pass => {
                    run.at += 1;
                    if run.at < self.section.block(run.id).range().end {
                        flow = self.ahead(&mut run)?;
                    }
                }
                Flow::Fail => {}
                Flow::Wait => return Ok(None),
            }
        }
        Ok(Some(flow == Flow::Pass))
    }

    /// Applies the blocks that the current instruction of a block has set aside, before that block has a frame. If one
    /// needs a frame, both get theirs.
    fn apply_pending(&mut self, run: &Run<'p, 'a, N>) -> Step {
        let State::Shape { walk, base, mut next } = mem::replace(&mut self.begun, State::Start)
        else {
            return Ok(Flow::Fail);
        };
        while let Some(&Pending { edge, value, .. }) = self.pending.get(next) {
            next += 1;
            let mut inner = self.descended(edge, Spot::Node(value), run.levels.depth);
            match self.begin(&mut inner)? {
                Flow::Pass => {}
                Flow::Fail => {
                    self.pending.truncate(base);
                    return Ok(Flow::Fail);
                }
                Flow::Wait => {
                    let begun = mem::replace(&mut self.begun, State::Shape { walk, base, next });
                    self.push(run)?;
                    self.begun = begun;
                    self.push(&inner)?;
                    return Ok(Flow::Wait);
                }
            }
        }
        if let Walk::Done = walk {
            self.pending.truncate(base);
            return Ok(Flow::Pass);
        }
        self.begun = State::Shape { walk, base, next };
        self.push(run)?;
        Ok(Flow::Wait)
    }

    /// Begins a block whose entry is paid for, and goes as far with it as no frame is needed.
    fn begin(&mut self, run: &mut Run<'p, 'a, N>) -> Step {
        let kind = KindSet::of(run.spot.kind());
        let mut hops = 0;
        loop {
            self.go_down(run)?;
            let block = self.section.block(run.id);
            if !block.gate.accepts.intersects(kind) {
                return Ok(Flow::Fail);
            }
            if block.gate.cost > 0 {
                self.fuel.pay(u64::from(block.gate.cost))?;
            }
            let flow = self.ahead(run)?;
            if flow != Flow::Wait
                || hops == HOPS
                || !ops::is_tail(self.section.instr(run.at))
                || run.at + 1 < block.range().end
                || run.levels.inplace > self.max_inplace / 2
                || run.edge.scope.is_some()
            {
                return Ok(flow);
            }
            run.edge = match ops::next(self, self.section.instr(run.at), run.spot)? {
                Choice::Branch(next) => self.section.edge(next),
                Choice::Always => return Ok(Flow::Pass),
                Choice::Never => return Ok(Flow::Fail),
            };
            run.id = run.edge.block;
            self.fuel.pay(1)?;
            hops += 1;
        }
    }

    /// Counts the levels of the edge, and stands before the block's first instruction.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn go_down(&mut self, run: &mut Run<'p, 'a, N>) -> Result<(), Exhausted> {
        let levels = &mut run.levels;
        levels.depth = levels.depth.saturating_add(run.edge.levels);
        levels.inplace = levels.inplace.saturating_add(run.edge.levels);
        if levels.depth > self.max_depth || levels.inplace > self.max_inplace {
            let limit = match *levels {
                Levels { depth, .. } if depth > self.max_depth => Limit::ValidationDepth,
                Levels { descended: true, .. } => Limit::InplaceDepth,
                _ => self.inplace_limit(run.id),
            };
            return Err(self.fuel.stop(limit));
        }
        run.at = self.section.block(run.id).range().start;
        Ok(())
    }

    /// Goes on with a block up to the first instruction that needs a frame; what that is to begin with is in `begun`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ahead(&mut self, run: &mut Run<'p, 'a, N>) -> Step {
        let block = self.section.block(run.id);
        let Levels { depth, inplace, .. } = run.levels;
        let here = Here { spot: run.spot, room: self.room(depth, inplace) };
        while run.at < block.range().end {
            let instr = self.section.instr(run.at);
            let flow = match instr.family() {
                Family::Leaf if ops::leaf(self, instr, run.spot)? => Flow::Pass,
                Family::Leaf => Flow::Fail,
                // What is noted down belongs to a frame.
                _ if block.tracks.any() => Flow::Wait,
                _ => ops::ahead(self, instr, here)?,
            };
            if flow != Flow::Pass {
                return Ok(flow);
            }
            run.at += 1;
        }
        Ok(Flow::Pass)
    }

    /// The levels that are left to go down: an edge that takes no more meets no limit.
    #[inline]
    pub(crate) fn room(&self, depth: u32, inplace: u32) -> u32 {
        self.max_depth.saturating_sub(depth).min(self.max_inplace.saturating_sub(inplace))
    }

    fn push(&mut self, run: &Run<'p, 'a, N>) -> Result<(), Exhausted> {
        let &Run { edge, id, spot, levels: Levels { depth, inplace, descended }, at } = run;
        // A block that the dynamic scope gave is in a resource that was entered before, and this edge does not lead
        // there.
        let scope = edge.scope.filter(|_| id == edge.block);
        let bindings = scope.map_or(&[][..], |scope| self.section.scope(scope));
        if !bindings.is_empty() {
            self.fuel.pay(bindings.len() as u64)?;
        }
        if self.frames.len() == self.frame_room {
            grow(&mut self.frames, &mut self.frame_room, FRAMES, FRAME_UNITS, &mut self.fuel)?;
        }
        let block = self.section.block(id);
        self.frames.push(Frame {
            spot,
            block: id,
            at,
            end: block.range().end,
            depth,
            inplace,
            tracks: block.tracks,
            descended,
            passed: true,
            heights: match self.section.keeps() {
                true => self.stacks.heights(),
                false => Heights::default(),
            },
            path: S::Path::default(),
            rows: self.sink.mark(),
            state: mem::replace(&mut self.begun, State::Start),
        });
        if !bindings.is_empty() {
            self.bind(bindings);
        }
        Ok(())
    }

    /// Sets a member's block aside, until the walk has gone over the members that need no frame.
    #[inline]
    pub(crate) fn set_aside(&mut self, pending: Pending<'p, N>) -> Result<(), Exhausted> {
        if self.pending.len() == self.pending_room {
            grow(
                &mut self.pending,
                &mut self.pending_room,
                PENDING,
                PENDING_UNITS,
                &mut self.fuel,
            )?;
        }
        self.pending.push(pending);
        Ok(())
    }
}

/// Makes room: for so many at first, which count for nothing, and then for twice as many. What was there before is not
/// given back: a bump arena keeps it.
#[cold]
fn grow<T>(
    stack: &mut BumpVec<'_, T>,
    room: &mut usize,
    first: usize,
    units: u64,
    fuel: &mut Fuel,
) -> Result<(), Exhausted> {
    fuel.hold((*room as u64).saturating_mul(units))?;
    stack.reserve_exact(first.max(*room));
    *room += first.max(*room);
    Ok(())
}
