//! The keywords that apply schemas (core, sections 8.2.3, 10 and 11).
//!
//! Each gives the annotations of its own that `unevaluated*` look at, together with those of the schemas that it
//! applied in place.

use std::collections::BTreeMap;

use super::assertions::{at_least, at_most, list};
use super::evaluation::{Evaluated, Evaluation, Site, Verdict};
use super::json::Json;
use super::pattern;
use super::resources::{Place, Target};

type Rule = for<'a> fn(&mut Evaluation<'_, 'a>, &Site<'_, 'a>, &'a Json, &Json) -> Verdict;

/// All applicators with their vocabularies, in an order in which `unevaluated*` see what the others gave.
pub(super) const APPLICATORS: &[(&str, &str, Rule)] = &[
    ("$ref", "core", ref_),
    ("$dynamicRef", "core", dynamic_ref),
    ("allOf", "applicator", all_of),
    ("anyOf", "applicator", any_of),
    ("oneOf", "applicator", one_of),
    ("not", "applicator", not),
    ("if", "applicator", if_),
    ("dependentSchemas", "applicator", dependent_schemas),
    ("prefixItems", "applicator", prefix_items),
    ("items", "applicator", items),
    ("contains", "applicator", contains),
    ("properties", "applicator", properties),
    ("patternProperties", "applicator", pattern_properties),
    ("additionalProperties", "applicator", additional_properties),
    ("propertyNames", "applicator", property_names),
    ("unevaluatedItems", "unevaluated", unevaluated_items),
    ("unevaluatedProperties", "unevaluated", unevaluated_properties),
];

fn nothing() -> Verdict {
    Ok(Some(Evaluated::default()))
}

fn valid_if(valid: bool, evaluated: Evaluated) -> Verdict {
    Ok(valid.then_some(evaluated))
}

fn object(value: &Json) -> Result<&BTreeMap<String, Json>, String> {
    match value {
        Json::Object(members) => Ok(members),
        _ => Err("a keyword's value is not an object".into()),
    }
}

fn text(value: &Json) -> Result<&str, String> {
    match value {
        Json::String(text) => Ok(text),
        _ => Err("a reference is not a string".into()),
    }
}

/// 8.2.3.1
fn ref_<'a>(e: &mut Evaluation<'_, 'a>, at: &Site<'_, 'a>, value: &'a Json, i: &Json) -> Verdict {
    let target = e.tables.target(&at.place.base, text(value)?)?;
    e.apply(target.schema, &target.place, i)
}

/// 8.2.3.2: what a `$dynamicAnchor` names is looked for again in every resource of the dynamic scope, outermost first.
fn dynamic_ref<'a>(
    e: &mut Evaluation<'_, 'a>,
    at: &Site<'_, 'a>,
    value: &'a Json,
    i: &Json,
) -> Verdict {
    let Target { mut schema, place, dynamic_anchor } =
        e.tables.target(&at.place.base, text(value)?)?;
    if let Some(name) = dynamic_anchor {
        let outermost = e.scope.iter().find_map(|base| e.tables.dynamic_anchor(base, &name));
        schema = outermost.unwrap_or(schema);
    }
    e.apply(schema, &place, i)
}

/// The annotations of each schema of a list that is valid, in order.
fn each<'a>(
    e: &mut Evaluation<'_, 'a>,
    place: &Place,
    schemas: &'a Json,
    i: &Json,
) -> Result<Vec<Option<Evaluated>>, String> {
    list(schemas)?.iter().map(|schema| e.apply(schema, place, i)).collect()
}

fn union(results: Vec<Option<Evaluated>>) -> Evaluated {
    let mut evaluated = Evaluated::default();
    results.into_iter().flatten().for_each(|more| evaluated.merge(more));
    evaluated
}

/// 10.2.1.1
fn all_of<'a>(e: &mut Evaluation<'_, 'a>, at: &Site<'_, 'a>, value: &'a Json, i: &Json) -> Verdict {
    let results = each(e, at.place, value, i)?;
    valid_if(results.iter().all(Option::is_some), union(results))
}

/// 10.2.1.2
fn any_of<'a>(e: &mut Evaluation<'_, 'a>, at: &Site<'_, 'a>, value: &'a Json, i: &Json) -> Verdict {
    let results = each(e, at.place, value, i)?;
    valid_if(results.iter().any(Option::is_some), union(results))
}

/// 10.2.1.3
fn one_of<'a>(e: &mut Evaluation<'_, 'a>, at: &Site<'_, 'a>, value: &'a Json, i: &Json) -> Verdict {
    let results = each(e, at.place, value, i)?;
    valid_if(results.iter().flatten().count() == 1, union(results))
}

/// 10.2.1.4
fn not<'a>(e: &mut Evaluation<'_, 'a>, at: &Site<'_, 'a>, value: &'a Json, i: &Json) -> Verdict {
    valid_if(e.apply(value, at.place, i)?.is_none(), Evaluated::default())
}

/// 10.2.2
fn if_<'a>(e: &mut Evaluation<'_, 'a>, at: &Site<'_, 'a>, value: &'a Json, i: &Json) -> Verdict {
    let condition = e.apply(value, at.place, i)?;
    let branch = if condition.is_some() { "then" } else { "else" };
    let mut evaluated = condition.unwrap_or_default();
    let Some(schema) = at.sibling("applicator", branch) else { return Ok(Some(evaluated)) };
    Ok(e.apply(schema, at.place, i)?.map(|more| {
        evaluated.merge(more);
        evaluated
    }))
}

/// 10.2.2.4
fn dependent_schemas<'a>(
    e: &mut Evaluation<'_, 'a>,
    at: &Site<'_, 'a>,
    value: &'a Json,
    i: &Json,
) -> Verdict {
    let schemas = object(value)?;
    let Json::Object(members) = i else { return nothing() };
    let mut results = Vec::new();
    for (_, schema) in schemas.iter().filter(|(name, _)| members.contains_key(*name)) {
        results.push(e.apply(schema, at.place, i)?);
    }
    valid_if(results.iter().all(Option::is_some), union(results))
}

/// Applies one schema to some items, which are evaluated by it.
fn to_items<'a, 'i>(
    e: &mut Evaluation<'_, 'a>,
    place: &Place,
    pairs: impl Iterator<Item = (usize, &'i Json, &'a Json)>,
) -> Verdict {
    let (mut valid, mut evaluated) = (true, Evaluated::default());
    for (index, item, schema) in pairs {
        valid &= e.apply(schema, place, item)?.is_some();
        evaluated.items.insert(index);
    }
    valid_if(valid, evaluated)
}

/// 10.3.1.1
fn prefix_items<'a>(
    e: &mut Evaluation<'_, 'a>,
    at: &Site<'_, 'a>,
    value: &'a Json,
    i: &Json,
) -> Verdict {
    let schemas = list(value)?;
    let Json::Array(items) = i else { return nothing() };
    let pairs = items.iter().zip(schemas).enumerate();
    to_items(e, at.place, pairs.map(|(index, (item, schema))| (index, item, schema)))
}

/// 10.3.1.2
fn items<'a>(e: &mut Evaluation<'_, 'a>, at: &Site<'_, 'a>, value: &'a Json, i: &Json) -> Verdict {
    let Json::Array(items) = i else { return nothing() };
    let prefix = match at.sibling("applicator", "prefixItems") {
        Some(schemas) => list(schemas)?.len(),
        None => 0,
    };
    let rest = items.iter().enumerate().skip(prefix);
    to_items(e, at.place, rest.map(|(index, item)| (index, item, value)))
}

/// 10.3.1.3, with validation, sections 6.4.4 and 6.4.5
fn contains<'a>(
    e: &mut Evaluation<'_, 'a>,
    at: &Site<'_, 'a>,
    value: &'a Json,
    i: &Json,
) -> Verdict {
    let Json::Array(items) = i else { return nothing() };
    let mut evaluated = Evaluated::default();
    for (index, item) in items.iter().enumerate() {
        if e.apply(value, at.place, item)?.is_some() {
            evaluated.items.insert(index);
        }
    }
    let count = evaluated.items.len();
    let enough = match at.sibling("validation", "minContains") {
        Some(limit) => at_least(limit, Some(count))?,
        None => count >= 1,
    };
    let few = match at.sibling("validation", "maxContains") {
        Some(limit) => at_most(limit, Some(count))?,
        None => true,
    };
    valid_if(enough && few, evaluated)
}

/// Applies schemas to the values of some members, which are evaluated by it.
fn to_members<'a, 'i>(
    e: &mut Evaluation<'_, 'a>,
    place: &Place,
    pairs: impl Iterator<Item = (&'i String, &'i Json, &'a Json)>,
) -> Verdict {
    let (mut valid, mut evaluated) = (true, Evaluated::default());
    for (name, member, schema) in pairs {
        valid &= e.apply(schema, place, member)?.is_some();
        evaluated.properties.insert(name.clone());
    }
    valid_if(valid, evaluated)
}

/// 10.3.2.1
fn properties<'a>(
    e: &mut Evaluation<'_, 'a>,
    at: &Site<'_, 'a>,
    value: &'a Json,
    i: &Json,
) -> Verdict {
    let schemas = object(value)?;
    let Json::Object(members) = i else { return nothing() };
    let declared = |(name, member)| Some((name, member, schemas.get(name)?));
    to_members(e, at.place, members.iter().filter_map(declared))
}

/// 10.3.2.2
fn pattern_properties<'a>(
    e: &mut Evaluation<'_, 'a>,
    at: &Site<'_, 'a>,
    value: &'a Json,
    i: &Json,
) -> Verdict {
    let schemas = object(value)?;
    let Json::Object(members) = i else { return nothing() };
    let mut pairs = Vec::new();
    for (name, member) in members {
        for (pattern, schema) in schemas {
            if pattern::matches(pattern, name)? {
                pairs.push((name, member, schema));
            }
        }
    }
    to_members(e, at.place, pairs.into_iter())
}

/// 10.3.2.3
fn additional_properties<'a>(
    e: &mut Evaluation<'_, 'a>,
    at: &Site<'_, 'a>,
    value: &'a Json,
    i: &Json,
) -> Verdict {
    let Json::Object(members) = i else { return nothing() };
    let declared = at.sibling("applicator", "properties").map(object).transpose()?;
    let patterns = at.sibling("applicator", "patternProperties").map(object).transpose()?;
    let mut pairs = Vec::new();
    'members: for (name, member) in members {
        if declared.is_some_and(|declared| declared.contains_key(name)) {
            continue;
        }
        for pattern in patterns.iter().flat_map(|patterns| patterns.keys()) {
            if pattern::matches(pattern, name)? {
                continue 'members;
            }
        }
        pairs.push((name, member, value));
    }
    to_members(e, at.place, pairs.into_iter())
}

/// 10.3.2.4
fn property_names<'a>(
    e: &mut Evaluation<'_, 'a>,
    at: &Site<'_, 'a>,
    value: &'a Json,
    i: &Json,
) -> Verdict {
    let Json::Object(members) = i else { return nothing() };
    let mut valid = true;
    for name in members.keys() {
        valid &= e.apply(value, at.place, &Json::String(name.clone()))?.is_some();
    }
    valid_if(valid, Evaluated::default())
}

/// 11.2
fn unevaluated_items<'a>(
    e: &mut Evaluation<'_, 'a>,
    at: &Site<'_, 'a>,
    value: &'a Json,
    i: &Json,
) -> Verdict {
    let Json::Array(items) = i else { return nothing() };
    let rest = items.iter().enumerate().filter(|(index, _)| !at.evaluated.items.contains(index));
    to_items(e, at.place, rest.map(|(index, item)| (index, item, value)))
}

/// 11.3
fn unevaluated_properties<'a>(
    e: &mut Evaluation<'_, 'a>,
    at: &Site<'_, 'a>,
    value: &'a Json,
    i: &Json,
) -> Verdict {
    let Json::Object(members) = i else { return nothing() };
    let rest = members.iter().filter(|(name, _)| !at.evaluated.properties.contains(*name));
    to_members(e, at.place, rest.map(|(name, member)| (name, member, value)))
}
