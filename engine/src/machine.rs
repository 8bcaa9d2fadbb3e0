//! The interpreter's loop: frames, calls, returns, and what is bound and noted on the way.
//!
//! Frames are a stack that stays where it is; the last one is the block under way. An instruction that applies blocks
//! is a function that is called again with each block's result until it passes or fails, so evaluation can stop and
//! go on between any two steps. What is decided without a frame does not come here: it is in `enter`.
//!
//! Invariant: nothing recurses, and what a frame binds and notes down is undone when it is left.

use alloc::vec::Vec;

use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;
use jsonbound_json::Node;
use jsonbound_program::{
    BlockId, Cache, EdgeId, EntryId, Exhausted, Family, Instr, Program, Section, SlotId, Tables,
};

use crate::frame::{Frame, Pending, Spot, State, Token};
use crate::fuel::Fuel;
use crate::limits::Limits;
use crate::ops;
use crate::report;
use crate::scratch::{Scratch, Stacks};
use crate::sink::{Row, Sink};
use crate::stopped::{Limit, Stopped};

/// What became of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    /// It passed: on to the next one.
    Pass,
    /// It failed.
    Fail,
    /// It waits for the block of the frame that was pushed; ahead of a frame, it waits for one of its own.
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
    /// What walks over members have set aside.
    pub pending: BumpVec<'s, Pending<'p, N>>,
    /// How far an instruction has come ahead of the frame that it waits for.
    pub begun: State<'a, N, S::Mark>,
    pub bump: &'s Bump,
    pub stacks: &'s mut Stacks,
    pub caches: &'s mut [Option<Cache>],
    pub keys: &'s ahash::RandomState,
    pub fuel: Fuel,
    pub sink: S,
    /// The position of the frame whose instruction applies the block that was entered last.
    pub waiting: usize,
    /// The number of frames, and of blocks set aside, that there is room for.
    pub frame_room: usize,
    pub pending_room: usize,
    pub max_depth: u32,
    pub max_inplace: u32,
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
        frames: BumpVec::new_in(bump),
        waiting: 0,
        begun: State::Start,
        pending: BumpVec::new_in(bump),
        frame_room: 0,
        pending_room: 0,
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
        self.fuel.pay(1)?;
        let mut child = self.enter(self.descended(entry, spot, 0))?;
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

    /// Lets the instruction below the frame that was just pushed wait for it, in the state that it has or is given;
    /// `token` is the way to the frame's value.
    #[inline]
    pub(crate) fn wait(
        &mut self,
        edge: EdgeId,
        token: Token<'p>,
        state: Option<State<'a, N, S::Mark>>,
    ) -> Step {
        if let Some(state) = state {
            self.frames[self.waiting].state = state;
        }
        if S::REPORTS {
            let last = self.frames.len() - 1;
            let from = self.frames[last - 1].path;
            self.frames[last].path = self.sink.enter(from, token, edge, &mut self.fuel)?;
        }
        Ok(Flow::Wait)
    }

    /// Lets an instruction wait for the block of an edge at the same value, or ahead of a frame for one of its own.
    #[inline]
    pub(crate) fn wait_here<const AHEAD: bool>(
        &mut self,
        edge: EdgeId,
        state: State<'a, N, S::Mark>,
    ) -> Step {
        if AHEAD {
            self.begun = state;
            return Ok(Flow::Wait);
        }
        self.wait(edge, Token::Here, Some(state))
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
    pub(crate) fn bind(&mut self, bindings: &[(SlotId, BlockId)]) {
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
    pub(crate) fn inplace_limit(&self, block: BlockId) -> Limit {
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
