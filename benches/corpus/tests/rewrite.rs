//! Each rewriting, and what must be left alone.

use jsonbound_corpus::rewrite::{DIALECT, rewrite};
use serde_json::{Value, json};

fn rewritten(draft: &str, mut schema: Value) -> Value {
    schema["$schema"] = format!("http://json-schema.org/{draft}/schema#").into();
    rewrite(&mut schema).expect("it has a faithful form");
    assert_eq!(schema["$schema"], DIALECT);
    schema.as_object_mut().expect("it is an object").shift_remove("$schema");
    schema
}

#[test]
fn format_goes_where_it_is_a_keyword() {
    let schema = json!({"format": "uri", "properties": {"format": {"format": "date", "type": "string"}}, "const": {"format": "x"}});
    let expected = json!({"properties": {"format": {"type": "string"}}, "const": {"format": "x"}});
    assert_eq!(rewritten("draft-07", schema), expected);
}

#[test]
fn siblings_of_references_go() {
    let schema = json!({"$ref": "#/definitions/a", "minimum": 3, "title": "t", "definitions": {"a": {"items": [{}]}}});
    let expected = json!({"$ref": "#/definitions/a", "title": "t", "definitions": {"a": {"prefixItems": [{}]}}});
    assert_eq!(rewritten("draft-07", schema), expected);
}

#[test]
fn a_property_of_the_name_of_a_keyword_stays() {
    let schema = json!({"properties": {"dependencies": {"type": "array"}, "$ref": {"type": "string"}, "items": {"const": [1]}}});
    assert_eq!(rewritten("draft-07", schema.clone()), schema);
}

#[test]
fn items_and_additional_items() {
    let schema = json!({"items": [{"items": {}, "additionalItems": false}], "additionalItems": {"minItems": 1}});
    assert_eq!(
        rewritten("draft-06", schema),
        json!({"prefixItems": [{"items": {}}], "items": {"minItems": 1}})
    );
}

#[test]
fn dependencies_are_two_keywords() {
    let schema = json!({"dependencies": {"a": ["b"], "c": {"dependencies": {"d": false}}}});
    let expected = json!({"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"c": {"dependentSchemas": {"d": false}}}});
    assert_eq!(rewritten("draft-07", schema), expected);
}

#[test]
fn identifiers() {
    assert_eq!(rewritten("draft-07", json!({"$id": "#a"})), json!({"$anchor": "a"}));
    assert_eq!(
        rewritten("draft-07", json!({"$id": "http://a/b#", "id": 1})),
        json!({"$id": "http://a/b", "id": 1})
    );
    assert_eq!(rewritten("draft-04", json!({"id": "http://a/b"})), json!({"$id": "http://a/b"}));
}

#[test]
fn exclusive_bounds_of_draft_4() {
    let schema =
        json!({"minimum": 1, "exclusiveMinimum": true, "maximum": 9, "exclusiveMaximum": false});
    assert_eq!(rewritten("draft-04", schema), json!({"exclusiveMinimum": 1, "maximum": 9}));
}

#[test]
fn keywords_that_an_older_draft_does_not_know_go() {
    let schema = json!({"unevaluatedProperties": false, "if": {}, "then": false, "const": 1});
    assert_eq!(rewritten("draft-07", schema.clone()), json!({"if": {}, "then": false, "const": 1}));
    assert_eq!(rewritten("draft-06", schema.clone()), json!({"const": 1}));
    assert_eq!(rewritten("draft-04", schema), json!({}));
}

#[test]
fn a_schema_of_2020_12_keeps_everything_but_format() {
    let mut schema = json!({"$schema": DIALECT, "$ref": "#/$defs/a", "minimum": 1, "format": "x", "$defs": {"a": {"dependencies": {}}}});
    rewrite(&mut schema).expect("nothing to rewrite");
    let expected = json!({"$schema": DIALECT, "$ref": "#/$defs/a", "minimum": 1, "$defs": {"a": {"dependencies": {}}}});
    assert_eq!(schema, expected);
}

#[test]
fn what_has_no_faithful_form_is_refused() {
    let draft7 = "http://json-schema.org/draft-07/schema#";
    let mut moved = json!({"$schema": draft7, "items": [true], "contains": {"$ref": "#/items/0"}});
    assert!(rewrite(&mut moved).is_err());
    let draft2019 = "https://json-schema.org/draft/2019-09/schema";
    let mut recursive = json!({"$schema": draft2019, "items": {"$recursiveRef": "#"}});
    assert!(rewrite(&mut recursive).is_err());
}
