//! Every row of the table of limits is enforced, under its own name, and one more is enough.

mod common;

use common::{json, limits};
use jsonbound::{Error, LIMITS, Limits, TextError, Validator};

/// A limit, the least value on which the schema and the instance pass, and the two.
const CASES: &[(&str, u64, &str, &str)] = &[
    ("schema_bytes", 14, r#"{"minimum": 3}"#, "3"),
    ("json_depth", 2, r#"{"const": [1]}"#, "[1]"),
    ("schema_depth", 3, r#"{"items": {"not": false}}"#, "[1]"),
    ("subschemas", 3, r#"{"items": {"not": false}}"#, "[1]"),
    ("refs", 1, r##"{"items": {"$ref": "#"}}"##, "[]"),
    ("inplace_depth", 3, r#"{"not": {"not": {"type": "null"}}}"#, "null"),
    ("resources", 2, r#"{"items": {"$id": "https://example.com/a"}}"#, "[1]"),
    ("anchors", 2, r#"{"$anchor": "a", "items": {"$dynamicAnchor": "b"}}"#, "[1]"),
    ("uri_bytes", 21, r#"{"$id": "https://example.com/a"}"#, "1"),
    (
        "uri_total_bytes",
        42,
        r#"{"$id": "https://example.com/a", "items": {"$id": "https://example.com/b"}}"#,
        "[]",
    ),
    ("literal_nodes", 4, r#"{"const": [1], "enum": [[1]]}"#, "[1]"),
    ("patterns", 2, r#"{"pattern": "a", "propertyNames": {"pattern": "b"}}"#, "\"a\""),
    ("pattern_bytes", 3, r#"{"pattern": "abc", "propertyNames": {"pattern": "b"}}"#, "\"abc\""),
    (
        "pattern_total_bytes",
        4,
        r#"{"pattern": "abc", "propertyNames": {"pattern": "b"}}"#,
        "\"abc\"",
    ),
    ("pattern_nesting", 2, r#"{"pattern": "((a))"}"#, "\"a\""),
    ("number_digits", 5, r#"{"const": 123.45}"#, "123.45"),
    ("number_exponent", 5, r#"{"const": 1e5}"#, "1e5"),
    ("instance_bytes", 5, "true", "[1,2]"),
    ("instance_nodes", 3, "true", "[1,2]"),
    ("string_bytes", 5, "true", r#"["12345"]"#),
    ("format_bytes", 7, r#"{"format": "uri"}"#, "\"a:bcdef\""),
    ("validation_depth", 2, r#"{"items": {"type": "null"}}"#, "[null]"),
];

/// Cases whose least value is a matter of how schemas are compiled, or of the cost model: far too little, and the two.
const BUDGETS: &[(&str, u64, &str, &str)] = &[
    ("instructions", 1, r#"{"items": {"not": false}}"#, "[1]"),
    ("pattern_program", 10, r#"{"pattern": "^(?:ab|cd){20}"}"#, "1"),
    (
        "pattern_total_program",
        30,
        r#"{"pattern": "[a-z]{20}", "propertyNames": {"pattern": "[a-y]{20}"}}"#,
        "1",
    ),
    ("pattern_ranges", 10, r#"{"pattern": "\\p{L}"}"#, "1"),
    ("compile_steps", 5, r#"{"items": {"not": {"enum": [1, 2, 3]}}}"#, "1"),
    ("validation_steps", 5, r#"{"items": {"not": {"enum": [1, 2, 3]}}}"#, "[4, 5, 6]"),
    ("scratch_units", 100, r#"{"uniqueItems": true}"#, "[1, 2, 3, 4, 5]"),
    ("errors", 1, r#"{"items": false}"#, "[1, 2]"),
    ("error_bytes", 50, r#"{"items": false}"#, "[1, 2]"),
];

/// The name of the limit that is met, if one is.
fn met(limits: Limits, schema: &str, instance: &str) -> Option<String> {
    let builder = Validator::builder().check_schema(false).limits(limits).assert_formats(true);
    let validator = match builder.build_str(schema) {
        Ok(validator) => validator,
        Err(error) => return Some(error.code().into()),
    };
    match validator.check_bytes(instance.as_bytes()) {
        Ok(_) => {}
        Err(TextError::Stopped(stopped)) => return Some(stopped.limit().name().into()),
        Err(error) => panic!("{error}"),
    }
    match validator.validate(&json(instance)) {
        Err(Error::Invalid(invalid)) if invalid.report().is_cut() => Some("cut".into()),
        Err(Error::Stopped(stopped)) => panic!("{stopped}"),
        _ => None,
    }
}

fn changed(name: &str, value: u64) -> Limits {
    limits(|limits| *limits.get_mut(name).expect("a limit") = value)
}

#[test]
fn every_limit_is_met_by_its_name() {
    for &(name, least, schema, instance) in CASES {
        assert_eq!(met(changed(name, least), schema, instance), None, "{name} {least}");
        let short = met(changed(name, least - 1), schema, instance);
        assert_eq!(short.as_deref(), Some(name), "{name} {}", least - 1);
    }
    for &(name, little, schema, instance) in BUDGETS {
        assert_eq!(met(Limits::trusted(), schema, instance), None, "{name}");
        let expected = if name.starts_with("error") { "cut" } else { name };
        assert_eq!(
            met(changed(name, little), schema, instance).as_deref(),
            Some(expected),
            "{name}"
        );
    }
}

#[test]
fn every_limit_has_a_case() {
    for row in LIMITS {
        let found = CASES.iter().chain(BUDGETS).filter(|case| case.0 == row.name).count();
        assert_eq!(found, 1, "{}", row.name);
        assert!(row.untrusted <= row.trusted, "{}", row.name);
        let (mut untrusted, mut trusted) = (Limits::untrusted(), Limits::trusted());
        assert_eq!(untrusted.get_mut(row.name), Some(&mut { row.untrusted }));
        assert_eq!(trusted.get_mut(row.name), Some(&mut { row.trusted }));
    }
    assert_eq!(Limits::trusted().get_mut("no_limit"), None);
    assert_eq!(Limits::default(), Limits::untrusted());
}

#[test]
fn the_switches_are_enforced() {
    let with = |change: fn(&mut Limits)| Validator::builder().limits(limits(change));
    let look = r#"{"pattern": "(?=a)"}"#;
    assert!(with(|_| {}).build_str(look).is_ok());
    assert!(with(|limits| limits.pattern_features = false).build_str(look).is_err());
    let twice = r#"{"title": "a", "title": "b"}"#;
    assert!(with(|_| {}).build_str(twice).is_ok());
    let error =
        with(|limits| limits.schema_duplicates = false).build_str(twice).expect_err("twice");
    assert_eq!(error.code(), "duplicate_name");
    let strict = with(|limits| limits.instance_duplicates = false).build_str("true");
    let strict = strict.expect("a schema");
    assert!(matches!(strict.check_bytes(twice.as_bytes()), Err(TextError::Parse(_))));
}

/// The check against the meta-schema is paid from the compile steps.
#[test]
fn the_check_of_the_schema_is_paid_for() {
    let schema = r#"{"properties": {"a": {"type": "string"}, "b": {"minimum": 3}}}"#;
    let steps = |check| {
        let validator = Validator::builder().check_schema(check).build_str(schema);
        validator.expect("a schema").compile_steps()
    };
    assert!(steps(true) > steps(false) + 50);
    let builder = |most| Validator::builder().limits(changed("compile_steps", most));
    assert!(builder(steps(true)).build_str(schema).is_ok());
    for most in (0..steps(true)).step_by(17) {
        let error = builder(most).build_str(schema).expect_err("too few steps");
        assert_eq!(error.code(), "compile_steps");
    }
}
