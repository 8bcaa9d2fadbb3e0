//! A reference means what it leads to: pasting the target in its place changes no answer.

mod common;

use common::generate::{instance, subschema, with_definitions};
use common::{cold, compiled, limits};
use jsonbound::Limits;
use proptest::prelude::*;
use serde_json::{Value, json};

const ROOT: &str = "https://example.com/root#/$defs/";

/// The schema with its references replaced: those to these names by what `target` makes of the name, all others by
/// nothing.
fn replaced(schema: &Value, names: &[&str], target: &dyn Fn(&str) -> Value) -> Value {
    match schema {
        Value::Array(items) => items.iter().map(|item| replaced(item, names, target)).collect(),
        Value::Object(members) => {
            let mut members: serde_json::Map<String, Value> = members
                .iter()
                .map(|(name, member)| (name.clone(), replaced(member, names, target)))
                .collect();
            members.remove("$dynamicRef");
            let reference = members.remove("$ref");
            let name =
                reference.as_ref().and_then(Value::as_str).and_then(|r| r.strip_prefix(ROOT));
            if let Some(name) = name.filter(|name| names.contains(name)) {
                let all = members.entry("allOf").or_insert(json!([]));
                all.as_array_mut().expect("schemas in a list").push(target(name));
            }
            Value::Object(members)
        }
        other => other.clone(),
    }
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("{ROOT}{name}")})
}

/// As many levels as pasting can make.
fn enough() -> Limits {
    limits(|limits| limits.validation_steps = 1_000_000)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn pasting_targets_changes_no_answer(
        schema in subschema(),
        [a, b] in [subschema(), subschema()],
        instances in prop::collection::vec(instance(), 4),
    ) {
        // No target refers to itself, or it could not be pasted.
        let b = replaced(&b, &[], &reference);
        let linked_a = replaced(&a, &["b"], &reference);
        let linked = replaced(&schema, &["a", "b"], &reference);
        let linked = with_definitions(&linked, [linked_a, b.clone(), json!(true)]);
        let pasted_a = replaced(&a, &["b"], &|_| b.clone());
        let pasted = replaced(&schema, &["a", "b"], &|name| match name {
            "a" => pasted_a.clone(),
            _ => b.clone(),
        });
        let (one, other) = (compiled(&linked, enough()), compiled(&pasted, enough()));
        for instance in instances {
            let (one, other) = (cold(&one, &instance).0, cold(&other, &instance).0);
            prop_assert_eq!(one, other, "{}\n{}\n{}", linked, pasted, instance);
        }
    }
}
