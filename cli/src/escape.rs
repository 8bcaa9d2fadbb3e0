//! Text as a terminal and a JSON string may hold it.
//!
//! Invariant: no control character gets through, nor a character that reorders or hides the text around it, whatever
//! the input.

use std::fmt::{self, Display, Formatter, Write as _};

/// Text for a terminal: dangerous characters as `\u{..}`, and so on one line.
pub(crate) struct Plain<T>(pub(crate) T);

/// A JSON string with its quotes (RFC 8259, section 7).
pub(crate) struct JsonString<'t>(pub(crate) &'t str);

impl<T: Display> Display for Plain<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(Filter(f), "{}", self.0)
    }
}

/// Escapes what is written to it.
struct Filter<'f, 'b>(&'f mut Formatter<'b>);

impl fmt::Write for Filter<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some((before, found, after)) = split(rest, is_dangerous) {
            self.0.write_str(before)?;
            write!(self.0, "{}", found.escape_default())?;
            rest = after;
        }
        self.0.write_str(rest)
    }
}

impl Display for JsonString<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        let mut rest = self.0;
        let special = |c| matches!(c, '"' | '\\') || is_dangerous(c);
        while let Some((before, found, after)) = split(rest, special) {
            f.write_str(before)?;
            match found {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                _ => {
                    for unit in found.encode_utf16(&mut [0; 2]) {
                        write!(f, "\\u{unit:04x}")?;
                    }
                }
            }
            rest = after;
        }
        f.write_str(rest)?;
        f.write_char('"')
    }
}

/// The first such character, and what is before and after it.
fn split(text: &str, is: impl Fn(char) -> bool) -> Option<(&str, char, &str)> {
    let (at, found) = text.char_indices().find(|&(_, c)| is(c))?;
    let (before, rest) = text.split_at_checked(at)?;
    Some((before, found, rest.get(found.len_utf8()..)?))
}

/// Control characters, line and paragraph separators, marks that change the direction of text, and characters that show
/// nothing or change how others are shown.
fn is_dangerous(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}
