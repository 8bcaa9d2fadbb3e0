//! Exact JSON numbers.
//!
//! A [`Number`] is a decimal: a sign, significant digits and a power of ten, whatever it was made from. It is not an
//! arithmetic type: it compares, hashes, tells integers, and tests for multiples, which is what validators need.
//!
//! Invariant: nothing is rounded, and no power of ten is ever expanded, so that the work on a number is bounded by the
//! length of its text. Equal numbers hash equal, whatever they were made from.

mod decimal;
mod multiple;
mod short;
mod text;

use alloc::boxed::Box;
#[cfg(feature = "serde_json")]
use alloc::string::String;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use decimal::{Decimal, Scratch};
use short::Short;
pub use text::NumberError;

/// The largest power of two up to which every integer is a double: 2^53.
const EXACT_INTEGER: u64 = 1 << 53;

/// An exact JSON number (RFC 8259, section 6).
///
/// Numbers compare and hash by mathematical value: `1`, `1.0` and `10e-1` are one number, `-0` is `0`, and `1e400` is
/// greater than `1e399`. A double means its shortest decimal that reads back as the same double, so that `0.1_f64` is
/// one tenth exactly.
///
/// ```
/// use jsonbound_json::Number;
///
/// let price = Number::parse("4.350")?;
/// assert_eq!(Some(price.clone()), Number::from_f64(4.35));
/// assert!(price.is_multiple_of(&Number::parse("0.01")?));
/// assert!(Number::parse("9007199254740993")? > Number::from(9_007_199_254_740_992_u64));
/// # Ok::<(), jsonbound_json::NumberError>(())
/// ```
#[derive(Clone)]
pub struct Number<'a>(Repr<'a>);

#[derive(Clone)]
enum Repr<'a> {
    I64(i64),
    /// Always above `i64::MAX`.
    U64(u64),
    /// Finite, and not an integer of magnitude 2^53 or less: those are `I64`.
    F64(f64),
    /// RFC 8259 text.
    Borrowed(&'a str),
    /// RFC 8259 text.
    Owned(Box<str>),
}

impl From<i64> for Number<'_> {
    fn from(value: i64) -> Self {
        Number(Repr::I64(value))
    }
}

impl From<u64> for Number<'_> {
    fn from(value: u64) -> Self {
        Number(i64::try_from(value).map_or(Repr::U64(value), Repr::I64))
    }
}

impl<'a> Number<'a> {
    /// The number that a double means: its shortest decimal that reads back as the same double. `None` for infinities
    /// and NaN, which JSON does not have.
    pub fn from_f64(value: f64) -> Option<Number<'static>> {
        if !value.is_finite() {
            return None;
        }
        // Up to 2^53 doubles are at most one apart, so no other integer, and thus no shorter decimal, reads back as
        // the same double: the shortest decimal of an integer is the integer. The cast saturates, so what is out of
        // range differs.
        let integer = value as i64;
        if integer.unsigned_abs() <= EXACT_INTEGER && integer as f64 == value {
            return Some(Number(Repr::I64(integer)));
        }
        Some(Number(Repr::F64(value)))
    }

    /// Reads a number from its JSON text, by the grammar of RFC 8259, section 6, with nothing before or after it.
    ///
    /// The text is kept, except that of an integer in plain notation that fits in an `i64`.
    ///
    /// # Errors
    ///
    /// [`NumberError`] says at which byte the text stops being a number. No grammatical text is refused, however long
    /// its digits or its exponent: whoever reads untrusted text limits its length.
    pub fn parse(text: &'a str) -> Result<Number<'a>, NumberError> {
        text::check(text.as_bytes())?;
        Ok(Number::from_checked(text))
    }

    /// A number that owns its text; `None` if that does not follow the grammar.
    #[cfg(feature = "serde_json")]
    pub(crate) fn from_text(text: String) -> Option<Number<'static>> {
        text::check(text.as_bytes()).ok()?;
        Some(Number(Repr::Owned(text.into_boxed_str())))
    }

    /// A number from text that is known to follow the grammar.
    pub(crate) fn from_checked(text: &'a str) -> Number<'a> {
        debug_assert!(text::check(text.as_bytes()).is_ok());
        Number(match text::plain_integer(text.as_bytes()) {
            Some(value) => Repr::I64(value),
            None => Repr::Borrowed(text),
        })
    }

    /// The same number, owning its text.
    pub fn into_owned(self) -> Number<'static> {
        Number(match self.0 {
            Repr::I64(value) => Repr::I64(value),
            Repr::U64(value) => Repr::U64(value),
            Repr::F64(value) => Repr::F64(value),
            Repr::Borrowed(text) => Repr::Owned(text.into()),
            Repr::Owned(text) => Repr::Owned(text),
        })
    }

    /// The text this number was read from, if it was kept.
    pub fn as_text(&self) -> Option<&str> {
        match &self.0 {
            Repr::Borrowed(text) => Some(text),
            Repr::Owned(text) => Some(text),
            _ => None,
        }
    }

    /// Whether the number has no fractional part: `1.0` and `10e-1` are integers.
    pub fn is_integer(&self) -> bool {
        match self.0 {
            Repr::I64(_) | Repr::U64(_) => true,
            Repr::F64(value) => !is_fraction(value),
            _ => self.decimal(&mut Scratch::new()).is_integer(),
        }
    }

    /// Whether the number is written as an integer, without a fraction and an exponent: `1.0` and `10e-1` are not. A
    /// double that is whole was read as the integer; [`Node::is_integer_form`](crate::Node::is_integer_form) knows.
    pub fn is_integer_form(&self) -> bool {
        match &self.0 {
            Repr::I64(_) | Repr::U64(_) => true,
            Repr::F64(_) => false,
            Repr::Borrowed(text) => text::is_integer_form(text),
            Repr::Owned(text) => text::is_integer_form(text),
        }
    }

    /// Whether this number is an integer times `divisor`, exactly. Nothing is a multiple of a divisor that is zero or
    /// negative.
    ///
    /// The work is bounded by [`multiple_cost`](Number::multiple_cost).
    pub fn is_multiple_of(&self, divisor: &Number<'_>) -> bool {
        if let (&Repr::I64(value), &Repr::I64(divisor)) = (&self.0, &divisor.0) {
            return divisor > 0 && value % divisor == 0;
        }
        if let (Some(value), Some(divisor)) = (self.short(), divisor.short())
            && let Some(answer) = value.is_multiple_of(divisor)
        {
            return answer;
        }
        let (mut left, mut right) = (Scratch::new(), Scratch::new());
        multiple::is_multiple(&self.decimal(&mut left), &divisor.decimal(&mut right))
    }

    /// An upper bound of the work of [`is_multiple_of`](Number::is_multiple_of), in steps of a few nanoseconds: at
    /// least one, and a function of the two values alone. Finding it costs no more than reading both numbers.
    pub fn multiple_cost(&self, divisor: &Number<'_>) -> u64 {
        if let (Some(value), Some(divisor)) = (self.short(), divisor.short()) {
            let ((_, _, digits, exponent), (_, _, divisor_digits, divisor_exponent)) =
                (value.parts(), divisor.parts());
            return multiple::cost(digits, divisor_digits, exponent - divisor_exponent);
        }
        let (mut left, mut right) = (Scratch::new(), Scratch::new());
        let (value, divisor) = (self.decimal(&mut left), divisor.decimal(&mut right));
        let shift = value.exponent().minus(divisor.exponent());
        multiple::cost(value.digit_count(), divisor.digit_count(), shift)
    }

    /// The number of significant digits, without leading and trailing zeros: 1 for `0`, `7`, `700` and `0.07`.
    ///
    /// Equal numbers have equally many.
    pub fn digits(&self) -> u64 {
        let digits = match self.short() {
            Some(short) => short.parts().2,
            None => self.decimal(&mut Scratch::new()).digit_count(),
        };
        digits.max(1)
    }

    /// What reading the number costs beyond its step: four steps, one more for each eight significant digits, and one
    /// for each eight characters of its text beyond 32.
    ///
    /// Equal numbers have equally many digits, however they are held. It is the text that is read, though, zeros
    /// included; no machine number needs 32 characters, so a spelling that is no longer costs the same as the number
    /// that a machine holds.
    pub fn cost(&self) -> u64 {
        const READ: u64 = 4;
        // Eight digits and more are counted; fewer cost nothing.
        const SHORT: u64 = 10_000_000;
        match &self.0 {
            Repr::I64(value) if value.unsigned_abs() < SHORT => READ,
            _ => {
                let text = self.as_text().map_or(0, |text| text.len().saturating_sub(32));
                READ + self.digits() / 8 + text as u64 / 8
            }
        }
    }

    /// The power of ten of the last significant digit: 2 for `700`, -2 for `0.07`, and 0 for `0`. Saturates at the
    /// ends of `i64`.
    pub fn exponent(&self) -> i64 {
        match self.short() {
            Some(short) => short.parts().3,
            None => self.decimal(&mut Scratch::new()).exponent().saturated(),
        }
    }

    /// The value as an `i64`, if it is exactly one: `1.0` and `10e1` are.
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::I64(value) => Some(value),
            Repr::U64(_) => None,
            _ => i64::try_from(self.to_integer()?).ok(),
        }
    }

    /// The value as a `u64`, if it is exactly one: `1.0` and `10e1` are.
    pub fn to_u64(&self) -> Option<u64> {
        match self.0 {
            Repr::I64(value) => u64::try_from(value).ok(),
            Repr::U64(value) => Some(value),
            _ => u64::try_from(self.to_integer()?).ok(),
        }
    }

    /// The nearest double, infinite beyond the largest. For messages and statistics, not for decisions.
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Repr::I64(value) => *value as f64,
            Repr::U64(value) => *value as f64,
            Repr::F64(value) => *value,
            Repr::Borrowed(text) => text.parse().unwrap_or(f64::NAN),
            Repr::Owned(text) => text.parse().unwrap_or(f64::NAN),
        }
    }

    /// The value, if it is an integer that fits in an `i64` or a `u64`.
    fn to_integer(&self) -> Option<i128> {
        match (&self.0, self.short()) {
            (Repr::F64(value), _) if is_fraction(*value) => None,
            (_, Some(short)) => short.to_integer(),
            (_, None) => self.decimal(&mut Scratch::new()).to_integer(),
        }
    }

    fn short(&self) -> Option<Short> {
        match &self.0 {
            Repr::I64(value) => Short::from_integer(*value < 0, value.unsigned_abs()),
            Repr::U64(value) => Short::from_integer(false, *value),
            Repr::F64(value) => Short::from_f64(*value),
            Repr::Borrowed(text) => Short::from_text(text.as_bytes()),
            Repr::Owned(text) => Short::from_text(text.as_bytes()),
        }
    }

    fn decimal<'s>(&'s self, scratch: &'s mut Scratch) -> Decimal<'s> {
        match &self.0 {
            Repr::I64(value) => {
                Decimal::from_integer(*value < 0, scratch.integer(value.unsigned_abs()))
            }
            Repr::U64(value) => Decimal::from_integer(false, scratch.integer(*value)),
            Repr::F64(value) => Decimal::from_text(scratch.double(*value)),
            Repr::Borrowed(text) => Decimal::from_text(text.as_bytes()),
            Repr::Owned(text) => Decimal::from_text(text.as_bytes()),
        }
    }

    fn cmp_digits(&self, other: &Number<'_>) -> Ordering {
        if self.as_text().is_some() && self.as_text() == other.as_text() {
            return Ordering::Equal;
        }
        if let (Some(left), Some(right)) = (self.short(), other.short())
            && let Some(order) = left.compare(right)
        {
            return order;
        }
        let (mut left, mut right) = (Scratch::new(), Scratch::new());
        self.decimal(&mut left).compare(&other.decimal(&mut right))
    }
}

/// Whether a double that is not an integer of magnitude 2^53 or less is no integer at all. Beyond 2^53 a double is an
/// integer, and so is its shortest decimal: it has no more digits than the double, or 17 of them.
fn is_fraction(value: f64) -> bool {
    value.abs() < EXACT_INTEGER as f64
}

/// Compares a double that is not an integer of magnitude 2^53 or less with an integer, where that is exact.
///
/// Shortest decimals keep the order of the doubles they stand for. If either side is within 2^53, the integer is a
/// double or rounds to one that is still beyond the other side, so comparing doubles is exact.
fn cmp_double(double: f64, integer: i64) -> Option<Ordering> {
    let exact = EXACT_INTEGER as f64;
    let near = (-exact..=exact).contains(&double) || integer.unsigned_abs() <= EXACT_INTEGER;
    if near { double.partial_cmp(&(integer as f64)) } else { None }
}

impl Ord for Number<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let fast = match (&self.0, &other.0) {
            (Repr::I64(left), Repr::I64(right)) => Some(left.cmp(right)),
            (Repr::U64(left), Repr::U64(right)) => Some(left.cmp(right)),
            (Repr::I64(_), Repr::U64(_)) => Some(Ordering::Less),
            (Repr::U64(_), Repr::I64(_)) => Some(Ordering::Greater),
            // Different doubles have different shortest decimals, in the same order.
            (Repr::F64(left), Repr::F64(right)) => left.partial_cmp(right),
            (Repr::F64(left), Repr::I64(right)) => cmp_double(*left, *right),
            (Repr::I64(left), Repr::F64(right)) => cmp_double(*right, *left).map(Ordering::reverse),
            _ => None,
        };
        fast.unwrap_or_else(|| self.cmp_digits(other))
    }
}

impl PartialOrd for Number<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Number<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Number<'_> {}

impl Hash for Number<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.short() {
            // The same as for the decimal, whose digits make up one chunk.
            Some(short) => {
                let (negative, mantissa, digits, exponent) = short.parts();
                decimal::hash(state, negative, exponent, digits);
                if digits > 0 {
                    state.write_u64(mantissa);
                }
            }
            None => self.decimal(&mut Scratch::new()).hash(state),
        }
    }
}

impl fmt::Display for Number<'_> {
    /// Writes JSON text that reads back as the same number: the text it was read from, if that was kept.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::I64(value) => fmt::Display::fmt(value, f),
            Repr::U64(value) => fmt::Display::fmt(value, f),
            Repr::F64(value) => {
                let mut buffer = zmij::Buffer::new();
                let text = buffer.format_finite(*value);
                f.pad(text.strip_suffix(".0").unwrap_or(text))
            }
            Repr::Borrowed(text) => f.pad(text),
            Repr::Owned(text) => f.pad(text),
        }
    }
}

impl fmt::Debug for Number<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Number({self})")
    }
}
