//! Host names of RFC 1123 and their internationalised form.
//!
//! A name has 253 bytes at most, with its internationalised labels in ASCII form: 255 octets on the wire (RFC 1035,
//! section 2.3.4), of which a length in front and the root take two.

use jsonbound_program::{Exhausted, Meter};

use super::Answer;
#[cfg(feature = "idn")]
use super::idna::{self, Label};

/// The most bytes of a name.
pub(super) const MAX: usize = 253;
/// The most bytes of an internationalised name: each of its characters takes one byte at least in ASCII form.
#[cfg(feature = "idn")]
pub(super) const IDN_MAX: usize = 4 * MAX;
/// The most bytes of a label (RFC 1035, section 2.3.4).
pub(super) const LABEL_MAX: usize = 63;

/// RFC 1123, section 2.1. A label that is marked as one has to be an A-label (RFC 5890, section 2.3.2.1); without the
/// feature `idn`, it is taken for one.
pub(super) fn hostname(text: &str, meter: &mut dyn Meter) -> Answer {
    is_name(text, |c| c == '.', |label| host_label(label, meter))
}

#[cfg(feature = "idn")]
fn host_label(label: &str, meter: &mut dyn Meter) -> Result<Option<usize>, Exhausted> {
    match idna::is_marked(label) {
        true => Ok(idna::a_label(label, meter)?.map(|label| label.length)),
        false => Ok(ldh_label(label)),
    }
}

#[cfg(not(feature = "idn"))]
fn host_label(label: &str, _: &mut dyn Meter) -> Result<Option<usize>, Exhausted> {
    Ok(ldh_label(label))
}

/// A name of labels of letters, digits and hyphens, whatever they stand for.
pub(super) fn is_ldh_name(text: &str) -> bool {
    matches!(is_name(text, |c| c == '.', |label| Ok(ldh_label(label))), Ok(true))
}

/// RFC 5890, section 2.3.2.3: the labels of a host name, and U-labels. The separators are those of RFC 3490, section
/// 3.1. If any label is written from right to left, all have to follow the bidi rule (RFC 5893, section 2).
#[cfg(feature = "idn")]
pub(super) fn idn_hostname(text: &str, meter: &mut dyn Meter) -> Answer {
    is_idn(text, |c| matches!(c, '.' | '\u{3002}' | '\u{FF0E}' | '\u{FF61}'), meter)
}

/// The domain of a mailbox: an internationalised name, once it is normalised.
#[cfg(feature = "idn")]
pub(super) fn is_idn_domain(text: &str, meter: &mut dyn Meter) -> Answer {
    is_idn(&idna::normalized(text), |c| c == '.', meter)
}

#[cfg(feature = "idn")]
fn is_idn(text: &str, is_separator: fn(char) -> bool, meter: &mut dyn Meter) -> Answer {
    let mut right_to_left = false;
    let mut bidi = true;
    let named = is_name(text, is_separator, |text| {
        let label = if !text.is_ascii() {
            idna::u_label(text, meter)?
        } else if idna::is_marked(text) {
            idna::a_label(text, meter)?
        } else {
            ldh_label(text).map(|length| Label::ascii(text, length))
        };
        Ok(label.map(|label| {
            right_to_left |= label.right_to_left;
            bidi &= label.bidi;
            label.length
        }))
    })?;
    Ok(named && (bidi || !right_to_left))
}

/// Whether all labels are right, and the name is not too long. `label` gives the length of a label in ASCII form.
fn is_name(
    text: &str,
    is_separator: fn(char) -> bool,
    mut label: impl FnMut(&str) -> Result<Option<usize>, Exhausted>,
) -> Answer {
    let mut length = 0;
    for part in text.split(is_separator) {
        match label(part)? {
            Some(bytes) if length + bytes <= MAX => length += bytes + 1,
            _ => return Ok(false),
        }
    }
    Ok(true)
}

/// Letters, digits, and hyphens inside (RFC 952, as RFC 1123 relaxes it).
fn ldh_label(label: &str) -> Option<usize> {
    let inside = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    let edges = !label.starts_with('-') && !label.ends_with('-');
    let right =
        (1..=LABEL_MAX).contains(&label.len()) && edges && label.as_bytes().iter().all(inside);
    right.then_some(label.len())
}
