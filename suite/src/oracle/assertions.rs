//! The assertions of the validation vocabulary (validation, section 6).
//!
//! Each is a function of the keyword's value and the instance alone; `Err` means that the value has the wrong type.

use num_rational::BigRational;
use num_traits::{Signed, Zero};

use super::json::Json;
use super::pattern;
use super::resources::{ALL, Drafts, FROM_2019};

type Rule = fn(&Json, &Json) -> Result<bool, String>;

/// All assertions by name. `minContains` and `maxContains` belong to `contains`.
pub(super) const ASSERTIONS: &[(Drafts, &str, Rule)] = &[
    (ALL, "type", type_),
    (ALL, "enum", enum_),
    (ALL, "const", |value, instance| Ok(value == instance)),
    (ALL, "multipleOf", multiple_of),
    (ALL, "maximum", |value, instance| compare(value, instance, |limit, n| n <= limit)),
    (ALL, "exclusiveMaximum", |value, instance| compare(value, instance, |limit, n| n < limit)),
    (ALL, "minimum", |value, instance| compare(value, instance, |limit, n| n >= limit)),
    (ALL, "exclusiveMinimum", |value, instance| compare(value, instance, |limit, n| n > limit)),
    (ALL, "maxLength", |value, instance| at_most(value, length(instance))),
    (ALL, "minLength", |value, instance| at_least(value, length(instance))),
    (ALL, "pattern", pattern_),
    (ALL, "maxItems", |value, instance| at_most(value, items(instance))),
    (ALL, "minItems", |value, instance| at_least(value, items(instance))),
    (ALL, "uniqueItems", unique_items),
    (ALL, "maxProperties", |value, instance| at_most(value, properties(instance))),
    (ALL, "minProperties", |value, instance| at_least(value, properties(instance))),
    (ALL, "required", |value, instance| has_all(value, instance)),
    (FROM_2019, "dependentRequired", dependent_required),
];

/// 6.1.1
fn type_(value: &Json, instance: &Json) -> Result<bool, String> {
    match value {
        Json::Array(names) => {
            names.iter().try_fold(false, |found, name| Ok(found | is_type(name, instance)?))
        }
        name => is_type(name, instance),
    }
}

fn is_type(name: &Json, instance: &Json) -> Result<bool, String> {
    let Json::String(name) = name else { return Err("a type is not a string".into()) };
    Ok(match name.as_str() {
        "null" => *instance == Json::Null,
        "boolean" => matches!(instance, Json::Bool(_)),
        "number" => matches!(instance, Json::Number(_)),
        "integer" => matches!(instance, Json::Number(n) if n.is_integer()),
        "string" => matches!(instance, Json::String(_)),
        "array" => matches!(instance, Json::Array(_)),
        "object" => matches!(instance, Json::Object(_)),
        other => return Err(format!("there is no type {other}")),
    })
}

/// 6.1.2
fn enum_(value: &Json, instance: &Json) -> Result<bool, String> {
    Ok(list(value)?.contains(instance))
}

/// 6.2.1
fn multiple_of(value: &Json, instance: &Json) -> Result<bool, String> {
    let divisor = number(value)?;
    if !divisor.is_positive() {
        return Err("the divisor is not positive".into());
    }
    Ok(match instance {
        Json::Number(n) => (n / divisor).is_integer(),
        _ => true,
    })
}

/// 6.2.2 to 6.2.5
fn compare(
    value: &Json,
    instance: &Json,
    holds: fn(&BigRational, &BigRational) -> bool,
) -> Result<bool, String> {
    let limit = number(value)?;
    Ok(match instance {
        Json::Number(n) => holds(limit, n),
        _ => true,
    })
}

/// 6.3.3
fn pattern_(value: &Json, instance: &Json) -> Result<bool, String> {
    match (value, instance) {
        (Json::String(pattern), Json::String(text)) => pattern::matches(pattern, text),
        (Json::String(_), _) => Ok(true),
        _ => Err("a pattern is not a string".into()),
    }
}

/// 6.4.3
fn unique_items(value: &Json, instance: &Json) -> Result<bool, String> {
    Ok(match (value, instance) {
        (Json::Bool(true), Json::Array(items)) => {
            (0..items.len()).all(|i| !items[..i].contains(&items[i]))
        }
        (Json::Bool(_), _) => true,
        _ => return Err("the value is not a boolean".into()),
    })
}

/// 6.5.3
pub(super) fn has_all(names: &Json, instance: &Json) -> Result<bool, String> {
    list(names)?.iter().try_fold(true, |all, name| match (name, instance) {
        (Json::String(name), Json::Object(members)) => Ok(all & members.contains_key(name)),
        (Json::String(_), _) => Ok(all),
        _ => Err("a name is not a string".into()),
    })
}

/// 6.5.4
fn dependent_required(value: &Json, instance: &Json) -> Result<bool, String> {
    let Json::Object(dependents) = value else { return Err("the value is not an object".into()) };
    dependents.iter().try_fold(true, |all, (name, names)| {
        let here = matches!(instance, Json::Object(members) if members.contains_key(name));
        Ok(all & (has_all(names, instance)? || !here))
    })
}

/// Code points of a string (6.3.1).
fn length(instance: &Json) -> Option<usize> {
    match instance {
        Json::String(text) => Some(text.chars().count()),
        _ => None,
    }
}

fn items(instance: &Json) -> Option<usize> {
    match instance {
        Json::Array(items) => Some(items.len()),
        _ => None,
    }
}

fn properties(instance: &Json) -> Option<usize> {
    match instance {
        Json::Object(members) => Some(members.len()),
        _ => None,
    }
}

/// Whether a count, if there is one, is at most the keyword's value.
pub(super) fn at_most(value: &Json, count: Option<usize>) -> Result<bool, String> {
    let limit = natural(value)?;
    Ok(count.is_none_or(|count| BigRational::from_integer(count.into()) <= *limit))
}

/// Whether a count, if there is one, is at least the keyword's value.
pub(super) fn at_least(value: &Json, count: Option<usize>) -> Result<bool, String> {
    let limit = natural(value)?;
    Ok(count.is_none_or(|count| BigRational::from_integer(count.into()) >= *limit))
}

fn natural(value: &Json) -> Result<&BigRational, String> {
    let limit = number(value)?;
    let natural = limit.is_integer() && (limit.is_zero() || limit.is_positive());
    natural.then_some(limit).ok_or_else(|| "the value is not a natural number".into())
}

fn number(value: &Json) -> Result<&BigRational, String> {
    match value {
        Json::Number(number) => Ok(number),
        _ => Err("the value is not a number".into()),
    }
}

/// The items of a keyword's value that has to be an array.
pub(super) fn list(value: &Json) -> Result<&[Json], String> {
    match value {
        Json::Array(items) => Ok(items),
        _ => Err("the value is not an array".into()),
    }
}
