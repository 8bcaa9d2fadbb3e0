//! The third outcome: a validation that a limit stopped.
//!
//! Invariant: it is neither valid nor invalid, and it names the limit, what was used, and both places.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

/// A limit that stops a validation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The steps are spent.
    ValidationSteps,
    /// Blocks are nested too deeply.
    ValidationDepth,
    /// Blocks are nested too deeply at one place in the instance.
    InplaceDepth,
    /// A block reached itself again at the same place, in the same dynamic scope: it would go on for ever.
    Loop,
    /// The scratch memory is used up.
    ScratchUnits,
    /// A string is too long for its format to be checked.
    FormatBytes,
    /// A limit of the parser, by its name, met while reading the instance.
    Parse(&'static str),
}

impl Limit {
    /// The limit's name, as in the limits table; `loop` for [`Limit::Loop`]. Stable: programs may compare it.
    pub fn name(self) -> &'static str {
        match self {
            Limit::ValidationSteps => "validation_steps",
            Limit::ValidationDepth => "validation_depth",
            Limit::InplaceDepth => "inplace_depth",
            Limit::Loop => "loop",
            Limit::ScratchUnits => "scratch_units",
            Limit::FormatBytes => "format_bytes",
            Limit::Parse(name) => name,
        }
    }
}

/// A validation was stopped by a limit: undecided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stopped {
    inner: Box<Inner>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Inner {
    limit: Limit,
    max: u64,
    steps: u64,
    instance: String,
    schema: String,
}

impl Stopped {
    /// Makes the error: the limit and its value, the steps that were used, and the places as JSON Pointer and
    /// absolute URI.
    pub fn new(limit: Limit, max: u64, steps: u64, instance: String, schema: String) -> Self {
        Stopped { inner: Box::new(Inner { limit, max, steps, instance, schema }) }
    }

    /// A stable machine code: the limit's name.
    pub fn code(&self) -> &'static str {
        self.limit().name()
    }

    /// The limit that was met.
    pub fn limit(&self) -> Limit {
        self.inner.limit
    }

    /// The limit's value.
    pub fn max(&self) -> u64 {
        self.inner.max
    }

    /// The validation steps that were used.
    pub fn steps(&self) -> u64 {
        self.inner.steps
    }

    /// The place in the instance, as a JSON Pointer. Empty for the root. It is that of the innermost block with a frame:
    /// what is decided without one, a level or two below, is not told apart. One beyond the limit `error_bytes` ends in `…`.
    pub fn instance_location(&self) -> &str {
        &self.inner.instance
    }

    /// The place in the schema, as an absolute URI. Empty if the instance was still being read.
    pub fn schema_location(&self) -> &str {
        &self.inner.schema
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { limit, max, steps, instance, schema } = &*self.inner;
        match limit {
            Limit::Loop => write!(
                f,
                "stopped: loop (a reference reaches itself without moving in the instance"
            )?,
            _ => write!(f, "stopped: {} (limit {max}", limit.name())?,
        }
        write!(f, ") after {steps} steps at instance {instance:?}")?;
        if !schema.is_empty() {
            write!(f, ", schema {}", schema.escape_debug())?;
        }
        match limit {
            Limit::Loop => f.write_str("; break the cycle in the schema"),
            _ => f.write_str("; undecided: raise the limit to get an answer"),
        }
    }
}

impl core::error::Error for Stopped {}
