//! Documents: what they hold, where it stands, and how it is printed.

use jsonbound_json::{
    Array, Document, Duplicates, Key, Kind, Node, Number, Object, ParseLimits, View, equal,
};
use proptest::prelude::*;

fn parse(text: &str) -> Document<'_> {
    Document::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn every_kind_shows() {
    let document =
        parse(r#"{"n":null,"b":true,"i":-7,"d":1.50,"s":"x","e":"\u0041\n","a":[1,2],"o":{}}"#);
    let root = document.root();
    assert_eq!(root.kind(), Kind::Object);
    assert!(root.get("n").unwrap().is_null());
    assert_eq!(root.get("b").unwrap().as_bool(), Some(true));
    assert_eq!(root.get("i").unwrap().as_number(), Some(Number::from(-7_i64)));
    assert_eq!(root.get("d").unwrap().as_number().unwrap().as_text(), Some("1.50"));
    assert_eq!(root.get("s").unwrap().as_str(), Some("x"));
    assert_eq!(root.get("e").unwrap().as_str(), Some("A\n"));
    let array = root.get("a").unwrap().as_array().unwrap();
    assert_eq!(array.len(), 2);
    assert_eq!(array.get(1).unwrap().as_number(), Some(Number::from(2_i64)));
    assert!(array.get(2).is_none());
    assert!(root.get("o").unwrap().as_object().unwrap().is_empty());
    assert!(root.get("missing").is_none());
    assert!(root.get("i").unwrap().get("x").is_none());
    assert!(root.as_array().is_none() && root.as_str().is_none() && root.as_bool().is_none());
    let names: Vec<&str> =
        root.as_object().unwrap().members().map(|(key, _)| key.as_str()).collect();
    assert_eq!(names, ["n", "b", "i", "d", "s", "e", "a", "o"]);
}

#[test]
fn ids_are_indices_and_the_root_is_last() {
    let document = parse(r#"[[1,2],{"a":3},"x"]"#);
    assert_eq!(document.node_count(), 7);
    assert_eq!(document.root().id().0, 6);
    let mut seen = std::collections::BTreeSet::new();
    let mut rest = vec![document.root()];
    while let Some(node) = rest.pop() {
        assert!(seen.insert(node.id()));
        assert_eq!(document.node(node.id()).to_string(), node.to_string());
        match node.view() {
            View::Array(array) => rest.extend(array.items()),
            View::Object(object) => rest.extend(object.members().map(|(_, value)| value)),
            _ => {}
        }
    }
    assert_eq!(seen.len(), 7);
    // The id of another document shows as null rather than panics.
    assert!(parse("1").node(document.root().id()).is_null());
}

#[test]
fn offsets_and_spans_are_those_of_the_text() {
    let text = " { \"a\\\"]\" : [ 1 , -2.5e3, \"}\\\\\" ,{ } ] , \"b\":true } ";
    let document = parse(text);
    let root = document.root();
    let shown = |node: jsonbound_json::DocumentNode<'_>| text[node.span().unwrap()].to_string();
    assert_eq!(root.offset(), Some(1));
    assert_eq!(shown(root), text.trim());
    let array = root.get("a\"]").unwrap();
    assert_eq!(shown(array), r#"[ 1 , -2.5e3, "}\\" ,{ } ]"#);
    let items: Vec<String> = array.as_array().unwrap().items().map(shown).collect();
    assert_eq!(items, ["1", "-2.5e3", r#""}\\""#, "{ }"]);
    assert_eq!(shown(root.get("b").unwrap()), "true");
    let offsets: Vec<usize> = root.as_object().unwrap().name_offsets().unwrap().collect();
    assert_eq!(offsets, [3, text.find("\"b\"").unwrap()]);
    assert_eq!(document.text(), Some(text));

    let copy = Document::from_node(root, &ParseLimits::default()).unwrap();
    assert_eq!(copy.text(), None);
    assert_eq!(copy.root().offset(), None);
    assert_eq!(copy.root().span(), None);
    assert!(copy.root().as_object().unwrap().name_offsets().is_none());
}

#[test]
fn scalars_may_be_roots() {
    for text in ["null", "true", "0", "-0", "1e5", "\"\"", "[]", "{}", " \t\r\n1 "] {
        let document = parse(text);
        assert_eq!(document.node_count(), 1);
        assert_eq!(document.root().to_string(), text.trim());
    }
}

#[test]
fn integers_at_the_edges_of_64_bits() {
    for text in [
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "-9223372036854775809",
        "9999999999999999999",
        "18446744073709551615",
        "18446744073709551616",
        "99999999999999999999",
        "100000000000000000000000001",
        "-0",
        "-0.0",
        "1.0",
        "10E-1",
    ] {
        let document = parse(text);
        let number = document.root().as_number().unwrap();
        assert_eq!(number, Number::parse(text).unwrap());
        assert_eq!(document.root().to_string(), text);
    }
}

#[test]
fn strings_and_escapes() {
    let cases = [
        (r#""plain""#, "plain"),
        (r#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
        (r#""\u0000\u001f\u0041\u00e9\u2028""#, "\0\u{1f}Aé\u{2028}"),
        (r#""\ud83d\uDE00 and 😀""#, "😀 and 😀"),
        ("\"\u{7f}\u{80}\u{10ffff}\"", "\u{7f}\u{80}\u{10ffff}"),
        (r#""1234567\n""#, "1234567\n"),
        (r#""12345678\n12345678""#, "12345678\n12345678"),
    ];
    for (text, value) in cases {
        let document = parse(text);
        assert_eq!(document.root().as_str(), Some(value));
        let printed = document.root().to_string();
        assert_eq!(parse(&printed).root().as_str(), Some(value), "{printed}");
    }
}

/// Every length and position, since the scanner reads eight bytes at a time.
#[test]
fn strings_of_every_alignment() {
    for len in 0..40 {
        for at in 0..=len {
            for (escape, c) in [("\\n", '\n'), ("\\u00e9", 'é'), ("é", 'é'), ("\u{ff}", '\u{ff}')]
            {
                let (before, after) = ("x".repeat(at), "y".repeat(len - at));
                let text = format!("[\"{before}{escape}{after}\",0]");
                let expected = format!("{before}{c}{after}");
                let document = parse(&text);
                let item = document.root().as_array().unwrap().get(0).unwrap();
                assert_eq!(item.as_str(), Some(expected.as_str()));
            }
            let bad = format!("[\"{}\u{1f}{}\"]", "x".repeat(at), "y".repeat(len - at));
            let error = Document::parse(bad.as_bytes()).unwrap_err();
            assert_eq!((error.code(), error.offset()), ("control_character", Some(at + 2)));
        }
    }
}

#[test]
fn the_last_duplicate_wins_in_the_first_ones_place() {
    let document = parse(r#"{"a":1,"b":2,"a":{"x":3},"c":4,"b":5,"\u0061":6}"#);
    assert_eq!(document.root().to_string(), r#"{"a":6,"b":5,"c":4}"#);
    assert_eq!(document.root().get("a").unwrap().to_string(), "6");
    assert_eq!(document.root().as_object().unwrap().len(), 3);
}

#[test]
fn duplicates_in_wide_objects() {
    for (names, repeats) in [(17, 2), (40, 3), (1, 40), (16, 2), (20, 1)] {
        let member = |i: usize| format!("\"name{}\":{i}", i % names);
        let members: Vec<String> = (0..names * repeats).map(member).collect();
        let text = format!("[0,{{{}}},1]", members.join(","));
        let document = parse(&text);
        let object = document.root().as_array().unwrap().get(1).unwrap().as_object().unwrap();
        assert_eq!(object.len(), names);
        for (i, (key, value)) in object.members().enumerate() {
            assert_eq!(key.as_str(), format!("name{i}"));
            let last = i64::try_from(names * (repeats - 1) + i).unwrap();
            assert_eq!(value.as_number(), Some(Number::from(last)));
            assert_eq!(object.get(key).unwrap().id(), value.id());
        }
        assert!(document.root().to_string().ends_with("},1]"));
    }
}

#[test]
fn duplicates_can_be_refused() {
    let limits = ParseLimits { duplicates: Duplicates::Refuse, ..ParseLimits::default() };
    let error = Document::parse_with(b"{\"a\":1,\n \"b\":2, \"\\u0061\":3}", &limits).unwrap_err();
    assert_eq!(error.code(), "duplicate_name");
    assert_eq!(
        error.to_string(),
        "expected unique names, found \"a\" again (first at line 1 column 2, byte 1) \
         at line 2 column 9 (byte 16)"
    );
    let members: Vec<String> = (0..100).map(|i| format!("\"{}\":0", (i * 7) % 60)).collect();
    let text = format!("{{{}}}", members.join(","));
    let error = Document::parse_with(text.as_bytes(), &limits).unwrap_err();
    // The first repeated member is the sixty-first: its name is "0".
    let second = members[..60].iter().map(|member| member.len() + 1).sum::<usize>() + 1;
    assert_eq!(error.offset(), Some(second));
    // The first to be repeated is told, not the first in the alphabet.
    let names: Vec<String> = (0..20).map(|i| format!("\"{i:02}\":0")).collect();
    let text = format!("{{{},\"19\":1,\"00\":1}}", names.join(","));
    let error = Document::parse_with(text.as_bytes(), &limits).unwrap_err();
    assert_eq!(error.offset(), text.find("\"19\":1"));
    assert!(Document::parse_with(br#"{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}"#, &limits).is_ok());
}

/// Names that share words, lengths and prefixes, and those that only differ by zeros.
#[test]
fn hostile_names_are_found() {
    let mut names: Vec<String> = (0..600).map(|i| format!("same-prefix-{i}")).collect();
    names.extend((0..30).map(|i| "\0".repeat(i)));
    names.extend((0..30).map(|i| format!("a{}", "\0".repeat(i))));
    names.extend((0..30).map(|i| "z".repeat(i + 1)));
    for count in [5, 16, 17, names.len()] {
        let chosen = &names[names.len() - count..];
        let escaped = |name: &String| name.replace('\0', "\\u0000");
        let members: Vec<String> =
            chosen.iter().enumerate().map(|(i, n)| format!("\"{}\":{i}", escaped(n))).collect();
        let text = format!("{{{}}}", members.join(","));
        let document = parse(&text);
        let object = document.root().as_object().unwrap();
        assert_eq!(object.len(), count);
        for (i, name) in chosen.iter().enumerate() {
            let found = object.get(Key::new(name)).unwrap().as_number();
            assert_eq!(found, Some(Number::from(i64::try_from(i).unwrap())));
        }
        for missing in ["same-prefix-", "same-prefix-6000", "\u{1}", "zz\0", "A"] {
            assert!(object.get(Key::new(missing)).is_none());
        }
    }
}

/// The same where objects are narrow: neither the word nor the length decides alone.
#[test]
fn hostile_names_in_narrow_objects() {
    let text = r#"{"a":1,"a\u0000":2,"":3,"\u0000":4,"prefix-1":5,"prefix-12":6,"prefix-13":7}"#;
    let document = parse(text);
    assert_eq!(document.root().as_object().unwrap().len(), 7);
    let names = ["a", "a\0", "", "\0", "prefix-1", "prefix-12", "prefix-13"];
    for (name, value) in names.into_iter().zip(1_i64..) {
        assert_eq!(document.root().get(name).unwrap().as_number(), Some(value.into()));
    }
    for missing in ["a\0\0", "\0\0", "prefix-", "prefix-14", "prefix-123"] {
        assert!(document.root().get(missing).is_none());
    }
}

/// A hundred thousand names with one prefix cost no more than a sort: quadratic work would take minutes here.
#[test]
fn many_names_with_one_prefix() {
    let members: Vec<String> = (0..100_000).map(|i| format!("\"same-prefix-{i}\":0")).collect();
    let text = format!("{{{}}}", members.join(","));
    let document = parse(&text);
    let object = document.root().as_object().unwrap();
    for i in (0..100_000).step_by(7) {
        assert!(object.get(Key::new(&format!("same-prefix-{i}"))).is_some());
    }
}

/// Merging the duplicates of one object must not walk what its parents have waiting.
#[test]
fn many_objects_with_duplicates_side_by_side() {
    let members: Vec<String> = (0..20).map(|i| format!("\"{}\":0", i % 19)).collect();
    let object = format!("{{{}}}", members.join(","));
    let text = format!("[{}]", vec![object.as_str(); 15_000].join(","));
    let document = parse(&text);
    let items = document.root().as_array().unwrap();
    assert!(items.items().all(|item| item.as_object().unwrap().len() == 19));
}

#[test]
fn copies_are_equal_and_complete() {
    let text = r#"{"z":[1,1.0,1e400,"\n",{"é":[],"":{}}],"a":{"b":[null,false]}}"#;
    let document = parse(text);
    let copy = Document::from_node(document.root(), &ParseLimits::default()).unwrap();
    assert_eq!(copy.root().to_string(), document.root().to_string());
    assert!(equal(copy.root(), document.root()));
    let value: serde_json::Value = serde_json::from_str(r#"{"b":[1.5,2,"x"],"a":{}}"#).unwrap();
    let copy = Document::from_node(&value, &ParseLimits::default()).unwrap();
    assert!(equal(copy.root(), &value));
}

#[test]
fn owned_documents_outlive_their_text() {
    fn is_send_and_sync<T: Send + Sync + 'static>(_: &T) {}
    let owned = {
        let text = String::from(r#"{"a":"b","c":"\n"}"#);
        Document::parse(text.as_bytes()).unwrap().into_owned()
    };
    is_send_and_sync(&owned);
    assert_eq!(owned.clone().root().to_string(), r#"{"a":"b","c":"\n"}"#);
    assert_eq!(format!("{owned:?}"), "Document { nodes: 3, names: 2, text_bytes: Some(18) }");
}

/// A node that breaks its promise: its object has the name `b` twice.
#[derive(Clone, Copy)]
enum Broken {
    Outer,
    Object,
    Number(i64),
}

impl<'a> Node<'a> for Broken {
    type Array = Self;
    type Object = Self;

    fn view(self) -> View<'a, Self> {
        match self {
            Broken::Outer => View::Array(self),
            Broken::Object => View::Object(self),
            Broken::Number(value) => View::Number(value.into()),
        }
    }
}

impl<'a> Array<'a> for Broken {
    type Node = Self;
    type Items = std::array::IntoIter<Self, 3>;

    fn len(self) -> usize {
        usize::MAX
    }

    fn items(self) -> Self::Items {
        [Broken::Number(7), Broken::Number(8), Broken::Object].into_iter()
    }
}

impl<'a> Object<'a> for Broken {
    type Node = Self;
    type Members = std::array::IntoIter<(Key<'a>, Self), 3>;

    fn len(self) -> usize {
        0
    }

    fn members(self) -> Self::Members {
        let member = |name, value| (Key::new(name), Broken::Number(value));
        [member("a", 1), member("b", 2), member("b", 3)].into_iter()
    }

    fn get(self, _: Key<'_>) -> Option<Self> {
        None
    }
}

/// What a copy holds is what the iterators gave, under the document's own rules.
#[test]
fn copies_of_broken_nodes_are_sound() {
    let copy = Document::from_node(Broken::Outer, &ParseLimits::default()).unwrap();
    assert_eq!(copy.root().to_string(), r#"[7,8,{"a":1,"b":3}]"#);
    let limits = ParseLimits { duplicates: Duplicates::Refuse, ..ParseLimits::default() };
    let error = Document::from_node(Broken::Outer, &limits).unwrap_err();
    assert_eq!(error.pointer(), Some("/2"));
    assert_eq!(error.to_string(), r#"expected unique names, found "b" again at "/2""#);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// What is printed reads back as the same value, and prints the same again.
    #[test]
    fn printing_is_the_inverse_of_parsing(value in value(), pretty in any::<bool>()) {
        let text = if pretty {
            serde_json::to_string_pretty(&value).unwrap()
        } else {
            value.to_string()
        };
        let document = parse(&text);
        prop_assert!(equal(document.root(), &value));
        let printed = document.root().to_string();
        let again = parse(&printed);
        prop_assert!(equal(document.root(), again.root()));
        prop_assert_eq!(again.root().to_string(), printed.as_str());
        let copy = Document::from_node(&value, &ParseLimits::default()).unwrap();
        prop_assert!(equal(copy.root(), document.root()));
        // What a span covers is a text of the same value.
        let span = document.root().span().unwrap();
        prop_assert_eq!(&text[span], text.trim());
    }
}

/// Values with wide and narrow objects.
fn value() -> impl Strategy<Value = serde_json::Value> {
    use serde_json::{Number, Value};
    let decimal = (-99_999_999_i64..99_999_999, -20_i32..20)
        .prop_map(|(digits, exponent)| format!("{digits}e{exponent}").parse::<f64>().unwrap());
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        decimal.prop_map(|value| Number::from_f64(value).map_or(Value::Null, Value::Number)),
        any::<String>().prop_map(Value::String),
        "[a-z\"\\\\\u{0}-\u{1f}]{0,20}".prop_map(Value::String),
    ];
    leaf.prop_recursive(5, 120, 40, |inside| {
        prop_oneof![
            prop::collection::vec(inside.clone(), 0..12).prop_map(Value::Array),
            prop::collection::vec(("[a-c\u{0}é\"]{0,10}", inside), 0..40)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}
