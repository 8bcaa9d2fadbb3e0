//! Addresses of the Internet Protocol.

use super::cursor::Cursor;

/// `dotted-quad` of RFC 2673, section 3.2: four decimal bytes. It allows zeros in front.
pub(super) fn ipv4(text: &str) -> bool {
    let mut cursor = Cursor::new(text);
    quad(&mut cursor, true) && cursor.is_empty()
}

/// The text forms of RFC 4291, section 2.2. An IPv4 address at the end is that of RFC 3986, section 3.2.2, without
/// zeros in front. There are no brackets and no zone.
pub(super) fn ipv6(text: &str) -> bool {
    groups(text, false).is_some()
}

/// `IPv6-addr` of RFC 5321, section 4.1.3: as [`ipv6`], but zeros in front of decimal bytes are allowed, and `::`
/// stands for two groups at least.
pub(super) fn ipv6_of_mail(text: &str) -> bool {
    groups(text, true).is_some_and(|written| written == 8 || written <= 6)
}

/// Reads an address; gives the number of groups of 16 bits that are written out.
fn groups(text: &str, zeros: bool) -> Option<usize> {
    let mut cursor = Cursor::new(text);
    let mut written = 0;
    let mut gap = false;
    if cursor.eat(b':') {
        cursor.eat(b':').then_some(())?;
        gap = true;
    }
    while !cursor.is_empty() {
        let before = cursor;
        let digits = cursor.eat_all(|byte| byte.is_ascii_hexdigit());
        if cursor.clone().eat(b'.') {
            cursor = before;
            written += 2;
            (quad(&mut cursor, zeros) && cursor.is_empty()).then_some(())?;
            break;
        }
        (1..=4).contains(&digits).then_some(())?;
        written += 1;
        if cursor.is_empty() {
            break;
        }
        cursor.eat(b':').then_some(())?;
        if cursor.eat(b':') {
            (!gap).then_some(())?;
            gap = true;
        } else if cursor.is_empty() {
            return None;
        }
    }
    // A gap stands for one group at least.
    let right = if gap { written < 8 } else { written == 8 };
    right.then_some(written)
}

/// Four decimal bytes; `zeros` tells whether they may have zeros in front.
fn quad(cursor: &mut Cursor<'_>, zeros: bool) -> bool {
    (0..4).all(|position| (position == 0 || cursor.eat(b'.')) && decimal_byte(cursor, zeros))
}

fn decimal_byte(cursor: &mut Cursor<'_>, zeros: bool) -> bool {
    let mut number = *cursor;
    let digits = cursor.eat_all(|byte| byte.is_ascii_digit());
    let value = if digits <= 3 { number.number(digits) } else { None };
    let least = match digits {
        1 => 0,
        2 => 10,
        _ => 100,
    };
    digits > 0 && value.is_some_and(|value| value <= 255 && (zeros || value >= least))
}
