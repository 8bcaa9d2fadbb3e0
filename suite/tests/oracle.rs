//! The oracle by itself: its reader, its bounds, and what it declines.

use jsonbound_suite::oracle::{Json, Library, MAX_DEPTH, Oracle};
use proptest::prelude::*;

fn json(text: &str) -> Json {
    Json::parse(text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

fn check(schema: &str, instance: &str) -> Result<bool, String> {
    let (schema, library) = (json(schema), Library::new());
    Oracle::new(&schema, &library)?.check(&json(instance))
}

#[test]
fn equality_is_that_of_json_schema() {
    for (one, other) in [
        ("1", "1.0"),
        ("-0", "0"),
        ("100", "1e2"),
        ("0.1", "10E-2"),
        (r#"{"a": 1, "b": [true]}"#, r#"{"b":[true],"a":1.0}"#),
        (r#""\u00e9\ud83d\udca9\/""#, "\"\u{e9}\u{1f4a9}/\""),
        (r#"{"a": 1, "a": 2}"#, r#"{"a": 2}"#),
    ] {
        assert_eq!(json(one), json(other));
    }
    for (one, other) in [
        ("9007199254740993", "9007199254740992"),
        ("1e-400", "0"),
        ("1e400", "1e401"),
        ("true", "1"),
        ("[1, 2]", "[2, 1]"),
        ("[]", "{}"),
    ] {
        assert_ne!(json(one), json(other));
    }
}

#[test]
fn what_is_not_json_is_refused() {
    for text in [
        "",
        " ",
        "01",
        "-",
        "1.",
        ".5",
        "+1",
        "1e",
        "[1,]",
        "{\"a\":1,}",
        "{a:1}",
        "nul",
        "'a'",
        "\"",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\ud83d\"",
        "\"\\ud83dx\"",
        "\"\\udca9\"",
        "\"\n\"",
        "1 2",
        "[",
        "{\"a\"}",
        "NaN",
        "\u{a0}1",
    ] {
        assert!(Json::parse(text).is_err(), "{text:?}");
    }
}

#[test]
fn what_would_not_end_has_no_answer() {
    assert!(check(r##"{"$ref": "#"}"##, "1").is_err());
    assert!(check(r##"{"$id": "http://a.example/", "not": {"$dynamicRef": "#"}}"##, "1").is_err());
    let deep = "[".repeat(MAX_DEPTH + 2) + &"]".repeat(MAX_DEPTH + 2);
    assert!(Json::parse(&deep).is_err());
    let twins = json(r##"{"allOf": [{"items": {"$ref": "#"}}, {"items": {"$ref": "#"}}]}"##);
    let library = Library::new();
    let oracle = Oracle::new(&twins, &library).expect("it has no identifiers").with_max_steps(9999);
    assert_eq!(oracle.check(&json("[[]]")), Ok(true));
    assert!(oracle.check(&json(&("[".repeat(40) + &"]".repeat(40)))).is_err());
}

#[test]
fn deep_values_fit_the_stack_of_a_test() {
    let deep = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    let schema = r##"{"type": "array", "items": {"$ref": "#"}}"##;
    assert_eq!(check(schema, &deep(MAX_DEPTH / 2)), Ok(true));
    assert_eq!(check("true", &deep(MAX_DEPTH)), Ok(true));
}

#[test]
fn numbers_out_of_range_have_no_answer() {
    assert!(Json::parse("1e5000").is_ok());
    assert!(Json::parse("1e5001").is_err());
    assert!(Json::parse("1e-99999999999999999999").is_err());
}

#[test]
fn mistakes_are_not_verdicts() {
    for schema in [
        r#"{"type": "int"}"#,
        r#"{"minLength": "1"}"#,
        r#"{"multipleOf": 0}"#,
        r#"{"pattern": "("}"#,
        r##"{"$ref": "#/nowhere"}"##,
        r##"{"$ref": "#nowhere"}"##,
        r##"{"$defs": {"~": true}, "$ref": "#/$defs/~2"}"##,
        r##"{"allOf": [true, true], "$ref": "#/allOf/01"}"##,
        r##"{"$ref": "#/%zz"}"##,
        r#"{"$ref": "http://a.example/nowhere"}"#,
        r#"{"$schema": "http://json-schema.org/draft-04/schema#"}"#,
        r#"{"$id": "a#b"}"#,
        r#"{"$anchor": "1"}"#,
        r#"{"allOf": [{"$anchor": "a", "not": {}}, {"$anchor": "a"}]}"#,
        "1",
    ] {
        assert!(check(schema, "\"x\"").is_err(), "{schema}");
    }
}

#[test]
fn references_resolve_as_in_the_rfc() {
    for (base, reference, wanted) in [
        ("http://a/b/c/d;p?q", "g:h", "g:h"),
        ("http://a/b/c/d;p?q", "g", "http://a/b/c/g"),
        ("http://a/b/c/d;p?q", "./g", "http://a/b/c/g"),
        ("http://a/b/c/d;p?q", "g/", "http://a/b/c/g/"),
        ("http://a/b/c/d;p?q", "/g", "http://a/g"),
        ("http://a/b/c/d;p?q", "//g", "http://g"),
        ("http://a/b/c/d;p?q", "?y", "http://a/b/c/d;p?y"),
        ("http://a/b/c/d;p?q", "g?y", "http://a/b/c/g?y"),
        ("http://a/b/c/d;p?q", "", "http://a/b/c/d;p?q"),
        ("http://a/b/c/d;p?q", ".", "http://a/b/c/"),
        ("http://a/b/c/d;p?q", "..", "http://a/b/"),
        ("http://a/b/c/d;p?q", "../g", "http://a/b/g"),
        ("http://a/b/c/d;p?q", "../..", "http://a/"),
        ("http://a/b/c/d;p?q", "../../../g", "http://a/g"),
        ("http://a/b/c/d;p?q", "g/./h", "http://a/b/c/g/h"),
        ("http://a/b/c/d;p?q", "g;x=1/../y", "http://a/b/c/y"),
        ("http://a", "g", "http://a/g"),
        ("urn:a:b", "", "urn:a:b"),
    ] {
        let schema = format!(
            r#"{{"$id": "{base}", "$defs": {{"x": {{"$ref": "{reference}"}}}},
            "not": {{"$ref": "{reference}"}}}}"#
        );
        let mut library = Library::new();
        library.add(wanted, json("false"));
        let schema = json(&schema);
        let oracle = Oracle::new(&schema, &library).expect("the identifiers are right");
        // The base refers to itself with an empty reference, which ends nowhere.
        let wanted = if base == wanted { None } else { Some(true) };
        assert_eq!(oracle.check(&Json::Null).ok(), wanted, "{base} {reference}");
    }
}

#[test]
fn patterns_mean_what_ecma_262_says() {
    for (pattern, text, wanted) in [
        ("a$", "a\n", false),
        ("^b", "a\nb", false),
        ("^.$", "\u{2028}", false),
        ("^\\d$", "\u{661}", false),
        ("^[\\w-]+$", "a-b", true),
        ("^\\s$", "\u{feff}", true),
        ("^[^\\S]$", "\u{a0}", true),
        ("\\bx", "\u{e9}x", true),
        ("^[[&&~~]$", "&", true),
        ("^[]$", "", false),
        ("^[^]$", "\n", true),
        ("^(a)\\1+$", "aaa", true),
        ("^(?<n>a)\\k<n>$", "aa", true),
        ("^a{2,3}$", "aaa", true),
        ("^\\u{1F4A9}\\ud83d\\udca9\\x41\\cA$", "\u{1f4a9}\u{1f4a9}A\u{1}", true),
        ("^#a b$", "#a b", true),
        ("(?<!a)b", "ab", false),
        ("^\\p{Script=Greek}$", "\u{3b1}", true),
    ] {
        let schema = serde_json::json!({ "pattern": pattern }).to_string();
        let text = serde_json::Value::from(text).to_string();
        assert_eq!(check(&schema, &text).ok(), Some(wanted), "{pattern} on {text}");
    }
}

proptest! {
    /// Text that serde_json prints is read to what it was printed from.
    #[test]
    fn prints_of_others_are_read(values in prop::collection::vec((".{0,6}", any::<i64>(), any::<bool>()), 0..6)) {
        let value: serde_json::Value =
            values.iter().map(|(s, n, b)| serde_json::json!({ s.as_str(): [n, b, s] })).collect();
        let wanted = Json::Array(values.into_iter().map(|(s, n, b)| {
            let number = json(&n.to_string());
            let list = Json::Array(vec![number, Json::Bool(b), Json::String(s.clone())]);
            Json::Object([(s, list)].into())
        }).collect());
        prop_assert_eq!(json(&value.to_string()), wanted);
    }

    /// Applying `not` twice, or a reference to the same, changes nothing.
    #[test]
    fn negation_and_references_keep_verdicts(limit in -3_i64..3, instance in -5_i64..5) {
        let plain = format!(r#"{{"minimum": {limit}, "multipleOf": 2}}"#);
        let twice = format!(r##"{{"$defs": {{"p": {plain}}}, "not": {{"not": {{"$ref": "#/$defs/p"}}}}}}"##);
        let wanted = instance >= limit && instance % 2 == 0;
        prop_assert_eq!(check(&plain, &instance.to_string()), Ok(wanted));
        prop_assert_eq!(check(&twice, &instance.to_string()), Ok(wanted));
    }
}
