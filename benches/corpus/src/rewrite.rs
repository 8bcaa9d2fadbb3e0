//! Schemas of older drafts, written in 2020-12.
//!
//! What is rewritten means in 2020-12 what it meant before, for whatever an instance can show. `format` is an
//! annotation by default and an assertion in some implementations, so it is taken out.
//!
//! Invariant: what has no faithful form is refused.

use serde_json::{Map, Value};

/// The URI of 2020-12, the dialect of everything that was rewritten.
pub const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The dialect that a schema is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Draft {
    /// Draft 4.
    Draft4,
    /// Draft 6.
    Draft6,
    /// Draft 7.
    Draft7,
    /// Draft 2019-09.
    Draft201909,
    /// Draft 2020-12, and what names no draft.
    Draft202012,
}

impl Draft {
    /// The draft that `$schema` names.
    pub fn of(schema: &Value) -> Draft {
        let uri = schema.get("$schema").and_then(Value::as_str).unwrap_or_default();
        let known = [
            ("draft-04", Draft::Draft4),
            ("draft-06", Draft::Draft6),
            ("draft-07", Draft::Draft7),
            ("2019-09", Draft::Draft201909),
        ];
        let found = known.into_iter().find(|(part, _)| uri.contains(part));
        found.map_or(Draft::Draft202012, |(_, draft)| draft)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Draft::Draft4 => "draft-04",
            Draft::Draft6 => "draft-06",
            Draft::Draft7 => "draft-07",
            Draft::Draft201909 => "2019-09",
            Draft::Draft202012 => "2020-12",
        }
    }
}

/// What 2020-12 does and draft 7 ignores.
const SINCE_201909: &[&str] = &[
    "$anchor",
    "$dynamicAnchor",
    "$dynamicRef",
    "$recursiveAnchor",
    "$recursiveRef",
    "$vocabulary",
    "dependentRequired",
    "dependentSchemas",
    "maxContains",
    "minContains",
    "prefixItems",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// What draft 7 does and draft 6 ignores.
const SINCE_DRAFT_7: &[&str] = &["if", "then", "else"];

/// What draft 6 does and draft 4 ignores.
const SINCE_DRAFT_6: &[&str] = &["$id", "const", "contains", "propertyNames"];

/// What draft 7 ignores beside `$ref`. `definitions` only holds what others refer to.
const BESIDE_REF: &[&str] = &[
    "$id",
    "additionalItems",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "dependencies",
    "else",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "id",
    "if",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "patternProperties",
    "properties",
    "propertyNames",
    "required",
    "then",
    "type",
    "uniqueItems",
];

/// Keywords whose values are data.
const DATA: &[&str] = &["const", "default", "enum", "examples"];

/// Keywords whose values are objects of schemas under names of the author's.
const MAPS: &[&str] = &[
    "$defs",
    "definitions",
    "dependencies",
    "dependentSchemas",
    "patternProperties",
    "properties",
];

/// Rewrites a schema in place.
///
/// # Errors
///
/// A sentence, if something in it has no faithful form in 2020-12.
pub fn rewrite(schema: &mut Value) -> Result<(), String> {
    let draft = Draft::of(schema);
    let mut references = Vec::new();
    let mut work = vec![&mut *schema];
    while let Some(schema) = work.pop() {
        let Value::Object(members) = schema else { continue };
        if members.get("format").is_some_and(Value::is_string) {
            members.shift_remove("format");
        }
        rewrite_object(members, draft)?;
        references.extend(members.get("$ref").and_then(Value::as_str).map(str::to_owned));
        for (name, value) in members.iter_mut() {
            let is_map = MAPS.contains(&name.as_str());
            match value {
                _ if DATA.contains(&name.as_str()) => {}
                value if is_map => {
                    work.extend(value.as_object_mut().into_iter().flat_map(Map::values_mut))
                }
                Value::Array(schemas) => work.extend(schemas),
                other => work.push(other),
            }
        }
    }
    let dangling = references.iter().find(|reference| {
        // A pointer with escapes of URIs is left to the implementations.
        let pointer = reference.strip_prefix('#').filter(|pointer| pointer.starts_with('/'));
        pointer.is_some_and(|pointer| !pointer.contains('%') && schema.pointer(pointer).is_none())
    });
    dangling.map_or(Ok(()), |pointer| Err(format!("{pointer} leads nowhere once it is rewritten")))
}

fn rewrite_object(members: &mut Map<String, Value>, draft: Draft) -> Result<(), String> {
    if draft == Draft::Draft202012 {
        return Ok(());
    }
    if let Some(dialect @ Value::String(_)) = members.get_mut("$schema") {
        *dialect = DIALECT.into();
    }
    if draft < Draft::Draft201909 {
        if members.get("$ref").is_some_and(Value::is_string) {
            members.retain(|name, _| !BESIDE_REF.contains(&name.as_str()));
        }
        members.retain(|name, _| !is_later(name, draft));
        identifiers(members, draft)?;
        dependencies(members);
    } else if members.contains_key("$recursiveAnchor") || members.contains_key("$recursiveRef") {
        return Err("$recursiveRef has no faithful form".to_owned());
    }
    if draft == Draft::Draft4 {
        exclusive(members, "minimum", "exclusiveMinimum");
        exclusive(members, "maximum", "exclusiveMaximum");
    }
    items(members);
    Ok(())
}

fn is_later(name: &str, draft: Draft) -> bool {
    SINCE_201909.contains(&name)
        || draft < Draft::Draft7 && SINCE_DRAFT_7.contains(&name)
        || draft < Draft::Draft6 && SINCE_DRAFT_6.contains(&name)
}

/// `$id` with nothing but a fragment is `$anchor`; an empty fragment goes.
fn identifiers(members: &mut Map<String, Value>, draft: Draft) -> Result<(), String> {
    let name = if draft == Draft::Draft4 { "id" } else { "$id" };
    let Some(Value::String(id)) = members.get(name) else { return Ok(()) };
    let id = id.trim_end_matches('#').to_owned();
    members.shift_remove(name);
    match id.split_once('#') {
        Some(("", anchor)) => members.insert("$anchor".to_owned(), anchor.into()),
        Some(_) => return Err(format!("{id} has a fragment")),
        None if id.is_empty() => None,
        None => members.insert("$id".to_owned(), id.into()),
    };
    Ok(())
}

/// An array of `items` is `prefixItems`, and `additionalItems` says something only beside one.
fn items(members: &mut Map<String, Value>) {
    let rest = members.shift_remove("additionalItems");
    if let Some(Value::Array(_)) = members.get("items") {
        if let Some(prefix) = members.shift_remove("items") {
            members.insert("prefixItems".to_owned(), prefix);
        }
        if let Some(rest) = rest {
            members.insert("items".to_owned(), rest);
        }
    }
}

/// `dependencies` of names and of schemas are two keywords.
fn dependencies(members: &mut Map<String, Value>) {
    let Some(Value::Object(all)) = members.get("dependencies").cloned() else { return };
    members.shift_remove("dependencies");
    let (names, schemas): (Map<_, _>, Map<_, _>) =
        all.into_iter().partition(|(_, value)| value.is_array());
    for (keyword, map) in [("dependentRequired", names), ("dependentSchemas", schemas)] {
        if !map.is_empty() {
            members.insert(keyword.to_owned(), map.into());
        }
    }
}

/// Draft 4 has the bound in one keyword and whether it is exclusive in another.
fn exclusive(members: &mut Map<String, Value>, bound: &str, keyword: &str) {
    let Some(Value::Bool(exclusive)) = members.get(keyword) else { return };
    let exclusive = *exclusive;
    members.shift_remove(keyword);
    if exclusive && let Some(limit) = members.shift_remove(bound) {
        members.insert(keyword.to_owned(), limit);
    }
}
