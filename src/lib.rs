//! A JSON Schema validator that always stops.
//!
//! ```
//! use jsonbound::{Document, Verdict};
//!
//! let validator = jsonbound::compile_str(r#"{"type": "object", "required": ["id"]}"#)?;
//! let document = Document::parse(br#"{"id": 7}"#)?;
//! assert_eq!(validator.check(document.root())?, Verdict::Valid);
//! assert!(!validator.is_valid(&serde_json::json!({})));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//!
//! A schema is compiled once, to a flat and immutable program; a program is run over any number of instances, of any
//! type that implements [`Node`]: `&serde_json::Value`, the arena [`Document`] of this crate, or your own. Both are
//! done under [`Limits`]: every unit of work is paid for before it is done, and what cannot be paid for is not done.
//! So there are three outcomes, not two:
//!
//! - [`Verdict::Valid`] and [`Verdict::Invalid`], by the specification of the schema's [`Dialect`];
//! - [`Stopped`], which names the limit that was met. It is an error, so no `not` or `if` above it can turn it into a
//!   verdict. Raising the limit can turn it into an answer, and never turns one answer into another.
//!
//! Nothing is ever fetched. Documents that references lead to are given up front in a [`Registry`]; if one is missing,
//! [`CompileError::missing`] lists the URIs.
//!
//! Numbers are exact decimals of any size, strings are counted in code points, patterns mean what ECMA-262 says.
//!
//! # Four failures, four types
//!
//! [`ParseError`]: text that is not JSON, or too large. [`CompileError`]: a schema that is none, or that leads to
//! documents that are not known. [`Invalid`]: an instance that is not valid, with a report. [`Stopped`]: undecided.
//! Each is `Clone + Send + Sync`, has a stable `code()`, and prints no values of the instance.
//!
//! # Profiles
//!
//! [`Limits::untrusted`], the default, is for schemas and instances from peers that nobody vouches for;
//! [`Limits::trusted`] for those of your own repository.
//!
//! Architecture invariant: this crate adds nothing that is evaluated. It joins the compiler and the engine, and
//! checks schemas against their meta-schemas by running them as what they are: schemas.

mod builder;
mod error;
mod format;
mod limits;
mod lint;
mod meta;
pub mod references;
mod registry;
mod usage;
mod validator;

pub use builder::Builder;
pub use error::{Error, Invalid, TextError, UnknownEntry};
pub use jsonbound_compiler::{CompileError, CompileErrorKind, Passes, Registry};
pub use jsonbound_engine::{Failure, Limit, Report, Scratch, Stopped, Verdict};
pub use jsonbound_json::{
    Array, Document, DocumentArray, DocumentNode, DocumentObject, Duplicates, Key, Kind,
    LineColumn, Node, NodeId, Number, NumberError, Object, ParseError, ParseErrorKind, ParseLimits,
    Parser, View, conformance, pointer,
};
#[cfg(feature = "fancy-regex")]
pub use jsonbound_pattern::FancyEngine;
pub use jsonbound_pattern::{
    Engine as PatternEngine, Lint as PatternLint, LintKind as PatternLintKind, PatternError,
};
pub use jsonbound_program::VerifyError;
pub use jsonbound_vocab::Dialect;
pub use limits::{LIMITS, LimitRow, Limits};
pub use lint::LintedPattern;
pub use registry::RegistryBuilder;
pub use usage::Usage;
pub use validator::Validator;

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Compiles a schema that is given parsed, under the limits for untrusted schemas.
pub fn compile<'a, N: Node<'a>>(schema: N) -> Result<Validator, CompileError> {
    Validator::builder().build(schema)
}

/// Compiles a schema that is given as text, under the limits for untrusted schemas. Errors know line and column.
pub fn compile_str(schema: &str) -> Result<Validator, CompileError> {
    Validator::builder().build_str(schema)
}

/// The meta-schemas that are built in: URI and text.
pub fn meta_schemas() -> impl Iterator<Item = (&'static str, &'static str)> {
    jsonbound_vocab::META_SCHEMAS.iter().map(|meta_schema| (meta_schema.uri, meta_schema.text))
}
