//! What a compilation says that it used is what it needs: with that for limits it succeeds, with one less it does not.

mod common;

use std::path::Path;

use common::Setup;
use jsonbound_compiler::{CompileErrorKind, Limits, Usage};
use jsonbound_pattern::PatternErrorKind;

/// The limit of this name.
fn limit<'l>(limits: &'l mut Limits, name: &str) -> &'l mut u64 {
    match name {
        "schema_depth" => &mut limits.schema_depth,
        "subschemas" => &mut limits.subschemas,
        "instructions" => &mut limits.instructions,
        "refs" => &mut limits.refs,
        "resources" => &mut limits.resources,
        "anchors" => &mut limits.anchors,
        "uri_bytes" => &mut limits.uri_bytes,
        "uri_total_bytes" => &mut limits.uri_total_bytes,
        "literal_nodes" => &mut limits.literal_nodes,
        "patterns" => &mut limits.patterns,
        "pattern_bytes" => &mut limits.pattern.bytes,
        "pattern_total_bytes" => &mut limits.pattern_total_bytes,
        "pattern_program" => &mut limits.pattern.program,
        "pattern_total_program" => &mut limits.pattern_total_program,
        "pattern_ranges" => &mut limits.pattern.ranges,
        "pattern_nesting" => &mut limits.pattern.nesting,
        "compile_steps" => &mut limits.compile_steps,
        _ => panic!("no limit {name}"),
    }
}

/// Limits of just what was used.
fn just(usage: &Usage) -> Limits {
    let mut limits = Limits::unlimited();
    for (name, used) in usage.rows() {
        *limit(&mut limits, name) = used;
    }
    limits
}

/// The limit that a compilation meets.
fn met(setup: &Setup, schema: &str) -> Option<&'static str> {
    match setup.compile(schema).err()?.kind() {
        CompileErrorKind::Limit { name, .. } => Some(name),
        CompileErrorKind::Pattern(error) => match error.kind() {
            PatternErrorKind::Limit { name, .. } => Some(name),
            _ => None,
        },
        _ => None,
    }
}

#[track_caller]
fn is_exact(mut setup: Setup, schema: &str) -> Option<Usage> {
    let compiled = setup.compile(schema).ok()?;
    let usage = compiled.usage;
    setup.limits = just(&usage);
    let again = setup.compile(schema).unwrap_or_else(|error| panic!("{schema}: {error}"));
    assert_eq!(again.program.to_string(), compiled.program.to_string());
    assert_eq!((again.steps, again.usage), (compiled.steps, usage));
    for (name, used) in usage.rows().filter(|&(_, used)| used > 0) {
        setup.limits = just(&usage);
        *limit(&mut setup.limits, name) = used - 1;
        assert_eq!(met(&setup, schema), Some(name), "{schema}");
    }
    Some(usage)
}

#[test]
fn usage_is_exact_for_every_golden_case() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut most = Usage::default();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        // Those of the passes are in a folder of their own.
        if path.is_dir() {
            continue;
        }
        let text = std::fs::read_to_string(path).unwrap();
        for case in text.split("\n# ") {
            let Some((_, input)) = case.split_once('\n') else { continue };
            let Some((input, _)) = input.split_once("\n---\n") else { continue };
            let (setup, schema) = Setup::of_case(input);
            most = is_exact(setup, &schema).map_or(most, |usage| usage.max(most));
        }
    }
    // Every limit was put to the test.
    assert!(most.rows().all(|(_, used)| used > 0), "{most:?}");
}

/// A document of the registry is scanned under the same limits, each by itself.
#[test]
fn documents_in_reach_count() {
    let large = r#"{"$defs": {"a": {"$id": "x"}, "b": {"$id": "y"}, "c": {"not": {"not": {}}}}}"#;
    let schema = r#"{"$ref": "http://a/large"}"#;
    let setup = || Setup::default().document("http://a/large", large).document("http://a/x", "{}");
    let usage = is_exact(setup(), schema).unwrap();
    assert_eq!((usage.subschemas, usage.resources, usage.schema_depth), (6, 3, 4));
    let usage = is_exact(setup(), r#"{"type": "null"}"#).unwrap();
    assert_eq!((usage.subschemas, usage.resources, usage.schema_depth), (1, 1, 1));
}

/// Not so the standard meta-schemas, which no limit keeps from being scanned.
#[test]
fn standard_documents_do_not_count() {
    let schema = format!(r#"{{"$ref": "{}"}}"#, jsonbound_vocab::Dialect::Draft202012.uri());
    let usage = is_exact(Setup::default(), &schema).unwrap();
    assert_eq!((usage.resources, usage.schema_depth), (1, 1));
}
