//! Scanning strings (RFC 8259, section 7).
//!
//! The text is known to be UTF-8. A string without escapes stays a range of the text; one with escapes is written to
//! the document's own strings.

use alloc::boxed::Box;
use alloc::string::String;

use super::{offset, unexpected};
use crate::document::{Fault, Span};
use crate::{ParseErrorKind, ParseLimits};

/// Scans the string whose opening quote is before `start`, and gives the offset after its closing quote.
#[inline(always)]
pub(super) fn scan(
    text: &str,
    start: usize,
    limits: &ParseLimits,
    strings: &mut String,
) -> Result<(Span, usize), Box<Fault>> {
    let end = plain_end(text.as_bytes(), start);
    if text.as_bytes().get(end) != Some(&b'"') {
        return scan_escaped(text, start, end, limits, strings);
    }
    check_length(end - start, limits, start)?;
    Ok((Span::of_text(start, end - start), end + 1))
}

/// Scans on from the first special byte at `at`.
#[inline(never)]
fn scan_escaped(
    text: &str,
    start: usize,
    mut at: usize,
    limits: &ParseLimits,
    strings: &mut String,
) -> Result<(Span, usize), Box<Fault>> {
    let bytes = text.as_bytes();
    let own = strings.len();
    let mut plain = start;
    loop {
        let run = text.get(plain..at).unwrap_or_default();
        check_length(strings.len() - own + run.len(), limits, start)?;
        strings.push_str(run);
        match bytes.get(at) {
            Some(b'"') => return Ok((Span::own(own, strings.len() - own), at + 1)),
            Some(b'\\') => {
                let (c, end) = escape(bytes, at)?;
                strings.push(c);
                plain = end;
                at = plain_end(bytes, end);
            }
            Some(&byte) => {
                let kind = ParseErrorKind::ControlCharacter { found: char::from(byte) };
                return Err(Fault::new(kind, offset(at)));
            }
            None => return Err(unexpected(bytes, at, "the rest of a string", None)),
        }
    }
}

/// Reads the escape whose backslash is at `at`, and gives the offset after it.
fn escape(text: &[u8], at: usize) -> Result<(char, usize), Box<Fault>> {
    let c = match text.get(at + 1) {
        Some(b'"') => '"',
        Some(b'\\') => '\\',
        Some(b'/') => '/',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return unicode_escape(text, at),
        _ => return Err(invalid_escape(text, at + 1)),
    };
    Ok((c, at + 2))
}

/// Reads `\uXXXX`, or two of them that make a surrogate pair.
fn unicode_escape(text: &[u8], at: usize) -> Result<(char, usize), Box<Fault>> {
    let high = unit(text, at + 2)?;
    if let Some(c) = char::from_u32(u32::from(high)) {
        return Ok((c, at + 6));
    }
    if text.get(at + 6..at + 8) == Some(b"\\u") {
        let low = unit(text, at + 8)?;
        if let Some(Ok(c)) = char::decode_utf16([high, low]).next() {
            return Ok((c, at + 12));
        }
    }
    Err(Fault::new(ParseErrorKind::LoneSurrogate { unit: high }, offset(at)))
}

/// Reads four hexadecimal digits.
fn unit(text: &[u8], at: usize) -> Result<u16, Box<Fault>> {
    let mut unit = 0;
    for index in at..at + 4 {
        let digit = match text.get(index) {
            Some(&byte @ b'0'..=b'9') => byte - b'0',
            Some(&byte @ b'a'..=b'f') => byte - b'a' + 10,
            Some(&byte @ b'A'..=b'F') => byte - b'A' + 10,
            _ => return Err(invalid_escape(text, index)),
        };
        unit = unit << 4 | u16::from(digit);
    }
    Ok(unit)
}

#[cold]
fn invalid_escape(text: &[u8], at: usize) -> Box<Fault> {
    let mut fault = unexpected(text, at, "the rest of an escape", None);
    if let ParseErrorKind::Unexpected { found, .. } = fault.kind {
        fault.kind = ParseErrorKind::InvalidEscape { found };
    }
    fault
}

#[inline]
fn check_length(len: usize, limits: &ParseLimits, start: usize) -> Result<(), Box<Fault>> {
    if len as u64 > limits.string_bytes {
        // The place is the opening quote.
        return Err(Fault::limit("string_bytes", limits.string_bytes, offset(start - 1)));
    }
    Ok(())
}

/// The offset of the first quote, backslash or control character from `start` on, or the end of the text.
#[inline]
fn plain_end(text: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(chunk) = text.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let special = special_bytes(u64::from_le_bytes(*chunk));
        if special != 0 {
            return at + special.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let rest = text.get(at..).unwrap_or_default();
    let special = |&byte: &u8| byte < b' ' || byte == b'"' || byte == b'\\';
    rest.iter().position(special).map_or(text.len(), |len| at + len)
}

/// Marks bytes that are a quote, a backslash or a control character by their high bits. The lowest mark is always
/// right; those above it may not be, since subtractions borrow from higher bytes.
#[inline]
fn special_bytes(word: u64) -> u64 {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    /// Marks bytes below `limit`, which is at most 0x80.
    const fn below(word: u64, limit: u8) -> u64 {
        word.wrapping_sub(ONES * limit as u64) & !word
    }
    let quote = below(word ^ (ONES * b'"' as u64), 1);
    let backslash = below(word ^ (ONES * b'\\' as u64), 1);
    (below(word, b' ') | quote | backslash) & HIGH
}
