//! Formats that a host brings.
//!
//! Invariant: a string is paid for before the host's function sees it.

use jsonbound_program::{Exhausted, FormatCheck, Meter};

/// A host's function as the check of a format.
pub(crate) struct Predicate<F>(pub(crate) F);

impl<F: Fn(&str) -> bool + Send + Sync + 'static> FormatCheck for Predicate<F> {
    fn is_valid(&self, text: &str, meter: &mut dyn Meter) -> Result<bool, Exhausted> {
        meter.pay(1 + text.len() as u64 / 4)?;
        Ok((self.0)(text))
    }
}
