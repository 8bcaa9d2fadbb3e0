//! The limits of a compilation, each with an error of its own.
//!
//! Invariant: a limit is checked before the work or the memory that it bounds.

use jsonbound_pattern::PatternLimits;

/// What a compilation may use. Names and meanings are those of the limits table in the README.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Subschemas inside subschemas.
    pub schema_depth: u64,
    /// Subschemas of one document, and blocks of the program.
    pub subschemas: u64,
    /// Instructions, edges and names of the program.
    pub instructions: u64,
    /// `$ref` and `$dynamicRef` keywords that are resolved.
    pub refs: u64,
    /// Schema resources (`$id`) of one document.
    pub resources: u64,
    /// `$anchor` and `$dynamicAnchor` keywords of one document.
    pub anchors: u64,
    /// Bytes of one resolved URI.
    pub uri_bytes: u64,
    /// Bytes of all resolved URIs.
    pub uri_total_bytes: u64,
    /// JSON values inside the literals that the program keeps.
    pub literal_nodes: u64,
    /// Distinct patterns.
    pub patterns: u64,
    /// Bytes of all patterns.
    pub pattern_total_bytes: u64,
    /// States of all patterns.
    pub pattern_total_program: u64,
    /// The limits of one pattern.
    pub pattern: PatternLimits,
    /// All work of a compilation, in steps of a few nanoseconds.
    pub compile_steps: u64,
}

impl Limits {
    /// No limits: for schemas that are part of the program itself.
    pub fn unlimited() -> Self {
        Limits {
            schema_depth: u64::MAX,
            subschemas: u64::MAX,
            instructions: u64::MAX,
            refs: u64::MAX,
            resources: u64::MAX,
            anchors: u64::MAX,
            uri_bytes: u64::MAX,
            uri_total_bytes: u64::MAX,
            literal_nodes: u64::MAX,
            patterns: u64::MAX,
            pattern_total_bytes: u64::MAX,
            pattern_total_program: u64::MAX,
            pattern: PatternLimits::trusted(),
            compile_steps: u64::MAX,
        }
    }
}
