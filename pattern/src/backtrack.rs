//! The matcher for look-around and back-references, which no automaton has: one path after another, on a stack of our
//! own, each instruction paid for.
//!
//! What an automaton can do is left to one: a look-around whose body is regular, and the end of the pattern. A path
//! then needs no stack for it, and takes no longer than the text. Where nothing can begin, nothing is begun.
//!
//! It follows the matching rules of ECMA-262, section 22.2.2: alternatives in order, captures forgotten by each
//! repetition, no empty repetition beyond the minimum, look-around as one unit, look-behind read backwards. A pattern
//! may take exponential time, and then runs out: that is [`Exhausted`], never "no match".
//!
//! Invariant: what a path changed is on the stack above its choice, so going back restores the slots exactly.

use jsonbound_program::{Cache, Exhausted, Matcher, Meter};

use crate::alphabet::Alphabet;
use crate::automaton::Automaton;
use crate::cost;
use crate::first::First;
use crate::program::{Direction, Inst, Program, Run, holds};

#[derive(Debug)]
pub(crate) struct Backtracker {
    program: Program,
    anchored: bool,
    /// The bytes that a match can begin with, if it cannot be empty.
    begins: Option<Box<[bool; 256]>>,
}

impl Backtracker {
    pub(crate) fn new(program: Program) -> Self {
        let anchored = program.code().is_anchored();
        let begins = First::of(&program, 0, Direction::Forward).bytes();
        Self { program, anchored, begins }
    }
}

impl Matcher for Backtracker {
    fn cache(&self) -> Cache {
        Box::new(Scratch::default())
    }

    fn is_match(
        &self,
        text: &str,
        cache: &mut Cache,
        meter: &mut dyn Meter,
    ) -> Result<bool, Exhausted> {
        if !cache.is::<Scratch>() {
            *cache = self.cache();
        }
        let Some(scratch) = cache.downcast_mut::<Scratch>() else { return Ok(false) };
        let units = cost::SLOT_UNITS * u64::from(self.program.slots);
        meter.hold(units)?;
        let mut search =
            Search { matcher: self, text, scratch, meter, held: 0, credit: 0, ahead: 1 };
        let outcome = search.run();
        let held = search.held as u64 * cost::FRAME_UNITS;
        meter.release(units + held);
        scratch.frames.clear();
        scratch.frames.shrink_to(KEPT);
        outcome
    }
}

/// The frames whose memory is kept from one match to the next, however deep a match went.
const KEPT: usize = 1 << 9;

/// The memory of a match, kept for the next.
#[derive(Debug, Default)]
struct Scratch {
    frames: Vec<Frame>,
    slots: Vec<Option<usize>>,
}

/// What to do when a path fails.
#[derive(Debug, Clone, Copy)]
enum Frame {
    /// Go on there instead.
    Choice { inst: u32, at: usize },
    /// Restore a slot, and fail further.
    Slot { slot: u32, old: Option<usize> },
    /// A run may give back a character, on the way to where it began; then go on there.
    Run { inst: u32, from: usize, at: usize },
    /// A look-around failed: go on there if that is what it wants, or fail further.
    Look { negative: bool, next: u32, at: usize },
}

/// Where a path is: the next instruction and the offset into the text.
type Place = (u32, usize);

/// What an instruction leads to.
enum Next {
    Go(u32, usize),
    Fail,
    Matched,
}

struct Search<'a> {
    matcher: &'a Backtracker,
    text: &'a str,
    scratch: &'a mut Scratch,
    meter: &'a mut dyn Meter,
    /// How many frames scratch memory is held for.
    held: usize,
    /// Steps that are paid for and not yet used, and how many are paid for at a time: ever more, up to a bound, so
    /// that a short search pays for little that it does not use, and a long one seldom pays.
    credit: u64,
    ahead: u64,
}

impl Search<'_> {
    #[inline]
    fn pay(&mut self, steps: u64) -> Result<(), Exhausted> {
        if cfg!(jsonbound_unmetered) {
            return Ok(());
        }
        match self.credit.checked_sub(steps) {
            Some(left) => {
                self.credit = left;
                Ok(())
            }
            None => self.pay_ahead(steps),
        }
    }

    fn pay_ahead(&mut self, steps: u64) -> Result<(), Exhausted> {
        let paid = (steps - self.credit).max(self.ahead);
        self.meter.pay(paid)?;
        self.credit = self.credit + paid - steps;
        self.ahead = (self.ahead * 2).min(cost::AHEAD);
        Ok(())
    }

    fn run(&mut self) -> Result<bool, Exhausted> {
        self.pay(cost::STEP)?;
        let mut start = 0;
        loop {
            if let Some(begins) = &self.matcher.begins {
                let Some(next) = self.find(begins, start)? else { return Ok(false) };
                if next > 0 && self.matcher.anchored {
                    return Ok(false);
                }
                start = next;
            }
            if self.attempt(start)? {
                return Ok(true);
            }
            match self.after(start) {
                Some(c) if !self.matcher.anchored => start += c.len_utf8(),
                _ => return Ok(false),
            }
        }
    }

    /// The next place, from `start` on, whose byte can begin a match.
    fn find(&mut self, begins: &[bool; 256], start: usize) -> Result<Option<usize>, Exhausted> {
        let mut at = start;
        for chunk in self.text.as_bytes().get(start..).unwrap_or_default().chunks(cost::SKIPPED) {
            self.pay(cost::STEP)?;
            match chunk.iter().position(|&byte| begins[usize::from(byte)]) {
                Some(found) => return Ok(Some(at + found)),
                None if self.matcher.anchored => return Ok(None),
                None => at += chunk.len(),
            }
        }
        Ok(None)
    }

    /// Whether the pattern matches from this offset on.
    fn attempt(&mut self, start: usize) -> Result<bool, Exhausted> {
        let slots = self.matcher.program.slots as usize;
        self.pay(cost::slots(slots))?;
        self.scratch.frames.clear();
        self.scratch.slots.clear();
        self.scratch.slots.resize(slots, None);
        let (mut inst, mut at) = (0, start);
        loop {
            self.pay(cost::STEP)?;
            (inst, at) = match self.step(inst, at)? {
                Next::Go(inst, at) => (inst, at),
                Next::Matched => return Ok(true),
                Next::Fail => match self.go_back() {
                    Some(place) => place,
                    None => return Ok(false),
                },
            };
        }
    }

    fn step(&mut self, inst: u32, at: usize) -> Result<Next, Exhausted> {
        let next = inst + 1;
        let code = self.matcher.program.code();
        Ok(match code.inst(inst) {
            Inst::Char(expected, direction) => match self.beside(at, direction) {
                Some((c, beyond)) => go_if(c == expected, next, beyond),
                None => Next::Fail,
            },
            Inst::Set(set, direction) => match self.beside(at, direction) {
                Some((c, beyond)) => {
                    if !c.is_ascii() {
                        self.pay(cost::SET)?;
                    }
                    go_if(code.set_contains(set, c), next, beyond)
                }
                None => Next::Fail,
            },
            Inst::Assert(assertion) => {
                go_if(holds(assertion, self.before(at), self.after(at)), next, at)
            }
            Inst::Split(first, second) => {
                self.push(Frame::Choice { inst: second, at })?;
                Next::Go(first, at)
            }
            Inst::Jump(to) => Next::Go(to, at),
            Inst::Save(slot) => {
                self.set(slot, Some(at))?;
                Next::Go(next, at)
            }
            Inst::Clear(from, to) => {
                self.pay(cost::slots((to - from) as usize))?;
                for slot in from..to {
                    self.set(slot, None)?;
                }
                Next::Go(next, at)
            }
            Inst::Progress(slot) => go_if(self.get(slot) != Some(at), next, at),
            Inst::BackReference(slot, direction) => self.refer(slot, direction, next, at)?,
            Inst::Look(negative, after) => {
                self.push(Frame::Look { negative, next: after, at })?;
                Next::Go(next, at)
            }
            Inst::LookEnd => self.end_look()?,
            Inst::Match => Next::Matched,
            Inst::Run(run) => Next::Go(next, self.take(run, next, at)?),
            Inst::Peek(negative, automaton) => {
                go_if(self.accepts(automaton, at)? != negative, next, at)
            }
            Inst::Rest(automaton) => match self.accepts(automaton, at)? {
                true => Next::Matched,
                false => Next::Fail,
            },
        })
    }

    /// Takes as many characters of a set as there are; returns the place behind them.
    fn take(&mut self, run: Run, next: u32, from: usize) -> Result<usize, Exhausted> {
        let Some(set) = self.matcher.program.sets.get(run.set as usize) else { return Ok(from) };
        let (mut at, mut left) = (from, run.max);
        while left > 0
            && let Some((c, beyond)) = self.beside(at, run.direction)
            && set.contains(c)
        {
            if !c.is_ascii() {
                self.pay(cost::SET)?;
            } else if left.is_multiple_of(cost::TAKEN) {
                self.pay(cost::STEP)?;
            }
            at = beyond;
            left -= 1;
        }
        if at != from && !run.keeps {
            self.push(Frame::Run { inst: next, from, at })?;
        }
        Ok(at)
    }

    /// Whether an automaton accepts what lies ahead of it.
    fn accepts(&mut self, automaton: u32, at: usize) -> Result<bool, Exhausted> {
        let program = &self.matcher.program;
        let found = program.automata.get(automaton as usize).zip(program.alphabet.as_ref());
        let Some((automaton, alphabet)) = found else { return Ok(false) };
        let (behind, ahead) = self.text.split_at_checked(at).unwrap_or_default();
        match automaton.direction() {
            Direction::Forward => {
                let before = behind.chars().next_back();
                self.walk(automaton, alphabet, before, ahead.chars())
            }
            Direction::Backward => {
                let before = ahead.chars().next();
                self.walk(automaton, alphabet, before, behind.chars().rev())
            }
        }
    }

    fn walk(
        &mut self,
        automaton: &Automaton,
        alphabet: &Alphabet,
        before: Option<char>,
        ahead: impl Iterator<Item = char>,
    ) -> Result<bool, Exhausted> {
        let mut state = automaton.start(before);
        let mut paid = 0;
        for c in ahead {
            if automaton.is_final(state) {
                break;
            }
            if paid < c.len_utf8() {
                self.pay(cost::WALK)?;
                paid += cost::WALKED;
            }
            paid -= c.len_utf8();
            state = automaton.next(state, alphabet.class(c));
        }
        Ok(automaton.accepts(state))
    }

    /// The character to be consumed in that direction, and the offset beyond it.
    fn beside(&self, at: usize, direction: Direction) -> Option<(char, usize)> {
        match direction {
            Direction::Forward => self.after(at).map(|c| (c, at + c.len_utf8())),
            Direction::Backward => self.before(at).map(|c| (c, at - c.len_utf8())),
        }
    }

    /// BackreferenceMatcher of ECMA-262, section 22.2.2.7.2: a group that captured nothing matches nothing.
    fn refer(
        &mut self,
        slot: u32,
        direction: Direction,
        next: u32,
        at: usize,
    ) -> Result<Next, Exhausted> {
        let (Some(from), Some(to)) = (self.get(slot), self.get(slot + 1)) else {
            return Ok(Next::Go(next, at));
        };
        let captured = self.text.get(from..to).unwrap_or_default();
        let room = match direction {
            Direction::Forward => self.text.len().saturating_sub(at),
            Direction::Backward => at,
        };
        if captured.len() > room {
            return Ok(Next::Fail);
        }
        self.pay(cost::capture(captured.len()))?;
        Ok(match direction {
            Direction::Forward => {
                let found = self.text.get(at..).is_some_and(|rest| rest.starts_with(captured));
                go_if(found, next, at + captured.len())
            }
            Direction::Backward => {
                let found = self.text.get(..at).is_some_and(|rest| rest.ends_with(captured));
                go_if(found, next, at.saturating_sub(captured.len()))
            }
        })
    }

    /// The body of the innermost look-around matched. Its choices are dropped. What it captured stays if it is
    /// positive, to be undone by going back further; otherwise this path fails.
    fn end_look(&mut self) -> Result<Next, Exhausted> {
        let frames = &mut self.scratch.frames;
        let Some(open) = frames.iter().rposition(|frame| matches!(frame, Frame::Look { .. }))
        else {
            return Ok(Next::Fail);
        };
        let above = frames.len() - open;
        self.pay(cost::unwind(above))?;
        let frames = &mut self.scratch.frames;
        let Some(&Frame::Look { negative, next, at }) = frames.get(open) else {
            return Ok(Next::Fail);
        };
        if negative {
            while frames.len() > open {
                if let Some(Frame::Slot { slot, old }) = frames.pop() {
                    restore(&mut self.scratch.slots, slot, old);
                }
            }
            return Ok(Next::Fail);
        }
        let mut kept = open;
        for i in open..frames.len() {
            if let Some(&frame @ Frame::Slot { .. }) = frames.get(i) {
                if let Some(place) = frames.get_mut(kept) {
                    *place = frame;
                }
                kept += 1;
            }
        }
        frames.truncate(kept);
        Ok(Next::Go(next, at))
    }

    /// Undoes the path up to its last choice; returns where to go on.
    fn go_back(&mut self) -> Option<Place> {
        loop {
            match self.scratch.frames.pop()? {
                Frame::Choice { inst, at } => return Some((inst, at)),
                Frame::Slot { slot, old } => restore(&mut self.scratch.slots, slot, old),
                Frame::Run { inst, from, at } => {
                    let at = self.nearer(at, from);
                    if at != from {
                        self.scratch.frames.push(Frame::Run { inst, from, at });
                    }
                    return Some((inst, at));
                }
                Frame::Look { negative: true, next, at } => return Some((next, at)),
                Frame::Look { negative: false, .. } => {}
            }
        }
    }

    fn push(&mut self, frame: Frame) -> Result<(), Exhausted> {
        if self.scratch.frames.len() >= self.held {
            let more = self.held.max(cost::FRAMES);
            self.meter.hold(more as u64 * cost::FRAME_UNITS)?;
            self.scratch.frames.reserve_exact(more);
            self.held += more;
        }
        self.scratch.frames.push(frame);
        Ok(())
    }

    fn get(&self, slot: u32) -> Option<usize> {
        self.scratch.slots.get(slot as usize).copied().flatten()
    }

    fn set(&mut self, slot: u32, value: Option<usize>) -> Result<(), Exhausted> {
        let old = self.get(slot);
        if old != value {
            self.push(Frame::Slot { slot, old })?;
            restore(&mut self.scratch.slots, slot, value);
        }
        Ok(())
    }

    /// The place one character nearer to `from`.
    fn nearer(&self, at: usize, from: usize) -> usize {
        let boundary = |place: &usize| self.text.is_char_boundary(*place);
        match at > from {
            true => (from..at).rev().find(boundary).unwrap_or(from),
            false => (at + 1..from).find(boundary).unwrap_or(from),
        }
    }

    #[inline]
    fn before(&self, at: usize) -> Option<char> {
        match self.text.as_bytes().get(at.wrapping_sub(1)) {
            Some(&byte) if byte.is_ascii() => Some(byte.into()),
            Some(_) => self.text.get(..at)?.chars().next_back(),
            None => None,
        }
    }

    #[inline]
    fn after(&self, at: usize) -> Option<char> {
        match self.text.as_bytes().get(at) {
            Some(&byte) if byte.is_ascii() => Some(byte.into()),
            Some(_) => self.text.get(at..)?.chars().next(),
            None => None,
        }
    }
}

fn restore(slots: &mut [Option<usize>], slot: u32, value: Option<usize>) {
    if let Some(place) = slots.get_mut(slot as usize) {
        *place = value;
    }
}

fn go_if(passes: bool, inst: u32, at: usize) -> Next {
    if passes { Next::Go(inst, at) } else { Next::Fail }
}
