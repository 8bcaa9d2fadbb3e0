//! The values of `format` (Validation 7.3), as rows of a table.
//!
//! A row says which dialects have the format, what its specification is, how long its strings can be, and what deciding
//! costs. What decides is a plain function, in a module for each family. Whether a format is asserted at all is decided by
//! vocabularies and by the host, never here; a name that has no row is an annotation.
//!
//! Invariant: a row's price is paid before its rule runs, and rules take time linear in the string, or stop at the
//! greatest length that their grammar has.

mod address;
mod content;
mod cursor;
mod date_time;
mod draft3;
mod email;
mod formats;
mod hostname;
#[cfg(feature = "idn")]
mod idna;
mod pointer;
#[cfg(feature = "idn")]
mod punycode;
mod regex;
mod template;
mod uri;
mod uuid;

use std::borrow::Cow;

use jsonbound_program::{Exhausted, FormatCheck, Meter};

use crate::dialect::{Dialect, Dialects};

pub use content::{BASE64, BASE64_JSON, JSON};
pub use formats::Formats;

use Rule::{Paid, Paying};

/// A format.
///
/// ```
/// use jsonbound_program::{Exhausted, FormatCheck, Meter};
/// use jsonbound_vocab::{Dialect, Format};
///
/// struct Steps(u64);
///
/// impl Meter for Steps {
///     fn pay(&mut self, steps: u64) -> Result<(), Exhausted> {
///         self.0 = self.0.checked_sub(steps).ok_or(Exhausted)?;
///         Ok(())
///     }
///     fn hold(&mut self, _: u64) -> Result<(), Exhausted> {
///         Ok(())
///     }
///     fn release(&mut self, _: u64) {}
/// }
///
/// let date = Format::find(Dialect::Draft202012, "date").expect("a format of the specification");
/// assert_eq!(date.is_valid("2024-02-29", &mut Steps(100)), Ok(true));
/// assert_eq!(date.is_valid("2023-02-29", &mut Steps(100)), Ok(false));
/// assert_eq!(date.is_valid("2023-02-29", &mut Steps(0)), Err(Exhausted));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// The dialects that have it. In others it is not known, and annotates.
    pub dialects: Dialects,
    /// Its name.
    pub name: &'static str,
    /// The specification that says what it is.
    pub specification: &'static str,
    /// The most bytes that a string of the format has, if there is a most.
    pub max_bytes: Option<usize>,
    /// Steps for each 16 bytes of the string, paid before the rule runs.
    price: u64,
    /// Scratch units for each byte of the string, held while the rule runs.
    memory: u64,
    rule: Rule,
}

/// What decides.
#[derive(Debug, Clone, Copy)]
enum Rule {
    /// A function that the price pays for.
    Paid(fn(&str) -> bool),
    /// A function that pays for more than the price: for what only some strings need.
    Paying(fn(&str, &mut dyn Meter) -> Answer),
}

/// What a function says that pays.
type Answer = Result<bool, Exhausted>;

const fn row(
    name: &'static str,
    specification: &'static str,
    max_bytes: Option<usize>,
    price: u64,
    rule: Rule,
) -> Format {
    Format { dialects: Dialects::ALL, name, specification, max_bytes, price, memory: 0, rule }
}

impl Format {
    /// The same in these dialects alone.
    const fn of(self, dialects: Dialects) -> Format {
        Format { dialects, ..self }
    }
}

const ONLY_3: Dialects = Dialects::only(Dialect::Draft3);
const FROM_4: Dialects = Dialects::since(Dialect::Draft4);
const FROM_6: Dialects = Dialects::since(Dialect::Draft6);
const FROM_7: Dialects = Dialects::since(Dialect::Draft7);
/// Draft-03 had it, and then draft-07 again.
const NOT_4_AND_6: Dialects = ONLY_3.union(FROM_7);
const FROM_2019: Dialects = Dialects::since(Dialect::Draft201909);

/// Steps for 16 bytes of what is read once, byte by byte.
const SCAN: u64 = 4;
/// Steps for 16 bytes of what is read once, character by character, or by a grammar that looks at bytes again.
const READ: u64 = 16;

/// All formats: those of 2020-12 (Validation 7.3), and what only draft-03 has (5.23). Of the latter `utc-millisec` says
/// nothing of strings, and `style` and `phone` name no grammar that could be held against one: they annotate.
pub const FORMATS: &[Format] = &[
    row("date-time", "RFC 3339, section 5.6, date-time", None, SCAN, Paid(date_time::date_time)),
    row("date", "RFC 3339, section 5.6, full-date", Some(10), SCAN, Paid(date_time::date))
        .of(NOT_4_AND_6),
    row("time", "RFC 3339, section 5.6, full-time", None, SCAN, Paid(date_time::time)).of(FROM_7),
    row("duration", "RFC 3339, appendix A, duration", None, SCAN, Paid(date_time::duration))
        .of(FROM_2019),
    row("email", "RFC 5321, section 4.1.2, Mailbox", Some(email::MAX), SCAN, Paid(email::email)),
    row("hostname", "RFC 1123, section 2.1", Some(hostname::MAX), SCAN, Paying(hostname::hostname))
        .of(FROM_4),
    row("ipv4", "RFC 2673, section 3.2, dotted-quad", Some(15), SCAN, Paid(address::ipv4))
        .of(FROM_4),
    row("ipv6", "RFC 4291, section 2.2", Some(45), SCAN, Paid(address::ipv6)),
    row("uri", "RFC 3986, section 3", None, SCAN, Paid(uri::uri)),
    row("uri-reference", "RFC 3986, section 4.1", None, SCAN, Paid(uri::uri_reference)).of(FROM_6),
    row("iri", "RFC 3987, section 2.2, IRI", None, READ, Paid(uri::iri)).of(FROM_7),
    row(
        "iri-reference",
        "RFC 3987, section 2.2, IRI-reference",
        None,
        READ,
        Paid(uri::iri_reference),
    )
    .of(FROM_7),
    row("uuid", "RFC 9562, section 4", Some(36), SCAN, Paid(uuid::uuid)).of(FROM_2019),
    row("uri-template", "RFC 6570, section 2", None, READ, Paid(template::uri_template)).of(FROM_6),
    row("json-pointer", "RFC 6901, section 5", None, SCAN, Paid(pointer::json_pointer)).of(FROM_6),
    row(
        "relative-json-pointer",
        "draft-bhutton-relative-json-pointer-00, section 3",
        None,
        SCAN,
        Paid(pointer::relative_json_pointer),
    )
    .of(FROM_7),
    regex::REGEX.of(NOT_4_AND_6),
    #[cfg(feature = "idn")]
    row(
        "idn-hostname",
        "RFC 5890, section 2.3.2.3",
        Some(hostname::IDN_MAX),
        READ,
        Paying(hostname::idn_hostname),
    )
    .of(FROM_7),
    #[cfg(feature = "idn")]
    row(
        "idn-email",
        "RFC 6531, section 3.3, Mailbox",
        Some(email::IDN_MAX),
        email::NORMALIZE,
        Paying(email::idn_email),
    )
    .of(FROM_7),
    row("time", "draft-03, section 5.23: hh:mm:ss", Some(8), SCAN, Paid(draft3::time)).of(ONLY_3),
    row("color", "CSS 2.1, section 4.3.6", None, READ, Paid(draft3::color)).of(ONLY_3),
    row("ip-address", "RFC 2673, section 3.2", Some(15), SCAN, Paid(address::ipv4)).of(ONLY_3),
    row(
        "host-name",
        "RFC 1123, section 2.1",
        Some(hostname::MAX),
        SCAN,
        Paying(hostname::hostname),
    )
    .of(ONLY_3),
];

impl Format {
    /// The format of this name in a dialect, if it has one.
    pub fn find(dialect: Dialect, name: &str) -> Option<&'static Format> {
        FORMATS.iter().find(|format| format.name == name && format.dialects.contains(dialect))
    }

    /// Its name among the formats of a program: where newer dialects mean something else by the name, it says so.
    pub fn label(&self) -> Cow<'static, str> {
        match FORMATS.iter().find(|first| first.name == self.name) {
            Some(first) if first.dialects != self.dialects => {
                format!("{} of draft-03", self.name).into()
            }
            _ => self.name.into(),
        }
    }
}

impl FormatCheck for Format {
    fn is_valid(&self, text: &str, meter: &mut dyn Meter) -> Result<bool, Exhausted> {
        if self.max_bytes.is_some_and(|max| text.len() > max) {
            return Ok(false);
        }
        let bytes = text.len() as u64;
        meter.pay(1 + bytes.saturating_mul(self.price) / 16)?;
        let units = bytes.saturating_mul(self.memory);
        meter.hold(units)?;
        let answer = match self.rule {
            Paid(rule) => Ok(rule(text)),
            Paying(rule) => rule(text, meter),
        };
        meter.release(units);
        answer
    }

    fn max_bytes(&self) -> Option<usize> {
        self.max_bytes
    }
}
