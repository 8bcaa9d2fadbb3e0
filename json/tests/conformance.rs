//! The conformance kit: it passes `serde_json` values and documents, and catches nodes that break a promise.
#![cfg(feature = "serde_json")]

use jsonbound_json::conformance::{Subject, check};
use jsonbound_json::{
    Array, Document, DocumentNode, Key, Kind, Node, Number, Object, ParseLimits, View,
};
use serde_json::{Map, Value};

fn read_value(text: &str) -> Option<Value> {
    let value: Value = serde_json::from_str(text).ok()?;
    let read = || Number::parse(&value.to_string()).ok().map(Number::into_owned);
    let rounded = value.is_number() && read() != Number::parse(text).ok();
    (!rounded).then_some(value)
}

struct Values;

impl Subject for Values {
    type Owned = Value;
    type Node<'a> = &'a Value;

    fn read(text: &str) -> Option<Value> {
        read_value(text)
    }

    fn root(owned: &Value) -> &Value {
        owned
    }
}

#[test]
fn values_pass() {
    assert_eq!(check::<Values>(), Ok(()));
}

struct Documents;

impl Subject for Documents {
    type Owned = Document<'static>;
    type Node<'a> = DocumentNode<'a>;

    fn read(text: &str) -> Option<Document<'static>> {
        Document::parse_with(text.as_bytes(), &ParseLimits::unlimited())
            .map(Document::into_owned)
            .ok()
    }

    fn root<'a>(owned: &'a Document<'static>) -> DocumentNode<'a> {
        owned.root()
    }
}

#[test]
fn documents_pass() {
    assert_eq!(check::<Documents>(), Ok(()));
}

/// A view of a value that is wrong in one way: `FAULT` picks it.
#[derive(Clone, Copy)]
struct Faulty<'a, const FAULT: u8>(&'a Value);

#[derive(Debug, Clone, Copy)]
struct FaultyArray<'a, const FAULT: u8>(&'a [Value]);

#[derive(Debug, Clone, Copy)]
struct FaultyObject<'a, const FAULT: u8>(&'a Map<String, Value>);

const KIND: u8 = 0;
const LONG_ARRAY: u8 = 1;
const LOST_MEMBER: u8 = 2;
const LOST_ITEM: u8 = 3;
const ROUNDED: u8 = 4;
const CUT_AT_NUL: u8 = 5;
const MISSING_NAME: u8 = 6;
const PREFIX: u8 = 7;
const IGNORES_CASE: u8 = 8;
const OTHER_VALUE: u8 = 9;
const TWICE: u8 = 10;
const CLONE_RESTARTS: u8 = 11;
const UNSTABLE: u8 = 12;
const BOOLEANS: u8 = 13;
const NULL_FOR_EMPTY: u8 = 14;
const WORD_ALONE: u8 = 15;
const IS_EMPTY: u8 = 16;
const DECLINES: u8 = 17;

impl<'a, const FAULT: u8> Node<'a> for Faulty<'a, FAULT> {
    type Array = FaultyArray<'a, FAULT>;
    type Object = FaultyObject<'a, FAULT>;

    fn view(self) -> View<'a, Self> {
        match self.0.view() {
            View::Null => View::Null,
            View::Boolean(value) => View::Boolean(value || FAULT == BOOLEANS),
            View::Number(value) if FAULT == ROUNDED => {
                View::Number(Number::from_f64(value.to_f64()).unwrap_or(value))
            }
            View::Number(value) => View::Number(value),
            View::String(value) if FAULT == CUT_AT_NUL => {
                View::String(value.split('\0').next().unwrap_or_default())
            }
            View::String(value) => View::String(value),
            View::Array([]) if FAULT == NULL_FOR_EMPTY => View::Null,
            View::Array(items) => View::Array(FaultyArray(items)),
            View::Object(members) => View::Object(FaultyObject(members)),
        }
    }

    fn kind(self) -> Kind {
        match self.0.kind() {
            Kind::Boolean if FAULT == KIND => Kind::Null,
            kind => kind,
        }
    }
}

/// Goes through elements in order, but for its fault.
struct Elements<T, const FAULT: u8> {
    all: Vec<T>,
    next: usize,
}

impl<T: Clone, const FAULT: u8> Clone for Elements<T, FAULT> {
    fn clone(&self) -> Self {
        let next = if FAULT == CLONE_RESTARTS { 0 } else { self.next };
        Elements { all: self.all.clone(), next }
    }
}

impl<T: Copy, const FAULT: u8> Iterator for Elements<T, FAULT> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.next += 1;
        self.all.get(self.next - 1).copied()
    }
}

impl<'a, const FAULT: u8> Array<'a> for FaultyArray<'a, FAULT> {
    type Node = Faulty<'a, FAULT>;
    type Items = Elements<Faulty<'a, FAULT>, FAULT>;

    fn len(self) -> usize {
        self.0.len() + usize::from(FAULT == LONG_ARRAY)
    }

    fn items(self) -> Self::Items {
        let mut all: Vec<_> = self.0.iter().map(Faulty).collect();
        if FAULT == LOST_ITEM {
            all.pop();
        }
        Elements { all, next: 0 }
    }

    fn is_empty(self) -> bool {
        self.len() == 0 && FAULT != IS_EMPTY
    }
}

impl<'a, const FAULT: u8> FaultyObject<'a, FAULT> {
    /// Whether `name` is found where `key` is looked for.
    fn matches(name: &str, key: Key<'_>) -> bool {
        let asked = key.as_str();
        match FAULT {
            MISSING_NAME => name == asked && name != "last",
            PREFIX => name.starts_with(asked),
            IGNORES_CASE => name.eq_ignore_ascii_case(asked),
            WORD_ALONE => Key::new(name).word() == key.word(),
            _ => name == asked,
        }
    }
}

impl<'a, const FAULT: u8> Object<'a> for FaultyObject<'a, FAULT> {
    type Node = Faulty<'a, FAULT>;
    type Members = Elements<(Key<'a>, Faulty<'a, FAULT>), FAULT>;

    fn len(self) -> usize {
        self.0.len()
    }

    fn members(self) -> Self::Members {
        use std::sync::atomic::{AtomicBool, Ordering};
        static TURN: AtomicBool = AtomicBool::new(false);

        let member = |(name, value): (&'a String, &'a Value)| (Key::new(name), Faulty(value));
        let mut all: Vec<_> = self.0.iter().map(member).collect();
        if FAULT == UNSTABLE && TURN.fetch_not(Ordering::Relaxed) {
            all.reverse();
        }
        if FAULT == LOST_MEMBER {
            all.pop();
        }
        if FAULT == TWICE && all.len() > 1 {
            all[1] = all[0];
        }
        Elements { all, next: 0 }
    }

    fn get(self, key: Key<'_>) -> Option<Faulty<'a, FAULT>> {
        let exact = self.0.iter().find(|(name, _)| *name == key.as_str());
        let found = exact.filter(|_| FAULT != MISSING_NAME);
        let found = found.or_else(|| self.0.iter().find(|(name, _)| Self::matches(name, key)));
        match found {
            Some(_) if FAULT == OTHER_VALUE => self.0.values().next().map(Faulty),
            _ => found.map(|(_, value)| Faulty(value)),
        }
    }
}

impl<const FAULT: u8> Subject for Faulty<'_, FAULT> {
    type Owned = Value;
    type Node<'a> = Faulty<'a, FAULT>;

    fn read(text: &str) -> Option<Value> {
        read_value(text).filter(|value| FAULT != DECLINES || !value.is_array())
    }

    fn root(owned: &Value) -> Faulty<'_, FAULT> {
        Faulty(owned)
    }
}

fn assert_caught<const FAULT: u8>(expected: &str) {
    let problem = check::<Faulty<'static, FAULT>>().expect_err("a fault");
    assert!(problem.contains(expected), "{problem}");
}

#[test]
fn nodes_without_a_fault_pass() {
    assert_eq!(check::<Faulty<'static, 255>>(), Ok(()));
}

#[test]
fn every_fault_is_caught() {
    assert_caught::<KIND>("`kind` is Null");
    assert_caught::<LONG_ARRAY>("not Array(0)");
    assert_caught::<LOST_MEMBER>("the iterator gives another number");
    assert_caught::<LOST_ITEM>("not found");
    assert_caught::<ROUNDED>("not Number(\"9007199254740993\")");
    assert_caught::<CUT_AT_NUL>("not String");
    assert_caught::<MISSING_NAME>("not found, at \"/last\"");
    assert_caught::<PREFIX>("`get` is wrong about");
    assert_caught::<IGNORES_CASE>("`get` is wrong about");
    assert_caught::<OTHER_VALUE>("not Number");
    assert_caught::<TWICE>("a name is there twice");
    assert_caught::<CLONE_RESTARTS>("goes on elsewhere");
    assert_caught::<UNSTABLE>("two orders");
    assert_caught::<BOOLEANS>("not Boolean(false)");
    assert_caught::<NULL_FOR_EMPTY>("not Array(0), but Null");
    assert_caught::<WORD_ALONE>("`get` is wrong about");
    assert_caught::<IS_EMPTY>("`is_empty` and `len` disagree");
    assert_caught::<DECLINES>("declined");
}
