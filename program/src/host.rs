//! The traits through which a program meets what is not in its instructions: the meter that pays for work, and the
//! matchers and checks that do work of their own.
//!
//! Nothing here evaluates. Whoever implements one of these traits promises to pay the meter *before* each unit of work,
//! by an amount that depends on the program and the value alone: never on caches, hash keys or the clock.
//!
//! Invariant: running out is an error ([`Exhausted`]), never a verdict.

use alloc::boxed::Box;
use core::any::Any;
use core::fmt;

use jsonbound_json::{Kind, Number};

/// A budget ran out. The meter that said so knows which one; whoever receives it hands it on with `?`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Exhausted;

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a budget ran out")
    }
}

impl core::error::Error for Exhausted {}

/// What work is paid from.
pub trait Meter {
    /// Pays for `steps` units of work, before they are done. A step stands for a few nanoseconds.
    fn pay(&mut self, steps: u64) -> Result<(), Exhausted>;

    /// Takes `units` of scratch memory (about a byte each), before they are used.
    fn hold(&mut self, units: u64) -> Result<(), Exhausted>;

    /// Gives back scratch memory that [`hold`](Meter::hold) took.
    fn release(&mut self, units: u64);
}

/// Mutable state that a matcher wants to keep between matches, such as the lists of a simulation. It is made by
/// [`Matcher::cache`], kept in the engine's scratch, and has no influence on answers or charges.
pub type Cache = Box<dyn Any + Send>;

/// A compiled regular expression.
pub trait Matcher: fmt::Debug + Send + Sync + 'static {
    /// Makes an empty cache for this matcher.
    fn cache(&self) -> Cache;

    /// Whether the pattern matches anywhere in `text`. `cache` is one that this matcher made; with any other cache the
    /// answer is still right.
    fn is_match(
        &self,
        text: &str,
        cache: &mut Cache,
        meter: &mut dyn Meter,
    ) -> Result<bool, Exhausted>;
}

/// The check of a `format`.
pub trait FormatCheck: Send + Sync + 'static {
    /// Whether the string is of this format.
    fn is_valid(&self, text: &str, meter: &mut dyn Meter) -> Result<bool, Exhausted>;

    /// The most bytes that a string of this format has, if there is a most: a longer string is invalid, whatever limit
    /// there is on what checks are given.
    fn max_bytes(&self) -> Option<usize> {
        None
    }
}

/// What a custom check sees of an instance, whatever type holds it.
pub trait Instance {
    /// The kind of the value.
    fn kind(&self) -> Kind;
    /// The value of a boolean.
    fn as_bool(&self) -> Option<bool>;
    /// The value of a number.
    fn as_number(&self) -> Option<Number<'_>>;
    /// The value of a string.
    fn as_str(&self) -> Option<&str>;
    /// The number of items or members of a container.
    fn size(&self) -> Option<usize>;
}

/// The check behind a keyword that is not JSON Schema's.
pub trait Check: Send + Sync + 'static {
    /// Whether the instance passes. The check pays for its work from `meter`, one step at least.
    fn is_valid(&self, instance: &dyn Instance, meter: &mut dyn Meter) -> Result<bool, Exhausted>;
}
