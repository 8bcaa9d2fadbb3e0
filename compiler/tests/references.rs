//! The reference tables: what they list, of schemas that compile and of schemas that do not.

mod common;

use common::{Setup, parse};
use jsonbound_compiler::{CompileError, CompileErrorKind, References, Target, references};

fn tables(setup: &Setup, schema: &str) -> Result<References, CompileError> {
    let registry = setup.registry()?;
    let base = setup.base_uri.as_deref();
    references(&parse(schema), &registry, base, setup.dialect, &setup.entries, &setup.limits)
}

/// A target as text.
fn target(target: &Target) -> String {
    match target {
        Target::Schema(place) => place.to_string(),
        Target::Dynamic { anchor, default } => format!("outermost {anchor} or {default}"),
        Target::Missing => "missing".into(),
        Target::Broken(kind) => kind.to_string(),
        _ => panic!("a new kind of target"),
    }
}

/// All rows as text.
#[track_caller]
fn rows(setup: &Setup, schema: &str) -> Vec<String> {
    let tables = tables(setup, schema).unwrap();
    let entries = tables.entries().iter();
    let mut rows: Vec<String> = entries
        .map(|entry| format!("entry {} {}", entry.reference, target(&entry.target)))
        .collect();
    rows.extend(tables.resources().iter().map(|row| format!("resource {} {}", row.uri, row.place)));
    rows.extend(tables.anchors().iter().map(|row| {
        let dynamic = if row.dynamic { "dynamic " } else { "" };
        format!("{dynamic}anchor {} {}", row.uri, row.place)
    }));
    rows.extend(
        tables
            .references()
            .iter()
            .map(|row| format!("{} {} {}", row.place.pointer(), row.uri, target(&row.target))),
    );
    rows
}

#[test]
fn a_schema_without_references() {
    let rows = rows(&Setup::default(), "true");
    assert_eq!(rows, ["entry  json-schema:///#", "resource json-schema:/// json-schema:///#"]);
}

#[test]
fn resources_anchors_and_references() {
    let setup = Setup::default().entry("item#n").entry("#/$defs/s");
    let schema = r##"{"$id": "http://a/root", "items": {"$ref": "item"}, "$defs": {
        "i": {"$id": "item", "not": {"$ref": "#n"}, "$defs": {"n~": {"$anchor": "n", "type": "null"}}},
        "s": {"$dynamicAnchor": "s", "$dynamicRef": "item#/$defs/n~0"}}}"##;
    assert_eq!(
        rows(&setup, schema),
        [
            "entry  json-schema:///#",
            "entry item#n json-schema:///#/$defs/i/$defs/n~0",
            "entry #/$defs/s json-schema:///#/$defs/s",
            "resource http://a/root json-schema:///#",
            "resource http://a/item json-schema:///#/$defs/i",
            "dynamic anchor http://a/root#s json-schema:///#/$defs/s",
            "anchor http://a/item#n json-schema:///#/$defs/i/$defs/n~0",
            "/items/$ref http://a/item json-schema:///#/$defs/i",
            "/$defs/s/$dynamicRef http://a/item#/$defs/n~0 json-schema:///#/$defs/i/$defs/n~0",
            "/$defs/i/not/$ref http://a/item#n json-schema:///#/$defs/i/$defs/n~0",
        ]
    );
}

#[test]
fn what_is_dynamic_says_so() {
    let schema = r##"{"$id": "http://a/root", "$ref": "list", "$defs": {
        "item": {"$dynamicAnchor": "item"}, "one": {"$dynamicAnchor": "one"},
        "list": {"$id": "list", "items": {"$dynamicRef": "#item"}, "not": {"$dynamicRef": "root#one"},
            "$defs": {"any": {"$dynamicAnchor": "item"}}}}}"##;
    let rows = rows(&Setup::default(), schema);
    let list = "json-schema:///#/$defs/list";
    assert!(rows.contains(&format!(
        "/$defs/list/items/$dynamicRef http://a/list#item outermost item or {list}/$defs/any"
    )));
    // Only one schema has the anchor.
    assert!(rows.contains(
        &"/$defs/list/not/$dynamicRef http://a/root#one json-schema:///#/$defs/one".to_owned()
    ));
}

#[test]
fn only_resources_in_reach_are_listed() {
    let setup = Setup::default()
        .document(
            "http://b/doc",
            r#"{"$defs": {"x": {"$id": "x", "$ref": "y"}, "z": {"$id": "z"}}}"#,
        )
        .document("http://b/other", "{}");
    assert_eq!(
        rows(&setup, r#"{"$ref": "http://b/x"}"#),
        [
            "entry  json-schema:///#",
            "resource json-schema:/// json-schema:///#",
            "resource http://b/x http://b/doc#/$defs/x",
            "/$ref http://b/x http://b/doc#/$defs/x",
            "/$defs/x/$ref http://b/y missing",
        ]
    );
}

#[test]
fn references_that_lead_nowhere_are_rows() {
    let setup = Setup::default().entry("#nowhere").entry("http://b/x");
    let schema = r##"{"$ref": "#/$defs/a", "items": {"$ref": "http://b/x#y"}, "not": {"$ref": "http://[/"}}"##;
    let got = rows(&setup, schema);
    assert_eq!(
        got[..6],
        [
            "entry  json-schema:///#",
            "entry #nowhere the reference \"#nowhere\" leads to no schema",
            "entry http://b/x missing",
            "resource json-schema:/// json-schema:///#",
            "/$ref json-schema:///#/$defs/a the reference \"#/$defs/a\" leads to no schema",
            "/items/$ref http://b/x#y missing",
        ]
    );
    assert!(got[6].starts_with("/not/$ref http://[/ \"http://[/\" is not a URI reference"));
    // Compiling such a schema blames the first of them.
    let error = setup.compile(schema).unwrap_err();
    assert_eq!(error.code(), "dangling_reference");
}

#[test]
fn missing_documents_are_listed_once_and_sorted() {
    let setup = Setup::default().entry("http://b/z").entry("http://b/x#/y");
    let schema =
        r##"{"allOf": [{"$ref": "http://b/x#y"}, {"$dynamicRef": "http://b/a"}, {"$ref": "#x"}]}"##;
    let tables = tables(&setup, schema).unwrap();
    let missing: Vec<&str> = tables.missing().into_iter().collect();
    assert_eq!(missing, ["http://b/a", "http://b/x", "http://b/z"]);
    assert_eq!(tables.entries()[2].uri, "http://b/x#/y");
}

#[test]
fn identifiers_that_are_wrong_are_errors() {
    for (schema, code) in [
        (r##"{"$id": "#a"}"##, "id_fragment"),
        (r#"{"items": {"$anchor": "1"}}"#, "anchor_name"),
        (r#"{"$ref": 7}"#, "keyword_value"),
        ("7", "not_a_schema"),
    ] {
        assert_eq!(tables(&Setup::default(), schema).unwrap_err().code(), code, "{schema}");
    }
}

/// Places repeat the way that leads to them, so their text is paid for.
#[test]
fn places_are_paid_for() {
    let name = "x".repeat(10_000);
    let members: Vec<String> = (0..100).map(|n| format!(r##""{n}": {{"$ref": "#"}}"##)).collect();
    let schema =
        format!(r#"{{"$defs": {{"{name}": {{"properties": {{{}}}}}}}}}"#, members.join(","));
    let setup = |steps| Setup::default().limits(|limits| limits.compile_steps = steps);
    assert!(tables(&setup(2_000_000), &schema).is_ok());
    let error = tables(&setup(1_000_000), &schema).unwrap_err();
    assert!(matches!(error.kind(), CompileErrorKind::Limit { name: "compile_steps", .. }));
}

#[test]
fn a_deep_schema_needs_no_stack() {
    common::on_a_small_stack(|| {
        let depth = 2_000;
        let schema =
            format!("{}{{\"$ref\":\"urn:x\"}}{}", "{\"not\":".repeat(depth), "}".repeat(depth));
        let tables = tables(&Setup::default(), &schema).unwrap();
        assert_eq!(tables.references()[0].place.pointer().len(), "/not".len() * depth + 5);
    });
}
