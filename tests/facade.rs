//! The facade: builders, entry points, texts, registries, dialects, and failures as values.

mod common;

use common::{compiled, limits, validator};
use jsonbound::{
    CompileError, CompileErrorKind, Dialect, Error, Invalid, Limit, Limits, ParseError,
    PatternEngine, PatternError, Registry, RegistryBuilder, Scratch, Stopped, TextError, Validator,
    Verdict,
};
use jsonbound_pattern::{Compiled, PatternLimits};
use serde_json::json;

#[test]
fn validators_and_failures_can_be_shared() {
    fn shared<T: Send + Sync + Clone + 'static>() {}
    fn error<T: std::error::Error + Send + Sync + Clone + 'static>() {}
    shared::<Validator>();
    shared::<Registry>();
    error::<CompileError>();
    error::<ParseError>();
    error::<Invalid>();
    error::<Stopped>();
    error::<Error>();
    error::<TextError>();
    fn sendable<T: Send>() {}
    sendable::<Scratch>();
}

#[test]
fn entry_points_are_schemas_of_the_same_program() {
    let schema = json!({
        "$id": "https://example.com/root",
        "type": "object",
        "$defs": {
            "user": {"$anchor": "user", "required": ["name"]},
            "part": {"$id": "part", "type": "null"},
        },
    });
    let names = ["#/$defs/user", "#user", "part", "https://example.com/part"];
    let builder = names.into_iter().fold(Validator::builder(), |builder, name| builder.entry(name));
    let root = builder.build(&schema).expect("a schema");
    for name in ["#/$defs/user", "#user"] {
        let user = root.at(name).expect("an entry point");
        assert!(user.is_valid(&json!({"name": "x"})) && !user.is_valid(&json!({})));
        assert!(user.is_valid(&json!(1)), "the root's type is not asked for");
        assert!(!user.at("").expect("the root").is_valid(&json!(1)));
    }
    for name in ["part", "https://example.com/part"] {
        assert!(root.at(name).expect("an entry point").is_valid(&json!(null)));
    }
    let unknown = root.at("#/$defs/other").expect_err("never asked for");
    assert!(unknown.to_string().contains("#/$defs/other"));
    let dangling = Validator::builder().entry("#/$defs/other").build(&schema);
    assert_eq!(dangling.expect_err("no such place").code(), "dangling_reference");
}

#[test]
fn texts_are_read_and_validated() {
    let validator = validator(r#"{"items": {"type": "integer"}}"#);
    assert_eq!(validator.check_bytes(b" [1, 2.0] "), Ok(Verdict::Valid));
    assert_eq!(validator.check_bytes(b"[1.5]"), Ok(Verdict::Invalid));
    for text in ["", "[1", "[1,]", "nul", "\u{feff}1", "[1]]"] {
        let error = validator.check_bytes(text.as_bytes()).expect_err("no JSON");
        assert!(matches!(error, TextError::Parse(_)), "{error}");
    }
    assert!(matches!(validator.check_bytes(b"\"\xff\""), Err(TextError::Parse(_))));
    let deep = "[".repeat(200) + &"]".repeat(200);
    let Err(TextError::Stopped(stopped)) = validator.check_bytes(deep.as_bytes()) else {
        panic!("not stopped");
    };
    assert_eq!((stopped.limit(), stopped.max()), (Limit::Parse("json_depth"), 128));
    assert_eq!(stopped.limit().name(), "json_depth");
}

#[test]
fn a_plain_bool_fails_closed() {
    let schema = json!({"not": {"minItems": 3}});
    let stopped = compiled(&schema, limits(|limits| limits.validation_steps = 1));
    assert!(!stopped.is_valid(&json!([])));
    assert!(matches!(stopped.validate(&json!([])), Err(Error::Stopped(_))));
    assert!(compiled(&schema, Limits::trusted()).is_valid(&json!([])));
}

#[test]
fn schemas_are_checked_against_the_meta_schema() {
    let wrong = json!({"properties": {"a": {"minimum": "3"}}});
    let error = jsonbound::compile(&wrong).expect_err("no schema");
    assert_eq!((error.code(), error.pointer()), ("meta_schema", "/properties/a/minimum"));
    // Without the check it is still an error where it would be used.
    let error = Validator::builder().check_schema(false).build(&wrong).expect_err("no schema");
    assert_eq!((error.code(), error.pointer()), ("keyword_value", "/properties/a/minimum"));
    let error = jsonbound::compile_str("{\n \"type\": \"int\"\n}").expect_err("no schema");
    assert_eq!(error.position().map(|place| (place.line, place.column)), Some((2, 10)));
    for text in ["", "{", "3", "[]", "null"] {
        assert!(jsonbound::compile_str(text).is_err(), "{text:?}");
    }
}

#[test]
fn documents_are_given_and_never_fetched() {
    let schema = json!({"allOf": [
        {"$ref": "https://example.com/b#/$defs/x"},
        {"$ref": "https://example.com/a"},
        {"$ref": "file:///etc/passwd"},
    ]});
    let error = jsonbound::compile(&schema).expect_err("nothing was given");
    let missing = ["file:///etc/passwd", "https://example.com/a", "https://example.com/b"];
    assert_eq!(error.missing(), missing);
    let registry = RegistryBuilder::new()
        .text("https://example.com/a", r#"{"type": "integer"}"#)
        .and_then(|builder| {
            builder.document("https://example.com/b", &json!({"$defs": {"x": {"minimum": 3}}}))
        })
        .and_then(|builder| builder.bytes("file:///etc/passwd", b"true"))
        .and_then(RegistryBuilder::build)
        .expect("a registry");
    let validator = Validator::builder().registry(registry).build(&schema).expect("a schema");
    assert!(validator.is_valid(&json!(3)) && !validator.is_valid(&json!(2)));
    let twice = RegistryBuilder::new()
        .text("https://example.com/a", "true")
        .and_then(|builder| builder.text("https://example.com/a", "true"))
        .and_then(RegistryBuilder::build);
    assert_eq!(twice.expect_err("twice").code(), "duplicate_id");
}

const META: &str = "https://example.com/meta";

/// A dialect whose schemas must have a title, with something in it that is dear to compile.
fn with_dialect(dear: &str) -> Registry {
    let meta = format!(
        r##"{{
            "$id": "{META}",
            "$schema": "{}",
            "$dynamicAnchor": "meta",
            "$ref": "{}",
            "required": ["title"],
            "patternProperties": {{"{dear}": true}}
        }}"##,
        Dialect::Draft202012.uri(),
        Dialect::Draft202012.uri(),
    );
    let builder = RegistryBuilder::new().limits(Limits::trusted()).text(META, &meta);
    builder.and_then(RegistryBuilder::build).expect("a registry")
}

#[test]
fn dialects_of_the_registry_are_checked() {
    let builder = Validator::builder().registry(with_dialect("x"));
    let titled = json!({"$schema": META, "title": "t", "type": "null"});
    let validator = builder.clone().build(&titled).expect("a schema");
    assert!(validator.is_valid(&json!(null)) && !validator.is_valid(&json!(1)));
    let error = builder.build(&json!({"$schema": META, "type": "null"})).expect_err("no title");
    assert!(matches!(error.kind(), CompileErrorKind::MetaSchema(_)), "{error}");
    let unknown = jsonbound::compile(&titled).expect_err("unknown");
    assert_eq!(unknown.code(), "unknown_dialect");
}

/// Compiling a meta-schema is part of compiling the schema that names it: same limits, same steps.
#[test]
fn dialects_of_the_registry_are_paid_for() {
    let schema = json!({"$schema": META, "title": "t"});
    let compile = |dear, limits: Limits| {
        Validator::builder().registry(with_dialect(dear)).limits(limits).build(&schema)
    };
    let own = compile("x", Limits::trusted()).expect("a schema").compile_steps();
    let standard = jsonbound::compile(&json!({"title": "t"})).expect("a schema").compile_steps();
    assert!(own > standard + 100, "{own} and {standard}");
    let error = compile("x", limits(|limits| limits.compile_steps = own - 1));
    assert_eq!(error.expect_err("too few").code(), "compile_steps");
    let error = compile("(ab|cd){500}", limits(|limits| limits.pattern_program = 100));
    assert_eq!(error.expect_err("too large").code(), "pattern_program");
}

#[test]
fn the_disassembly_is_the_debug_text() {
    let text = validator(r#"{"type": "string", "maxLength": 3}"#).to_string();
    assert!(text.contains("type string") && text.contains("max-length 3"), "{text}");
}

/// Patterns of XML Schema's kind: the whole text has to match.
#[derive(Debug)]
struct Whole;

impl PatternEngine for Whole {
    fn compile(&self, pattern: &str, limits: &PatternLimits) -> Result<Compiled, PatternError> {
        jsonbound_pattern::compile(&format!("^(?:{pattern})$"), limits)
    }
}

#[test]
fn patterns_are_the_engines() {
    let schema = json!({"pattern": "a+", "patternProperties": {"b": false}});
    let whole = Validator::builder().pattern_engine(Whole).build(&schema).expect("a schema");
    let usual = Validator::builder().build(&schema).expect("a schema");
    for (instance, whole_says, usual_says) in [
        (json!("aa"), true, true),
        (json!("baa"), false, true),
        (json!({"b": 1}), false, false),
        (json!({"ab": 1}), true, false),
    ] {
        assert_eq!(whole.is_valid(&instance), whole_says, "{instance}");
        assert_eq!(usual.is_valid(&instance), usual_says, "{instance}");
    }
}
