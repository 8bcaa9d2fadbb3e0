//! The order of members and branches changes nothing but the order in which things are said.

use jsonbound::{RegistryBuilder, Validator};

/// What becomes of a schema: the verdict on an instance, or the code of the error.
fn outcome(schema: &str, instance: &str) -> Result<bool, &'static str> {
    let validator = Validator::builder().build_str(schema).map_err(|error| error.code())?;
    Ok(validator.check_bytes(instance.as_bytes()).unwrap().is_valid())
}

/// The texts that all orders of the parts give, put into a frame at `@`.
fn orders(frame: &str, parts: &[&str]) -> Vec<String> {
    if parts.is_empty() {
        return vec![frame.to_owned()];
    }
    let mut texts = Vec::new();
    for (position, part) in parts.iter().enumerate() {
        let mut rest = parts.to_vec();
        rest.remove(position);
        let separator = if rest.is_empty() { "" } else { ",@" };
        texts.extend(orders(&frame.replace('@', &format!("{part}{separator}")), &rest));
    }
    texts
}

fn assert_one_outcome(frame: &str, parts: &[&str], instance: &str) {
    let texts = orders(frame, parts);
    let first = outcome(&texts[0], instance);
    for text in &texts {
        assert_eq!(outcome(text, instance), first, "{text} against {}", texts[0]);
    }
}

/// Pointers into unknown keywords, one inside the other, where the outer value changes the base of the inner one.
#[test]
fn references_into_unknown_keywords() {
    let properties = [r##""q": {"$ref": "#/x"}"##, r##""a": {"$ref": "#/x/$defs/a"}"##];
    let inside = r##""x": {"$id": "http://e/d/", "$defs": {"a": {"$ref": "b"}, "b": {"$id": "b", "type": "string"}}}"##;
    let defs = r#""$defs": {"b": {"$id": "b", "type": "number"}}"#;
    for properties in orders(r#""properties": {@}"#, &properties) {
        let parts = [r#""$id": "http://e/""#, &*properties, inside, defs];
        assert_one_outcome("{@}", &parts, r#"{"a": "s"}"#);
    }
}

/// A reference by URI to what only a pointer makes a schema.
#[test]
fn identifiers_in_unknown_keywords() {
    let parts = [r#"{"$ref": "http://e/y"}"#, r##"{"$ref": "#/x"}"##, r##"{"$ref": "#/x/x/y"}"##];
    let frame =
        r##"{"$id": "http://e/", "allOf": [@], "x": {"x": {"y": {"$id": "y", "type": "null"}}}}"##;
    assert_one_outcome(frame, &parts, "1");
    assert_eq!(outcome(&orders(frame, &parts)[0], "1"), Ok(false));
}

/// The same through a URI that something gets only by adoption.
#[test]
fn references_through_adopted_identifiers() {
    let insides = [
        r#"{"$id": "http://e/d/", "$defs": {"a": {"$ref": "b"}, "b": {"$id": "b", "type": "string"}}}"#,
        r#"{"$id": "http://e/d/", "$anchor": "foo", "$defs": {"a": {"const": {"b": {"type": "null"}}}}}"#,
    ];
    let inner = [
        r#""a": {"$ref": "y#/x/$defs/a"}"#,
        r#""a": {"$ref": "y#/x/$defs/a/const/b"}"#,
        r#""a": {"$ref": "y#foo"}"#,
    ];
    for (inside, inner) in insides.iter().flat_map(|inside| inner.map(|inner| (inside, inner))) {
        let properties = [r#""q": {"$ref": "y#/x"}"#, inner, r##""t": {"$ref": "#/k"}"##];
        let frame = format!(
            r#"{{"$id": "http://e/", "properties": {{@}}, "k": {{"$id": "y", "x": {inside}}},
                 "$defs": {{"b": {{"$id": "b", "type": "number"}}}}}}"#
        );
        assert_one_outcome(&frame, &properties, r#"{"a": "s"}"#);
    }
}

/// Two documents that claim one identifier in places that references make schemas of.
#[test]
fn one_identifier_adopted_twice_is_refused() {
    let document = |kind: &str| format!(r#"{{"k": {{"$id": "http://z/", "type": "{kind}"}}}}"#);
    let registry = RegistryBuilder::new().text("http://r1/", &document("string")).unwrap();
    let registry = registry.text("http://r2/", &document("number")).unwrap().build().unwrap();
    let parts = [
        r#""a": {"$ref": "http://r1/#/k"}"#,
        r#""b": {"$ref": "http://r2/#/k"}"#,
        r#""c": {"$ref": "http://z/"}"#,
    ];
    for text in orders(r#"{"properties": {@}}"#, &parts) {
        let built = Validator::builder().registry(registry.clone()).build_str(&text);
        let error = built.unwrap_err();
        assert_eq!((error.code(), error.document()), ("duplicate_id", "http://r2/"), "{text}");
    }
}

/// The values of `const` are no schemas, whoever made a schema of what is around them.
#[test]
fn values_in_unknown_keywords() {
    let parts = [r##"{"properties": {"z": {"$ref": "#/x/a"}}}"##, r##"{"$ref": "#/x/a/const/b"}"##];
    let frame = r#"{"x": {"a": {"const": {"b": {"type": "string"}}}}, "allOf": [@]}"#;
    assert_one_outcome(frame, &parts, "1");
    assert_eq!(outcome(&orders(frame, &parts)[0], "1"), Err("dangling_reference"));
}
