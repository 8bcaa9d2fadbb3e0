//! Operands that lead to edges: a table a type, each section its own.
//!
//! Invariant: entries are only ever appended, so an id that was given stays right.

use alloc::boxed::Box;
use alloc::vec::Vec;

use jsonbound_json::Kind;

use crate::ids::*;
use crate::kinds::KindSet;
use crate::section::Edge;

/// The operand tables of a section.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    pub edges: Vec<Edge>,
    pub lists: Vec<List>,
    pub conditions: Vec<Condition>,
    pub items: Vec<Items>,
    pub contains: Vec<Contains>,
    pub properties: Vec<Properties>,
    pub patterns: Vec<PatternProperties>,
    pub additional: Vec<Additional>,
    pub dynamics: Vec<Dynamic>,
    pub shapes: Vec<Shape>,
    pub selects: Vec<Select>,
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
    /// The number of names.
    pub len: u32,
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

/// What an object may be: the operands of the instruction that does the work of `properties`, `patternProperties`,
/// `additionalProperties` and `required` in one walk over the members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// The names that are known.
    pub names: NamesId,
    /// What is known of each name, in the order of the names' positions.
    pub members: Box<[Member]>,
    /// The number of names that are required.
    pub required: u32,
    /// For names that are not known: patterns, and the blocks for members whose name they match.
    pub patterns: Box<[(PatternId, Option<EdgeId>)]>,
    /// The block for members whose name is not known and matches no pattern.
    pub other: Option<EdgeId>,
}

/// What a [`Shape`] knows of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    /// The block for the member's value.
    pub edge: Option<EdgeId>,
    /// Whether the object must have the member.
    pub required: bool,
}

/// Branches of which at most one can accept a value, found without trying the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Select {
    /// What becomes of each kind of value, in the order of `Kind`.
    pub kinds: [Choice<EdgeId>; 6],
    /// How the branch for an object is found, if not by its kind alone.
    pub tag: Option<Tag>,
}

impl Select {
    /// The kinds of values that something is said of.
    pub(crate) fn concerns(&self) -> KindSet {
        let said = |&(kind, choice): &(Kind, Choice<EdgeId>)| {
            choice != Choice::Always || (kind == Kind::Object && self.tag.is_some())
        };
        Kind::ALL
            .into_iter()
            .zip(self.kinds)
            .filter(said)
            .fold(KindSet::NONE, |kinds, (kind, _)| kinds.union(KindSet::of(kind)))
    }
}

/// What becomes of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice<E> {
    /// It fails.
    Never,
    /// It passes.
    Always,
    /// One branch decides.
    Branch(E),
}

impl<E> Choice<E> {
    /// The same with what a branch becomes.
    pub fn map<T>(self, branch: impl FnOnce(E) -> T) -> Choice<T> {
        match self {
            Choice::Never => Choice::Never,
            Choice::Always => Choice::Always,
            Choice::Branch(edge) => Choice::Branch(branch(edge)),
        }
    }
}

/// A member whose string decides on a branch. Without it, or with another value, nothing passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tag {
    /// The member's name: the only one of its table.
    pub name: NamesId,
    /// The strings.
    pub values: NamesId,
    /// The edge for the first string; those of the others follow.
    pub first: EdgeId,
    /// The number of strings.
    pub len: u32,
}
