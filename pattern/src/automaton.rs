//! A deterministic automaton: all that a program can come to, worked out in advance as a table of states.
//!
//! The subset construction runs over classes of code points, when the pattern is compiled, within a bound on its
//! work; most patterns of real schemas end up with a few dozen states. Which programs have an automaton depends on the
//! pattern alone, so charges do too.
//!
//! Invariant: every entry of the table is the offset of a row. The first two rows are the final states, which lead to
//! themselves.

use std::collections::BTreeMap;
use std::fmt;

use crate::alphabet::Alphabet;
use crate::ast::Assertion;
use crate::paths::Paths;
use crate::program::{Code, Direction, Inst, is_word};

/// The number of the state that is no match, whatever follows.
const REJECT: u32 = 0;

/// What can be before an automaton begins, as far as assertions can see it: nothing, a word character, another.
const BEFORE: [Option<char>; 3] = [None, Some('a'), Some(' ')];

/// A deterministic automaton over the classes of an [`Alphabet`].
pub(crate) struct Automaton {
    /// A row for each state: an entry for each class, and one for the end of the text. States are numbered by the
    /// offset of their row.
    entries: Vec<u32>,
    /// Which way it reads.
    direction: Direction,
    /// Where it begins, by what is before.
    starts: [u32; 3],
    /// The number of the state that is a match, whatever follows. It is the second row, so the final states are those
    /// up to here.
    accept: u32,
}

/// Where a match may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Begins {
    /// Anywhere in a text, which is read from its start.
    Anywhere,
    /// Where it is read from, in this direction, which may be inside a text.
    Here(Direction),
}

impl Automaton {
    /// The automaton of a program, if the work to make it can be paid for from `budget`.
    pub(crate) fn of(
        code: Code<'_>,
        alphabet: &Alphabet,
        begins: Begins,
        budget: &mut u64,
    ) -> Option<Self> {
        let builder = Builder {
            code,
            alphabet,
            anchored: begins != Begins::Anywhere || code.is_anchored(),
            boundaries: code.has_word_boundary(),
            budget,
            numbers: BTreeMap::new(),
            pending: Vec::new(),
            entries: Vec::new(),
            accept: u32::try_from(alphabet.representatives().len()).ok()? + 1,
        };
        builder.build(begins)
    }

    /// Which way it reads.
    pub(crate) fn direction(&self) -> Direction {
        self.direction
    }

    /// The first state, given what is before.
    pub(crate) fn start(&self, before: Option<char>) -> u32 {
        let [nothing, word, other] = self.starts;
        match before {
            None => nothing,
            Some(_) if is_word(before) => word,
            Some(_) => other,
        }
    }

    /// The state after `state` on a class.
    #[inline]
    pub(crate) fn next(&self, state: u32, class: u8) -> u32 {
        self.entries.get(state as usize + usize::from(class)).copied().unwrap_or(REJECT)
    }

    /// Whether a state leads to itself alone, so that what follows does not matter.
    #[inline]
    pub(crate) fn is_final(&self, state: u32) -> bool {
        state <= self.accept
    }

    /// Whether a state is a match if nothing follows.
    #[inline]
    pub(crate) fn accepts(&self, state: u32) -> bool {
        // The entry for the end is the last of a row, and a row is as long as the number of the second.
        let end = (state as usize + self.accept as usize).wrapping_sub(1);
        self.entries.get(end) == Some(&self.accept)
    }

    /// Whether every text matches that is read from its start.
    pub(crate) fn is_always(&self) -> bool {
        self.start(None) == self.accept
    }

    /// How many states it has.
    pub(crate) fn states(&self) -> usize {
        self.entries.len() / self.accept as usize
    }

    /// Whether a character of this class may begin a match, whatever is before.
    pub(crate) fn may_begin(&self, class: u8) -> bool {
        self.starts.iter().any(|&start| self.next(start, class) != REJECT)
    }

    /// Whether the empty text may match, whatever is before.
    pub(crate) fn may_be_empty(&self) -> bool {
        self.starts.iter().any(|&start| self.accepts(start))
    }
}

/// What tells states apart: where paths wait, and the character before as far as assertions can see it.
type Key = (Vec<u32>, Option<char>);

struct Builder<'a> {
    code: Code<'a>,
    alphabet: &'a Alphabet,
    anchored: bool,
    boundaries: bool,
    budget: &'a mut u64,
    numbers: BTreeMap<Key, u32>,
    /// States whose rows are not written yet, in the order of their rows.
    pending: Vec<Key>,
    entries: Vec<u32>,
    /// The number of the accepting state, which is the length of a row.
    accept: u32,
}

impl Builder<'_> {
    fn build(mut self, begins: Begins) -> Option<Automaton> {
        let mut paths = Paths::default();
        paths.reset(self.code.insts.len());
        let stride = self.accept as usize;
        self.spend(2 * stride)?;
        self.entries.resize(stride, REJECT);
        self.entries.resize(2 * stride, self.accept);
        let mut starts = [REJECT; 3];
        for (start, before) in starts.iter_mut().zip(BEFORE) {
            *start = self.number((vec![0], self.seen(begins, before)))?;
        }
        let mut done = 0;
        while let Some((ahead, before)) = self.pending.get(done).cloned() {
            self.row(&mut paths, &ahead, before)?;
            done += 1;
        }
        let accept = self.accept;
        for start in &mut starts {
            let row = self.entries.get(*start as usize..*start as usize + stride);
            if row.is_some_and(|row| row.iter().all(|&entry| entry == accept)) {
                *start = accept;
            }
        }
        let direction = match begins {
            Begins::Anywhere => Direction::Forward,
            Begins::Here(direction) => direction,
        };
        Some(Automaton { entries: self.entries, direction, starts, accept })
    }

    /// What is before the start, as far as it is seen.
    fn seen(&self, begins: Begins, before: Option<char>) -> Option<char> {
        let start = Inst::Assert(Assertion::Start);
        match before {
            _ if begins == Begins::Anywhere => None,
            None if self.boundaries || self.code.insts.contains(&start) => None,
            Some('a') if self.boundaries => before,
            _ => Some(' '),
        }
    }

    /// Writes the row of a state.
    fn row(&mut self, paths: &mut Paths, ahead: &[u32], before: Option<char>) -> Option<()> {
        // A row that matches takes no work, and room all the same.
        self.spend(self.accept as usize / 4)?;
        let mut matched = false;
        for (i, &c) in self.alphabet.representatives().iter().enumerate() {
            // Which character follows matters to word boundaries alone; `$` cares only whether one does.
            if i == 0 || self.boundaries {
                matched = self.follow(paths, ahead, before, Some(c))?;
            }
            let entry = if matched { self.accept } else { self.successor(paths, c)? };
            self.entries.push(entry);
        }
        let matched = self.follow(paths, ahead, before, None)?;
        self.entries.push(if matched { self.accept } else { REJECT });
        Some(())
    }

    /// Follows the paths of a state between two characters; whether one of them matched.
    fn follow(
        &mut self,
        paths: &mut Paths,
        ahead: &[u32],
        before: Option<char>,
        after: Option<char>,
    ) -> Option<bool> {
        paths.ahead.clear();
        paths.ahead.extend_from_slice(ahead);
        let matched = paths.close(self.code, before, after);
        self.spend(1 + ahead.len() + paths.visited())?;
        Some(matched)
    }

    /// The state that a character leads to from the paths that were followed.
    fn successor(&mut self, paths: &mut Paths, c: char) -> Option<u32> {
        paths.consume(self.code, c);
        self.spend(1 + paths.visited() / 4 + paths.ahead.len())?;
        if !self.anchored {
            paths.ahead.push(0);
        } else if paths.ahead.is_empty() {
            return Some(REJECT);
        }
        let mut next = paths.ahead.clone();
        next.sort_unstable();
        let before = if self.boundaries && is_word(Some(c)) { 'a' } else { ' ' };
        self.number((next, Some(before)))
    }

    fn spend(&mut self, work: usize) -> Option<()> {
        *self.budget = self.budget.checked_sub(work as u64)?;
        Some(())
    }

    /// The number of a state, which is new or known.
    fn number(&mut self, key: Key) -> Option<u32> {
        if let Some(&known) = self.numbers.get(&key) {
            return Some(known);
        }
        let row = u32::try_from(self.pending.len()).ok()?.checked_add(2)?;
        let number = row.checked_mul(self.accept)?;
        self.pending.push(key.clone());
        self.numbers.insert(key, number);
        Some(number)
    }
}

impl fmt::Debug for Automaton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Automaton").field("states", &self.states()).finish_non_exhaustive()
    }
}
