//! Gathering the documents of a registry.
//!
//! Invariant: every document is read under the limits, and checked against its meta-schema, before the registry exists.

use jsonbound_compiler::{CompileError, CompileErrorKind, MetaSchema, Registry};
use jsonbound_json::{Document, Node};
use jsonbound_vocab::Dialect;

use crate::limits::Limits;
use crate::meta;

/// Gathers documents for a [`Registry`].
///
/// ```
/// use jsonbound::{RegistryBuilder, Validator};
///
/// let registry = RegistryBuilder::new()
///     .text("https://example.com/id.json", r#"{"type": "integer"}"#)?
///     .build()?;
/// let validator = Validator::builder()
///     .registry(registry)
///     .build_str(r#"{"$ref": "https://example.com/id.json"}"#)?;
/// assert!(validator.is_valid(&serde_json::json!(7)));
/// # Ok::<(), jsonbound::CompileError>(())
/// ```
#[derive(Debug, Default)]
pub struct RegistryBuilder {
    documents: Vec<(String, Document<'static>)>,
    dialect: Dialect,
    limits: Limits,
}

impl RegistryBuilder {
    /// No documents yet, and the limits for untrusted schemas.
    pub fn new() -> Self {
        RegistryBuilder::default()
    }

    /// Sets the limits, which hold for each document that is added after.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets the dialect of all documents without `$schema`: 2020-12 by default.
    #[must_use]
    pub fn dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self
    }

    /// Adds a document as text, with the absolute URI at which it would be retrieved.
    pub fn text(self, uri: &str, text: &str) -> Result<Self, CompileError> {
        self.bytes(uri, text.as_bytes())
    }

    /// Adds a document as bytes of text, to be checked for UTF-8.
    pub fn bytes(mut self, uri: &str, text: &[u8]) -> Result<Self, CompileError> {
        let document = Document::parse_with(text, &self.limits.schema_text());
        let document = document
            .map_err(|error| CompileError::of_document(CompileErrorKind::Parse(error), uri))?;
        self.documents.push((uri.to_owned(), document.into_owned()));
        Ok(self)
    }

    /// Adds a document that is given parsed.
    pub fn document<'a, N: Node<'a>>(mut self, uri: &str, root: N) -> Result<Self, CompileError> {
        let document = Document::from_node(root, &self.limits.schema_text());
        let document = document
            .map_err(|error| CompileError::of_document(CompileErrorKind::Parse(error), uri))?;
        self.documents.push((uri.to_owned(), document));
        Ok(self)
    }

    /// Builds the registry: scans all documents and checks them against their meta-schemas. A document that fails is
    /// an error only for schemas that reach it. Documents of a dialect that is itself in the registry are taken as
    /// they are.
    pub fn build(self) -> Result<Registry, CompileError> {
        let none = Registry::default();
        let limits = self.limits;
        Registry::new(self.documents, self.dialect, &limits.compile(), &|part, steps| match part
            .meta_schema
        {
            MetaSchema::Standard(_) => meta::check(part, steps, &limits, &none),
            MetaSchema::Other(_) => Ok(0),
        })
    }
}
