//! `serde_json` values as nodes, whichever features of `serde_json` the build has.
#![cfg(feature = "serde_json")]

use jsonbound_json::{Array, Node, Number, Object, View};
use serde_json::{Value, json};

fn number(text: &str) -> Option<Number<'static>> {
    let value: Value = serde_json::from_str(text).ok()?;
    match (&value).view() {
        View::Number(number) => Some(number.into_owned()),
        view => panic!("{text} is {view:?}"),
    }
}

/// Whether this build of `serde_json` keeps the text of numbers.
fn arbitrary_precision() -> bool {
    serde_json::from_str::<Value>("1e400").is_ok()
}

#[test]
fn numbers_are_exact_as_far_as_the_value_holds_them() {
    for text in [
        "0",
        "-0",
        "1.0",
        "0.1",
        "1e23",
        "-2.5e-7",
        "9223372036854775807",
        "18446744073709551615",
        "1e300",
    ] {
        assert_eq!(number(text), Number::parse(text).ok(), "{text}");
    }
    for text in ["100000000000000000001", "0.1000000000000000055511151231257827", "1e-400"] {
        let exact = number(text) == Number::parse(text).ok();
        assert_eq!(exact, arbitrary_precision(), "{text}");
    }
    for text in ["1e400", "-1e400", "1e99999999999999999999"] {
        let expected = if arbitrary_precision() { Number::parse(text).ok() } else { None };
        assert_eq!(number(text), expected, "{text}");
    }
}

#[test]
fn doubles_mean_their_shortest_decimal() {
    for double in [0.1, 0.1 + 0.2, 1e23, 5e-324, f64::MAX] {
        let value = json!(double);
        let View::Number(number) = (&value).view() else { panic!("{value}") };
        assert_eq!(Some(number), Number::from_f64(double));
    }
}

#[test]
fn containers_show_their_members() {
    let value = json!({"a": [1, {}], "b": "text"});
    let View::Object(object) = (&value).view() else { panic!("{value}") };
    assert_eq!(Object::len(object), 2);
    assert_eq!(object.members().size_hint(), (2, Some(2)));
    let names: Vec<_> = object.members().map(|(key, _)| key.as_str()).collect();
    assert_eq!(names, ["a", "b"]);
    let Some(View::Array(array)) = Object::get(object, "a".into()).map(Node::view) else {
        panic!("{value}")
    };
    assert_eq!((Array::len(array), array.items().count()), (2, 2));
    assert!(Object::get(object, "c".into()).is_none());
}
