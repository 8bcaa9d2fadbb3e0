//! A kit that checks an implementation of [`Node`], whatever holds its values.
//!
//! [`check`] reads a table of JSON texts through the implementation and compares what it shows with what the texts say:
//! kinds, lengths, order, names, numbers, strings, and that reading twice gives the same. It is meant for a test of the
//! crate that implements the traits.
//!
//! It is no test of a parser: texts that a parser must refuse are not in the table.
//!
//! Invariant: the expectations are written down next to the texts, so an implementation is never compared with itself
//! alone.
//!
//! ```
//! # #[cfg(feature = "serde_json")] {
//! use jsonbound_json::Number;
//! use jsonbound_json::conformance::{Subject, check};
//! use serde_json::Value;
//!
//! struct Values;
//!
//! impl Subject for Values {
//!     type Owned = Value;
//!     type Node<'a> = &'a Value;
//!
//!     fn read(text: &str) -> Option<Value> {
//!         let value: Value = serde_json::from_str(text).ok()?;
//!         // Declines numbers that a double would round.
//!         let rounded = value.is_number()
//!             && Number::parse(&value.to_string()).ok() != Number::parse(text).ok();
//!         (!rounded).then_some(value)
//!     }
//!
//!     fn root(owned: &Value) -> &Value {
//!         owned
//!     }
//! }
//!
//! assert_eq!(check::<Values>(), Ok(()));
//! # }
//! ```

mod table;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::{Array, Key, Kind, Node, Number, Object, View, equal, pointer};
use table::{Case, Fact};

/// An implementation of [`Node`], with a way to make its values.
pub trait Subject {
    /// What owns a tree.
    type Owned;
    /// The handle of a value inside the tree.
    type Node<'a>: Node<'a>;

    /// Reads JSON text. `None` declines one: with a number that the tree cannot hold exactly, or nested too deeply for
    /// its reader. The kit says which texts must not be declined.
    fn read(text: &str) -> Option<Self::Owned>;

    /// The root of a tree.
    fn root(owned: &Self::Owned) -> Self::Node<'_>;
}

/// Checks an implementation against the whole table.
///
/// # Errors
///
/// What is wrong first, with the text and the place as a JSON Pointer.
pub fn check<S: Subject>() -> Result<(), String> {
    for case in table::cases() {
        match S::read(&case.text) {
            Some(owned) => check_case(&case, S::root(&owned)),
            None if case.may_decline => Ok(()),
            None => Err(String::from("declined")),
        }
        .map_err(|problem| {
            let text: String = case.text.chars().take(60).collect();
            format!("{problem}, in {text:?}")
        })?;
    }
    Ok(())
}

fn check_case<'a, N: Node<'a>>(case: &Case, root: N) -> Result<(), String> {
    for (place, fact) in &case.facts {
        let problem = match pointer::resolve(root, place) {
            Ok(Some(node)) => check_fact(node, fact),
            Ok(None) => Err(String::from("not found")),
            Err(error) => Err(format!("{error}")),
        };
        problem.map_err(|problem| format!("{problem}, at {place:?}"))?;
    }
    check_tree(root)
}

/// Compares one value with what the table says.
fn check_fact<'a, N: Node<'a>>(node: N, fact: &Fact) -> Result<(), String> {
    let right = match (node.view(), fact) {
        (View::Null, Fact::Null) => true,
        (View::Boolean(value), Fact::Boolean(expected)) => value == *expected,
        (View::Number(value), Fact::Number(expected)) => {
            Number::parse(expected).is_ok_and(|expected| expected.cmp(&value).is_eq())
        }
        (View::String(value), Fact::String(expected)) => value == *expected,
        (View::Array(array), Fact::Array(length)) => array.len() == *length,
        (View::Object(object), Fact::Object(length)) => object.len() == *length,
        _ => false,
    };
    if right { Ok(()) } else { Err(format!("not {fact:?}, but {}", describe(node))) }
}

fn describe<'a, N: Node<'a>>(node: N) -> String {
    match node.view() {
        View::Null => String::from("Null"),
        View::Boolean(value) => format!("Boolean({value})"),
        View::Number(value) => format!("Number({value})"),
        View::String(value) => format!("String({value:?})"),
        View::Array(array) => format!("Array({})", array.len()),
        View::Object(object) => format!("Object({})", object.len()),
    }
}

/// Checks the promises of the traits on every value of a tree.
fn check_tree<'a, N: Node<'a>>(root: N) -> Result<(), String> {
    if !equal(root, root) {
        return Err(String::from("not equal to itself"));
    }
    let mut rest = Vec::from([root]);
    while let Some(node) = rest.pop() {
        check_twice(node)?;
        match node.view() {
            View::Array(array) => {
                let items = check_iterator(array.len(), || array.items(), same)?;
                rest.extend(items);
            }
            View::Object(object) => {
                let members = check_iterator(
                    object.len(),
                    || object.members(),
                    |left, right| left.0 == right.0 && same(left.1, right.1),
                )?;
                check_members(object, &members)?;
                rest.extend(members.into_iter().map(|(_, value)| value));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Kinds agree with views, and views with each other.
fn check_twice<'a, N: Node<'a>>(node: N) -> Result<(), String> {
    let kind = match node.view() {
        View::Null => Kind::Null,
        View::Boolean(_) => Kind::Boolean,
        View::Number(_) => Kind::Number,
        View::String(_) => Kind::String,
        View::Array(_) => Kind::Array,
        View::Object(_) => Kind::Object,
    };
    if node.kind() != kind {
        return Err(format!("`kind` is {:?}, `view` is {kind:?}", node.kind()));
    }
    let consistent = match node.view() {
        View::Array(array) => array.is_empty() == (array.len() == 0),
        View::Object(object) => object.is_empty() == (object.len() == 0),
        _ => true,
    };
    if !consistent {
        return Err(String::from("`is_empty` and `len` disagree"));
    }
    if same(node, node) { Ok(()) } else { Err(String::from("reading twice gives two values")) }
}

/// The same kind, and the same scalar or length.
fn same<'a, N: Node<'a>>(left: N, right: N) -> bool {
    match (left.view(), right.view()) {
        (View::Null, View::Null) => true,
        (View::Boolean(left), View::Boolean(right)) => left == right,
        (View::Number(left), View::Number(right)) => left == right,
        (View::String(left), View::String(right)) => left == right,
        (View::Array(left), View::Array(right)) => left.len() == right.len(),
        (View::Object(left), View::Object(right)) => left.len() == right.len(),
        _ => false,
    }
}

/// An iterator gives as many elements as were announced, the same every time, and a clone goes on where its origin
/// stood.
fn check_iterator<I: Iterator + Clone>(
    length: usize,
    iterate: impl Fn() -> I,
    same: impl Fn(I::Item, I::Item) -> bool,
) -> Result<Vec<I::Item>, String>
where
    I::Item: Copy,
{
    // One more than announced is enough to see that there are too many.
    let most = length.saturating_add(1);
    let first = iterate();
    let (least, upper) = first.size_hint();
    let elements: Vec<_> = first.take(most).collect();
    if elements.len() != length {
        return Err(format!("`len` is {length}, but the iterator gives another number"));
    }
    if least > length || upper.is_some_and(|upper| upper < length) {
        return Err(format!("`len` is {length}, but the size hint excludes it"));
    }
    let all_same = |others: Vec<I::Item>, expected: &[I::Item]| {
        others.len() == expected.len()
            && others.iter().zip(expected).all(|(&left, &right)| same(left, right))
    };
    if !all_same(iterate().take(most).collect(), &elements) {
        return Err(String::from("iterating twice gives two orders"));
    }
    let half = length / 2;
    let mut origin = iterate();
    origin.by_ref().take(half).for_each(drop);
    let clone = origin.clone();
    let rest = elements.get(half..).unwrap_or_default();
    for half_way in [clone, origin] {
        if !all_same(half_way.take(most).collect(), rest) {
            return Err(String::from("a clone of the iterator, or its origin, goes on elsewhere"));
        }
    }
    Ok(elements)
}

/// Names have their words and are unique, and each is found, but nothing like it.
fn check_members<'a, O: Object<'a>>(
    object: O,
    members: &[(Key<'a>, O::Node)],
) -> Result<(), String> {
    let mut names: Vec<&str> = members.iter().map(|(key, _)| key.as_str()).collect();
    names.sort_unstable();
    if names.windows(2).any(|pair| matches!(pair, [left, right] if left == right)) {
        return Err(String::from("a name is there twice"));
    }
    for (key, value) in members {
        let name = key.as_str();
        if Key::new(name) != *key || Key::new(name).word() != key.word() {
            return Err(format!("the key of {name:?} has another name's word"));
        }
        if !object.get(Key::new(name)).is_some_and(|found| same(found, *value)) {
            return Err(format!("`get` does not find {name:?}, or finds another value"));
        }
        for other in neighbours(name) {
            let known = names.binary_search(&other.as_str()).is_ok();
            if object.get(Key::new(&other)).is_some() != known {
                return Err(format!("`get` is wrong about {other:?}"));
            }
        }
    }
    Ok(())
}

/// Names that are easily taken for this one.
fn neighbours(name: &str) -> Vec<String> {
    let mut shorter = String::from(name);
    shorter.pop();
    let swapped = |char: char| {
        if char.is_ascii_lowercase() {
            char.to_ascii_uppercase()
        } else {
            char.to_ascii_lowercase()
        }
    };
    let mut names = Vec::from([
        shorter,
        format!("{name}\u{0}"),
        format!("{name}a"),
        name.chars().map(swapped).collect(),
        name.chars().rev().collect(),
    ]);
    names.retain(|other| other != name);
    names
}
