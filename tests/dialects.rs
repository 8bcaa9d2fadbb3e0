//! Dialects: what each keyword means in each, what identifies and refers, and where one document has several.

mod common;

use common::json;
use jsonbound::{Builder, CompileErrorKind, Dialect, Document, RegistryBuilder, Validator};
use serde_json::{Value, json};

use Dialect::*;

const ALL: [Dialect; 7] = [Draft3, Draft4, Draft6, Draft7, Draft201909, Draft202012, V1];

fn builder(dialect: Dialect) -> Builder {
    Validator::builder().dialect(dialect)
}

/// What a schema says of texts, each read as a document and as a `Value`; `None` if it does not compile.
fn verdicts(dialect: Dialect, schema: &str, instances: &[&str]) -> Option<Vec<bool>> {
    let validator = builder(dialect).build_str(schema).ok()?;
    let verdict = |text: &&str| {
        let document = Document::parse(text.as_bytes()).expect("JSON");
        let valid = validator.is_valid(document.root());
        assert_eq!(validator.is_valid(&json(text)), valid, "{schema} on {text}");
        valid
    };
    Some(instances.iter().map(verdict).collect())
}

/// A schema and two instances: the dialects in which each is valid, and those that refuse the schema.
struct Rule {
    schema: &'static str,
    instances: [&'static str; 2],
    valid: [&'static [Dialect]; 2],
    refused: &'static [Dialect],
}

const fn rule(
    schema: &'static str,
    instances: [&'static str; 2],
    valid: [&'static [Dialect]; 2],
    refused: &'static [Dialect],
) -> Rule {
    Rule { schema, instances, valid, refused }
}

const NONE: &[Dialect] = &[];
const UNTIL_4: &[Dialect] = &[Draft3, Draft4];
const UNTIL_6: &[Dialect] = &[Draft3, Draft4, Draft6];
const UNTIL_7: &[Dialect] = &[Draft3, Draft4, Draft6, Draft7];
const UNTIL_2019: &[Dialect] = &[Draft3, Draft4, Draft6, Draft7, Draft201909];
const FROM_4: &[Dialect] = &[Draft4, Draft6, Draft7, Draft201909, Draft202012, V1];
const FROM_6: &[Dialect] = &[Draft6, Draft7, Draft201909, Draft202012, V1];
const FROM_2020: &[Dialect] = &[Draft202012, V1];

const RULES: &[Rule] = &[
    // Types.
    rule(r#"{"type": "integer"}"#, ["1.0", "1"], [FROM_6, &ALL], NONE),
    rule(r#"{"type": ["integer", "null"]}"#, ["10e1", "null"], [FROM_6, &ALL], NONE),
    rule(r#"{"type": ["integer", "number"]}"#, ["1.5", "\"\""], [&ALL, NONE], NONE),
    rule(r#"{"type": "any"}"#, ["1", "\"\""], [&[Draft3], &[Draft3]], FROM_4),
    rule(r#"{"type": ["null", {"minimum": 3}]}"#, ["3", "2"], [&[Draft3], NONE], FROM_4),
    rule(r#"{"disallow": ["null", {"maximum": 3}]}"#, ["4", "3"], [&ALL, FROM_4], NONE),
    rule(r#"{"disallow": "integer"}"#, ["1.0", "1"], [&ALL, FROM_4], NONE),
    // Numbers.
    rule(r#"{"minimum": 1, "exclusiveMinimum": true}"#, ["2", "1"], [UNTIL_4, NONE], FROM_6),
    rule(r#"{"maximum": 1, "exclusiveMaximum": true}"#, ["0", "1"], [UNTIL_4, NONE], FROM_6),
    rule(r#"{"minimum": 1, "exclusiveMinimum": false}"#, ["1", "0"], [UNTIL_4, NONE], FROM_6),
    rule(r#"{"exclusiveMinimum": true}"#, ["1", "0"], [NONE, NONE], &ALL),
    rule(r#"{"exclusiveMaximum": 3}"#, ["2", "3"], [FROM_6, NONE], UNTIL_4),
    rule(r#"{"divisibleBy": 2}"#, ["4", "3"], [&ALL, FROM_4], NONE),
    rule(r#"{"multipleOf": 2}"#, ["4", "3"], [&ALL, &[Draft3]], NONE),
    // Items.
    rule(
        r#"{"items": [{"type": "null"}], "additionalItems": {"type": "string"}}"#,
        [r#"[null, "x"]"#, "[null, 1]"],
        [UNTIL_2019, NONE],
        FROM_2020,
    ),
    rule(r#"{"items": {}, "additionalItems": false}"#, ["[1]", "{}"], [&ALL, &ALL], NONE),
    rule(r#"{"prefixItems": [{"type": "null"}]}"#, ["[null]", "[1]"], [&ALL, UNTIL_2019], NONE),
    rule(r#"{"contains": {"type": "null"}}"#, ["[1, null]", "[1]"], [&ALL, UNTIL_4], NONE),
    rule(
        r#"{"contains": {"type": "null"}, "minContains": 2}"#,
        ["[null, null]", "[null]"],
        [&ALL, UNTIL_7],
        NONE,
    ),
    // Members.
    rule(
        r#"{"properties": {"a": {"required": true}}}"#,
        [r#"{"a": 1}"#, "{}"],
        [&[Draft3], NONE],
        FROM_4,
    ),
    rule(r#"{"required": ["a"]}"#, [r#"{"a": 1}"#, "{}"], [FROM_4, NONE], &[Draft3]),
    rule(r#"{"minProperties": 1}"#, [r#"{"a": 1}"#, "{}"], [&ALL, &[Draft3]], NONE),
    rule(
        r#"{"propertyNames": {"maxLength": 1}}"#,
        [r#"{"a": 1}"#, r#"{"aa": 1}"#],
        [&ALL, UNTIL_4],
        NONE,
    ),
    rule(r#"{"dependencies": {"a": ["b"]}}"#, ["{}", r#"{"a": 1}"#], [&ALL, NONE], NONE),
    rule(
        r#"{"dependencies": {"a": {"additionalProperties": {"type": "null"}}}}"#,
        ["{}", r#"{"a": 1}"#],
        [&ALL, NONE],
        NONE,
    ),
    rule(r#"{"dependencies": {"a": "b"}}"#, ["{}", r#"{"a": 1}"#], [&[Draft3], NONE], FROM_4),
    rule(r#"{"dependentRequired": {"a": ["b"]}}"#, ["{}", r#"{"a": 1}"#], [&ALL, UNTIL_7], NONE),
    rule(
        r#"{"dependentSchemas": {"a": {"minProperties": 2}}}"#,
        ["{}", r#"{"a": 1}"#],
        [&ALL, UNTIL_7],
        NONE,
    ),
    rule(r#"{"additionalProperties": false}"#, ["{}", r#"{"a": 1}"#], [&ALL, NONE], NONE),
    // Whole values.
    rule(r#"{"const": 1}"#, ["1", "2"], [&ALL, UNTIL_4], NONE),
    rule(r#"{"extends": {"minimum": 1}}"#, ["1", "0"], [&ALL, FROM_4], NONE),
    rule(r#"{"extends": [{"minimum": 1}, {"maximum": 3}]}"#, ["3", "4"], [&ALL, FROM_4], NONE),
    rule(r#"{"allOf": [{"minimum": 1}]}"#, ["1", "0"], [&ALL, &[Draft3]], NONE),
    rule(r#"{"not": {"minimum": 1}}"#, ["0", "1"], [&ALL, &[Draft3]], NONE),
    rule(r#"{"if": {}, "then": {"minimum": 1}}"#, ["1", "0"], [&ALL, UNTIL_6], NONE),
    // Booleans as schemas.
    rule("true", ["1", "{}"], [FROM_6, FROM_6], UNTIL_4),
    rule(r#"{"properties": {"a": true}}"#, ["{}", "1"], [FROM_6, FROM_6], UNTIL_4),
    rule(r#"{"items": true}"#, ["[]", "1"], [FROM_6, FROM_6], UNTIL_4),
    // References.
    rule(
        r##"{"properties": {"a": {"$ref": "#/definitions/b", "minimum": 3}}, "definitions": {"b": {}}}"##,
        [r#"{"a": 3}"#, r#"{"a": 2}"#],
        [&ALL, UNTIL_7],
        NONE,
    ),
    rule(r#"{"unevaluatedProperties": false}"#, ["{}", r#"{"a": 1}"#], [&ALL, UNTIL_7], NONE),
    // Since 2020-12 what contains accepts is evaluated.
    rule(
        r#"{"contains": {"type": "null"}, "unevaluatedItems": {"type": "string"}}"#,
        [r#"[null, "a"]"#, "[null, 1]"],
        [&[Draft3, Draft4, Draft6, Draft7, Draft202012, V1], UNTIL_7],
        NONE,
    ),
];

#[test]
fn keywords_mean_what_their_dialect_says() {
    for Rule { schema, instances, valid, refused } in RULES {
        for dialect in ALL {
            let expected = (!refused.contains(&dialect))
                .then(|| valid.iter().map(|valid| valid.contains(&dialect)).collect());
            assert_eq!(verdicts(dialect, schema, instances), expected, "{schema} in {dialect}");
        }
    }
}

/// `$schema` says the same as the builder, in all spellings.
#[test]
fn the_schema_says_its_dialect() {
    for Rule { schema, instances, valid, refused } in RULES.iter().filter(|r| r.schema != "true") {
        for dialect in ALL {
            let bare = dialect.uri().trim_end_matches('#');
            let other = bare.replacen("https:", "http:", 1);
            for uri in [bare, &format!("{bare}#"), &other] {
                if dialect == V1 && uri.ends_with('#') {
                    continue;
                }
                let schema = schema.replacen('{', &format!(r#"{{"$schema": "{uri}", "#), 1);
                let expected = (!refused.contains(&dialect))
                    .then(|| valid.iter().map(|valid| valid.contains(&dialect)).collect());
                assert_eq!(verdicts(Draft4, &schema, instances), expected, "{schema}");
            }
        }
    }
}

#[test]
fn an_unknown_dialect_is_named() {
    for uri in ["http://json-schema.org/schema#", "http://json-schema.org/draft-05/schema", "x"] {
        let error = jsonbound::compile(&json!({"$schema": uri})).expect_err(uri);
        assert_eq!(error.code(), "unknown_dialect");
        let message = error.to_string();
        assert!(message.contains(uri), "{message}");
        assert!(ALL.iter().all(|dialect| message.contains(dialect.uri())), "{message}");
    }
}

#[test]
fn meta_schemas_are_valid_against_themselves() {
    for (uri, text) in jsonbound::meta_schemas() {
        let validator = Validator::builder().base_uri(uri).build_str(text).expect(uri);
        assert!(validator.is_valid(&json(text)), "{uri}");
    }
}

/// Each is refused where its own dialect's meta-schema refuses it.
#[test]
fn schemas_are_checked_against_their_own_meta_schema() {
    for (schema, refused) in [
        (r#"{"minLength": 1.0}"#, UNTIL_4),
        (r#"{"enum": []}"#, UNTIL_6),
        (r#"{"allOf": []}"#, FROM_4),
        (r#"{"type": 1}"#, &ALL),
        (r#"{"$anchor": "_a"}"#, &[Draft201909]),
        (r##"{"$id": "#a"}"##, &[Draft201909, Draft202012, V1]),
        (r#"{"$recursiveAnchor": "a"}"#, &[Draft201909]),
        (r#"{"examples": 1}"#, FROM_6),
        (r#"{"if": 1}"#, &[Draft7, Draft201909, Draft202012, V1]),
    ] {
        for dialect in ALL {
            let compiles = builder(dialect).build_str(schema).is_ok();
            assert_eq!(compiles, !refused.contains(&dialect), "{schema} in {dialect}");
        }
    }
}

/// Without the check, a boolean is refused all the same where it is no schema.
#[test]
fn booleans_are_refused_without_the_check() {
    for (schema, compiles) in [
        ("true", false),
        (r#"{"items": false}"#, false),
        (r#"{"properties": {"a": true}}"#, false),
        (r#"{"additionalProperties": false}"#, true),
        (r#"{"items": [{}], "additionalItems": true}"#, true),
        (r##"{"x": true, "items": {"$ref": "#/x"}}"##, false),
    ] {
        for dialect in [Draft3, Draft4] {
            let built = builder(dialect).check_schema(false).build_str(schema);
            assert_eq!(built.is_ok(), compiles, "{schema} in {dialect}");
        }
    }
}

fn builds(dialect: Dialect, schema: &Value) -> Result<Validator, CompileErrorKind> {
    let built = builder(dialect).check_schema(false).build(schema);
    built.map_err(|error| error.kind().clone())
}

#[test]
fn identifiers() {
    for (dialect, id) in [(Draft3, "id"), (Draft4, "id"), (Draft6, "$id"), (Draft7, "$id")] {
        let other = if id == "id" { "$id" } else { "id" };
        let schema = json!({
            id: "http://example.com/root",
            "definitions": {
                "a": {id: "a.json", "type": "null"},
                "b": {id: "#b", "minimum": 3},
                "c": {id: "#/definitions/c", "maximum": 5},
                "d": {other: "d.json"},
                "e": {"$ref": "#b", id: "e.json"},
                "f": {id: "f.json#g", "maxLength": 1},
            },
            "items": [
                {"$ref": "a.json"}, {"$ref": "#b"}, {"$ref": "#/definitions/c"},
                {"$ref": "#/definitions/e"}, {"$ref": "f.json#g"}, {"$ref": "f.json"},
            ],
        });
        let validator = builds(dialect, &schema).expect("a schema");
        assert!(validator.is_valid(&json!([null, 3, 5, 3, "x", "x"])), "{dialect}");
        for (position, wrong) in [
            (0, json!(1)),
            (1, json!(2)),
            (2, json!(6)),
            (3, json!(1)),
            (4, json!("xx")),
            (5, json!("xx")),
        ] {
            let mut instance = json!([null, 3, 5, 3, "x", "x"]);
            instance[position] = wrong;
            assert!(!validator.is_valid(&instance), "{dialect} {instance}");
        }
        for unknown in ["d.json", "e.json"] {
            let mut schema = schema.clone();
            schema["items"][0]["$ref"] = unknown.into();
            let missing = vec![format!("http://example.com/{unknown}")];
            let error = builds(dialect, &schema).expect_err(unknown);
            assert_eq!(error, CompileErrorKind::Missing(missing), "{dialect}");
        }
    }
}

#[test]
fn identifiers_that_are_wrong() {
    for (dialect, schema, code) in [
        (Draft4, json!({"id": 1}), "keyword_value"),
        (
            Draft7,
            json!({"definitions": {"a": {"$id": "#a"}, "b": {"$id": "#a"}}}),
            "duplicate_anchor",
        ),
        (Draft7, json!({"definitions": {"a": {"$id": "a"}, "b": {"$id": "a"}}}), "duplicate_id"),
        (Draft201909, json!({"$id": "#a"}), "id_fragment"),
        (Draft201909, json!({"$anchor": "_a"}), "anchor_name"),
        (Draft201909, json!({"$recursiveAnchor": 1}), "keyword_value"),
        (Draft202012, json!({"$anchor": "a:b"}), "anchor_name"),
        (Draft7, json!({"$ref": 1}), "keyword_value"),
        (Draft7, json!({"$ref": "#a"}), "dangling_reference"),
    ] {
        let error = builder(dialect).check_schema(false).build(&schema).expect_err(code);
        assert_eq!(error.code(), code, "{schema} in {dialect}");
    }
    // What a reference hides identifies nothing, and refers to nothing.
    let hidden = json!({"$ref": "#/definitions/a", "definitions": {"a": {}}, "properties": {"x": {"$ref": "none", "$id": "#%"}}});
    assert!(builds(Draft7, &hidden).is_ok());
    assert!(builds(Draft201909, &hidden).is_err());
}

/// `$recursiveRef` leads to the outermost resource that has the anchor, if the one around it has it.
#[test]
fn recursive_references() {
    let schema = |inner: bool, outer: bool| {
        json!({
            "$schema": Draft201909.uri(),
            "$id": "http://example.com/outer",
            "$recursiveAnchor": outer,
            "type": ["object", "integer"],
            "properties": {"in": {
                "$id": "inner",
                "$recursiveAnchor": inner,
                "type": ["object", "null"],
                "additionalProperties": {"$recursiveRef": "#"},
            }},
        })
    };
    for (inner, outer, to_outer) in
        [(true, true, true), (true, false, false), (false, true, false), (false, false, false)]
    {
        let validator = jsonbound::compile(&schema(inner, outer)).expect("a schema");
        assert_eq!(validator.is_valid(&json!({"in": {"x": 1}})), to_outer, "{inner} {outer}");
        assert_eq!(validator.is_valid(&json!({"in": {"x": null}})), !to_outer, "{inner} {outer}");
    }
}

/// Each resource of a document is read by its own dialect, and checked against its own meta-schema.
#[test]
fn a_document_of_several_dialects() {
    let document = |old: Value| json!({"$id": "http://example.com/new", "$defs": {"old": old}, "items": {"$ref": "old"}});
    let old = json!({
        "$schema": "http://json-schema.org/draft-04/schema#",
        "id": "http://example.com/old",
        "minimum": 1,
        "exclusiveMinimum": true,
        "items": [{"type": "integer"}],
        "prefixItems": 3,
        "properties": {"x": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": "inner",
            "prefixItems": [true],
            "items": false,
        }},
    });
    let validator = jsonbound::compile(&document(old.clone())).expect("a schema");
    for (instance, valid) in [
        ("[1]", false),
        ("[2]", true),
        ("[[1.0]]", false),
        ("[[1, \"x\"]]", true),
        (r#"[{"x": [1, 2]}]"#, false),
        (r#"[{"x": [1]}]"#, true),
    ] {
        assert_eq!(validator.is_valid(&json(instance)), valid, "{instance}");
    }
    for (place, value) in [
        ("/items", json!(false)),
        ("/exclusiveMinimum", json!(1)),
        ("/properties/x/prefixItems", json!([])),
        ("/properties/x/items", json!([{}])),
    ] {
        let mut wrong = old.clone();
        *wrong.pointer_mut(place).expect("a place") = value;
        let error = jsonbound::compile(&document(wrong)).expect_err(place);
        assert_eq!(error.code(), "meta_schema", "{place}");
        assert_eq!(error.pointer(), format!("/$defs/old{place}"));
    }
}

/// Documents have the dialect that they say, or else the registry's.
#[test]
fn documents_of_a_registry() {
    let old = r#"{"minimum": 1, "exclusiveMinimum": true}"#;
    let new = r#"{"$schema": "https://json-schema.org/draft/2020-12/schema", "prefixItems": [{"type": "null"}]}"#;
    let registry = RegistryBuilder::new()
        .dialect(Draft4)
        .text("http://example.com/old", old)
        .and_then(|builder| builder.text("http://example.com/new", new))
        .and_then(RegistryBuilder::build)
        .expect("a registry");
    let schema = json!({
        "dependencies": {"a": {"properties": {"a": {"$ref": "http://example.com/old"}}}},
        "properties": {"b": {"$ref": "http://example.com/new"}},
    });
    for dialect in ALL {
        let builder = builder(dialect).registry(registry.clone());
        let validator = builder.build(&schema).expect("a schema");
        assert!(validator.is_valid(&json!({"a": 2, "b": [null]})));
        assert!(!validator.is_valid(&json!({"a": 1})) && !validator.is_valid(&json!({"b": [1]})));
    }
    let registry = RegistryBuilder::new().text("http://example.com/old", old);
    let registry = registry.and_then(RegistryBuilder::build).expect("a registry");
    let schema = json!({"$ref": "http://example.com/old"});
    let error = builder(Draft4).registry(registry).build(&schema).expect_err("of 2020-12");
    assert_eq!(error.code(), "meta_schema");
}

/// A dialect of one's own is made from another by `$vocabulary`, or by nothing but a meta-schema.
#[test]
fn dialects_of_ones_own() {
    let with = |meta: Value| {
        let registry = RegistryBuilder::new().document("http://example.com/meta", &meta);
        let registry = registry.and_then(RegistryBuilder::build).expect("a registry");
        let schema =
            json!({"$schema": "http://example.com/meta", "items": [{"minimum": 1}], "maxItems": 1});
        Validator::builder().registry(registry).build(&schema)
    };
    let vocabulary = |year: &str, names: &[(&str, bool)]| -> Value {
        let uri = |name: &str| format!("https://json-schema.org/draft/{year}/vocab/{name}");
        names.iter().map(|&(name, required)| (uri(name), json!(required))).collect()
    };
    // Without the vocabulary of assertions, `maxItems` says nothing.
    let core = ("core", true);
    let meta = json!({
        "$schema": Draft201909.uri(),
        "$vocabulary": vocabulary("2019-09", &[core, ("applicator", true), ("none", false)]),
    });
    assert!(with(meta).expect("a schema").is_valid(&json!([0, 2])));
    let meta = json!({
        "$schema": Draft201909.uri(),
        "$vocabulary": vocabulary("2019-09", &[core, ("applicator", true), ("validation", true)]),
    });
    let validator = with(meta).expect("a schema");
    assert!(!validator.is_valid(&json!([0])) && !validator.is_valid(&json!([1, 2])));
    assert!(validator.is_valid(&json!([1])));
    // Its own meta-schema: the vocabularies say what it is made from.
    let meta = json!({
        "$schema": "http://example.com/meta",
        "$vocabulary": vocabulary("2019-09", &[core, ("applicator", true)]),
    });
    assert!(with(meta).is_ok());
    for unknown in ["unevaluated", "format-assertion", "x"] {
        let meta = json!({
            "$schema": Draft201909.uri(),
            "$vocabulary": vocabulary("2019-09", &[core, (unknown, true)]),
        });
        let error = with(meta).expect_err(unknown);
        assert_eq!(error.code(), "unknown_vocabulary");
        assert!(error.to_string().contains(unknown), "{error}");
    }
    // Older dialects have no vocabularies.
    let meta = json!({"$schema": Draft7.uri(), "$vocabulary": {"http://example.com/x": true}});
    assert!(!with(meta).expect("a schema").is_valid(&json!([1, 2])));
}

/// The vocabulary of formats is one in 2019-09, and to require it is to have them asserted.
#[test]
#[cfg(feature = "idn")]
fn formats_by_vocabulary_in_2019_09() {
    for required in [true, false] {
        let meta = json!({
            "$schema": Draft201909.uri(),
            "$vocabulary": {
                "https://json-schema.org/draft/2019-09/vocab/core": true,
                "https://json-schema.org/draft/2019-09/vocab/format": required,
            },
        });
        let registry = RegistryBuilder::new().document("http://example.com/meta", &meta);
        let registry = registry.and_then(RegistryBuilder::build).expect("a registry");
        let schema = json!({"$schema": "http://example.com/meta", "format": "date"});
        let validator = Validator::builder().registry(registry).build(&schema).expect("a schema");
        assert_eq!(validator.is_valid(&json!("x")), !required);
    }
}

/// Formats are those of the dialect; the coming release asserts them if nobody says otherwise.
#[test]
fn formats_of_the_dialects() {
    let is_valid = |dialect, assert: Option<bool>, format: &str, text: &str| {
        let builder = match assert {
            Some(assert) => builder(dialect).assert_formats(assert),
            None => builder(dialect),
        };
        let validator = builder.build(&json!({"format": format})).expect("a schema");
        validator.is_valid(&json!(text))
    };
    for dialect in ALL {
        assert!(!is_valid(dialect, Some(true), "date-time", "x"), "{dialect}");
        assert!(is_valid(dialect, Some(false), "date-time", "x"), "{dialect}");
        assert_eq!(is_valid(dialect, None, "date-time", "x"), dialect != V1, "{dialect}");
        assert_eq!(is_valid(dialect, Some(true), "color", "x"), dialect != Draft3, "{dialect}");
        assert_eq!(is_valid(dialect, Some(true), "uuid", "x"), UNTIL_7.contains(&dialect));
    }
    // One program can have both kinds of times.
    let schema = json!({
        "prefixItems": [
            {"id": "http://example.com/3", "$schema": Draft3.uri(), "format": "time"},
            {"format": "time"},
        ],
    });
    let validator = Validator::builder().assert_formats(true).build(&schema).expect("a schema");
    assert!(validator.is_valid(&json!(["08:30:06", "08:30:06Z"])));
    assert!(!validator.is_valid(&json!(["08:30:06Z"])));
    assert!(!validator.is_valid(&json!(["08:30:06", "08:30:06"])));
}

/// A number that a double holds is written with a fraction, even if it is whole; a large integer is none.
#[test]
fn integers_are_told_by_how_they_are_written() {
    let validator = builder(Draft4).build(&json!({"type": "integer"})).expect("a schema");
    for (text, valid) in [
        ("1", true),
        ("-0", true),
        ("123456789012345678901234567890", true),
        ("1.0", false),
        ("1e0", false),
        ("0.0", false),
        ("1.5", false),
    ] {
        let document = Document::parse(text.as_bytes()).expect("JSON");
        assert_eq!(validator.is_valid(document.root()), valid, "{text}");
    }
    assert!(validator.is_valid(&json!(1)) && !validator.is_valid(&json!(1.0)));
    let copy = Document::from_node(&json!([1.0, 1]), &Default::default()).expect("a copy");
    let items = builder(Draft4).build(&json!({"items": {"type": "integer"}})).expect("a schema");
    assert!(!items.is_valid(copy.root()));
}

/// The dialect of OpenAPI 3.1, as a host gives it: 2020-12, and a vocabulary that need not be known.
#[test]
fn openapi() {
    let base = "https://spec.openapis.org/oas/3.1/dialect/base";
    let standard = ["core", "applicator", "unevaluated", "validation", "meta-data"];
    let uri = |name: &str| format!("https://json-schema.org/draft/2020-12/vocab/{name}");
    let mut vocabulary: Value = standard.iter().map(|name| (uri(name), json!(true))).collect();
    vocabulary["https://spec.openapis.org/oas/3.1/vocab/base"] = json!(false);
    let dialect = json!({
        "$id": base,
        "$schema": Draft202012.uri(),
        "$vocabulary": vocabulary,
        "$dynamicAnchor": "meta",
        "allOf": [{"$ref": Draft202012.uri()}, {"$ref": "https://spec.openapis.org/oas/3.1/meta/base"}],
    });
    let extension = json!({
        "$schema": Draft202012.uri(),
        "$dynamicAnchor": "meta",
        "properties": {"discriminator": {
            "properties": {"propertyName": {"type": "string"}},
            "required": ["propertyName"],
        }},
    });
    let registry = RegistryBuilder::new()
        .document(base, &dialect)
        .and_then(|builder| {
            builder.document("https://spec.openapis.org/oas/3.1/meta/base", &extension)
        })
        .and_then(RegistryBuilder::build)
        .expect("a registry");
    let build = |discriminator: Value| {
        let schema = json!({
            "$schema": base,
            "type": "object",
            "properties": {"a": {"discriminator": discriminator, "minLength": 1}},
        });
        Validator::builder().registry(registry.clone()).build(&schema)
    };
    let validator = build(json!({"propertyName": "kind"})).expect("a schema");
    assert!(validator.is_valid(&json!({"a": "x"})) && !validator.is_valid(&json!({"a": ""})));
    // Its meta-schema reaches schemas inside schemas.
    let error = build(json!({})).expect_err("no property name");
    assert_eq!((error.code(), error.pointer()), ("meta_schema", "/properties/a/discriminator"));
}
