//! Shapes of schemas that people write, each with the slips that people make: what a compiler may treat as a whole,
//! and where it is easiest for it to be wrong.

use super::Choices;
use super::keywords::{count, reference, schemas, types};
use super::schema::{Schema, subschema};
use super::values::*;

type Shape = fn(&mut Choices<'_>, usize, &mut Schema);

const SHAPES: &[Shape] = &[
    record,
    union,
    kinds,
    bounds,
    merge,
    tuple,
    condition,
    enumeration,
    link,
    record,
    union,
    scalar,
    wide,
    dynamic,
];

/// Adds a shape of so many levels at most, at least one.
pub(super) fn shape(choices: &mut Choices<'_>, depth: usize, schema: &mut Schema) {
    let add = choices.of(SHAPES);
    add(choices, depth, schema);
    if choices.once_in(6) {
        let add = choices.of(SHAPES);
        add(choices, depth, schema);
    }
}

/// A small schema for a member: a scalar, mostly.
fn member(choices: &mut Choices<'_>, depth: usize) -> String {
    if depth > 0 && choices.once_in(3) {
        return subschema(choices, depth - 1);
    }
    let mut schema = Schema::default();
    scalar(choices, depth, &mut schema);
    schema.finish()
}

fn scalar(choices: &mut Choices<'_>, depth: usize, schema: &mut Schema) {
    match choices.below(6) {
        0 => schema.add("type", types(choices)),
        1 => bounds(choices, depth, schema),
        2 => enumeration(choices, depth, schema),
        3 => schema.add("const", tag(choices)),
        4 => schema.add("$ref", reference(choices, depth)),
        _ => {
            schema.add("type", "\"string\"");
            schema.add("pattern", format!("\"{}\"", choices.of(PATTERNS)));
        }
    }
}

/// An object with members of its own, some of them required, and a word about the others.
fn record(choices: &mut Choices<'_>, depth: usize, schema: &mut Schema) {
    match choices.below(4) {
        0 => {}
        1 => schema.add("type", "[\"object\",\"null\"]"),
        _ => schema.add("type", "\"object\""),
    }
    let mut own: Vec<&str> = (0..choices.below(5)).map(|_| name(choices)).collect();
    own.sort_unstable();
    own.dedup();
    let properties = |c: &mut Choices<'_>| -> String {
        let member = |name| format!("\"{name}\":{}", member(c, depth));
        own.iter().map(member).collect::<Vec<_>>().join(",")
    };
    let required_first = choices.once_in(3);
    let mut required: Vec<&str> = own.iter().copied().filter(|_| choices.below(2) == 1).collect();
    if choices.once_in(6) {
        required.push(name(choices));
        required.sort_unstable();
        required.dedup();
    }
    if required_first {
        schema.add("required", array_of(&required));
    }
    schema.add("properties", format!("{{{}}}", properties(choices)));
    schema.add("required", array_of(&required));
    if choices.once_in(3) {
        let patterns = keyed(choices, |c| c.of(PATTERNS), 2, |c| member(c, depth));
        schema.add("patternProperties", patterns);
    }
    match choices.below(6) {
        0 => {}
        1 | 2 => schema.add("additionalProperties", "false"),
        3 => schema.add("additionalProperties", member(choices, depth)),
        4 => schema.add("unevaluatedProperties", choices.of(&["false", "{\"type\":\"null\"}"])),
        _ => {}
    }
    counts(choices, schema, ["minProperties", "maxProperties"]);
    if choices.once_in(8) {
        let names = choices.of(&["{\"maxLength\":2}", "{\"pattern\":\"^[a-k]\"}", "false"]);
        schema.add("propertyNames", names);
    }
    if choices.once_in(8) {
        schema.add("dependentRequired", object(choices, 2, names));
    }
}

/// An object with more members than are looked up one by one, and a word about the others.
fn wide(choices: &mut Choices<'_>, depth: usize, schema: &mut Schema) {
    let members = 12 + choices.below(30);
    let mut required = Vec::new();
    let properties: Vec<String> = (0..members)
        .map(|number| {
            if choices.once_in(3) {
                required.push(format!("\"n{number}\""));
            }
            let small = choices.once_in(8).then(|| member(choices, depth.min(1)));
            let small = small.unwrap_or_else(|| "{\"type\":[\"number\",\"string\"]}".to_owned());
            format!("\"n{number}\":{small}")
        })
        .collect();
    schema.add("properties", format!("{{{}}}", properties.join(",")));
    if choices.once_in(2) {
        schema.add("required", format!("[{}]", required.join(",")));
    }
    if choices.once_in(2) {
        schema.add("additionalProperties", choices.of(&["false", "{\"type\":\"null\"}"]));
    }
}

/// Now and then a count of at least, and one of at most, which may contradict it.
fn counts(choices: &mut Choices<'_>, schema: &mut Schema, keywords: [&'static str; 2]) {
    for keyword in keywords {
        if choices.once_in(6) {
            schema.add(keyword, count(choices, 0));
        }
    }
}

/// Branches that a member tells apart, or does not quite.
fn union(choices: &mut Choices<'_>, depth: usize, schema: &mut Schema) {
    let keyword = choices.of(&["oneOf", "anyOf"]);
    let name = if choices.once_in(5) { name(choices) } else { "kind" };
    if choices.once_in(3) {
        schema.add("type", "\"object\"");
    }
    if choices.once_in(4) {
        schema.add("required", format!("[\"{name}\"]"));
    }
    let branches: Vec<String> =
        (0..2 + choices.below(3)).map(|_| branch(choices, depth, name)).collect();
    schema.add(keyword, format!("[{}]", branches.join(",")));
    if choices.once_in(4) {
        schema.add("unevaluatedProperties", "false");
    }
}

/// A branch of a union, with its tag in the member of this name.
fn branch(choices: &mut Choices<'_>, depth: usize, name: &'static str) -> String {
    if choices.once_in(8) {
        return subschema(choices, depth - 1);
    }
    let mut branch = Schema::default();
    if choices.below(3) > 0 {
        branch.add("type", "\"object\"");
    }
    let tag = match choices.below(6) {
        0..=3 => format!("{{\"const\":{}}}", tag(choices)),
        4 => format!("{{\"enum\":[{},{}]}}", tag(choices), tag(choices)),
        _ => member(choices, 0),
    };
    let more = ["a", "b"].into_iter().filter(|other| *other != name && choices.below(2) == 1);
    let more: Vec<&str> = more.collect();
    let mut properties = format!("\"{name}\":{tag}");
    for other in &more {
        properties += &format!(",\"{other}\":{}", member(choices, depth.saturating_sub(1)));
    }
    branch.add("properties", format!("{{{properties}}}"));
    let mut required = if choices.once_in(6) { vec![] } else { vec![name] };
    required.extend(more.iter().filter(|_| choices.once_in(2)));
    branch.add("required", array_of(&required));
    match choices.below(6) {
        0..=2 => {}
        3 | 4 => branch.add("additionalProperties", "false"),
        _ => branch.add("unevaluatedProperties", "false"),
    }
    branch.finish()
}

/// Branches for different kinds of values, or for kinds that overlap.
fn kinds(choices: &mut Choices<'_>, depth: usize, schema: &mut Schema) {
    let keyword = choices.of(&["anyOf", "oneOf"]);
    let branches: Vec<String> = (0..2 + choices.below(3))
        .map(|_| {
            let mut branch = Schema::default();
            match choices.below(5) {
                0..=2 => branch.add("type", types(choices)),
                3 => branch.add("const", nested(choices, 1)),
                _ => {}
            }
            if choices.once_in(2) {
                let of = choices.of::<Shape>(&[bounds, record, tuple, enumeration, link]);
                of(choices, depth - 1, &mut branch);
            }
            branch.finish()
        })
        .collect();
    schema.add(keyword, format!("[{}]", branches.join(",")));
}

/// Bounds of one kind, in one place or several.
fn bounds(choices: &mut Choices<'_>, depth: usize, schema: &mut Schema) {
    let numeric = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
    let (of_type, keywords): (_, &[&'static str]) = match choices.below(4) {
        0 | 1 => (choices.of(&["\"number\"", "\"integer\""]), &numeric),
        2 => ("\"string\"", &["minLength", "maxLength", "pattern"]),
        _ => ("\"array\"", &["minItems", "maxItems"]),
    };
    let fill = |choices: &mut Choices<'_>, schema: &mut Schema| {
        if choices.below(3) > 0 {
            schema.add("type", of_type);
        }
        for _ in 0..=choices.below(3) {
            let keyword = choices.of(keywords);
            let value = match keyword {
                "pattern" => format!("\"{}\"", choices.of(PATTERNS)),
                "multipleOf" => choices.of(&["1", "0.5", "0.1", "3"]).to_owned(),
                _ if numeric.contains(&keyword) => number(choices),
                _ => count(choices, 0),
            };
            schema.add(keyword, value);
        }
    };
    fill(choices, schema);
    if depth > 0 && choices.once_in(4) {
        let more = choices.list(2, |c| {
            let mut more = Schema::default();
            fill(c, &mut more);
            more.finish()
        });
        schema.add("allOf", format!("[{}]", if more.is_empty() { "true" } else { &more }));
    }
}

/// Objects put together of parts, and often closed as a whole.
fn merge(choices: &mut Choices<'_>, depth: usize, schema: &mut Schema) {
    let parts: Vec<String> = (0..1 + choices.below(3))
        .map(|_| {
            let mut part = Schema::default();
            match choices.below(5) {
                0..=2 => record(choices, depth - 1, &mut part),
                3 => link(choices, depth - 1, &mut part),
                _ => union(choices, depth.max(2) - 1, &mut part),
            }
            part.finish()
        })
        .collect();
    let keyword = choices.of(&["allOf", "allOf", "allOf", "anyOf"]);
    schema.add(keyword, format!("[{}]", parts.join(",")));
    if choices.once_in(2) {
        record(choices, depth - 1, schema);
    }
    if choices.once_in(3) {
        schema.add("$ref", reference(choices, depth));
    }
    if choices.once_in(2) {
        let rest = choices.of(&["false", "false", "{\"type\":\"string\"}", "true"]);
        schema.add("unevaluatedProperties", rest);
    }
}

/// An array with places of its own, and a word about the others.
fn tuple(choices: &mut Choices<'_>, depth: usize, schema: &mut Schema) {
    if choices.below(3) > 0 {
        schema.add("type", "\"array\"");
    }
    if choices.below(3) > 0 {
        let (first, more) = (member(choices, depth), choices.list(2, |c| member(c, depth)));
        let comma = if more.is_empty() { "" } else { "," };
        schema.add("prefixItems", format!("[{first}{comma}{more}]"));
    }
    match choices.below(5) {
        0 | 1 => {}
        2 => schema.add("items", "false"),
        _ => schema.add("items", member(choices, depth)),
    }
    if choices.once_in(3) {
        schema.add("contains", member(choices, depth));
        counts(choices, schema, ["minContains", "maxContains"]);
    }
    counts(choices, schema, ["minItems", "maxItems"]);
    if choices.once_in(4) {
        schema.add("uniqueItems", "true");
    }
    if choices.once_in(3) {
        schema.add("allOf", schemas(choices, depth.saturating_sub(1)));
    }
    if choices.once_in(3) {
        schema.add("unevaluatedItems", choices.of(&["false", "{\"type\":\"string\"}"]));
    }
}

/// What holds only where something else does.
fn condition(choices: &mut Choices<'_>, depth: usize, schema: &mut Schema) {
    let part = |choices: &mut Choices<'_>| {
        let mut part = Schema::default();
        record(choices, depth - 1, &mut part);
        part.finish()
    };
    if choices.once_in(3) {
        schema.add("dependentSchemas", object(choices, 2, part));
        return;
    }
    let test = match choices.below(4) {
        0..=2 => branch(choices, depth, "kind"),
        _ => subschema(choices, depth - 1),
    };
    schema.add("if", test);
    if choices.below(4) > 0 {
        schema.add("then", part(choices));
    }
    if choices.once_in(2) {
        schema.add("else", part(choices));
    }
    if choices.once_in(3) {
        schema.add("unevaluatedProperties", "false");
    }
}

/// One of several constants.
fn enumeration(choices: &mut Choices<'_>, _: usize, schema: &mut Schema) {
    let make = choices.of::<fn(&mut Choices<'_>) -> String>(&[
        string,
        number,
        tag,
        |c| nested(c, 1),
        |c| nested(c, 3),
    ]);
    if choices.once_in(4) {
        schema.add("type", types(choices));
    }
    match choices.below(4) {
        0 => schema.add("const", make(choices)),
        1 if choices.once_in(3) => {
            let listed: Vec<String> =
                (0..12 + choices.below(20)).map(|number| format!("\"s{number}\"")).collect();
            schema.add("enum", format!("[{}]", listed.join(",")));
        }
        1 => schema.add("not", format!("{{\"enum\":[{}]}}", choices.list(6, make))),
        _ => schema.add("enum", format!("[{}]", choices.list(10, make))),
    }
}

/// What the dynamic scope makes of a schema, and what it leaves unevaluated.
fn dynamic(choices: &mut Choices<'_>, depth: usize, schema: &mut Schema) {
    schema.add("$dynamicRef", choices.of(&["\"#node\"", "\"leaf#node\"", "\"inner#node\""]));
    if choices.once_in(3) {
        tuple(choices, depth.min(1), schema);
        schema.add("unevaluatedItems", choices.of(&["false", "{\"type\":\"null\"}"]));
    } else {
        record(choices, depth.min(1), schema);
        schema.add("unevaluatedProperties", choices.of(&["false", "{\"type\":\"null\"}"]));
    }
}

/// A reference, alone or beside a keyword or two.
fn link(choices: &mut Choices<'_>, depth: usize, schema: &mut Schema) {
    schema.add("$ref", reference(choices, depth));
    match choices.below(4) {
        0 | 1 => {}
        2 => schema.add("required", names(choices)),
        _ => schema.add("type", types(choices)),
    }
}
