//! `unevaluated*` against a model: an evaluator that follows the specification's words (Core 10 and 11), with sets
//! and recursion.

mod common;

use std::collections::BTreeSet;

use common::{Outcome, cold, compiled};
use jsonbound::Limits;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// What a valid value had evaluated: members by name, items by position.
type Evaluated = (BTreeSet<String>, BTreeSet<usize>);

/// Evaluates a schema without loops; `None` is invalid.
struct Model<'m> {
    definitions: &'m Value,
}

impl Model<'_> {
    fn is_valid(&self, schema: &Value, value: &Value) -> bool {
        self.evaluate(schema, value).is_some()
    }

    fn evaluate(&self, schema: &Value, value: &Value) -> Option<Evaluated> {
        let schema = match schema {
            Value::Bool(valid) => return valid.then(Evaluated::default),
            Value::Object(schema) => schema,
            _ => panic!("no schema: {schema}"),
        };
        let mut all = Evaluated::default();
        self.in_place(schema, value, &mut all)?;
        match value {
            Value::Object(members) => self.members(schema, members, &mut all)?,
            Value::Array(items) => self.items(schema, items, &mut all)?,
            _ => {}
        }
        Some(all)
    }

    fn in_place(
        &self,
        schema: &Map<String, Value>,
        value: &Value,
        all: &mut Evaluated,
    ) -> Option<()> {
        let join = |all: &mut Evaluated, more: Evaluated| {
            all.0.extend(more.0);
            all.1.extend(more.1);
        };
        let list = |name: &str| schema.get(name).and_then(Value::as_array).cloned();
        if let Some(kind) = schema.get("type") {
            (kind == kind_of(value)).then_some(())?;
        }
        if let Some(name) = schema.get("$ref") {
            let name = name.as_str()?.strip_prefix("#/$defs/")?;
            join(all, self.evaluate(&self.definitions[name], value)?);
        }
        for branch in list("allOf").unwrap_or_default() {
            join(all, self.evaluate(&branch, value)?);
        }
        for (name, most) in [("anyOf", usize::MAX), ("oneOf", 1)] {
            let Some(branches) = list(name) else { continue };
            let passed: Vec<_> =
                branches.iter().filter_map(|branch| self.evaluate(branch, value)).collect();
            (1..=most).contains(&passed.len()).then_some(())?;
            passed.into_iter().for_each(|more| join(all, more));
        }
        if let Some(not) = schema.get("not") {
            (!self.is_valid(not, value)).then_some(())?;
        }
        if let Some(test) = schema.get("if") {
            let test = self.evaluate(test, value);
            let branch = schema.get(if test.is_some() { "then" } else { "else" });
            join(all, test.unwrap_or_default());
            if let Some(branch) = branch {
                join(all, self.evaluate(branch, value)?);
            }
        }
        if let Some(Value::Object(dependent)) = schema.get("dependentSchemas") {
            for (_, branch) in dependent.iter().filter(|(name, _)| value.get(name).is_some()) {
                join(all, self.evaluate(branch, value)?);
            }
        }
        Some(())
    }

    fn members(
        &self,
        schema: &Map<String, Value>,
        members: &Map<String, Value>,
        all: &mut Evaluated,
    ) -> Option<()> {
        let properties = schema.get("properties").and_then(Value::as_object);
        for (name, below) in properties.into_iter().flatten() {
            if let Some(value) = members.get(name) {
                self.is_valid(below, value).then_some(())?;
                all.0.insert(name.clone());
            }
        }
        let named = |name: &String| properties.is_some_and(|named| named.contains_key(name));
        for keyword in ["additionalProperties", "unevaluatedProperties"] {
            let Some(below) = schema.get(keyword) else { continue };
            for (name, value) in members {
                let skip = if keyword == "additionalProperties" {
                    named(name)
                } else {
                    all.0.contains(name)
                };
                if !skip {
                    self.is_valid(below, value).then_some(())?;
                    all.0.insert(name.clone());
                }
            }
        }
        Some(())
    }

    fn items(
        &self,
        schema: &Map<String, Value>,
        items: &[Value],
        all: &mut Evaluated,
    ) -> Option<()> {
        let prefix =
            schema.get("prefixItems").and_then(Value::as_array).cloned().unwrap_or_default();
        for (at, (below, item)) in prefix.iter().zip(items).enumerate() {
            self.is_valid(below, item).then_some(())?;
            all.1.insert(at);
        }
        if let Some(below) = schema.get("items") {
            for (at, item) in items.iter().enumerate().skip(prefix.len()) {
                self.is_valid(below, item).then_some(())?;
                all.1.insert(at);
            }
        }
        if let Some(below) = schema.get("contains") {
            let bound = |name, default| schema.get(name).and_then(Value::as_u64).unwrap_or(default);
            let found = (0..items.len()).filter(|&at| self.is_valid(below, &items[at]));
            let found: Vec<usize> = found.collect();
            let range = bound("minContains", 1)..=bound("maxContains", u64::MAX);
            range.contains(&(found.len() as u64)).then_some(())?;
            all.1.extend(found);
        }
        if let Some(below) = schema.get("unevaluatedItems") {
            for (at, item) in items.iter().enumerate() {
                if !all.1.contains(&at) {
                    self.is_valid(below, item).then_some(())?;
                    all.1.insert(at);
                }
            }
        }
        Some(())
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn name() -> impl Strategy<Value = String> + Clone {
    prop::sample::select(vec!["a", "b", "c"]).prop_map(str::to_owned)
}

fn object(members: Vec<(String, Value)>) -> Value {
    Value::Object(members.into_iter().collect())
}

fn instance() -> impl Strategy<Value = Value> {
    let scalar = prop::sample::select(vec![json!(null), json!(1), json!("x")]);
    scalar.prop_recursive(2, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::Array),
            prop::collection::vec((name(), inner), 0..4).prop_map(object),
        ]
    })
}

/// Schemas over few keywords, most of which say what was evaluated; references lead to these definitions.
fn schema(definitions: &'static [&'static str]) -> BoxedStrategy<Value> {
    let kind = prop::sample::select(vec!["null", "integer", "array", "object"]);
    let leaf = prop_oneof![
        2 => any::<bool>().prop_map(Value::Bool),
        2 => kind.prop_map(|kind| json!({"type": kind})),
        1 => prop::sample::select(definitions.to_vec()).prop_map(|name| match name {
            "" => json!({}),
            name => json!({"$ref": format!("#/$defs/{name}")}),
        }),
    ];
    let schema = leaf.prop_recursive(4, 40, 4, |inner| {
        let list = prop::collection::vec(inner.clone(), 1..4).prop_map(Value::Array);
        let members = prop::collection::vec((name(), inner.clone()), 0..3).prop_map(object);
        let lists = prop::sample::select(vec!["allOf", "anyOf", "oneOf", "prefixItems"]);
        let single = prop::sample::select(vec![
            "not",
            "if",
            "then",
            "else",
            "items",
            "contains",
            "additionalProperties",
        ]);
        let rest = prop::sample::select(vec!["unevaluatedItems", "unevaluatedProperties"]);
        let bounds = prop::sample::select(vec!["minContains", "maxContains"]);
        let named = prop::sample::select(vec!["properties", "dependentSchemas"]);
        let keyword = prop_oneof![
            3 => (lists, list),
            4 => (single, inner.clone()),
            3 => (rest, inner),
            1 => (bounds, (0u64..3).prop_map(Value::from)),
            3 => (named, members),
        ];
        prop::collection::vec(keyword, 1..5).prop_map(|keywords| {
            object(keywords.into_iter().map(|(n, v)| (n.to_owned(), v)).collect())
        })
    });
    schema.boxed()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn the_model_agrees(
        schema in schema(&["x", "y"]),
        x in schema(&["y"]),
        y in schema(&[""]),
        instances in prop::collection::vec(instance(), 8),
    ) {
        let definitions = json!({"x": x, "y": y});
        let root = json!({"allOf": [schema], "$defs": definitions});
        let model = Model { definitions: &definitions };
        let validator = compiled(&root, Limits::trusted());
        for instance in instances {
            let expected = match model.is_valid(&schema, &instance) {
                true => Outcome::Valid,
                false => Outcome::Invalid,
            };
            prop_assert_eq!(cold(&validator, &instance).0, expected, "{} on {}", root, instance);
        }
    }
}

/// Positions beyond the first word of a set, and marks that say "all below".
#[test]
fn long_arrays_and_wide_objects() {
    for len in [0, 1, 63, 64, 65, 127, 128, 129, 1000] {
        let items = vec![json!(1); len];
        for evaluated in [0, 1, 63, 64, 65, 128, len] {
            let prefix = vec![json!(true); evaluated.max(1)];
            let all = json!({"prefixItems": prefix, "unevaluatedItems": false});
            let expected = if evaluated.max(1) < len { Outcome::Invalid } else { Outcome::Valid };
            let validator = compiled(&all, Limits::trusted());
            assert_eq!(cold(&validator, &json!(items)).0, expected, "{evaluated} of {len}");
        }
        let member = |at: usize| (format!("{at:04}"), json!(true));
        let members: Map<_, _> = (0..len).map(member).collect();
        for missing in [0, 62, 63, 64, 128, len.saturating_sub(1)] {
            let mut names = members.clone();
            names.remove(&format!("{missing:04}"));
            let schema = json!({"allOf": [{"properties": names}], "unevaluatedProperties": false});
            let expected = if missing < len { Outcome::Invalid } else { Outcome::Valid };
            let validator = compiled(&schema, Limits::trusted());
            assert_eq!(cold(&validator, &Value::Object(members.clone())).0, expected);
        }
    }
}

/// What a failing schema had evaluated before it failed does not count (Core 7.7.1.1), and neither does what is below
/// `not`.
#[test]
fn failures_take_their_annotations_with_them() {
    let members = json!({"properties": {"a": true, "b": false}});
    let items = json!({"prefixItems": [true, false]});
    for (schema, instance, expected) in [
        (json!({"anyOf": [members, true]}), json!({"a": 1, "b": 2}), Outcome::Invalid),
        (
            json!({"anyOf": [{"allOf": [{"properties": {"a": true}}, false]}, true]}),
            json!({"a": 1}),
            Outcome::Invalid,
        ),
        (json!({"oneOf": [members, true]}), json!({"a": 1, "b": 2}), Outcome::Invalid),
        (
            json!({"if": {"properties": {"a": true}, "minProperties": 2}}),
            json!({"a": 1}),
            Outcome::Invalid,
        ),
        (
            json!({"if": {"properties": {"a": true}, "minProperties": 1}}),
            json!({"a": 1}),
            Outcome::Valid,
        ),
        (json!({"not": {"not": {"properties": {"a": true}}}}), json!({"a": 1}), Outcome::Invalid),
        (
            json!({"not": {"not": {"unevaluatedProperties": true}}}),
            json!({"a": 1}),
            Outcome::Invalid,
        ),
        (json!({"anyOf": [items, true]}), json!([1, 2]), Outcome::Invalid),
        (json!({"anyOf": [true, {"prefixItems": [true, true]}]}), json!([1, 2]), Outcome::Valid),
        (json!({"contains": {"type": "integer"}}), json!([1, 2]), Outcome::Valid),
        (
            json!({"contains": {"type": "integer"}, "minContains": 0}),
            json!([1, "x"]),
            Outcome::Invalid,
        ),
        (
            json!({"contains": true, "minContains": 0, "maxContains": 2}),
            json!([1, "x"]),
            Outcome::Valid,
        ),
        (
            json!({"anyOf": [{"contains": true, "maxContains": 1}, true]}),
            json!([1, 2]),
            Outcome::Invalid,
        ),
        (json!({"items": {"prefixItems": [true]}}), json!([[1]]), Outcome::Valid),
        (
            json!({"properties": {"a": {"properties": {"b": true}}}}),
            json!({"a": {"b": 1}}),
            Outcome::Valid,
        ),
        (
            json!({"properties": {"a": {"properties": {"b": true}}}}),
            json!({"b": 1}),
            Outcome::Invalid,
        ),
    ] {
        let mut closed = schema;
        closed["unevaluatedItems"] = json!(false);
        closed["unevaluatedProperties"] = json!(false);
        let validator = compiled(&closed, Limits::trusted());
        assert_eq!(cold(&validator, &instance).0, expected, "{closed} on {instance}");
    }
}
