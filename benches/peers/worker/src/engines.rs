//! The engines of this build.
//!
//! An engine is an implementation over one representation of instances. Its name is what the tables print.

#[cfg(feature = "sorted")]
mod boon;
#[cfg(feature = "ordered")]
mod corvus;
mod jsonbound;
#[cfg(any(feature = "sorted", feature = "ordered"))]
mod jsonschema;
#[cfg(feature = "parsers")]
mod parsers;
mod values;

use crate::modes::{Data, Mode, Task};

/// An implementation, and what it can do.
pub(crate) struct Engine {
    pub(crate) name: &'static str,
    pub(crate) modes: &'static [Mode],
    /// Readies a task: compiles and parses whatever the mode does not measure.
    pub(crate) prepare: for<'d> fn(Mode, &'d Data) -> Result<Task<'d>, String>,
}

/// What an implementation over `serde_json::Value` is measured in.
#[cfg(any(feature = "sorted", feature = "ordered"))]
const ALL: &[Mode] = &[Mode::Validate, Mode::Text, Mode::Compile, Mode::Cold, Mode::Small];

/// Every engine of this build.
#[cfg(feature = "sorted")]
pub(crate) const ENGINES: &[Engine] = &[
    Engine { name: "jsonbound", modes: ALL, prepare: jsonbound::document },
    Engine {
        name: "jsonbound-fresh",
        modes: &[Mode::Text, Mode::Small],
        prepare: jsonbound::fresh,
    },
    Engine { name: "jsonbound-plain", modes: &[Mode::Validate], prepare: jsonbound::plain },
    Engine {
        name: "jsonbound-unchecked",
        modes: &[Mode::Compile, Mode::Cold],
        prepare: jsonbound::unchecked,
    },
    Engine {
        name: "jsonbound-value",
        modes: &[Mode::Validate, Mode::Text, Mode::Small],
        prepare: jsonbound::value,
    },
    Engine { name: "jsonschema", modes: ALL, prepare: jsonschema::value },
    Engine { name: "boon", modes: ALL, prepare: boon::value },
];

/// Every engine of this build.
#[cfg(feature = "ordered")]
pub(crate) const ENGINES: &[Engine] = &[
    Engine {
        name: "jsonbound-value-ordered",
        modes: &[Mode::Validate, Mode::Text, Mode::Small],
        prepare: jsonbound::value,
    },
    Engine { name: "jsonschema-ordered", modes: ALL, prepare: jsonschema::value },
    Engine { name: "corvus", modes: ALL, prepare: corvus::value },
    Engine {
        name: "corvus-document",
        modes: &[Mode::Validate, Mode::Text, Mode::Small, Mode::Parse],
        prepare: corvus::document,
    },
];

/// Every engine of this build.
#[cfg(feature = "parsers")]
pub(crate) const ENGINES: &[Engine] = &[
    Engine { name: "jsonbound", modes: &[Mode::Parse], prepare: parsers::jsonbound },
    Engine { name: "jsonbound-fresh", modes: &[Mode::Parse], prepare: parsers::jsonbound_fresh },
    Engine { name: "serde_json", modes: &[Mode::Parse], prepare: parsers::serde_json },
    Engine { name: "sonic-rs", modes: &[Mode::Parse], prepare: parsers::sonic },
    Engine { name: "simd-json", modes: &[Mode::Parse], prepare: parsers::simd },
];
