//! Schemas that make validators exponential, or worse: each ends, in steps that are bounded.

mod common;

use common::{Outcome, cold, compiled, limits, run};
use jsonbound::{Limit, Limits, Passes, Scratch, Validator, Verdict};
use serde_json::{Map, Value, json};

/// Definitions `0..=levels`; each is made of a reference to the next, and the last is `end`.
fn fan(levels: usize, end: &Value, level: impl Fn(Value) -> Value) -> Value {
    let next = |at: usize| json!({"$ref": format!("#/$defs/{}", at + 1)});
    let mut definitions: Map<_, _> =
        (0..levels).map(|at| (at.to_string(), level(next(at)))).collect();
    definitions.insert(levels.to_string(), end.clone());
    json!({"$ref": "#/$defs/0", "$defs": definitions})
}

/// How a level refers to the next one twice.
type Level = fn(Value) -> Value;

const LEVELS: &[(&str, Level)] = &[
    ("allOf", |next| json!({"allOf": [next, next]})),
    ("anyOf", |next| json!({"anyOf": [{"allOf": [next, false]}, next]})),
    ("oneOf", |next| json!({"oneOf": [next, {"allOf": [next, false]}]})),
    ("not", |next| json!({"not": {"anyOf": [{"not": next}, {"not": next}]}})),
    ("if", |next| json!({"if": next, "then": next, "else": next})),
    ("dependentSchemas", |next| json!({"dependentSchemas": {"a": next, "b": next}})),
    (
        "titles",
        |next| json!({"allOf": [{"allOf": [next], "title": "x"}, {"allOf": [next], "maxItems": 9}]}),
    ),
    ("unevaluated", |next| json!({"allOf": [next, next], "unevaluatedProperties": false})),
];

/// The right outcome, or a stop by the steps; never more steps than there are.
fn assert_ends(schema: &Value, instance: &Value, expected: Outcome, limits: Limits) -> bool {
    let max = limits.validation_steps;
    let validator = compiled(schema, limits);
    let (outcome, steps) = cold(&validator, instance);
    assert!(steps <= max);
    if outcome == Outcome::Stopped(Limit::ValidationSteps) {
        return false;
    }
    assert_eq!(outcome, expected, "{schema}");
    true
}

fn steps(most: u64) -> Limits {
    limits(|limits| limits.validation_steps = most)
}

#[test]
fn fans_of_references_end() {
    let instance = json!({"a": 1, "b": 2});
    let end = json!({"properties": {"a": {"type": "integer"}, "b": true}});
    for (name, level) in LEVELS {
        assert!(
            assert_ends(&fan(6, &end, level), &instance, Outcome::Valid, steps(100_000)),
            "{name}"
        );
        assert_ends(&fan(60, &end, level), &instance, Outcome::Valid, steps(100_000));
    }
}

/// The same, down a nested instance: twice the same definition at each level.
#[test]
fn trees_of_references_end() {
    let twins: &[(&str, Value)] = &[
        ("allOf", json!({"allOf": [{"items": {"$ref": "#"}}, {"items": {"$ref": "#"}}]})),
        (
            "anyOf",
            json!({"anyOf": [
                {"items": {"$ref": "#"}, "maxItems": 0}, {"items": {"$ref": "#"}}
            ]}),
        ),
        (
            "oneOf",
            json!({"oneOf": [
                {"items": {"$ref": "#"}}, {"type": "array", "items": {"$ref": "#"}, "contains": false}
            ]}),
        ),
        (
            "dynamic",
            json!({"$dynamicAnchor": "n", "allOf": [
                {"items": {"$dynamicRef": "#n"}}, {"items": {"$dynamicRef": "#n"}}
            ]}),
        ),
        (
            "unevaluated",
            json!({"anyOf": [{"items": {"$ref": "#"}}, {"items": {"$ref": "#"}}],
            "unevaluatedItems": false}),
        ),
        (
            "properties",
            json!({"allOf": [
                {"properties": {"a": {"$ref": "#"}}}, {"additionalProperties": {"$ref": "#"}}
            ]}),
        ),
    ];
    let nested = |levels: usize, members: bool| {
        let wrap = |inner| if members { json!({"a": inner}) } else { json!([inner]) };
        (0..levels).fold(json!(null), |inner, _| wrap(inner))
    };
    for (name, schema) in twins {
        let members = *name == "properties";
        // The innermost value has no items to fail on.
        assert!(assert_ends(schema, &nested(4, members), Outcome::Valid, steps(100_000)), "{name}");
        assert_ends(schema, &nested(100, members), Outcome::Valid, steps(100_000));
    }
}

/// A report has no more steps than what the verdict left, however many branches failed.
#[test]
fn reports_of_fans_end() {
    let schema = fan(40, &json!({"type": "null"}), |next| json!({"anyOf": [next, next]}));
    let invalid =
        json!({"type": "null", "$defs": schema["$defs"], "anyOf": [schema["$ref"], true]});
    let schema =
        json!({"allOf": [{"type": "null"}, {"$ref": "#/$defs/0"}], "$defs": invalid["$defs"]});
    let validator = compiled(&schema, steps(50_000));
    let mut scratch = Scratch::new();
    assert_eq!(run(&validator, &mut scratch, &json!(1)).0, Outcome::Invalid);
    let error = validator.validate_with(&mut scratch, &json!(1)).expect_err("invalid");
    assert!(scratch.steps() <= 50_000);
    let jsonbound::Error::Invalid(invalid) = error else { panic!("{error}") };
    assert!(invalid.report().is_cut());
}

/// Wide against wide: what looks like one instruction is paid by its size.
#[test]
fn products_are_paid_for() {
    let names = |len: usize| (0..len).map(|at| format!("name {at}"));
    let object = |len| Value::Object(names(len).map(|name| (name, json!(1))).collect());
    let numbers: Vec<_> = (0..600).map(|at| json!([at])).collect();
    for (schema, instance) in [
        (json!({"items": {"enum": numbers}}), json!(vec![json!([599]); 600])),
        (
            json!({"items": {"required": names(2_000).collect::<Vec<_>>()}}),
            json!(vec![object(2_000); 5]),
        ),
        (json!({"allOf": vec![json!({"items": {}}); 600]}), json!(vec![0; 600])),
        (
            json!({"patternProperties": names(100).map(|name| (name, json!(true))).collect::<Map<_, _>>()}),
            object(500),
        ),
        (
            json!({"allOf": vec![json!({"properties": {"x": true}, "unevaluatedProperties": true}); 200]}),
            object(200),
        ),
        (json!({"allOf": vec![json!({"minLength": 3_000}); 500]}), json!("é".repeat(4_000))),
        (
            json!({"items": {"items": {"uniqueItems": true}}}),
            json!([vec![json!(vec![0; 1]); 1_000]]),
        ),
    ] {
        // The fast section may find that there is little to do, or nothing.
        let builder = || Validator::builder().check_schema(false).passes(Passes::none());
        let free = builder().limits(Limits::trusted()).build(&schema).expect("a schema");
        let (outcome, needed) = cold(&free, &instance);
        assert_eq!(outcome, Outcome::Valid);
        let few = builder().limits(steps(needed / 2)).build(&schema).expect("a schema");
        assert_eq!(cold(&few, &instance).0, Outcome::Stopped(Limit::ValidationSteps));
        let size = instance.to_string().len().min(schema.to_string().len()) as u64;
        assert!(needed > size / 40, "{needed} steps for {size} bytes");
        let (outcome, fast) = cold(&compiled(&schema, Limits::trusted()), &instance);
        assert!(outcome == Outcome::Valid && fast <= needed, "{fast} steps, {needed} in plain");
    }
}

/// Memory is held before it is used: evaluated sets, tables of items, frames.
#[test]
fn memory_is_bounded() {
    let few = |schema: Value| compiled(&schema, limits(|limits| limits.scratch_units = 20_000));
    let items = json!((0..2_000).collect::<Vec<_>>());
    let nested = (0..200).fold(json!(null), |inner, _| json!([inner]));
    let members: Map<_, _> = (0..3_000).map(|at| (format!("{at}"), json!(at))).collect();
    for (schema, instance) in [
        (json!({"uniqueItems": true}), &items),
        (json!({"items": {"$ref": "#"}}), &nested),
        (
            json!({"anyOf": [{"additionalProperties": true}], "unevaluatedProperties": false}),
            &Value::Object(members),
        ),
    ] {
        let stopped = few(schema.clone()).check(instance).expect_err(&schema.to_string());
        assert_eq!((stopped.limit(), stopped.max()), (Limit::ScratchUnits, 20_000), "{schema}");
    }
    // What is given back can be used again.
    let lists: Vec<_> = (0..200).map(|_| json!((0..100).collect::<Vec<_>>())).collect();
    let again = few(json!({"items": {"uniqueItems": true, "unevaluatedItems": true}}));
    assert_eq!(again.check(&json!(lists)), Ok(Verdict::Valid));
    let failing = few(json!({"items": {"anyOf": [{"unevaluatedItems": false}, true]}}));
    assert_eq!(failing.check(&json!(vec![[0]; 3_000])), Ok(Verdict::Valid));
}
