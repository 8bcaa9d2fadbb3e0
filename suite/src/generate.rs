//! Schemas and instances made from bytes, for properties and fuzzers.
//!
//! Every byte string gives a schema that is valid against the 2020-12 meta-schema, with references that lead
//! somewhere, and an instance from the same small alphabet, so that keywords meet each other. Bytes that are missing
//! are zeros, and zeros choose what is simplest: shorter input is simpler output.

/// Choices drawn from bytes.
#[derive(Debug)]
pub struct Choices<'b> {
    bytes: &'b [u8],
}

impl<'b> Choices<'b> {
    /// All choices are made by these bytes, then by zeros.
    pub fn new(bytes: &'b [u8]) -> Self {
        Choices { bytes }
    }

    fn below(&mut self, count: usize) -> usize {
        let Some((&first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        usize::from(first) % count
    }

    fn of<'o>(&mut self, options: &[&'o str]) -> &'o str {
        options[self.below(options.len())]
    }

    /// A list of up to `most` texts, separated by commas.
    fn list(&mut self, most: usize, mut item: impl FnMut(&mut Self) -> String) -> String {
        let count = self.below(most + 1);
        (0..count).map(|_| item(self)).collect::<Vec<_>>().join(",")
    }
}

const NAMES: &[&str] = &["a", "b", "c", "ab", "", "longer than a word", "\\u0000"];
const TYPES: &[&str] = &["object", "array", "string", "number", "integer", "boolean", "null"];
const PATTERNS: &[&str] = &["a", "^a", "b$", "^[a-c]*$", "^.?$", "^(?=a).", "\\\\d"];
const NUMBERS: &[&str] =
    &["0", "1", "1.0", "-1", "2", "0.5", "3e0", "10e-1", "9007199254740993", "-0.0", "1e2"];
const STRINGS: &[&str] = &["\"\"", "\"a\"", "\"ab\"", "\"\u{1f4a9}\"", "\"1\"", "\"b\\n\""];
const COUNTS: &[&str] = &["0", "1", "2", "1.0", "3"];
const DIVISORS: &[&str] = &["1", "0.5", "2", "3", "0.1"];
const REFERENCES: &[&str] = &["#/$defs/a", "#/$defs/b", "leaf", "leaf#here", "#", "root#/$defs/a"];
const DYNAMIC_REFERENCES: &[&str] = &["#node", "leaf#node", "#/$defs/b", "leaf#here"];

/// How deep schemas and instances may nest.
const DEPTH: usize = 4;

/// An instance.
pub fn instance(choices: &mut Choices<'_>) -> String {
    value(choices, DEPTH)
}

fn value(choices: &mut Choices<'_>, depth: usize) -> String {
    let kinds = if depth == 0 { 5 } else { 12 };
    match choices.below(kinds) {
        0 => choices.of(NUMBERS).to_owned(),
        1 => choices.of(STRINGS).to_owned(),
        2 => "null".to_owned(),
        3 => "true".to_owned(),
        4 => "false".to_owned(),
        5..=7 => format!("[{}]", choices.list(4, |c| value(c, depth - 1))),
        _ => object(choices, 4, |c| value(c, depth - 1)),
    }
}

/// An object with distinct names.
fn object(
    choices: &mut Choices<'_>,
    most: usize,
    mut member: impl FnMut(&mut Choices<'_>) -> String,
) -> String {
    let names = if choices.below(4) == 1 { NAMES } else { &NAMES[..3] };
    keyed(choices, names, most, &mut member)
}

fn keyed(
    choices: &mut Choices<'_>,
    names: &[&str],
    most: usize,
    mut member: impl FnMut(&mut Choices<'_>) -> String,
) -> String {
    let mut seen = Vec::new();
    let mut members = Vec::new();
    for _ in 0..choices.below(most + 1) {
        let name = choices.of(names);
        if !seen.contains(&name) {
            seen.push(name);
            let value = member(choices);
            members.push(format!("\"{name}\":{value}"));
        }
    }
    format!("{{{}}}", members.join(","))
}

/// A schema: two resources, with anchors, dynamic anchors and definitions.
pub fn schema(choices: &mut Choices<'_>) -> String {
    let root = keywords(choices, DEPTH);
    let a = subschema(choices, DEPTH - 1);
    let b = subschema(choices, DEPTH - 1);
    let leaf = keywords(choices, DEPTH - 1);
    let here = subschema(choices, 1);
    let root_anchor = choices.of(&["", r#""$dynamicAnchor":"node","#, r#""$anchor":"node","#]);
    let node = if root_anchor.is_empty() {
        r#","n":{"$dynamicAnchor":"node","type":["object","array"]}"#
    } else {
        ""
    };
    let leaf_anchor = choices.of(&[r#""$dynamicAnchor":"node","#, r#""$anchor":"node","#]);
    format!(
        r#"{{"$id":"http://generate.example/root",{root_anchor}"$defs":{{"a":{a},"b":{b}{node},
        "leaf":{{"$id":"leaf",{leaf_anchor}"$defs":{{"h":{{"$anchor":"here","allOf":[{here}]}},"a":true,"b":false}}{leaf}}}
        }}{root}}}"#
    )
}

fn subschema(choices: &mut Choices<'_>, depth: usize) -> String {
    match choices.below(8) {
        0 => "true".to_owned(),
        1 => "false".to_owned(),
        _ => {
            let members = keywords(choices, depth);
            format!("{{{}}}", members.trim_start_matches(','))
        }
    }
}

type Keyword = (&'static str, fn(&mut Choices<'_>, usize) -> String);

/// Keywords about scalars, constants and references, which hold no schema.
const LEAVES: &[Keyword] = &[
    ("type", |c, _| format!("\"{}\"", c.of(TYPES))),
    ("const", |c, _| value(c, 2)),
    ("enum", |c, _| format!("[{}]", c.list(3, |c| value(c, 1)))),
    ("minimum", |c, _| c.of(NUMBERS).to_owned()),
    ("exclusiveMaximum", |c, _| c.of(NUMBERS).to_owned()),
    ("multipleOf", |c, _| c.of(DIVISORS).to_owned()),
    ("minLength", |c, _| c.of(COUNTS).to_owned()),
    ("maxLength", |c, _| c.of(COUNTS).to_owned()),
    ("pattern", |c, _| format!("\"{}\"", c.of(PATTERNS))),
    ("$ref", |c, _| format!("\"{}\"", c.of(REFERENCES))),
    ("$dynamicRef", |c, _| format!("\"{}\"", c.of(DYNAMIC_REFERENCES))),
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
    ("$ref", |c, _| format!("\"{}\"", c.of(REFERENCES))),
    ("$dynamicRef", |c, _| format!("\"{}\"", c.of(DYNAMIC_REFERENCES))),
];

/// Keywords about arrays.
const ARRAYS: &[Keyword] = &[
    ("prefixItems", schemas),
    ("items", subschema),
    ("contains", subschema),
    ("minContains", |c, _| c.of(COUNTS).to_owned()),
    ("maxContains", |c, _| c.of(COUNTS).to_owned()),
    ("minItems", |c, _| c.of(COUNTS).to_owned()),
    ("maxItems", |c, _| c.of(COUNTS).to_owned()),
    ("uniqueItems", |_, _| "true".to_owned()),
    ("unevaluatedItems", subschema),
];

/// Keywords about objects.
const OBJECTS: &[Keyword] = &[
    ("properties", |c, depth| object(c, 4, |c| subschema(c, depth))),
    ("patternProperties", |c, depth| keyed(c, PATTERNS, 2, |c| subschema(c, depth))),
    ("additionalProperties", subschema),
    ("propertyNames", subschema),
    ("required", |c, _| names(c)),
    ("dependentRequired", |c, _| object(c, 2, names)),
    ("dependentSchemas", |c, depth| object(c, 2, |c| subschema(c, depth))),
    ("minProperties", |c, _| c.of(COUNTS).to_owned()),
    ("maxProperties", |c, _| c.of(COUNTS).to_owned()),
    ("unevaluatedProperties", subschema),
];

/// Distinct names.
fn names(choices: &mut Choices<'_>) -> String {
    let mut names: Vec<&str> = (0..choices.below(3)).map(|_| choices.of(NAMES)).collect();
    names.sort_unstable();
    names.dedup();
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    format!("[{}]", quoted.join(","))
}

/// At least one schema.
fn schemas(choices: &mut Choices<'_>, depth: usize) -> String {
    let first = subschema(choices, depth);
    let more = choices.list(2, |c| subschema(c, depth));
    if more.is_empty() { format!("[{first}]") } else { format!("[{first},{more}]") }
}

/// Distinct keywords with their values, each after a comma. They are about one kind of values, so that they meet.
fn keywords(choices: &mut Choices<'_>, depth: usize) -> String {
    let (subject, unevaluated) = match choices.below(5) {
        _ if depth == 0 => (LEAVES, None),
        0 => (LEAVES, None),
        1 | 2 => (ARRAYS, Some("unevaluatedItems")),
        _ => (OBJECTS, Some("unevaluatedProperties")),
    };
    let mut seen = Vec::new();
    let mut text = String::new();
    let mut add = |keyword: &'static str, value: String| {
        if !seen.contains(&keyword) {
            seen.push(keyword);
            text += &format!(",\"{keyword}\":{value}");
        }
    };
    for _ in 0..choices.below(5) {
        let from = if depth > 0 && choices.below(2) == 1 { IN_PLACE } else { subject };
        let (keyword, make) = from[choices.below(from.len())];
        add(keyword, make(choices, depth.saturating_sub(1)));
    }
    if let Some(keyword) = unevaluated
        && choices.below(3) == 1
    {
        add(keyword, choices.of(&["false", "{\"type\":\"number\"}"]).to_owned());
    }
    text
}
