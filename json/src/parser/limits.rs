//! What bounds a document, as data.
//!
//! Each limit is inclusive: a text that meets it exactly is read. Each is checked before the work or the memory that it
//! bounds.

/// What to do when an object has two members of one name, which RFC 8259, section 4, leaves open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Duplicates {
    /// The last value counts, at the first one's position among the members.
    #[default]
    LastWins,
    /// The document is refused.
    Refuse,
}

/// The limits under which a document is read.
///
/// ```
/// use jsonbound_json::{Document, Duplicates, ParseLimits};
///
/// let limits = ParseLimits { depth: 2, duplicates: Duplicates::Refuse, ..ParseLimits::default() };
/// assert!(Document::parse_with(b"[[1]]", &limits).is_ok());
/// assert!(Document::parse_with(b"[[[1]]]", &limits).is_err());
/// assert!(Document::parse_with(br#"{"a": 1, "a": 2}"#, &limits).is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseLimits {
    /// Bytes of text; for a value that was never text, eight for each value in it, plus the bytes of its strings, its
    /// names, and its numbers other than 64-bit integers. Never above `u32::MAX`, whatever is written here.
    pub bytes: u64,
    /// The name under which errors report the limit on bytes: hosts keep different limits for schemas and instances.
    pub bytes_name: &'static str,
    /// Arrays and objects inside one another: `[]` has depth 1, and a scalar has depth 0.
    pub depth: u32,
    /// JSON values, containers included, names not.
    pub nodes: u64,
    /// Bytes of one string or member name, once its escapes are resolved.
    pub string_bytes: u64,
    /// Digits of one number as it is written, before its exponent.
    pub number_digits: u64,
    /// The absolute value of a number's exponent as it is written: 5 for `1e-5`, 0 for `0.00001`.
    pub number_exponent: u64,
    /// What to do about members of the same name.
    pub duplicates: Duplicates,
}

impl ParseLimits {
    /// No limits but the format's own: 4 GiB of text. For text that is trusted, and for tests.
    pub fn unlimited() -> Self {
        ParseLimits {
            bytes: u64::from(u32::MAX),
            bytes_name: "instance_bytes",
            depth: u32::MAX,
            nodes: u64::MAX,
            string_bytes: u64::MAX,
            number_digits: u64::MAX,
            number_exponent: u64::MAX,
            duplicates: Duplicates::LastWins,
        }
    }

    /// The limit on bytes that is in force: offsets have 32 bits.
    pub(crate) fn effective_bytes(&self) -> u64 {
        self.bytes.min(u64::from(u32::MAX))
    }
}

impl Default for ParseLimits {
    /// Limits for an instance that nobody vouches for: 4 MiB, 128 levels, 500,000 values, strings of 1 MiB, numbers of
    /// 1,100 digits with exponents up to 5,000.
    fn default() -> Self {
        ParseLimits {
            bytes: 4 << 20,
            bytes_name: "instance_bytes",
            depth: 128,
            nodes: 500_000,
            string_bytes: 1 << 20,
            number_digits: 1_100,
            number_exponent: 5_000,
            duplicates: Duplicates::LastWins,
        }
    }
}
