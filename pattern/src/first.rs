//! What a part of a program can begin with: by this the backtracker sees at once where nothing can match.
//!
//! Invariant: what is said to begin nothing begins nothing; the converse need not hold.

use crate::ast::Assertion;
use crate::charset::CharSet;
use crate::program::{Direction, Inst, Program, Run};

/// The most instructions that are looked at, so that a program is not read anew for each of its parts.
const LOOKED_AT: usize = 64;

/// The characters that can be consumed first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct First {
    /// Those of ASCII, a bit for each.
    ascii: u128,
    /// Whether there are others.
    others: bool,
    /// Whether it may match at the end of the text.
    end: bool,
    /// Whether it may match without consuming anything, at other places too.
    empty: bool,
}

impl First {
    /// What the program can consume first from an instruction on.
    pub(crate) fn of(program: &Program, at: u32, direction: Direction) -> First {
        let mut first = First::default();
        let mut seen = Vec::new();
        let mut stack = vec![at];
        while let Some(at) = stack.pop() {
            if seen.contains(&at) {
                continue;
            }
            if seen.len() == LOOKED_AT {
                first.empty = true;
                break;
            }
            seen.push(at);
            match program.code().inst(at) {
                Inst::Char(c, way) if way == direction => first.add_char(c),
                Inst::Set(set, way) if way == direction => first.add(program, set),
                Inst::Run(Run { set, direction: way, .. }) if way == direction => {
                    first.add(program, set);
                    stack.push(at + 1);
                }
                Inst::Assert(Assertion::End) if direction == Direction::Forward => first.end = true,
                Inst::Rest(automaton) => first.add_automaton(program, automaton),
                Inst::Jump(to) => stack.push(to),
                Inst::Split(one, other) => stack.extend([one, other]),
                // What a look-around asks for beside is left open.
                Inst::Look(_, to) => stack.push(to),
                Inst::Assert(_)
                | Inst::Save(_)
                | Inst::Clear(..)
                | Inst::Progress(_)
                | Inst::Peek(..) => stack.push(at + 1),
                _ => first.empty = true,
            }
        }
        first
    }

    fn add_char(&mut self, c: char) {
        match u32::from(c) {
            code @ 0..128 => self.ascii |= 1 << code,
            _ => self.others = true,
        }
    }

    fn add_set(&mut self, set: &CharSet) {
        self.ascii |= set.ascii();
        self.others |= set.ranges().last().is_some_and(|&(_, high)| high >= 128);
    }

    fn add(&mut self, program: &Program, set: u32) {
        if let Some(set) = program.sets.get(set as usize) {
            self.add_set(set);
        }
    }

    fn add_automaton(&mut self, program: &Program, automaton: u32) {
        let automaton = program.automata.get(automaton as usize);
        let (Some(automaton), Some(alphabet)) = (automaton, &program.alphabet) else {
            self.empty = true;
            return;
        };
        let ascii = (0..128u8).filter(|&c| automaton.may_begin(alphabet.class(c.into())));
        self.ascii |= ascii.fold(0, |bits, c| bits | 1 << c);
        self.others = true;
        self.end |= automaton.may_be_empty();
    }

    /// The bytes that a match can begin with, if each match begins with a character: the first byte of each.
    pub(crate) fn bytes(&self) -> Option<Box<[bool; 256]>> {
        if self.empty || self.end {
            return None;
        }
        let begins = |byte: usize| match byte {
            0..128 => self.ascii >> byte & 1 == 1,
            // The first byte of a character; those that follow are below.
            byte => self.others && byte >= 0xC0,
        };
        Some(Box::new(std::array::from_fn(begins)))
    }

    /// Whether nothing can begin where a character of the set is next.
    pub(crate) fn excludes(&self, set: &CharSet) -> bool {
        let mut other = First::default();
        other.add_set(set);
        !self.empty && self.ascii & other.ascii == 0 && !(self.others && other.others)
    }
}
