//! Steps as numbers: the cost model, held fast. Debug and release builds compare with the same numbers, so they agree
//! with each other.
//!
//! A change here is a new version of the cost model.

mod common;

use common::{Outcome, cold, compiled, json, limits, report, run, validator};
use jsonbound::{Document, Error, Limit, Limits, Passes, Scratch, Validator};
use serde_json::{Value, json};

/// A schema, an instance, and steps: of the verdict by the plain section, by the fast one, and of verdict and report
/// together. What patterns cost is their crate's to test.
#[rustfmt::skip]
const GOLDEN: &[(&str, &str, [u64; 3])] = &[
    (r##"true"##, r#"{}"#, [1, 1, 1]),
    (r##"false"##, r#"1"#, [1, 1, 10]),
    (r##"{"type": "integer", "minimum": 2}"##, r#"3.0"#, [14, 14, 14]),
    (r##"{"type": "integer", "minimum": 2}"##, r#"1.5"#, [6, 6, 36]),
    (r##"{"multipleOf": 0.01}"##, r#"123456789012345678901234567890.5"#, [24, 24, 24]),
    (r##"{"const": {"a": [1, 2, {"b": null}]}}"##, r#"{"a": [1, 2, {"b": null}]}"#, [25, 25, 25]),
    (r##"{"enum": ["a", 1, [2], null]}"##, r#"[3]"#, [17, 17, 42]),
    (r##"{"enum": ["a", 1, [2], null]}"##, r#""a""#, [1, 1, 1]),
    (r##"{"maxLength": 40}"##, r#""aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa""#, [3, 3, 14]),
    (r##"{"uniqueItems": true}"##, r#"[1, [2], {"a": 3}, "four", null]"#, [26, 26, 26]),
    (r##"{"prefixItems": [true, true, true], "items": {"type": "null"}}"##, r#"[1, 2, 3, null, null]"#, [18, 11, 11]),
    (r##"{"contains": {"type": "null"}, "minContains": 2}"##, r#"[1, null, 2, null, 3, 4]"#, [11, 11, 11]),
    (r##"{"required": ["a", "b", "c"], "dependentRequired": {"a": ["b"]}}"##, r#"{"a": 1, "b": 2, "c": 3}"#, [7, 7, 7]),
    (r##"{"required": ["a", "b", "c"], "dependentRequired": {"a": ["b"]}}"##, r#"{"a": 1}"#, [2, 2, 28]),
    (r##"{"properties": {"a": {"type": "null"}, "b": {"items": {}}}, "additionalProperties": false}"##, r#"{"a": null, "b": [1, 2]}"#, [12, 5, 5]),
    (r##"{"properties": {"a": {"type": "null"}, "b": {"items": {}}}, "additionalProperties": false}"##, r#"{"a": 1, "c": 3}"#, [5, 5, 31]),
    (r##"{"patternProperties": {"^a": {}, "b$": {"type": "null"}}, "propertyNames": {"maxLength": 2}}"##, r#"{"ab": null, "a": 1, "cb": null}"#, [24, 26, 26]),
    (r##"{"anyOf": [{"type": "null"}, {"items": {"$ref": "#"}}]}"##, r#"[null, [null, []]]"#, [21, 12, 12]),
    (r##"{"oneOf": [{"type": "null"}, {"type": "array", "items": {"not": {"$ref": "#"}}}]}"##, r#"[1, 2, {}]"#, [22, 11, 11]),
    (r##"{"if": {"required": ["a"]}, "then": {"minProperties": 2}, "dependentSchemas": {"a": {"properties": {"a": {"type": "null"}}}}}"##, r#"{"a": 1}"#, [5, 5, 34]),
    (r##"{"prefixItems": [true], "contains": {"type": "null"}, "unevaluatedItems": {"type": "string"}}"##, r#"[1, "x", null, "y"]"#, [25, 25, 25]),
    (r##"{"allOf": [{"properties": {"a": true}}, {"patternProperties": {"^b": true}}], "unevaluatedProperties": false}"##, r#"{"a": 1, "b": 2}"#, [20, 7, 7]),
    (r##"{"allOf": [{"properties": {"a": true, "b": true}, "unevaluatedProperties": {}}], "unevaluatedProperties": {}}"##, r#"{"a": 1, "b": 2, "c": 3}"#, [26, 24, 24]),
    (r##"{"$id": "https://example.com/t", "$dynamicAnchor": "n", "type": "array", "$ref": "u", "$defs": {"u": {"$id": "u", "$dynamicAnchor": "n", "items": {"$dynamicRef": "#n"}}}}"##, r#"[[], [[]]]"#, [21, 17, 17]),
];

fn check(schema: &str, instance: &str) -> [u64; 3] {
    let builder = Validator::builder().limits(Limits::trusted()).passes(Passes::none());
    let plain = builder.build_str(schema).expect("a schema");
    let fast = compiled(&json(schema), Limits::trusted());
    let mut scratch = Scratch::new();
    let mut verdict = |validator| run(validator, &mut scratch, &json(instance)).1;
    let [plain, verdict] = [verdict(&plain), verdict(&fast)];
    let result = fast.validate_with(&mut scratch, &json(instance));
    assert!(!matches!(result, Err(Error::Stopped(_))));
    [plain, verdict, scratch.steps()]
}

#[test]
fn golden_steps() {
    let mut wrong = String::new();
    for &(schema, instance, steps) in GOLDEN {
        let found = check(schema, instance);
        if found != steps {
            wrong += &format!("    (r##\"{schema}\"##, r#\"{instance}\"#, {found:?}),\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// A tree of objects and arrays that meets most instructions.
fn rich() -> (Validator, Value) {
    let schema = r##"{
        "$id": "https://example.com/rich",
        "$dynamicAnchor": "node",
        "type": "object",
        "properties": {
            "name": {"type": "string", "pattern": "^[a-z]+(?! )", "maxLength": 8},
            "tags": {"uniqueItems": true, "items": {"enum": ["x", "y", 1, [2]]}},
            "children": {"items": {"$dynamicRef": "#node"}}
        },
        "patternProperties": {"^x-": {"oneOf": [{"type": "number"}, {"const": "none"}]}},
        "if": {"required": ["name"]},
        "then": {"properties": {"name": {"minLength": 1}}},
        "unevaluatedProperties": {"not": {"type": "null"}}
    }"##;
    let leaf = json!({"name": "leaf", "tags": ["x", 1, [2]], "x-a": 1.5, "other": [1, 2]});
    let inner = json!({"children": [leaf, leaf], "x-b": "none"});
    (validator(schema), json!({"name": "root", "children": [inner, leaf, inner]}))
}

#[test]
fn steps_do_not_depend_on_threads_or_earlier_runs() {
    let (validator, instance) = rich();
    let expected = cold(&validator, &instance);
    assert_eq!(expected.0, Outcome::Valid);
    let text = instance.to_string();
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let (validator, text) = (validator.clone(), text.clone());
            std::thread::spawn(move || {
                let mut scratch = Scratch::new();
                let document = Document::parse(text.as_bytes()).expect("JSON");
                let value: Value = json(&text);
                (0..5).all(|_| {
                    run(&validator, &mut scratch, document.root()) == expected
                        && run(&validator, &mut scratch, &value) == expected
                })
            })
        })
        .collect();
    assert!(threads.into_iter().all(|thread| thread.join().expect("a thread")));
}

/// Stopped at any point, a scratch serves the next run as a new one does.
#[test]
fn a_stop_leaves_nothing_behind() {
    let (whole, instance) = rich();
    let expected = cold(&whole, &instance);
    let mut scratch = Scratch::new();
    for steps in (0..expected.1).step_by(23) {
        let schema = json!({"items": {"$ref": "#/$defs/d"}, "$defs": {"d": {"uniqueItems": true}}});
        let few = compiled(&schema, limits(|limits| limits.validation_steps = steps));
        let _ = run(&few, &mut scratch, &json!([[1, 2, 3], [4, 5, {"a": [6]}]]));
        assert_eq!(run(&whole, &mut scratch, &instance), expected);
    }
}

/// The written length of a number is what reading it costs, wherever it is read; a document holds what no `Value` can.
#[test]
fn long_numbers_are_paid_for_wherever_they_are_read() {
    let long = format!("1.{}", "0".repeat(800));
    let text = format!("[{long}]");
    let document = Document::parse(text.as_bytes()).expect("JSON");
    let short = json!([1.0]);
    let least = (long.len() as u64 - 32) / 8;
    for (schema, reads) in [
        (json!({"items": {"type": "integer"}}), 1),
        (json!({"items": {"const": 1}}), 1),
        (json!({"const": [1]}), 1),
        (json!({"items": {"enum": [3, 2, "x", 1]}}), 3),
        (json!({"enum": [[3], [2], {}, [1]]}), 3),
        (json!({"items": {"minimum": 0, "maximum": 2}}), 2),
        (json!({"items": {"multipleOf": 1}}), 1),
        (json!({"uniqueItems": true, "type": "array"}), 0),
        (json!({"items": {"type": "number"}}), 0),
    ] {
        let validator = compiled(&schema, Limits::trusted());
        let (outcome, steps) = cold(&validator, document.root());
        let (same, few) = cold(&validator, &short);
        assert_eq!((outcome, same), (Outcome::Valid, Outcome::Valid), "{schema}");
        assert!(steps - few >= reads * least, "{schema}: {steps} and {few}");
        assert!(reads > 0 || steps == few, "{schema}: {steps} and {few}");
    }
}

/// Work that grows with the instance is paid for: doubling it doubles the steps, nearly.
#[test]
fn steps_grow_with_the_instance() {
    let array = |len: usize| Value::Array((0..len).map(|at| json!(format!("item {at}"))).collect());
    let object = |len: usize| {
        Value::Object((0..len).map(|at| (format!("member {at}"), json!(at))).collect())
    };
    let text = |len: usize| Value::String("é".repeat(len));
    for (schema, of) in [
        (json!({"items": true}), &array as &dyn Fn(usize) -> Value),
        (json!({"contains": {"type": "null"}, "minContains": 0, "maxContains": 1}), &array),
        (json!({"uniqueItems": true}), &array),
        (json!({"unevaluatedItems": true}), &array),
        (json!({"additionalProperties": true}), &object),
        (json!({"patternProperties": {"x": true}}), &object),
        (json!({"propertyNames": {"minLength": 1}}), &object),
        (json!({"unevaluatedProperties": true}), &object),
        (json!({"properties": {"a": true}, "unevaluatedProperties": true}), &object),
        (json!({"pattern": "x"}), &text),
        (json!({"minLength": 40_000}), &text),
    ] {
        let builder = Validator::builder().limits(Limits::trusted()).passes(Passes::none());
        let validator = builder.build(&schema).expect("a schema");
        let steps = |len| cold(&validator, &of(len)).1;
        let (one, two) = (steps(20_000), steps(40_000));
        assert!(one > 1_000 && two > one + one / 2, "{schema}: {one} and {two}");
    }
}

/// No report costs less than the verdict that it goes with, and both share one budget.
#[test]
fn verdict_and_report_share_a_budget() {
    let schema = json!({"items": {"type": "null"}});
    let instance = json!([1, 2, 3]);
    let [_, verdict, whole] = check(&schema.to_string(), &instance.to_string());
    let exact = compiled(&schema, limits(|limits| limits.validation_steps = whole));
    assert!(!report(&exact, &instance).is_cut());
    let less = compiled(&schema, limits(|limits| limits.validation_steps = whole - 1));
    let cut = report(&less, &instance);
    assert_eq!(cut.stopped().map(|stopped| stopped.limit()), Some(Limit::ValidationSteps));
    let none = compiled(&schema, limits(|limits| limits.validation_steps = verdict));
    assert!(report(&none, &instance).failures().is_empty());
}
