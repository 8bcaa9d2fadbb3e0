//! The syntax tree of a pattern: nodes in one arena, joined by 32-bit ids.
//!
//! It says what was written, resolved (names to numbers, classes to sets) and not simplified. Nothing here owns another
//! node, so dropping, cloning and comparing do not recurse.
//!
//! Invariant: children come before their parents, so that one pass over the arena in order is a bottom-up walk.

use std::ops::Range;

use crate::charset::CharSet;
use crate::lint::Lint;

/// The number of a node in its [`Ast`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) u32);

/// The number of a set of code points in its [`Ast`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetId(pub(crate) u32);

/// A node's children: consecutive entries of a list in the [`Ast`]; see [`Ast::children`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Children {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// A test of a position that consumes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Assertion {
    /// `^`: the start of the string.
    Start,
    /// `$`: the end of the string.
    End,
    /// `\b`: between an ASCII word character and anything else.
    WordBoundary,
    /// `\B`: not there.
    NotWordBoundary,
}

/// One construct of a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Node {
    /// Nothing, which always matches.
    Empty,
    /// One character.
    Char(char),
    /// Any character of a set.
    Set(SetId),
    /// A test of the position.
    Assert(Assertion),
    /// One after another; two at least.
    Concat(Children),
    /// One or another, the first preferred; two at least.
    Alternate(Children),
    /// A group. Groups that capture have a number, from 1.
    Group {
        /// What it holds.
        body: NodeId,
        /// The number of the capture.
        index: Option<u32>,
    },
    /// Look-ahead or look-behind.
    Look {
        /// What must match, or must not.
        body: NodeId,
        /// Whether it looks behind.
        behind: bool,
        /// Whether it must not match.
        negative: bool,
    },
    /// What the group of this number captured last.
    BackReference(u32),
    /// A quantifier.
    Repeat {
        /// What is repeated.
        body: NodeId,
        /// How often at least.
        min: u32,
        /// How often at most.
        max: Option<u32>,
        /// Whether fewer is preferred.
        lazy: bool,
        /// The numbers of the groups in the body, whose captures each repetition forgets.
        groups: Range<u32>,
    },
}

/// A parsed pattern.
///
/// ```
/// use jsonbound_pattern::{Node, PatternLimits, parse};
/// let ast = parse("a|b", &PatternLimits::untrusted())?;
/// let Node::Alternate(branches) = ast.node(ast.root()) else { panic!() };
/// assert_eq!(ast.node(ast.children(*branches)[1]), &Node::Char('b'));
/// # Ok::<(), jsonbound_pattern::PatternError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ast {
    pub(crate) nodes: Vec<Node>,
    pub(crate) children: Vec<NodeId>,
    pub(crate) sets: Vec<CharSet>,
    pub(crate) root: NodeId,
    /// By group number, 0 unused: whether a back-reference refers to it.
    pub(crate) referenced: Vec<bool>,
    pub(crate) lints: Vec<Lint>,
    pub(crate) nesting: u64,
    pub(crate) ranges: u64,
}

impl Ast {
    /// The node of the whole pattern.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// The node of this number; of another tree's number, [`Node::Empty`] if there is none.
    pub fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id.0 as usize).unwrap_or(&Node::Empty)
    }

    /// All nodes, children before parents.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = &Node> {
        self.nodes.iter()
    }

    /// The children, in the order written; of another tree's, none where there are none.
    pub fn children(&self, children: Children) -> &[NodeId] {
        self.children.get(children.start as usize..children.end as usize).unwrap_or_default()
    }

    /// The set of this number, if it is one of this tree.
    pub fn set(&self, id: SetId) -> Option<&CharSet> {
        self.sets.get(id.0 as usize)
    }

    /// What has its reading of Annex B, in the order of the pattern.
    pub fn lints(&self) -> &[Lint] {
        &self.lints
    }

    /// Levels of groups and look-arounds inside one another: what `pattern_nesting` limits.
    pub fn nesting(&self) -> u64 {
        self.nesting
    }

    /// Code point ranges that its classes and property escapes took to read: what `pattern_ranges` limits.
    pub fn ranges(&self) -> u64 {
        self.ranges
    }

    /// How many groups capture.
    pub fn captures(&self) -> usize {
        self.referenced.len().saturating_sub(1)
    }
}
