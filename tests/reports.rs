//! Reports: which rows there are, in which order, and what limits make of them.

mod common;

use common::{compiled, json, limits, report, row, validator};
use jsonbound::{Error, Limit, Limits, Report, Scratch, Verdict};
use serde_json::{Value, json};

fn places(report: &Report) -> Vec<(&str, &str)> {
    let place = |failure| {
        let [instance, keyword, ..] = row(failure);
        (instance, keyword)
    };
    report.failures().iter().map(place).collect()
}

fn report_of(schema: Value, instance: Value) -> Report {
    report(&compiled(&schema, Limits::untrusted()), &instance)
}

/// A verdict ends at the first failure, a report does not.
#[test]
fn all_failures_are_reported_in_order() {
    let schema = json!({
        "properties": {"a": {"type": "null"}, "b": {"minimum": 3, "multipleOf": 2}},
        "required": ["c"],
        "items": false,
    });
    let report = report_of(schema, json!({"b": 1, "a": 1}));
    let mut places = places(&report);
    places.sort_unstable();
    let expected = [
        ("", "/required"),
        ("/a", "/properties/a/type"),
        ("/b", "/properties/b/minimum"),
        ("/b", "/properties/b/multipleOf"),
    ];
    assert_eq!(places, expected);
    assert!(!report.is_cut());
}

#[test]
fn branches_of_what_passed_are_dropped() {
    let nothing = json!({"type": "null"});
    for schema in [
        json!({"anyOf": [nothing, {"type": "integer"}]}),
        json!({"oneOf": [nothing, {"type": "integer"}]}),
        json!({"not": nothing}),
        json!({"if": nothing, "else": {"type": "integer"}}),
        json!({"anyOf": [{"allOf": [nothing, {"not": {}}]}, true]}),
    ] {
        let schema = json!({"allOf": [schema, {"type": "string"}]});
        let report = report_of(schema.clone(), json!(1));
        assert_eq!(places(&report), [("", "/allOf/1/type")], "{schema}");
    }
    let schema = json!({"contains": {"type": "integer"}, "maxItems": 1});
    assert_eq!(places(&report_of(schema, json!(["x", 1]))), [("", "/maxItems")]);
}

#[test]
fn branches_of_what_failed_are_kept() {
    let schema = json!({"items": {"anyOf": [{"type": "null"}, {"minimum": 3}]}});
    let report = report_of(schema, json!([1, null]));
    let expected =
        [("/0", "/items/anyOf/0/type"), ("/0", "/items/anyOf/1/minimum"), ("/0", "/items/anyOf")];
    assert_eq!(places(&report), expected);
}

/// If several branches match, what failed in the others does not matter.
#[test]
fn too_many_matches_stand_alone() {
    let schema = json!({"oneOf": [true, {"type": "null"}, true, true]});
    let report = report_of(schema, json!(1));
    assert_eq!(places(&report), [("", "/oneOf")]);
    let message = "must match exactly one of the schemas, matches 3";
    assert_eq!(report.failures()[0].message, message);
}

#[test]
fn places_are_escaped() {
    let schema = json!({"properties": {"a/b~ %ö": {"type": "null"}}});
    let report = report_of(schema, json!({"a/b~ %ö": 1}));
    let expected = [
        "/a~1b~0 %ö",
        "/properties/a~1b~0 %ö/type",
        "json-schema:///#/properties/a~1b~0%20%25%C3%B6/type",
        "must be null",
    ];
    assert_eq!(row(&report.failures()[0]), expected);
}

#[test]
fn messages_quote_names_and_show_no_values() {
    let schema = json!({"required": ["a\n\"b\""], "properties": {"x": {"const": "s3cret"}}});
    let report = report_of(schema, json!({"x": "hidden"}));
    let text = report.to_string();
    assert!(text.contains(r#"must have the member "a\n\"b\"""#), "{text}");
    assert!(!text.contains("hidden") && !text.contains("s3cret"), "{text}");
}

fn many() -> (Value, Value) {
    (json!({"items": {"type": "null"}}), json!(vec![1; 20]))
}

#[test]
fn the_limit_on_errors_counts_the_rest() {
    let (schema, instance) = many();
    for kept in [0, 1, 7, 20, 50] {
        let validator = compiled(&schema, limits(|limits| limits.errors = kept));
        let report = report(&validator, &instance);
        assert_eq!(report.failures().len() as u64, kept.min(20));
        assert_eq!(report.left_out(), 20u64.saturating_sub(kept));
        assert_eq!(report.is_cut(), kept < 20);
        assert!(report.stopped().is_none());
    }
}

/// Rows of branches that are dropped make room again.
#[test]
fn dropped_rows_do_not_count() {
    let branches = json!({"anyOf": [{"items": {"type": "null"}}, true]});
    let schema = json!({"allOf": [branches, {"type": "null"}]});
    let validator = compiled(&schema, limits(|limits| limits.errors = 2));
    let report = report(&validator, &json!(vec![1; 20]));
    assert_eq!(places(&report), [("", "/allOf/1/type")]);
    assert_eq!(report.left_out(), 0);
}

#[test]
fn the_limit_on_bytes_is_kept() {
    let (schema, instance) = many();
    let whole = report(&compiled(&schema, Limits::trusted()), &instance);
    let bytes = |report: &Report| -> usize {
        let texts = |failure| row(failure).iter().map(|text| text.len()).sum::<usize>() + 4;
        report.failures().iter().map(texts).sum()
    };
    for max in [0, 10, 100, bytes(&whole) - 1, bytes(&whole)] {
        let validator = compiled(&schema, limits(|limits| limits.error_bytes = max as u64));
        let report = report(&validator, &instance);
        assert!(bytes(&report) <= max);
        assert_eq!(report.failures().len() as u64 + report.left_out(), 20);
        assert_eq!(report.is_cut(), max < bytes(&whole));
        assert_eq!(report.failures(), &whole.failures()[..report.failures().len()]);
    }
}

/// On any budget, a cut report has the beginning of the whole one: what was settled, and nothing of a branch under way.
#[test]
fn what_is_settled_is_kept() {
    let branch = json!({"anyOf": [{"items": {"type": "null"}}, {"maxItems": 8}]});
    let schema = json!({"allOf": [{"items": {"type": "null"}}, branch], "minItems": 9});
    let instance = json!([1, 2, 3]);
    let whole = report(&compiled(&schema, Limits::trusted()), &instance);
    let mut lengths = std::collections::BTreeSet::new();
    for steps in 0..400 {
        let validator = compiled(&schema, limits(|limits| limits.validation_steps = steps));
        if let Err(Error::Invalid(invalid)) = validator.validate(&instance) {
            let failures = invalid.report().failures();
            assert_eq!(failures, &whole.failures()[..failures.len()]);
            lengths.insert(failures.len());
        }
    }
    assert_eq!(lengths.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
}

/// What terminals obey does not get through, from the schema's URI or from a member's name.
#[test]
fn texts_are_escaped() {
    let schema = json!({"$id": "http://e/\u{202e}a", "additionalProperties": false});
    let report = report_of(schema, json!({"\u{202e}\u{1b}": 1}));
    let text = format!("{report}{}", report.failures()[0]);
    assert!(!text.contains(['\u{202e}', '\u{1b}']), "{text:?}");
}

/// What comes after the test of a condition counts.
#[test]
fn branches_of_conditions_are_settled() {
    let then = json!({"properties": {"a": {"type": "string"}, "b": {"items": {"type": "null"}}}});
    let schema = json!({"if": true, "then": then});
    let instance = json!({"a": 1, "b": vec!["s"; 200]});
    let validator = compiled(&schema, limits(|limits| limits.validation_steps = 600));
    let report = report(&validator, &instance);
    assert!(report.stopped().is_some());
    assert_eq!(places(&report)[0], ("/a", "/then/properties/a/type"));
}

/// Long names are cut in messages, so that one of them does not empty a report; what has no room leaves room for others.
#[test]
fn long_names_do_not_empty_a_report() {
    let long = "n".repeat(70_000);
    let schema = json!({"required": [long], "minProperties": 9, "additionalProperties": false});
    let report = report_of(schema, json!({ long.replace('n', "m"): 1, "x": 1 }));
    let places = places(&report);
    assert_eq!(
        places,
        [("", "/minProperties"), ("", "/required"), ("/x", "/additionalProperties")]
    );
    assert!(report.failures()[1].message.len() < 300);
    assert_eq!(report.left_out(), 1);
    assert!(report.is_cut());
}

/// A member that failed where it was declared is not called unevaluated as well.
#[test]
fn failed_members_are_evaluated() {
    for declared in [
        json!({"properties": {"a": {"type": "string"}, "c": {"type": "string"}}}),
        json!({"patternProperties": {"[ac]": {"type": "string"}}}),
    ] {
        let mut schema = declared;
        schema["unevaluatedProperties"] = json!(false);
        let report = report_of(schema.clone(), json!({"a": 1, "b": 2, "c": 3}));
        let at: Vec<&str> =
            report.failures().iter().map(|failure| &*failure.instance_location).collect();
        assert_eq!(at, ["/a", "/c", "/b"], "{schema}");
    }
}

/// On any budget, the verdict stands or is stopped, and the report is whole or says that it is cut.
#[test]
fn reports_on_small_budgets_are_cut() {
    let schema = json!({"items": {"anyOf": [{"type": "null"}, {"minimum": 3}]}, "minItems": 9});
    let instance = json!([1, 2, [3]]);
    let whole = report(&compiled(&schema, Limits::trusted()), &instance);
    let mut seen = [0; 3];
    for steps in 0..400 {
        let validator = compiled(&schema, limits(|limits| limits.validation_steps = steps));
        let mut scratch = Scratch::new();
        let verdict = validator.check(&instance);
        let error = validator.validate_with(&mut scratch, &instance).expect_err("not valid");
        assert!(scratch.steps() <= steps);
        let Error::Invalid(invalid) = error else {
            assert!(verdict.is_err());
            seen[0] += 1;
            continue;
        };
        assert_eq!(verdict, Ok(Verdict::Invalid));
        match invalid.report().stopped() {
            None => {
                assert_eq!(invalid.report(), &whole);
                seen[1] += 1;
            }
            Some(stopped) => {
                assert!(invalid.report().is_cut());
                assert_eq!(stopped.limit(), Limit::ValidationSteps);
                assert_eq!((stopped.max(), stopped.steps()), (steps, scratch.steps()));
                seen[2] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

/// What a report keeps is held in scratch units: rows and the paths that lead to them.
#[test]
fn reports_are_bounded_by_scratch_units() {
    let schema = json!({"items": {"items": {"type": "null"}}});
    let instance = json!(vec![json!(vec![1; 50]); 50]);
    let few = compiled(&schema, limits(|limits| limits.scratch_units = 10_000));
    assert_eq!(few.check(&instance), Ok(Verdict::Invalid));
    let report = report(&few, &instance);
    let stopped = report.stopped().expect("2,500 rows are too many");
    assert_eq!((stopped.limit(), stopped.max()), (Limit::ScratchUnits, 10_000));
}

#[test]
fn the_error_says_where_and_how_much() {
    let (schema, instance) = many();
    let error = validator(&schema.to_string()).validate(&instance).expect_err("invalid");
    let text = error.to_string();
    let expected = r#"invalid at "/0": must be null (json-schema:///#/items/type) and 19 more"#;
    assert_eq!(text, expected);
    let stopped = compiled(&schema, limits(|limits| limits.validation_steps = 0));
    let error = stopped.validate(&json("[1]")).expect_err("stopped");
    let expected = "stopped: validation_steps (limit 0) after 0 steps at instance \"\", \
                    schema json-schema:///#; undecided: raise the limit to get an answer";
    assert_eq!(error.to_string(), expected);
}
