//! The fast section beside the plain one: it grows to a small multiple, charges for what is done, and is stopped by
//! depth where the plain one is.

use jsonbound::{Limit, Limits, Passes, Scratch, Validator, Verdict};
use serde_json::{Map, Value, json};

fn built(schema: &Value, limits: Limits, passes: Passes) -> Validator {
    let builder = Validator::builder().limits(limits).passes(passes).check_schema(false);
    builder.build(schema).unwrap_or_else(|error| panic!("{error}"))
}

/// Members of an object, by a function of their number.
fn members(len: usize, make: impl Fn(usize) -> (String, Value)) -> Value {
    Value::Object((0..len).map(make).collect::<Map<_, _>>())
}

/// Whatever passes copy: code, edges, names and their bytes.
#[test]
fn sections_grow_to_a_small_multiple() {
    let long = "x".repeat(50_000);
    let branch = |value: &str| json!({"required": ["k"], "properties": {"k": {"const": value}}});
    let small: Vec<Value> = (0..40).map(|at| json!({"not": {"const": at}})).collect();
    for (what, schema) in [
        (
            "a long name in a block that is copied",
            json!({
                "$defs": {"a": {"properties": {&long: {"type": "string"}}}},
                "properties": members(500, |at| {
                    (format!("p{at}"), json!({"$ref": "#/$defs/a", "minProperties": 1}))
                })
            }),
        ),
        (
            "a long string that tells branches apart, many times",
            json!({
                "$defs": {"a": branch(&long), "b": branch("y")},
                "properties": members(500, |at| {
                    let branches = json!([{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}]);
                    (format!("p{at}"), json!({"anyOf": branches}))
                })
            }),
        ),
        (
            "one pattern of many schemas, many names",
            json!({
                "allOf": (0..100).map(|at| json!({"patternProperties": {"^": {"minLength": at}}})).collect::<Vec<_>>(),
                "properties": members(500, |at| (format!("p{at}"), json!({"type": "string"})))
            }),
        ),
        (
            "patterns of large schemas, many names",
            json!({
                "patternProperties": {"^": {"anyOf": small}, "^p": {"allOf": small}, "p": {"oneOf": small}},
                "properties": members(500, |at| (format!("p{at}"), json!({"type": "string"})))
            }),
        ),
        (
            "schemas that are applied twice by each of a chain",
            json!({
                "$ref": "#/$defs/d0",
                "$defs": members(100, |at| {
                    let next = json!({"$ref": format!("#/$defs/d{}", at + 1)});
                    (format!("d{at}"), json!({"allOf": [next, next, {"minLength": at}]}))
                }).as_object().map(|all| {
                    let mut all = all.clone();
                    all.insert("d100".into(), json!({"type": "string"}));
                    all
                })
            }),
        ),
    ] {
        let size = |passes| built(&schema, Limits::trusted(), passes).to_string().len();
        let (plain, both) = (size(Passes::none()), size(Passes::all()));
        assert!(both <= 6 * plain + 100_000, "{what}: {plain} bytes, with the fast section {both}");
    }
}

/// A block that costs much is not paid for by members that do not enter it.
#[test]
fn a_walk_does_not_pay_for_what_it_cannot_enter() {
    let costly: Vec<Value> = (0..110).map(|at| json!({"not": {"const": at}})).collect();
    let schema = json!({
        "properties": {"meta": {"allOf": costly}},
        "additionalProperties": {"type": "integer"}
    });
    let instance = members(50_000, |at| (format!("{at}"), json!(at)));
    let [plain, fast] = [Passes::none(), Passes::all()].map(|passes| {
        let validator = built(&schema, Limits::untrusted(), passes);
        let mut scratch = jsonbound::Scratch::new();
        assert_eq!(validator.check_with(&mut scratch, &instance), Ok(Verdict::Valid));
        scratch.steps()
    });
    assert!(fast <= plain + plain / 2, "{fast} steps, {plain} in plain");
}

/// What is applied in place comes before what descends, as it does in the plain section.
#[test]
fn a_failure_in_place_is_found_before_the_depth_below() {
    let node = json!({"minProperties": 1, "properties": {"a": {"$ref": "#/$defs/n"}}});
    let deep = (0..100).fold(json!({"b": 1}), |inner, _| json!({"a": inner}));
    let limits = || {
        let mut limits = Limits::untrusted();
        limits.validation_depth = 50;
        limits
    };
    for before in [
        json!({"anyOf": [{"required": ["z"]}, {"required": ["y"]}]}),
        json!({"not": {"required": ["a"]}}),
        json!({"oneOf": [{"type": "null"}, {"type": "object", "required": ["z"]}]}),
        json!({"minProperties": 2}),
    ] {
        let mut schema = before.clone();
        schema["properties"] = json!({"a": {"$ref": "#/$defs/n"}});
        schema["$defs"] = json!({"n": node});
        for passes in [Passes::none(), Passes::all()] {
            let verdict = built(&schema, limits(), passes).check(&deep);
            assert_eq!(verdict, Ok(Verdict::Invalid), "{before}");
        }
    }
}

/// Of the members, those that need no frame come first, wherever they stand: a missing or a wrong one is found before
/// what lies deep.
#[test]
fn a_failing_member_is_found_before_the_depth_beside_it() {
    let node = json!({"properties": {"a": {"$ref": "#/$defs/n"}}});
    let deep = (0..100).fold(json!({"b": 1}), |inner, _| json!({"a": inner}));
    let mut limits = Limits::untrusted();
    limits.validation_depth = 50;
    for said in [
        json!({"properties": {"a": {"$ref": "#/$defs/n"}, "z": {"type": "string"}}}),
        json!({"properties": {"a": {"$ref": "#/$defs/n"}}, "required": ["y"]}),
        json!({"patternProperties": {"^a": {"$ref": "#/$defs/n"}, "^z": {"type": "string"}}}),
        json!({"additionalProperties": {"$ref": "#/$defs/n"}, "properties": {"z": {"type": "string"}}}),
        json!({"additionalProperties": {"$ref": "#/$defs/n"}, "required": ["y"]}),
    ] {
        let mut schema = said.clone();
        schema["$defs"] = json!({"n": node});
        let instance = json!({"a": deep, "z": 1});
        let verdict = built(&schema, limits.clone(), Passes::all()).check(&instance);
        assert_eq!(verdict, Ok(Verdict::Invalid), "{said}");
    }
}

/// A walk that sets aside more members than it keeps goes on after them: none is forgotten, and none is met twice.
#[test]
fn walks_that_set_many_members_aside_meet_each_once() {
    let leaf = |value: Value| json!({"a": {"b": value}});
    let object = json!({"properties": {"a": {"properties": {"b": {"type": "integer"}}}}});
    for schema in [
        json!({"additionalProperties": object, "required": ["k0"]}),
        json!({"patternProperties": {"^k": object, "[05]$": object}, "required": ["k0"]}),
        json!({"properties": {"k64": object, "k0": object, "k33": object}}),
    ] {
        let validator = built(&schema, Limits::trusted(), Passes::all());
        for len in [1, 31, 32, 33, 63, 64, 65, 200] {
            let valid = members(len, |at| (format!("k{at}"), leaf(json!(at))));
            assert_eq!(validator.check(&valid), Ok(Verdict::Valid), "{schema} {len}");
            for wrong in [0, 33, 64].into_iter().filter(|&wrong| wrong < len) {
                let mut invalid = valid.clone();
                invalid[format!("k{wrong}")] = leaf(json!("x"));
                assert_eq!(
                    validator.check(&invalid),
                    Ok(Verdict::Invalid),
                    "{schema} {len} {wrong}"
                );
            }
            let mut scratch = Scratch::new();
            let steps = |scratch: &mut Scratch, value: &Value| {
                let _ = validator.check_with(scratch, value);
                scratch.steps()
            };
            let once = steps(&mut scratch, &valid);
            let twice = members(2 * len, |at| (format!("k{at}"), leaf(json!(at))));
            assert!(steps(&mut scratch, &twice) <= 3 * once, "{schema} {len}");
        }
    }
}

/// A loop through branches that the value's kind selects is called one, however long.
#[test]
fn loops_through_selected_branches_are_told() {
    for len in [1, 2, 3, 7, 8, 9, 20, 100] {
        let schema = json!({
            "$ref": "#/$defs/s0",
            "$defs": members(len, |at| {
                let next = format!("#/$defs/s{}", (at + 1) % len);
                let branches = json!([{"type": "string"}, {"type": "array", "$ref": next}]);
                (format!("s{at}"), json!({"anyOf": branches}))
            })
        });
        for passes in [Passes::none(), Passes::all()] {
            let validator = built(&schema, Limits::untrusted(), passes);
            let stopped = validator.check(&json!([])).expect_err("a loop");
            assert_eq!(stopped.limit(), Limit::Loop, "{len}");
            assert_eq!(validator.check(&json!("x")), Ok(Verdict::Valid));
        }
    }
}
