//! Documents: JSON values in one flat arena.
//!
//! A [`Document`] is a few vectors: values, member names, the sorted names of wide objects, and the strings whose
//! escapes were resolved. The other strings, names and long numbers are ranges of the text, which is borrowed. The
//! children of a container lie side by side, and the root is the last value. It is not a value to be edited.
//!
//! Invariant: every range in the arena is in bounds, and the children of a container precede it, so that there is no
//! cycle. Nothing here points into itself: a document is dropped, cloned and sent like any vector.

mod builder;
mod copy;
mod names;
mod node;
mod print;
mod span;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::{Node, ParseError, ParseLimits, Parser};

pub(crate) use builder::{Builder, Fault};
pub(crate) use names::{Name, SortedName, word_at};
pub use node::{DocumentArray, DocumentNode, DocumentObject};

/// The index of a value in its [`Document`], unique in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// What a span is a range of. Four bytes wide, so that spans have no padding: copying padded ones through memory
/// stalled the parser for a third of its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Source {
    /// The text that was read.
    Text,
    /// The document's own strings.
    Own,
}

/// A range of bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    pub(crate) source: Source,
    pub(crate) start: u32,
    pub(crate) len: u32,
}

/// What a value is. Of 32-bit words alone, for the same reason.
#[derive(Debug, Clone, Copy)]
#[repr(u32)]
pub(crate) enum Payload {
    Null,
    False,
    True,
    /// An `i64` in plain notation.
    Integer(Halves),
    /// The text of any other number.
    Number(Span),
    String(Span),
    Array {
        first: u32,
        len: u32,
    },
    Object {
        first: u32,
        len: u32,
        names: u32,
    },
    /// An object with sorted names; `wide` is an index of [`Arena::wide`].
    Wide {
        first: u32,
        len: u32,
        wide: u32,
    },
}

/// An `i64` with the alignment of its halves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Halves {
    low: u32,
    high: i32,
}

impl Halves {
    #[inline]
    pub(crate) fn new(value: i64) -> Self {
        let [a, b, c, d, e, f, g, h] = value.to_le_bytes();
        Halves { low: u32::from_le_bytes([a, b, c, d]), high: i32::from_le_bytes([e, f, g, h]) }
    }

    #[inline]
    pub(crate) fn get(self) -> i64 {
        i64::from(self.high) << 32 | i64::from(self.low)
    }
}

/// One value: what it is, and where its text begins (zero if it never was text).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slot {
    pub(crate) payload: Payload,
    pub(crate) offset: u32,
}

const _: () = assert!(size_of::<Slot>() == 20);

/// Where the names of a wide object are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wide {
    pub(crate) names: u32,
    pub(crate) sorted: u32,
}

/// The vectors of a document.
#[derive(Debug, Clone, Default)]
pub(crate) struct Arena {
    /// The values.
    pub(crate) nodes: Vec<Slot>,
    /// The names of all objects, those of one object side by side.
    pub(crate) names: Vec<Name>,
    /// The sorted names of wide objects, those of one object side by side.
    pub(crate) sorted: Vec<SortedName>,
    /// The wide objects.
    pub(crate) wide: Vec<Wide>,
    /// The strings and names that are not ranges of the text.
    pub(crate) strings: String,
}

/// A JSON document: text read under limits, or a copy of somebody's values.
///
/// ```
/// use jsonbound_json::Document;
///
/// let document = Document::parse(br#"{"name": "Ada", "born": 1815}"#)?;
/// let born = document.root().get("born").unwrap();
/// assert_eq!(born.as_number(), Some(1815_i64.into()));
/// assert_eq!(born.offset(), Some(24));
/// assert_eq!(document.root().to_string(), r#"{"name":"Ada","born":1815}"#);
/// # Ok::<(), jsonbound_json::ParseError>(())
/// ```
#[derive(Clone)]
pub struct Document<'t> {
    arena: Arena,
    /// `None` for a document that never was text.
    text: Option<Cow<'t, str>>,
}

impl<'t> Document<'t> {
    /// Reads a JSON text (RFC 8259) in UTF-8 under the default [`ParseLimits`].
    ///
    /// # Errors
    ///
    /// [`ParseError`], if the text is not JSON or passes a limit.
    pub fn parse(text: &'t [u8]) -> Result<Document<'t>, ParseError> {
        Document::parse_with(text, &ParseLimits::default())
    }

    /// Reads a JSON text (RFC 8259) in UTF-8 under the given limits. A [`Parser`] reads many texts with less
    /// allocation.
    ///
    /// # Errors
    ///
    /// [`ParseError`], if the text is not JSON or passes a limit.
    pub fn parse_with(text: &'t [u8], limits: &ParseLimits) -> Result<Document<'t>, ParseError> {
        Parser::new(*limits).parse(text)
    }

    /// Copies a value under the given limits; [`ParseLimits::bytes`] says what counts for the bytes of a value.
    ///
    /// # Errors
    ///
    /// [`ParseError`], with a JSON Pointer for a place, if the value passes a limit.
    pub fn from_node<'n, N: Node<'n>>(
        node: N,
        limits: &ParseLimits,
    ) -> Result<Document<'static>, ParseError> {
        copy::copy(node, limits)
    }

    /// The whole value.
    #[inline]
    pub fn root(&self) -> DocumentNode<'_> {
        let last = self.arena.nodes.len().saturating_sub(1);
        DocumentNode::new(self, u32::try_from(last).unwrap_or(u32::MAX))
    }

    /// The value with this id. An id that another document gave names whatever has that index here, or `null`.
    #[inline]
    pub fn node(&self, id: NodeId) -> DocumentNode<'_> {
        DocumentNode::new(self, id.0)
    }

    /// The number of values stored; ids are below it. Where a later duplicate replaced a member, what was inside the
    /// earlier one still counts.
    #[inline]
    pub fn node_count(&self) -> usize {
        self.arena.nodes.len()
    }

    /// The text this document was read from.
    #[inline]
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// The same document with its own copy of the text.
    pub fn into_owned(self) -> Document<'static> {
        Document { arena: self.arena, text: self.text.map(|text| Cow::Owned(text.into_owned())) }
    }

    pub(crate) fn from_parts(arena: Arena, text: Option<Cow<'t, str>>) -> Document<'t> {
        Document { arena, text }
    }

    pub(crate) fn into_arena(self) -> Arena {
        self.arena
    }

    /// The slot of an id; `null` for an id that is not of this document.
    #[inline]
    pub(crate) fn slot(&self, id: u32) -> &Slot {
        const NULL: &Slot = &Slot { payload: Payload::Null, offset: 0 };
        self.arena.nodes.get(id as usize).unwrap_or(NULL)
    }

    /// The bytes of a range.
    #[inline]
    pub(crate) fn str(&self, span: Span) -> &str {
        span.of(self.text.as_deref().unwrap_or_default(), &self.arena.strings)
    }
}

impl Span {
    /// The bytes of this range, given the text and the document's own strings; none if it is out of bounds, which no
    /// document has.
    #[inline]
    pub(crate) fn of<'s>(self, text: &'s str, strings: &'s str) -> &'s str {
        let source = match self.source {
            Source::Text => text,
            Source::Own => strings,
        };
        let start = self.start as usize;
        source.get(start..start + self.len as usize).unwrap_or_default()
    }
}

impl fmt::Debug for Document<'_> {
    /// Shows sizes, not contents.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Document")
            .field("nodes", &self.arena.nodes.len())
            .field("names", &self.arena.names.len())
            .field("text_bytes", &self.text.as_deref().map(str::len))
            .finish()
    }
}
