//! A naive interpreter of JSON Schema 2020-12, 2019-09, draft-07 and draft-06, written from the specifications alone.
//!
//! It judges the engine, so it shares no code with it: its own JSON values, its own URI references, its own tables,
//! and one small function per keyword that reads like the sentence it implements. It is slow on purpose: nothing is
//! compiled, nothing is cut short, every annotation is a set that is copied.
//!
//! It is never shipped, and it recurses over schemas and instances. A depth of [`MAX_DEPTH`] and a count of
//! [`MAX_STEPS`] end what would not end; numbers with exponents beyond [`MAX_EXPONENT`] are declined. Each of these
//! is an `Err`: the oracle has no opinion, and nothing may be concluded from it.
//!
//! `format` and `content*` are annotations; older dialects are declined, where numbers are more than their value. Section
//! numbers are those of 2020-12, where no other draft is named.
//!
//! Invariant: `Ok(true)` and `Ok(false)` are what the specification says, or there is a bug here.
//!
//! ```
//! use jsonbound_suite::oracle::{Json, Library, Oracle};
//!
//! let schema = Json::parse(r#"{"items": {"multipleOf": 0.1}}"#)?;
//! let library = Library::new();
//! let oracle = Oracle::new(&schema, &library)?;
//! assert!(oracle.check(&Json::parse("[0.3, 1e1]")?)?);
//! assert!(!oracle.check(&Json::parse("[0.25]")?)?);
//! # Ok::<(), String>(())
//! ```

mod applicators;
mod assertions;
mod evaluation;
mod json;
pub(crate) mod pattern;
mod resources;
mod uri;

pub use json::{Json, MAX_EXPONENT};
pub use resources::Library;

use evaluation::Evaluation;
use resources::Tables;

/// How many schemas may be applied inside one another.
pub const MAX_DEPTH: usize = 512;

/// How many schemas may be applied in one check, if nobody says otherwise.
pub const MAX_STEPS: u64 = 2_000_000;

/// A schema with everything that it can refer to.
#[derive(Debug)]
pub struct Oracle<'a> {
    schema: &'a Json,
    tables: Tables<'a>,
    max_steps: u64,
}

impl<'a> Oracle<'a> {
    /// Reads the identifiers of a schema and of the library.
    ///
    /// # Errors
    ///
    /// Identifiers that contradict each other or are malformed, and a `$schema` that the library does not hold. Most
    /// other mistakes in a schema are found only when they are evaluated, as the meta-schema is not applied here: use
    /// [`check_schema`](Self::check_schema).
    pub fn new(schema: &'a Json, library: &'a Library) -> Result<Self, String> {
        Oracle::of_dialect(schema, library, "https://json-schema.org/draft/2020-12/schema")
    }

    /// As [`new`](Self::new); documents that name no dialect are of this one.
    ///
    /// # Errors
    ///
    /// As for `new`.
    pub fn of_dialect(schema: &'a Json, library: &'a Library, uri: &str) -> Result<Self, String> {
        Ok(Oracle { schema, tables: Tables::new(schema, library, uri)?, max_steps: MAX_STEPS })
    }

    /// Sets how many schemas may be applied in one check.
    #[must_use]
    pub fn with_max_steps(self, max_steps: u64) -> Self {
        Oracle { max_steps, ..self }
    }

    /// Whether the instance is valid; `Err` says why there is no answer.
    ///
    /// # Errors
    ///
    /// A reference to nothing, a keyword with a value of the wrong type, a pattern that cannot be read, or one of the
    /// oracle's own bounds.
    pub fn check(&self, instance: &Json) -> Result<bool, String> {
        Ok(self.evaluation().apply_root(self.schema, instance)?.is_some())
    }

    /// Whether the schema is valid against its meta-schema, which the library must hold.
    ///
    /// # Errors
    ///
    /// As for [`check`](Self::check).
    pub fn check_schema(&self) -> Result<bool, String> {
        let meta = self.tables.meta_schema(self.schema)?;
        Ok(self.evaluation().apply_root(meta, self.schema)?.is_some())
    }

    fn evaluation(&self) -> Evaluation<'_, 'a> {
        Evaluation::new(&self.tables, self.max_steps)
    }
}
