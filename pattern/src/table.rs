//! The fast matcher: all that a program can come to, worked out in advance as a table of states.
//!
//! The subset construction runs over classes of code points, when the pattern is compiled, within a bound on its work;
//! most patterns of real schemas end up with a few dozen states. A match is then one look-up for each character, warm or
//! cold. Which patterns have a table depends on the pattern alone, so charges do too.
//!
//! Invariant: every entry of the table is the offset of a row, or one of the two final states.

use std::collections::BTreeMap;
use std::fmt;

use jsonbound_program::{Cache, Exhausted, Matcher, Meter};

use crate::alphabet::Alphabet;
use crate::cost;
use crate::paths::Paths;
use crate::program::{Program, is_word};

/// No match, whatever follows.
const REJECT: u32 = 0;
/// A match, whatever follows.
const ACCEPT: u32 = 1;
/// Rows start here, at multiples of their length: an entry is `FIRST` and the offset of a row.
const FIRST: u32 = 2;

/// A deterministic automaton over classes of characters.
pub(crate) struct Table {
    alphabet: Alphabet,
    /// Rows of states. A row has an entry for each class, and one for the end of the text.
    entries: Vec<u32>,
    start: u32,
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
            stride: u32::try_from(alphabet.representatives().len()).ok()? + 1,
        };
        let (entries, start) = builder.build(&alphabet)?;
        Some(Self { alphabet, entries, start })
    }

    /// Whether the answer is yes for every text.
    pub(crate) fn is_always(&self) -> bool {
        self.start == ACCEPT
    }

    /// The state after `state`, one that is not final, on a class.
    fn next(&self, state: u32, class: usize) -> u32 {
        let row = state.saturating_sub(FIRST) as usize;
        self.entries.get(row + class).copied().unwrap_or(REJECT)
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
    stride: u32,
}

impl Builder<'_> {
    /// The entries and the start state.
    fn build(mut self, alphabet: &Alphabet) -> Option<(Vec<u32>, u32)> {
        let mut paths = Paths::default();
        paths.reset(self.program.insts.len());
        let mut entries = Vec::new();
        let start = self.number((vec![0], None))?;
        let mut done = 0;
        while let Some((ahead, before)) = self.pending.get(done).cloned() {
            for &c in alphabet.representatives() {
                let entry = self.entry(&mut paths, &ahead, before, Some(c))?;
                entries.push(entry);
            }
            entries.push(self.entry(&mut paths, &ahead, before, None)?);
            done += 1;
        }
        // A start that accepts on everything accepts before anything.
        let first = entries.get(..self.stride as usize).unwrap_or_default();
        let always = first.iter().all(|&entry| entry == ACCEPT);
        Some((entries, if always { ACCEPT } else { start }))
    }

    /// The state that `after` leads to.
    fn entry(
        &mut self,
        paths: &mut Paths,
        ahead: &[u32],
        before: Option<char>,
        after: Option<char>,
    ) -> Option<u32> {
        paths.ahead.clear();
        paths.ahead.extend_from_slice(ahead);
        let matched = paths.close(self.program, before, after);
        self.budget = self.budget.checked_sub(1 + (ahead.len() + paths.visited()) as u64)?;
        if matched {
            return Some(ACCEPT);
        }
        let Some(c) = after else { return Some(REJECT) };
        paths.consume(self.program, c);
        if !self.anchored {
            paths.ahead.push(0);
        } else if paths.ahead.is_empty() {
            return Some(REJECT);
        }
        let mut next = paths.ahead.clone();
        next.sort_unstable();
        let before = if self.boundaries && is_word(after) { 'a' } else { ' ' };
        self.number((next, Some(before)))
    }

    /// The number of a state, which is new or known.
    fn number(&mut self, key: Key) -> Option<u32> {
        if let Some(&known) = self.numbers.get(&key) {
            return Some(known);
        }
        let row = u32::try_from(self.pending.len()).ok()?;
        let number = row.checked_mul(self.stride)?.checked_add(FIRST)?;
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
            if state < FIRST {
                break;
            }
            state = self.next(state, self.alphabet.class(c).into());
        }
        if state >= FIRST {
            state = self.next(state, self.alphabet.representatives().len());
        }
        Ok(state == ACCEPT)
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
