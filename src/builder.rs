//! Building a validator.
//!
//! Invariant: a builder changes nothing until `build`, and building reads nothing but what it was given.

use std::sync::Arc;

use jsonbound_compiler::{
    CompileError, CompileErrorKind, Options, Passes, References, Registry, compile, references,
};
use jsonbound_json::{Document, Node};
use jsonbound_pattern::{Ecma, Engine};
use jsonbound_vocab::{Dialect, Formats};

use crate::format::Predicate;
use crate::limits::Limits;
use crate::meta;
use crate::validator::Validator;

/// Builds a [`Validator`].
#[derive(Debug, Clone)]
pub struct Builder {
    registry: Registry,
    base_uri: Option<String>,
    dialect: Dialect,
    limits: Limits,
    entries: Vec<String>,
    check_schema: bool,
    formats: Formats,
    passes: Passes,
    pattern_engine: Arc<dyn Engine>,
}

impl Builder {
    pub(crate) fn new() -> Self {
        Builder {
            registry: Registry::default(),
            base_uri: None,
            dialect: Dialect::default(),
            limits: Limits::untrusted(),
            entries: Vec::new(),
            check_schema: true,
            passes: Passes::all(),
            formats: Formats::default(),
            pattern_engine: Arc::new(Ecma),
        }
    }

    /// Sets the documents that references may lead to.
    #[must_use]
    pub fn registry(mut self, registry: Registry) -> Self {
        self.registry = registry;
        self
    }

    /// Sets the absolute URI of the schema's document, against which its `$id` and references resolve.
    #[must_use]
    pub fn base_uri(mut self, uri: impl Into<String>) -> Self {
        self.base_uri = Some(uri.into());
        self
    }

    /// Sets the dialect of a schema without `$schema`: 2020-12 by default. Documents of a registry have a default of
    /// their own, [`RegistryBuilder::dialect`](crate::RegistryBuilder::dialect).
    ///
    /// ```
    /// use jsonbound::{Dialect, Validator};
    ///
    /// let validator = Validator::builder()
    ///     .dialect(Dialect::Draft4)
    ///     .build_str(r#"{"minimum": 1, "exclusiveMinimum": true}"#)?;
    /// assert!(!validator.is_valid(&serde_json::json!(1)));
    /// # Ok::<(), jsonbound::CompileError>(())
    /// ```
    #[must_use]
    pub fn dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self
    }

    /// Sets the limits, of compiling and of validating.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Asks for a further entry point: a reference, relative to the schema's document, such as `#/$defs/user`.
    /// [`Validator::at`] gives it.
    #[must_use]
    pub fn entry(mut self, reference: impl Into<String>) -> Self {
        self.entries.push(reference.into());
        self
    }

    /// Sets whether the schema is checked against its meta-schema, as it is by default. Without the check, a
    /// keyword's value that makes no sense is still an error where it would be used.
    #[must_use]
    pub fn check_schema(mut self, check: bool) -> Self {
        self.check_schema = check;
        self
    }

    /// Sets whether `format` is asserted. By default it is an annotation, as the specification has it (Validation 7.2),
    /// but for [`Dialect::V1`]. A schema's meta-schema can ask for the vocabulary of asserted formats; it gets it in any
    /// case. A format that is not known in the schema's dialect asserts nothing.
    ///
    /// ```
    /// let validator = jsonbound::Validator::builder()
    ///     .assert_formats(true)
    ///     .build_str(r#"{"format": "date"}"#)?;
    /// assert!(validator.is_valid(&serde_json::json!("2024-02-29")));
    /// assert!(!validator.is_valid(&serde_json::json!("2023-02-29")));
    /// # Ok::<(), jsonbound::CompileError>(())
    /// ```
    #[must_use]
    pub fn assert_formats(mut self, assert: bool) -> Self {
        self.formats.asserted = Some(assert);
        self
    }

    /// Adds a format. Strings are checked wherever a schema names it, whether or not other formats are asserted; it
    /// replaces a format of the specification that has the same name.
    ///
    /// The check has to answer in time linear in the string, whose length is what is paid for.
    ///
    /// ```
    /// let validator = jsonbound::Validator::builder()
    ///     .format("sku", |text| text.len() == 8)
    ///     .build_str(r#"{"format": "sku"}"#)?;
    /// assert!(!validator.is_valid(&serde_json::json!("short")));
    /// # Ok::<(), jsonbound::CompileError>(())
    /// ```
    #[must_use]
    pub fn format(
        mut self,
        name: &str,
        check: impl Fn(&str) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.formats.insert(name, Arc::new(Predicate(check)));
        self
    }

    /// Sets whether contents are asserted: that a string of `contentEncoding` `base64` can be decoded, and that one of
    /// `contentMediaType` `application/json` can be parsed. By default both are annotations, as the specification has
    /// it (Validation 8); all other encodings and media types always are.
    #[must_use]
    pub fn assert_content(mut self, assert: bool) -> Self {
        self.formats.content = assert;
        self
    }

    /// Sets which passes make the program's fast section, from which verdicts come: all of them by default. Verdicts do
    /// not depend on it, steps do.
    #[must_use]
    pub fn passes(mut self, passes: Passes) -> Self {
        self.passes = passes;
        self
    }

    /// Sets what compiles patterns: by default an engine for ECMA-262, as the specification has it (Core 6.4). Another
    /// engine's language, limits and prices are its own; meta-schemas keep the default.
    #[must_use]
    pub fn pattern_engine(mut self, engine: impl Engine) -> Self {
        self.pattern_engine = Arc::new(engine);
        self
    }

    /// Compiles a schema that is given parsed.
    pub fn build<'a, N: Node<'a>>(self, schema: N) -> Result<Validator, CompileError> {
        let document = Document::from_node(schema, &self.limits.schema_text());
        let document = document.map_err(|error| self.not_json(error))?;
        self.build_document(&document)
    }

    /// Compiles a schema that is given as text. Errors know line and column.
    pub fn build_str(self, schema: &str) -> Result<Validator, CompileError> {
        self.build_bytes(schema.as_bytes())
    }

    /// Compiles a schema that is given as bytes of text, to be checked for UTF-8.
    pub fn build_bytes(self, schema: &[u8]) -> Result<Validator, CompileError> {
        let document = Document::parse_with(schema, &self.limits.schema_text());
        let document = document.map_err(|error| self.not_json(error))?;
        self.build_document(&document)
    }

    fn not_json(&self, error: jsonbound_json::ParseError) -> CompileError {
        let uri = self.base_uri.as_deref().unwrap_or_default();
        CompileError::of_document(CompileErrorKind::Parse(error), uri)
    }

    /// Makes the reference tables of a schema, without compiling it: what it identifies, where its references lead, and
    /// which documents are missing. Fails if its identifiers are wrong or a compile limit is met.
    pub fn references(&self, schema: &Document<'_>) -> Result<References, CompileError> {
        let (base_uri, limits) = (self.base_uri.as_deref(), self.limits.compile());
        references(schema, &self.registry, base_uri, self.dialect, &self.entries, &limits)
    }

    /// Compiles a schema that is given as a document.
    pub fn build_document(self, schema: &Document<'_>) -> Result<Validator, CompileError> {
        let limits = self.limits.compile();
        let compiled = compile(
            schema,
            &self.registry,
            &Options {
                base_uri: self.base_uri.as_deref(),
                dialect: self.dialect,
                entries: &self.entries,
                limits: &limits,
                engine: &*self.pattern_engine,
                formats: &self.formats,
                passes: self.passes,
                check: &|part, steps| match self.check_schema {
                    true => meta::check(part, steps, &self.limits, &self.registry),
                    false => Ok(0),
                },
            },
        )?;
        Ok(Validator::new(compiled, &self.limits))
    }
}
