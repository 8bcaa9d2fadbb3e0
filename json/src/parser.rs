//! Reading JSON text (RFC 8259) under limits, with an explicit stack.
//!
//! The grammar is strict: no comments, no trailing commas, no byte order mark, no lone surrogates, one value. It is
//! not a streaming reader: the text is in memory, and what it means stays there as ranges of it.
//!
//! Invariant: the work is linear in the text but for the sorting of wide objects' names, nothing recurses, and each
//! limit is checked before the work or the growth that it bounds.

mod error;
mod limits;
pub(crate) mod number;
mod string;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use core::fmt;

use crate::document::{Builder, Document, Fault, Name, Payload, Slot, Source, word_at};
pub use error::{LineColumn, ParseError, ParseErrorKind};
pub use limits::{Duplicates, ParseLimits};

/// A reader of many texts, which keeps its memory from one to the next.
///
/// ```
/// use jsonbound_json::{ParseLimits, Parser};
///
/// let mut parser = Parser::new(ParseLimits::default());
/// for line in ["[1, 2]", r#"{"a": null}"#] {
///     let document = parser.parse(line.as_bytes())?;
///     assert!(document.node_count() > 1);
///     parser.recycle(document);
/// }
/// # Ok::<(), jsonbound_json::ParseError>(())
/// ```
#[derive(Default)]
pub struct Parser {
    limits: ParseLimits,
    builder: Builder,
}

impl Parser {
    /// A reader under these limits.
    pub fn new(limits: ParseLimits) -> Self {
        Parser { limits, builder: Builder::default() }
    }

    /// The limits.
    pub fn limits(&self) -> &ParseLimits {
        &self.limits
    }

    /// Reads one JSON text in UTF-8.
    ///
    /// # Errors
    ///
    /// [`ParseError`], if the text is not JSON or passes a limit.
    pub fn parse<'t>(&mut self, text: &'t [u8]) -> Result<Document<'t>, ParseError> {
        self.builder.reset(text.len());
        match self.read(text) {
            Ok(checked) => {
                Ok(Document::from_parts(self.builder.finish(), Some(Cow::Borrowed(checked))))
            }
            Err(fault) => Err(ParseError::in_text(fault.kind, text, fault.offset as usize)),
        }
    }

    /// Takes back the memory of a document, so that the next text of its size is read without allocating.
    pub fn recycle(&mut self, document: Document<'_>) {
        self.builder.adopt(document.into_arena());
    }

    fn read<'t>(&mut self, text: &'t [u8]) -> Result<&'t str, Box<Fault>> {
        let limit = self.limits.effective_bytes();
        if text.len() as u64 > limit {
            return Err(Fault::limit(self.limits.bytes_name, limit, offset_of_limit(limit)));
        }
        if text.starts_with(b"\xEF\xBB\xBF") {
            return Err(Fault::new(ParseErrorKind::ByteOrderMark, 0));
        }
        let checked = match core::str::from_utf8(text) {
            Ok(checked) => checked,
            Err(error) => {
                let at = error.valid_up_to();
                let found = text.get(at).copied().unwrap_or_default();
                return Err(Fault::new(ParseErrorKind::InvalidUtf8 { found }, offset(at)));
            }
        };
        Reader { text: checked, at: 0, limits: &self.limits, builder: &mut self.builder }.run()?;
        Ok(checked)
    }
}

impl fmt::Debug for Parser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parser").field("limits", &self.limits).finish_non_exhaustive()
    }
}

/// One text while it is read.
struct Reader<'r, 't> {
    text: &'t str,
    at: usize,
    limits: &'r ParseLimits,
    builder: &'r mut Builder,
}

/// What follows a value.
enum Next {
    /// Another value.
    Value,
    /// Nothing: the root is complete.
    End,
}

impl Reader<'_, '_> {
    fn run(&mut self) -> Result<(), Box<Fault>> {
        self.skip_space();
        if self.at == self.text.len() {
            return Err(Fault::new(ParseErrorKind::Empty, offset(self.at)));
        }
        loop {
            if self.begin_value()? {
                continue;
            }
            if let Next::End = self.after_value()? {
                break;
            }
        }
        if self.at < self.text.len() {
            return Err(self.unexpected("the end of the text"));
        }
        Ok(())
    }

    /// Reads a scalar, an empty container, or the beginning of another container up to its first value: true if a value
    /// inside has to come next.
    #[inline]
    fn begin_value(&mut self) -> Result<bool, Box<Fault>> {
        let start = self.at;
        let payload = match self.peek() {
            Some(b'"') => {
                let strings = &mut self.builder.arena.strings;
                let (span, end) = string::scan(self.text, start + 1, self.limits, strings)?;
                self.at = end;
                Payload::String(span)
            }
            Some(b'-' | b'0'..=b'9') => {
                let (payload, end) = number::scan(self.text.as_bytes(), start, self.limits)?;
                self.at = end;
                payload
            }
            Some(b'{') => {
                self.builder.open(self.limits, true, offset(start))?;
                self.bump();
                if self.peek() != Some(b'}') {
                    self.name("a name in quotes or `}`")?;
                    return Ok(true);
                }
                self.bump();
                self.builder.close(self.limits, self.text)?;
                return Ok(false);
            }
            Some(b'[') => {
                self.builder.open(self.limits, false, offset(start))?;
                self.bump();
                if self.peek() != Some(b']') {
                    return Ok(true);
                }
                self.bump();
                self.builder.close(self.limits, self.text)?;
                return Ok(false);
            }
            Some(b't') => self.literal("true", "`true`", Payload::True)?,
            Some(b'f') => self.literal("false", "`false`", Payload::False)?,
            Some(b'n') => self.literal("null", "`null`", Payload::Null)?,
            _ => return Err(self.no_value()),
        };
        self.builder.scalar(self.limits, Slot { payload, offset: offset(start) })?;
        self.skip_space();
        Ok(false)
    }

    /// Reads what follows a value: closing brackets, then a comma, then a name if an object goes on.
    #[inline]
    fn after_value(&mut self) -> Result<Next, Box<Fault>> {
        loop {
            let Some(object) = self.builder.in_object() else { return Ok(Next::End) };
            match (self.peek(), object) {
                (Some(b','), false) => {
                    self.bump();
                    return Ok(Next::Value);
                }
                (Some(b','), true) => {
                    self.bump();
                    self.name("a name in quotes")?;
                    return Ok(Next::Value);
                }
                (Some(b']'), false) | (Some(b'}'), true) => {
                    self.builder.close(self.limits, self.text)?;
                    self.bump();
                }
                (_, false) => return Err(self.unexpected("`,` or `]`")),
                (_, true) => return Err(self.unexpected("`,` or `}`")),
            }
        }
    }

    /// Reads a member's name and the colon after it.
    #[inline]
    fn name(&mut self, expected: &'static str) -> Result<(), Box<Fault>> {
        let start = self.at;
        if self.peek() != Some(b'"') {
            return Err(self.unexpected(expected));
        }
        let strings = &mut self.builder.arena.strings;
        let (span, end) = string::scan(self.text, start + 1, self.limits, strings)?;
        let source = match span.source {
            Source::Text => self.text.as_bytes(),
            Source::Own => strings.as_bytes(),
        };
        let word = word_at(source, span.start as usize, span.len as usize);
        self.builder.name(Name { word, span, offset: offset(start) });
        self.at = end;
        self.skip_space();
        if self.peek() != Some(b':') {
            return Err(self.unexpected("`:`"));
        }
        self.bump();
        Ok(())
    }

    #[inline]
    fn literal(
        &mut self,
        literal: &str,
        expected: &'static str,
        payload: Payload,
    ) -> Result<Payload, Box<Fault>> {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        if rest.starts_with(literal.as_bytes()) {
            self.at += literal.len();
            return Ok(payload);
        }
        Err(self.no_literal(literal, expected))
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Steps over one byte and the white space after it.
    #[inline]
    fn bump(&mut self) {
        self.at += 1;
        self.skip_space();
    }

    #[inline]
    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\t' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    #[cold]
    fn no_value(&self) -> Box<Fault> {
        let before = self.text.as_bytes().get(..self.at).unwrap_or_default();
        let opened = before.trim_ascii_end().ends_with(b"[");
        self.unexpected(if opened { "a value or `]`" } else { "a value" })
    }

    /// The fault of a literal, at the first byte that differs.
    #[cold]
    fn no_literal(&self, literal: &str, expected: &'static str) -> Box<Fault> {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let same = literal.bytes().zip(rest).take_while(|(a, b)| a == *b).count();
        let hint = hint(rest, false);
        unexpected(self.text.as_bytes(), self.at + same, expected, hint)
    }

    #[cold]
    fn unexpected(&self, expected: &'static str) -> Box<Fault> {
        let (before, rest) = self.text.as_bytes().split_at_checked(self.at).unwrap_or_default();
        let after_comma = before.trim_ascii_end().ends_with(b",");
        unexpected(self.text.as_bytes(), self.at, expected, hint(rest, after_comma))
    }
}

/// The fault of a character, or of the end of the text, where something else was expected.
#[cold]
fn unexpected(
    text: &[u8],
    at: usize,
    expected: &'static str,
    hint: Option<&'static str>,
) -> Box<Fault> {
    let found = text.get(at..).unwrap_or_default().utf8_chunks().next();
    let kind = match found.and_then(|chunk| chunk.valid().chars().next()) {
        Some(found) => ParseErrorKind::Unexpected { found, expected, hint },
        None => ParseErrorKind::UnexpectedEnd { expected },
    };
    Fault::new(kind, offset(at))
}

/// What somebody who wrote this may have had in mind.
#[cold]
fn hint(rest: &[u8], after_comma: bool) -> Option<&'static str> {
    let begins = |words: &[&str]| words.iter().any(|word| rest.starts_with(word.as_bytes()));
    match rest.first()? {
        b'/' | b'#' => Some("JSON has no comments"),
        b'\'' => Some("JSON strings are in double quotes"),
        b']' | b'}' if after_comma => Some("JSON has no trailing commas"),
        b'+' => Some("JSON numbers have no leading `+`"),
        b'.' => Some("JSON numbers begin with a digit"),
        _ if begins(&["NaN", "nan", "Inf", "inf"]) => Some("JSON has no NaN or Infinity"),
        _ if begins(&["True", "TRUE", "False", "FALSE", "None", "Null", "NULL", "undefined"]) => {
            Some("JSON's literals are true, false and null")
        }
        _ => None,
    }
}

/// An offset as faults and slots store it; texts are shorter than 4 GiB.
#[inline]
fn offset(at: usize) -> u32 {
    debug_assert!(u32::try_from(at).is_ok());
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// The offset of the first byte past a limit on bytes.
fn offset_of_limit(limit: u64) -> u32 {
    u32::try_from(limit).unwrap_or(u32::MAX)
}
