//! Lints: what a schema has that compiles, and that other implementations refuse.
//!
//! Invariant: there are lints of the patterns of a program alone, and each pattern has one entry at most.

use jsonbound_pattern::Lint;
use jsonbound_program::{LocationId, PatternId};

/// The lints of a pattern. Ids are those of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PatternLints {
    /// The schema that was the first to have the pattern.
    pub location: LocationId,
    /// Its keyword that has it: `pattern` or `patternProperties`.
    pub keyword: &'static str,
    /// The pattern.
    pub pattern: PatternId,
    /// What the engine found, in the order of the pattern; not empty.
    pub lints: Vec<Lint>,
}
