//! Random schemas and instances, small and over few names and values, so that they often meet.
//!
//! Invariant: every keyword that is lowered can occur, and every reference leads somewhere.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Where references may lead, from whichever resource.
const REFERENCES: [&str; 4] = [
    "https://example.com/root#/$defs/a",
    "https://example.com/root#/$defs/b",
    "https://example.com/other",
    "#a",
];

/// Names of members.
pub(crate) fn name() -> impl Strategy<Value = String> + Clone {
    prop::sample::select(vec!["a", "b", "ab", "long name of a member"]).prop_map(str::to_owned)
}

fn scalar() -> impl Strategy<Value = Value> + Clone {
    let values = [
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(1.0),
        json!(2),
        json!(-1.5),
        json!(1e20),
        json!(""),
        json!("a"),
        json!("ab"),
        json!("ééé"),
    ];
    prop::sample::select(values.to_vec())
}

/// Values of any kind.
pub(crate) fn instance() -> impl Strategy<Value = Value> + Clone {
    scalar().prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::vec((name(), inner), 0..4).prop_map(object),
        ]
    })
}

fn object(members: Vec<(String, Value)>) -> Value {
    Value::Object(members.into_iter().collect())
}

fn pattern() -> impl Strategy<Value = &'static str> + Clone {
    prop::sample::select(vec!["^a", "b$", "", "^(?!a)", "(.)\\1"])
}

/// A keyword that applies no schemas, with its value.
fn assertion() -> BoxedStrategy<(&'static str, Value)> {
    let number = prop::sample::select(vec![json!(0), json!(1), json!(1.5), json!(-1)]);
    let count = (0u64..3).prop_map(|count| json!(count));
    let names = prop::sample::subsequence(vec!["a", "b", "ab"], 0..3);
    let types = ["null", "boolean", "object", "array", "number", "string", "integer"];
    let some = prop::sample::subsequence(types.to_vec(), 1..4);
    prop_oneof![
        3 => some.prop_map(|types| ("type", json!(types))),
        1 => instance().prop_map(|value| ("const", value)),
        1 => prop::collection::vec(instance(), 0..4).prop_map(|values| ("enum", json!(values))),
        1 => prop::sample::select(vec![json!(0.5), json!(2)]).prop_map(|n| ("multipleOf", n)),
        2 => (prop::sample::select(vec![
            "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum",
        ]), number),
        3 => (prop::sample::select(vec![
            "maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties",
            "minContains", "maxContains",
        ]), count),
        1 => pattern().prop_map(|pattern| ("pattern", json!(pattern))),
        1 => Just(("uniqueItems", json!(true))),
        1 => names.clone().prop_map(|names| ("required", json!(names))),
        1 => (name(), names).prop_map(|(name, names)| ("dependentRequired", json!({name: names}))),
        2 => prop::sample::select(REFERENCES.to_vec())
            .prop_map(|reference| ("$ref", json!(reference))),
        1 => prop::sample::select(vec!["#a", "other#a"])
            .prop_map(|reference| ("$dynamicRef", json!(reference))),
    ]
    .boxed()
}

/// A keyword that applies these schemas.
fn applicator(schema: BoxedStrategy<Value>) -> BoxedStrategy<(&'static str, Value)> {
    let list = prop::collection::vec(schema.clone(), 1..4).prop_map(Value::Array);
    let members = prop::collection::vec((name(), schema.clone()), 0..4).prop_map(object);
    let patterns = prop::collection::vec((pattern().prop_map(str::to_owned), schema.clone()), 0..3)
        .prop_map(object);
    prop_oneof![
        3 => (prop::sample::select(vec!["allOf", "anyOf", "oneOf", "prefixItems"]), list),
        4 => (prop::sample::select(vec![
            "not", "if", "then", "else", "items", "contains", "additionalProperties",
            "propertyNames",
        ]), schema.clone()),
        2 => (prop::sample::select(vec!["unevaluatedItems", "unevaluatedProperties"]), schema),
        2 => (prop::sample::select(vec!["properties", "dependentSchemas"]), members),
        1 => patterns.prop_map(|patterns| ("patternProperties", patterns)),
    ]
    .boxed()
}

fn keywords(keywords: Vec<(&'static str, Value)>) -> Value {
    let keywords = keywords.into_iter().map(|(name, value)| (name.to_owned(), value));
    Value::Object(keywords.collect())
}

/// Schemas that may refer to what [`with_definitions`] adds.
pub(crate) fn subschema() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        1 => any::<bool>().prop_map(Value::Bool),
        4 => prop::collection::vec(assertion(), 0..3).prop_map(keywords),
    ];
    leaf.prop_recursive(3, 24, 3, |inner| {
        let inner = inner.boxed();
        let keyword = prop_oneof![1 => assertion(), 2 => applicator(inner)];
        prop::collection::vec(keyword, 1..4).prop_map(keywords)
    })
    .boxed()
}

/// Puts a schema beside what references lead to: `a` and `b`, and the resource `other`, which share a dynamic anchor.
pub(crate) fn with_definitions(schema: &Value, [a, b, other]: [Value; 3]) -> Value {
    let anchored = |schema: Value, more: &[(&str, &str)]| {
        let mut members = match schema {
            Value::Object(members) => members,
            schema => Map::from_iter([("allOf".to_owned(), json!([schema]))]),
        };
        for (name, value) in more {
            members.insert((*name).to_owned(), json!(value));
        }
        Value::Object(members)
    };
    json!({
        "$id": "https://example.com/root",
        "allOf": [schema],
        "$defs": {
            "a": anchored(a, &[("$dynamicAnchor", "a")]),
            "b": b,
            "other": anchored(other, &[("$id", "other"), ("$dynamicAnchor", "a")]),
        },
    })
}

/// Schemas with what they refer to.
pub(crate) fn schema() -> impl Strategy<Value = Value> {
    (subschema(), [subschema(), subschema(), subschema()])
        .prop_map(|(schema, definitions)| with_definitions(&schema, definitions))
}
