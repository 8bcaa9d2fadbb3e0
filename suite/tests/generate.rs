//! The generator reaches what it is for: every keyword, every instruction, and every outcome.

use std::collections::BTreeMap;

use jsonbound::{Document, Validator};
use jsonbound_suite::fuzz;
use jsonbound_suite::generate::{Sample, sample};

/// All keywords that are not annotations.
const KEYWORDS: &[&str] = &[
    "$anchor",
    "$defs",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$ref",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "if",
    "items",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "required",
    "then",
    "type",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
];

/// Instructions that only passes make.
const MADE_BY_PASSES: &[&str] = &["select", "object", "strings", "range", "length", "item-count"];

/// Samples of all sizes, the same each time.
fn samples(count: u64) -> impl Iterator<Item = Sample> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut byte = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    (0..count).map(move |size| sample(&(0..size % 400).map(|_| byte()).collect::<Vec<u8>>()))
}

#[test]
fn every_keyword_and_every_outcome_occurs() {
    let mut schemas = String::new();
    let mut programs = String::new();
    let mut outcomes: BTreeMap<&str, usize> = BTreeMap::new();
    for Sample { schema, instances } in samples(800) {
        schemas += &schema;
        let builder = Validator::builder().limits(fuzz::limits()).check_schema(false);
        let Ok(validator) = builder.build_str(&schema) else {
            *outcomes.entry("refused").or_default() += instances.len();
            continue;
        };
        programs += &validator.to_string();
        for instance in instances {
            let document = Document::parse(instance.as_bytes()).expect("instances are JSON");
            let outcome = match validator.check(document.root()) {
                Ok(verdict) if verdict.is_valid() => "valid",
                Ok(_) => "invalid",
                Err(_) => "stopped",
            };
            *outcomes.entry(outcome).or_default() += 1;
        }
    }
    for keyword in KEYWORDS {
        assert!(schemas.contains(&format!("\"{keyword}\":")), "{keyword} does not occur");
    }
    for name in MADE_BY_PASSES {
        assert!(programs.contains(&format!("\n    {name} ")), "{name} does not occur");
    }
    let share = |outcome| outcomes.get(outcome).copied().unwrap_or(0) * 100 / (800 * 4);
    assert!(share("valid") > 25 && share("invalid") > 25, "{outcomes:?}");
    assert!(outcomes.contains_key("stopped"), "{outcomes:?}");
    assert!(share("stopped") + share("refused") < 15, "{outcomes:?}");
}

/// Schemas draw from one end of the bytes and instances from the other.
#[test]
fn instances_change_without_the_schema() {
    let bytes: Vec<u8> = (0..=255).cycle().take(8_192).collect();
    let changed: Vec<u8> = bytes.iter().copied().chain([7, 9, 200, 3]).collect();
    let (one, other) = (sample(&bytes), sample(&changed));
    assert_eq!(one.schema, other.schema);
    assert_ne!(one.instances, other.instances);
}

#[test]
fn no_bytes_make_the_simplest_sample() {
    let Sample { schema, instances } = sample(&[]);
    assert!(schema.len() < 800, "{schema}");
    assert_eq!(instances.len(), 4);
    assert!(instances.iter().all(|instance| instance.len() < 40), "{instances:?}");
}
