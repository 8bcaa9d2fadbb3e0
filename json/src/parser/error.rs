//! Why a text or a value did not become a document, and where.
//!
//! Messages are one line, and show no more of the text than one character or one name, never a raw control character.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

/// A place in a text, as editors count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line, from 1; `\n` ends one.
    pub line: usize,
    /// The column in code points, from 1.
    pub column: usize,
}

impl LineColumn {
    /// The place of a byte offset; what follows the first invalid byte counts one column a byte.
    pub fn of(text: &[u8], offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
        let in_line = before.get(line_start..).unwrap_or_default();
        let column = 1 + in_line.iter().filter(|&&b| b & 0xC0 != 0x80).count();
        LineColumn { line, column }
    }
}

impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} column {}", self.line, self.column)
    }
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// There is nothing, or nothing but white space.
    Empty,
    /// The text begins with a byte order mark, which RFC 8259, section 8.1, forbids.
    ByteOrderMark,
    /// A byte that is not UTF-8: RFC 3629, without overlong forms, surrogates and values above U+10FFFF.
    InvalidUtf8 {
        /// The first byte that is wrong.
        found: u8,
    },
    /// A character that cannot stand where it stands.
    Unexpected {
        /// The character.
        found: char,
        /// What could stand there.
        expected: &'static str,
        /// What may have been meant, where that is a well-known extension of JSON.
        hint: Option<&'static str>,
    },
    /// The text ends too early.
    UnexpectedEnd {
        /// What could stand there.
        expected: &'static str,
    },
    /// A control character inside a string, where it must be escaped.
    ControlCharacter {
        /// The character, U+0000 to U+001F.
        found: char,
    },
    /// A backslash before a character that makes no escape.
    InvalidEscape {
        /// The character after the backslash, or the one that is not a hexadecimal digit.
        found: char,
    },
    /// A `\u` escape of half a surrogate pair, which is no Unicode scalar value.
    LoneSurrogate {
        /// The half: D800 to DFFF.
        unit: u16,
    },
    /// Two members of one object with the same name, where that is refused.
    DuplicateName {
        /// The name.
        name: String,
        /// Where the name stood first: a byte offset, for text.
        first_offset: Option<usize>,
        /// Where the name stood first, for text.
        first_place: Option<LineColumn>,
    },
    /// A limit would be passed.
    Limit {
        /// The name of the limit.
        name: &'static str,
        /// Its value.
        limit: u64,
    },
}

/// Why a text or a value did not become a [`Document`](crate::Document).
///
/// ```
/// use jsonbound_json::Document;
///
/// let error = Document::parse(b"[1,\n 2,]").unwrap_err();
/// assert_eq!(error.code(), "unexpected_character");
/// assert_eq!(
///     error.to_string(),
///     "expected a value, found `]` (JSON has no trailing commas) at line 2 column 4 (byte 7)"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError(Box<Parts>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Parts {
    kind: ParseErrorKind,
    place: Place,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Place {
    Text { offset: usize, place: LineColumn },
    Value { pointer: String },
}

impl ParseError {
    /// An error at a byte offset of a text.
    #[cold]
    pub(crate) fn in_text(mut kind: ParseErrorKind, text: &[u8], offset: usize) -> Self {
        if let ParseErrorKind::DuplicateName { first_offset: Some(first), first_place, .. } =
            &mut kind
        {
            *first_place = Some(LineColumn::of(text, *first));
        }
        let place = Place::Text { offset, place: LineColumn::of(text, offset) };
        ParseError(Box::new(Parts { kind, place }))
    }

    /// An error at a value that never was text.
    #[cold]
    pub(crate) fn in_value(mut kind: ParseErrorKind, pointer: String) -> Self {
        if let ParseErrorKind::DuplicateName { first_offset, .. } = &mut kind {
            *first_offset = None;
        }
        ParseError(Box::new(Parts { kind, place: Place::Value { pointer } }))
    }

    /// What is wrong.
    pub fn kind(&self) -> &ParseErrorKind {
        &self.0.kind
    }

    /// The byte offset in the text; `None` for a value that never was text.
    pub fn offset(&self) -> Option<usize> {
        match self.0.place {
            Place::Text { offset, .. } => Some(offset),
            Place::Value { .. } => None,
        }
    }

    /// The line and column in the text; `None` for a value that never was text.
    pub fn place(&self) -> Option<LineColumn> {
        match self.0.place {
            Place::Text { place, .. } => Some(place),
            Place::Value { .. } => None,
        }
    }

    /// The JSON Pointer (RFC 6901) of the value that is wrong; `None` for text, which has offsets.
    pub fn pointer(&self) -> Option<&str> {
        match &self.0.place {
            Place::Text { .. } => None,
            Place::Value { pointer } => Some(pointer),
        }
    }

    /// A name of the kind for machines, which stays the same from release to release.
    pub fn code(&self) -> &'static str {
        match self.0.kind {
            ParseErrorKind::Empty => "empty_text",
            ParseErrorKind::ByteOrderMark => "byte_order_mark",
            ParseErrorKind::InvalidUtf8 { .. } => "invalid_utf8",
            ParseErrorKind::Unexpected { .. } => "unexpected_character",
            ParseErrorKind::UnexpectedEnd { .. } => "unexpected_end",
            ParseErrorKind::ControlCharacter { .. } => "control_character",
            ParseErrorKind::InvalidEscape { .. } => "invalid_escape",
            ParseErrorKind::LoneSurrogate { .. } => "lone_surrogate",
            ParseErrorKind::DuplicateName { .. } => "duplicate_name",
            ParseErrorKind::Limit { .. } => "limit",
        }
    }
}

impl core::error::Error for ParseError {}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.kind)?;
        match &self.0.place {
            Place::Text { offset, place } => write!(f, " at {place} (byte {offset})"),
            Place::Value { pointer } => write!(f, " at \"{}\"", Clipped(pointer)),
        }
    }
}

impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseErrorKind::Empty => f.write_str("expected a value, found nothing"),
            ParseErrorKind::ByteOrderMark => {
                f.write_str("expected a value, found a byte order mark, which JSON forbids")
            }
            ParseErrorKind::InvalidUtf8 { found } => {
                write!(f, "expected UTF-8, found the byte 0x{found:02X}")
            }
            ParseErrorKind::Unexpected { found, expected, hint } => {
                write!(f, "expected {expected}, found {}", Shown(*found))?;
                hint.map_or(Ok(()), |hint| write!(f, " ({hint})"))
            }
            ParseErrorKind::UnexpectedEnd { expected } => {
                write!(f, "expected {expected}, found the end of the text")
            }
            ParseErrorKind::ControlCharacter { found } => {
                write!(f, "expected an escape such as \\n, found {} in a string", Shown(*found))
            }
            ParseErrorKind::InvalidEscape { found } => {
                write!(
                    f,
                    "expected an escape (one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX), found {}",
                    Shown(*found)
                )
            }
            ParseErrorKind::LoneSurrogate { unit } => {
                write!(f, "expected a surrogate pair, found half of one, \\u{unit:04X}")
            }
            ParseErrorKind::DuplicateName { name, first_offset, first_place } => {
                write!(f, "expected unique names, found \"{}\" again", Clipped(name))?;
                match (first_place, first_offset) {
                    (Some(place), Some(offset)) => {
                        write!(f, " (first at {place}, byte {offset})")
                    }
                    _ => Ok(()),
                }
            }
            ParseErrorKind::Limit { name, limit } => {
                write!(f, "expected at most {limit} by the limit {name}, found more")
            }
        }
    }
}

/// A character as messages show it.
struct Shown(char);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == '`' {
            f.write_str("a backtick")
        } else if self.0.is_ascii_graphic() || self.0.is_alphanumeric() {
            write!(f, "`{}`", self.0)
        } else {
            write!(f, "U+{:04X}", u32::from(self.0))
        }
    }
}

/// A name or pointer as messages show it: escaped, and not longer than a line bears.
struct Clipped<'a>(&'a str);

impl fmt::Display for Clipped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 100;
        for (count, c) in self.0.chars().enumerate() {
            if count == SHOWN {
                return f.write_str("…");
            }
            write!(f, "{}", c.escape_debug())?;
        }
        Ok(())
    }
}
