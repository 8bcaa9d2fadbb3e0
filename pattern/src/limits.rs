//! Limits of what a pattern may cost before it is ever matched.
//!
//! Limits are data, checked before the work they bound. They say nothing of matching, which a
//! [`Meter`](jsonbound_program::Meter) pays for. Invariant: raising a limit can turn a refusal into a compiled
//! pattern, and changes neither the answers nor the charges of a pattern that was admitted.

use crate::error::{PatternError, PatternErrorKind};

/// What a pattern may cost to compile. Start from a profile and change fields.
///
/// ```
/// let mut limits = jsonbound_pattern::PatternLimits::untrusted();
/// limits.nesting = 16;
/// let error = jsonbound_pattern::compile(&"(".repeat(17), &limits).unwrap_err();
/// assert_eq!(error.code(), "pattern_nesting");
/// assert_eq!(error.offset(), 16);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PatternLimits {
    /// `pattern_bytes`: the length of the pattern, in bytes of UTF-8.
    pub bytes: u64,
    /// `pattern_program`: the size of the compiled pattern in states over code points, with counters expanded. A
    /// literal, a class, an assertion, a back-reference and a loop are one state each. Never more than
    /// [`MAX_STATES`](Self::MAX_STATES), whatever is written here.
    pub program: u64,
    /// `pattern_nesting`: groups and look-arounds inside one another, in levels.
    pub nesting: u64,
    /// `pattern_ranges`: code point ranges gathered from all classes and property escapes. `\p{L}` alone has about
    /// 650.
    pub ranges: u64,
    /// `pattern_features`: whether look-around and back-references, which no automaton can match, are admitted.
    pub features: bool,
}

impl PatternLimits {
    /// The bound on [`program`](Self::program) that keeps instruction numbers within 32 bits.
    pub const MAX_STATES: u64 = 1 << 24;

    /// The bound on [`bytes`](Self::bytes) that keeps node numbers within 32 bits.
    pub const MAX_BYTES: u64 = 1 << 28;

    /// For patterns from a peer nobody vouches for. The default.
    pub const fn untrusted() -> Self {
        Self { bytes: 1 << 10, program: 5_000, nesting: 64, ranges: 50_000, features: true }
    }

    /// For patterns from your own repository.
    pub const fn trusted() -> Self {
        Self { bytes: 1 << 20, program: 1_000_000, nesting: 250, ranges: 5_000_000, features: true }
    }

    /// Refuses a pattern that is too long.
    pub(crate) fn check_length(&self, pattern: &str) -> Result<(), PatternError> {
        let found = pattern.len() as u64;
        let limit = self.bytes.min(Self::MAX_BYTES);
        if found > limit {
            let kind = PatternErrorKind::Limit { name: "pattern_bytes", limit, found };
            return Err(PatternError::new(kind, 0));
        }
        Ok(())
    }
}

impl Default for PatternLimits {
    fn default() -> Self {
        Self::untrusted()
    }
}
