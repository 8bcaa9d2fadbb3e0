//! Lowering is total: whatever stands where a keyword's value should be, there is a program or an error with a place,
//! never a panic.

mod common;

use common::Setup;
use jsonbound_compiler::Limits;
use jsonbound_json::pointer;
use jsonbound_vocab::{Dialect, KEYWORDS};
use proptest::prelude::*;
use serde_json::{Map, Value};

fn name() -> impl Strategy<Value = String> {
    let keywords: Vec<&'static str> = KEYWORDS.iter().map(|keyword| keyword.name).collect();
    prop_oneof![
        8 => prop::sample::select(keywords).prop_map(str::to_owned),
        2 => prop::sample::select(vec!["$ref", "$id", "$dynamicRef", "$dynamicAnchor", "$defs", "$schema"]).prop_map(str::to_owned),
        1 => prop::sample::select(vec!["a", "b", "", "~/", "unknown", "(", "^a"]).prop_map(str::to_owned),
    ]
}

/// Texts that mean something to `$ref`, `$id`, anchors, `type`, or `pattern`.
const TEXTS: [&str; 37] = [
    "#",
    "",
    "a",
    "b",
    "#a",
    "#b",
    "b#a",
    "#/",
    "#/a",
    "#/$defs/a",
    "#/$defs/b",
    "#/allOf/0",
    "#/not/not",
    "#/a/b",
    "#/const",
    "#/unknown/a",
    "#/enum/0",
    "http://example.com/doc",
    "http://example.com/doc#/x",
    "http://example.com/doc#/$defs/a/x",
    "http://example.com/missing",
    "%",
    "#%61",
    "#/%",
    "http://[",
    "string",
    "object",
    "(",
    "http://example.com/meta",
    "urn:x:y",
    "../..",
    "?",
    "//",
    "any",
    "http://json-schema.org/draft-03/schema#",
    "http://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft/2019-09/schema",
];

fn text() -> impl Strategy<Value = Value> {
    prop::sample::select(TEXTS.to_vec()).prop_map(Value::from)
}

fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        6 => text(),
        2 => prop::sample::select(vec![0.0, 1.0, -1.0, 0.5, 1e300]).prop_map(Value::from),
        1 => any::<u64>().prop_map(Value::from),
        2 => any::<bool>().prop_map(Value::from),
        1 => Just(Value::Null),
    ]
}

fn schema() -> impl Strategy<Value = Value> {
    let reference =
        prop::sample::select(vec!["$ref", "$dynamicRef", "$id"]).prop_map(str::to_owned);
    leaf().prop_recursive(5, 40, 6, move |inner| {
        let member = prop_oneof![3 => (name(), inner.clone()), 1 => (reference.clone(), text())];
        prop_oneof![
            1 => prop::collection::vec(inner, 0..4).prop_map(Value::from),
            3 => prop::collection::vec(member, 0..6)
                .prop_map(|members| Value::from(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// Something for references to lead to.
fn around(schema: Value) -> Value {
    let Value::Object(mut members) = schema else { return schema };
    members.entry("a").or_insert_with(|| serde_json::json!({"b": {"$anchor": "a"}, "$id": "b"}));
    members
        .entry("unknown")
        .or_insert_with(|| serde_json::json!({"a": {"$dynamicAnchor": "b", "$ref": "#/a"}}));
    members.into()
}

fn dialect() -> impl Strategy<Value = Dialect> {
    prop::sample::select(Dialect::all().collect::<Vec<_>>())
}

fn tried(schema: &Value, dialect: Dialect, limits: Limits) -> Result<(), TestCaseError> {
    let text = schema.to_string();
    let setup = Setup { limits, dialect, ..Setup::default() }
        .document("http://example.com/doc", r##"{"x": {"$id": "x", "not": {"$ref": "#/y"}, "y": {"$ref": "doc"}},
            "$defs": {"a": {"$id": "a", "x": {"$ref": "#/$defs/b", "$id": "c"}, "$defs": {"b": {"$dynamicAnchor": "b"}}}}}"##)
        .document("http://example.com/meta", r#"{"$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/applicator": true}}"#);
    match setup.compile(&text) {
        Ok(compiled) => prop_assert!(jsonbound_program::verify(&compiled.program).is_ok()),
        Err(error) => {
            prop_assert_ne!(error.code(), "internal");
            prop_assert!(!error.code().is_empty() && !error.to_string().is_empty());
            prop_assert!(!error.document().is_empty());
            if error.document() == "json-schema:///" {
                let document = common::parse(&text);
                let place = pointer::resolve(document.root(), error.pointer()).unwrap();
                prop_assert!(place.is_some(), "{} leads nowhere in {}", error.pointer(), text);
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn random_values_under_keywords(schemas in prop::collection::vec((schema(), dialect()), 8)) {
        for (schema, dialect) in schemas {
            tried(&schema, dialect, Limits::unlimited())?;
            tried(&around(schema), dialect, Limits::unlimited())?;
        }
    }

    #[test]
    fn random_values_under_small_limits(schema in schema(), dialect in dialect(), limit in 0u64..30) {
        let limits = Limits {
            schema_depth: limit, subschemas: limit, instructions: limit, refs: limit, resources: limit, anchors: limit,
            uri_bytes: 4 * limit, uri_total_bytes: 8 * limit, literal_nodes: limit, patterns: limit,
            compile_steps: 32 * limit, ..Limits::unlimited()
        };
        tried(&around(schema), dialect, limits)?;
    }

    /// One keyword with any value, which random schemas seldom get to lower.
    #[test]
    fn one_keyword(at in 0..KEYWORDS.len(), value in schema()) {
        let members = Map::from_iter([(KEYWORDS[at].name.to_owned(), value)]);
        for dialect in Dialect::all().filter(|&dialect| KEYWORDS[at].dialects.contains(dialect)) {
            tried(&members.clone().into(), dialect, Limits::unlimited())?;
        }
    }
}
