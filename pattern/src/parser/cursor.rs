//! A place in a pattern, moving forward only.
//!
//! Invariant: the offset is on a boundary between characters.

/// The rest of a pattern and where it starts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor<'p> {
    text: &'p str,
    at: usize,
}

impl<'p> Cursor<'p> {
    pub(super) fn new(text: &'p str) -> Self {
        Self { text, at: 0 }
    }

    /// The byte offset.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// What follows.
    pub(super) fn rest(&self) -> &'p str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Moves past `prefix` if it follows.
    pub(super) fn eat(&mut self, prefix: &str) -> bool {
        let found = self.rest().starts_with(prefix);
        if found {
            self.at += prefix.len();
        }
        found
    }

    /// Moves past the characters that satisfy `test`, and returns them.
    pub(super) fn take_while(&mut self, test: impl Fn(char) -> bool) -> &'p str {
        let rest = self.rest();
        let length = rest.find(|c| !test(c)).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }
}
