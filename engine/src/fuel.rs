//! The meter of a validation: steps and scratch units that count down.
//!
//! Invariant: nothing is taken that is not there. The first limit that is met is remembered, so that the error can
//! name it.

use jsonbound_program::{Exhausted, Meter};

use crate::limits::Limits;
use crate::stopped::Limit;

pub(crate) struct Fuel {
    steps: u64,
    units: u64,
    max_units: u64,
    met: Option<Limit>,
}

impl Fuel {
    /// What the limits give, less the steps that were spent before.
    pub(crate) fn new(limits: &Limits, spent: u64) -> Self {
        let steps = limits.validation_steps.saturating_sub(spent);
        Fuel { steps, units: limits.scratch_units, max_units: limits.scratch_units, met: None }
    }

    /// The steps that are left.
    pub(crate) fn left(&self) -> u64 {
        self.steps
    }

    /// The limit that was met.
    pub(crate) fn met(&self) -> Limit {
        self.met.unwrap_or(Limit::ValidationSteps)
    }

    /// Pays for work, before it is done.
    #[inline]
    pub(crate) fn pay(&mut self, steps: u64) -> Result<(), Exhausted> {
        // For one purpose: to measure what charging costs. No feature turns it on, since features of one crate are
        // turned on by others.
        if cfg!(jsonbound_unmetered) {
            return Ok(());
        }
        // Written first and taken back, which is less work on the way that is nearly always taken.
        let (left, over) = self.steps.overflowing_sub(steps);
        self.steps = left;
        if over {
            self.steps = left.wrapping_add(steps);
            return Err(self.stop(Limit::ValidationSteps));
        }
        Ok(())
    }

    pub(crate) fn hold(&mut self, units: u64) -> Result<(), Exhausted> {
        if cfg!(jsonbound_unmetered) {
            return Ok(());
        }
        match self.units.checked_sub(units) {
            Some(left) => {
                self.units = left;
                Ok(())
            }
            None => Err(self.stop(Limit::ScratchUnits)),
        }
    }

    pub(crate) fn release(&mut self, units: u64) {
        if cfg!(jsonbound_unmetered) {
            return;
        }
        // Checks and matchers of others must not make it more than it was.
        self.units = self.units.saturating_add(units).min(self.max_units);
    }

    #[cold]
    pub(crate) fn stop(&mut self, limit: Limit) -> Exhausted {
        self.met.get_or_insert(limit);
        Exhausted
    }
}

impl Meter for Fuel {
    fn pay(&mut self, steps: u64) -> Result<(), Exhausted> {
        Fuel::pay(self, steps)
    }

    fn hold(&mut self, units: u64) -> Result<(), Exhausted> {
        Fuel::hold(self, units)
    }

    fn release(&mut self, units: u64) {
        Fuel::release(self, units);
    }
}
