//! The dynamic scope: what `$dynamicRef` leads to, and where references that lead back are stopped.

mod common;

use common::{Outcome, cold, compiled, json, limits, validator};
use jsonbound::{CompileErrorKind, Limit, Limits};
use serde_json::json;

/// `M` refers to the anchor `a` of `L`, which the root has bound, so that `L` is never entered and its `b` never bound.
#[test]
fn a_resource_that_is_only_named_binds_nothing() {
    let schema = json(
        r##"{
            "$id": "https://example.com/root",
            "$ref": "m",
            "$defs": {
                "root": {"$dynamicAnchor": "a", "$ref": "n"},
                "l": {"$id": "l", "$defs": {
                    "a": {"$dynamicAnchor": "a", "type": "null"},
                    "b": {"$dynamicAnchor": "b", "type": "null"}
                }},
                "m": {"$id": "m", "$dynamicRef": "l#a"},
                "n": {"$id": "n", "$dynamicRef": "#b", "$defs": {
                    "b": {"$dynamicAnchor": "b", "type": "integer"}
                }}
            }
        }"##,
    );
    let validator = compiled(&schema, Limits::trusted());
    assert_eq!(cold(&validator, &json!(1)).0, Outcome::Valid);
    assert_eq!(cold(&validator, &json!(null)).0, Outcome::Invalid);
}

/// Leaving a resource unbinds what entering it bound.
#[test]
fn bindings_end_with_their_resource() {
    let schema = json(
        r##"{
            "$id": "https://example.com/root",
            "prefixItems": [{"$ref": "strict"}, {"$ref": "list"}],
            "$defs": {
                "strict": {"$id": "strict", "$ref": "list", "$defs": {
                    "item": {"$dynamicAnchor": "item", "type": "integer"}
                }},
                "list": {"$id": "list", "items": {"$dynamicRef": "#item"}, "$defs": {
                    "item": {"$dynamicAnchor": "item"}
                }}
            }
        }"##,
    );
    let validator = compiled(&schema, Limits::trusted());
    assert_eq!(cold(&validator, &json!([[1], ["x"]])).0, Outcome::Valid);
    assert_eq!(cold(&validator, &json!([["x"], [1]])).0, Outcome::Invalid);
}

/// Annotations come through `$dynamicRef` as through `$ref`, to a block that notes them down.
#[test]
fn what_was_evaluated_comes_through_dynamic_references() {
    let schema = json(
        r##"{
            "$id": "https://example.com/root",
            "$dynamicAnchor": "extra",
            "properties": {"child": {"$ref": "base"}, "a": true},
            "$defs": {
                "base": {
                    "$id": "base",
                    "$dynamicRef": "#extra",
                    "unevaluatedProperties": false,
                    "$defs": {"none": {"$dynamicAnchor": "extra"}}
                }
            }
        }"##,
    );
    let validator = compiled(&schema, Limits::trusted());
    assert_eq!(cold(&validator, &json!({"child": {"a": 1}})).0, Outcome::Valid);
    assert_eq!(cold(&validator, &json!({"child": {"b": 1}})).0, Outcome::Invalid);
    assert_eq!(cold(&validator, &json!({"child": {"child": {"b": 1}}})).0, Outcome::Invalid);
}

#[test]
fn loops_that_nothing_can_end_are_compile_errors() {
    for schema in [
        json!({"$ref": "#"}),
        json!({"allOf": [{"$ref": "#"}]}),
        json!({"not": {"$ref": "#"}}),
        json!({"anyOf": [{"$ref": "#"}, true]}),
        json!({"if": {"$ref": "#"}, "then": false}),
        json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}),
    ] {
        let error = jsonbound::compile(&schema).expect_err("a loop");
        assert!(matches!(error.kind(), CompileErrorKind::RefLoop(_)), "{schema}: {error}");
    }
}

#[test]
fn loops_that_an_instance_can_enter_are_stopped() {
    for (schema, loops, ends) in [
        (json!({"dependentSchemas": {"a": {"$ref": "#"}}}), json!({"a": 1}), json!({"b": 1})),
        (json!({"if": {"type": "null"}, "then": {"$ref": "#"}}), json!(null), json!(1)),
        (json!({"anyOf": [{"type": "null"}, {"$ref": "#"}]}), json!(1), json!(null)),
        (json!({"not": {"dependentSchemas": {"a": {"$ref": "#"}}}}), json!({"a": 1}), json!(1)),
    ] {
        for profile in [Limits::untrusted(), Limits::trusted()] {
            let validator = compiled(&schema, profile);
            assert_eq!(cold(&validator, &loops).0, Outcome::Stopped(Limit::Loop), "{schema}");
            assert!(!matches!(cold(&validator, &ends).0, Outcome::Stopped(_)), "{schema}");
            let stopped = validator.check(&loops).expect_err("a loop");
            assert!(stopped.to_string().contains("loop"), "{stopped}");
        }
    }
}

/// A loop is one as soon as a block is to begin again.
#[test]
fn loops_are_told_from_chains_at_once() {
    let schema = json!({"if": {"type": "null"}, "then": {"$ref": "#"}});
    for (depth, met) in [(1, Limit::InplaceDepth), (2, Limit::Loop), (3, Limit::Loop)] {
        let validator = compiled(&schema, limits(|limits| limits.inplace_depth = depth));
        assert_eq!(cold(&validator, &json!(null)).0, Outcome::Stopped(met), "{depth}");
    }
}

/// The dynamic scope makes this reference lead back to the root.
#[test]
fn loops_through_dynamic_references_are_stopped() {
    let schema = json(
        r##"{
            "$id": "https://example.com/root",
            "$dynamicAnchor": "node",
            "$ref": "tail",
            "$defs": {
                "tail": {"$id": "tail", "$dynamicAnchor": "node", "type": "object", "anyOf": [
                    {"required": ["end"]}, {"$dynamicRef": "#node"}
                ]}
            }
        }"##,
    );
    let validator = compiled(&schema, Limits::untrusted());
    assert_eq!(cold(&validator, &json!({})).0, Outcome::Stopped(Limit::Loop));
    assert_eq!(cold(&validator, &json!({"end": 1})).0, Outcome::Valid);
    assert_eq!(cold(&validator, &json!(1)).0, Outcome::Invalid);
}

/// A chain that is too long is not a loop.
#[test]
fn long_chains_meet_the_limit_itself() {
    let chain = |links: usize| {
        let link = |at: usize| (format!("d{at}"), json!({"$ref": format!("#/$defs/d{}", at + 1)}));
        let mut links: serde_json::Map<_, _> = (0..links).map(link).collect();
        links.insert(format!("d{}", links.len()), json!({"type": "null"}));
        json!({"$ref": "#/$defs/d0", "$defs": links})
    };
    let limits = limits(|limits| limits.inplace_depth = 20);
    // The root, and the block at the end.
    assert_eq!(cold(&compiled(&chain(18), limits.clone()), &json!(null)).0, Outcome::Valid);
    let long = compiled(&chain(19), limits);
    assert_eq!(cold(&long, &json!(null)).0, Outcome::Stopped(Limit::InplaceDepth));
    let stopped = long.check(&json!(null)).expect_err("too long");
    assert_eq!((stopped.max(), stopped.limit().name()), (20, "inplace_depth"));
}

#[test]
fn depth_counts_descents_and_applications() {
    let schema = json!({"items": {"allOf": [{"items": {"type": "null"}}]}});
    let depth = |depth| compiled(&schema, limits(|limits| limits.validation_depth = depth));
    assert_eq!(cold(&depth(4), &json!([[null]])).0, Outcome::Valid);
    let stopped = depth(3).check(&json!([[], [null]])).expect_err("too deep");
    assert_eq!(stopped.limit(), Limit::ValidationDepth);
    assert_eq!(stopped.instance_location(), "/1");
    assert_eq!(stopped.schema_location(), "json-schema:///#/items/allOf/0/items");
    assert_eq!(cold(&depth(0), &json!(1)).0, Outcome::Stopped(Limit::ValidationDepth));
    assert_eq!(cold(&depth(1), &json!(1)).0, Outcome::Valid);
}

/// No operator turns a stop into an answer.
#[test]
fn stops_go_through_every_operator() {
    let stops = json!({"dependentSchemas": {"a": {"$ref": "#/$defs/s"}}});
    for around in [
        json!({"not": {"$ref": "#/$defs/s"}}),
        json!({"anyOf": [{"$ref": "#/$defs/s"}, true]}),
        json!({"oneOf": [{"$ref": "#/$defs/s"}, true]}),
        json!({"if": {"$ref": "#/$defs/s"}, "then": true, "else": true}),
        json!({"allOf": [true, {"$ref": "#/$defs/s"}]}),
        json!({"dependentSchemas": {"a": {"$ref": "#/$defs/s"}}}),
    ] {
        let mut schema = around;
        schema["$defs"] = json!({"s": stops});
        let validator = validator(&schema.to_string());
        assert_eq!(cold(&validator, &json!({"a": 1})).0, Outcome::Stopped(Limit::Loop), "{schema}");
        assert!(!validator.is_valid(&json!({"a": 1})));
    }
    for around in ["contains", "items", "unevaluatedItems"] {
        let schema =
            json!({around: {"$ref": "#/$defs/s"}, "minContains": 0, "$defs": {"s": stops}});
        let validator = validator(&schema.to_string());
        let deep = json!([1, {"a": 1}]);
        match around {
            // Zero matches are enough: nothing is applied.
            "contains" => assert_eq!(cold(&validator, &deep).0, Outcome::Valid),
            _ => assert_eq!(cold(&validator, &deep).0, Outcome::Stopped(Limit::Loop), "{schema}"),
        }
    }
}
