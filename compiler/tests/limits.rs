//! Every limit of a compilation: met exactly it admits, passed by one it refuses, under its own name.

mod common;

use common::{Setup, compile_text};
use jsonbound_compiler::{CompileErrorKind, Limits};
use proptest::prelude::*;

type Field = fn(&mut Limits) -> &mut u64;

/// Compiles under one limit.
fn under(limit: u64, field: Field, schema: &str) -> Result<(), &'static str> {
    let setup = Setup::default().limits(|limits| *field(limits) = limit);
    match setup.compile(schema) {
        Ok(_) => Ok(()),
        Err(error) => {
            if let CompileErrorKind::Limit { name, limit: said } = error.kind() {
                assert_eq!((*name, *said), (error.code(), limit));
            }
            Err(error.code())
        }
    }
}

/// Asserts that a schema needs exactly this much.
#[track_caller]
fn needs(name: &'static str, least: u64, field: Field, schema: &str) {
    assert_eq!(under(least, field, schema), Ok(()), "at the limit");
    assert_eq!(under(least + 1, field, schema), Ok(()), "below the limit");
    assert_eq!(under(least - 1, field, schema), Err(name), "past the limit");
    assert_eq!(under(0, field, schema), Err(name), "with nothing");
}

#[test]
fn schema_depth() {
    needs("schema_depth", 4, |l| &mut l.schema_depth, r#"{"not": {"items": {"allOf": [{}]}}}"#);
    needs(
        "schema_depth",
        3,
        |l| &mut l.schema_depth,
        r##"{"$ref": "#/a/b/c", "a": {"b": {"c": {"not": {}}}}}"##,
    );
}

#[test]
fn subschemas_of_a_document() {
    needs(
        "subschemas",
        4,
        |l| &mut l.subschemas,
        r#"{"allOf": [{}, true], "$defs": {"a": false}}"#,
    );
}

/// A schema that is compiled with and without tracking is two blocks.
#[test]
fn subschemas_as_blocks() {
    let schema = r##"{"allOf": [{"$ref": "#/$defs/a"}], "properties": {"p": {"$ref": "#/$defs/a"}},
        "unevaluatedProperties": true, "$defs": {"a": {}}}"##;
    needs("subschemas", 6, |l| &mut l.subschemas, schema);
}

/// An edge of the entry, two of `allOf`, two instructions.
#[test]
fn instructions() {
    needs("instructions", 5, |l| &mut l.instructions, r#"{"allOf": [{"minimum": 1}, true]}"#);
}

#[test]
fn refs() {
    let schema =
        r##"{"$defs": {"a": {"$ref": "#/$defs/b", "$dynamicRef": "#/$defs/b"}, "b": true}}"##;
    needs("refs", 2, |l| &mut l.refs, schema);
}

#[test]
fn resources() {
    needs("resources", 2, |l| &mut l.resources, r#"{"not": {"$id": "a"}}"#);
}

#[test]
fn anchors() {
    needs("anchors", 2, |l| &mut l.anchors, r#"{"$anchor": "a", "not": {"$dynamicAnchor": "b"}}"#);
}

#[test]
fn uri_bytes() {
    needs("uri_bytes", 22, |l| &mut l.uri_bytes, r#"{"$id": "http://example.com/abc"}"#);
    // The base and the reference.
    needs(
        "uri_total_bytes",
        16 + 9,
        |l| &mut l.uri_total_bytes,
        r##"{"$ref": "#/$defs/a", "$id": "json-schema:///a", "$defs": {"a": true}}"##,
    );
}

/// A reference that is long is refused before it is resolved, even if it would become short.
#[test]
fn uri_bytes_before_resolution() {
    let dots = "./".repeat(1000);
    for schema in [format!(r#"{{"$id": "{dots}a"}}"#), format!(r#"{{"$ref": "{dots}a"}}"#)] {
        assert_eq!(under(2000, |l| &mut l.uri_bytes, &schema), Err("uri_bytes"));
    }
}

#[test]
fn literal_nodes() {
    needs("literal_nodes", 4, |l| &mut l.literal_nodes, r#"{"const": [1, {"a": 2}]}"#);
    needs("literal_nodes", 4, |l| &mut l.literal_nodes, r#"{"enum": ["a", 1, [2]]}"#);
    needs("literal_nodes", 2, |l| &mut l.literal_nodes, r#"{"const": 1, "not": {"const": 2}}"#);
}

#[test]
fn patterns() {
    let schema = r#"{"pattern": "ab", "patternProperties": {"ab": {"pattern": "cde"}}}"#;
    needs("patterns", 2, |l| &mut l.patterns, schema);
    needs("pattern_bytes", 3, |l| &mut l.pattern.bytes, schema);
    needs("pattern_total_bytes", 5, |l| &mut l.pattern_total_bytes, schema);
    needs("pattern_program", 3, |l| &mut l.pattern.program, schema);
    needs("pattern_total_program", 5, |l| &mut l.pattern_total_program, schema);
    needs("pattern_nesting", 2, |l| &mut l.pattern.nesting, r#"{"pattern": "((a)b)"}"#);
}

#[test]
fn pattern_features() {
    let setup = Setup::default().limits(|limits| limits.pattern.features = false);
    assert!(setup.compile(r#"{"pattern": "(?=a)"}"#).is_err());
    assert!(compile_text(r#"{"pattern": "(?=a)"}"#).is_ok());
}

#[test]
fn compile_steps() {
    for schema in [
        "true",
        "{}",
        r#"{"enum": ["a", 1, [2]], "pattern": "a*"}"#,
        r##"{"$ref": "#/x/y", "x": {"y": {"$id": "a", "$anchor": "b", "unevaluatedItems": false}}}"##,
        r#"{"$ref": "https://json-schema.org/draft/2020-12/schema"}"#,
    ] {
        let steps = compile_text(schema).unwrap().steps;
        needs("compile_steps", steps, |l| &mut l.compile_steps, schema);
    }
}

/// The limits hold for each document of a registry, and an error there is one for those who reach it.
#[test]
fn documents_of_a_registry_have_the_same_limits() {
    let deep = r#"{"not": {"not": {"not": {}}}}"#;
    let setup = Setup::default()
        .document("http://example.com/deep", deep)
        .document("http://example.com/flat", "{}")
        .limits(|limits| limits.schema_depth = 2);
    assert!(setup.compile(r#"{"$ref": "http://example.com/flat"}"#).is_ok());
    let error = setup.compile(r#"{"$ref": "http://example.com/deep"}"#).unwrap_err();
    assert_eq!((error.code(), error.document()), ("schema_depth", "http://example.com/deep"));
    assert_eq!(error.pointer(), "/not/not");
}

/// What is left is what the check against the meta-schema is given, and what it used is paid.
#[test]
fn the_check_is_paid_from_compile_steps() {
    use jsonbound_compiler::{Options, Passes, Registry, compile};
    let document = common::parse("{}");
    let compile = |compile_steps, used| {
        let limits = Limits { compile_steps, ..Limits::unlimited() };
        let check = move |_: &jsonbound_compiler::Part<'_>, left: u64| {
            assert!(left < compile_steps);
            Ok(used)
        };
        let (registry, engine) = (Registry::default(), jsonbound_pattern::Ecma);
        let options = Options {
            base_uri: None,
            dialect: Default::default(),
            entries: &[],
            limits: &limits,
            engine: &engine,
            formats: &jsonbound_vocab::Formats::default(),
            passes: Passes::all(),
            check: &check,
        };
        compile(&document, &registry, &options).map(|compiled| compiled.steps)
    };
    let steps = compile(1000, 0).unwrap();
    assert_eq!(compile(1000, 10).unwrap(), steps + 10);
    assert_eq!(compile(steps + 10, 10).unwrap(), steps + 10);
    assert_eq!(compile(steps + 9, 10).unwrap_err().code(), "compile_steps");
    assert_eq!(compile(1000, u64::MAX).unwrap_err().code(), "compile_steps");
}

const FIELDS: [Field; 14] = [
    |l| &mut l.schema_depth,
    |l| &mut l.subschemas,
    |l| &mut l.instructions,
    |l| &mut l.refs,
    |l| &mut l.resources,
    |l| &mut l.anchors,
    |l| &mut l.uri_bytes,
    |l| &mut l.uri_total_bytes,
    |l| &mut l.literal_nodes,
    |l| &mut l.patterns,
    |l| &mut l.pattern_total_bytes,
    |l| &mut l.pattern_total_program,
    |l| &mut l.pattern.bytes,
    |l| &mut l.pattern.program,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Raising limits never turns a program into an error, nor into another program.
    #[test]
    fn limits_are_monotone(
        limits in prop::array::uniform14(0u64..60),
        raise in prop::array::uniform14(0u64..60),
        (steps, more) in (0u64..600, 0u64..600),
    ) {
        let schema = r##"{"$id": "http://example.com/a", "enum": [1, [2], "x"], "pattern": "a+", "not": {"$ref": "#b"},
            "$defs": {"b": {"$anchor": "b", "$id": "b", "$defs": {"c": {"$anchor": "b"}}, "patternProperties": {"x": true}}},
            "properties": {"p": {"$ref": "#/unknown"}}, "unknown": {"const": {}}, "unevaluatedProperties": {"$ref": "b"}}"##;
        let schema = schema.replacen(r#""$anchor": "b", "#, "", 1).replacen("#b", "b#b", 1);
        let compile = |limits: [u64; 14], steps: u64| {
            let setup = Setup::default().limits(|all| {
                for (field, limit) in FIELDS.into_iter().zip(limits) {
                    *field(all) = limit;
                }
                all.compile_steps = steps;
            });
            setup.compile(&schema).map(|compiled| (compiled.program.to_string(), compiled.steps))
        };
        let mut raised = limits;
        for (limit, more) in raised.iter_mut().zip(raise) {
            *limit += more;
        }
        let all = compile([u64::MAX; 14], u64::MAX).unwrap();
        if let Ok(low) = compile(limits, steps) {
            prop_assert_eq!(&low, &all);
            prop_assert_eq!(&compile(raised, steps + more).unwrap(), &all);
        }
        if let Ok(high) = compile(raised, steps + more) {
            prop_assert_eq!(&high, &all);
        }
    }
}

/// The sets of a pattern take time to be made, however short the names that they go by.
#[test]
fn patterns_pay_for_their_ranges() {
    let usage = |pattern: &str| {
        let schema = format!(r#"{{"pattern": "{pattern}"}}"#);
        Setup::default().compile(&schema).expect("a schema").usage
    };
    let few = usage("[abcd]");
    for pattern in [r"\\p{L}", r"\\P{L}", r"\\p{C}"] {
        let many = usage(pattern);
        assert!(many.pattern_ranges > 500, "{many:?}");
        assert!(many.compile_steps >= few.compile_steps + many.pattern_ranges, "{many:?}");
    }
}
