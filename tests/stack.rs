//! Depth: whatever is nested, on a stack of 64 KiB, in a debug build too.

mod common;

use common::{Outcome, cold, compiled, limits, on_small_stack};
use jsonbound::{Document, Error, Limit, Limits, ParseLimits, Scratch, Validator, Verdict};
use serde_json::{Value, json};

const DEEP: usize = 100_000;

/// Limits that let all this through.
fn deep() -> Limits {
    limits(|limits| {
        limits.validation_depth = u64::MAX;
        limits.inplace_depth = u64::MAX;
        limits.json_depth = u64::MAX;
        limits.instance_bytes = u64::MAX;
    })
}

fn parse(text: &str) -> Document<'_> {
    Document::parse_with(text.as_bytes(), &ParseLimits::unlimited()).expect("JSON")
}

fn arrays(levels: usize, core: &str) -> String {
    format!("{}{core}{}", "[".repeat(levels), "]".repeat(levels))
}

fn objects(levels: usize, core: &str) -> String {
    format!("{}{core}{}", "{\"a\":".repeat(levels), "}".repeat(levels))
}

/// Takes a value apart from the outside, since dropping it would recurse.
fn dismantle(mut value: Value) {
    while let Value::Array(items) = value {
        value = items.into_iter().next().unwrap_or_default();
    }
}

#[test]
fn recursive_schemas_over_deep_instances() {
    on_small_stack(|| {
        let (arrays, objects) = (arrays(DEEP, ""), objects(DEEP, "{}"));
        for (schema, text) in [
            (json!({"items": {"$ref": "#"}}), &arrays),
            (json!({"type": "array", "items": {"allOf": [{"$ref": "#"}]}}), &arrays),
            (json!({"contains": {"$ref": "#"}, "minContains": 0, "maxContains": 1}), &arrays),
            (json!({"unevaluatedItems": {"anyOf": [{"$ref": "#"}]}}), &arrays),
            (json!({"properties": {"a": {"$ref": "#"}}}), &objects),
            (json!({"additionalProperties": {"not": {"not": {"$ref": "#"}}}}), &objects),
            (json!({"patternProperties": {"^a": {"$ref": "#"}}}), &objects),
            (json!({"unevaluatedProperties": {"if": true, "then": {"$ref": "#"}}}), &objects),
        ] {
            let validator = compiled(&schema, deep());
            let document = parse(text);
            assert_eq!(cold(&validator, document.root()).0, Outcome::Valid, "{schema}");
        }
    });
}

#[test]
fn recursive_schemas_over_deep_values() {
    on_small_stack(|| {
        let mut value = json!(null);
        for _ in 0..DEEP {
            value = Value::Array(vec![value]);
        }
        let schema = json!({"type": ["array", "null"], "items": {"$ref": "#"}});
        assert_eq!(cold(&compiled(&schema, deep()), &value).0, Outcome::Valid);
        let unique = compiled(&json!({"uniqueItems": true}), deep());
        assert_eq!(cold(&unique, &value).0, Outcome::Valid);
        dismantle(value);
    });
}

#[test]
fn deep_values_are_compared_and_hashed() {
    on_small_stack(|| {
        let one = arrays(DEEP, "1");
        let document = parse(&one);
        let literal = |inner: &str| {
            let text = format!("{{\"const\": {}}}", arrays(DEEP, inner));
            let builder = Validator::builder().limits(deep()).check_schema(false);
            builder.build_str(&text).expect("a schema")
        };
        assert_eq!(cold(&literal("1"), document.root()).0, Outcome::Valid);
        assert_eq!(cold(&literal("2"), document.root()).0, Outcome::Invalid);
        let unique = compiled(&json!({"uniqueItems": true}), deep());
        for (pair, expected) in [
            (format!("[{one}, {}]", arrays(DEEP, "2")), Outcome::Valid),
            (format!("[{one}, {}]", arrays(DEEP, "1.0")), Outcome::Invalid),
        ] {
            assert_eq!(cold(&unique, parse(&pair).root()).0, expected);
        }
    });
}

#[test]
fn deep_failures_are_reported() {
    on_small_stack(|| {
        let levels = 20_000;
        let text = arrays(levels, "1");
        let document = parse(&text);
        let schema = json!({"type": "array", "items": {"$ref": "#"}});
        let validator = compiled(&schema, deep());
        let Err(Error::Invalid(invalid)) = validator.validate(document.root()) else {
            panic!("not invalid");
        };
        let [failure] = invalid.report().failures() else { panic!("not one failure") };
        assert_eq!(failure.instance_location, "/0".repeat(levels));
        assert_eq!(failure.keyword_location, format!("{}/type", "/items/$ref".repeat(levels)));
        assert_eq!(failure.absolute_keyword_location, "json-schema:///#/type");
    });
}

#[test]
fn default_limits_stop_deep_instances() {
    on_small_stack(|| {
        let text = arrays(DEEP, "");
        let document = parse(&text);
        for limits in [Limits::untrusted(), Limits::trusted()] {
            let depth = limits.validation_depth;
            let validator = compiled(&json!({"items": {"$ref": "#"}}), limits);
            let stopped = validator.check(document.root()).expect_err("too deep");
            assert_eq!(stopped.limit(), Limit::ValidationDepth);
            assert_eq!(stopped.max(), depth);
            assert!(!validator.is_valid(document.root()));
            let read = validator.check_bytes(text.as_bytes()).expect_err("too deep");
            assert!(read.to_string().contains("json_depth"), "{read}");
        }
    });
}

/// Deep schemas: every level is a subschema, or every level is data.
#[test]
fn deep_schemas_compile_and_run() {
    on_small_stack(|| {
        let mut wide = deep();
        wide.schema_depth = u64::MAX;
        wide.compile_steps = u64::MAX;
        let levels = 5_000;
        for (keyword, instance, expected) in [
            ("{\"not\":", "1".to_owned(), Outcome::Valid),
            ("{\"items\":", arrays(levels, "1"), Outcome::Invalid),
            ("{\"default\":", arrays(levels, "1"), Outcome::Valid),
        ] {
            let core = if keyword.contains("not") { "true" } else { "false" };
            let text = format!("{}{core}{}", keyword.repeat(levels), "}".repeat(levels));
            let builder = Validator::builder().limits(wide.clone());
            let validator = builder.build_str(&text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(cold(&validator, parse(&instance).root()).0, expected, "{keyword}");
        }
    });
}

/// The first schema of a dialect has its meta-schemas read and compiled on the way.
#[test]
fn every_dialect_is_met_on_a_small_stack() {
    for uri in [
        "http://json-schema.org/draft-03/schema#",
        "http://json-schema.org/draft-04/schema#",
        "http://json-schema.org/draft-06/schema#",
        "http://json-schema.org/draft-07/schema#",
        "https://json-schema.org/draft/2019-09/schema",
        "https://json-schema.org/draft/2020-12/schema",
        "https://json-schema.org/v1",
    ] {
        on_small_stack(move || {
            let validator = compiled(&json!({"$schema": uri, "type": "array"}), deep());
            assert_eq!(cold(&validator, &json!([])).0, Outcome::Valid);
        });
    }
}

#[test]
fn long_chains_run_in_place() {
    on_small_stack(|| {
        let links = 10_000;
        let link = |at: usize| {
            let next = json!({"allOf": [{"$ref": format!("#/$defs/{}", at + 1)}]});
            (at.to_string(), next)
        };
        let mut links: serde_json::Map<_, _> = (0..links).map(link).collect();
        links.insert(links.len().to_string(), json!({"type": "null"}));
        let schema = json!({"$ref": "#/$defs/0", "$defs": links});
        let validator = compiled(&schema, deep());
        assert_eq!(cold(&validator, &json!(null)).0, Outcome::Valid);
        assert_eq!(cold(&validator, &json!(1)).0, Outcome::Invalid);
        let stopped = compiled(&schema, Limits::trusted()).check(&json!(null));
        assert_eq!(stopped.expect_err("too deep").limit(), Limit::InplaceDepth);
    });
}

/// A scratch that was deep is used and dropped like any other.
#[test]
fn a_deep_scratch_is_dropped() {
    on_small_stack(|| {
        let text = arrays(DEEP, "");
        let document = parse(&text);
        let validator = compiled(&json!({"items": {"$ref": "#"}}), deep());
        let mut scratch = Scratch::new();
        for _ in 0..2 {
            assert_eq!(validator.check_with(&mut scratch, document.root()), Ok(Verdict::Valid));
        }
        drop(document);
        scratch.shrink();
    });
}
