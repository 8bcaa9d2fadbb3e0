//! The registry: what is given up front, and how it is found.

mod common;

use common::Setup;
use jsonbound_compiler::{CompileErrorKind, Limits, Part, Passes, Registry};
use jsonbound_vocab::Dialect;

fn registry(documents: &[(&str, &str)]) -> Result<Registry, String> {
    let documents = documents.iter().map(|&(uri, text)| (uri.to_owned(), common::parse(text)));
    Registry::new(documents, Dialect::default(), &Limits::unlimited(), &|_, _| Ok(0))
        .map_err(|e| e.code().to_owned())
}

#[test]
fn a_uri_must_be_absolute_and_unique() {
    assert_eq!(registry(&[("a/b", "{}")]).unwrap_err(), "uri");
    assert_eq!(registry(&[("http://a/#b", "{}")]).unwrap_err(), "uri");
    assert_eq!(registry(&[("http://a/", "{}"), ("http://a/#", "{}")]).unwrap_err(), "duplicate_id");
    assert_eq!(
        registry(&[("http://a/x", "{}"), ("http://a/./y/../x", "{}")]).unwrap_err(),
        "duplicate_id"
    );
}

#[test]
fn documents_are_found_by_their_uri_and_by_their_ids() {
    let registry = registry(&[
        ("http://a/./doc", r#"{"$id": "http://b/doc", "$defs": {"x": {"$id": "x"}}}"#),
        ("http://a/plain", "true"),
    ])
    .unwrap();
    assert_eq!(registry.uris().collect::<Vec<_>>(), ["http://a/doc", "http://a/plain"]);
    let size =
        |uri| registry.root(uri).and_then(|root| root.as_object()).map(jsonbound_json::Object::len);
    assert_eq!(size("http://a/doc"), Some(2));
    assert_eq!(size("http://b/doc"), Some(2));
    assert_eq!(size("http://b/x"), Some(1));
    assert_eq!(registry.root("http://a/plain").and_then(|root| root.as_bool()), Some(true));
    assert!(registry.root("http://a/x").is_none());
    assert!(registry.root("http://a/doc#").is_none());
    assert_eq!(format!("{registry:?}"), r#"["http://a/doc", "http://a/plain"]"#);
}

/// The URI at which a document is retrieved goes before what another document says of itself.
#[test]
fn an_id_takes_nothing_from_another_document() {
    let setup = Setup::default()
        .document("http://a/liar", r#"{"$id": "http://a/doc", "type": "null"}"#)
        .document("http://a/doc", r#"{"type": "string"}"#)
        .document("http://a/second", r#"{"$id": "http://a/first", "type": "null"}"#)
        .document("http://a/third", r#"{"$id": "http://a/first", "type": "array"}"#);
    let text = |reference: &str| {
        setup.compile(&format!(r#"{{"$ref": "{reference}"}}"#)).unwrap().program.to_string()
    };
    assert!(text("http://a/doc").contains("type string"));
    assert!(text("http://a/first").contains("type null"));
}

/// A schema's own resources go before the registry's.
#[test]
fn an_embedded_resource_goes_before_the_registry() {
    let setup = Setup::default().document("http://a/doc", r#"{"type": "string"}"#);
    let schema =
        r#"{"$ref": "http://a/doc", "$defs": {"x": {"$id": "http://a/doc", "type": "null"}}}"#;
    assert!(setup.compile(schema).unwrap().program.to_string().contains("type null"));
}

#[test]
fn what_is_not_reached_may_be_wrong() {
    let setup = Setup::default()
        .document("http://a/dialect", r#"{"$schema": "http://a/unknown"}"#)
        .document("http://a/number", "3")
        .document("http://a/anchor", r#"{"$anchor": "1"}"#)
        .document("http://a/dangling", r##"{"$ref": "#/x"}"##)
        .document("http://a/right", "{}");
    assert!(setup.compile(r#"{"$ref": "http://a/right"}"#).is_ok());
    for (name, code) in [
        ("dialect", "unknown_dialect"),
        ("number", "not_a_schema"),
        ("anchor", "anchor_name"),
        ("dangling", "dangling_reference"),
    ] {
        let error = setup.compile(&format!(r#"{{"$ref": "http://a/{name}"}}"#)).unwrap_err();
        assert_eq!((error.code(), error.document()), (code, &*format!("http://a/{name}")));
    }
}

#[test]
fn a_document_that_the_check_refuses_is_an_error_for_those_who_reach_it() {
    use jsonbound_compiler::CompileError;
    let documents =
        ["http://a/good", "http://a/bad"].map(|uri| (uri.to_owned(), common::parse("{}")));
    let check = |part: &Part<'_>, _: u64| match part.uri {
        "http://a/bad" => {
            let kind = CompileErrorKind::MetaSchema(vec!["line".into()]);
            Err(CompileError::new(kind, part.uri, part.root))
        }
        _ => Ok(0),
    };
    let registry =
        Registry::new(documents, Dialect::default(), &Limits::unlimited(), &check).unwrap();
    for (name, right) in [("good", true), ("bad", false)] {
        let schema = common::parse(&format!(r#"{{"$ref": "http://a/{name}"}}"#));
        let options = jsonbound_compiler::Options {
            base_uri: None,
            dialect: Dialect::default(),
            entries: &[],
            limits: &Limits::unlimited(),
            engine: &jsonbound_pattern::Ecma,
            formats: &jsonbound_vocab::Formats::default(),
            passes: Passes::all(),
            check: &|_, _| Ok(0),
        };
        let compiled = jsonbound_compiler::compile(&schema, &registry, &options);
        assert_eq!(
            compiled.map(|_| ()).map_err(|error| error.code()),
            if right { Ok(()) } else { Err("meta_schema") }
        );
    }
}

#[test]
fn missing_documents_are_for_the_host_to_get() {
    let schema =
        r#"{"allOf": [{"$ref": "http://b/y#z"}, {"$ref": "http://a/x"}, {"$ref": "http://b/y"}]}"#;
    let error = common::compile_text(schema).unwrap_err();
    assert_eq!(error.missing(), ["http://a/x", "http://b/y"]);
    let setup =
        Setup::default().document("http://a/x", "{}").document("http://b/y", r#"{"$anchor": "z"}"#);
    assert!(setup.compile(schema).is_ok());
    assert!(common::compile_text("3").unwrap_err().missing().is_empty());
}

/// However many there are, a message stays readable.
#[test]
fn a_message_does_not_grow_with_the_schema() {
    let references: Vec<String> = (0..1000)
        .map(|n| format!(r#"{{"$ref": "http://example.com/{n}/{}"}}"#, "x".repeat(1000)))
        .collect();
    let error =
        common::compile_text(&format!(r#"{{"allOf": [{}]}}"#, references.join(","))).unwrap_err();
    assert_eq!(error.missing().len(), 1000);
    let message = error.to_string();
    assert!(message.len() < 5000 && message.contains("and 984 more"), "{message}");
}

#[test]
fn the_standard_meta_schemas_are_always_there() {
    for jsonbound_vocab::MetaSchema { uri, .. } in jsonbound_vocab::META_SCHEMAS {
        assert!(common::compile_text(&format!(r#"{{"$ref": "{uri}"}}"#)).is_ok(), "{uri}");
    }
}
