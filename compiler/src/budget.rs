//! What a compilation is paid from.
//!
//! Invariant: every count is checked against its limit before what it counts is made.

use jsonbound_pattern::Compiled;

use crate::error::CompileErrorKind;
use crate::limits::Limits;
use crate::usage::Usage;

/// Counters of a compilation.
#[derive(Debug)]
pub(crate) struct Budget<'l> {
    pub limits: &'l Limits,
    used: Usage,
}

type Paid = Result<(), CompileErrorKind>;

/// Adds to a counter, unless that exceeds the limit.
fn add(counter: &mut u64, amount: u64, name: &'static str, limit: u64) -> Paid {
    most(counter, counter.saturating_add(amount), name, limit)
}

/// Notes down the most that there was of something, unless that exceeds the limit.
fn most(peak: &mut u64, count: u64, name: &'static str, limit: u64) -> Paid {
    if count > limit {
        return Err(CompileErrorKind::Limit { name, limit });
    }
    *peak = count.max(*peak);
    Ok(())
}

/// A method for each of these limits: takes what there is of it now.
macro_rules! peaks {
    ($($name:ident)*) => {
        $(
            pub(crate) fn $name(&mut self, count: u64) -> Paid {
                most(&mut self.used.$name, count, stringify!($name), self.limits.$name)
            }
        )*
    };
}

impl<'l> Budget<'l> {
    pub(crate) fn new(limits: &'l Limits) -> Self {
        Budget { limits, used: Usage::default() }
    }

    /// What was used so far.
    pub(crate) fn used(&self) -> Usage {
        self.used
    }

    /// The steps that were used.
    pub(crate) fn steps(&self) -> u64 {
        self.used.compile_steps
    }

    pub(crate) fn pay(&mut self, steps: u64) -> Paid {
        add(&mut self.used.compile_steps, steps, "compile_steps", self.limits.compile_steps)
    }

    peaks! { schema_depth subschemas instructions resources anchors uri_bytes }

    /// Takes a URI; one that was counted before is paid for again, but does not count again.
    pub(crate) fn uri(&mut self, bytes: usize, counted: bool) -> Paid {
        let bytes = bytes as u64;
        self.pay(1 + bytes / 32)?;
        if counted {
            return Ok(());
        }
        self.uri_bytes(bytes)?;
        let total = self.limits.uri_total_bytes;
        add(&mut self.used.uri_total_bytes, bytes, "uri_total_bytes", total)
    }

    pub(crate) fn reference(&mut self) -> Paid {
        add(&mut self.used.refs, 1, "refs", self.limits.refs)
    }

    pub(crate) fn literal(&mut self, nodes: u64) -> Paid {
        add(&mut self.used.literal_nodes, nodes, "literal_nodes", self.limits.literal_nodes)
    }

    /// The values that literals may still have.
    pub(crate) fn literal_nodes_left(&self) -> u64 {
        self.limits.literal_nodes - self.used.literal_nodes
    }

    /// Takes a pattern's source, before it is compiled.
    pub(crate) fn pattern(&mut self, bytes: usize) -> Paid {
        let bytes = bytes as u64;
        let Budget { limits, used, .. } = self;
        add(&mut used.patterns, 1, "patterns", limits.patterns)?;
        most(&mut used.pattern_bytes, bytes, "pattern_bytes", limits.pattern.bytes)?;
        let total = limits.pattern_total_bytes;
        add(&mut used.pattern_total_bytes, bytes, "pattern_total_bytes", total)?;
        self.pay(bytes.saturating_mul(4))
    }

    /// Takes a compiled pattern. A state takes about as long as 64 steps to be made, and a range as long as two; that is
    /// known only afterwards, but one pattern's own limits bound it.
    pub(crate) fn compiled_pattern(&mut self, compiled: &Compiled) -> Paid {
        let Budget { limits, used, .. } = self;
        let states = compiled.states;
        // The engine that compiled it has seen to these limits.
        used.pattern_program = used.pattern_program.max(states);
        used.pattern_ranges = used.pattern_ranges.max(compiled.ranges);
        used.pattern_nesting = used.pattern_nesting.max(compiled.nesting);
        let total = limits.pattern_total_program;
        add(&mut used.pattern_total_program, states, "pattern_total_program", total)?;
        self.pay(states.saturating_mul(64).saturating_add(compiled.ranges.saturating_mul(2)))
    }
}
