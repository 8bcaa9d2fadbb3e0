//! The interpreter's loop: frames, calls, returns, and what is bound and noted on the way.
//!
//! The current frame is a field, the ones below it are a stack in the scratch. An instruction that applies blocks is
//! a function that is called again with each block's result until it passes or fails, so evaluation can stop and go
//! on between any two steps.
//!
//! Invariant: every block that is entered pays its static cost first, one step at least, and counts as one level of
//! depth, with a frame or without.

use alloc::vec::Vec;

use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;
use jsonbound_json::Node;
use jsonbound_program::{
    BlockId, Cache, EdgeId, Exhausted, Family, Instr, KindSet, Program, ScopeId, Section, Tables,
};

use crate::frame::{Frame, Spot, State, Token};
use crate::fuel::Fuel;
use crate::limits::Limits;
use crate::ops;
use crate::report;
use crate::scratch::{Scratch, Stacks};
use crate::sink::{Row, Sink};
use crate::stopped::{Limit, Stopped};

/// What a frame counts for, in scratch units: the largest are about half of it, and a stack that grows is copied.
const FRAME_UNITS: u64 = 512;

/// What an instruction wants next.
pub(crate) enum Flow<'p, 'a, N> {
    /// It passed: on to the next one.
    Pass,
    /// It failed.
    Fail,
    /// It needs the result of a block.
    Call(Call<'p, 'a, N>),
}

/// A block to apply.
pub(crate) struct Call<'p, 'a, N> {
    pub edge: EdgeId,
    pub block: BlockId,
    pub spot: Spot<'a, N>,
    pub token: Token<'p>,
}

pub(crate) type Step<'p, 'a, N> = Result<Flow<'p, 'a, N>, Exhausted>;

/// An evaluation that is under way.
pub(crate) struct Machine<'p, 's, 'a, N: Node<'a>, S: Sink<'p>> {
    pub section: &'p Section,
    pub tables: &'p Tables,
    pub top: Frame<'p, 'a, N, S>,
    below: BumpVec<'s, Frame<'p, 'a, N, S>>,
    pub bump: &'s Bump,
    pub stacks: &'s mut Stacks,
    pub caches: &'s mut [Option<Cache>],
    pub keys: &'s ahash::RandomState,
    pub fuel: Fuel,
    pub sink: S,
    max_depth: u64,
    max_inplace: u64,
}

/// Runs a program from an entry point, on what is left of the steps after `spent`; gives the verdict and the
/// sink, which keeps what is settled if the run was stopped.
pub(crate) fn run<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    program: &'p Program,
    entry: EdgeId,
    instance: N,
    limits: &Limits,
    scratch: &mut Scratch,
    sink: S,
    spent: u64,
) -> (Result<bool, Stopped>, S) {
    scratch.prepare(program);
    let fuel = Fuel::new(limits, spent);
    let (steps, answer, sink) = evaluate(program, entry, instance, limits, scratch, (sink, fuel));
    scratch.set_steps(steps);
    (answer, sink)
}

/// Runs on a scratch that is prepared; gives the steps, the verdict and the sink.
fn evaluate<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    program: &'p Program,
    entry: EdgeId,
    instance: N,
    limits: &Limits,
    scratch: &mut Scratch,
    (sink, fuel): (S, Fuel),
) -> (u64, Result<bool, Stopped>, S) {
    let section = program.plain();
    let edge = section.edge(entry);
    let block = section.block(edge.block);
    let Scratch { bump, stacks, caches, keys, .. } = scratch;
    let top = Frame {
        spot: Spot::Node(instance),
        token: Token::Here,
        block: edge.block,
        tracks: block.tracks,
        at: block.range().start,
        end: block.range().end,
        passed: true,
        depth: 1,
        inplace: 1,
        marks: 0,
        bits: 0,
        bound: 0,
        scope: 0,
        path: S::Path::default(),
        rows: sink.mark(),
        state: State::Start,
    };
    let mut machine = Machine {
        section,
        tables: program.tables(),
        top,
        below: BumpVec::new_in(bump),
        bump,
        stacks,
        caches,
        keys,
        fuel,
        sink,
        max_depth: limits.validation_depth,
        max_inplace: limits.inplace_depth,
    };
    let answer = machine.start(edge.scope, u64::from(block.cost)).and_then(|()| machine.run());
    let steps = limits.validation_steps - machine.fuel.left();
    let answer = answer.map_err(|Exhausted| {
        machine.drop_tentative();
        machine.stopped(limits, steps)
    });
    (steps, answer, machine.sink)
}

impl<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>> Machine<'p, '_, 'a, N, S> {
    fn start(&mut self, scope: Option<ScopeId>, cost: u64) -> Result<(), Exhausted> {
        if self.max_depth == 0 {
            return Err(self.fuel.stop(Limit::ValidationDepth));
        }
        if self.max_inplace == 0 {
            return Err(self.fuel.stop(Limit::InplaceDepth));
        }
        self.fuel.pay(cost)?;
        self.fuel.hold(FRAME_UNITS)?;
        self.bind(scope)
    }

    fn run(&mut self) -> Result<bool, Exhausted> {
        let mut child = None;
        loop {
            if self.top.at == self.top.end {
                match self.leave(self.top.passed) {
                    Some(passed) => child = Some(passed),
                    None => return Ok(self.top.passed),
                }
                continue;
            }
            match self.step(child.take())? {
                Flow::Pass => self.advance(),
                Flow::Fail if S::REPORTS => {
                    self.top.passed = false;
                    self.advance();
                }
                Flow::Fail => match self.leave(false) {
                    Some(passed) => child = Some(passed),
                    None => return Ok(false),
                },
                Flow::Call(call) => child = self.enter(call)?,
            }
        }
    }

    fn advance(&mut self) {
        self.top.at += 1;
        self.top.state = State::Start;
    }

    /// Begins the current instruction, or goes on with it.
    fn step(&mut self, child: Option<bool>) -> Step<'p, 'a, N> {
        let instr = self.section.instr(self.top.at);
        if instr.family() != Family::Leaf {
            return ops::apply(self, instr, child);
        }
        if ops::leaf(self, instr, self.top.spot)? {
            return Ok(Flow::Pass);
        }
        self.fail(0)
    }

    /// Drops the rows that are not settled: those of branches that may be dropped when their instruction is done.
    fn drop_tentative(&mut self) {
        let tentative = self.below.iter().chain([&self.top]).find_map(|frame| {
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
    pub(crate) fn fail(&mut self, number: u64) -> Step<'p, 'a, N> {
        if S::REPORTS {
            let (name, is_name) = match (self.top.spot, self.section.instr(self.top.at)) {
                (Spot::Name(name), _) => (Some(name), true),
                (Spot::Node(_), Instr::Fail) => (self.top.token.member(), false),
                (Spot::Node(_), _) => (ops::missing_name(self)?, false),
            };
            let Frame { at: instr, block, path, .. } = self.top;
            self.sink.fail(Row { instr, block, path, name, is_name, number }, &mut self.fuel)?;
        }
        Ok(Flow::Fail)
    }

    /// Applies a block. Leaves are answered at once; for others a frame is pushed.
    fn enter(&mut self, call: Call<'p, 'a, N>) -> Result<Option<bool>, Exhausted> {
        let section = self.section;
        let edge = section.edge(call.edge);
        let block = section.block(call.block);
        let depth = self.top.depth.saturating_add(1);
        let inplace =
            if call.token == Token::Here { self.top.inplace.saturating_add(1) } else { 1 };
        if u64::from(depth) > self.max_depth {
            return Err(self.fuel.stop(Limit::ValidationDepth));
        }
        if u64::from(inplace) > self.max_inplace {
            return Err(self.fuel.stop(self.inplace_limit(call.block)));
        }
        self.fuel.pay(u64::from(block.cost))?;
        if !S::REPORTS {
            if !block.accepts.intersects(KindSet::of(call.spot.kind())) {
                return Ok(Some(false));
            }
            if block.leaf {
                return self.leaf_block(block.range(), call.spot).map(Some);
            }
        }
        self.fuel.hold(FRAME_UNITS)?;
        let rows = self.sink.mark();
        let frame = Frame {
            spot: call.spot,
            token: call.token,
            block: call.block,
            tracks: block.tracks,
            at: block.range().start,
            end: block.range().end,
            passed: true,
            depth,
            inplace,
            marks: self.stacks.marks.len(),
            bits: self.stacks.bits.len(),
            bound: self.stacks.bound.len(),
            scope: 0,
            path: self.sink.enter(self.top.path, call.token, call.edge, &mut self.fuel)?,
            rows,
            state: State::Start,
        };
        self.below.push(core::mem::replace(&mut self.top, frame));
        // A block that the dynamic scope gave is in a resource that was entered before, and this edge does not lead
        // there.
        self.bind(edge.scope.filter(|_| call.block == edge.block))?;
        Ok(None)
    }

    fn leaf_block(
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

    /// Leaves the current block: `None` if it was the outermost, else its result for the frame below.
    fn leave(&mut self, passed: bool) -> Option<bool> {
        self.fuel.release(FRAME_UNITS);
        self.top.passed = passed;
        let below = self.below.pop()?;
        let stacks = &mut *self.stacks;
        while stacks.bound.len() > self.top.bound {
            if let Some(slot) = stacks.bound.pop() {
                stacks.slots[slot.index()] = None;
            }
        }
        ops::drop_bits(stacks, &mut self.fuel, self.top.bits);
        if !passed || self.top.token != Token::Here || !self.top.tracks.any() {
            ops::drop_marks(stacks, &mut self.fuel, self.top.marks);
        }
        self.sink.leave(self.top.rows, &mut self.fuel);
        self.top = below;
        Some(passed)
    }

    /// Binds what entering a schema resource binds; the first to bind a slot wins (Core 8.2.3.2).
    fn bind(&mut self, scope: Option<ScopeId>) -> Result<(), Exhausted> {
        let bindings = scope.map_or(&[][..], |scope| self.section.scope(scope));
        self.fuel.pay(bindings.len() as u64)?;
        for &(slot, block) in bindings {
            let bound = &mut self.stacks.slots[slot.index()];
            if bound.is_none() {
                *bound = Some(block);
                self.stacks.bound.push(slot);
            }
        }
        self.top.scope = self.stacks.bound.len();
        Ok(())
    }

    /// Which limit a chain of blocks at one value meets: a loop, if one of them is under way there twice in the same
    /// dynamic scope. It need not be the one that is about to begin, which a loop may only pass on its way.
    fn inplace_limit(&self, block: BlockId) -> Limit {
        let mut here = true;
        let mut chain: Vec<_> = core::iter::once(&self.top)
            .chain(self.below.iter().rev())
            .take_while(|frame| core::mem::replace(&mut here, frame.token == Token::Here))
            .map(|frame| (frame.block, frame.scope))
            .chain([(block, self.top.scope)])
            .collect();
        chain.sort_unstable();
        let repeated = chain.windows(2).any(|pair| pair[0] == pair[1]);
        if repeated { Limit::Loop } else { Limit::InplaceDepth }
    }

    /// Applies the block of an edge to the same value.
    pub(crate) fn here(&self, edge: EdgeId) -> Step<'p, 'a, N> {
        let block = self.section.edge(edge).block;
        Ok(Flow::Call(Call { edge, block, spot: self.top.spot, token: Token::Here }))
    }

    /// Applies the block of an edge to an item, a member's value or a member's name.
    pub(crate) fn descend(
        &self,
        edge: EdgeId,
        spot: Spot<'a, N>,
        token: Token<'p>,
    ) -> Step<'p, 'a, N> {
        Ok(Flow::Call(Call { edge, block: self.section.edge(edge).block, spot, token }))
    }

    fn stopped(&self, limits: &Limits, steps: u64) -> Stopped {
        let limit = self.fuel.met();
        let max = match limit {
            Limit::ValidationDepth => limits.validation_depth,
            Limit::InplaceDepth | Limit::Loop => limits.inplace_depth,
            Limit::ScratchUnits => limits.scratch_units,
            _ => limits.validation_steps,
        };
        let tokens = self.below.iter().chain(core::iter::once(&self.top)).map(|frame| frame.token);
        let instance = report::place(limits.error_bytes, |out| report::write_pointer(out, tokens));
        let location = self.section.block(self.top.block).location;
        let keyword = match self.top.at < self.top.end {
            true => self.tables.string(self.section.keyword(self.top.at)),
            false => "",
        };
        let schema = report::place(limits.error_bytes, |out| {
            report::write_location(out, self.tables, location, keyword)
        });
        Stopped::new(limit, max, steps, instance, schema)
    }
}
