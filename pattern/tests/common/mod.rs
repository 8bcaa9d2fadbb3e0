//! What the tests share: a meter that counts, and matching in one call.
#![allow(dead_code, unreachable_pub)]

pub mod cases;

use jsonbound_pattern::{Lint, PatternLimits, compile};
use jsonbound_program::{Exhausted, Meter};

/// A budget that remembers what was spent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Budget {
    pub steps: u64,
    pub units: u64,
    pub spent: u64,
    pub held: u64,
    pub peak: u64,
}

impl Budget {
    pub fn of(steps: u64) -> Self {
        Self { steps, units: u64::MAX, spent: 0, held: 0, peak: 0 }
    }

    pub fn unlimited() -> Self {
        Self::of(u64::MAX)
    }
}

impl Meter for Budget {
    fn pay(&mut self, steps: u64) -> Result<(), Exhausted> {
        let spent = self.spent.saturating_add(steps);
        if spent > self.steps {
            return Err(Exhausted);
        }
        self.spent = spent;
        Ok(())
    }

    fn hold(&mut self, units: u64) -> Result<(), Exhausted> {
        let held = self.held.saturating_add(units);
        if held > self.units {
            return Err(Exhausted);
        }
        self.held = held;
        self.peak = self.peak.max(held);
        Ok(())
    }

    fn release(&mut self, units: u64) {
        self.held = self.held.checked_sub(units).expect("released more than was held");
    }
}

/// Whether the pattern matches, with a fresh cache and all the steps in the world.
pub fn matches(pattern: &str, text: &str) -> bool {
    let compiled = compile(pattern, &PatternLimits::untrusted())
        .unwrap_or_else(|error| panic!("`{pattern}`: {error}"));
    let mut budget = Budget::unlimited();
    let answer = compiled
        .matcher
        .is_match(text, &mut compiled.matcher.cache(), &mut budget)
        .expect("no budget is this large");
    assert_eq!(budget.held, 0, "`{pattern}` keeps scratch memory");
    answer
}

/// The error code and offset of a pattern that does not compile.
pub fn refused(pattern: &str) -> (&'static str, usize) {
    match compile(pattern, &PatternLimits::untrusted()) {
        Ok(_) => panic!("`{pattern}` compiles"),
        Err(error) => (error.code(), error.offset()),
    }
}

/// The lints of a pattern.
pub fn lints(pattern: &str) -> Vec<Lint> {
    compile(pattern, &PatternLimits::untrusted())
        .unwrap_or_else(|error| panic!("`{pattern}`: {error}"))
        .lints
}
