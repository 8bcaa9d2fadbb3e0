//! Keywords that later drafts changed, split or dropped: what they mean where they are in force.
//!
//! Section numbers are those of the drafts: "3, 5.1" is section 5.1 of draft-03, "4, 5.1.2" that of the validation
//! specification of draft-04.

use jsonbound_json::{Array, DocumentNode, Node, Object, View};
use jsonbound_program::{Instr, Items, KindSet, Properties};

use super::applicator;
use super::validation::{self, bound, names};
use crate::lowering::{Failed, Lowering};

type Lowered = Result<(), Failed>;

/// Whether a set of types has integers alone of all numbers. Up to draft-04 an integer is a number without a fraction
/// or an exponent, so that `1.0` is none (4, Core 3.5).
fn has_only_integers(kinds: KindSet) -> bool {
    kinds.contains(KindSet::INTEGER) && !kinds.contains(KindSet::FRACTION)
}

/// Instructions for a set of types, up to draft-04.
fn typed(kinds: KindSet) -> Vec<Instr> {
    let asserts = (kinds != KindSet::ALL).then_some(Instr::Type(kinds));
    let form = has_only_integers(kinds).then_some(Instr::IntegerForm);
    asserts.into_iter().chain(form).collect()
}

/// `type` (4, 5.5.2).
pub(super) fn types<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let kinds = validation::kinds(cx, value)?;
    typed(kinds).into_iter().for_each(|instr| cx.emit(instr));
    Ok(())
}

/// The types and the schemas that `type` and `disallow` list. A name that is not known stands for `unknown`.
fn union<'d>(
    cx: &mut dyn Lowering<'d>,
    value: DocumentNode<'d>,
    unknown: KindSet,
) -> Result<(KindSet, Vec<DocumentNode<'d>>), Failed> {
    let kind = |name: &str| match name {
        "any" => KindSet::ALL,
        _ => KindSet::from_name(name).unwrap_or(unknown),
    };
    let (mut kinds, mut schemas) = (KindSet::NONE, Vec::new());
    match value.view() {
        View::String(name) => kinds = kind(name),
        View::Array(items) => {
            for item in items.items() {
                match item.as_str() {
                    Some(name) => kinds = kinds.union(kind(name)),
                    None => schemas.push(item),
                }
            }
        }
        _ => return Err(cx.expected("the name of a type, or an array of names and schemas", value)),
    }
    Ok((kinds, schemas))
}

/// `type` (3, 5.1): one of these types, or valid against one of these schemas. A type that is not known allows any
/// value.
pub(super) fn types_or_schemas<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let (kinds, schemas) = union(cx, value, KindSet::ALL)?;
    if schemas.is_empty() {
        typed(kinds).into_iter().for_each(|instr| cx.emit(instr));
        return Ok(());
    }
    let tracks = cx.tracks();
    let first = cx.builder().next_edge();
    if kinds != KindSet::NONE {
        cx.block(&typed(kinds));
    }
    for schema in schemas {
        cx.subschema(schema, tracks)?;
    }
    let list = cx.builder().list(first);
    cx.emit(Instr::AnyOf(list));
    Ok(())
}

/// `disallow` (3, 5.25): none of these types, and valid against none of these schemas.
pub(super) fn disallow<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let (mut kinds, schemas) = union(cx, value, KindSet::NONE)?;
    if has_only_integers(kinds) {
        let integer = cx.block(&typed(KindSet::INTEGER));
        cx.emit(Instr::Not(integer));
        kinds = kinds.without(KindSet::INTEGER);
    }
    match KindSet::ALL.without(kinds) {
        KindSet::ALL => {}
        KindSet::NONE => cx.emit(Instr::Fail),
        allowed => cx.emit(Instr::Type(allowed)),
    }
    for schema in schemas {
        let edge = cx.subschema(schema, Default::default())?;
        cx.emit(Instr::Not(edge));
    }
    Ok(())
}

/// `extends` (3, 5.26): valid against this schema, or all of these.
pub(super) fn extends<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    if value.as_array().is_some() {
        return applicator::all_of(cx, value);
    }
    let tracks = cx.tracks();
    let first = cx.builder().next_edge();
    cx.subschema(value, tracks)?;
    let list = cx.builder().list(first);
    cx.emit(Instr::AllOf(list));
    Ok(())
}

/// Whether a bound is made exclusive by the boolean beside it.
fn is_exclusive(cx: &mut dyn Lowering<'_>, keyword: &str) -> Result<bool, Failed> {
    match cx.sibling(keyword)? {
        None => Ok(false),
        Some(value) => value.as_bool().ok_or_else(|| cx.expected("a boolean", value)),
    }
}

/// `maximum` with `exclusiveMaximum` (4, 5.1.2).
pub(super) fn maximum<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let exclusive = is_exclusive(cx, "exclusiveMaximum")?;
    bound(cx, value, if exclusive { Instr::ExclusiveMaximum } else { Instr::Maximum })
}

/// `minimum` with `exclusiveMinimum` (4, 5.1.3).
pub(super) fn minimum<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let exclusive = is_exclusive(cx, "exclusiveMinimum")?;
    bound(cx, value, if exclusive { Instr::ExclusiveMinimum } else { Instr::Minimum })
}

/// `items` (2019-09, Core 9.3.1.1): one schema for all items, or one for each of the first.
pub(super) fn items<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    match value.as_array() {
        Some(_) => applicator::prefix_items(cx, value),
        None => applicator::items(cx, value),
    }
}

/// `additionalItems` (2019-09, Core 9.3.1.2): the items after those that an array of schemas speaks of.
pub(super) fn additional_items<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let Some(prefix) = cx.sibling("items")?.and_then(|items| items.as_array()) else {
        return Ok(());
    };
    let skip = u32::try_from(prefix.len()).unwrap_or(u32::MAX);
    let edge = cx.subschema(value, Default::default())?;
    let id = cx.builder().items(Items { skip, edge });
    cx.emit(Instr::Items(id));
    Ok(())
}

/// `contains` (2019-09, Core 9.3.1.4): it evaluates no items.
pub(super) fn contains<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let mut instr = applicator::containing(cx, value)?;
    if cx.tracks().items {
        instr = Instr::Ref(cx.block(&[instr]));
    }
    cx.emit(instr);
    Ok(())
}

/// `properties` (3, 5.2), with what their schemas say of `required` (3, 5.7).
pub(super) fn properties<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    applicator::properties(cx, value)?;
    let Some(members) = value.as_object() else { return Ok(()) };
    let mut required = Vec::new();
    for (name, schema) in members.members() {
        // A reference hides what is beside it (3, 5.28).
        let Some(flag) = schema.get("required").filter(|_| schema.get("$ref").is_none()) else {
            continue;
        };
        if flag.as_bool().ok_or_else(|| cx.expected("a boolean", flag))? {
            required.push(name.as_str());
        }
    }
    if !required.is_empty() {
        let names = cx.names(&required, value)?;
        cx.emit(Instr::Required(names));
    }
    Ok(())
}

/// `dependencies` (7, 6.5.7): names of members, or a schema, for what a member asks of the object.
pub(super) fn dependencies<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    depends(cx, value, false)
}

/// `dependencies` (3, 5.8), where one name may stand alone.
pub(super) fn dependencies_on_names<'d>(
    cx: &mut dyn Lowering<'d>,
    value: DocumentNode<'d>,
) -> Lowered {
    depends(cx, value, true)
}

fn depends<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>, single: bool) -> Lowered {
    let View::Object(members) = value.view() else {
        return Err(cx.expected("an object", value));
    };
    let (mut asking, mut asked) = (Vec::new(), Vec::new());
    let mut schemas = Vec::new();
    for (name, dependency) in members.members() {
        match dependency.view() {
            View::String(other) if single => asked.push(cx.names(&[other], dependency)?),
            View::Array(_) => asked.push(names(cx, dependency)?),
            _ => {
                schemas.push((name.as_str(), dependency));
                continue;
            }
        }
        asking.push(name.as_str());
    }
    if !asking.is_empty() {
        let asking = cx.names(&asking, value)?;
        let id = cx.builder().dependents(asking, asked.into());
        cx.emit(Instr::DependentRequired(id));
    }
    if !schemas.is_empty() {
        let (asking, schemas): (Vec<_>, Vec<_>) = schemas.into_iter().unzip();
        let names = cx.names(&asking, value)?;
        let tracks = cx.tracks();
        let first = cx.builder().next_edge();
        for &schema in &schemas {
            cx.subschema(schema, tracks)?;
        }
        let len = u32::try_from(schemas.len()).unwrap_or(u32::MAX);
        let id = cx.builder().properties(Properties { names, first, len });
        cx.emit(Instr::DependentSchemas(id));
    }
    Ok(())
}
