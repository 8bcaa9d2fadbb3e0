//! The limits of a validation.
//!
//! They are data, given with each validation; the limits of parsing and compiling are elsewhere, beside what they
//! bound.
//!
//! Invariant: raising a limit can turn `Stopped` into an answer, never one answer into another.

/// What a validation may use. Names and meanings are those of the limits table in the README.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// All work of a validation, in steps of a few nanoseconds.
    pub validation_steps: u64,
    /// Blocks inside blocks: descents into the instance and applications at one place, together.
    pub validation_depth: u64,
    /// Blocks inside blocks at one place in the instance.
    pub inplace_depth: u64,
    /// Everything that is kept while validating, in logical units of about a byte.
    pub scratch_units: u64,
    /// Bytes of a string that a format is checked of. A longer one is invalid if no string of the format is so long.
    pub format_bytes: u64,
    /// Failures that a report keeps.
    pub errors: u64,
    /// Bytes of text in a report.
    pub error_bytes: u64,
}
