//! The grammar of number text (RFC 8259, section 6).
//!
//! Invariant: one pass, no allocation, and every text gets an answer.

use core::fmt;

/// A text is not a JSON number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberError {
    offset: usize,
    problem: Problem,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Problem {
    Digit,
    LeadingZero,
    End,
}

impl NumberError {
    /// The byte at which the text stops being a number: the length of the text if it ends too early.
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = match self.problem {
            Problem::Digit => "expected a digit",
            Problem::LeadingZero => "a digit after a leading zero",
            Problem::End => "expected the end",
        };
        write!(f, "not a JSON number: {problem} at byte {}", self.offset)
    }
}

impl core::error::Error for NumberError {}

/// Checks that the whole text is one JSON number.
pub(super) fn check(text: &[u8]) -> Result<(), NumberError> {
    let mut rest = text;
    skip(&mut rest, b"-");
    let zero = rest.first() == Some(&b'0');
    let integer = digits(text, &mut rest)?;
    if zero && integer > 1 {
        let offset = text.len() - rest.len() - integer + 1;
        return Err(NumberError { offset, problem: Problem::LeadingZero });
    }
    if skip(&mut rest, b".") {
        digits(text, &mut rest)?;
    }
    if skip(&mut rest, b"eE") {
        skip(&mut rest, b"+-");
        digits(text, &mut rest)?;
    }
    match rest.len() {
        0 => Ok(()),
        left => Err(NumberError { offset: text.len() - left, problem: Problem::End }),
    }
}

/// Skips one byte if it is one of `any`.
fn skip(rest: &mut &[u8], any: &[u8]) -> bool {
    match rest.split_first() {
        Some((first, after)) if any.contains(first) => {
            *rest = after;
            true
        }
        _ => false,
    }
}

/// Skips one digit or more, and says how many.
fn digits(text: &[u8], rest: &mut &[u8]) -> Result<usize, NumberError> {
    let (digits, after) = split_digits(rest);
    if digits.is_empty() {
        return Err(NumberError { offset: text.len() - rest.len(), problem: Problem::Digit });
    }
    *rest = after;
    Ok(digits.len())
}

/// Splits before the first byte that is not a digit.
pub(super) fn split_digits(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(run_length(text, |byte| byte.is_ascii_digit()))
}

/// How many bytes in the beginning pass a test. Long runs are tested sixteen bytes at a time, without branches between
/// them, which compilers turn into vector instructions.
pub(super) fn run_length(text: &[u8], test: impl Fn(u8) -> bool) -> usize {
    let mut rest = text;
    while let Some((chunk, after)) = rest.split_first_chunk::<16>() {
        if !chunk.iter().fold(true, |all, &byte| all & test(byte)) {
            break;
        }
        rest = after;
    }
    let short = rest.iter().position(|&byte| !test(byte)).unwrap_or(rest.len());
    text.len() - rest.len() + short
}

/// The value of an integer in plain notation that surely fits in an `i64` and that prints as the same text: not `-0`.
pub(super) fn plain_integer(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text.split_first() {
        Some((b'-', digits)) => (true, digits),
        _ => (false, text),
    };
    if digits.is_empty() || digits.len() > 18 || (negative && digits == b"0") {
        return None;
    }
    let mut value = 0;
    for byte in digits {
        if !byte.is_ascii_digit() {
            return None;
        }
        value = value * 10 + i64::from(byte - b'0');
    }
    Some(if negative { -value } else { value })
}

/// Whether a text of the grammar has neither a fraction nor an exponent.
pub(super) fn is_integer_form(text: &str) -> bool {
    !text.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E'))
}
