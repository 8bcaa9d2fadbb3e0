//! All paths through a program at once: the step that the determinizer and the set simulation share.
//!
//! Before a character is known, a path waits *in front of* an instruction (`ahead`). Only once the characters on both
//! sides are known are jumps, splits and assertions followed, which leaves the instructions that consume (`reached`).
//! So assertions need no special states. Invariant: each instruction is visited once for each position, so a step is
//! linear in the program.

use crate::program::{Code, Inst, holds};

/// A set of paths, with the memory to advance it.
#[derive(Debug, Default)]
pub(crate) struct Paths {
    /// The instructions that paths wait in front of. No duplicates.
    pub(crate) ahead: Vec<u32>,
    reached: SparseSet,
    stack: Vec<u32>,
}

impl Paths {
    /// No paths, for a program of so many instructions.
    pub(crate) fn reset(&mut self, instructions: usize) {
        self.ahead.clear();
        self.stack.clear();
        self.reached.reset(instructions);
    }

    /// Follows all paths up to what consumes, between the two characters. Returns whether one reached a match; if so,
    /// the rest is not followed.
    pub(crate) fn close(
        &mut self,
        code: Code<'_>,
        before: Option<char>,
        after: Option<char>,
    ) -> bool {
        self.reached.clear();
        self.stack.clear();
        self.stack.extend_from_slice(&self.ahead);
        while let Some(at) = self.stack.pop() {
            if !self.reached.insert(at) {
                continue;
            }
            match code.inst(at) {
                Inst::Match => return true,
                Inst::Jump(to) => self.stack.push(to),
                Inst::Split(first, second) => self.stack.extend([second, first]),
                Inst::Assert(assertion) if holds(assertion, before, after) => {
                    self.stack.push(at + 1);
                }
                _ => {}
            }
        }
        false
    }

    /// Moves the paths that were followed over `c`; the others end.
    pub(crate) fn consume(&mut self, code: Code<'_>, c: char) {
        self.ahead.clear();
        for &at in &self.reached.dense {
            let consumes = match code.inst(at) {
                Inst::Char(expected, _) => c == expected,
                Inst::Set(set, _) => code.set_contains(set, c),
                _ => false,
            };
            if consumes {
                self.ahead.push(at + 1);
            }
        }
    }

    /// How many instructions the last [`close`](Self::close) visited.
    pub(crate) fn visited(&self) -> usize {
        self.reached.dense.len()
    }
}

/// A set of small numbers with constant-time insertion and clearing (Briggs and Torczon, 1993).
#[derive(Debug, Default)]
struct SparseSet {
    dense: Vec<u32>,
    /// Where each member is in `dense`; anything, for others.
    sparse: Vec<u32>,
}

impl SparseSet {
    fn reset(&mut self, capacity: usize) {
        self.dense.clear();
        self.sparse.resize(capacity, 0);
    }

    fn clear(&mut self) {
        self.dense.clear();
    }

    /// Adds the number; returns whether it was not there. Numbers beyond the capacity count as there.
    fn insert(&mut self, number: u32) -> bool {
        let Some(place) = self.sparse.get_mut(number as usize) else { return false };
        if self.dense.get(*place as usize) == Some(&number) {
            return false;
        }
        let Ok(next) = u32::try_from(self.dense.len()) else { return false };
        *place = next;
        self.dense.push(number);
        true
    }
}
