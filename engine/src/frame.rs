//! Frames: blocks that are under way, each with its value and the state of the instruction it is at.
//!
//! Invariant: a frame holds all that is needed to go on in place; nothing of an evaluation is on the native stack
//! between two steps.

use jsonbound_json::{Array, Kind, Node, Object, View};
use jsonbound_program::{BlockId, EdgeId, Tracks};

use crate::sink::Sink;

/// The value that a block is applied to: a node, or the name of a member (for `propertyNames`).
#[derive(Clone, Copy)]
pub(crate) enum Spot<'a, N> {
    Node(N),
    Name(&'a str),
}

impl<'a, N: Node<'a>> Spot<'a, N> {
    #[inline]
    pub(crate) fn view(self) -> View<'a, N> {
        match self {
            Spot::Node(node) => node.view(),
            Spot::Name(name) => View::String(name),
        }
    }

    #[inline]
    pub(crate) fn kind(self) -> Kind {
        match self {
            Spot::Node(node) => node.kind(),
            Spot::Name(_) => Kind::String,
        }
    }

    pub(crate) fn array(self) -> Option<N::Array> {
        match self.view() {
            View::Array(array) => Some(array),
            _ => None,
        }
    }

    pub(crate) fn object(self) -> Option<N::Object> {
        match self.view() {
            View::Object(object) => Some(object),
            _ => None,
        }
    }
}

/// The way from the value of a frame to that of the frame above it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token<'p> {
    /// The same value.
    Here,
    /// An item.
    Index(usize),
    /// A member's value.
    Member(&'p str),
    /// A member's name.
    Name(&'p str),
}

impl<'p> Token<'p> {
    /// The name of the member that it leads to.
    pub(crate) fn member(self) -> Option<&'p str> {
        match self {
            Token::Member(name) => Some(name),
            _ => None,
        }
    }
}

/// The type of the iterator over an array of `N`s.
pub(crate) type ItemsOf<'a, N> = <<N as Node<'a>>::Array as Array<'a>>::Items;
/// The type of the iterator over an object of `N`s.
pub(crate) type MembersOf<'a, N> = <<N as Node<'a>>::Object as Object<'a>>::Members;

/// How far the current instruction has come.
pub(crate) enum State<'a, N: Node<'a>, M> {
    /// It has not begun.
    Start,
    /// It applies edges, or looks up names, one after the other; `hits` of them passed (for
    /// `dependentSchemas`: failed).
    Position { at: u32, hits: u32, rows: M },
    /// It walks over items; `at` is the position of the one whose block is under way.
    Items { rest: ItemsOf<'a, N>, at: usize, hits: u64, rows: M },
    /// It walks over members; `at` of them are done or under way, and of the last one `row` patterns.
    Members { rest: MembersOf<'a, N>, at: usize, row: u32 },
    /// It applies what a walk over members has set aside, from `base` on, of which those before `next` are done or under
    /// way; after them the walk goes on.
    Shape { walk: Walk<'a, N>, base: usize, next: usize },
}

/// How far a walk over members has come.
#[derive(Clone)]
pub(crate) enum Walk<'a, N: Node<'a>> {
    /// The members that are left; `hits` of those before them were required.
    Members { rest: MembersOf<'a, N>, hits: u32 },
    /// The first name that has not been looked up.
    Names(usize),
    /// To its end.
    Done,
}

/// A block that a walk has set aside, since a frame is needed for it, with the member that it is for.
#[derive(Clone, Copy)]
pub(crate) struct Pending<'p, N> {
    pub edge: EdgeId,
    pub name: &'p str,
    pub value: N,
}

/// Heights of the scratch's stacks.
#[derive(Clone, Copy, Default)]
pub(crate) struct Heights {
    pub marks: usize,
    pub bits: usize,
    pub bound: usize,
    /// The number of bound slots while the block runs.
    pub scope: usize,
}

/// A block that is under way.
pub(crate) struct Frame<'p, 'a, N: Node<'a>, S: Sink<'p>> {
    pub spot: Spot<'a, N>,
    pub block: BlockId,
    /// The position of the current instruction, and the end of the block.
    pub at: u32,
    pub end: u32,
    /// The levels of schemas around the block's instructions, and those of them at the same value.
    pub depth: u32,
    pub inplace: u32,
    pub tracks: Tracks,
    /// Whether the value is inside that of the frame below; else it is the same.
    pub descended: bool,
    /// Whether nothing has failed so far; it can only become false while a report goes on.
    pub passed: bool,
    /// The heights of the stacks when the block was entered; zero if the section keeps nothing.
    pub heights: Heights,
    /// The path that leads here in a report, and the height of the report when the block was entered.
    pub path: S::Path,
    pub rows: S::Mark,
    pub state: State<'a, N, S::Mark>,
}
