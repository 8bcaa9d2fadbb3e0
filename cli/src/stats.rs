//! Statistics of a batch: outcomes, steps, and times.
//!
//! Times are of the wall clock, so they are here and not in the library, where nothing depends on a clock.

use std::time::{Duration, Instant};

use crate::outcome::Outcome;
use crate::output::{self, Answer};

/// Sums over a batch.
pub(crate) struct Totals {
    since: Instant,
    /// How long the schema took to be read and compiled.
    compiling: Duration,
    compile_steps: u64,
    valid: u64,
    invalid: u64,
    stopped: u64,
    unreadable: u64,
    steps: u64,
    bytes: u64,
}

impl Totals {
    /// Begins a batch, after a compilation.
    pub(crate) fn new(compiling: Duration, compile_steps: u64) -> Totals {
        Totals {
            since: Instant::now(),
            compiling,
            compile_steps,
            valid: 0,
            invalid: 0,
            stopped: 0,
            unreadable: 0,
            steps: 0,
            bytes: 0,
        }
    }

    /// Counts an instance of so many bytes.
    pub(crate) fn count(&mut self, answer: &Answer<'_>, bytes: usize) {
        let count = match answer.outcome {
            Outcome::Valid => &mut self.valid,
            Outcome::Invalid { .. } => &mut self.invalid,
            Outcome::Stopped(..) => &mut self.stopped,
            Outcome::Unreadable(_) => &mut self.unreadable,
        };
        *count = count.saturating_add(1);
        self.steps = self.steps.saturating_add(answer.steps);
        self.bytes = self.bytes.saturating_add(bytes as u64);
    }

    /// Prints the sums to standard error.
    pub(crate) fn print(&self) {
        let Totals { valid, invalid, stopped, unreadable, steps, compile_steps, .. } = *self;
        let instances =
            [valid, invalid, stopped, unreadable].into_iter().fold(0, u64::saturating_add);
        // A batch of nothing takes no time at all on a coarse clock.
        let seconds = self.since.elapsed().as_secs_f64().max(1e-9);
        output::complain(&format!(
            "total: {valid} valid, {invalid} invalid, {stopped} stopped, {unreadable} unreadable; \
             {steps} steps, {compile_steps} compile steps\n\
             time: {:.3} s to compile, {seconds:.3} s to read and validate: {:.0} instances/s, {:.1} MB/s\n",
            self.compiling.as_secs_f64(),
            instances as f64 / seconds,
            self.bytes as f64 / 1e6 / seconds,
        ));
    }
}
