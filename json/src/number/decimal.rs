//! A number as significant digits and a power of ten, without copying its text.
//!
//! Invariant: digits neither begin nor end with a zero, and zero has no digits, no sign and exponent 0; so equal
//! numbers have equal decimals.

use core::cmp::Ordering;
use core::fmt::{self, Write};
use core::hash::Hasher;
use core::mem;

use super::text::{run_length, split_digits};

/// Decimal digits that surely fit in a `u64`, and ten to their number as well.
pub(super) const CHUNK: u32 = 19;

/// Room for the text of an `i64`, a `u64` or a double with an exponent (`-2.2250738585072014e-308` is the longest).
pub(super) struct Scratch {
    bytes: [u8; 24],
    length: usize,
}

impl Scratch {
    pub(super) fn new() -> Self {
        Scratch { bytes: [0; 24], length: 0 }
    }

    /// The digits of an integer.
    pub(super) fn integer(&mut self, value: u64) -> &[u8] {
        self.text(format_args!("{value}"))
    }

    /// The shortest text of a finite double that reads back as the same double; of two that are as near, the one that
    /// ends in an even digit, as ECMA-262 and most writers of JSON have it. That of `core` differs.
    pub(super) fn double(&mut self, value: f64) -> &[u8] {
        self.text(format_args!("{}", zmij::Buffer::new().format_finite(value)))
    }

    fn text(&mut self, arguments: fmt::Arguments<'_>) -> &[u8] {
        self.length = 0;
        let written = self.write_fmt(arguments);
        debug_assert!(written.is_ok(), "no number is longer than the buffer");
        self.bytes.get(..self.length).unwrap_or_default()
    }
}

impl Write for Scratch {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length.saturating_add(text.len());
        let room = self.bytes.get_mut(self.length..end).ok_or(fmt::Error)?;
        room.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}

/// `±digits × 10^exponent`, where the digits are read as an integer.
pub(super) struct Decimal<'s> {
    negative: bool,
    /// The digits are these, before the point, and then those after it.
    head: &'s [u8],
    tail: &'s [u8],
    exponent: Exponent<'s>,
}

impl<'s> Decimal<'s> {
    pub(super) fn from_integer(negative: bool, digits: &'s [u8]) -> Self {
        Decimal::new(negative, digits, &[], Exponent::Small(0))
    }

    /// Reads text that follows the grammar of RFC 8259. Other text gives some decimal.
    pub(super) fn from_text(text: &'s [u8]) -> Self {
        let (negative, text) = match text.split_first() {
            Some((b'-', rest)) => (true, rest),
            _ => (false, text),
        };
        let (head, rest) = split_digits(text);
        let (tail, rest) = match rest.split_first() {
            Some((b'.', rest)) => split_digits(rest),
            _ => (&[][..], rest),
        };
        let exponent = match rest {
            [_, b'-', digits @ ..] => Exponent::new(true, digits),
            [_, b'+', digits @ ..] | [_, digits @ ..] => Exponent::new(false, digits),
            [] => Exponent::Small(0),
        };
        Decimal::new(negative, head, tail, exponent)
    }

    /// Normalizes `±head.tail × 10^exponent`.
    fn new(negative: bool, head: &'s [u8], tail: &'s [u8], exponent: Exponent<'s>) -> Self {
        let tail = trim_end(tail);
        let (mut significant, mut shift) = (head, -length(tail));
        if tail.is_empty() {
            significant = trim_end(head);
            shift = length(head) - length(significant);
        }
        let head = trim_start(significant);
        let tail = if head.is_empty() { trim_start(tail) } else { tail };
        if head.is_empty() && tail.is_empty() {
            return Decimal { negative: false, head, tail, exponent: Exponent::Small(0) };
        }
        Decimal { negative, head, tail, exponent: exponent.plus(shift) }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.head.is_empty() && self.tail.is_empty()
    }

    pub(super) fn is_negative(&self) -> bool {
        self.negative
    }

    /// The power of ten of the last digit.
    pub(super) fn exponent(&self) -> Exponent<'s> {
        self.exponent
    }

    pub(super) fn is_integer(&self) -> bool {
        self.exponent.saturated() >= 0
    }

    /// How many digits there are: none for zero.
    pub(super) fn digit_count(&self) -> u64 {
        length(self.head).saturating_add(length(self.tail)).unsigned_abs()
    }

    /// The digits as integers of up to [`CHUNK`] digits, most significant first, each with ten to the number of its
    /// digits.
    pub(super) fn chunks(&self) -> impl Iterator<Item = (u64, u64)> {
        let (mut head, mut tail) = (self.head, self.tail);
        core::iter::from_fn(move || {
            let first = split_off(&mut head, CHUNK as usize);
            let second = split_off(&mut tail, CHUNK as usize - first.len());
            if first.is_empty() && second.is_empty() {
                return None;
            }
            let digits = first.iter().chain(second);
            let value = digits.fold(0, |value, digit| value * 10 + u64::from(digit & 0xF));
            let length = u32::try_from(first.len() + second.len()).unwrap_or(CHUNK);
            Some((value, 10_u64.pow(length)))
        })
    }

    /// The digits as one integer, if there are at most twice [`CHUNK`].
    pub(super) fn mantissa(&self) -> Option<u128> {
        if self.digit_count() > 2 * u64::from(CHUNK) {
            return None;
        }
        Some(
            self.chunks()
                .fold(0, |sum, (value, scale)| sum * u128::from(scale) + u128::from(value)),
        )
    }

    /// The value, if it is an integer of at most [`CHUNK`] + 1 digits: every `i64` and `u64` is.
    pub(super) fn to_integer(&self) -> Option<i128> {
        let zeros = u32::try_from(self.exponent.saturated()).ok()?;
        if self.digit_count().saturating_add(u64::from(zeros)) > u64::from(CHUNK) + 1 {
            return None;
        }
        let magnitude =
            i128::try_from(self.mantissa()?).ok()?.checked_mul(10_i128.checked_pow(zeros)?)?;
        Some(if self.negative { -magnitude } else { magnitude })
    }

    /// Compares by value: sign, then the power of ten of the first digit, then digits.
    pub(super) fn compare(&self, other: &Decimal<'_>) -> Ordering {
        match (self.signum(), other.signum()) {
            (0, 0) => Ordering::Equal,
            (1, 1) => self.compare_magnitude(other),
            (-1, -1) => other.compare_magnitude(self),
            (left, right) => left.cmp(&right),
        }
    }

    fn signum(&self) -> i8 {
        if self.is_zero() {
            0
        } else if self.negative {
            -1
        } else {
            1
        }
    }

    /// Compares two numbers that are not zero, without their signs.
    fn compare_magnitude(&self, other: &Decimal<'_>) -> Ordering {
        let longer =
            length(self.head) + length(self.tail) - length(other.head) - length(other.tail);
        let higher = self.exponent.plus(longer).minus(other.exponent);
        higher.cmp(&0).then_with(|| self.compare_digits(other))
    }

    /// Compares the digits from the left.
    fn compare_digits(&self, other: &Decimal<'_>) -> Ordering {
        let (mut left, mut left_tail) = (self.head, self.tail);
        let (mut right, mut right_tail) = (other.head, other.tail);
        loop {
            if left.is_empty() {
                left = mem::take(&mut left_tail);
            }
            if right.is_empty() {
                right = mem::take(&mut right_tail);
            }
            let length = left.len().min(right.len());
            if length == 0 {
                return left.len().cmp(&right.len());
            }
            match split_off(&mut left, length).cmp(split_off(&mut right, length)) {
                Ordering::Equal => {}
                order => return order,
            }
        }
    }

    /// Hashes the value. The hash of a huge exponent is not told from that of another, which costs collisions among
    /// such numbers alone.
    pub(super) fn hash<H: Hasher>(&self, state: &mut H) {
        hash(state, self.negative, self.exponent.saturated(), self.digit_count());
        for (value, _) in self.chunks() {
            state.write_u64(value);
        }
    }
}

/// Hashes what comes before the digits in chunks.
pub(super) fn hash<H: Hasher>(state: &mut H, negative: bool, exponent: i64, digits: u64) {
    state.write_u8(u8::from(negative));
    state.write_i64(exponent);
    state.write_u64(digits);
}

/// A power of ten that may be written with any number of digits.
#[derive(Clone, Copy)]
pub(super) enum Exponent<'s> {
    Small(i64),
    /// `±written + shift`, where `written` has more than 18 digits, the first of them not zero.
    Huge {
        negative: bool,
        written: &'s [u8],
        shift: i64,
    },
}

impl<'s> Exponent<'s> {
    fn new(negative: bool, written: &'s [u8]) -> Self {
        let written = trim_start(written);
        if written.len() > 18 {
            return Exponent::Huge { negative, written, shift: 0 };
        }
        let value = written.iter().fold(0, |sum, digit| sum * 10 + i64::from(digit & 0xF));
        Exponent::Small(if negative { -value } else { value })
    }

    /// Adds what digits of a text in memory can shift the exponent by, which is far from overflowing.
    fn plus(self, more: i64) -> Self {
        match self {
            Exponent::Small(value) => Exponent::Small(value.saturating_add(more)),
            Exponent::Huge { negative, written, shift } => {
                Exponent::Huge { negative, written, shift: shift.saturating_add(more) }
            }
        }
    }

    /// The difference; beyond the ends of `i64` it is those ends, so its sign is always right.
    pub(super) fn minus(self, other: Exponent<'_>) -> i64 {
        if let (Exponent::Small(left), Exponent::Small(right)) = (self, other) {
            return left.saturating_sub(right);
        }
        let (left_sign, left, left_shift) = self.parts();
        let (right_sign, right, right_shift) = other.parts();
        let written = written_difference((left_sign, left), (right_sign, right));
        let difference = written + i128::from(left_shift) - i128::from(right_shift);
        let (least, most) = (i128::from(i64::MIN), i128::from(i64::MAX));
        i64::try_from(difference.clamp(least, most)).unwrap_or_default()
    }

    /// The value, or the end of `i64` that it is beyond.
    pub(super) fn saturated(self) -> i64 {
        self.minus(Exponent::Small(0))
    }

    /// Sign, written digits and shift.
    fn parts(self) -> (i128, &'s [u8], i64) {
        match self {
            Exponent::Small(value) => (1, &[], value),
            Exponent::Huge { negative, written, shift } => {
                (if negative { -1 } else { 1 }, written, shift)
            }
        }
    }
}

/// The difference of two signed digit strings; exact up to 2^100, and of the right sign beyond.
fn written_difference(left: (i128, &[u8]), right: (i128, &[u8])) -> i128 {
    let places = left.1.len().max(right.1.len());
    let digit = |(sign, digits): (i128, &[u8]), place: usize| {
        // Places are counted from the end, since the strings may differ in length.
        let index = digits.len().checked_sub(place);
        let digit = index.and_then(|index| digits.get(index)).map_or(0, |digit| digit & 0xF);
        sign * i128::from(digit)
    };
    let mut difference: i128 = 0;
    for place in (1..=places).rev() {
        difference = difference * 10 + digit(left, place) - digit(right, place);
        // One more place multiplies by ten and changes by at most 18, so the sign is settled.
        if difference.unsigned_abs() > 1 << 100 {
            break;
        }
    }
    difference
}

/// A length as a signed number; no slice is longer than `isize::MAX`.
fn length(digits: &[u8]) -> i64 {
    i64::try_from(digits.len()).unwrap_or(i64::MAX)
}

fn trim_start(digits: &[u8]) -> &[u8] {
    let zeros = run_length(digits, |digit| digit == b'0');
    digits.get(zeros..).unwrap_or_default()
}

fn trim_end(mut digits: &[u8]) -> &[u8] {
    // Sixteen at a time, as in `run_length`.
    while let Some((rest, zeros)) = digits.split_last_chunk::<16>() {
        if *zeros != [b'0'; 16] {
            break;
        }
        digits = rest;
    }
    while let Some((b'0', rest)) = digits.split_last() {
        digits = rest;
    }
    digits
}

/// Takes up to `length` digits from the front.
fn split_off<'s>(digits: &mut &'s [u8], length: usize) -> &'s [u8] {
    let (front, rest) = digits.split_at(length.min(digits.len()));
    *digits = rest;
    front
}
