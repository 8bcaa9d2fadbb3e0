//! The formats: what they admit, what they cost, and what other descriptions of the same grammars say.

mod cost;
mod dates;
mod dialects;
mod grammars;
#[cfg(feature = "idn")]
mod idn;
mod lengths;
mod tables;

use jsonbound_program::{Exhausted, FormatCheck, Meter};
use jsonbound_vocab::{Dialect, Format};

/// A meter that counts.
#[derive(Debug, Clone, Copy)]
struct Budget {
    left: u64,
    paid: u64,
    held: u64,
    most_held: u64,
}

impl Budget {
    fn new(left: u64) -> Budget {
        Budget { left, paid: 0, held: 0, most_held: 0 }
    }
}

impl Meter for Budget {
    fn pay(&mut self, steps: u64) -> Result<(), Exhausted> {
        self.left = self.left.checked_sub(steps).ok_or(Exhausted)?;
        self.paid += steps;
        Ok(())
    }

    fn hold(&mut self, units: u64) -> Result<(), Exhausted> {
        self.held += units;
        self.most_held = self.most_held.max(self.held);
        Ok(())
    }

    fn release(&mut self, units: u64) {
        self.held -= units;
    }
}

/// Whether a string is of a format, and what it cost to say so.
fn checked(format: &Format, text: &str) -> (bool, Budget) {
    let mut budget = Budget::new(1 << 40);
    let valid = format.is_valid(text, &mut budget).expect("steps enough");
    assert_eq!(budget.held, 0, "{} {text:?}", format.name);
    (valid, budget)
}

fn is(name: &str, text: &str) -> bool {
    checked(
        Format::find(Dialect::default(), name).unwrap_or_else(|| panic!("no format {name}")),
        text,
    )
    .0
}
