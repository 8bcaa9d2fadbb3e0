//! When formats and contents are asserted, and what comes of it.

mod common;

use common::{json, limits};
use jsonbound::{
    Builder, CompileError, Error, Limit, RegistryBuilder, Scratch, Validator, Verdict,
};
use serde_json::{Value, json};

fn builder() -> Builder {
    Validator::builder()
}

fn valid(builder: Builder, schema: &str, instance: &str) -> bool {
    let validator = builder.build_str(schema).expect("a schema");
    validator.check(&json(instance)).expect("an answer").is_valid()
}

/// A schema whose meta-schema wants these vocabularies, beside the core.
#[cfg(feature = "idn")]
fn with_vocabularies(vocabularies: Value) -> Result<Validator, CompileError> {
    let mut meta = json!({
        "$id": "https://example.com/meta",
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/core": true},
    });
    for (name, required) in vocabularies.as_object().expect("an object") {
        let uri = format!("https://json-schema.org/draft/2020-12/vocab/{name}");
        meta["$vocabulary"][uri] = required.clone();
    }
    let registry = RegistryBuilder::new().text("https://example.com/meta", &meta.to_string())?;
    builder()
        .registry(registry.build()?)
        .build_str(r#"{"$schema": "https://example.com/meta", "format": "date"}"#)
}

#[test]
fn formats_annotate_unless_they_are_asserted() {
    let schema = r#"{"format": "date"}"#;
    assert!(valid(builder(), schema, "\"soon\""));
    assert!(!valid(builder().assert_formats(true), schema, "\"soon\""));
    assert!(valid(builder().assert_formats(true), schema, "\"2024-02-29\""));
    assert!(valid(builder().assert_formats(true).assert_formats(false), schema, "\"soon\""));
    for other in ["null", "true", "1", "[\"soon\"]", "{\"soon\": 1}"] {
        assert!(valid(builder().assert_formats(true), schema, other), "{other}");
    }
    assert!(!valid(
        builder().assert_formats(true),
        r#"{"propertyNames": {"format": "date"}}"#,
        r#"{"a": 1}"#
    ));
}

#[test]
fn unknown_formats_assert_nothing() {
    for name in ["", "Date", "date ", "unknown", "contentEncoding: base64"] {
        let schema = json!({"format": name, "contentEncoding": "base64"}).to_string();
        assert!(valid(builder().assert_formats(true), &schema, "\"%\""), "{name}");
    }
}

#[test]
#[cfg(feature = "idn")]
fn vocabularies_decide() {
    let soon = |vocabularies| with_vocabularies(vocabularies).map(|v| v.is_valid(&json!("soon")));
    assert_eq!(soon(json!({})).ok(), Some(true));
    assert_eq!(soon(json!({"format-annotation": true})).ok(), Some(true));
    for required in [true, false] {
        assert_eq!(soon(json!({"format-assertion": required})).ok(), Some(false));
    }
    assert_eq!(
        soon(json!({"format-annotation": true, "format-assertion": true})).ok(),
        Some(false)
    );
}

/// One resource asserts, the other does not; that they share a name changes nothing.
#[test]
#[cfg(feature = "idn")]
fn each_resource_has_vocabularies_of_its_own() {
    let meta = r#"{
        "$id": "https://example.com/meta",
        "$vocabulary": {
            "https://json-schema.org/draft/2020-12/vocab/core": true,
            "https://json-schema.org/draft/2020-12/vocab/format-assertion": true
        }
    }"#;
    let other = r#"{"$schema": "https://example.com/meta", "format": "date"}"#;
    let registry = RegistryBuilder::new()
        .text("https://example.com/meta", meta)
        .and_then(|builder| builder.text("https://example.com/other", other))
        .and_then(RegistryBuilder::build)
        .expect("a registry");
    let schema = r#"{"properties": {
        "a": {"$ref": "https://example.com/other"}, "b": {"format": "date"}
    }}"#;
    for (instance, expected) in [(r#"{"a": "soon"}"#, false), (r#"{"b": "soon"}"#, true)] {
        assert_eq!(valid(builder().registry(registry.clone()), schema, instance), expected);
    }
}

#[test]
fn a_host_brings_formats() {
    let even = || builder().format("even", |text| text.len() % 2 == 0);
    let schema = r#"{"format": "even"}"#;
    assert!(valid(even(), schema, "\"ab\"") && !valid(even(), schema, "\"abc\""));
    assert!(valid(even().assert_formats(true), schema, "\"ab\""));
    // It replaces a format of the specification, whether or not that would be asserted.
    let date = || builder().format("date", |text| text == "soon");
    for asserted in [false, true] {
        let builder = || date().assert_formats(asserted);
        assert!(valid(builder(), r#"{"format": "date"}"#, "\"soon\""));
        assert!(!valid(builder(), r#"{"format": "date"}"#, "\"2024-02-29\""));
        assert_eq!(valid(builder(), r#"{"format": "time"}"#, "\"soon\""), !asserted);
    }
}

#[test]
fn failures_say_which_format() {
    let validator = builder().assert_formats(true).build_str(r#"{"items": {"format": "ipv4"}}"#);
    let Err(Error::Invalid(invalid)) = validator.expect("a schema").validate(&json!(["::1"]))
    else {
        panic!("valid");
    };
    let failure = &invalid.report().failures()[0];
    assert_eq!((&*failure.instance_location, &*failure.keyword), ("/0", "format"));
    assert_eq!(failure.message, "must be of the format \"ipv4\"");
}

/// Longer strings are undecided, or invalid if the format has a greatest length; raising the limit decides.
#[test]
fn long_strings() {
    let validator = |name: &str, most| {
        let limits = limits(|limits| limits.format_bytes = most);
        let schema = json!({"format": name}).to_string();
        builder().assert_formats(true).limits(limits).build_str(&schema).expect("a schema")
    };
    let uri = json!(format!("a:{}", "b".repeat(998)));
    assert_eq!(validator("uri", 1_000).check(&uri), Ok(Verdict::Valid));
    let stopped = validator("uri", 999).check(&uri).expect_err("too long");
    assert_eq!((stopped.limit(), stopped.max()), (Limit::FormatBytes, 999));
    assert_eq!(validator("ipv4", 10).check(&uri), Ok(Verdict::Invalid));
    let stopped = validator("ipv4", 10).check(&json!("127.127.127.1")).expect_err("too long");
    assert_eq!(stopped.limit(), Limit::FormatBytes);
    // Stopped is no verdict that `not` could turn.
    let limits = limits(|limits| limits.format_bytes = 1);
    let not =
        builder().assert_formats(true).limits(limits).build_str(r#"{"not": {"format": "uri"}}"#);
    assert!(not.expect("a schema").check(&json!("ab")).is_err());
}

#[test]
fn formats_are_paid_for() {
    let validator =
        builder().assert_formats(true).build_str(r#"{"format": "regex"}"#).expect("one");
    let mut scratch = Scratch::new();
    let mut steps = |bytes: usize| {
        let text = json!("a".repeat(bytes));
        assert_eq!(validator.check_with(&mut scratch, &text), Ok(Verdict::Valid));
        scratch.steps()
    };
    assert!(steps(8_000) > steps(4_000) + 4_000);
}

#[test]
fn contents_annotate_unless_they_are_asserted() {
    let base64 = r#"{"contentEncoding": "BASE64"}"#;
    let media = r#"{"contentMediaType": "Application/JSON; charset=utf-8"}"#;
    let both = r#"{"contentMediaType": "application/json", "contentEncoding": "base64"}"#;
    let asserted = || builder().assert_content(true);
    for (schema, right, wrong) in [
        (base64, json!("YQ=="), json!("YQ")),
        (media, json!("[1]"), json!("[1")),
        (both, json!("WzFd"), json!("WzE=")),
        (both, json!("WzFd"), json!("[1]")),
    ] {
        assert!(valid(asserted(), schema, &right.to_string()), "{schema}");
        assert!(!valid(asserted(), schema, &wrong.to_string()), "{schema}");
        assert!(valid(builder().assert_formats(true), schema, &wrong.to_string()), "{schema}");
        assert!(valid(asserted(), schema, "[1]"), "{schema}");
    }
    for other in [
        r#"{"contentEncoding": "base32"}"#,
        r#"{"contentMediaType": "text/plain"}"#,
        r#"{"contentMediaType": "application/json", "contentEncoding": "base32"}"#,
        r#"{"contentMediaType": "application/jsonl"}"#,
        r#"{"contentSchema": false}"#,
    ] {
        assert!(valid(asserted(), other, "\"%\""), "{other}");
    }
}
