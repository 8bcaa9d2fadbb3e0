//! Escapes that mean the same inside and outside classes: CharacterEscape and CharacterClassEscape of ECMA-262,
//! section 22.2.1, with the `u` flag.
//!
//! Of Annex B it takes identity escapes of all ASCII but letters and digits, such as `\-` and `\_`, which schemas in
//! use contain. Invariant: the cursor is behind the backslash on entry, and behind the escape on success.

use super::Parser;
use super::cursor::Cursor;
use crate::charset::CharSet;
use crate::error::{PatternError, PatternErrorKind};
use crate::lint::LintKind;

/// The set of an escape that stands for one, if `c` starts such a one other than `\p`.
pub(super) fn shorthand(c: char) -> Option<CharSet> {
    match c {
        'd' => Some(CharSet::digit()),
        'D' => Some(CharSet::digit().negated()),
        'w' => Some(CharSet::word()),
        'W' => Some(CharSet::word().negated()),
        's' => Some(CharSet::space()),
        'S' => Some(CharSet::space().negated()),
        _ => None,
    }
}

/// `{Name}` or `{Name=Value}`, behind `\p` or `\P`.
pub(super) fn property_name<'p>(
    cursor: &mut Cursor<'p>,
) -> Result<(&'p str, Option<&'p str>), PatternError> {
    let at = cursor.at();
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let syntax = || PatternError::new(PatternErrorKind::PropertySyntax, at);
    if !cursor.eat("{") {
        return Err(syntax());
    }
    let name = cursor.take_while(word);
    let value = cursor.eat("=").then(|| cursor.take_while(word));
    if name.is_empty() || value == Some("") || !cursor.eat("}") {
        return Err(syntax());
    }
    Ok((name, value))
}

impl Parser<'_> {
    /// The code point of a character escape, whose backslash, at `start`, is behind the cursor. It may be a surrogate.
    pub(super) fn character(&mut self, start: usize, in_class: bool) -> Result<u32, PatternError> {
        let escaped = self.cursor.peek();
        let code = character(&mut self.cursor, start)?;
        if let Some(c) = escaped
            && !c.is_ascii_alphanumeric()
            && !SYNTAX.contains(c)
            && !(in_class && c == '-')
        {
            self.lint(LintKind::IdentityEscape(c), start);
        }
        Ok(code)
    }
}

/// The characters that may be escaped with the `u` flag: IdentityEscape of ECMA-262, section 22.2.1. In a class, `-`
/// may be as well.
const SYNTAX: &str = r"^$\.*+?()[]{}|/";

/// The code point of a character escape, which starts at the byte offset `start`. It may be a surrogate.
fn character(cursor: &mut Cursor<'_>, start: usize) -> Result<u32, PatternError> {
    let fail = |kind| Err(PatternError::new(kind, start));
    let Some(c) = cursor.bump() else {
        return fail(PatternErrorKind::TrailingBackslash);
    };
    match c {
        't' => Ok(0x09),
        'n' => Ok(0x0A),
        'v' => Ok(0x0B),
        'f' => Ok(0x0C),
        'r' => Ok(0x0D),
        '0' if !cursor.peek().is_some_and(|c| c.is_ascii_digit()) => Ok(0),
        'c' => match cursor.bump() {
            Some(letter) if letter.is_ascii_alphabetic() => Ok(u32::from(letter) % 32),
            _ => fail(PatternErrorKind::IncompleteEscape('c')),
        },
        'x' => match hex(cursor, 2) {
            Some(code) => Ok(code),
            None => fail(PatternErrorKind::IncompleteEscape('x')),
        },
        'u' => unicode(cursor, start),
        c if c.is_ascii() && !c.is_ascii_alphanumeric() => Ok(c.into()),
        c => fail(PatternErrorKind::Escape(c)),
    }
}

/// The code point of `\u`, whose letter is behind the cursor.
pub(super) fn unicode(cursor: &mut Cursor<'_>, start: usize) -> Result<u32, PatternError> {
    let fail = |kind| Err(PatternError::new(kind, start));
    if cursor.eat("{") {
        let digits = cursor.take_while(|c| c.is_ascii_hexdigit());
        if digits.is_empty() || !cursor.eat("}") {
            return fail(PatternErrorKind::IncompleteEscape('u'));
        }
        let significant = digits.trim_start_matches('0');
        let code =
            if significant.is_empty() { Ok(0) } else { u32::from_str_radix(significant, 16) };
        return match code {
            Ok(code) if code <= 0x10_FFFF => Ok(code),
            _ => fail(PatternErrorKind::CodePoint),
        };
    }
    let Some(lead) = hex(cursor, 4) else {
        return fail(PatternErrorKind::IncompleteEscape('u'));
    };
    if (0xD800..0xDC00).contains(&lead) {
        let mut ahead = *cursor;
        if ahead.eat("\\u")
            && let Some(trail @ 0xDC00..0xE000) = hex(&mut ahead, 4)
        {
            *cursor = ahead;
            return Ok(0x1_0000 + (lead - 0xD800) * 0x400 + (trail - 0xDC00));
        }
    }
    Ok(lead)
}

/// Exactly `count` hexadecimal digits.
fn hex(cursor: &mut Cursor<'_>, count: usize) -> Option<u32> {
    let mut value = 0;
    for _ in 0..count {
        value = value * 16 + cursor.bump()?.to_digit(16)?;
    }
    Some(value)
}
