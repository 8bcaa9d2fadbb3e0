//! JSON Pointers, absolute and relative.

use super::cursor::Cursor;

/// RFC 6901, section 5: nothing, or reference tokens with a `/` in front of each (section 3).
pub(super) fn json_pointer(text: &str) -> bool {
    tokens(Cursor::new(text))
}

fn tokens(mut cursor: Cursor<'_>) -> bool {
    if !cursor.is_empty() && !cursor.eat(b'/') {
        return false;
    }
    while let Some(byte) = cursor.next() {
        if byte == b'~' && !(cursor.eat(b'0') || cursor.eat(b'1')) {
            return false;
        }
    }
    true
}

/// draft-bhutton-relative-json-pointer-00, section 3. An index manipulation may also stand before `#`: the grammar
/// forgets it, the draft's own examples (section 5.1) have it.
pub(super) fn relative_json_pointer(text: &str) -> bool {
    let mut cursor = Cursor::new(text);
    if !integer(&mut cursor) {
        return false;
    }
    if (cursor.eat(b'+') || cursor.eat(b'-')) && !integer(&mut cursor) {
        return false;
    }
    if cursor.eat(b'#') { cursor.is_empty() } else { tokens(cursor) }
}

/// A non-negative integer without zeros in front.
fn integer(cursor: &mut Cursor<'_>) -> bool {
    cursor.eat(b'0') || cursor.eat_all(|byte| byte.is_ascii_digit()) > 0
}
