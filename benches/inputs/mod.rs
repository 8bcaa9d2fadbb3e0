//! Schemas with instances, made for measuring: one for each kind of work that matters.
//!
//! Invariant: an input is the same on every machine and in every run. Whoever changes one takes a new baseline of
//! `benches/instructions`.

use std::fmt::Write;

/// A schema, an instance that is valid, and one that is not.
pub(crate) struct Input {
    /// What it stands for.
    pub(crate) name: &'static str,
    /// The schema, as JSON text.
    pub(crate) schema: &'static str,
    /// A valid instance, as JSON text.
    pub(crate) valid: String,
    /// The same with one mistake near its end.
    pub(crate) invalid: String,
}

/// All inputs.
pub(crate) fn all() -> Vec<Input> {
    vec![
        input("record", include_str!("record.schema.json"), record(), "express", "by owl"),
        input("tree", include_str!("tree.schema.json"), tree(), "\"size\": 77", "\"size\": -7"),
        input("union", include_str!("union.schema.json"), union(), "\"label 39\"", "39"),
        input("wide", include_str!("wide.schema.json"), wide(), "19.25", "99.25"),
        input("patterns", include_str!("patterns.schema.json"), patterns(), "#c0ffee", "#coffee"),
        input(
            "unevaluated",
            include_str!("unevaluated.schema.json"),
            messages(),
            "thread",
            "threat",
        ),
    ]
}

/// The last of what is replaced makes the invalid instance.
fn input(
    name: &'static str,
    schema: &'static str,
    valid: String,
    replaced: &str,
    by: &str,
) -> Input {
    let (before, after) = valid.rsplit_once(replaced).expect("there is something to break");
    let invalid = format!("{before}{by}{after}");
    Input { name, schema, valid, invalid }
}

/// An array of what the function writes for each number.
fn array(len: usize, mut item: impl FnMut(usize) -> String) -> String {
    let items: Vec<String> = (0..len).map(&mut item).collect();
    format!("[{}]", items.join(", "))
}

fn record() -> String {
    r#"{"number": "JB-2024-000137", "weight": 4.35, "length": 60, "sender": "Ada Lovelace", "receiver": "Grace Hopper",
        "insured": true, "service": "express", "labels": ["fragile", "this way up", "paid"], "note": null}"#
        .to_owned()
}

/// Folders in folders, with files at each level: about 700 values.
fn tree() -> String {
    let files = |level: usize| {
        let file = |n| format!(r#"{{"name": "file-{n}.txt", "size": {}}}"#, level * 10 + n);
        (0..8).map(file).collect::<Vec<_>>().join(", ")
    };
    let mut folder = format!(r#"{{"name": "leaves", "entries": [{}]}}"#, files(0));
    for level in 1..8 {
        let small = format!(r#"{{"name": "twig", "entries": [{}]}}"#, files(level));
        folder = format!(
            r#"{{"name": "level-{level}", "entries": [{}, {small}, {folder}, {}]}}"#,
            files(level),
            files(level)
        );
    }
    folder
}

fn union() -> String {
    array(40, |n| match n % 4 {
        0 => format!(r#"{{"kind": "circle", "at": [{n}, 0.5], "radius": 2.5}}"#),
        1 => format!(r#"{{"kind": "square", "at": [{n}, 7], "side": 3}}"#),
        2 => format!(r#"{{"kind": "path", "points": {}}}"#, array(6, |at| format!("[{at}, {n}]"))),
        _ => format!(r#"{{"kind": "text", "at": [0, {n}], "text": "label {n}"}}"#),
    })
}

fn wide() -> String {
    let mut text = r#"{"station": "north", "operator": "nobody", "year": 2024"#.to_owned();
    for n in 0..150 {
        let _ = match n % 3 {
            0 => write!(text, r#", "sensor-{n}": {}.25"#, n % 40 - 20),
            1 => write!(text, r#", "count-{n}": {}"#, n * n),
            _ => write!(text, r#", "spare-{n}": null"#),
        };
    }
    text.push('}');
    text
}

fn patterns() -> String {
    let names = ["Ada Lovelace", "José Ortega y Gasset", "Mary O'Neill", "Пётр", "Zoë Smith-Jones"];
    let colours = ["#fff", "#c0ffee", "#00aaFF"];
    array(30, |n| {
        format!(
            r##"{{"slug": "guest-number-{n}", "phone": "+49 30 {} {}", "plate": "B-AB {}", "name": "{}", "colour": "{}"}}"##,
            1000 + n,
            20 + n,
            1 + n,
            names[n % names.len()],
            colours[n % colours.len()]
        )
    })
}

fn messages() -> String {
    array(30, |n| match n % 3 {
        0 => format!(r#"{{"from": "a{n}", "to": ["b", "c"], "text": "hello"}}"#),
        1 => format!(
            r#"{{"from": "a{n}", "to": ["b"], "urgent": true, "deadline": "now", "html": "<b>"}}"#
        ),
        _ => format!(
            r#"{{"from": "a{n}", "to": ["b"], "reply": {n}, "thread": 7, "text": "yes", "html": ""}}"#
        ),
    })
}
