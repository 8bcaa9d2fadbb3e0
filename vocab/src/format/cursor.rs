//! Reading a string byte by byte: what the grammars of formats are made of.
//!
//! Invariant: a cursor only moves forward, and never past the end.

/// What is left of a string.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor<'t>(&'t [u8]);

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Cursor(text.as_bytes())
    }

    /// Whether nothing is left.
    pub(super) fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The number of bytes that are left.
    pub(super) fn left(self) -> usize {
        self.0.len()
    }

    /// The next byte, consumed.
    pub(super) fn next(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    /// Consumes a byte if it is of a kind.
    pub(super) fn eat_if(&mut self, is: impl Fn(u8) -> bool) -> Option<u8> {
        let byte = *self.0.first().filter(|&&byte| is(byte))?;
        self.next();
        Some(byte)
    }

    /// Consumes a byte if it is this one.
    pub(super) fn eat(&mut self, byte: u8) -> bool {
        self.eat_if(|next| next == byte).is_some()
    }

    /// Consumes all bytes of a kind that come next; gives their number.
    pub(super) fn eat_all(&mut self, is: impl Fn(u8) -> bool) -> usize {
        let count = self.0.iter().take_while(|&&byte| is(byte)).count();
        self.0 = self.0.get(count..).unwrap_or_default();
        count
    }

    /// Reads a number of exactly so many ASCII digits, nine at most.
    pub(super) fn number(&mut self, digits: usize) -> Option<u32> {
        (0..digits).try_fold(0, |number, _| {
            let digit = self.eat_if(|byte| byte.is_ascii_digit())?;
            Some(number * 10 + u32::from(digit - b'0'))
        })
    }
}
