//! What a document uses of the limits for reading is what it needs: with that it is read, with one less it is not.

use jsonbound::{Document, Limits, LineColumn, ParseErrorKind, Usage};
use proptest::prelude::*;

/// JSON texts, with numbers as nobody would write them.
fn json() -> impl Strategy<Value = String> {
    let scalar = prop_oneof![
        Just("true".to_owned()),
        "-?(0|[1-9][0-9]{0,30})(\\.[0-9]{1,30})?([eE][+-]?[0-9]{1,5})?",
        "\"[a-z0-9 -]{0,8}\"",
    ];
    scalar.prop_recursive(5, 24, 4, |inside| {
        prop_oneof![
            prop::collection::vec(inside.clone(), 0..4)
                .prop_map(|items| format!("[{}]", items.join(", "))),
            prop::collection::btree_map("[a-z]{1,3}", inside, 0..4).prop_map(|members| {
                let members = members.iter().map(|(name, value)| format!("\"{name}\": {value}"));
                format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
            }),
        ]
    })
}

/// The limit that reading a text as a schema meets, if these are the limits for it.
fn met(text: &str, rows: &[(&'static str, u64)]) -> Option<&'static str> {
    let mut limits = Limits::trusted();
    for &(name, used) in rows {
        *limits.get_mut(name).expect("a limit") = used;
    }
    let error = jsonbound::Validator::builder().limits(limits).build_str(text).err()?;
    match error.kind() {
        jsonbound::CompileErrorKind::Parse(error) => match *error.kind() {
            ParseErrorKind::Limit { name, .. } => Some(name),
            _ => None,
        },
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn reading_needs_what_it_uses(value in json()) {
        let text = format!(r#"{{"default": {value}}}"#);
        let limits = Limits::trusted().instance_text();
        let usage = Usage::of_document(&Document::parse_with(text.as_bytes(), &limits).unwrap());
        let names = ["schema_bytes", "json_depth", "number_digits", "number_exponent"];
        let rows = names.map(|name| (name, usage.get(name).unwrap()));
        prop_assert_eq!(met(&text, &rows), None);
        for (index, (name, used)) in rows.into_iter().enumerate().filter(|(_, (_, used))| *used > 0) {
            let mut less = rows;
            less[index].1 = used - 1;
            prop_assert_eq!(met(&text, &less), Some(name));
        }
    }
}

#[test]
fn a_document_that_never_was_text_has_only_its_depth() {
    let value = serde_json::json!({"a": [{"b": 1e300}]});
    let usage = Usage::of_document(
        &Document::from_node(&value, &Limits::trusted().instance_text()).unwrap(),
    );
    assert_eq!(usage.get("json_depth"), Some(3));
    assert_eq!(usage.get("number_exponent"), None);
    assert_eq!(usage.clone().max(Usage::default()), usage);
}

/// The error for a missing document stands where the document is referred to.
#[test]
fn a_missing_document_is_blamed_on_a_reference() {
    let text = "{\"properties\": {\n  \"a\": {\"$ref\": \"https://example.com/a\"}}}";
    let error = jsonbound::compile_str(text).unwrap_err();
    assert_eq!(error.pointer(), "/properties/a/$ref");
    assert_eq!(error.position(), Some(LineColumn { line: 2, column: 17 }));
    assert_eq!(error.missing(), ["https://example.com/a"]);
}

/// A pattern that several schemas have is listed once, however they are reached; what nothing leads to is not.
#[test]
fn lints_say_which_patterns_others_refuse() {
    let lints = |text: &str| {
        let validator = jsonbound::compile_str(text).unwrap();
        let of = |linted: jsonbound::LintedPattern<'_>| {
            let codes = linted.lints.iter().map(|lint| lint.kind.code()).collect::<Vec<_>>();
            (linted.absolute_keyword_location, linted.pattern.to_owned(), codes)
        };
        validator.lints().map(of).collect::<Vec<_>>()
    };
    let place = |fragment: &str| format!("https://a.example/s#{fragment}");
    let found = lints(
        r##"{
            "$id": "https://a.example/s",
            "patternProperties": {"^a\\-b": {"pattern": "x]"}, "^x-": {"$ref": "t"}},
            "$defs": {"t": {"$id": "t", "pattern": "x]"}, "u": {"pattern": "y]"}, "v": {"pattern": "(?=a)*\\_"}},
            "allOf": [{"$ref": "#/$defs/v"}]
        }"##,
    );
    let all = found.iter().map(|(_, pattern, codes)| (&**pattern, &**codes)).collect::<Vec<_>>();
    let expected: [(&str, &[&str]); 3] = [
        (r"^a\-b", &["pattern_identity_escape"]),
        ("x]", &["pattern_lone_bracket"]),
        (r"(?=a)*\_", &["pattern_quantified_look_ahead", "pattern_identity_escape"]),
    ];
    for row in expected {
        assert!(all.contains(&row), "{row:?} is not in {all:?}");
    }
    assert_eq!(all.len(), expected.len(), "{all:?}");
    assert!(found.iter().any(|(at, ..)| *at == place("/patternProperties")));
    assert!(found.iter().any(|(at, ..)| *at == place("/$defs/v/pattern")));
    assert_eq!(lints(r#"{"pattern": "^\\w+@[a-z\\-.]+$"}"#), []);
}
