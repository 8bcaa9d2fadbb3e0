//! Why a schema does not compile, and where.
//!
//! Invariant: an error names the place (document, pointer, and line and column if the document came from text) and
//! the remedy, and shows text of the schema only quoted.

use std::fmt;

use jsonbound_json::{DocumentNode, LineColumn, ParseError, ParseErrorKind};
use jsonbound_pattern::PatternError;
use jsonbound_program::VerifyError;
use jsonbound_vocab::Dialect;

use crate::place;

/// A schema does not compile.
#[derive(Debug, Clone, PartialEq)]
pub struct CompileError(Box<Parts>);

#[derive(Debug, Clone, PartialEq)]
struct Parts {
    kind: CompileErrorKind,
    document: String,
    pointer: String,
    position: Option<LineColumn>,
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum CompileErrorKind {
    /// The text is not JSON, or meets a limit of the parser.
    Parse(ParseError),
    /// A compile limit, by its name, and its value.
    Limit {
        /// The limit's name.
        name: &'static str,
        /// Its value.
        limit: u64,
    },
    /// A schema is an object or, since draft-06, a boolean (Core 4.3), and this is neither.
    NotASchema,
    /// A keyword's value is not what the keyword needs.
    Expected(&'static str),
    /// The schema is not valid against its meta-schema: one line for each failure.
    MetaSchema(Vec<String>),
    /// `$schema` names a dialect that is neither built in nor in the registry (Core 8.1.1).
    UnknownDialect(String),
    /// A meta-schema requires a vocabulary that is not known (Core 8.1.2.1).
    UnknownVocabulary(String),
    /// A text is not a URI reference, and why.
    Uri(String, String),
    /// `$id` has a fragment (Core 8.2.1), since 2019-09.
    IdFragment(String),
    /// Two schema resources have the same URI (Core 9.1.2).
    DuplicateId(String),
    /// Two subschemas of a resource have the same anchor (Core 8.2.2).
    DuplicateAnchor(String),
    /// An anchor's name is not one (Core 8.2.2).
    AnchorName(String),
    /// A reference leads to no schema in a document that is known.
    Dangling(String),
    /// References lead to documents that were not given.
    Missing(Vec<String>),
    /// Blocks apply each other to the same value without end: the places of the cycle.
    RefLoop(Vec<String>),
    /// A pattern does not compile.
    Pattern(PatternError),
    /// The compiler made a malformed program: a bug, caught before it could do harm.
    Internal(VerifyError),
}

impl CompileError {
    /// An error at a place of a document.
    pub fn new(kind: CompileErrorKind, document: &str, node: DocumentNode<'_>) -> Self {
        CompileError(Box::new(Parts {
            kind,
            document: document.into(),
            pointer: place::pointer(node),
            position: place::position(node),
        }))
    }

    /// An error of a document as a whole.
    pub fn of_document(kind: CompileErrorKind, document: &str) -> Self {
        let (document, pointer) = (document.into(), String::new());
        CompileError(Box::new(Parts { kind, document, pointer, position: None }))
    }

    /// What is wrong.
    pub fn kind(&self) -> &CompileErrorKind {
        &self.0.kind
    }

    /// The URI of the document.
    pub fn document(&self) -> &str {
        &self.0.document
    }

    /// The place in the document, as a JSON Pointer. One of more than some thousand bytes ends in `…`.
    pub fn pointer(&self) -> &str {
        &self.0.pointer
    }

    /// Line and column of the place, if the document came from text.
    pub fn position(&self) -> Option<LineColumn> {
        self.0.position
    }

    /// The URIs of documents that references need and that were not given: a host may get them by its own policy, add
    /// them to the registry and compile again. Empty for other errors.
    pub fn missing(&self) -> &[String] {
        match self.kind() {
            CompileErrorKind::Missing(uris) => uris,
            _ => &[],
        }
    }

    /// A stable machine code; for a limit it is the limit's name.
    pub fn code(&self) -> &'static str {
        match self.kind() {
            CompileErrorKind::Parse(error) => match error.kind() {
                ParseErrorKind::Limit { name, .. } => name,
                _ => error.code(),
            },
            CompileErrorKind::Limit { name, .. } => name,
            CompileErrorKind::NotASchema => "not_a_schema",
            CompileErrorKind::Expected(_) => "keyword_value",
            CompileErrorKind::MetaSchema(_) => "meta_schema",
            CompileErrorKind::UnknownDialect(_) => "unknown_dialect",
            CompileErrorKind::UnknownVocabulary(_) => "unknown_vocabulary",
            CompileErrorKind::Uri(..) => "uri",
            CompileErrorKind::IdFragment(_) => "id_fragment",
            CompileErrorKind::DuplicateId(_) => "duplicate_id",
            CompileErrorKind::DuplicateAnchor(_) => "duplicate_anchor",
            CompileErrorKind::AnchorName(_) => "anchor_name",
            CompileErrorKind::Dangling(_) => "dangling_reference",
            CompileErrorKind::Missing(_) => "missing_document",
            CompileErrorKind::RefLoop(_) => "ref_loop",
            CompileErrorKind::Pattern(error) => error.code(),
            CompileErrorKind::Internal(_) => "internal",
        }
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parts { kind, document, pointer, position } = &*self.0;
        if let CompileErrorKind::Parse(error) = kind {
            let what = match error.kind() {
                ParseErrorKind::Limit { .. } => "the schema does not compile",
                _ => "the schema is not JSON",
            };
            write!(f, "{what}: {error}")?;
            return if document.is_empty() {
                Ok(())
            } else {
                write!(f, " (in {})", clip(document))
            };
        }
        write!(f, "the schema does not compile: {kind}")?;
        write!(f, " (at {:?} of {}", clip(pointer), clip(document))?;
        if let Some(position) = position {
            write!(f, ", {position}")?;
        }
        f.write_str(")")
    }
}

impl fmt::Display for CompileErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileErrorKind::Parse(error) => fmt::Display::fmt(error, f),
            CompileErrorKind::Limit { name, limit } => {
                write!(
                    f,
                    "it exceeds the limit {name} of {limit}; raise the limit if you trust the schema"
                )
            }
            CompileErrorKind::NotASchema => f.write_str(
                "a schema must be an object or a boolean; up to draft-04 it must be an object",
            ),
            CompileErrorKind::Expected(what) => write!(f, "the value must be {what}"),
            CompileErrorKind::MetaSchema(failures) => {
                write!(f, "it is not valid against its meta-schema: {}", failures.join("; "))
            }
            CompileErrorKind::UnknownDialect(uri) => {
                let known: Vec<&str> = Dialect::all().map(Dialect::uri).collect();
                write!(f, "unknown dialect {:?}; known are ", clip(uri))?;
                write!(f, "{}, and meta-schemas in the registry", known.join(", "))
            }
            CompileErrorKind::UnknownVocabulary(uri) => {
                write!(f, "its meta-schema requires the unknown vocabulary {:?}", clip(uri))
            }
            CompileErrorKind::Uri(text, why) => {
                write!(
                    f,
                    "{:?} is not a URI reference that can be resolved here: {why}",
                    clip(text)
                )
            }
            CompileErrorKind::IdFragment(id) => {
                write!(f, "$id {:?} must not have a fragment; use $anchor", clip(id))
            }
            CompileErrorKind::DuplicateId(uri) => {
                write!(f, "two schemas have the URI {:?}; give each its own $id", clip(uri))
            }
            CompileErrorKind::DuplicateAnchor(name) => {
                write!(f, "two schemas of one resource have the anchor {:?}", clip(name))
            }
            CompileErrorKind::AnchorName(name) => write!(
                f,
                "{:?} is no anchor name: a letter or `_`, then letters, digits, `-`, `_`, `.`",
                clip(name)
            ),
            CompileErrorKind::Dangling(reference) => {
                write!(f, "the reference {:?} leads to no schema", clip(reference))
            }
            CompileErrorKind::Missing(uris) => {
                let first: Vec<&str> = uris.iter().take(MOST).map(|uri| clip(uri)).collect();
                f.write_str("references lead to documents that were not given: ")?;
                f.write_str(&first.join(", "))?;
                if uris.len() > MOST {
                    write!(f, " and {} more", uris.len() - MOST)?;
                }
                f.write_str("; nothing is ever fetched: add them to the registry")
            }
            CompileErrorKind::RefLoop(places) => {
                let places: Vec<&str> = places.iter().map(|place| clip(place)).collect();
                write!(
                    f,
                    "references form a loop that does not end: {}; break the cycle",
                    places.join(" -> ")
                )
            }
            CompileErrorKind::Pattern(error) => fmt::Display::fmt(error, f),
            CompileErrorKind::Internal(error) => write!(f, "{error}; this is a bug in jsonbound"),
        }
    }
}

impl std::error::Error for CompileError {}

/// How many URIs a message shows.
const MOST: usize = 16;

/// The beginning of a text from the schema, so that no message grows with it.
fn clip(text: &str) -> &str {
    const LONGEST: usize = 200;
    text.char_indices().nth(LONGEST).map_or(text, |(end, _)| &text[..end])
}
