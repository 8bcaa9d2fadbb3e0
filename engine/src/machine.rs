//! The interpreter's loop: frames, calls, returns, and what is bound and noted on the way.
//!
//! Frames are a stack that stays where it is; the last one is the block under way. An instruction that applies blocks
//! is a function that is called again with each block's result until it passes or fails, so evaluation can stop and
//! go on between any two steps. A block of leaves needs no frame, nor does one that ends by going on to another.
//!
//! Invariant: every block that is entered pays its static cost first, one step at least, and counts for the levels of
//! the edge that leads to it, with a frame or without. A walk over items or members pays for all entries at once.

use alloc::vec::Vec;

use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;
use jsonbound_json::Node;
use jsonbound_program::{
    BlockId, Cache, Edge, EdgeId, EntryId, Exhausted, Family, Instr, KindSet, Program, Section,
    SlotId, Tables,
};

use crate::frame::{Frame, Heights, Spot, State, Token};
use crate::fuel::Fuel;
use crate::limits::Limits;
use crate::ops;
use crate::report;
use crate::scratch::{Scratch, Stacks};
use crate::sink::{Row, Sink};
use crate::stopped::{Limit, Stopped};

/// What a frame counts for, in scratch units: the largest are about half of it, and a stack that grows is copied.
const FRAME_UNITS: u64 = 512;

/// The number of frames that there is room for at first, which count for nothing.
const FRAMES: usize = 16;

/// How many blocks are gone through without a frame. A loop without any could not be told from a long way; so beyond
/// half of the limit each has one.
const HOPS: u32 = 8;

/// What became of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    /// It passed: on to the next one.
    Pass,
    /// It failed.
    Fail,
    /// It waits for the block of the frame that was pushed.
    Wait,
}

pub(crate) type Step = Result<Flow, Exhausted>;

/// The frame of the block under way, so that other fields of the machine can be used beside it.
macro_rules! top {
    ($machine:expr) => {{
        let last = $machine.frames.len() - 1;
        &mut $machine.frames[last]
    }};
}
pub(crate) use top;

/// An evaluation that is under way.
pub(crate) struct Machine<'p, 's, 'a, N: Node<'a>, S: Sink<'p>> {
    pub section: &'p Section,
    pub tables: &'p Tables,
    pub frames: BumpVec<'s, Frame<'p, 'a, N, S>>,
    pub bump: &'s Bump,
    pub stacks: &'s mut Stacks,
    pub caches: &'s mut [Option<Cache>],
    pub keys: &'s ahash::RandomState,
    pub fuel: Fuel,
    pub sink: S,
    /// The number of frames that there is room for.
    room: usize,
    max_depth: u32,
    max_inplace: u32,
    pub max_format: u64,
}

/// Runs a program from an entry point, on what is left of the steps after `spent`; gives the verdict and the
/// sink, which keeps what is settled if the run was stopped.
pub(crate) fn run<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    program: &'p Program,
    entry: EntryId,
    instance: N,
    limits: &Limits,
    scratch: &mut Scratch,
    sink: S,
    spent: u64,
) -> (Result<bool, Stopped>, S) {
    let section = S::section(program);
    scratch.prepare(program, section);
    let Scratch { bump, stacks, caches, keys, steps, .. } = scratch;
    let least = |limit: u64| u32::try_from(limit).unwrap_or(u32::MAX);
    let mut machine = Machine {
        section,
        tables: program.tables(),
        frames: BumpVec::with_capacity_in(FRAMES, bump),
        room: FRAMES,
        bump,
        stacks,
        caches,
        keys,
        fuel: Fuel::new(limits, spent),
        sink,
        max_depth: least(limits.validation_depth),
        max_inplace: least(limits.inplace_depth),
        max_format: limits.format_bytes,
    };
    // Whoever has an entry point has it from this program.
    let entry = section.entry(entry).unwrap_or(EdgeId(0));
    let answer = machine.run(entry, Spot::Node(instance));
    *steps = limits.validation_steps - machine.fuel.left();
    let answer = answer.map_err(|Exhausted| {
        machine.drop_tentative();
        machine.stopped(limits, *steps, section.edge(entry).block)
    });
    (answer, machine.sink)
}

impl<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>> Machine<'p, '_, 'a, N, S> {
    /// The frame of the block under way.
    #[inline]
    pub(crate) fn top(&mut self) -> &mut Frame<'p, 'a, N, S> {
        top!(self)
    }

    fn run(&mut self, entry: EdgeId, spot: Spot<'a, N>) -> Result<bool, Exhausted> {
        let edge = self.section.edge(entry);
        let mut child = self.enter::<false>(edge, edge.block, spot, (0, 0), true)?;
        if let Some(passed) = child {
            return Ok(passed);
        }
        loop {
            let &mut Frame { at, end, passed, .. } = self.top();
            let ended = match at == end {
                true => Some(passed),
                false => match self.step(self.section.instr(at), child.take())? {
                    Flow::Wait => continue,
                    Flow::Pass => None,
                    Flow::Fail if S::REPORTS => {
                        self.top().passed = false;
                        None
                    }
                    Flow::Fail => Some(false),
                },
            };
            match ended {
                None => {
                    let top = self.top();
                    top.at += 1;
                    top.state = State::Start;
                }
                Some(passed) => {
                    self.leave(passed);
                    if self.frames.is_empty() {
                        return Ok(passed);
                    }
                    child = Some(passed);
                }
            }
        }
    }

    /// Begins an instruction, or goes on with it.
    #[inline]
    fn step(&mut self, instr: Instr, child: Option<bool>) -> Step {
        if instr.family() != Family::Leaf {
            return ops::apply(self, instr, child);
        }
        let spot = self.top().spot;
        if ops::leaf(self, instr, spot)? {
            return Ok(Flow::Pass);
        }
        self.fail(0)
    }

    /// Drops the rows that are not settled: those of branches that may be dropped when their instruction is done.
    fn drop_tentative(&mut self) {
        let tentative = self.frames.iter().find_map(|frame| {
            let instr = (frame.at < frame.end).then(|| self.section.instr(frame.at))?;
            match (instr, &frame.state) {
                (Instr::AnyOf(_) | Instr::OneOf(_) | Instr::Not(_), State::Position { rows, .. })
                // The test of a condition; what comes after it counts.
                | (Instr::If(_), State::Position { at: 1, rows, .. })
                | (Instr::Contains(_), State::Items { rows, .. }) => Some(*rows),
                _ => None,
            }
        });
        if let Some(mark) = tentative {
            self.sink.rewind(mark, &mut self.fuel);
        }
    }

    /// Fails the current instruction, with a row of its own.
    #[inline]
    pub(crate) fn fail(&mut self, number: u64) -> Step {
        if S::REPORTS {
            let &mut Frame { spot, at: instr, block, path, descended, .. } = self.top();
            let (name, is_name) = match (spot, self.section.instr(instr)) {
                (Spot::Name(name), _) => (Some(name), true),
                (Spot::Node(_), Instr::Fail) if descended => (self.sink.member(path), false),
                (Spot::Node(_), Instr::Fail) => (None, false),
                (Spot::Node(_), _) => (ops::missing_name(self)?, false),
            };
            self.sink.fail(Row { instr, block, path, name, is_name, number }, &mut self.fuel)?;
        }
        Ok(Flow::Fail)
    }

    /// Applies the block of an edge to the value of the current one.
    #[inline]
    pub(crate) fn here(&mut self, edge: EdgeId) -> Result<Option<bool>, Exhausted> {
        let block = self.section.edge(edge).block;
        self.bound(edge, block)
    }

    /// Applies a block that the dynamic scope has in the place of that of an edge.
    #[inline]
    pub(crate) fn bound(
        &mut self,
        edge: EdgeId,
        block: BlockId,
    ) -> Result<Option<bool>, Exhausted> {
        let &mut Frame { spot, depth, inplace, .. } = self.top();
        self.enter::<false>(self.section.edge(edge), block, spot, (depth, inplace), false)
    }

    /// Applies the block of an edge to an item, a member's value or a member's name.
    #[inline(always)]
    pub(crate) fn inside(
        &mut self,
        edge: EdgeId,
        spot: Spot<'a, N>,
    ) -> Result<Option<bool>, Exhausted> {
        self.descend::<false>(edge, spot)
    }

    /// Like [`inside`](Machine::inside), in a walk that has paid for entering all its blocks.
    #[inline(always)]
    pub(crate) fn walk(
        &mut self,
        edge: EdgeId,
        spot: Spot<'a, N>,
    ) -> Result<Option<bool>, Exhausted> {
        self.descend::<true>(edge, spot)
    }

    #[inline(always)]
    fn descend<const PAID: bool>(
        &mut self,
        edge: EdgeId,
        spot: Spot<'a, N>,
    ) -> Result<Option<bool>, Exhausted> {
        let depth = self.top().depth;
        let edge = self.section.edge(edge);
        let (gate, kind) = (edge.gate, KindSet::of(spot.kind()));
        // Most members and items are only tested for their kind.
        let accepted = gate.accepts.intersects(kind);
        if !S::REPORTS
            && (!accepted || gate.bare.contains(kind))
            && depth.saturating_add(edge.levels) <= self.max_depth
            && edge.levels <= self.max_inplace
        {
            if !PAID {
                self.fuel.pay(u64::from(gate.cost))?;
            }
            return Ok(Some(accepted));
        }
        self.enter::<PAID>(edge, edge.block, spot, (depth, 0), true)
    }

    /// Applies a block, from so many levels of depth, and of those at the value: its result, or `None` if a frame was
    /// pushed for it. Then the instruction has to [`wait`](Machine::wait). `PAID` says that its entry is paid for.
    fn enter<const PAID: bool>(
        &mut self,
        edge: &'p Edge,
        id: BlockId,
        spot: Spot<'a, N>,
        (mut depth, mut inplace): (u32, u32),
        descended: bool,
    ) -> Result<Option<bool>, Exhausted> {
        let section = self.section;
        let kind = KindSet::of(spot.kind());
        let (mut edge, mut id, mut hops) = (edge, id, 0);
        loop {
            let block = section.block(id);
            depth = depth.saturating_add(edge.levels);
            inplace = inplace.saturating_add(edge.levels);
            if depth > self.max_depth {
                return Err(self.fuel.stop(Limit::ValidationDepth));
            }
            if inplace > self.max_inplace {
                let limit = if descended { Limit::InplaceDepth } else { self.inplace_limit(id) };
                return Err(self.fuel.stop(limit));
            }
            if !PAID || hops > 0 {
                self.fuel.pay(u64::from(block.gate.cost))?;
            }
            // A report wants to know of every keyword.
            if !S::REPORTS {
                if !block.gate.accepts.intersects(kind) {
                    return Ok(Some(false));
                }
                if block.gate.leaf.contains(kind) {
                    return self.leaves(block.range(), spot).map(Some);
                }
                if block.tail
                    && hops < HOPS
                    && inplace <= self.max_inplace / 2
                    && edge.scope.is_none()
                {
                    let last = block.range().end - 1;
                    if !self.leaves(block.range().start..last, spot)? {
                        return Ok(Some(false));
                    }
                    let Some(next) = ops::next(self, section.instr(last), spot)? else {
                        return Ok(Some(false));
                    };
                    edge = section.edge(next);
                    id = edge.block;
                    hops += 1;
                    continue;
                }
            }
            self.push(edge, id, spot, (depth, inplace), descended)?;
            return Ok(None);
        }
    }

    fn push(
        &mut self,
        edge: &Edge,
        id: BlockId,
        spot: Spot<'a, N>,
        (depth, inplace): (u32, u32),
        descended: bool,
    ) -> Result<(), Exhausted> {
        // A block that the dynamic scope gave is in a resource that was entered before, and this edge does not lead
        // there.
        let scope = edge.scope.filter(|_| id == edge.block);
        let bindings = scope.map_or(&[][..], |scope| self.section.scope(scope));
        if !bindings.is_empty() {
            self.fuel.pay(bindings.len() as u64)?;
        }
        if self.frames.len() == self.room {
            self.grow()?;
        }
        let block = self.section.block(id);
        let range = block.range();
        self.frames.push(Frame {
            spot,
            block: id,
            at: range.start,
            end: range.end,
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
            state: State::Start,
        });
        if !bindings.is_empty() {
            self.bind(bindings);
        }
        Ok(())
    }

    /// Makes room for twice the frames. It is not given back: frames that were left leave their memory behind.
    #[cold]
    fn grow(&mut self) -> Result<(), Exhausted> {
        let more = self.room;
        self.fuel.hold((more as u64).saturating_mul(FRAME_UNITS))?;
        self.frames.reserve_exact(more);
        self.room += more;
        Ok(())
    }

    /// Lets the instruction below the frame that was just pushed wait for it, in the state that it has or is given;
    /// `token` is the way to the frame's value.
    #[inline]
    pub(crate) fn wait(
        &mut self,
        edge: EdgeId,
        token: Token<'p>,
        state: Option<State<'a, N, S::Mark>>,
    ) -> Step {
        let last = self.frames.len() - 1;
        if let Some(state) = state {
            self.frames[last - 1].state = state;
        }
        if S::REPORTS {
            let from = self.frames[last - 1].path;
            self.frames[last].path = self.sink.enter(from, token, edge, &mut self.fuel)?;
        }
        Ok(Flow::Wait)
    }

    /// Evaluates a run of leaves.
    #[inline]
    fn leaves(
        &mut self,
        range: core::ops::Range<u32>,
        spot: Spot<'a, N>,
    ) -> Result<bool, Exhausted> {
        for at in range {
            if !ops::leaf(self, self.section.instr(at), spot)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Leaves the current block.
    fn leave(&mut self, passed: bool) {
        let rows = self.top().rows;
        if self.section.keeps() {
            self.undo(passed);
        }
        self.sink.leave(rows, &mut self.fuel);
        self.frames.truncate(self.frames.len() - 1);
    }

    /// Undoes what the current block bound and noted down, as far as it does not outlive it.
    fn undo(&mut self, passed: bool) {
        let &mut Frame { heights, descended, tracks, .. } = self.top();
        let stacks = &mut *self.stacks;
        while stacks.bound.len() > heights.bound {
            if let Some(slot) = stacks.bound.pop() {
                stacks.slots[slot.index()] = None;
            }
        }
        ops::drop_bits(stacks, &mut self.fuel, heights.bits);
        if !passed || descended || !tracks.any() {
            ops::drop_marks(stacks, &mut self.fuel, heights.marks);
        }
    }

    /// Binds what entering a schema resource binds; the first to bind a slot wins (Core 8.2.3.2).
    fn bind(&mut self, bindings: &[(SlotId, BlockId)]) {
        for &(slot, block) in bindings {
            let bound = &mut self.stacks.slots[slot.index()];
            if bound.is_none() {
                *bound = Some(block);
                self.stacks.bound.push(slot);
            }
        }
        self.top().heights.scope = self.stacks.bound.len();
    }

    /// Which limit a chain of blocks at one value meets: a loop, if one of them is under way there twice in the same
    /// dynamic scope. It need not be the one that is about to begin, which a loop may only pass on its way.
    fn inplace_limit(&self, block: BlockId) -> Limit {
        let mut here = true;
        let mut chain: Vec<_> = self
            .frames
            .iter()
            .rev()
            .take_while(|frame| core::mem::replace(&mut here, !frame.descended))
            .map(|frame| (frame.block, frame.heights.scope))
            .chain([(block, self.stacks.bound.len())])
            .collect();
        chain.sort_unstable();
        let repeated = chain.windows(2).any(|pair| pair[0] == pair[1]);
        if repeated { Limit::Loop } else { Limit::InplaceDepth }
    }

    fn stopped(&self, limits: &Limits, steps: u64, entry: BlockId) -> Stopped {
        let limit = self.fuel.met();
        let max = match limit {
            Limit::ValidationDepth => limits.validation_depth,
            Limit::InplaceDepth | Limit::Loop => limits.inplace_depth,
            Limit::ScratchUnits => limits.scratch_units,
            Limit::FormatBytes => limits.format_bytes,
            _ => limits.validation_steps,
        };
        let above = self.frames.iter().skip(1);
        let tokens = self.frames.iter().zip(above).map(|(below, frame)| match frame.descended {
            true => ops::token(self, below),
            false => Token::Here,
        });
        let instance = report::place(limits.error_bytes, |out| report::write_pointer(out, tokens));
        let (location, keyword) = match self.frames.last() {
            Some(top) if top.at < top.end => {
                let site = self.section.site(top.at);
                (site.location, self.tables.string(site.keyword))
            }
            Some(top) => (self.section.block(top.block).location, ""),
            // It needed no frame, or did not begin.
            None => (self.section.block(entry).location, ""),
        };
        let schema = report::place(limits.error_bytes, |out| {
            report::write_location(out, self.tables, location, keyword)
        });
        Stopped::new(limit, max, steps, instance, schema)
    }
}
