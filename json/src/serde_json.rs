//! `serde_json` values as nodes.
//!
//! Right whichever features of `serde_json` a build turns on: with `arbitrary_precision` numbers keep their text, which
//! is read exactly; without it they are integers or doubles, and a double means its shortest decimal.
//!
//! Invariant: nothing of `serde_json` that recurses over a value is called: no clone, comparison, hash or printing of a
//! container.

use alloc::string::{String, ToString};
use core::sync::atomic::{AtomicU8, Ordering};

use ::serde_json as json;
use json::{Map, Value};

use crate::{Array, Key, Kind, Node, Number, Object, View};

impl<'a> Node<'a> for &'a Value {
    type Array = &'a [Value];
    type Object = &'a Map<String, Value>;

    #[inline]
    fn view(self) -> View<'a, Self> {
        match self {
            Value::Null => View::Null,
            Value::Bool(value) => View::Boolean(*value),
            Value::Number(value) => View::Number(number(value)),
            Value::String(value) => View::String(value),
            Value::Array(items) => View::Array(items.as_slice()),
            Value::Object(members) => View::Object(members),
        }
    }

    fn is_integer_form(self) -> bool {
        let Value::Number(value) = self else { return false };
        let kept = || keeps_text() && !value.to_string().contains(['.', 'e', 'E']);
        value.is_i64() || value.is_u64() || kept()
    }

    // Without reading the number, which may have to be copied.
    #[inline]
    fn kind(self) -> Kind {
        match self {
            Value::Null => Kind::Null,
            Value::Bool(_) => Kind::Boolean,
            Value::Number(_) => Kind::Number,
            Value::String(_) => Kind::String,
            Value::Array(_) => Kind::Array,
            Value::Object(_) => Kind::Object,
        }
    }
}

impl<'a> Array<'a> for &'a [Value] {
    type Node = &'a Value;
    type Items = core::slice::Iter<'a, Value>;

    #[inline]
    fn len(self) -> usize {
        <[Value]>::len(self)
    }

    #[inline]
    fn items(self) -> Self::Items {
        self.iter()
    }
}

impl<'a> Object<'a> for &'a Map<String, Value> {
    type Node = &'a Value;
    type Members = Members<'a>;

    #[inline]
    fn len(self) -> usize {
        Map::len(self)
    }

    #[inline]
    fn members(self) -> Members<'a> {
        Members(self.iter())
    }

    #[inline]
    fn get(self, key: Key<'_>) -> Option<&'a Value> {
        Map::get(self, key.as_str())
    }
}

/// The members of a [`Map`], in its order.
#[derive(Debug, Clone)]
pub struct Members<'a>(json::map::Iter<'a>);

impl<'a> Iterator for Members<'a> {
    type Item = (Key<'a>, &'a Value);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(name, value)| (Key::new(name), value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

fn number(number: &json::Number) -> Number<'static> {
    if let Some(value) = number.as_i64() {
        return Number::from(value);
    }
    if let Some(value) = number.as_u64() {
        return Number::from(value);
    }
    let text = if keeps_text() { Number::from_text(number.to_string()) } else { None };
    text.or_else(|| Number::from_f64(number.as_f64()?))
        // Only `Number::from_string_unchecked` makes a number that is neither JSON text nor a finite double.
        .unwrap_or_else(|| Number::from(0_i64))
}

/// Whether the build turns on `arbitrary_precision`, which this crate cannot see: only then can a number be greater
/// than the greatest double.
fn keeps_text() -> bool {
    const UNKNOWN: u8 = 0;
    const NO: u8 = 1;
    const YES: u8 = 2;
    static KEEPS_TEXT: AtomicU8 = AtomicU8::new(UNKNOWN);

    // Every thread finds the same answer, so that no order is needed between them.
    match KEEPS_TEXT.load(Ordering::Relaxed) {
        YES => true,
        NO => false,
        _ => {
            let found = "1e400".parse::<json::Number>().is_ok();
            KEEPS_TEXT.store(if found { YES } else { NO }, Ordering::Relaxed);
            found
        }
    }
}
