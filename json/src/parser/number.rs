//! Scanning numbers (RFC 8259, section 6).

use alloc::boxed::Box;

use super::{hint, offset, unexpected};
use crate::ParseLimits;
use crate::document::{Fault, Halves, Payload, Span};

/// Scans the number that begins at `start`, with a digit or a minus sign, and gives the offset after it.
#[inline]
pub(crate) fn scan(
    text: &[u8],
    start: usize,
    limits: &ParseLimits,
) -> Result<(Payload, usize), Box<Fault>> {
    let negative = text.get(start) == Some(&b'-');
    let first = start + usize::from(negative);
    let whole = digits(text, first);
    if whole.len == 0 {
        return Err(no_digit(text, first, "a digit"));
    }
    if whole.len > 1 && text.get(first) == Some(&b'0') {
        return Err(unexpected(text, first + 1, "no digit after a leading zero", None));
    }
    let end = first + whole.len;
    if !matches!(text.get(end), Some(b'.' | b'e' | b'E')) && whole.len <= Digits::EXACT {
        check_digits(whole.len, limits, start)?;
        if let Some(value) = whole.integer(negative) {
            return Ok((Payload::Integer(Halves::new(value)), end));
        }
    }
    let end = scan_rest(text, start, end, whole.len, limits)?;
    Ok((Payload::Number(Span::of_text(start, end - start)), end))
}

/// Scans what follows the whole part: fraction and exponent.
fn scan_rest(
    text: &[u8],
    start: usize,
    mut at: usize,
    mut written: usize,
    limits: &ParseLimits,
) -> Result<usize, Box<Fault>> {
    if text.get(at) == Some(&b'.') {
        at += 1;
        let fraction = digits(text, at);
        if fraction.len == 0 {
            return Err(no_digit(text, at, "a digit after the decimal point"));
        }
        at += fraction.len;
        written += fraction.len;
    }
    check_digits(written, limits, start)?;
    if matches!(text.get(at), Some(b'e' | b'E')) {
        at += 1;
        at += usize::from(matches!(text.get(at), Some(b'+' | b'-')));
        let exponent = digits(text, at);
        if exponent.len == 0 {
            return Err(no_digit(text, at, "a digit in the exponent"));
        }
        let digits = text.get(at..at + exponent.len).unwrap_or_default();
        if saturating_value(digits) > limits.number_exponent {
            return Err(Fault::limit("number_exponent", limits.number_exponent, offset(start)));
        }
        at += exponent.len;
    }
    Ok(at)
}

/// A run of digits.
struct Digits {
    len: usize,
    /// Their value modulo 2^64; exact for up to [`Digits::EXACT`] digits.
    value: u64,
}

impl Digits {
    /// The longest run of digits whose value always fits in 64 bits.
    const EXACT: usize = 19;

    /// The value as a 64-bit integer that prints as it was written; `None` for `-0`.
    #[inline]
    fn integer(&self, negative: bool) -> Option<i64> {
        if !negative {
            return i64::try_from(self.value).ok();
        }
        (self.value != 0).then(|| 0_i64.checked_sub_unsigned(self.value)).flatten()
    }
}

/// The digits from `start` on.
#[inline]
fn digits(text: &[u8], start: usize) -> Digits {
    let mut run = Digits { len: 0, value: 0 };
    for byte in text.get(start..).unwrap_or_default() {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        run.len += 1;
        run.value = run.value.wrapping_mul(10).wrapping_add(u64::from(digit));
    }
    run
}

/// The value of digits, or the largest there is.
fn saturating_value(digits: &[u8]) -> u64 {
    digits.iter().fold(0, |value: u64, digit| {
        value.saturating_mul(10).saturating_add(u64::from(digit.wrapping_sub(b'0')))
    })
}

#[inline]
fn check_digits(written: usize, limits: &ParseLimits, start: usize) -> Result<(), Box<Fault>> {
    if written as u64 > limits.number_digits {
        return Err(Fault::limit("number_digits", limits.number_digits, offset(start)));
    }
    Ok(())
}

#[cold]
fn no_digit(text: &[u8], at: usize, expected: &'static str) -> Box<Fault> {
    let hint = hint(text.get(at..).unwrap_or_default(), false);
    unexpected(text, at, expected, hint)
}
