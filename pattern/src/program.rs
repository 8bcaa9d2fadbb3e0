//! What a pattern is compiled to: instructions of a machine that reads one character at a time.
//!
//! Three engines run them: the determinizer and the set simulation, which follow all paths at once, and the
//! backtracker, which follows one after another. Some instructions are for the backtracker alone: they stand for a part
//! of the pattern that needs no single paths. Invariant: every target is an instruction of the program, the last
//! instruction is [`Inst::Match`], and no cycle of jumps and splits lacks an instruction that consumes or, in a metered
//! program, demands progress.

use crate::alphabet::Alphabet;
use crate::ast::Assertion;
use crate::automaton::Automaton;
use crate::charset::CharSet;

/// Which way a construct reads. Look-behind reads backwards (ECMA-262, section 22.2.2.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Forward,
    Backward,
}

/// One instruction. Targets are positions in [`Program::insts`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Inst {
    /// Consumes this character.
    Char(char, Direction),
    /// Consumes a character of this set.
    Set(u32, Direction),
    /// Goes on if the position passes.
    Assert(Assertion),
    /// Goes on at both, the first preferred.
    Split(u32, u32),
    /// Goes on there.
    Jump(u32),
    /// Stores the position in a slot.
    Save(u32),
    /// Empties the slots from the first up to the second.
    Clear(u32, u32),
    /// Goes on if the position differs from the one in the slot.
    Progress(u32),
    /// Consumes again what lies between this slot and the next; nothing if either is empty.
    BackReference(u32, Direction),
    /// Runs what follows up to [`Inst::LookEnd`], then goes on at the target from where it was. If the flag is set, it
    /// goes on only if that failed, otherwise only if that succeeded.
    Look(bool, u32),
    /// Ends a look-around.
    LookEnd,
    /// The pattern matches.
    Match,
    /// Consumes characters of a set, as many as there are up to a bound, and gives them back one by one.
    Run(Run),
    /// A look-around by an automaton: goes on if that accepts what lies ahead, or, if the flag is set, if it does not.
    Peek(bool, u32),
    /// The rest of the pattern by an automaton: the pattern matches if that accepts.
    Rest(u32),
}

/// A repetition of one character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Run {
    /// The set.
    pub(crate) set: u32,
    /// How many at most; `u32::MAX` for no bound.
    pub(crate) max: u32,
    pub(crate) direction: Direction,
    /// Whether nothing need be given back, since what follows cannot begin with a character of the set.
    pub(crate) keeps: bool,
}

/// A compiled pattern.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) insts: Vec<Inst>,
    pub(crate) sets: Vec<CharSet>,
    /// How many slots its instructions use.
    pub(crate) slots: u32,
    /// The automata that its instructions use, and the classes of characters that they are over.
    pub(crate) automata: Vec<Automaton>,
    pub(crate) alphabet: Option<Alphabet>,
}

/// The instructions of a program, or of a part of it, with the sets that they name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Code<'p> {
    pub(crate) insts: &'p [Inst],
    pub(crate) sets: &'p [CharSet],
}

impl Program {
    pub(crate) fn code(&self) -> Code<'_> {
        Code { insts: &self.insts, sets: &self.sets }
    }
}

impl Code<'_> {
    /// The instruction there; [`Inst::Match`] ends every program, so there is one wherever a target points.
    #[inline]
    pub(crate) fn inst(&self, at: u32) -> Inst {
        self.insts.get(at as usize).copied().unwrap_or(Inst::Match)
    }

    #[inline]
    pub(crate) fn set_contains(&self, set: u32, c: char) -> bool {
        self.sets.get(set as usize).is_some_and(|set| set.contains(c))
    }

    /// Whether it asks for word boundaries, so that the character before matters.
    pub(crate) fn has_word_boundary(&self) -> bool {
        let boundary = |inst: &Inst| {
            matches!(inst, Inst::Assert(Assertion::WordBoundary | Assertion::NotWordBoundary))
        };
        self.insts.iter().any(boundary)
    }

    /// Whether no path reaches a match or consumes anything without passing `^` first, so that only a match from the
    /// start of the text is possible.
    pub(crate) fn is_anchored(&self) -> bool {
        let mut seen = vec![false; self.insts.len()];
        let mut stack = vec![0];
        while let Some(at) = stack.pop() {
            match seen.get_mut(at as usize) {
                Some(seen) if !*seen => *seen = true,
                _ => continue,
            }
            match self.inst(at) {
                Inst::Assert(Assertion::Start) => {}
                Inst::Jump(to) | Inst::Look(_, to) => stack.push(to),
                Inst::Split(first, second) => stack.extend([first, second]),
                Inst::Assert(_)
                | Inst::Save(_)
                | Inst::Clear(..)
                | Inst::Progress(_)
                | Inst::Peek(..) => stack.push(at + 1),
                Inst::Char(..)
                | Inst::Set(..)
                | Inst::BackReference(..)
                | Inst::LookEnd
                | Inst::Match
                | Inst::Run(_)
                | Inst::Rest(_) => return false,
            }
        }
        true
    }
}

/// Whether an assertion holds between two characters, `None` being the end of the text on that side.
pub(crate) fn holds(assertion: Assertion, before: Option<char>, after: Option<char>) -> bool {
    let boundary = || is_word(before) != is_word(after);
    match assertion {
        Assertion::Start => before.is_none(),
        Assertion::End => after.is_none(),
        Assertion::WordBoundary => boundary(),
        Assertion::NotWordBoundary => !boundary(),
    }
}

/// IsWordChar of ECMA-262, section 22.2.2.4.1.
pub(crate) fn is_word(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_')
}
