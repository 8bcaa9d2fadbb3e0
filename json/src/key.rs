//! Member names with their first eight bytes at hand.
//!
//! Most names are compared by one machine word: the first eight bytes, little-endian, padded with zeros, together with
//! the length in bytes. For names of at most eight bytes that pair decides; the length matters, since `"a"` and
//! `"a\u{0}"` have the same word.
//!
//! Invariant: `word` and the length are functions of the text alone.

use core::fmt;

/// A member name, borrowed, with its word.
#[derive(Clone, Copy)]
pub struct Key<'a> {
    text: &'a str,
    word: u64,
}

impl<'a> Key<'a> {
    /// The key of a name.
    #[inline]
    pub fn new(text: &'a str) -> Self {
        Key { text, word: word(text.as_bytes()) }
    }

    /// A key whose word was computed before; `word` must be what [`word`] gives for the text.
    #[inline]
    pub(crate) fn with_word(text: &'a str, word: u64) -> Self {
        debug_assert_eq!(word, self::word(text.as_bytes()));
        Key { text, word }
    }

    /// The name.
    #[inline]
    pub fn as_str(self) -> &'a str {
        self.text
    }

    /// The first eight bytes of the name as a little-endian word, padded with zeros.
    #[inline]
    pub fn word(self) -> u64 {
        self.word
    }

    /// The length of the name in bytes.
    #[inline]
    pub fn len(self) -> usize {
        self.text.len()
    }

    /// Whether the name is empty, which JSON allows.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.text.is_empty()
    }
}

/// The first eight bytes as a little-endian word, padded with zeros.
#[inline]
pub fn word(bytes: &[u8]) -> u64 {
    if let Some(head) = bytes.first_chunk::<8>() {
        return u64::from_le_bytes(*head);
    }
    // Copying a variable number of bytes would cost a call; two overlapping halves do not.
    if let (Some(head), Some(tail)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let (head, tail) = (u32::from_le_bytes(*head), u32::from_le_bytes(*tail));
        return u64::from(head) | u64::from(tail) << (8 * (bytes.len() - 4));
    }
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

impl PartialEq for Key<'_> {
    #[inline]
    fn eq(&self, other: &Key<'_>) -> bool {
        self.word == other.word
            && self.len() == other.len()
            && (self.len() <= 8 || self.text.as_bytes()[8..] == other.text.as_bytes()[8..])
    }
}

impl Eq for Key<'_> {}

impl fmt::Debug for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.text, f)
    }
}

impl<'a> From<&'a str> for Key<'a> {
    fn from(text: &'a str) -> Self {
        Key::new(text)
    }
}
