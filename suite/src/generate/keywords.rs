//! Keywords with their values, all of 2020-12, in any mixture.

use super::Choices;
use super::schema::{Schema, subschema};
use super::values::*;

pub(super) const COUNTS: &[&str] = &["0", "1", "2", "1.0", "3", "4"];
const DIVISORS: &[&str] = &["1", "0.5", "2", "3", "0.1", "1e-2", "7"];
pub(super) const REFERENCES: &[&str] = &[
    "#/$defs/a",
    "#/$defs/b",
    "#/$defs/c",
    "leaf",
    "#here",
    "leaf#here",
    "#",
    "inner",
    "root#/$defs/a",
    "#node",
    "root#/x-kept/a",
    "inner#/$defs/b",
];
const DYNAMIC_REFERENCES: &[&str] =
    &["#node", "leaf#node", "inner#node", "#/$defs/b", "leaf#here", "root#node"];

type Keyword = (&'static str, fn(&mut Choices<'_>, usize) -> String);

/// Keywords about scalars, constants and references, which hold no schema.
const LEAVES: &[Keyword] = &[
    ("type", |c, _| types(c)),
    ("const", |c, _| nested(c, 2)),
    ("enum", |c, _| format!("[{}]", c.list(4, |c| nested(c, 1)))),
    ("minimum", |c, _| number(c)),
    ("maximum", |c, _| number(c)),
    ("exclusiveMinimum", |c, _| number(c)),
    ("exclusiveMaximum", |c, _| number(c)),
    ("multipleOf", |c, _| c.of(DIVISORS).to_owned()),
    ("minLength", count),
    ("maxLength", count),
    ("pattern", |c, _| format!("\"{}\"", c.of(PATTERNS))),
    ("$ref", reference),
    ("$dynamicRef", dynamic_reference),
    ("format", |_, _| "\"date\"".to_owned()),
    ("default", |c, _| nested(c, 1)),
    ("x-unknown", |c, depth| subschema(c, depth)),
];

/// Keywords that apply schemas to the instance itself.
const IN_PLACE: &[Keyword] = &[
    ("allOf", schemas),
    ("anyOf", schemas),
    ("oneOf", schemas),
    ("not", subschema),
    ("if", subschema),
    ("then", subschema),
    ("else", subschema),
    ("$ref", reference),
    ("$dynamicRef", dynamic_reference),
];

/// Keywords about arrays.
const ARRAYS: &[Keyword] = &[
    ("prefixItems", schemas),
    ("items", subschema),
    ("contains", subschema),
    ("minContains", count),
    ("maxContains", count),
    ("minItems", count),
    ("maxItems", count),
    ("uniqueItems", |c, _| c.of(&["true", "false"]).to_owned()),
    ("unevaluatedItems", subschema),
];

/// Keywords about objects.
const OBJECTS: &[Keyword] = &[
    ("properties", |c, depth| object(c, 4, |c| subschema(c, depth))),
    ("patternProperties", |c, depth| keyed(c, |c| c.of(PATTERNS), 2, |c| subschema(c, depth))),
    ("additionalProperties", subschema),
    ("propertyNames", subschema),
    ("required", |c, _| names(c)),
    ("dependentRequired", |c, _| object(c, 2, names)),
    ("dependentSchemas", |c, depth| object(c, 2, |c| subschema(c, depth))),
    ("minProperties", count),
    ("maxProperties", count),
    ("unevaluatedProperties", subschema),
];

pub(super) fn count(choices: &mut Choices<'_>, _: usize) -> String {
    choices.of(COUNTS).to_owned()
}

pub(super) fn reference(choices: &mut Choices<'_>, _: usize) -> String {
    format!("\"{}\"", choices.of(REFERENCES))
}

fn dynamic_reference(choices: &mut Choices<'_>, _: usize) -> String {
    format!("\"{}\"", choices.of(DYNAMIC_REFERENCES))
}

/// A type, or a list of several.
pub(super) fn types(choices: &mut Choices<'_>) -> String {
    if !choices.once_in(3) {
        return format!("\"{}\"", choices.of(TYPES));
    }
    let mut types: Vec<&str> = (0..=choices.below(3)).map(|_| choices.of(TYPES)).collect();
    types.sort_unstable();
    types.dedup();
    array_of(&types)
}

/// At least one schema.
pub(super) fn schemas(choices: &mut Choices<'_>, depth: usize) -> String {
    let first = subschema(choices, depth);
    let more = choices.list(2, |c| subschema(c, depth));
    if more.is_empty() { format!("[{first}]") } else { format!("[{first},{more}]") }
}

/// Adds some keywords. They are about one kind of values, so that they meet.
pub(super) fn mixture(choices: &mut Choices<'_>, depth: usize, schema: &mut Schema) {
    let (subject, unevaluated) = match choices.below(5) {
        _ if depth == 0 => (LEAVES, None),
        0 => (LEAVES, None),
        1 | 2 => (ARRAYS, Some("unevaluatedItems")),
        _ => (OBJECTS, Some("unevaluatedProperties")),
    };
    for _ in 0..choices.below(5) {
        let from = if depth > 0 && choices.once_in(2) { IN_PLACE } else { subject };
        let (keyword, make) = choices.of(from);
        schema.add(keyword, make(choices, depth.saturating_sub(1)));
    }
    if let Some(keyword) = unevaluated
        && choices.once_in(3)
    {
        schema.add(keyword, choices.of(&["false", "{\"type\":\"number\"}"]));
    }
}
