//! Printing compact JSON with an explicit stack.

use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::DocumentNode;
use super::node::{DocumentItems, DocumentMembers};
use crate::{Array, Node, Object, View};

/// What is left of a container that is being printed.
enum Rest<'a> {
    Items(DocumentItems<'a>),
    Members(DocumentMembers<'a>),
}

/// Prints a value: no white space, members in order, numbers as they were written.
pub(super) fn print(root: DocumentNode<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut stack = Vec::new();
    stack.extend(print_start(root, f)?);
    let mut first = true;
    while let Some(rest) = stack.last_mut() {
        let (name, value, close) = match rest {
            Rest::Items(items) => (None, items.next(), ']'),
            Rest::Members(members) => match members.next() {
                Some((name, value)) => (Some(name), Some(value), '}'),
                None => (None, None, '}'),
            },
        };
        let Some(value) = value else {
            f.write_char(close)?;
            stack.pop();
            first = false;
            continue;
        };
        if !first {
            f.write_char(',')?;
        }
        if let Some(name) = name {
            print_string(name.as_str(), f)?;
            f.write_char(':')?;
        }
        let inside = print_start(value, f)?;
        first = inside.is_some();
        stack.extend(inside);
    }
    Ok(())
}

/// Prints a scalar, or the opening bracket of a container, and gives what is to be printed next.
fn print_start<'a>(
    node: DocumentNode<'a>,
    f: &mut fmt::Formatter<'_>,
) -> Result<Option<Rest<'a>>, fmt::Error> {
    match node.view() {
        View::Null => f.write_str("null")?,
        View::Boolean(value) => f.write_str(if value { "true" } else { "false" })?,
        View::Number(number) => write!(f, "{number}")?,
        View::String(text) => print_string(text, f)?,
        View::Array(array) => {
            f.write_char('[')?;
            return Ok(Some(Rest::Items(array.items())));
        }
        View::Object(object) => {
            f.write_char('{')?;
            return Ok(Some(Rest::Members(object.members())));
        }
    }
    Ok(None)
}

/// Prints a string in quotes, escaping only what RFC 8259, section 7, demands.
fn print_string(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_char('"')?;
    let mut rest = text;
    while let Some((at, c)) = rest.char_indices().find(|&(_, c)| c < ' ' || c == '"' || c == '\\') {
        let (plain, special) = rest.split_at(at);
        f.write_str(plain)?;
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '\u{8}' => f.write_str("\\b")?,
            '\u{c}' => f.write_str("\\f")?,
            _ => write!(f, "\\u{:04x}", u32::from(c))?,
        }
        // What was found is one byte long.
        rest = special.get(1..).unwrap_or_default();
    }
    f.write_str(rest)?;
    f.write_char('"')
}
