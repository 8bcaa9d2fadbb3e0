//! The meta-schemas of the dialects, as text (Core, appendix; the specifications' normative data without their prose).
//!
//! That of the coming release is not final. It is given here as far as the official test suite has it: keywords that are
//! not known are allowed, and a dynamic reference may be a fragment.
//!
//! Invariant: each text is a schema whose identifier is the URI beside it, and whose dialect is its own.

use crate::dialect::Dialect;
use Dialect::{Draft3, Draft4, Draft6, Draft7, Draft201909, Draft202012, V1};

/// A meta-schema: that of a dialect, or of one of its vocabularies.
#[derive(Debug, Clone, Copy)]
pub struct MetaSchema {
    /// The dialect that it belongs to, and is written in.
    pub dialect: Dialect,
    /// Its URI, without a fragment.
    pub uri: &'static str,
    /// JSON text.
    pub text: &'static str,
}

/// A row: dialect, URI, and the file.
macro_rules! row {
    ($dialect:ident, $uri:literal, $file:literal) => {
        MetaSchema {
            dialect: $dialect,
            uri: $uri,
            text: include_str!(concat!("../meta-schemas/", $file)),
        }
    };
}

/// The meta-schema of a vocabulary: dialect, its name, and the name of the vocabulary.
macro_rules! part {
    ($dialect:ident, $name:literal, $part:literal) => {
        MetaSchema {
            dialect: $dialect,
            uri: concat!("https://json-schema.org/draft/", $name, "/meta/", $part),
            text: include_str!(concat!("../meta-schemas/", $name, "/", $part, ".json")),
        }
    };
}

/// All meta-schemas. The first of each dialect is the dialect's own.
pub const META_SCHEMAS: &[MetaSchema] = &[
    row!(Draft202012, "https://json-schema.org/draft/2020-12/schema", "2020-12/schema.json"),
    part!(Draft202012, "2020-12", "core"),
    part!(Draft202012, "2020-12", "applicator"),
    part!(Draft202012, "2020-12", "unevaluated"),
    part!(Draft202012, "2020-12", "validation"),
    part!(Draft202012, "2020-12", "meta-data"),
    part!(Draft202012, "2020-12", "format-annotation"),
    part!(Draft202012, "2020-12", "format-assertion"),
    part!(Draft202012, "2020-12", "content"),
    row!(Draft201909, "https://json-schema.org/draft/2019-09/schema", "2019-09/schema.json"),
    part!(Draft201909, "2019-09", "core"),
    part!(Draft201909, "2019-09", "applicator"),
    part!(Draft201909, "2019-09", "validation"),
    part!(Draft201909, "2019-09", "meta-data"),
    part!(Draft201909, "2019-09", "format"),
    part!(Draft201909, "2019-09", "content"),
    row!(Draft7, "http://json-schema.org/draft-07/schema", "draft-07.json"),
    row!(Draft6, "http://json-schema.org/draft-06/schema", "draft-06.json"),
    row!(Draft4, "http://json-schema.org/draft-04/schema", "draft-04.json"),
    row!(Draft3, "http://json-schema.org/draft-03/schema", "draft-03.json"),
    row!(V1, "https://json-schema.org/v1", "v1.json"),
];

impl MetaSchema {
    /// The meta-schema of this URI, which has no fragment. Those of the dialects are found by all their spellings.
    pub fn find(uri: &str) -> Option<&'static MetaSchema> {
        let own = || Dialect::from_uri(uri).map(MetaSchema::of);
        META_SCHEMAS.iter().find(|found| found.uri == uri).or_else(own)
    }

    /// The meta-schema of a dialect.
    pub fn of(dialect: Dialect) -> &'static MetaSchema {
        let own = META_SCHEMAS.iter().find(|found| found.dialect == dialect);
        own.unwrap_or(&META_SCHEMAS[0])
    }
}
