//! The fast matcher: an automaton for the whole pattern.
//!
//! A match is one look-up for each character, warm or cold. Invariant: which patterns have a table depends on the
//! pattern alone.

use std::fmt;

use jsonbound_program::{Cache, Exhausted, Matcher, Meter};

use crate::alphabet::Alphabet;
use crate::automaton::{Automaton, Begins};
use crate::cost;
use crate::program::Program;

/// An automaton with its alphabet.
pub(crate) struct Table {
    alphabet: Alphabet,
    automaton: Automaton,
}

impl Table {
    /// The table of a program, if it is small enough.
    pub(crate) fn of(program: &Program, alphabet: Alphabet) -> Option<Self> {
        let mut budget = cost::determinize(program.insts.len());
        let automaton = Automaton::of(program.code(), &alphabet, Begins::Anywhere, &mut budget)?;
        Some(Self { alphabet, automaton })
    }

    /// Whether the answer is yes for every text.
    pub(crate) fn is_always(&self) -> bool {
        self.automaton.is_always()
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
        let automaton = &self.automaton;
        let mut state = automaton.start(None);
        for c in text.chars() {
            if automaton.is_final(state) {
                break;
            }
            state = automaton.next(state, self.alphabet.class(c));
        }
        Ok(automaton.accepts(state))
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("classes", &self.alphabet.representatives().len())
            .field("states", &self.automaton.states())
            .finish()
    }
}
