//! Numbers of few digits as two machine words: what most numbers are, and what makes them fast.
//!
//! Invariant: a [`Short`] is exact or there is none, and what it cannot decide is left to
//! [`Decimal`](super::decimal::Decimal). Nothing that others see depends on which of the two answered.

use core::cmp::Ordering;

use super::text::split_digits;

/// Ten to this power fits in a `u64`, and its square in a `u128`.
const MOST_DIGITS: u32 = 19;

/// `±mantissa × 10^exponent`, with a mantissa of at most [`MOST_DIGITS`] digits.
#[derive(Clone, Copy)]
pub(super) struct Short {
    negative: bool,
    mantissa: u64,
    exponent: i32,
}

impl Short {
    pub(super) fn from_integer(negative: bool, mantissa: u64) -> Option<Short> {
        (mantissa < 10_u64.pow(MOST_DIGITS)).then_some(Short { negative, mantissa, exponent: 0 })
    }

    /// Reads text that follows the grammar of RFC 8259.
    pub(super) fn from_text(text: &[u8]) -> Option<Short> {
        let (negative, text) = match text.split_first() {
            Some((b'-', rest)) => (true, rest),
            _ => (false, text),
        };
        let (whole, rest) = split_digits(text);
        let (part, rest) = match rest.split_first() {
            Some((b'.', rest)) => split_digits(rest),
            _ => (&[][..], rest),
        };
        if whole.len() + part.len() > MOST_DIGITS as usize {
            return None;
        }
        let digits = whole.iter().chain(part);
        let mantissa = digits.fold(0, |sum, digit| sum * 10 + u64::from(digit & 0xF));
        let exponent = short_exponent(rest)? - i32::try_from(part.len()).ok()?;
        Some(Short { negative, mantissa, exponent })
    }

    /// The shortest decimal of a double, if it is found without printing the double.
    ///
    /// If dividing an integer of at most 15 digits by a power of ten gives the double, then that decimal reads back as
    /// the double: powers up to 10^22 are exact doubles as well, and division is rounded correctly. No shorter decimal
    /// does, since different decimals of at most 15 digits read back as different doubles.
    pub(super) fn from_f64(value: f64) -> Option<Short> {
        const POWERS: [f64; 16] =
            [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
        let magnitude = value.abs();
        if magnitude >= 1e15 {
            return None;
        }
        // Casts saturate and cut: the candidate is checked below.
        let places = match (magnitude as u64).checked_ilog10() {
            Some(log) => 14_u32.checked_sub(log)?,
            None => 15,
        };
        let power = *POWERS.get(places as usize)?;
        let mantissa = (magnitude * power + 0.5) as u64;
        if mantissa >= 10_u64.pow(15) || mantissa as f64 / power != magnitude {
            return None;
        }
        let exponent = -i32::try_from(places).ok()?;
        Some(Short { negative: value < 0.0, mantissa, exponent })
    }

    /// Without trailing zeros; zero has exponent 0.
    fn trimmed(self) -> Short {
        let Short { negative, mut mantissa, mut exponent } = self;
        if mantissa == 0 {
            return Short { negative: false, mantissa, exponent: 0 };
        }
        for (power, zeros) in
            [(10_u64.pow(16), 16), (10_u64.pow(8), 8), (10_000, 4), (100, 2), (10, 1)]
        {
            if mantissa.is_multiple_of(power) {
                mantissa /= power;
                exponent += zeros;
            }
        }
        Short { negative, mantissa, exponent }
    }

    /// Sign, significant digits as an integer, how many there are (none for zero), and the power of ten of the last.
    pub(super) fn parts(self) -> (bool, u64, u64, i64) {
        let Short { negative, mantissa, exponent } = self.trimmed();
        let digits = mantissa.checked_ilog10().map_or(0, |log| u64::from(log) + 1);
        (negative, mantissa, digits, i64::from(exponent))
    }

    /// The value, if it is an integer that fits in an `i64` or a `u64`.
    pub(super) fn to_integer(self) -> Option<i128> {
        let power = |exponent: u32| (exponent <= MOST_DIGITS).then(|| 10_i128.pow(exponent));
        let mantissa = i128::from(self.mantissa);
        let magnitude = if mantissa == 0 {
            0
        } else if self.exponent >= 0 {
            mantissa * power(self.exponent.unsigned_abs())?
        } else {
            // Beyond the largest power the mantissa is less than one unit.
            let unit = power(self.exponent.unsigned_abs())?;
            (mantissa % unit == 0).then_some(mantissa / unit)?
        };
        Some(if self.negative { -magnitude } else { magnitude })
    }

    /// Compares by value, if the exponents are near enough.
    pub(super) fn compare(self, other: Short) -> Option<Ordering> {
        let (left, right) = self.align(other)?;
        Some(match (self.negative && left > 0, other.negative && right > 0) {
            (false, false) => left.cmp(&right),
            (true, true) => right.cmp(&left),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        })
    }

    /// Whether this is an integer times `divisor`, if the exponents are near enough. Nothing is a multiple of a divisor
    /// that is not positive.
    pub(super) fn is_multiple_of(self, divisor: Short) -> Option<bool> {
        if divisor.negative || divisor.mantissa == 0 {
            return Some(false);
        }
        let (value, divisor) = self.align(divisor)?;
        // Division of 128 bits is slow.
        Some(match (u64::try_from(value), u64::try_from(divisor)) {
            (Ok(value), Ok(divisor)) => value.is_multiple_of(divisor),
            _ => value.is_multiple_of(divisor),
        })
    }

    /// Both mantissas in units of the smaller power of ten.
    fn align(self, other: Short) -> Option<(u128, u128)> {
        let (left, right) = (u128::from(self.mantissa), u128::from(other.mantissa));
        let difference = i64::from(self.exponent) - i64::from(other.exponent);
        if difference == 0 {
            return Some((left, right));
        }
        let distance = u32::try_from(difference.unsigned_abs()).ok()?;
        if distance > MOST_DIGITS {
            return None;
        }
        let power = 10_u128.pow(distance);
        Some(if difference > 0 { (left * power, right) } else { (left, right * power) })
    }
}

/// Reads `e5`, `E+5`, `e-5` or nothing, of few digits.
fn short_exponent(text: &[u8]) -> Option<i32> {
    let (negative, digits) = match text {
        [] => return Some(0),
        [_, b'-', digits @ ..] => (true, digits),
        [_, b'+', digits @ ..] | [_, digits @ ..] => (false, digits),
    };
    if digits.len() > 4 {
        return None;
    }
    let value = digits.iter().fold(0, |sum, digit| sum * 10 + i32::from(digit & 0xF));
    Some(if negative { -value } else { value })
}
