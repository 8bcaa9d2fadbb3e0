//! Every instruction: a value that passes, one that fails, what the report says of it, and a budget that is one step
//! short.

mod common;

use common::{Outcome, cold, compiled, json, limits, report, row};
use jsonbound::{Limit, Limits, Validator};
use jsonbound_program::INSTRUCTIONS;
use serde_json::{Value, json};

struct Case {
    /// What the instruction is called in a disassembly.
    mnemonic: &'static str,
    schema: &'static str,
    valid: &'static [&'static str],
    invalid: &'static str,
    /// Where the invalid one fails: in the instance, and below the schema.
    at: &'static str,
    keyword: &'static str,
    message: &'static str,
}

macro_rules! cases {
    ($($mnemonic:literal, $schema:literal: [$($valid:literal),+], $invalid:literal
        => $at:literal, $keyword:literal, $message:literal;)+) => {
        const CASES: &[Case] = &[$(Case {
            mnemonic: $mnemonic,
            schema: $schema,
            valid: &[$($valid),+],
            invalid: $invalid,
            at: $at,
            keyword: $keyword,
            message: $message,
        }),+];
    };
}

cases! {
    "fail", r#"{"properties": {"a": false}}"#: ["{}", "1"], r#"{"a": 1}"#
        => "/a", "/properties/a", "the member \"a\" is not allowed";
    "type", r#"{"type": "integer"}"#: ["1", "1.0", "-10e-1"], "1.5"
        => "", "/type", "must be integer";
    "type", r#"{"type": ["null", "number"]}"#: ["null", "1.5"], "true"
        => "", "/type", "must be null or number";
    "type", r#"{"type": ["boolean", "string", "array", "object"]}"#: ["true", "\"\"", "[]", "{}"], "0"
        => "", "/type", "must be boolean or string or array or object";
    "const", r#"{"const": {"a": [1, "x"]}}"#: [r#"{"a": [1.0, "x"]}"#], r#"{"a": [1, "y"]}"#
        => "", "/const", "must equal the constant";
    "enum", r#"{"enum": ["a", 1, [null]]}"#: ["\"a\"", "1", "[null]"], "\"b\""
        => "", "/enum", "must equal one of the listed values";
    "enum", r#"{"enum": [[0], 2]}"#: ["[0]", "2.0"], "[1]"
        => "", "/enum", "must equal one of the listed values";
    "integer-form", r#"{"$schema": "http://json-schema.org/draft-04/schema#", "id": "https://example.com/case", "type": "integer"}"#: ["1", "-20"], "1.0"
        => "", "/type", "must be written without a fraction and an exponent";
    "multiple-of", r#"{"multipleOf": 0.01}"#: ["4.35", "null"], "4.355"
        => "", "/multipleOf", "must be a multiple of 0.01";
    "maximum", r#"{"maximum": 3}"#: ["3", "\"x\""], "3.0001"
        => "", "/maximum", "must be at most 3";
    "exclusive-maximum", r#"{"exclusiveMaximum": 3}"#: ["2.9", "[]"], "3.0"
        => "", "/exclusiveMaximum", "must be less than 3";
    "minimum", r#"{"minimum": -3}"#: ["-3", "{}"], "-3.5"
        => "", "/minimum", "must be at least -3";
    "exclusive-minimum", r#"{"exclusiveMinimum": -3}"#: ["0", "true"], "-3"
        => "", "/exclusiveMinimum", "must be greater than -3";
    "range", r#"{"minimum": 1, "exclusiveMaximum": 3}"#: ["1", "2.9", "\"x\""], "3.0"
        => "", "/exclusiveMaximum", "must be less than 3";
    "range", r#"{"exclusiveMinimum": 1, "maximum": 3}"#: ["1.1", "3"], "1"
        => "", "/exclusiveMinimum", "must be greater than 1";
    "strings", r#"{"enum": ["a", "abcdefgh", "abcdefghi", "abcdefghijklmnopq"]}"#: ["\"a\"", "\"abcdefgh\"", "\"abcdefghi\"", "\"abcdefghijklmnopq\""], "\"abcdefghijklmnopr\""
        => "", "/enum", "must equal one of the listed values";
    "strings", r#"{"const": "a"}"#: ["\"a\""], "1"
        => "", "/const", "must equal the constant";
    "length", r#"{"minLength": 2, "maxLength": 3}"#: ["\"äö\"", "\"äöü\"", "\"💩💩💩\"", "123"], "\"äöüx\""
        => "", "/maxLength", "must have at most 3 characters";
    "max-length", r#"{"maxLength": 2}"#: ["\"äö\"", "123"], "\"äöü\""
        => "", "/maxLength", "must have at most 2 characters";
    "min-length", r#"{"minLength": 2}"#: ["\"💩x\"", "1"], "\"💩\""
        => "", "/minLength", "must have at least 2 characters";
    "pattern", r#"{"pattern": "^a+$"}"#: ["\"aa\"", "0"], "\"ab\""
        => "", "/pattern", "must match the pattern \"^a+$\"";
    "item-count", r#"{"minItems": 1, "maxItems": 2}"#: ["[0]", "[0, 0]", "{}"], "[]"
        => "", "/minItems", "must have at least 1 item";
    "max-items", r#"{"maxItems": 1}"#: ["[0]", "{}"], "[0, 0]"
        => "", "/maxItems", "must have at most 1 item";
    "min-items", r#"{"minItems": 1}"#: ["[0]", "0"], "[]"
        => "", "/minItems", "must have at least 1 item";
    "unique-items", r#"{"uniqueItems": true}"#: ["[1, true, \"1\", [1]]", "[]", "\"aa\""], r#"[{"a": 1, "b": 2}, {"b": 2, "a": 1.0}]"#
        => "", "/uniqueItems", "must not have two equal items";
    "prefix-items", r#"{"prefixItems": [true, {"type": "null"}]}"#: ["[1]", "[1, null, 2]", "{}"], "[1, 2]"
        => "/1", "/prefixItems/1/type", "must be null";
    "items", r#"{"prefixItems": [true], "items": {"type": "null"}}"#: ["[1, null]", "[]", "0"], "[1, null, 3]"
        => "/2", "/items/type", "must be null";
    "contains", r#"{"contains": {"type": "null"}}"#: ["[1, null]", "{}"], "[1]"
        => "", "/contains", "must contain at least 1 of the wanted items, has 0";
    "contains", r#"{"contains": {"type": "null"}, "minContains": 0, "maxContains": 1}"#: ["[]", "[null, 1]"], "[null, null]"
        => "", "/contains", "must contain 0 to 1 of the wanted items, has more";
    "member-count", r#"{"minProperties": 1, "maxProperties": 1}"#: [r#"{"a": 0}"#, "[]"], r#"{"a": 0, "b": 0}"#
        => "", "/maxProperties", "must have at most 1 member";
    "object", r#"{"properties": {"a": {"type": "null"}}, "patternProperties": {"^b": {"type": "null"}}, "additionalProperties": {"type": "string"}, "required": ["b"]}"#: [r#"{"b": null, "a": null, "c": ""}"#, r#"{"b1": null, "b": null}"#, "[]"], r#"{"b": null, "c": 1}"#
        => "/c", "/additionalProperties/type", "must be string";
    "object", r#"{"properties": {"a": {"type": "null"}}, "required": ["a", "b"]}"#: [r#"{"b": 1, "a": null}"#, "1"], r#"{"a": null, "c": 1}"#
        => "", "/required", "must have the member \"b\"";
    "max-properties", r#"{"maxProperties": 1}"#: [r#"{"a": 1}"#, "[]"], r#"{"a": 1, "b": 2}"#
        => "", "/maxProperties", "must have at most 1 member";
    "min-properties", r#"{"minProperties": 1}"#: [r#"{"a": 1}"#, "[]"], "{}"
        => "", "/minProperties", "must have at least 1 member";
    "required", r#"{"required": ["a", "b"]}"#: [r#"{"a": 1, "b": 2}"#, "[]"], r#"{"a": 1, "c": 2}"#
        => "", "/required", "must have the member \"b\"";
    "dependent-required", r#"{"dependentRequired": {"x": ["y"], "a": ["b", "c"]}}"#: ["{}", r#"{"a": 1, "b": 1, "c": 1}"#], r#"{"a": 1, "b": 1}"#
        => "", "/dependentRequired", "must have the member \"c\"";
    "properties", r#"{"properties": {"a": {"type": "null"}}}"#: ["{}", r#"{"a": null, "b": 1}"#], r#"{"a": 1, "b": 1}"#
        => "/a", "/properties/a/type", "must be null";
    "properties", r#"{"properties": {"a": {"type": "null"}, "b": true, "c": true}}"#: ["{}", r#"{"a": null}"#], r#"{"a": 1}"#
        => "/a", "/properties/a/type", "must be null";
    "pattern-properties", r#"{"patternProperties": {"^a": {"type": "null"}, "b$": {"type": "null"}}}"#: ["{}", r#"{"ab": null, "c": 1}"#], r#"{"cb": 1}"#
        => "/cb", "/patternProperties/b$/type", "must be null";
    "additional-properties", r#"{"properties": {"a": true}, "patternProperties": {"^b": true}, "additionalProperties": {"type": "null"}}"#: [r#"{"a": 1, "bb": 1, "c": null}"#, "[]"], r#"{"c": 1}"#
        => "/c", "/additionalProperties/type", "must be null";
    "property-names", r#"{"propertyNames": {"maxLength": 1}}"#: [r#"{"a": 1}"#, "[]"], r#"{"ab": 1}"#
        => "/ab", "/propertyNames/maxLength", "the member name \"ab\": must have at most 1 character";
    "property-names", r#"{"propertyNames": {"enum": ["a", 1]}}"#: [r#"{"a": 1}"#], r#"{"1": 1}"#
        => "/1", "/propertyNames/enum", "the member name \"1\": must equal one of the listed values";
    "property-names", r#"{"propertyNames": {"const": "a"}}"#: [r#"{"a": 1}"#, "{}"], r#"{"b": 1}"#
        => "/b", "/propertyNames/const", "the member name \"b\": must equal the constant";
    "property-names", r#"{"propertyNames": {"not": {"pattern": "~"}}}"#: [r#"{"a": 1}"#], r#"{"~/": 1}"#
        => "/~0~1", "/propertyNames/not", "the member name \"~/\": must not match the schema";
    "ref", r##"{"$id": "https://example.com/case", "$ref": "#t", "$defs": {"t": {"$anchor": "t", "type": "null"}}}"##: ["null"], "1"
        => "", "/$ref/type", "must be null";
    "dynamic-ref", r##"{"$id": "https://example.com/case", "$dynamicAnchor": "t", "type": ["array", "null"], "$ref": "tail",
        "$defs": {"t": {"$id": "tail", "$dynamicAnchor": "t", "items": {"$dynamicRef": "#t"}}}}"##: ["[[], null]"], "[1]"
        => "/0", "/$ref/items/$dynamicRef/type", "must be null or array";
    "all-of", r#"{"allOf": [true, {"type": "null"}]}"#: ["null"], "1"
        => "", "/allOf/1/type", "must be null";
    "any-of", r#"{"anyOf": [{"type": "null"}, {"minimum": 3}]}"#: ["null", "3", "\"x\""], "2"
        => "", "/anyOf", "must match at least one of the schemas, matches none";
    "one-of", r#"{"oneOf": [{"type": "integer"}, {"minimum": 3}]}"#: ["1", "3.5"], "3"
        => "", "/oneOf", "must match exactly one of the schemas, matches 2";
    "one-of", r#"{"oneOf": [{"type": "null"}, {"type": "number", "minimum": 3}]}"#: ["null", "4"], "1"
        => "", "/oneOf", "must match exactly one of the schemas, matches none";
    "select", r#"{"anyOf": [{"type": "string", "minLength": 1}, {"type": "array", "items": {"type": "null"}}]}"#: ["\"x\"", "[null]", "[]"], "1"
        => "", "/anyOf", "must match at least one of the schemas, matches none";
    "not", r#"{"not": {"type": "null"}}"#: ["1"], "null"
        => "", "/not", "must not match the schema";
    "if", r#"{"if": {"type": "null"}, "else": {"minimum": 3}}"#: ["null", "3"], "2"
        => "", "/else/minimum", "must be at least 3";
    "if", r#"{"if": {"type": "number"}, "then": {"minimum": 3}}"#: ["null", "3"], "2"
        => "", "/then/minimum", "must be at least 3";
    "dependent-schemas", r#"{"dependentSchemas": {"a": {"minProperties": 2}}}"#: ["{}", r#"{"a": 1, "b": 1}"#, "[]"], r#"{"a": 1}"#
        => "", "/dependentSchemas/a/minProperties", "must have at least 2 members";
    "unevaluated-items", r#"{"prefixItems": [true], "contains": {"type": "null"}, "unevaluatedItems": false}"#: ["[1, null]", "{}"], "[null, 2]"
        => "/1", "/unevaluatedItems", "nothing is allowed here";
    "unevaluated-properties", r#"{"anyOf": [{"properties": {"a": true}}], "unevaluatedProperties": {"type": "null"}}"#: [r#"{"a": 1, "b": null}"#, "[]"], r#"{"a": 1, "b": 1}"#
        => "/b", "/unevaluatedProperties/type", "must be null";
}

fn schema(case: &Case) -> Value {
    json(case.schema)
}

/// Asserts the outcome on exactly as many steps as it needs, and a stop on fewer.
fn assert_paid(case: &Case, instance: &Value, expected: Outcome) {
    let schema = schema(case);
    let (outcome, needed) = cold(&compiled(&schema, Limits::trusted()), instance);
    assert_eq!(outcome, expected, "{schema} on {instance}");
    for steps in 0..needed {
        let validator = compiled(&schema, limits(|limits| limits.validation_steps = steps));
        let (outcome, used) = cold(&validator, instance);
        let place = format!("{schema} on {instance} with {steps} of {needed} steps");
        assert_eq!(outcome, Outcome::Stopped(Limit::ValidationSteps), "{place}");
        assert!(used <= steps, "{place}");
        assert!(!validator.is_valid(instance), "{place}");
        let stopped = validator.check(instance).expect_err(&place);
        assert_eq!((stopped.max(), stopped.steps()), (steps, used), "{place}");
    }
    let exact = compiled(&schema, limits(|limits| limits.validation_steps = needed));
    assert_eq!(cold(&exact, instance), (expected, needed), "{schema} on {instance}");
}

#[test]
fn instructions_pass_fail_and_stop() {
    for case in CASES {
        for &instance in case.valid {
            assert_paid(case, &json(instance), Outcome::Valid);
        }
        assert_paid(case, &json(case.invalid), Outcome::Invalid);
    }
}

/// Asserts that one of the rows is this one.
fn assert_row(validator: &Validator, instance: &str, expected: [&str; 4]) {
    let report = report(validator, &json(instance));
    assert!(!report.is_cut());
    assert_eq!(report.left_out(), 0);
    let rows: Vec<_> = report.failures().iter().map(row).collect();
    assert!(rows.contains(&expected), "{expected:?} is not in {rows:#?}");
    // The last of the path; for a schema `false` the keyword that applied it, which a name may follow.
    let named = |keyword: &str| expected[1].split('/').any(|part| part == keyword);
    let failed = report.failures().iter().find(|failure| row(failure) == expected);
    assert!(failed.is_some_and(|failure| named(&failure.keyword)), "{failed:?}");
}

#[test]
fn instructions_are_reported_through_references() {
    for case in CASES {
        // A schema with an identifier of its own has its places below that.
        let resource = if case.schema.contains("example.com/case") { "case" } else { "root" };
        let wrapped = json!({
            "$id": "https://example.com/root",
            "$ref": "#/$defs/c%20se",
            "$defs": {"c se": schema(case)},
        });
        let below = match (case.mnemonic, resource) {
            ("ref", _) => "#/$defs/t/type".to_owned(),
            ("dynamic-ref", _) => "#/type".to_owned(),
            (_, "case") => format!("#{}", case.keyword),
            _ => format!("#/$defs/c%20se{}", case.keyword),
        };
        let validator = compiled(&wrapped, Limits::trusted());
        let keyword = format!("/$ref{}", case.keyword);
        let absolute = format!("https://example.com/{resource}{below}");
        assert_row(&validator, case.invalid, [case.at, &keyword, &absolute, case.message]);
    }
}

#[test]
fn every_instruction_has_a_case() {
    let programs: String = CASES
        .iter()
        .map(|case| format!("{}\n", compiled(&schema(case), Limits::trusted())))
        .collect();
    for &(mnemonic, ..) in INSTRUCTIONS {
        // The facade makes no custom check, which the engine's tests have; formats have tests of their own.
        if matches!(mnemonic, "custom" | "format") {
            continue;
        }
        assert!(CASES.iter().any(|case| case.mnemonic == mnemonic), "no case for {mnemonic}");
        let lowered = programs.split_whitespace().any(|word| word == mnemonic);
        assert!(lowered, "no program has {mnemonic}:\n{programs}");
    }
}

/// Where no meta-schema forbids it, a name that is given twice asks for one member.
#[test]
fn names_that_are_given_twice_count_once() {
    for schema in [
        json!({"required": ["a", "a"]}),
        json!({"dependentRequired": {"a": ["b", "b", "a", "a"]}}),
        json!({"enum": [{"a": 1, "b": 2}, {"a": 1, "b": 2}, "x", "x"]}),
    ] {
        let validator = compiled(&schema, Limits::trusted());
        let instance =
            if schema.get("required").is_some() { r#"{"a": 1}"# } else { r#"{"a": 1, "b": 2}"# };
        assert_eq!(cold(&validator, &json(instance)).0, Outcome::Valid, "{schema}");
    }
}

/// With the check against the meta-schema off, lists may be empty.
#[test]
fn empty_lists_mean_what_they_say() {
    for (schema, expected) in [
        (json!({"allOf": []}), Outcome::Valid),
        (json!({"anyOf": []}), Outcome::Invalid),
        (json!({"oneOf": []}), Outcome::Invalid),
        (json!({"enum": []}), Outcome::Invalid),
        (json!({"type": []}), Outcome::Invalid),
        (json!({"prefixItems": [], "unevaluatedItems": false}), Outcome::Invalid),
        (json!({"properties": {}, "patternProperties": {}, "required": []}), Outcome::Valid),
    ] {
        let validator = compiled(&schema, Limits::trusted());
        assert_eq!(cold(&validator, &json("[1]")).0, expected, "{schema}");
    }
}
