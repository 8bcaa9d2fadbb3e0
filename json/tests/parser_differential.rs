//! The parser against serde_json: what one takes the other takes, and they mean the same.
//!
//! The differences are documented: serde_json takes one level less, and numbers only as far as doubles go, or with any
//! exponent where they round to zero.

use jsonbound_json::{Array, Document, Node, Object, ParseLimits, Parser, View};
use proptest::prelude::*;
use serde_json::Value;

fn parser() -> Parser {
    Parser::new(ParseLimits { number_exponent: u64::MAX, ..ParseLimits::default() })
}

/// Whether a document and a value mean the same, where the value's doubles may be off by their last bit.
fn same<'n, N: Node<'n>>(node: N, value: &Value) -> bool {
    match (node.view(), value) {
        (View::Null, Value::Null) => true,
        (View::Boolean(a), Value::Bool(b)) => a == *b,
        (View::String(a), Value::String(b)) => a == b,
        (View::Number(a), Value::Number(b)) => {
            let (a, b) = (a.to_f64(), b.as_f64().unwrap());
            a == b || (a - b).abs() <= 1e-15 * a.abs().max(b.abs()) || (a - b).abs() < 1e-307
        }
        (View::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.items().zip(b).all(|(a, b)| same(a, b))
        }
        (View::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.members().all(|(key, a)| b.get(key.as_str()).is_some_and(|b| same(a, b)))
        }
        _ => false,
    }
}

/// Compares the two readers on one text.
fn compare(parser: &mut Parser, text: &[u8]) -> Result<(), String> {
    let shown = || text.escape_ascii().to_string();
    match (parser.parse(text), serde_json::from_slice::<Value>(text)) {
        (Ok(document), Ok(value)) => {
            if !same(document.root(), &value) {
                return Err(format!("{} differs: {} and {value}", shown(), document.root()));
            }
            parser.recycle(document);
            Ok(())
        }
        (Err(error), Err(_)) => match error.offset() {
            Some(offset) if offset <= text.len() => Ok(()),
            _ => Err(format!("{}: {error} is out of bounds", shown())),
        },
        (Ok(_), Err(error)) if error.to_string().contains("number out of range") => Ok(()),
        (Ok(_), Err(error)) if error.to_string().contains("recursion limit") => Ok(()),
        (Ok(_), Err(error)) => Err(format!("{} is taken, but {error}", shown())),
        (Err(error), Ok(_)) => Err(format!("{} is refused: {error}", shown())),
    }
}

/// Pieces of JSON, near JSON, and bytes that are neither.
const PIECES: [&[u8]; 64] = [
    b"{",
    b"}",
    b"[",
    b"]",
    b":",
    b",",
    b"\"",
    b"\\",
    b"/",
    b" ",
    b"\n",
    b"\t",
    b"\r",
    b"\0",
    b"\x1F",
    b"\x7F",
    b"0",
    b"1",
    b"9",
    b"00",
    b"-",
    b"+",
    b".",
    b"e",
    b"E",
    b"e5",
    b"E-7",
    b"1.5",
    b"-0",
    b"1e400",
    b"18446744073709551616",
    b"true",
    b"false",
    b"null",
    b"nul",
    b"NaN",
    b"\"a\"",
    b"\"a\":",
    b"\"a\":1,",
    b"{}",
    b"[]",
    b"[1]",
    b"\\u",
    b"\\u0041",
    b"\\ud83d",
    b"\\ude00",
    b"\\n",
    b"\\x",
    b"\xC3\xA9",
    b"\xF0\x9F\x98\x80",
    b"\xC0\xAF",
    b"\xED\xA0\x80",
    b"\xF4\x90\x80\x80",
    b"\xFF",
    b"\x80",
    b"\xE2\x82",
    b"\xEF\xBB\xBF",
    b"\xC2\xA0",
    b"//",
    b"/*",
    b"'",
    b"u",
    b"abcdefgh",
    b"\"b\"",
];

fn piece() -> impl Strategy<Value = &'static [u8]> {
    prop::sample::select(&PIECES[..])
}

/// A change of a text: at this place (of 65,536), this many bytes go and this piece comes.
fn change() -> impl Strategy<Value = (u16, usize, &'static [u8])> {
    (any::<u16>(), 0_usize..3, piece())
}

fn changed(mut text: Vec<u8>, changes: &[(u16, usize, &[u8])]) -> Vec<u8> {
    for &(place, gone, piece) in changes {
        let at = usize::from(place) * text.len() / 65_536;
        let end = (at + gone).min(text.len());
        text.splice(at..end, piece.iter().copied());
    }
    text
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::from),
        (-1e9_f64..1e9).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::String),
        "[\"\\\\\n\u{0}é\u{1F600}a-d]{0,12}".prop_map(Value::String),
    ];
    leaf.prop_recursive(4, 40, 20, |inside| {
        prop_oneof![
            prop::collection::vec(inside.clone(), 0..6).prop_map(Value::Array),
            prop::collection::vec(("[a-d]{0,3}", inside), 0..20)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn on_valid_texts(value in value(), pretty in any::<bool>()) {
        let text = if pretty {
            serde_json::to_string_pretty(&value).unwrap()
        } else {
            value.to_string()
        };
        let mut parser = parser();
        prop_assert!(parser.parse(text.as_bytes()).is_ok());
        prop_assert_eq!(compare(&mut parser, text.as_bytes()), Ok(()));
    }

    /// One value in many slightly broken forms.
    #[test]
    fn on_changed_texts(
        value in value(),
        changes in prop::collection::vec(prop::collection::vec(change(), 1..4), 16),
    ) {
        let text = value.to_string().into_bytes();
        let mut parser = parser();
        for changes in changes {
            let text = changed(text.clone(), &changes);
            prop_assert_eq!(compare(&mut parser, &text), Ok(()));
        }
    }

    #[test]
    fn on_pieces(texts in prop::collection::vec(prop::collection::vec(piece(), 0..10), 16)) {
        let mut parser = parser();
        for pieces in texts {
            prop_assert_eq!(compare(&mut parser, &pieces.concat()), Ok(()));
        }
    }
}

/// Every text of up to three pieces.
#[test]
fn on_all_short_texts() {
    let mut parser = parser();
    for first in PIECES {
        for second in PIECES {
            for third in PIECES {
                let text = [first, second, third].concat();
                assert_eq!(compare(&mut parser, &text), Ok(()));
            }
        }
    }
}

/// Every prefix of a text is refused, for the same reason by both.
#[test]
fn on_all_prefixes() {
    let text = r#" {"a": [1, -2.5e-3, "x\u00e9\n", true, false, null, {}], "é": {"b": [[]]}} "#;
    let mut parser = parser();
    for end in 0..text.len() {
        assert_eq!(compare(&mut parser, &text.as_bytes()[..end]), Ok(()));
    }
}

#[test]
fn on_nested_texts() {
    let mut parser = parser();
    for depth in [1, 2, 126, 127, 128, 129, 1_000] {
        let text = "[".repeat(depth) + &"]".repeat(depth);
        assert_eq!(compare(&mut parser, text.as_bytes()), Ok(()));
        assert_eq!(Document::parse(text.as_bytes()).is_ok(), depth <= 128);
    }
}
