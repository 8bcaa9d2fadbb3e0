//! What a compilation is paid from.
//!
//! Invariant: every count is checked against its limit before what it counts is made.

use crate::error::CompileErrorKind;
use crate::limits::Limits;

/// Counters of a compilation.
#[derive(Debug)]
pub(crate) struct Budget<'l> {
    pub limits: &'l Limits,
    steps: u64,
    uri_bytes: u64,
    refs: u64,
    literal_nodes: u64,
    pattern_bytes: u64,
    pattern_states: u64,
    patterns: u64,
}

type Paid = Result<(), CompileErrorKind>;

/// Adds to a counter, unless that exceeds the limit.
fn add(counter: &mut u64, amount: u64, name: &'static str, limit: u64) -> Paid {
    let sum = counter.saturating_add(amount);
    if sum > limit {
        return Err(CompileErrorKind::Limit { name, limit });
    }
    *counter = sum;
    Ok(())
}

impl<'l> Budget<'l> {
    pub(crate) fn new(limits: &'l Limits) -> Self {
        Budget {
            limits,
            steps: 0,
            uri_bytes: 0,
            refs: 0,
            literal_nodes: 0,
            pattern_bytes: 0,
            pattern_states: 0,
            patterns: 0,
        }
    }

    /// The steps that were used.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    pub(crate) fn pay(&mut self, steps: u64) -> Paid {
        add(&mut self.steps, steps, "compile_steps", self.limits.compile_steps)
    }

    /// Checks a number of things against a limit on them.
    pub(crate) fn check(count: u64, name: &'static str, limit: u64) -> Paid {
        add(&mut 0, count, name, limit)
    }

    /// Takes a URI; one that was counted before is paid for again, but does not count again.
    pub(crate) fn uri(&mut self, bytes: usize, counted: bool) -> Paid {
        let bytes = bytes as u64;
        self.pay(1 + bytes / 32)?;
        if counted {
            return Ok(());
        }
        Self::check(bytes, "uri_bytes", self.limits.uri_bytes)?;
        add(&mut self.uri_bytes, bytes, "uri_total_bytes", self.limits.uri_total_bytes)
    }

    pub(crate) fn reference(&mut self) -> Paid {
        add(&mut self.refs, 1, "refs", self.limits.refs)
    }

    pub(crate) fn literal(&mut self, nodes: u64) -> Paid {
        add(&mut self.literal_nodes, nodes, "literal_nodes", self.limits.literal_nodes)
    }

    /// The values that literals may still have.
    pub(crate) fn literal_nodes_left(&self) -> u64 {
        self.limits.literal_nodes - self.literal_nodes
    }

    /// Takes a pattern's source, before it is compiled.
    pub(crate) fn pattern(&mut self, bytes: usize) -> Paid {
        let bytes = bytes as u64;
        add(&mut self.patterns, 1, "patterns", self.limits.patterns)?;
        Self::check(bytes, "pattern_bytes", self.limits.pattern.bytes)?;
        let total = self.limits.pattern_total_bytes;
        add(&mut self.pattern_bytes, bytes, "pattern_total_bytes", total)?;
        self.pay(bytes.saturating_mul(4))
    }

    /// Takes a compiled pattern. A state takes about as long as 64 steps to be made; that is known only afterwards,
    /// but one pattern's own limits bound it.
    pub(crate) fn pattern_states(&mut self, states: u64) -> Paid {
        let total = self.limits.pattern_total_program;
        add(&mut self.pattern_states, states, "pattern_total_program", total)?;
        self.pay(states.saturating_mul(64))
    }
}
