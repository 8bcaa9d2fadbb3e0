//! Vocabularies: sets of keywords that a meta-schema turns on (Core 8.1.2), since 2019-09.
//!
//! Rows of older dialects belong to the vocabulary that their keywords became part of.
//!
//! Invariant: a set always has the core vocabulary, without which a schema could not be read.

use crate::dialect::{Dialect, VOCABULARIES};

/// A vocabulary of JSON Schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Vocabulary {
    /// Identification and reference (Core 8).
    Core,
    /// Subschemas in place and in children (Core 10).
    Applicator,
    /// `unevaluatedItems` and `unevaluatedProperties` (Core 11).
    Unevaluated,
    /// Assertions (Validation 6).
    Validation,
    /// Basic annotations (Validation 9).
    MetaData,
    /// `format` as an annotation (Validation 7.2.1).
    FormatAnnotation,
    /// Contents of strings (Validation 8).
    Content,
    /// `format` as an assertion (Validation 7.2.2).
    FormatAssertion,
}

impl Vocabulary {
    /// The vocabulary of this URI that a `$vocabulary` of a dialect declares, required or not; `None` if it is not known.
    ///
    /// That of formats is one in 2019-09, and to require it is to have them asserted (Validation 7.2). Formats can be
    /// asserted only if all of them can be (2020-12, Validation 7.2.2), which takes the feature `idn`.
    pub fn from_uri(dialect: Dialect, uri: &str, required: bool) -> Option<Vocabulary> {
        let name = uri.strip_prefix(dialect.traits().vocabularies?)?;
        let known = VOCABULARIES
            .iter()
            .find(|(dialects, known, _)| *known == name && dialects.contains(dialect));
        let asserted = name == "format" && required;
        let found = known.map(
            |&(.., vocabulary)| if asserted { Vocabulary::FormatAssertion } else { vocabulary },
        );
        found.filter(|&found| found != Vocabulary::FormatAssertion || cfg!(feature = "idn"))
    }
}

/// A set of vocabularies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vocabularies(u8);

impl Vocabularies {
    /// The core vocabulary alone.
    pub const CORE: Vocabularies = Vocabularies(1);
    /// All vocabularies of the standard meta-schema.
    pub const STANDARD: Vocabularies = Vocabularies(0x7f);

    /// The set with one more. A `format` that is asserted is an annotation as well.
    #[must_use]
    pub fn with(self, vocabulary: Vocabulary) -> Self {
        let annotation = match vocabulary {
            Vocabulary::FormatAssertion => 1 << Vocabulary::FormatAnnotation as u8,
            _ => 0,
        };
        Vocabularies(self.0 | annotation | 1 << vocabulary as u8)
    }

    /// Whether the vocabulary is in the set.
    pub fn contains(self, vocabulary: Vocabulary) -> bool {
        self.0 >> vocabulary as u8 & 1 == 1
    }
}
