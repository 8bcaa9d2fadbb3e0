//! Where a node stands in its document. Slow and without tables: only errors ask.
//!
//! Invariant: nothing here recurses.

use std::borrow::Cow;

use jsonbound_json::{
    Array, DocumentArray, DocumentNode, DocumentObject, LineColumn, Node, Object, View,
    pointer as rfc6901,
};

/// Bytes of a pointer that an error has, about; a longer one ends in `…`.
const LONGEST: usize = 8 << 10;

/// Line and column of a node, if its document came from text.
pub(crate) fn position(node: DocumentNode<'_>) -> Option<LineColumn> {
    Some(LineColumn::of(node.document().text()?.as_bytes(), node.offset()?))
}

/// The members and items of a container that are still to be looked at.
enum Rest<'d> {
    Items(std::iter::Enumerate<<DocumentArray<'d> as Array<'d>>::Items>),
    Members(<DocumentObject<'d> as Object<'d>>::Members),
}

impl<'d> Rest<'d> {
    fn of(node: DocumentNode<'d>) -> Option<Self> {
        match node.view() {
            View::Array(array) => Some(Rest::Items(array.items().enumerate())),
            View::Object(object) => Some(Rest::Members(object.members())),
            _ => None,
        }
    }

    /// The next one, with its reference token.
    fn next(&mut self) -> Option<(Cow<'d, str>, DocumentNode<'d>)> {
        match self {
            Rest::Items(items) => {
                items.next().map(|(index, item)| (index.to_string().into(), item))
            }
            Rest::Members(members) => {
                members.next().map(|(name, value)| (name.as_str().into(), value))
            }
        }
    }
}

/// The JSON Pointer that leads from the root to a node: a search that keeps nothing but the way to where it is.
pub(crate) fn pointer(node: DocumentNode<'_>) -> String {
    let root = node.document().root();
    let mut way: Vec<(Rest<'_>, Cow<'_, str>)> = Vec::new();
    way.extend(Rest::of(root).filter(|_| root.id() != node.id()).map(|rest| (rest, "".into())));
    while let Some((rest, token)) = way.last_mut() {
        let Some((name, value)) = rest.next() else {
            way.pop();
            continue;
        };
        *token = name;
        if value.id() == node.id() {
            return join(way.iter().map(|(_, token)| &**token));
        }
        way.extend(Rest::of(value).map(|rest| (rest, "".into())));
    }
    String::new()
}

fn join<'t>(tokens: impl Iterator<Item = &'t str>) -> String {
    let mut pointer = String::new();
    for token in tokens {
        if pointer.len() + token.len() > LONGEST {
            pointer.push('…');
            break;
        }
        rfc6901::push_token(&mut pointer, token);
    }
    pointer
}
