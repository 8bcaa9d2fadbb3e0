//! Universally unique identifiers.

use super::cursor::Cursor;

/// RFC 9562, section 4: five groups of hexadecimal digits. Versions and variants are not the format's concern.
pub(super) fn uuid(text: &str) -> bool {
    let mut cursor = Cursor::new(text);
    let groups = [8, 4, 4, 4, 12].into_iter().enumerate().all(|(position, digits)| {
        (position == 0 || cursor.eat(b'-'))
            && (0..digits).all(|_| cursor.eat_if(|byte| byte.is_ascii_hexdigit()).is_some())
    });
    groups && cursor.is_empty()
}
