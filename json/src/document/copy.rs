//! Copying anybody's value into a document, under the limits of a text.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::builder::{Builder, Fault};
use super::{Document, Name, Payload, Slot, Span};
use crate::parser::number;
use crate::{Array, Key, Node, Number, Object, ParseError, ParseLimits, View};

/// What one value counts towards the limit on bytes, besides its text.
const VALUE_BYTES: u64 = 8;

/// What is left of a container that is being copied.
enum Rest<'n, N: Node<'n>> {
    Items(<N::Array as Array<'n>>::Items),
    Members(<N::Object as Object<'n>>::Members),
}

/// See [`Document::from_node`].
pub(super) fn copy<'n, N: Node<'n>>(
    root: N,
    limits: &ParseLimits,
) -> Result<Document<'static>, ParseError> {
    let mut copier = Copier { builder: Builder::default(), bytes: 0, limits };
    match copier.walk(root) {
        Ok(()) => Ok(Document::from_parts(copier.builder.finish(), None)),
        Err(fault) => Err(ParseError::in_value(fault.kind, copier.builder.pointer())),
    }
}

struct Copier<'l> {
    builder: Builder,
    bytes: u64,
    limits: &'l ParseLimits,
}

impl Copier<'_> {
    fn walk<'n, N: Node<'n>>(&mut self, root: N) -> Result<(), Box<Fault>> {
        let mut stack: Vec<Rest<'n, N>> = Vec::new();
        stack.extend(self.value(root)?);
        while let Some(rest) = stack.last_mut() {
            let value = match rest {
                Rest::Items(items) => items.next(),
                Rest::Members(members) => match members.next() {
                    Some((key, value)) => {
                        self.name(key)?;
                        Some(value)
                    }
                    None => None,
                },
            };
            if let Some(value) = value {
                let inside = self.value(value)?;
                stack.extend(inside);
            } else {
                self.builder.close(self.limits, "")?;
                stack.pop();
            }
        }
        Ok(())
    }

    /// Adds a scalar, or opens a container and gives what is inside.
    fn value<'n, N: Node<'n>>(&mut self, node: N) -> Result<Option<Rest<'n, N>>, Box<Fault>> {
        self.pay(VALUE_BYTES)?;
        let payload = match node.view() {
            View::Null => Payload::Null,
            View::Boolean(true) => Payload::True,
            View::Boolean(false) => Payload::False,
            View::Number(number) => self.number(&number, node.is_integer_form())?,
            View::String(text) => Payload::String(self.string(text)?),
            View::Array(array) => {
                self.builder.open(self.limits, false, 0)?;
                return Ok(Some(Rest::Items(array.items())));
            }
            View::Object(object) => {
                self.builder.open(self.limits, true, 0)?;
                return Ok(Some(Rest::Members(object.members())));
            }
        };
        self.builder.scalar(self.limits, Slot { payload, offset: 0 })?;
        Ok(None)
    }

    fn name(&mut self, key: Key<'_>) -> Result<(), Box<Fault>> {
        let span = self.string(key.as_str())?;
        self.builder.name(Name { word: key.word(), span, offset: 0 });
        Ok(())
    }

    fn string(&mut self, text: &str) -> Result<Span, Box<Fault>> {
        let len = text.len() as u64;
        if len > self.limits.string_bytes {
            return Err(Fault::limit("string_bytes", self.limits.string_bytes, 0));
        }
        self.pay(len)?;
        Ok(self.store(text))
    }

    /// Stores a number by its text, under the same rules as a number in a text.
    fn number(&mut self, number: &Number<'_>, integer: bool) -> Result<Payload, Box<Fault>> {
        let text = match number.as_text() {
            Some(text) => Cow::Borrowed(text),
            None => Cow::Owned(number.to_string()),
        };
        // What a double held stays told from an integer.
        let text = match integer || text.contains(['.', 'e', 'E']) {
            true => text,
            false => Cow::Owned(text.into_owned() + ".0"),
        };
        let (payload, _) = number::scan(text.as_bytes(), 0, self.limits)?;
        if !matches!(payload, Payload::Number(_)) {
            return Ok(payload);
        }
        self.pay(text.len() as u64)?;
        Ok(Payload::Number(self.store(&text)))
    }

    fn store(&mut self, text: &str) -> Span {
        let strings = &mut self.builder.arena.strings;
        let span = Span::own(strings.len(), text.len());
        strings.push_str(text);
        span
    }

    /// Counts bytes against their limit.
    fn pay(&mut self, bytes: u64) -> Result<(), Box<Fault>> {
        let limit = self.limits.effective_bytes();
        match self.bytes.checked_add(bytes).filter(|&sum| sum <= limit) {
            Some(sum) => self.bytes = sum,
            None => return Err(Fault::limit(self.limits.bytes_name, limit, 0)),
        }
        Ok(())
    }
}
