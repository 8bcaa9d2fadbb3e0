//! What holds for every schema and every instance, on random ones.

mod common;

use common::generate::{instance, schema, subschema, with_definitions};
use common::{Outcome, cold, limits, run};
use jsonbound::{
    CompileErrorKind, Document, Error, Limit, Limits, ParseLimits, Scratch, Validator,
};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Compiles, unless the schema loops; no other error is possible.
fn compiled(schema: &Value, limits: &Limits) -> Option<Validator> {
    let builder = Validator::builder().limits(limits.clone()).check_schema(false);
    match builder.build(schema) {
        Ok(validator) => Some(validator),
        Err(error) => {
            assert!(matches!(error.kind(), CompileErrorKind::RefLoop(_)), "{error}: {schema}");
            None
        }
    }
}

/// Enough for every answer here, and little enough that loops end soon.
fn enough() -> Limits {
    limits(|limits| {
        limits.validation_steps = 200_000;
        limits.inplace_depth = 64;
        limits.validation_depth = 256;
    })
}

fn document(value: &Value) -> Document<'static> {
    Document::from_node(value, &ParseLimits::unlimited()).expect("a value is JSON")
}

/// The text of a value with the members of all objects in reversed order.
fn reversed(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(reversed).collect();
            format!("[{}]", items.join(","))
        }
        Value::Object(members) => {
            let member = |(name, value)| format!("{}:{}", json!(name), reversed(value));
            let members: Vec<String> = members.iter().rev().map(member).collect();
            format!("{{{}}}", members.join(","))
        }
        _ => value.to_string(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    /// A report goes on where a verdict ends, and never comes to another one.
    #[test]
    fn verdict_and_report_agree(schema in schema(), instance in instance()) {
        let Some(validator) = compiled(&schema, &enough()) else { return Ok(()) };
        let mut scratch = Scratch::new();
        let (outcome, steps) = run(&validator, &mut scratch, &instance);
        prop_assert!(steps <= enough().validation_steps);
        let validated = validator.validate_with(&mut scratch, &instance);
        prop_assert!(scratch.steps() <= enough().validation_steps);
        match (outcome, validated) {
            (Outcome::Valid, Ok(())) => prop_assert_eq!(scratch.steps(), steps),
            (Outcome::Invalid, Err(Error::Invalid(invalid))) => {
                let report = invalid.report();
                prop_assert!(!report.failures().is_empty() || report.is_cut(), "{:?}", report);
                prop_assert!(scratch.steps() > steps);
            }
            (Outcome::Stopped(limit), Err(Error::Stopped(stopped))) => {
                prop_assert_eq!(limit, stopped.limit());
            }
            (outcome, validated) => prop_assert!(false, "{:?}, but {:?}", outcome, validated),
        }
    }

    /// The order of a schema's members changes no answer, unknown keywords that references lead into included.
    #[test]
    fn the_order_of_members_changes_no_answer(
        schema in schema(),
        hidden in subschema(),
        instance in instance(),
    ) {
        let mut schema = schema;
        if let Some(members) = schema.as_object_mut() {
            members.insert("x".into(), json!({"$id": "x/", "y": {"$id": "y/", "allOf": [hidden]}}));
            members.insert("anyOf".into(), json!([{"$ref": "#/x/y/allOf/0"}, {"$ref": "#/x/y"}]));
            members.insert("not".into(), json!({"not": {"$ref": "#/x"}}));
        }
        let builder = Validator::builder().limits(enough()).check_schema(false);
        let other = builder.clone().build_str(&reversed(&schema));
        match (builder.build(&schema), other) {
            (Ok(one), Ok(other)) => {
                if let (Ok(one), Ok(other)) = (one.check(&instance), other.check(&instance)) {
                    prop_assert_eq!(one, other);
                }
            }
            (one, other) => prop_assert_eq!(one.err().map(|e| e.code()), other.err().map(|e| e.code())),
        }
    }

    /// What holds the instance changes neither the answer nor the steps, and neither does what ran before.
    #[test]
    fn steps_are_the_same_for_every_representation(
        schema in schema(),
        other in schema(),
        instance in instance(),
        before in instance(),
    ) {
        let Some(validator) = compiled(&schema, &enough()) else { return Ok(()) };
        let expected = cold(&validator, &instance);
        let document = document(&instance);
        let mut scratch = Scratch::new();
        prop_assert_eq!(run(&validator, &mut scratch, document.root()), expected);
        prop_assert_eq!(run(&validator, &mut scratch, &instance), expected);
        // Another program, and a run that was stopped half-way, leave nothing behind.
        if let Some(other) = compiled(&other, &enough()) {
            run(&other, &mut scratch, &before);
        }
        let mut few = enough();
        few.validation_steps = expected.1 / 2;
        if let Some(few) = compiled(&schema, &few) {
            run(&few, &mut scratch, &instance);
        }
        prop_assert_eq!(run(&validator, &mut scratch, &instance), expected);
        let _ = validator.validate_with(&mut scratch, &before);
        prop_assert_eq!(run(&validator, &mut scratch, document.root()), expected);
        scratch.shrink();
        prop_assert_eq!(run(&validator, &mut scratch, &instance), expected);
    }

    /// Raising a limit gives an answer where there was none, and changes none.
    #[test]
    fn limits_are_monotone(
        schema in schema(),
        instance in instance(),
        steps in 0u64..300,
        depth in 0u64..16,
        inplace in 0u64..12,
        units in 0u64..6_000,
    ) {
        let Some(validator) = compiled(&schema, &enough()) else { return Ok(()) };
        let (answer, needed) = cold(&validator, &instance);
        let changes: [(&str, u64, Limit); 4] = [
            ("validation_steps", steps, Limit::ValidationSteps),
            ("validation_depth", depth, Limit::ValidationDepth),
            ("inplace_depth", inplace, Limit::InplaceDepth),
            ("scratch_units", units, Limit::ScratchUnits),
        ];
        for (name, value, met) in changes {
            let mut changed = enough();
            *changed.get_mut(name).expect("a limit") = value;
            let Some(validator) = compiled(&schema, &changed) else { continue };
            let (outcome, steps) = cold(&validator, &instance);
            prop_assert!(steps <= changed.validation_steps);
            match outcome {
                Outcome::Stopped(limit) if !matches!(answer, Outcome::Stopped(_)) => {
                    prop_assert_eq!(limit, met, "{} {}", name, value);
                    prop_assert!(name != "validation_steps" || value < needed);
                }
                Outcome::Stopped(_) => {}
                outcome => prop_assert_eq!((outcome, steps), (answer, needed)),
            }
        }
    }

    /// A schema means the same behind a reference, alone in an `allOf`, and negated twice.
    #[test]
    fn wrapping_changes_no_answer(
        schema in subschema(),
        definitions in [subschema(), subschema(), subschema()],
        instance in instance(),
    ) {
        let of = |schema: Value| {
            let validator = compiled(&with_definitions(&schema, definitions.clone()), &enough());
            validator.map(|validator| cold(&validator, &instance).0)
        };
        let plain = of(schema.clone());
        let same = [
            json!({"allOf": [schema]}),
            json!({"not": {"not": schema}}),
            json!({"anyOf": [schema]}),
            json!({"oneOf": [schema, false]}),
            json!({"if": schema, "else": false}),
            json!({"$ref": "#/$defs/wrapped", "$defs": {"wrapped": schema}}),
        ];
        for mut wrapped in same {
            if let Some(reference) = wrapped.get_mut("$ref") {
                *reference = json!("#/allOf/0/$defs/wrapped");
            }
            let outcome = of(wrapped.clone());
            match (plain, outcome) {
                // One level more can be one too many.
                (Some(Outcome::Stopped(_)), Some(Outcome::Stopped(_))) => {}
                _ => prop_assert_eq!(outcome, plain, "{}", wrapped),
            }
        }
    }
}
