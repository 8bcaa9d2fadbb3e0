//! URI Templates.

use super::cursor::Cursor;

/// `URI-Template` of RFC 6570, section 2, with erratum 6937: an apostrophe is a literal. Operators that are reserved
/// for extensions are of the grammar.
pub(super) fn uri_template(text: &str) -> bool {
    // Beyond ASCII there are only literals, and which of them are right does not depend on where they stand. The rest
    // is read byte by byte.
    if !text.chars().all(|c| c.is_ascii() || is_ucschar(c) || is_iprivate(c)) {
        return false;
    }
    let mut cursor = Cursor::new(text);
    while let Some(byte) = cursor.next() {
        let right = match byte {
            b'{' => expression(&mut cursor).is_some(),
            b'%' => hex_pair(&mut cursor),
            _ => is_literal(byte),
        };
        if !right {
            return false;
        }
    }
    true
}

/// A byte of a literal (section 2.1), other than `%`.
fn is_literal(byte: u8) -> bool {
    !matches!(
        byte,
        0..=b' ' | b'"' | b'%' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' | 0x7F
    )
}

/// The rest of an expression (section 2.2).
fn expression(cursor: &mut Cursor<'_>) -> Option<()> {
    cursor.eat_if(|byte| b"+#./;?&=,!@|".contains(&byte));
    loop {
        variable(cursor)?;
        match cursor.next()? {
            b',' => {}
            b'}' => return Some(()),
            _ => return None,
        }
    }
}

/// A variable with its modifier (sections 2.3 and 2.4).
fn variable(cursor: &mut Cursor<'_>) -> Option<()> {
    loop {
        name(cursor)?;
        if !cursor.eat(b'.') {
            break;
        }
    }
    if cursor.eat(b':') {
        cursor.eat_if(|byte| matches!(byte, b'1'..=b'9'))?;
        return (cursor.eat_all(|byte| byte.is_ascii_digit()) <= 3).then_some(());
    }
    cursor.eat(b'*');
    Some(())
}

/// A part of a variable's name, between dots.
fn name(cursor: &mut Cursor<'_>) -> Option<()> {
    let mut any = false;
    loop {
        let letters = cursor.eat_all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') > 0;
        if cursor.eat(b'%') {
            hex_pair(cursor).then_some(())?;
        } else if !letters {
            return any.then_some(());
        }
        any = true;
    }
}

fn hex_pair(cursor: &mut Cursor<'_>) -> bool {
    (0..2).all(|_| cursor.eat_if(|byte| byte.is_ascii_hexdigit()).is_some())
}

/// `ucschar` of RFC 3987, section 2.2: no private use, no non-characters, no tags.
fn is_ucschar(c: char) -> bool {
    match u32::from(c) {
        c @ 0x1_0000..=0xE_FFFF => c & 0xFFFF <= 0xFFFD && !(0xE_0000..0xE_1000).contains(&c),
        c => matches!(c, 0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF),
    }
}

/// `iprivate` of RFC 3987, section 2.2.
fn is_iprivate(c: char) -> bool {
    matches!(u32::from(c), 0xE000..=0xF8FF | 0xF_0000..=0xF_FFFD | 0x10_0000..=0x10_FFFD)
}
