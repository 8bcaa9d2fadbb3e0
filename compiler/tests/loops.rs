//! Which loops of references are errors: those that every value would follow without end.

mod common;

use common::compile_text;

fn code(schema: &str) -> Option<&'static str> {
    compile_text(schema).err().map(|error| error.code())
}

#[test]
fn loops_that_every_value_follows() {
    for schema in [
        r##"{"$ref": "#"}"##,
        r##"{"$dynamicRef": "#"}"##,
        r##"{"allOf": [true, {"$ref": "#"}]}"##,
        r##"{"anyOf": [{"$ref": "#"}, true]}"##,
        r##"{"oneOf": [{"$ref": "#"}, true]}"##,
        r##"{"not": {"$ref": "#"}}"##,
        r##"{"if": {"$ref": "#"}, "then": true}"##,
        r##"{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}"##,
        r##"{"$id": "http://example.com/a", "$ref": "b", "$defs": {"b": {"$id": "b", "$ref": "a"}}}"##,
        r##"{"items": {"$ref": "#/$defs/a"}, "$defs": {"a": {"$anchor": "x", "allOf": [{"$ref": "#x"}]}}}"##,
        r##"{"$ref": "#/unknown", "unknown": {"$ref": "#"}}"##,
    ] {
        assert_eq!(code(schema), Some("ref_loop"), "{schema}");
    }
}

#[test]
fn loops_that_an_instance_ends() {
    for schema in [
        r##"{"properties": {"a": {"$ref": "#"}}}"##,
        r##"{"items": {"$ref": "#"}, "prefixItems": [{"$ref": "#"}], "contains": {"$ref": "#"}}"##,
        r##"{"additionalProperties": {"$ref": "#"}, "patternProperties": {"a": {"$ref": "#"}}}"##,
        r##"{"propertyNames": {"$ref": "#"}}"##,
        r##"{"unevaluatedItems": {"$ref": "#"}, "unevaluatedProperties": {"$ref": "#"}}"##,
    ] {
        assert_eq!(code(schema), None, "{schema}");
    }
}

/// A condition may end them; whether it does is seen when they run.
#[test]
fn loops_through_conditions() {
    for schema in [
        r##"{"anyOf": [{"type": "string"}, {"$ref": "#"}]}"##,
        r##"{"oneOf": [{"type": "string"}, {"$ref": "#"}]}"##,
        r##"{"if": {"type": "string"}, "then": {"$ref": "#"}}"##,
        r##"{"if": {"type": "string"}, "else": {"$ref": "#"}}"##,
        r##"{"dependentSchemas": {"a": {"$ref": "#"}}}"##,
    ] {
        assert_eq!(code(schema), None, "{schema}");
    }
}

#[test]
fn loops_that_nothing_reaches() {
    let schema = r##"{"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}"##;
    assert_eq!(code(schema), None);
    let entry = common::Setup::default().entry("#/$defs/a").compile(schema);
    assert_eq!(entry.unwrap_err().code(), "ref_loop");
}
