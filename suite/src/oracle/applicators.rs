//! The keywords that apply schemas (core, sections 8.2.3, 10 and 11; those of other drafts say which).
//!
//! Each gives the annotations of its own that `unevaluated*` look at, together with those of the schemas that it
//! applied in place.

use std::collections::BTreeMap;

use super::assertions::{at_least, at_most, has_all, list};
use super::evaluation::{Evaluated, Evaluation, Site, Verdict};
use super::json::Json;
use super::pattern;
use super::resources::{
    ALL, Drafts, FROM_7, FROM_2019, FROM_2020, ONLY_2019, Place, Target, UNTIL_2019,
};

type Rule = for<'a> fn(&mut Evaluation<'_, 'a>, &Site<'_, 'a>, &'a Json, &Json) -> Verdict;

/// All applicators with their vocabularies, in an order in which `unevaluated*` see what the others gave.
pub(super) const APPLICATORS: &[(Drafts, &str, &str, Rule)] = &[
    (ALL, "$ref", "core", ref_),
    (ONLY_2019, "$recursiveRef", "core", recursive_ref),
    (FROM_2020, "$dynamicRef", "core", dynamic_ref),
    (ALL, "allOf", "applicator", all_of),
    (ALL, "anyOf", "applicator", any_of),
    (ALL, "oneOf", "applicator", one_of),
    (ALL, "not", "applicator", not),
    (FROM_7, "if", "applicator", if_),
    (FROM_2019, "dependentSchemas", "applicator", dependent_schemas),
    (ALL, "dependencies", "applicator", dependencies),
    (FROM_2020, "prefixItems", "applicator", prefix_items),
    (UNTIL_2019, "items", "applicator", items_or_item),
    (FROM_2020, "items", "applicator", items),
    (UNTIL_2019, "additionalItems", "applicator", additional_items),
    (UNTIL_2019, "contains", "applicator", contains_alone),
    (FROM_2020, "contains", "applicator", contains),
    (ALL, "properties", "applicator", properties),
    (ALL, "patternProperties", "applicator", pattern_properties),
    (ALL, "additionalProperties", "applicator", additional_properties),
    (ALL, "propertyNames", "applicator", property_names),
    (ONLY_2019, "unevaluatedItems", "applicator", unevaluated_items),
    (FROM_2020, "unevaluatedItems", "unevaluated", unevaluated_items),
    (ONLY_2019, "unevaluatedProperties", "applicator", unevaluated_properties),
    (FROM_2020, "unevaluatedProperties", "unevaluated", unevaluated_properties),
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

/// 2019-09, 8.2.4.2.1: a root with a `$recursiveAnchor` is looked for again in every resource of the dynamic scope.
fn recursive_ref<'a>(
    e: &mut Evaluation<'_, 'a>,
    at: &Site<'_, 'a>,
    value: &'a Json,
    i: &Json,
) -> Verdict {
    let Target { mut schema, place, .. } = e.tables.target(&at.place.base, text(value)?)?;
    if e.tables.recursive_anchor(&place.base).is_some_and(|root| std::ptr::eq(root, schema)) {
        let outermost = e.scope.iter().find_map(|base| e.tables.recursive_anchor(base));
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
    let Some(schema) = at.sibling(FROM_7, "applicator", branch) else { return Ok(Some(evaluated)) };
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

/// Draft-07, validation, 6.5.7: names, or a schema.
fn dependencies<'a>(
    e: &mut Evaluation<'_, 'a>,
    at: &Site<'_, 'a>,
    value: &'a Json,
    i: &Json,
) -> Verdict {
    let dependencies = object(value)?;
    let Json::Object(members) = i else { return nothing() };
    let (mut valid, mut evaluated) = (true, Evaluated::default());
    for (_, dependency) in dependencies.iter().filter(|(name, _)| members.contains_key(*name)) {
        match dependency {
            Json::Array(_) => valid &= has_all(dependency, i)?,
            schema => match e.apply(schema, at.place, i)? {
                Some(more) => evaluated.merge(more),
                None => valid = false,
            },
        }
    }
    valid_if(valid, evaluated)
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
    let prefix = match at.sibling(FROM_2020, "applicator", "prefixItems") {
        Some(schemas) => list(schemas)?.len(),
        None => 0,
    };
    let rest = items.iter().enumerate().skip(prefix);
    to_items(e, at.place, rest.map(|(index, item)| (index, item, value)))
}

/// 2019-09, 9.3.1.1
fn items_or_item<'a>(
    e: &mut Evaluation<'_, 'a>,
    at: &Site<'_, 'a>,
    value: &'a Json,
    i: &Json,
) -> Verdict {
    match value {
        Json::Array(_) => prefix_items(e, at, value, i),
        _ => items(e, at, value, i),
    }
}

/// 2019-09, 9.3.1.2: it says something only beside an array of schemas.
fn additional_items<'a>(
    e: &mut Evaluation<'_, 'a>,
    at: &Site<'_, 'a>,
    value: &'a Json,
    i: &Json,
) -> Verdict {
    let (Some(Json::Array(prefix)), Json::Array(items)) =
        (at.sibling(ALL, "applicator", "items"), i)
    else {
        return nothing();
    };
    let rest = items.iter().enumerate().skip(prefix.len());
    to_items(e, at.place, rest.map(|(index, item)| (index, item, value)))
}

/// 2019-09, 9.3.1.4: what it accepts is not evaluated by it.
fn contains_alone<'a>(
    e: &mut Evaluation<'_, 'a>,
    at: &Site<'_, 'a>,
    value: &'a Json,
    i: &Json,
) -> Verdict {
    Ok(contains(e, at, value, i)?.map(|_| Evaluated::default()))
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
    let enough = match at.sibling(FROM_2019, "validation", "minContains") {
        Some(limit) => at_least(limit, Some(count))?,
        None => count >= 1,
    };
    let few = match at.sibling(FROM_2019, "validation", "maxContains") {
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
    let declared = at.sibling(ALL, "applicator", "properties").map(object).transpose()?;
    let patterns = at.sibling(ALL, "applicator", "patternProperties").map(object).transpose()?;
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
