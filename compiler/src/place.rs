//! Where a node stands in its document. Slow and without tables: only errors ask.
//!
//! Invariant: nothing here recurses.

use jsonbound_json::{Array, DocumentNode, LineColumn, Node, Object, View, pointer as rfc6901};

/// Bytes of a pointer that an error has, about; a longer one ends in `…`.
const LONGEST: usize = 8 << 10;

/// Line and column of a node, if its document came from text.
pub(crate) fn position(node: DocumentNode<'_>) -> Option<LineColumn> {
    Some(LineColumn::of(node.document().text()?.as_bytes(), node.offset()?))
}

/// The JSON Pointer that leads from the root to a node.
pub(crate) fn pointer(node: DocumentNode<'_>) -> String {
    let mut pending = vec![(node.document().root(), None, String::new())];
    let mut seen: Vec<(Option<usize>, String)> = Vec::new();
    while let Some((at, parent, token)) = pending.pop() {
        seen.push((parent, token));
        let here = seen.len() - 1;
        if at.id() == node.id() {
            return join(&seen, here);
        }
        match at.view() {
            View::Array(array) => pending.extend(
                array
                    .items()
                    .enumerate()
                    .map(|(index, item)| (item, Some(here), index.to_string())),
            ),
            View::Object(object) => pending.extend(
                object.members().map(|(name, value)| (value, Some(here), name.as_str().to_owned())),
            ),
            _ => {}
        }
    }
    String::new()
}

fn join(seen: &[(Option<usize>, String)], last: usize) -> String {
    let mut tokens = Vec::new();
    let mut at = last;
    while let (Some(parent), token) = &seen[at] {
        tokens.push(token);
        at = *parent;
    }
    let mut pointer = String::new();
    for token in tokens.into_iter().rev() {
        if pointer.len() + token.len() > LONGEST {
            pointer.push('…');
            break;
        }
        rfc6901::push_token(&mut pointer, token);
    }
    pointer
}
