//! Vocabularies: sets of keywords that a meta-schema turns on (Core 8.1.2).
//!
//! Invariant: a set always has the core vocabulary, without which a schema could not be read.

/// A vocabulary of JSON Schema 2020-12.
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

/// All vocabularies with their URIs.
const URIS: [(Vocabulary, &str); 8] = [
    (Vocabulary::Core, "https://json-schema.org/draft/2020-12/vocab/core"),
    (Vocabulary::Applicator, "https://json-schema.org/draft/2020-12/vocab/applicator"),
    (Vocabulary::Unevaluated, "https://json-schema.org/draft/2020-12/vocab/unevaluated"),
    (Vocabulary::Validation, "https://json-schema.org/draft/2020-12/vocab/validation"),
    (Vocabulary::MetaData, "https://json-schema.org/draft/2020-12/vocab/meta-data"),
    (Vocabulary::FormatAnnotation, "https://json-schema.org/draft/2020-12/vocab/format-annotation"),
    (Vocabulary::Content, "https://json-schema.org/draft/2020-12/vocab/content"),
    (Vocabulary::FormatAssertion, "https://json-schema.org/draft/2020-12/vocab/format-assertion"),
];

impl Vocabulary {
    /// The vocabulary of this URI, if it is known. Formats can be asserted only if all of them can be (Validation
    /// 7.2.2), which takes the feature `idn`.
    pub fn from_uri(uri: &str) -> Option<Vocabulary> {
        let found = URIS.iter().find(|(_, known)| *known == uri).map(|&(vocabulary, _)| vocabulary);
        found.filter(|&found| found != Vocabulary::FormatAssertion || cfg!(feature = "idn"))
    }

    /// The vocabulary's URI.
    pub fn uri(self) -> &'static str {
        URIS[self as usize].1
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
