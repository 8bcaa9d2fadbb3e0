//! The `Node` traits: how the engine reads anybody's JSON values.
//!
//! A node is a cheap, `Copy` handle to one JSON value inside a tree that outlives it. Nothing here knows of schemas,
//! and nothing here recurses: a node shows one level, and whoever walks it keeps the stack.
//!
//! Invariant: a node is a view of an immutable tree. Reading it twice gives the same kind, the same members in the same
//! order, and the same numbers.

use crate::{Key, Number};

/// The six kinds of JSON values (RFC 8259, section 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// Any number, integer or not.
    Number,
    /// A string of Unicode scalar values.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Kind {
    /// All kinds, in their order.
    pub const ALL: [Kind; 6] =
        [Kind::Null, Kind::Boolean, Kind::Number, Kind::String, Kind::Array, Kind::Object];
}

/// One level of a JSON value: its kind, and what is inside.
#[derive(Debug, Clone)]
pub enum View<'a, N: Node<'a>> {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean(bool),
    /// A number, exact.
    Number(Number<'a>),
    /// A string.
    String(&'a str),
    /// An array, to be counted and iterated.
    Array(N::Array),
    /// An object, to be counted, iterated and searched.
    Object(N::Object),
}

/// A JSON value that lives for `'a`.
///
/// Implement it for a handle (a reference, or a reference with an index), not for an owned value. The conformance kit
/// in [`conformance`](crate::conformance) checks an implementation.
pub trait Node<'a>: Copy {
    /// The handle of an array.
    type Array: Array<'a, Node = Self>;
    /// The handle of an object.
    type Object: Object<'a, Node = Self>;

    /// Shows one level of this value. Costs the same for every value, whatever its size.
    fn view(self) -> View<'a, Self>;

    /// The kind of this value.
    #[inline]
    fn kind(self) -> Kind {
        match self.view() {
            View::Null => Kind::Null,
            View::Boolean(_) => Kind::Boolean,
            View::Number(_) => Kind::Number,
            View::String(_) => Kind::String,
            View::Array(_) => Kind::Array,
            View::Object(_) => Kind::Object,
        }
    }

    /// Whether this is a number that is written as an integer, without a fraction and an exponent: what an integer is up
    /// to draft-04. A type that tells doubles from integers says so of its doubles, whatever their value: they are
    /// written with a fraction. By default the number's text decides, and a whole number without a text is an integer.
    fn is_integer_form(self) -> bool {
        matches!(self.view(), View::Number(number) if number.is_integer_form())
    }
}

/// An array of nodes.
pub trait Array<'a>: Copy {
    /// The type of the items.
    type Node: Node<'a>;
    /// Iterates over the items in order.
    type Items: Iterator<Item = Self::Node> + Clone;

    /// The number of items, without counting them one by one.
    fn len(self) -> usize;
    /// The items in order.
    fn items(self) -> Self::Items;

    /// Whether there is no item.
    #[inline]
    fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// An object: members with unique names.
pub trait Object<'a>: Copy {
    /// The type of the members' values.
    type Node: Node<'a>;
    /// Iterates over the members in the tree's own, stable order.
    type Members: Iterator<Item = (Key<'a>, Self::Node)> + Clone;

    /// The number of members, without counting them one by one.
    fn len(self) -> usize;
    /// The members in order.
    fn members(self) -> Self::Members;
    /// The value of the member with this name, in sublinear time where the tree allows it.
    fn get(self, key: Key<'_>) -> Option<Self::Node>;

    /// Whether there is no member.
    #[inline]
    fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// What finding a member by its name costs beyond its step, in an object of so many members: nothing in a narrow one, where names are
/// compared one after the other, and two steps for each halving in a wide one. The same for every node type, whatever it does.
pub fn lookup_cost(members: usize) -> u64 {
    const NARROW: usize = 16;
    if members <= NARROW { 0 } else { 2 * u64::from(members.ilog2() + 1) }
}
