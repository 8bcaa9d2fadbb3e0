//! Contents of strings (Validation 8): what `contentEncoding` and `contentMediaType` are asserted to mean, where a host
//! asks for it. Other encodings and media types are annotations.
//!
//! The rows are formats as far as a program is concerned; their names cannot be met in `format`, since they are not in
//! its table.

use jsonbound_json::{Document, ParseErrorKind, ParseLimits};
use jsonbound_program::{Exhausted, Meter};

use super::{Answer, Format, Rule, SCAN};
use crate::dialect::Dialects;

/// Steps for 16 bytes of JSON text: three a byte, for values, numbers and the names of wide objects.
const PARSE: u64 = 48;

/// Scratch units for each byte of JSON text: a value of one byte is a row of the document.
const MEMORY: u64 = 48;

/// `contentEncoding` `base64` (RFC 4648, section 4).
pub const BASE64: Format = Format {
    dialects: Dialects::ALL,
    name: "contentEncoding: base64",
    specification: "RFC 4648, section 4",
    max_bytes: None,
    price: SCAN,
    memory: 0,
    rule: Rule::Paid(|text| Base64::new(text).is_some()),
};

/// `contentMediaType` `application/json` (RFC 8259).
pub const JSON: Format = Format {
    dialects: Dialects::ALL,
    name: "contentMediaType: application/json",
    specification: "RFC 8259, section 2",
    max_bytes: None,
    price: PARSE,
    memory: MEMORY,
    rule: Rule::Paying(|text, meter| is_json(text.as_bytes(), meter)),
};

/// `contentMediaType` `application/json` beside `contentEncoding` `base64`.
pub const BASE64_JSON: Format = Format {
    dialects: Dialects::ALL,
    name: "contentMediaType: application/json in base64",
    specification: "RFC 8259, section 2, and RFC 4648, section 4",
    max_bytes: None,
    price: SCAN + PARSE,
    memory: MEMORY,
    rule: Rule::Paying(|text, meter| match Base64::new(text) {
        Some(base64) => is_json(&base64.decode(), meter),
        None => Ok(false),
    }),
};

/// Base64 that is right: its digits, without padding.
struct Base64<'t>(&'t [u8]);

impl<'t> Base64<'t> {
    /// Whole groups of four, the last one padded; no line breaks (section 3.1). Bits that padding makes superfluous are
    /// not looked at (section 3.5).
    fn new(text: &'t str) -> Option<Self> {
        let padding = text.bytes().rev().take(2).take_while(|&byte| byte == b'=').count();
        let digits = text.as_bytes().get(..text.len() - padding)?;
        let right =
            text.len().is_multiple_of(4) && digits.iter().all(|&byte| digit(byte).is_some());
        right.then_some(Base64(digits))
    }

    fn decode(&self) -> Vec<u8> {
        let group = |digits: &[u8]| {
            let bits = (0..4).fold(0, |bits, at| {
                let digit = digits.get(at).copied().and_then(digit);
                bits << 6 | digit.unwrap_or_default()
            });
            bits.to_be_bytes().into_iter().skip(1).take(digits.len() * 3 / 4)
        };
        self.0.chunks(4).flat_map(group).collect()
    }
}

/// The value of a digit (section 4, table 1).
fn digit(byte: u8) -> Option<u32> {
    let (base, first) = match byte {
        b'A'..=b'Z' => (0, b'A'),
        b'a'..=b'z' => (26, b'a'),
        b'0'..=b'9' => (52, b'0'),
        b'+' => return Some(62),
        b'/' => return Some(63),
        _ => return None,
    };
    Some(base + u32::from(byte - first))
}

/// Whether the bytes are one JSON text. The string was paid for, so nothing else has to bound it; the parser does not
/// recurse.
fn is_json(text: &[u8], meter: &mut dyn Meter) -> Answer {
    match Document::parse_with(text, &ParseLimits::unlimited()) {
        Ok(_) => Ok(true),
        Err(error) => match error.kind() {
            // Too long for the parser. No meter has that much, so the one at hand says that it ran out.
            ParseErrorKind::Limit { .. } => meter.pay(u64::MAX).and(Err(Exhausted)),
            _ => Ok(false),
        },
    }
}
