//! Everything that a validation may change, kept between validations.
//!
//! A scratch is made empty for free, grows with use, and serves any program and any instance type: frames live in a
//! bump arena that is reset after each run, so that a warm scratch allocates nothing.
//!
//! Invariant: what is left in a scratch, even by a run that was stopped, has no influence on answers or steps.

use alloc::vec::Vec;

use ahash::RandomState;
use bumpalo::Bump;
use jsonbound_program::{BlockId, Cache, Program, Section, SlotId};

use crate::frame::Heights;

/// Reusable memory for validations.
pub struct Scratch {
    pub(crate) bump: Bump,
    pub(crate) stacks: Stacks,
    pub(crate) caches: Vec<Option<Cache>>,
    pub(crate) keys: RandomState,
    /// The program that the caches belong to.
    program: Option<Program>,
    pub(crate) steps: u64,
}

/// Stacks whose elements borrow nothing.
#[derive(Default)]
pub(crate) struct Stacks {
    /// What was evaluated at each place that is tracked.
    pub marks: Vec<u64>,
    /// Evaluated sets of the `unevaluated*` instructions that are under way.
    pub bits: Vec<u64>,
    /// The block that each slot of the dynamic scope is bound to.
    pub slots: Vec<Option<BlockId>>,
    /// The slots that were bound, in order.
    pub bound: Vec<SlotId>,
}

impl Stacks {
    pub(crate) fn heights(&self) -> Heights {
        let bound = self.bound.len();
        Heights { marks: self.marks.len(), bits: self.bits.len(), bound, scope: bound }
    }
}

impl Scratch {
    /// An empty scratch. Allocates nothing, but for the first one of a process, which draws what all keys are made of.
    pub fn new() -> Self {
        Scratch {
            bump: Bump::new(),
            stacks: Stacks::default(),
            caches: Vec::new(),
            keys: keys(),
            program: None,
            steps: 0,
        }
    }

    /// The steps that the last validation used, whatever its answer.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Gives all memory back.
    pub fn shrink(&mut self) {
        *self = Scratch { steps: self.steps, ..Scratch::new() };
    }

    /// Readies the scratch for a run of this program.
    pub(crate) fn prepare(&mut self, program: &Program, section: &Section) {
        if !self.program.as_ref().is_some_and(|bound| bound.is(program)) {
            self.caches.clear();
            self.caches.resize_with(program.tables().pattern_count(), || None);
            self.program = Some(program.clone());
        }
        let Stacks { marks, bits, slots, bound } = &mut self.stacks;
        marks.clear();
        bits.clear();
        bound.clear();
        slots.clear();
        slots.resize(section.slots(), None);
        self.bump.reset();
        self.steps = 0;
    }
}

/// Keys that an attacker cannot know, where the platform has randomness.
fn keys() -> RandomState {
    #[cfg(feature = "std")]
    return RandomState::new();
    #[cfg(not(feature = "std"))]
    RandomState::with_seeds(0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a)
}

impl Default for Scratch {
    fn default() -> Self {
        Scratch::new()
    }
}

impl core::fmt::Debug for Scratch {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Scratch").field("steps", &self.steps).finish_non_exhaustive()
    }
}
