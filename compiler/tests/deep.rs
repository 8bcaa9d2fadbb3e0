//! Schemas that are deep or long, on a small stack in any build: an error or a program, never an overflow, and in
//! time that grows with the schema alone.

mod common;

use common::{Setup, compile_text, on_a_small_stack};
use jsonbound_compiler::Limits;

const LEVELS: usize = 100_000;

/// A schema inside a schema inside a schema.
fn nested(before: &str, after: &str, levels: usize) -> String {
    before.repeat(levels) + "true" + &after.repeat(levels)
}

fn deep_schemas_compile_or_are_refused(before: &'static str, after: &'static str) {
    on_a_small_stack(move || {
        let schema = nested(before, after, LEVELS);
        let compiled = compile_text(&schema).unwrap();
        assert_eq!(compiled.program.plain().blocks().len(), LEVELS + 1);
        let setup = Setup::default().limits(|limits| limits.schema_depth = 64);
        let error = setup.compile(&schema).unwrap_err();
        assert_eq!(error.code(), "schema_depth");
        assert_eq!(error.pointer().matches(before.split('"').nth(1).unwrap()).count(), 64);
        assert!(error.to_string().len() < 500);
    });
}

#[test]
fn not() {
    deep_schemas_compile_or_are_refused(r#"{"not":"#, "}");
}

#[test]
fn all_of() {
    deep_schemas_compile_or_are_refused(r#"{"allOf":["#, "]}");
}

#[test]
fn properties() {
    deep_schemas_compile_or_are_refused(r#"{"properties":{"a":"#, "}}");
}

#[test]
fn items() {
    deep_schemas_compile_or_are_refused(r#"{"items":"#, "}");
}

#[test]
fn resources_inside_resources() {
    on_a_small_stack(|| {
        let mut schema = String::new();
        for level in 0..20_000 {
            schema += &format!(r#"{{"$id":"/{level}","$anchor":"a","not":"#);
        }
        schema += "true";
        schema += &"}".repeat(20_000);
        assert!(compile_text(&schema).is_ok());
    });
}

/// What no keyword holds is not walked, and what is adopted from there is walked as any schema.
#[test]
fn unknown_keywords_and_literals() {
    on_a_small_stack(|| {
        let inside = nested(r#"{"not":"#, "}", LEVELS);
        assert!(compile_text(&format!(r#"{{"unknown":{inside}}}"#)).is_ok());
        assert!(compile_text(&format!(r##"{{"$ref":"#/unknown","unknown":{inside}}}"##)).is_ok());
        assert!(
            compile_text(&format!(r#"{{"const":{inside},"enum":[{inside}],"default":{inside}}}"#))
                .is_ok()
        );
    });
}

/// The place of an error is found wherever it is; a long pointer is cut.
#[test]
fn an_error_in_the_deep() {
    on_a_small_stack(|| {
        for (levels, cut) in [(1_000, false), (LEVELS, true)] {
            let schema = nested(r#"{"not":"#, "}", levels).replace("true", r#"{"minimum":"x"}"#);
            let error = compile_text(&schema).unwrap_err();
            assert!(error.position().unwrap().column > levels * r#"{"not":"#.len());
            assert_eq!(error.pointer().ends_with("/minimum"), !cut);
            assert_eq!(error.pointer().ends_with('…'), cut);
            assert!(error.pointer().len() < 9_000);
        }
    });
}

#[test]
fn a_deep_loop() {
    on_a_small_stack(|| {
        let schema = nested(r#"{"not":"#, "}", LEVELS).replace("true", r##"{"$ref":"#"}"##);
        let error = compile_text(&schema).unwrap_err();
        assert_eq!(error.code(), "ref_loop");
        assert!(error.to_string().len() < 5000);
    });
}

fn definitions(len: usize, definition: impl Fn(usize) -> String, rest: &str) -> String {
    let members: Vec<String> = (0..len).map(|n| format!(r#""d{n}":{}"#, definition(n))).collect();
    format!(r#"{{"$defs":{{{}}},{rest}}}"#, members.join(","))
}

fn chain(len: usize, end: &str) -> String {
    let definition = |n| match n + 1 == len {
        true => end.to_owned(),
        false => format!(r##"{{"$ref":"#/$defs/d{}"}}"##, n + 1),
    };
    definitions(len, definition, r##""$ref":"#/$defs/d0""##)
}

#[test]
fn a_chain_of_references() {
    on_a_small_stack(|| {
        assert!(compile_text(&chain(50_000, "true")).is_ok());
        let error = compile_text(&chain(20_000, r##"{"$ref":"#/$defs/d0"}"##)).unwrap_err();
        assert_eq!(error.code(), "ref_loop");
    });
}

/// Embedded resources, each referred to by its URI, each with anchors, from other resources.
#[test]
fn many_resources() {
    on_a_small_stack(|| {
        let len = 20_000;
        let resource = |n| {
            let next = (n + 1) % len;
            format!(
                r##"{{"$id":"r{n}","items":{{"$ref":"r{next}#a"}},"$defs":{{"x":{{"$anchor":"a"}}}}}}"##
            )
        };
        assert!(
            compile_text(&definitions(len, resource, r#""$id":"http://example.com/root""#)).is_ok()
        );
    });
}

/// References that are adopted one by one, out of one keyword.
#[test]
fn many_adoptions() {
    on_a_small_stack(|| {
        let len = 10_000;
        let references: Vec<String> =
            (0..len).map(|n| format!(r##"{{"$ref":"#/x/{n}"}}"##)).collect();
        let targets: Vec<String> =
            (0..len).map(|n| format!(r#"{{"$id":"i{n}","$ref":"i{}"}}"#, n.max(1) - 1)).collect();
        // The first refers to itself, so it is left out.
        let targets = targets.join(",").replacen(r#","$ref":"i0""#, "", 1);
        let schema = format!(r#"{{"allOf":[{}],"x":[{targets}]}}"#, references.join(","));
        assert!(compile_text(&schema).is_ok());
    });
}

/// References into a resource that has many anchors.
#[test]
fn many_anchors() {
    on_a_small_stack(|| {
        let len = 10_000;
        let anchors = definitions(len, |n| format!(r#"{{"$anchor":"a{n}"}}"#), r#""$id":"r""#);
        let references: Vec<String> = (0..len).map(|n| format!(r#"{{"$ref":"r#a{n}"}}"#)).collect();
        let schema = format!(r#"{{"allOf":[{}],"$defs":{{"r":{anchors}}}}}"#, references.join(","));
        assert!(compile_text(&schema).is_ok());
    });
}

/// A schema of many members, which is applied by as many others.
fn wide_for_many(len: usize) -> String {
    let wide: Vec<String> = (0..len).map(|n| format!(r#""p{n}":{{"type":"null"}}"#)).collect();
    let wide = format!(r#""properties":{{{}}}"#, wide.join(","));
    let users: Vec<String> = (0..len)
        .map(|n| format!(r##""u{n}":{{"$ref":"#/$defs/w","minProperties":{n}}}"##))
        .collect();
    format!(r#"{{"$defs":{{"w":{{{wide}}}}},"properties":{{{}}}}}"#, users.join(","))
}

/// Many schemas that ask what they evaluated, each of few branches.
fn asked_by_many(len: usize) -> String {
    let users: Vec<String> = (0..len)
        .map(|n| {
            format!(
                r##""u{n}":{{"anyOf":[{{"$ref":"#/$defs/w"}},true],"unevaluatedProperties":false}}"##
            )
        })
        .collect();
    format!(
        r#"{{"$defs":{{"w":{{"properties":{{"a":true}}}}}},"properties":{{{}}}}}"#,
        users.join(",")
    )
}

/// Eight times the schema takes about eight times the steps. Quadratic work would take 64 times as many.
#[test]
fn work_grows_with_the_schema() {
    for make in [
        |len| nested(r#"{"properties":{"a":"#, "}}", len),
        |len| chain(len, "true"),
        wide_for_many,
        asked_by_many,
    ] {
        let steps = |len| compile_text(&make(len)).unwrap().steps;
        let (few, many) = (steps(2_000), steps(16_000));
        assert!(many <= few * 9, "{few} {many}");
    }
}

/// The default limits refuse what is too much long before it costs anything.
#[test]
fn hostile_schemas_are_refused_by_a_step_limit() {
    on_a_small_stack(|| {
        let limits = Limits { compile_steps: 100_000, ..Limits::unlimited() };
        for schema in [nested(r#"{"not":"#, "}", LEVELS), chain(50_000, "true")] {
            let setup = Setup { limits: limits.clone(), ..Setup::default() };
            assert_eq!(setup.compile(&schema).unwrap_err().code(), "compile_steps");
        }
    });
}
