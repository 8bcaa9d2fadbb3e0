//! Handles to the values of a document.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;
use core::slice;

use super::{Document, Name, NodeId, Payload, Slot, SortedName, names, print, span};
use crate::{Array, Key, Kind, Node, Number, Object, View};

/// A value in a [`Document`].
#[derive(Clone, Copy)]
pub struct DocumentNode<'a> {
    document: &'a Document<'a>,
    id: u32,
}

impl<'a> DocumentNode<'a> {
    #[inline]
    pub(super) fn new(document: &'a Document<'a>, id: u32) -> Self {
        DocumentNode { document, id }
    }

    /// The value's index in its document.
    #[inline]
    pub fn id(self) -> NodeId {
        NodeId(self.id)
    }

    /// The document that holds the value.
    #[inline]
    pub fn document(self) -> &'a Document<'a> {
        self.document
    }

    /// The byte offset of the value's first byte in the text; `None` if the document never was text.
    #[inline]
    pub fn offset(self) -> Option<usize> {
        self.document.text.as_ref().map(|_| self.slot().offset as usize)
    }

    /// The byte range of the value in the text; `None` if the document never was text. The value's end is searched for:
    /// this costs its length.
    pub fn span(self) -> Option<Range<usize>> {
        let text = self.document.text()?;
        let start = self.slot().offset as usize;
        Some(start..span::value_end(text.as_bytes(), start))
    }

    /// Whether this is `null`.
    #[inline]
    pub fn is_null(self) -> bool {
        matches!(self.slot().payload, Payload::Null)
    }

    /// The boolean, if this is one.
    #[inline]
    pub fn as_bool(self) -> Option<bool> {
        match self.slot().payload {
            Payload::True => Some(true),
            Payload::False => Some(false),
            _ => None,
        }
    }

    /// The number, if this is one.
    #[inline]
    pub fn as_number(self) -> Option<Number<'a>> {
        match self.slot().payload {
            Payload::Integer(halves) => Some(halves.get().into()),
            Payload::Number(span) => Some(Number::from_checked(self.document.str(span))),
            _ => None,
        }
    }

    /// The string, if this is one.
    #[inline]
    pub fn as_str(self) -> Option<&'a str> {
        match self.slot().payload {
            Payload::String(span) => Some(self.document.str(span)),
            _ => None,
        }
    }

    /// The array, if this is one.
    #[inline]
    pub fn as_array(self) -> Option<DocumentArray<'a>> {
        match self.slot().payload {
            Payload::Array { first, len } => Some(self.array(first, len)),
            _ => None,
        }
    }

    /// The object, if this is one.
    #[inline]
    pub fn as_object(self) -> Option<DocumentObject<'a>> {
        match self.slot().payload {
            Payload::Object { first, len, names } => Some(self.object(first, len, names, None)),
            Payload::Wide { first, len, wide } => Some(self.wide_object(first, len, wide)),
            _ => None,
        }
    }

    /// The value of the member with this name, if this is an object that has one.
    #[inline]
    pub fn get(self, name: &str) -> Option<DocumentNode<'a>> {
        self.as_object()?.get(Key::new(name))
    }

    #[inline]
    pub(super) fn slot(self) -> &'a Slot {
        self.document.slot(self.id)
    }

    #[inline]
    fn array(self, first: u32, len: u32) -> DocumentArray<'a> {
        DocumentArray { document: self.document, first, len }
    }

    #[inline]
    fn object(self, first: u32, len: u32, names: u32, sorted: Option<u32>) -> DocumentObject<'a> {
        DocumentObject { document: self.document, first, len, names, sorted }
    }

    fn wide_object(self, first: u32, len: u32, wide: u32) -> DocumentObject<'a> {
        match self.document.arena.wide.get(wide as usize) {
            Some(wide) => self.object(first, len, wide.names, Some(wide.sorted)),
            None => self.object(first, 0, 0, None),
        }
    }
}

impl<'a> Node<'a> for DocumentNode<'a> {
    type Array = DocumentArray<'a>;
    type Object = DocumentObject<'a>;

    #[inline(always)]
    fn view(self) -> View<'a, Self> {
        match self.slot().payload {
            Payload::Null => View::Null,
            Payload::True => View::Boolean(true),
            Payload::False => View::Boolean(false),
            Payload::Integer(halves) => View::Number(halves.get().into()),
            Payload::Number(span) => View::Number(Number::from_checked(self.document.str(span))),
            Payload::String(span) => View::String(self.document.str(span)),
            Payload::Array { first, len } => View::Array(self.array(first, len)),
            Payload::Object { first, len, names } => {
                View::Object(self.object(first, len, names, None))
            }
            Payload::Wide { first, len, wide } => View::Object(self.wide_object(first, len, wide)),
        }
    }

    #[inline]
    fn kind(self) -> Kind {
        match self.slot().payload {
            Payload::Null => Kind::Null,
            Payload::True | Payload::False => Kind::Boolean,
            Payload::Integer(_) | Payload::Number(_) => Kind::Number,
            Payload::String(_) => Kind::String,
            Payload::Array { .. } => Kind::Array,
            Payload::Object { .. } | Payload::Wide { .. } => Kind::Object,
        }
    }
}

impl fmt::Display for DocumentNode<'_> {
    /// Prints compact JSON: no white space, members in order, numbers as they were written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print::print(*self, f)
    }
}

impl fmt::Debug for DocumentNode<'_> {
    /// Shows one level, not what is inside.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DocumentNode({}, {:?})", self.id, self.kind())
    }
}

/// An array in a [`Document`].
#[derive(Clone, Copy)]
pub struct DocumentArray<'a> {
    document: &'a Document<'a>,
    first: u32,
    len: u32,
}

impl<'a> DocumentArray<'a> {
    /// The item at this index.
    #[inline]
    pub fn get(self, index: usize) -> Option<DocumentNode<'a>> {
        let index = u32::try_from(index).ok().filter(|&index| index < self.len)?;
        Some(DocumentNode::new(self.document, self.first + index))
    }
}

impl<'a> Array<'a> for DocumentArray<'a> {
    type Node = DocumentNode<'a>;
    type Items = DocumentItems<'a>;

    #[inline]
    fn len(self) -> usize {
        self.len as usize
    }

    #[inline]
    fn items(self) -> DocumentItems<'a> {
        DocumentItems { document: self.document, ids: self.first..self.first + self.len }
    }
}

impl fmt::Debug for DocumentArray<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DocumentArray({} items)", self.len)
    }
}

/// The items of an array in a [`Document`].
#[derive(Clone)]
pub struct DocumentItems<'a> {
    document: &'a Document<'a>,
    ids: Range<u32>,
}

impl<'a> Iterator for DocumentItems<'a> {
    type Item = DocumentNode<'a>;

    #[inline]
    fn next(&mut self) -> Option<DocumentNode<'a>> {
        Some(DocumentNode::new(self.document, self.ids.next()?))
    }

    /// Skips in constant time.
    #[inline]
    fn nth(&mut self, n: usize) -> Option<DocumentNode<'a>> {
        Some(DocumentNode::new(self.document, self.ids.nth(n)?))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.ids.size_hint()
    }
}

impl FusedIterator for DocumentItems<'_> {}

/// An object in a [`Document`].
#[derive(Clone, Copy)]
pub struct DocumentObject<'a> {
    document: &'a Document<'a>,
    first: u32,
    len: u32,
    names: u32,
    /// Where the sorted names begin, if the object is wide.
    sorted: Option<u32>,
}

impl<'a> DocumentObject<'a> {
    /// The byte offsets of the members' names, quotes included, in order; `None` if the document never was text.
    pub fn name_offsets(self) -> Option<impl Iterator<Item = usize> + Clone + 'a> {
        self.document.text.as_ref()?;
        Some(self.names().iter().map(|name| name.offset as usize))
    }

    #[inline]
    fn names(self) -> &'a [Name] {
        names::range(&self.document.arena.names, self.names, self.len)
    }

    /// The index of the member with this name.
    #[inline]
    fn position(self, key: Key<'_>) -> Option<u32> {
        let text = |name: &Name| self.document.str(name.span);
        match self.sorted {
            None => names::scan(self.names(), key, text),
            Some(sorted) => {
                let sorted: &[SortedName] =
                    names::range(&self.document.arena.sorted, sorted, self.len);
                names::search(sorted, self.names(), key, text)
            }
        }
    }
}

impl<'a> Object<'a> for DocumentObject<'a> {
    type Node = DocumentNode<'a>;
    type Members = DocumentMembers<'a>;

    #[inline]
    fn len(self) -> usize {
        self.len as usize
    }

    #[inline]
    fn members(self) -> DocumentMembers<'a> {
        DocumentMembers { document: self.document, names: self.names().iter(), next: self.first }
    }

    #[inline]
    fn get(self, key: Key<'_>) -> Option<DocumentNode<'a>> {
        Some(DocumentNode::new(self.document, self.first + self.position(key)?))
    }
}

impl fmt::Debug for DocumentObject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DocumentObject({} members)", self.len)
    }
}

/// The members of an object in a [`Document`].
#[derive(Clone)]
pub struct DocumentMembers<'a> {
    document: &'a Document<'a>,
    names: slice::Iter<'a, Name>,
    /// The value of the member whose name is next.
    next: u32,
}

impl<'a> Iterator for DocumentMembers<'a> {
    type Item = (Key<'a>, DocumentNode<'a>);

    #[inline]
    fn next(&mut self) -> Option<(Key<'a>, DocumentNode<'a>)> {
        let name = self.names.next()?;
        let key = Key::with_word(self.document.str(name.span), name.word);
        let value = DocumentNode::new(self.document, self.next);
        self.next = self.next.wrapping_add(1);
        Some((key, value))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.names.size_hint()
    }
}

impl FusedIterator for DocumentMembers<'_> {}
