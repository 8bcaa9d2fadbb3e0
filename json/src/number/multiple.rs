//! Exact divisibility of decimals.
//!
//! With a value `a × 10^x` and a divisor `b × 10^y`, neither `a` nor `b` divisible by ten, the question is whether `b`
//! divides `a × 10^(x-y)`.
//!
//! Invariant: the work is a function of the digits of both, never of the exponents: `b` shares no more factors with a
//! power of ten than it has bits.

#[cfg(test)]
mod tests;

use alloc::vec;
use alloc::vec::Vec;

use super::decimal::{CHUNK, Decimal};

/// The number of zeros to append to the `digits` of a value, so that the digits of a divisor divide them if the value
/// is a multiple. `shift` is `x - y`. `None` if a value that is not zero is no multiple, whatever the digits are.
fn zeros(digits: u64, divisor_digits: u64, shift: i64) -> Option<u64> {
    // With x < y, `a` would have to be a multiple of ten.
    let zeros = u64::try_from(shift).ok()?;
    // A decimal digit has less than four bits, so this many zeros bring every factor 2 or 5 that `b` can have.
    let zeros = zeros.min(divisor_digits.saturating_mul(4));
    // With fewer digits it is less than `b`. All the zeros would be as good as these.
    (digits.saturating_add(zeros) >= divisor_digits).then_some(zeros)
}

/// Whether `value` is an integer times `divisor`.
pub(super) fn is_multiple(value: &Decimal<'_>, divisor: &Decimal<'_>) -> bool {
    if divisor.is_zero() || divisor.is_negative() {
        return false;
    }
    if value.is_zero() {
        return true;
    }
    let shift = value.exponent().minus(divisor.exponent());
    let Some(zeros) = zeros(value.digit_count(), divisor.digit_count(), shift) else {
        return false;
    };
    match divisor.mantissa().and_then(|mantissa| u64::try_from(mantissa).ok()) {
        Some(divisor) => divides_small(value, zeros, divisor),
        None => divides_big(value, zeros, divisor),
    }
}

/// An upper bound of the work of [`is_multiple`], in steps, from the digits of both and the difference of their
/// exponents.
pub(super) fn cost(digits: u64, divisor_digits: u64, shift: i64) -> u64 {
    let Some(zeros) = zeros(digits, divisor_digits, shift) else { return 1 };
    let dividend = digits.saturating_add(zeros);
    let chunk = u64::from(CHUNK);
    if dividend.max(divisor_digits) <= chunk && shift.unsigned_abs() <= chunk {
        return 1;
    }
    // Both are read once, digit by digit; reading the divisor and dividing take one pass over its limbs per chunk.
    let read = dividend.saturating_add(divisor_digits);
    8_u64.saturating_add(read / 4).saturating_add(read.saturating_mul(divisor_digits) / 64)
}

/// Whether `divisor`, which is not zero, divides the digits of `value` followed by `zeros`.
fn divides_small(value: &Decimal<'_>, zeros: u64, mut divisor: u64) -> bool {
    // The zeros divide out of the divisor, which is a multiple of 2 or of 5 but not of both.
    for _ in 0..zeros {
        match (divisor % 2, divisor % 5) {
            (0, _) => divisor /= 2,
            (_, 0) => divisor /= 5,
            _ => break,
        }
    }
    let mut remainder = 0;
    for (digits, scale) in value.chunks() {
        remainder = if remainder == 0 {
            digits % divisor
        } else {
            // Below 2^64 × 10^19, which is below 2^128.
            let wide = u128::from(remainder) * u128::from(scale) + u128::from(digits);
            low(wide % u128::from(divisor))
        };
    }
    remainder == 0
}

/// As [`divides_small`], for a divisor that does not fit in a `u64`.
fn divides_big(value: &Decimal<'_>, mut zeros: u64, divisor: &Decimal<'_>) -> bool {
    let modulus = Modulus::new(divisor);
    let mut remainder = vec![0; modulus.limbs.len() + 1];
    for (digits, scale) in value.chunks() {
        modulus.append(&mut remainder, scale, digits);
    }
    while zeros > 0 {
        let step = zeros.min(u64::from(CHUNK));
        modulus.append(&mut remainder, 10_u64.pow(u32::try_from(step).unwrap_or(CHUNK)), 0);
        zeros -= step;
    }
    remainder.iter().all(|&limb| limb == 0)
}

/// A divisor of at least two limbs (64-bit digits, the least significant first), shifted left until its highest bit is
/// set. Remainders are shifted as far.
struct Modulus {
    limbs: Vec<u64>,
    shift: u32,
}

impl Modulus {
    fn new(divisor: &Decimal<'_>) -> Self {
        let mut limbs = Vec::new();
        for (digits, scale) in divisor.chunks() {
            let carry = multiply_add(&mut limbs, scale, u128::from(digits));
            if carry > 0 {
                limbs.push(low(carry));
            }
        }
        let shift = limbs.last().map_or(0, |limb| limb.leading_zeros());
        multiply_add(&mut limbs, 1 << shift, 0);
        Modulus { limbs, shift }
    }

    /// Appends digits to a remainder, and reduces it again. `scale` is ten to the number of the digits.
    ///
    /// The remainder has one limb more than the modulus; it is less than the modulus before and after.
    fn append(&self, remainder: &mut [u64], scale: u64, digits: u64) {
        multiply_add(remainder, scale, u128::from(digits) << self.shift);
        let quotient = self.quotient(remainder);
        self.subtract(remainder, quotient);
    }

    /// The one-limb quotient, at most one too large (Knuth, The Art of Computer Programming, volume 2, algorithm D).
    fn quotient(&self, remainder: &[u64]) -> u64 {
        let ([.., second, first], [.., c, b, a]) = (&self.limbs[..], remainder) else { return 0 };
        let (first, second) = (u128::from(*first), u128::from(*second));
        let numerator = u128::from(*a) << 64 | u128::from(*b);
        let mut quotient = (numerator / first).min(u128::from(u64::MAX));
        let mut rest = numerator - quotient * first;
        while rest <= u128::from(u64::MAX) && quotient * second > (rest << 64 | u128::from(*c)) {
            quotient -= 1;
            rest += first;
        }
        low(quotient)
    }

    /// Subtracts a multiple of the modulus, one less if that was too much.
    fn subtract(&self, remainder: &mut [u64], quotient: u64) {
        let Some((top, rest)) = remainder.split_last_mut() else { return };
        let mut carry = 0;
        for (limb, &own) in rest.iter_mut().zip(&self.limbs) {
            let product = u128::from(own) * u128::from(quotient) + carry;
            let (difference, borrow) = limb.overflowing_sub(low(product));
            *limb = difference;
            carry = (product >> 64) + u128::from(borrow);
        }
        if u128::from(*top) < carry {
            let mut carry = false;
            for (limb, &own) in rest.iter_mut().zip(&self.limbs) {
                let sum = u128::from(*limb) + u128::from(own) + u128::from(carry);
                *limb = low(sum);
                carry = sum >> 64 > 0;
            }
        }
        *top = 0;
    }
}

/// Multiplies a number by `scale`, adds `more`, and returns what does not fit.
fn multiply_add(limbs: &mut [u64], scale: u64, more: u128) -> u128 {
    let mut carry = more;
    for limb in limbs {
        let product = u128::from(*limb) * u128::from(scale) + u128::from(low(carry));
        *limb = low(product);
        carry = (product >> 64) + (carry >> 64);
    }
    carry
}

/// The low half: the high half is carried on or is zero.
fn low(wide: u128) -> u64 {
    wide as u64
}
