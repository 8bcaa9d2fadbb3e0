//! What a program holds beside its instructions: constants, shared by all sections, and operands that lead to edges.
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

/// `if`, `then` and `else`; an absent branch leads to a block that accepts everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Condition {
    /// The block that decides.
    pub test: EdgeId,
    /// The block for values that pass it.
    pub then: EdgeId,
    /// The block for values that do not.
    pub otherwise: EdgeId,
}

/// A run of edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct List {
    /// The first edge.
    pub first: EdgeId,
    /// The number of edges.
    pub len: u32,
}

/// The operands of `items`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Items {
    /// The number of items that `prefixItems` answers for.
    pub skip: u32,
    /// The block for the rest.
    pub edge: EdgeId,
}

/// The operands of `contains`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contains {
    /// The block that items are tried against.
    pub edge: EdgeId,
    /// The least number of items that must be valid.
    pub min: u64,
    /// The greatest number of items that may be valid; `u64::MAX` for no bound.
    pub max: u64,
}

/// Names with an edge each: `first`, `first + 1`, ... in the order of the names' positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Properties {
    /// The names.
    pub names: NamesId,
    /// The edge of the first name.
    pub first: EdgeId,
}

/// Patterns with an edge each, in the schema's order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternProperties {
    /// A pattern, and the block for members whose name it matches.
    pub rows: Box<[(PatternId, EdgeId)]>,
}

/// The operands of `additionalProperties`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Additional {
    /// Names that are not additional.
    pub names: NamesId,
    /// Patterns of names that are not additional.
    pub patterns: PatternsId,
    /// The block for the others.
    pub edge: EdgeId,
}

/// The operands of `$dynamicRef`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dynamic {
    /// The slot that the dynamic scope binds.
    pub slot: SlotId,
    /// Where it leads when nothing is bound; its path serves for either.
    pub edge: EdgeId,
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
