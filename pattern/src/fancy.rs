//! Another engine: the crate fancy-regex, for schemas whose patterns were written for it.
//!
//! Its language is not that of ECMA-262, and its time is not metered: see [`FancyEngine`]. Invariant: reaching the
//! backtrack limit is [`Exhausted`], never "no match".

use std::sync::Arc;

use fancy_regex::{Regex, RegexBuilder};
use jsonbound_program::{Cache, Exhausted, Matcher, Meter};

use crate::cost;
use crate::engine::{Compiled, Engine, Kind};
use crate::error::{PatternError, PatternErrorKind};
use crate::limits::PatternLimits;

/// Patterns as the crate [fancy-regex](https://docs.rs/fancy-regex) understands them. Needs the feature `fancy-regex`.
///
/// This is not what JSON Schema asks for, and patterns from peers that nobody vouches for should not be given to it:
///
/// - **Language.** `\d`, `\w`, `\s` and `\b` know all of Unicode; `.` leaves out `\n` alone; `\s` has U+0085 and lacks
///   U+FEFF; `&&`, `--`, `~~` and `[` in a class are set operators and nested classes; `[]`, `[^]` and `\cA` are
///   errors; names of properties are matched loosely. A back-reference to a group that captured
///   nothing fails instead of matching nothing, and a repetition does not forget what its groups captured. In
///   exchange there are flags, `(?P<name>...)`, atomic groups, possessive quantifiers, `\A`, `\z` and subroutines.
/// - **Limits.** Of [`PatternLimits`] only `bytes` is checked as it is; `program` bounds the compiled size only
///   roughly, and nesting is limited by fancy-regex itself, which recurses up to there. [`Compiled::states`] is the
///   length of the pattern in bytes.
/// - **Price.** A match pays for the length of the text before it starts, and nothing for what it does: up to
///   [the backtrack limit](Self::backtrack_limit) of steps, each of which may search the rest of the text. Reaching the
///   limit is [`Exhausted`], as running out of steps is.
///
/// ```
/// use jsonbound_pattern::{Engine, FancyEngine, PatternLimits};
/// let compiled = FancyEngine::default().compile(r"(?i)\Aabc\z", &PatternLimits::trusted())?;
/// # Ok::<(), jsonbound_pattern::PatternError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FancyEngine {
    backtrack_limit: usize,
}

impl FancyEngine {
    /// An engine that lets a match backtrack so many times.
    pub fn with_backtrack_limit(limit: usize) -> Self {
        Self { backtrack_limit: limit }
    }

    /// How many times a match may backtrack.
    pub fn backtrack_limit(&self) -> usize {
        self.backtrack_limit
    }
}

impl Default for FancyEngine {
    /// A backtrack limit of 100 000.
    fn default() -> Self {
        Self::with_backtrack_limit(100_000)
    }
}

/// The most bytes of automata, and of remembered states, for each state that the limit `program` admits.
const BYTES_PER_STATE: u64 = 256;

impl Engine for FancyEngine {
    fn compile(&self, pattern: &str, limits: &PatternLimits) -> Result<Compiled, PatternError> {
        limits.check_length(pattern)?;
        let states = limits.program.min(PatternLimits::MAX_STATES);
        let bytes = usize::try_from(states * BYTES_PER_STATE).unwrap_or(usize::MAX);
        let regex = RegexBuilder::new(pattern)
            .backtrack_limit(self.backtrack_limit)
            .delegate_size_limit(bytes)
            .max_prog_size(usize::try_from(states).unwrap_or(usize::MAX))
            .build()
            .map_err(|error| {
                let kind = PatternErrorKind::Other(error.to_string().into());
                PatternError::new(kind, 0)
            })?;
        Ok(Compiled::new(Arc::new(Fancy(regex)), pattern.len() as u64, Kind::Metered))
    }
}

#[derive(Debug)]
struct Fancy(Regex);

impl Matcher for Fancy {
    fn cache(&self) -> Cache {
        Box::new(())
    }

    fn is_match(
        &self,
        text: &str,
        _cache: &mut Cache,
        meter: &mut dyn Meter,
    ) -> Result<bool, Exhausted> {
        meter.pay(cost::fancy(text.len()))?;
        self.0.is_match(text).map_err(|_| Exhausted)
    }
}
