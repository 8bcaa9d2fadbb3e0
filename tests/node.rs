//! A `Node` of one's own: a tree that the library has never seen works as its own do.

mod common;

use common::{Outcome, cold, compiled};
use jsonbound::{Array, Document, Key, Limits, Node, Number, Object, ParseLimits, View};
use serde_json::{Value, json};

/// A tree with integers only, and members in the order in which they were put.
enum Tree {
    Nothing,
    Truth(bool),
    Count(i64),
    Text(String),
    List(Vec<Tree>),
    Record(Vec<(String, Tree)>),
}

impl<'a> Node<'a> for &'a Tree {
    type Array = List<'a>;
    type Object = Record<'a>;

    fn view(self) -> View<'a, Self> {
        match self {
            Tree::Nothing => View::Null,
            Tree::Truth(value) => View::Boolean(*value),
            Tree::Count(value) => View::Number(Number::from(*value)),
            Tree::Text(value) => View::String(value),
            Tree::List(items) => View::Array(List(items)),
            Tree::Record(members) => View::Object(Record(members)),
        }
    }
}

#[derive(Clone, Copy)]
struct List<'a>(&'a [Tree]);

impl<'a> Array<'a> for List<'a> {
    type Node = &'a Tree;
    type Items = std::slice::Iter<'a, Tree>;

    fn len(self) -> usize {
        self.0.len()
    }
    fn items(self) -> Self::Items {
        self.0.iter()
    }
}

#[derive(Clone, Copy)]
struct Record<'a>(&'a [(String, Tree)]);

impl<'a> Object<'a> for Record<'a> {
    type Node = &'a Tree;
    type Members = Members<'a>;

    fn len(self) -> usize {
        self.0.len()
    }
    fn members(self) -> Members<'a> {
        Members(self.0.iter())
    }
    fn get(self, key: Key<'_>) -> Option<&'a Tree> {
        self.members().find(|(name, _)| *name == key).map(|(_, value)| value)
    }
}

#[derive(Clone)]
struct Members<'a>(std::slice::Iter<'a, (String, Tree)>);

impl<'a> Iterator for Members<'a> {
    type Item = (Key<'a>, &'a Tree);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(name, value)| (Key::new(name), value))
    }
}

fn tree(value: &Value) -> Tree {
    match value {
        Value::Null => Tree::Nothing,
        Value::Bool(value) => Tree::Truth(*value),
        Value::Number(value) => Tree::Count(value.as_i64().expect("an integer")),
        Value::String(value) => Tree::Text(value.clone()),
        Value::Array(items) => Tree::List(items.iter().map(tree).collect()),
        Value::Object(members) => {
            Tree::Record(members.iter().map(|(name, value)| (name.clone(), tree(value))).collect())
        }
    }
}

#[test]
fn a_tree_of_ones_own_is_validated_like_any_other() {
    let schema = json!({
        "type": "object",
        "properties": {"kind": {"enum": ["leaf", "pair", null]}, "at": {"type": "integer"}},
        "patternProperties": {"^child": {"$ref": "#"}},
        "required": ["kind"],
        "unevaluatedProperties": {"uniqueItems": true, "contains": {"type": "boolean"}},
    });
    let validator = compiled(&schema, Limits::trusted());
    let leaf = json!({"kind": "leaf", "at": 3, "z": [true, [1], null]});
    for (instance, expected) in [
        (json!({"kind": "pair", "child 1": leaf, "child 2": leaf}), Outcome::Valid),
        (json!({"kind": null, "y": [true, 1, 1]}), Outcome::Invalid),
        (json!({"kind": "pair", "child": {"at": 1}}), Outcome::Invalid),
        (json!([]), Outcome::Invalid),
    ] {
        let own = tree(&instance);
        let (outcome, steps) = cold(&validator, &own);
        assert_eq!(outcome, expected, "{instance}");
        // Its objects are lists, in the order of the value's members: steps are the same.
        assert_eq!(cold(&validator, &instance), (outcome, steps));
        let document = Document::from_node(&own, &ParseLimits::unlimited()).expect("a document");
        assert_eq!(cold(&validator, document.root()), (outcome, steps));
    }
}

/// A schema may come in any tree as well.
#[test]
fn a_tree_of_ones_own_is_a_schema() {
    let schema = tree(&json!({"items": {"type": "null"}}));
    let validator = jsonbound::compile(&schema).expect("a schema");
    assert!(validator.is_valid(&tree(&json!([null]))));
    assert!(!validator.is_valid(&tree(&json!([1]))));
    let error = validator.validate(&tree(&json!([null, 1]))).expect_err("invalid");
    assert_eq!(error.to_string(), r#"invalid at "/1": must be null (json-schema:///#/items/type)"#);
}
