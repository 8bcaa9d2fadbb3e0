//! JSON Pointer (RFC 6901): reading, resolving and writing.
//!
//! Pointers here are plain text. Whoever takes one from a URI fragment (RFC 6901, section 6) decodes the percent signs
//! before.
//!
//! Invariant: what does not follow the grammar is an error, never a guess: a pointer is empty or begins with `/`, and
//! `~` stands before `0` or `1`.
//!
//! ```
//! use jsonbound_json::pointer;
//!
//! let tokens: Vec<_> = pointer::tokens("/paths/~1users~0/0")?.collect();
//! assert_eq!(tokens, ["paths", "/users~", "0"]);
//! assert_eq!(pointer::escape("/users~").to_string(), "~1users~0");
//! # Ok::<(), pointer::PointerError>(())
//! ```

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt::{self, Write};

use crate::{Array, Key, Node, Object, View};

/// A text is not a JSON Pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointerError {
    offset: usize,
}

impl PointerError {
    /// The byte that is wrong: 0 where a leading `/` is missing, or the place of a `~` without `0` or `1` after it.
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for PointerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.offset {
            0 => f.write_str("not a JSON Pointer: it must be empty or begin with `/`"),
            offset => {
                write!(f, "not a JSON Pointer: `~` without `0` or `1` after it at byte {offset}")
            }
        }
    }
}

impl core::error::Error for PointerError {}

/// The reference tokens of a pointer, unescaped. Made by [`tokens`].
#[derive(Debug, Clone)]
pub struct Tokens<'p> {
    /// Empty, or begins with `/`.
    rest: &'p str,
}

/// Splits a pointer into its reference tokens (RFC 6901, section 4). The whole pointer is checked first, so that no
/// token comes from a wrong one. The empty pointer has no tokens; `/` has one, the empty name.
///
/// # Errors
///
/// [`PointerError`] if the text does not follow the grammar of RFC 6901, section 3.
pub fn tokens(pointer: &str) -> Result<Tokens<'_>, PointerError> {
    if !pointer.is_empty() && !pointer.starts_with('/') {
        return Err(PointerError { offset: 0 });
    }
    for (offset, _) in pointer.match_indices('~') {
        if !matches!(pointer.as_bytes().get(offset + 1), Some(b'0' | b'1')) {
            return Err(PointerError { offset });
        }
    }
    Ok(Tokens { rest: pointer })
}

impl<'p> Iterator for Tokens<'p> {
    type Item = Cow<'p, str>;

    fn next(&mut self) -> Option<Cow<'p, str>> {
        let rest = self.rest.strip_prefix('/')?;
        let end = rest.find('/').unwrap_or(rest.len());
        let (token, rest) = rest.split_at(end);
        self.rest = rest;
        Some(unescape(token))
    }
}

fn unescape(token: &str) -> Cow<'_, str> {
    if !token.contains('~') {
        return Cow::Borrowed(token);
    }
    let mut unescaped = String::with_capacity(token.len());
    // One pass from the left: `~01` is `~1`, not `/`.
    let mut chars = token.chars();
    while let Some(char) = chars.next() {
        let escaped = if char == '~' { chars.next() } else { None };
        unescaped.push(if escaped == Some('1') { '/' } else { char });
    }
    Cow::Owned(unescaped)
}

/// The value that a pointer leads to from `node`, or `None` if there is none (RFC 6901, section 4). `-` leads nowhere.
///
/// # Errors
///
/// [`PointerError`] if the text is not a pointer.
pub fn resolve<'a, N: Node<'a>>(node: N, pointer: &str) -> Result<Option<N>, PointerError> {
    Ok(tokens(pointer)?.try_fold(node, |node, token| step(node, &token)))
}

/// One level down.
fn step<'a, N: Node<'a>>(node: N, token: &str) -> Option<N> {
    match node.view() {
        View::Array(array) => {
            let index = index(token).filter(|&index| index < array.len())?;
            array.items().nth(index)
        }
        View::Object(object) => object.get(Key::new(token)),
        _ => None,
    }
}

/// The array index that a token stands for: digits without leading zeros (RFC 6901, section 4). `None` for any other
/// token, and for numbers that no array can have.
pub fn index(token: &str) -> Option<usize> {
    let digits = token.bytes().all(|byte| byte.is_ascii_digit());
    let leading_zero = token.len() > 1 && token.starts_with('0');
    if digits && !leading_zero { token.parse().ok() } else { None }
}

/// Writes a name as a reference token: `~` as `~0`, `/` as `~1` (RFC 6901, section 3).
pub fn escape(token: &str) -> Escaped<'_> {
    Escaped { token }
}

/// A name, to be displayed as a reference token. Made by [`escape`].
#[derive(Debug, Clone, Copy)]
pub struct Escaped<'t> {
    token: &'t str,
}

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.token;
        while let Some(offset) = rest.find(['~', '/']) {
            let (plain, special) = rest.split_at(offset);
            f.write_str(plain)?;
            f.write_str(if special.starts_with('~') { "~0" } else { "~1" })?;
            // Both special characters are one byte long.
            rest = special.get(1..).unwrap_or_default();
        }
        f.write_str(rest)
    }
}

/// Appends a name to a pointer, with the `/` before it.
pub fn push_token(pointer: &mut String, token: &str) {
    // Writing to a string does not fail.
    let _ = write!(pointer, "/{}", escape(token));
}
