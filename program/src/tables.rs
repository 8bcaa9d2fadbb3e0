//! Constants: what a program holds beside its instructions, shared by all sections. Nothing in them leads to an edge.
//!
//! Invariant: entries are only ever appended, so an id that was given stays right.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use jsonbound_json::{Document, Number};

use crate::host::{Check, FormatCheck, Matcher};
use crate::ids::*;
use crate::names::NameTable;

/// Constants, shared by all sections of a program.
#[derive(Default)]
pub struct Tables {
    pub(crate) strings: Vec<Box<str>>,
    pub(crate) locations: Vec<Location>,
    pub(crate) numbers: Vec<Number<'static>>,
    pub(crate) counts: Vec<u64>,
    pub(crate) spans: Vec<Span>,
    pub(crate) ranges: Vec<Range>,
    pub(crate) literals: Vec<Literal>,
    pub(crate) enums: Vec<Enum>,
    pub(crate) names: Vec<NameTable>,
    pub(crate) patterns: Vec<Pattern>,
    pub(crate) formats: Vec<Format>,
    pub(crate) checks: Vec<CustomCheck>,
    pub(crate) dependents: Vec<Dependents>,
}

/// A place in a schema: a path below another place, so that deep schemas do not repeat the way to every place in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Location {
    /// The place that the path begins at; `None` for a schema resource.
    pub parent: Option<LocationId>,
    /// A JSON Pointer from there; for a schema resource its absolute URI with an empty fragment.
    pub path: StringId,
}

/// What a count may be, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The least.
    pub min: u64,
    /// The greatest; `u64::MAX` for no bound.
    pub max: u64,
}

impl Span {
    /// Whether the count is in the span.
    #[inline]
    pub fn contains(self, count: u64) -> bool {
        self.min <= count && count <= self.max
    }
}

/// One end of a range of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    /// The number.
    pub number: NumberId,
    /// Whether the number itself is outside.
    pub exclusive: bool,
}

/// What a number may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// The lower end.
    pub low: Option<Bound>,
    /// The upper end.
    pub high: Option<Bound>,
}

/// A JSON value to compare with.
pub struct Literal {
    /// The value: the root of a document of its own.
    pub document: Document<'static>,
    /// What a comparison with it costs at most, in steps.
    pub cost: u64,
}

/// The values of an `enum`: strings in a name table, all others as literals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Enum {
    /// The strings.
    pub strings: NamesId,
    /// The first of the other values.
    pub first: LiteralId,
    /// The number of other values.
    pub len: u32,
    /// What comparing with all other values costs at most, in steps.
    pub cost: u64,
}

/// A compiled regular expression and its source.
pub struct Pattern {
    /// The source text.
    pub source: StringId,
    /// What matches it.
    pub matcher: Arc<dyn Matcher>,
}

/// A format and its check.
pub struct Format {
    /// The format's name.
    pub name: StringId,
    /// What checks it.
    pub check: Arc<dyn FormatCheck>,
}

/// A custom keyword and its check.
pub struct CustomCheck {
    /// The keyword.
    pub name: StringId,
    /// What checks it.
    pub check: Arc<dyn Check>,
}

/// The operands of `dependentRequired`: name `i` asks for all names of table `required[i]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependents {
    /// The names that ask.
    pub names: NamesId,
    /// What each asks for.
    pub required: Box<[NamesId]>,
}

impl Tables {
    /// A string.
    pub fn string(&self, id: StringId) -> &str {
        &self.strings[id.index()]
    }
    /// A place in a schema as an absolute URI with a JSON Pointer as its fragment, in parts that are to be
    /// concatenated.
    pub fn location(&self, id: LocationId) -> impl Iterator<Item = &str> {
        let parent = |&id: &LocationId| self.locations[id.index()].parent;
        let mut chain: Vec<LocationId> = core::iter::successors(Some(id), parent).collect();
        chain.reverse();
        chain.into_iter().map(|id| self.string(self.locations[id.index()].path))
    }
    /// A number.
    #[inline]
    pub fn number(&self, id: NumberId) -> &Number<'static> {
        &self.numbers[id.index()]
    }
    /// A count.
    #[inline]
    pub fn count(&self, id: CountId) -> u64 {
        self.counts[id.index()]
    }
    /// What a count may be.
    #[inline]
    pub fn span(&self, id: SpanId) -> Span {
        self.spans[id.index()]
    }
    /// What a number may be.
    #[inline]
    pub fn range(&self, id: RangeId) -> Range {
        self.ranges[id.index()]
    }
    /// A literal.
    #[inline]
    pub fn literal(&self, id: LiteralId) -> &Literal {
        &self.literals[id.index()]
    }
    /// The values of an `enum`.
    #[inline]
    pub fn enumeration(&self, id: EnumId) -> Enum {
        self.enums[id.index()]
    }
    /// The literals of an `enum` that are not strings.
    #[inline]
    pub fn literals(&self, of: Enum) -> &[Literal] {
        &self.literals[of.first.index()..][..of.len as usize]
    }
    /// A table of names.
    #[inline]
    pub fn names(&self, id: NamesId) -> &NameTable {
        &self.names[id.index()]
    }
    /// A pattern.
    #[inline]
    pub fn pattern(&self, id: PatternId) -> &Pattern {
        &self.patterns[id.index()]
    }
    /// The number of patterns: a scratch keeps a cache for each.
    pub fn pattern_count(&self) -> usize {
        self.patterns.len()
    }
    /// A format.
    #[inline]
    pub fn format(&self, id: FormatId) -> &Format {
        &self.formats[id.index()]
    }
    /// A custom check.
    #[inline]
    pub fn check(&self, id: CheckId) -> &CustomCheck {
        &self.checks[id.index()]
    }
    /// The operands of `dependentRequired`.
    #[inline]
    pub fn dependents(&self, id: DependentsId) -> &Dependents {
        &self.dependents[id.index()]
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for (name, len) in [
            ("strings", self.strings.len()),
            ("numbers", self.numbers.len()),
            ("literals", self.literals.len()),
            ("names", self.names.len()),
            ("patterns", self.patterns.len()),
        ] {
            use fmt::Write;
            write!(text, "{name}: {len}, ")?;
        }
        write!(f, "Tables {{ {text}.. }}")
    }
}
