//! Building an arena from the inside out.
//!
//! Values wait on a stack until their container is closed; then they move into the arena, side by side, and the
//! container takes their place on the stack. Whoever drives the builder opens, names, pushes and closes; the builder
//! keeps the limits on depth and values, and the uniqueness of names.
//!
//! Invariant: indices fit in 32 bits, since a document of at most `u32::MAX` bytes has fewer values and names than
//! that.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::mem;

use super::names::{Duplicate, Members, NARROW};
use super::{Arena, Name, Payload, Slot, Source, Span, Wide};
use crate::pointer::push_token;
use crate::{Duplicates, ParseErrorKind, ParseLimits};

/// What is wrong, and at which byte of the text.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) kind: ParseErrorKind,
    pub(crate) offset: u32,
}

impl Fault {
    /// Boxed, so that the results of the parser's inner functions stay small.
    #[cold]
    pub(crate) fn new(kind: ParseErrorKind, offset: u32) -> Box<Fault> {
        Box::new(Fault { kind, offset })
    }

    /// A limit that would be passed.
    #[cold]
    pub(crate) fn limit(name: &'static str, limit: u64, offset: u32) -> Box<Fault> {
        Fault::new(ParseErrorKind::Limit { name, limit }, offset)
    }
}

/// A container that is not closed yet.
#[derive(Debug, Clone, Copy)]
struct Open {
    object: bool,
    offset: u32,
    /// Where its values begin on the stack of values.
    values: u32,
    /// Where its names begin on the stack of names.
    names: u32,
}

/// The document under construction, and the stacks, whose memory is kept from one document to the next.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    pub(crate) arena: Arena,
    values: Vec<Slot>,
    names: Vec<Name>,
    open: Vec<Open>,
    count: u64,
}

impl Builder {
    /// Forgets everything but the memory, and makes sure of some for a text of so many bytes: a small document then
    /// does not double its vectors up from nothing.
    pub(crate) fn reset(&mut self, bytes: usize) {
        self.arena.clear();
        self.values.clear();
        self.names.clear();
        self.open.clear();
        self.count = 0;
        let likely = (bytes / 16).min(64);
        self.arena.nodes.reserve(likely);
        self.arena.names.reserve(likely);
        self.values.reserve(likely);
        self.names.reserve(likely);
        self.open.reserve(8);
    }

    /// Takes buffers for the next document, if they are larger than those at hand.
    pub(crate) fn adopt(&mut self, mut arena: Arena) {
        arena.clear();
        if arena.nodes.capacity() >= self.arena.nodes.capacity() {
            self.arena = arena;
        }
    }

    /// Whether the innermost open container is an object; `None` if there is none.
    #[inline]
    pub(crate) fn in_object(&self) -> Option<bool> {
        self.open.last().map(|open| open.object)
    }

    /// Counts one more value, which begins at `offset`.
    #[inline]
    fn count(&mut self, limits: &ParseLimits, offset: u32) -> Result<(), Box<Fault>> {
        if self.count >= limits.nodes {
            return Err(Fault::limit("instance_nodes", limits.nodes, offset));
        }
        self.count += 1;
        Ok(())
    }

    /// Adds a scalar.
    #[inline]
    pub(crate) fn scalar(&mut self, limits: &ParseLimits, slot: Slot) -> Result<(), Box<Fault>> {
        self.count(limits, slot.offset)?;
        self.values.push(slot);
        Ok(())
    }

    /// Opens an array or an object.
    #[inline]
    pub(crate) fn open(
        &mut self,
        limits: &ParseLimits,
        object: bool,
        offset: u32,
    ) -> Result<(), Box<Fault>> {
        self.count(limits, offset)?;
        if self.open.len() >= limits.depth as usize {
            return Err(Fault::limit("json_depth", u64::from(limits.depth), offset));
        }
        let (values, names) = (index(self.values.len()), index(self.names.len()));
        self.open.push(Open { object, offset, values, names });
        Ok(())
    }

    /// Names the next value of the innermost object.
    #[inline]
    pub(crate) fn name(&mut self, name: Name) {
        self.names.push(name);
    }

    /// Closes the innermost container. `text` is what spans refer to.
    #[inline]
    pub(crate) fn close(&mut self, limits: &ParseLimits, text: &str) -> Result<(), Box<Fault>> {
        let Some(&open) = self.open.last() else { return Ok(()) };
        let payload = if open.object {
            self.close_object(open, limits, text)?
        } else {
            let (first, len) = self.settle_values(open);
            Payload::Array { first, len }
        };
        self.open.pop();
        self.values.push(Slot { payload, offset: open.offset });
        Ok(())
    }

    /// Moves the values of a closed container into the arena.
    #[inline]
    fn settle_values(&mut self, open: Open) -> (u32, u32) {
        let first = index(self.arena.nodes.len());
        let start = open.values as usize;
        let closed = self.values.get(start..).unwrap_or_default();
        self.arena.nodes.extend_from_slice(closed);
        let len = index(closed.len());
        self.values.truncate(start);
        (first, len)
    }

    fn close_object(
        &mut self,
        open: Open,
        limits: &ParseLimits,
        text: &str,
    ) -> Result<Payload, Box<Fault>> {
        let sorted = self.unify(open, limits, text)?;
        let names = index(self.arena.names.len());
        let start = open.names as usize;
        self.arena.names.extend_from_slice(self.names.get(start..).unwrap_or_default());
        self.names.truncate(start);
        let (first, len) = self.settle_values(open);
        let Some(sorted) = sorted else { return Ok(Payload::Object { first, len, names }) };
        let wide = index(self.arena.wide.len());
        self.arena.wide.push(Wide { names, sorted });
        Ok(Payload::Wide { first, len, wide })
    }

    /// Makes the names of a closing object unique, or refuses it. Gives the start of its sorted names, if it is
    /// wide.
    #[inline]
    fn unify(
        &mut self,
        open: Open,
        limits: &ParseLimits,
        text: &str,
    ) -> Result<Option<u32>, Box<Fault>> {
        let Builder { arena: Arena { strings, sorted, .. }, values, names, .. } = self;
        let name_text = |name: &Name| name.span.of(text, strings);
        let mut members = Members {
            names,
            names_start: open.names as usize,
            values,
            values_start: open.values as usize,
        };
        if members.len() <= NARROW {
            while let Some(duplicate) = members.duplicate_narrow(name_text) {
                permit(&members, duplicate, limits, name_text)?;
                members.merge(duplicate);
            }
            return Ok(None);
        }
        let base = sorted.len();
        if let Some(duplicate) = members.sort(sorted, name_text) {
            permit(&members, duplicate, limits, name_text)?;
            members.merge_sorted(sorted.get(base..).unwrap_or_default(), name_text);
            sorted.truncate(base);
            members.sort(sorted, name_text);
        }
        Ok(Some(index(base)))
    }

    /// Takes the finished document's arena out; the root is its last value.
    pub(crate) fn finish(&mut self) -> Arena {
        self.arena.nodes.append(&mut self.values);
        mem::take(&mut self.arena)
    }

    /// The JSON Pointer of the value that is being built, where there is no text: the next one, or the innermost object
    /// while it is named or closed.
    #[cold]
    pub(crate) fn pointer(&self) -> String {
        let mut pointer = String::new();
        let ends = self.open.iter().skip(1).map(|open| (open.values, open.names));
        let last = (index(self.values.len()), index(self.names.len()));
        for (open, (values_end, names_end)) in self.open.iter().zip(ends.chain([last])) {
            let (values, names) = (values_end - open.values, names_end - open.names);
            if !open.object {
                push_token(&mut pointer, &values.to_string());
            } else if names > values {
                let name = self.names.get(names_end as usize - 1);
                let token = name.map_or("", |name| name.span.of("", &self.arena.strings));
                push_token(&mut pointer, token);
            }
        }
        pointer
    }
}

impl Arena {
    fn clear(&mut self) {
        self.nodes.clear();
        self.names.clear();
        self.sorted.clear();
        self.wide.clear();
        self.strings.clear();
    }
}

/// An index as a document stores it.
#[inline]
fn index(value: usize) -> u32 {
    debug_assert!(u32::try_from(value).is_ok());
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// Refuses a duplicate where the limits say so.
fn permit<'d>(
    members: &Members<'_>,
    duplicate: Duplicate,
    limits: &ParseLimits,
    text: impl Fn(&Name) -> &'d str,
) -> Result<(), Box<Fault>> {
    if limits.duplicates == Duplicates::LastWins {
        return Ok(());
    }
    let (Some(first), Some(second)) =
        (members.name(duplicate.first), members.name(duplicate.second))
    else {
        return Ok(());
    };
    let kind = ParseErrorKind::DuplicateName {
        name: text(second).into(),
        first_offset: Some(first.offset as usize),
        first_place: None,
    };
    Err(Fault::new(kind, second.offset))
}

impl Span {
    /// A span of the document's own strings.
    #[inline]
    pub(crate) fn own(start: usize, len: usize) -> Span {
        Span { source: Source::Own, start: index(start), len: index(len) }
    }

    /// A span of the text.
    #[inline]
    pub(crate) fn of_text(start: usize, len: usize) -> Span {
        Span { source: Source::Text, start: index(start), len: index(len) }
    }
}
