//! The fast matcher: all that a program can come to, worked out in advance as a table of states.
//!
//! The subset construction runs over classes of code points, when the pattern is compiled, within a bound on its
//! work; most patterns of real schemas end up with a few dozen states. A match is then one look-up for each
//! character, warm or cold. Which patterns have a table depends on the pattern alone, so charges do too.
//!
//! Invariant: every entry of the table is the offset of a row. The first two rows are the final states, which lead to
//! themselves.

use std::collections::BTreeMap;
use std::fmt;

use jsonbound_program::{Cache, Exhausted, Matcher, Meter};

use crate::alphabet::Alphabet;
use crate::cost;
use crate::paths::Paths;
use crate::program::{Program, is_word};

/// The number of the state that is no match, whatever follows.
const REJECT: u32 = 0;

/// A deterministic automaton over classes of characters.
pub(crate) struct Table {
    alphabet: Alphabet,
    /// A row for each state: an entry for each class, and one for the end of the text. States are numbered by the
    /// offset of their row.
    entries: Vec<u32>,
    start: u32,
    /// The number of the state that is a match, whatever follows. It is the second row, so the final states are those
    /// up to here.
    accept: u32,
}

impl Table {
    /// The table of a program, if it is small enough.
    pub(crate) fn of(program: &Program) -> Option<Self> {
        let alphabet = Alphabet::of(program)?;
        let builder = Builder {
            program,
            anchored: program.is_anchored(),
            boundaries: program.has_word_boundary(),
            budget: cost::determinize(program.insts.len()),
            numbers: BTreeMap::new(),
            pending: Vec::new(),
            accept: u32::try_from(alphabet.representatives().len()).ok()? + 1,
        };
        let accept = builder.accept;
        let (entries, start) = builder.build(&alphabet)?;
        Some(Self { alphabet, entries, start, accept })
    }

    /// Whether the answer is yes for every text.
    pub(crate) fn is_always(&self) -> bool {
        self.start == self.accept
    }

    /// The state after `state` on a class.
    fn next(&self, state: u32, class: usize) -> u32 {
        self.entries.get(state as usize + class).copied().unwrap_or(REJECT)
    }
}

/// What tells states apart: where paths wait, and the character before as far as assertions can see it.
type Key = (Vec<u32>, Option<char>);

struct Builder<'a> {
    program: &'a Program,
    anchored: bool,
    boundaries: bool,
    budget: u64,
    numbers: BTreeMap<Key, u32>,
    /// States whose rows are not written yet, in the order of their rows.
    pending: Vec<Key>,
    /// The number of the accepting state, which is the length of a row.
    accept: u32,
}

impl Builder<'_> {
    /// The entries and the start state.
    fn build(mut self, alphabet: &Alphabet) -> Option<(Vec<u32>, u32)> {
        let mut paths = Paths::default();
        paths.reset(self.program.insts.len());
        let stride = self.accept as usize;
        let mut entries = vec![REJECT; stride];
        entries.resize(2 * stride, self.accept);
        let start = self.number((vec![0], None))?;
        let mut done = 0;
        while let Some((ahead, before)) = self.pending.get(done).cloned() {
            let mut matched = false;
            for (i, &c) in alphabet.representatives().iter().enumerate() {
                // Which character follows matters to word boundaries alone; `$` cares only whether one does.
                if i == 0 || self.boundaries {
                    matched = self.follow(&mut paths, &ahead, before, Some(c))?;
                }
                let entry = if matched { self.accept } else { self.successor(&mut paths, c)? };
                entries.push(entry);
            }
            let matched = self.follow(&mut paths, &ahead, before, None)?;
            entries.push(if matched { self.accept } else { REJECT });
            done += 1;
        }
        let first = entries.get(2 * stride..3 * stride).unwrap_or_default();
        let always = first.iter().all(|&entry| entry == self.accept);
        Some((entries, if always { self.accept } else { start }))
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
        let matched = paths.close(self.program, before, after);
        self.spend(1 + ahead.len() + paths.visited())?;
        Some(matched)
    }

    /// The state that a character leads to from the paths that were followed.
    fn successor(&mut self, paths: &mut Paths, c: char) -> Option<u32> {
        paths.consume(self.program, c);
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
        self.budget = self.budget.checked_sub(work as u64)?;
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

impl Matcher for Table {
    fn cache(&self) -> Cache {
        Box::new(())
    }

    fn is_match(
        &self,
        text: &str,
        _cache: &mut Cache,
        meter: &mut dyn Meter,
    ) -> Result<bool, Exhausted> {
        meter.pay(cost::table(text.len()))?;
        let mut state = self.start;
        for c in text.chars() {
            if state <= self.accept {
                break;
            }
            state = self.next(state, self.alphabet.class(c).into());
        }
        Ok(self.next(state, self.alphabet.representatives().len()) == self.accept)
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let classes = self.alphabet.representatives().len();
        f.debug_struct("Table")
            .field("classes", &classes)
            .field("states", &(self.entries.len() / (classes + 1)))
            .finish_non_exhaustive()
    }
}
