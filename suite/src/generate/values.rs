//! Values from a small alphabet, so that schemas and instances meet.

use super::Choices;

/// How deep values may nest.
const DEPTH: usize = 4;

/// Names of members, as they stand between quotes. The first ones are the most frequent.
pub(super) const NAMES: &[&str] = &[
    "a",
    "b",
    "kind",
    "c",
    "ab",
    "",
    "longer than a word",
    "longer than a world",
    "\\u0000",
    "~1/%",
    "é",
];

pub(super) const TYPES: &[&str] =
    &["object", "array", "string", "number", "integer", "boolean", "null"];

pub(super) const PATTERNS: &[&str] =
    &["a", "^a", "b$", "^[a-c]*$", "^.?$", "^a|b", "^(?:a|kind)$", "", "^(?=a).", "\\\\d"];

/// Numbers that every JSON library reads exactly.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "1.0",
    "-1",
    "2",
    "0.5",
    "3e0",
    "10e-1",
    "9007199254740993",
    "-0.0",
    "1e2",
    "0.1",
    "0.3",
    "4",
    "-2.5",
    "18446744073709551615",
    "-9223372036854775808",
];

/// Numbers that some do not.
const EXTREMES: &[&str] = &[
    "1e400",
    "-1e400",
    "1e-400",
    "18446744073709551616",
    "9007199254740993.0",
    "123456789012345678901234567890.5",
    "0.30000000000000000000000000000001",
];

const STRINGS: &[&str] = &[
    "\"\"",
    "\"a\"",
    "\"b\"",
    "\"ab\"",
    "\"kind\"",
    "\"\u{1f4a9}\"",
    "\"1\"",
    "\"b\\n\"",
    "\"longer than a word\"",
    "\"\\u00e9\"",
    "\"aaaa\"",
];

/// What tells the branches of a union apart: often a short string, and now and then numbers that are equal.
const TAGS: &[&str] =
    &["\"a\"", "\"b\"", "\"c\"", "\"longer than a word\"", "1", "1.0", "2", "null", "true", "\"\""];

/// A value of any kind.
pub(super) fn value(choices: &mut Choices<'_>) -> String {
    nested(choices, DEPTH)
}

/// A value of so many levels at most.
pub(super) fn nested(choices: &mut Choices<'_>, depth: usize) -> String {
    let kinds = if depth == 0 { 5 } else { 12 };
    match choices.below(kinds) {
        0 => number(choices),
        1 => string(choices),
        2 => "null".to_owned(),
        3 => "true".to_owned(),
        4 => "false".to_owned(),
        5..=7 => format!("[{}]", choices.list(4, |c| nested(c, depth - 1))),
        _ => object(choices, 4, |c| nested(c, depth - 1)),
    }
}

pub(super) fn number(choices: &mut Choices<'_>) -> String {
    let numbers = if choices.once_in(12) { EXTREMES } else { NUMBERS };
    choices.of(numbers).to_owned()
}

pub(super) fn string(choices: &mut Choices<'_>) -> String {
    choices.of(STRINGS).to_owned()
}

pub(super) fn tag(choices: &mut Choices<'_>) -> String {
    let tags = if choices.once_in(3) { TAGS } else { &TAGS[..4] };
    choices.of(tags).to_owned()
}

/// The name of a member, mostly one of the first.
pub(super) fn name(choices: &mut Choices<'_>) -> &'static str {
    let names = if choices.once_in(4) { NAMES } else { &NAMES[..4] };
    choices.of(names)
}

/// Distinct names, as an array.
pub(super) fn names(choices: &mut Choices<'_>) -> String {
    let mut names: Vec<&str> = (0..choices.below(4)).map(|_| name(choices)).collect();
    names.sort_unstable();
    names.dedup();
    array_of(&names)
}

/// Names as an array.
pub(super) fn array_of(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    format!("[{}]", quoted.join(","))
}

/// An object with up to `most` distinct names.
pub(super) fn object(
    choices: &mut Choices<'_>,
    most: usize,
    member: impl FnMut(&mut Choices<'_>) -> String,
) -> String {
    keyed(choices, name, most, member)
}

/// An object whose distinct keys are made by `key`.
pub(super) fn keyed<'k>(
    choices: &mut Choices<'_>,
    key: impl Fn(&mut Choices<'_>) -> &'k str,
    most: usize,
    mut member: impl FnMut(&mut Choices<'_>) -> String,
) -> String {
    let mut seen = Vec::new();
    let mut members = Vec::new();
    for _ in 0..choices.below(most + 1) {
        let name = key(choices);
        if !seen.contains(&name) {
            seen.push(name);
            let value = member(choices);
            members.push(format!("\"{name}\":{value}"));
        }
    }
    format!("{{{}}}", members.join(","))
}
