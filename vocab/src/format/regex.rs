//! Regular expressions as data.

use jsonbound_pattern::{PatternErrorKind, PatternLimits, check_syntax};
use jsonbound_program::{Exhausted, Meter};

use super::{Answer, Format, Rule};
use crate::dialect::Dialects;

/// `regex` (Validation 7.3.8): ECMA-262, section 22.2.1, as the keyword `pattern` reads it.
pub(super) const REGEX: Format = Format {
    dialects: Dialects::ALL,
    name: "regex",
    specification: "ECMA-262, section 22.2.1",
    max_bytes: None,
    price: 20 * 16,
    memory: MEMORY,
    rule: Rule::Paying(regex),
};

/// Scratch units a byte: the parser keeps a node, its place among the children, and perhaps a set for each byte.
const MEMORY: u64 = 64;

fn regex(text: &str, meter: &mut dyn Meter) -> Answer {
    // The string was paid for, so nothing else has to bound it. The parser does not recurse.
    let mut limits = PatternLimits::trusted();
    limits.bytes = u64::MAX;
    limits.nesting = u64::MAX;
    limits.ranges = u64::MAX;
    match check_syntax(text, &limits) {
        Ok(()) => Ok(true),
        Err(error) => match error.kind() {
            // Too long for the parser. No meter has that much, so the one at hand says that it ran out.
            PatternErrorKind::Limit { .. } => meter.pay(u64::MAX).and(Err(Exhausted)),
            _ => Ok(false),
        },
    }
}
