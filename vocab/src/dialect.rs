//! The dialects of JSON Schema, and what sets each apart beside its keywords: a row of a table.
//!
//! Invariant: dialects are in the order in which they were published, so that "up to" and "since" are comparisons.

use std::fmt;

use crate::vocabulary::Vocabulary;

/// A dialect of JSON Schema.
///
/// ```
/// use jsonbound_vocab::Dialect;
///
/// assert_eq!(Dialect::from_uri("http://json-schema.org/draft-07/schema#"), Some(Dialect::Draft7));
/// assert_eq!(Dialect::from_uri("https://json-schema.org/draft-07/schema"), Some(Dialect::Draft7));
/// assert!(Dialect::Draft7 < Dialect::default());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
pub enum Dialect {
    /// <http://json-schema.org/draft-03/schema#>
    Draft3,
    /// <http://json-schema.org/draft-04/schema#>
    Draft4,
    /// <http://json-schema.org/draft-06/schema#>
    Draft6,
    /// <http://json-schema.org/draft-07/schema#>
    Draft7,
    /// <https://json-schema.org/draft/2019-09/schema>
    Draft201909,
    /// <https://json-schema.org/draft/2020-12/schema>
    #[default]
    Draft202012,
    /// <https://json-schema.org/v1>: the coming release. *Unstable*: it follows the official test suite, and changes
    /// with it.
    V1,
}

/// What sets a dialect apart beside its keywords.
#[derive(Debug, Clone, Copy)]
pub struct Traits {
    /// A short name, by which people choose it.
    pub name: &'static str,
    /// Its URI, as `$schema` has it.
    pub uri: &'static str,
    /// The keyword that identifies a schema resource.
    pub id: &'static str,
    /// Whether an identifier that is only a fragment names an anchor.
    pub id_is_anchor: bool,
    /// Whether a text is the name of an anchor, if `$anchor` makes anchors.
    pub is_anchor: Option<fn(&str) -> bool>,
    /// The keyword that makes an anchor of the dynamic scope. That of 2019-09 is a boolean, all others are names.
    pub dynamic_anchor: Option<&'static str>,
    /// The keyword that refers through the dynamic scope.
    pub dynamic_ref: Option<&'static str>,
    /// Whether a dynamic reference finds anchors that its own resource does not have.
    pub dynamic_ref_is_free: bool,
    /// Whether `$ref` hides everything beside it.
    pub ref_is_alone: bool,
    /// Whether `true` and `false` are schemas.
    pub booleans: bool,
    /// Whether formats are asserted if nobody says otherwise.
    pub asserts_formats: bool,
    /// What the URIs of its vocabularies begin with, if it has vocabularies.
    pub vocabularies: Option<&'static str>,
}

/// What drafts 3 to 7 have in common.
const OLD: Traits = Traits {
    name: "",
    uri: "",
    id: "$id",
    id_is_anchor: true,
    is_anchor: None,
    dynamic_anchor: None,
    dynamic_ref: None,
    dynamic_ref_is_free: false,
    ref_is_alone: true,
    booleans: true,
    asserts_formats: false,
    vocabularies: None,
};

const DRAFT_2020_12: Traits = Traits {
    name: "draft2020-12",
    uri: "https://json-schema.org/draft/2020-12/schema",
    id_is_anchor: false,
    is_anchor: Some(is_anchor),
    dynamic_anchor: Some("$dynamicAnchor"),
    dynamic_ref: Some("$dynamicRef"),
    ref_is_alone: false,
    vocabularies: Some("https://json-schema.org/draft/2020-12/vocab/"),
    ..OLD
};

/// One row for each dialect, in their order.
const DIALECTS: [(Dialect, Traits); 7] = [
    (
        Dialect::Draft3,
        Traits {
            name: "draft3",
            uri: "http://json-schema.org/draft-03/schema#",
            id: "id",
            booleans: false,
            ..OLD
        },
    ),
    (
        Dialect::Draft4,
        Traits {
            name: "draft4",
            uri: "http://json-schema.org/draft-04/schema#",
            id: "id",
            booleans: false,
            ..OLD
        },
    ),
    (
        Dialect::Draft6,
        Traits { name: "draft6", uri: "http://json-schema.org/draft-06/schema#", ..OLD },
    ),
    (
        Dialect::Draft7,
        Traits { name: "draft7", uri: "http://json-schema.org/draft-07/schema#", ..OLD },
    ),
    (
        Dialect::Draft201909,
        Traits {
            name: "draft2019-09",
            uri: "https://json-schema.org/draft/2019-09/schema",
            is_anchor: Some(is_anchor_of_2019_09),
            dynamic_anchor: Some("$recursiveAnchor"),
            dynamic_ref: Some("$recursiveRef"),
            vocabularies: Some("https://json-schema.org/draft/2019-09/vocab/"),
            ..DRAFT_2020_12
        },
    ),
    (Dialect::Draft202012, DRAFT_2020_12),
    (
        Dialect::V1,
        Traits {
            name: "v1",
            uri: "https://json-schema.org/v1",
            is_anchor: Some(is_name),
            dynamic_ref_is_free: true,
            asserts_formats: true,
            vocabularies: None,
            ..DRAFT_2020_12
        },
    ),
];

impl Dialect {
    /// The number of dialects; each converts to a number below it.
    pub const COUNT: usize = DIALECTS.len();

    /// All dialects, in the order in which they were published.
    pub fn all() -> impl ExactSizeIterator<Item = Dialect> + Clone {
        DIALECTS.iter().map(|&(dialect, _)| dialect)
    }

    /// The URI of the dialect, as `$schema` has it.
    pub fn uri(self) -> &'static str {
        self.traits().uri
    }

    /// The dialect of this URI, with `http` or `https`, and with or without an empty fragment: schemas in use have all
    /// of these spellings.
    pub fn from_uri(uri: &str) -> Option<Dialect> {
        let found = DIALECTS.iter().find(|(_, traits)| bare(traits.uri) == bare(uri));
        found.map(|&(dialect, _)| dialect)
    }

    /// The dialect of this name: `draft3`, `draft4`, `draft6`, `draft7`, `draft2019-09`, `draft2020-12` or `v1`.
    pub fn from_name(name: &str) -> Option<Dialect> {
        let found = DIALECTS.iter().find(|(_, traits)| traits.name == name);
        found.map(|&(dialect, _)| dialect)
    }

    /// What sets it apart beside its keywords.
    pub fn traits(self) -> &'static Traits {
        &DIALECTS[self as usize].1
    }
}

/// The name of the dialect.
impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.traits().name)
    }
}

impl Traits {
    /// The keywords that refer: `$ref` first, then the one that refers through the dynamic scope.
    pub fn references(&self) -> impl Iterator<Item = &'static str> + use<> {
        ["$ref"].into_iter().chain(self.dynamic_ref)
    }
}

/// A URI without its scheme, if that is the web's, and without an empty fragment.
fn bare(uri: &str) -> &str {
    let uri = uri.strip_suffix('#').unwrap_or(uri);
    uri.strip_prefix("https:").or_else(|| uri.strip_prefix("http:")).unwrap_or(uri)
}

/// A set of dialects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialects(u8);

impl Dialects {
    /// Every dialect.
    pub const ALL: Dialects = Dialects::between(Dialect::Draft3, Dialect::V1);

    /// The dialects from the first to the last, both included.
    pub const fn between(first: Dialect, last: Dialect) -> Self {
        Dialects((2 << last as u8) - (1 << first as u8))
    }

    /// This dialect and all later ones.
    pub const fn since(first: Dialect) -> Self {
        Dialects::between(first, Dialect::V1)
    }

    /// This dialect and all earlier ones.
    pub const fn until(last: Dialect) -> Self {
        Dialects::between(Dialect::Draft3, last)
    }

    /// This dialect alone.
    pub const fn only(dialect: Dialect) -> Self {
        Dialects::between(dialect, dialect)
    }

    /// Dialects of either set.
    #[must_use]
    pub const fn union(self, other: Dialects) -> Self {
        Dialects(self.0 | other.0)
    }

    /// Whether the dialect is in the set.
    pub const fn contains(self, dialect: Dialect) -> bool {
        self.0 >> dialect as u8 & 1 == 1
    }
}

/// A letter or another character that may begin a name, and then what may continue it.
fn named(name: &str, first: fn(char) -> bool, other: fn(char) -> bool) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(first) && characters.all(other)
}

/// 2020-12, Core 8.2.2.
fn is_anchor(name: &str) -> bool {
    named(
        name,
        |c| c.is_ascii_alphabetic() || c == '_',
        |c| c.is_ascii_alphanumeric() || "-_.".contains(c),
    )
}

/// 2019-09, Core 8.2.3.
fn is_anchor_of_2019_09(name: &str) -> bool {
    named(name, |c| c.is_ascii_alphabetic(), |c| c.is_ascii_alphanumeric() || "-_:.".contains(c))
}

/// A name of XML without a colon (`NCName`), which is what anchors of the coming release are.
fn is_name(name: &str) -> bool {
    fn begins(c: char) -> bool {
        matches!(c,
            'A'..='Z' | '_' | 'a'..='z' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}'
            | '\u{F8}'..='\u{2FF}' | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}'
            | '\u{200C}'..='\u{200D}' | '\u{2070}'..='\u{218F}' | '\u{2C00}'..='\u{2FEF}'
            | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}'
            | '\u{10000}'..='\u{EFFFF}')
    }
    fn continues(c: char) -> bool {
        begins(c)
            || matches!(c, '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}'
                | '\u{203F}'..='\u{2040}')
    }
    named(name, begins, continues)
}

/// The vocabularies of a dialect by the last part of their URIs.
pub(crate) const VOCABULARIES: [(Dialects, &str, Vocabulary); 9] = {
    const BOTH: Dialects = Dialects::between(Dialect::Draft201909, Dialect::Draft202012);
    const OF_2019_09: Dialects = Dialects::only(Dialect::Draft201909);
    const OF_2020_12: Dialects = Dialects::only(Dialect::Draft202012);
    [
        (BOTH, "core", Vocabulary::Core),
        (BOTH, "applicator", Vocabulary::Applicator),
        (OF_2020_12, "unevaluated", Vocabulary::Unevaluated),
        (BOTH, "validation", Vocabulary::Validation),
        (BOTH, "meta-data", Vocabulary::MetaData),
        (OF_2019_09, "format", Vocabulary::FormatAnnotation),
        (OF_2020_12, "format-annotation", Vocabulary::FormatAnnotation),
        (BOTH, "content", Vocabulary::Content),
        (OF_2020_12, "format-assertion", Vocabulary::FormatAssertion),
    ]
};
