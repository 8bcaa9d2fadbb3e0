//! Finding the end of a value in text that has been parsed.

/// The offset after the value that begins at `start`. Counts brackets and skips strings; needs no stack, since in a
/// valid text brackets match.
pub(super) fn value_end(text: &[u8], start: usize) -> usize {
    let mut depth = 0_usize;
    let mut at = start;
    while let Some(&byte) = text.get(at) {
        at += 1;
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' => at = string_end(text, at),
            b' ' | b'\t' | b'\n' | b'\r' | b',' | b':' => continue,
            _ => at = scalar_end(text, at),
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// The offset after the closing quote of the string whose first byte is at `at`.
fn string_end(text: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

/// The offset after the number or literal that goes on at `at`.
fn scalar_end(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let ends = |byte: &u8| !matches!(byte, b'0'..=b'9' | b'a'..=b'z' | b'E' | b'+' | b'-' | b'.');
    rest.iter().position(ends).map_or(text.len(), |len| at + len)
}
