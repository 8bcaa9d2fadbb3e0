//! The applicator and unevaluated vocabularies (Core 10 and 11).
//!
//! Subschemas that are applied to the same value inherit what the schema notes down for `unevaluated*`; all others
//! note down nothing.

use jsonbound_json::{Array, DocumentNode, Node, Object, View};
use jsonbound_program::{
    Additional, Condition, Contains, EdgeId, Instr, Items, ListId, PatternId, Properties, Tracks,
};

use super::validation::count;
use crate::lowering::{Failed, Lowering};

type Lowered = Result<(), Failed>;

/// Edges to all schemas of an array.
fn list<'d>(
    cx: &mut dyn Lowering<'d>,
    value: DocumentNode<'d>,
    tracks: Tracks,
) -> Result<ListId, Failed> {
    let View::Array(schemas) = value.view() else {
        return Err(cx.expected("an array of schemas", value));
    };
    let first = cx.builder().next_edge();
    for schema in schemas.items() {
        cx.subschema(schema, tracks)?;
    }
    Ok(cx.builder().list(first))
}

pub(super) fn all_of<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let tracks = cx.tracks();
    let list = list(cx, value, tracks)?;
    cx.emit(Instr::AllOf(list));
    Ok(())
}

pub(super) fn any_of<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let tracks = cx.tracks();
    let list = list(cx, value, tracks)?;
    cx.emit(Instr::AnyOf(list));
    Ok(())
}

pub(super) fn one_of<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let tracks = cx.tracks();
    let list = list(cx, value, tracks)?;
    cx.emit(Instr::OneOf(list));
    Ok(())
}

/// A negated schema leaves no annotations (Core 7.7.1.2).
pub(super) fn not<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let edge = cx.subschema(value, Tracks::default())?;
    cx.emit(Instr::Not(edge));
    Ok(())
}

/// `if` with its siblings. Without them it can only matter by what it evaluates.
pub(super) fn condition<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let (then, otherwise) = (cx.sibling("then")?, cx.sibling("else")?);
    if then.is_none() && otherwise.is_none() && !cx.tracks().any() {
        return Ok(());
    }
    let tracks = cx.tracks();
    let test = cx.subschema(value, tracks)?;
    let mut branch = |schema: Option<DocumentNode<'d>>| match schema {
        Some(schema) => cx.subschema(schema, tracks),
        None => Ok(cx.anything()),
    };
    let (then, otherwise) = (branch(then)?, branch(otherwise)?);
    let id = cx.builder().condition(Condition { test, then, otherwise });
    cx.emit(Instr::If(id));
    Ok(())
}

/// Names with an edge each.
fn named<'d>(
    cx: &mut dyn Lowering<'d>,
    value: DocumentNode<'d>,
    tracks: Tracks,
) -> Result<Properties, Failed> {
    let View::Object(members) = value.view() else {
        return Err(cx.expected("an object whose members are schemas", value));
    };
    let names: Vec<&str> = members.members().map(|(name, _)| name.as_str()).collect();
    let names = cx.names(&names, value)?;
    let first = cx.builder().next_edge();
    let mut len = 0;
    for (_, schema) in members.members() {
        cx.subschema(schema, tracks)?;
        len += 1;
    }
    Ok(Properties { names, first, len })
}

pub(super) fn dependent_schemas<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let tracks = cx.tracks();
    let properties = named(cx, value, tracks)?;
    let id = cx.builder().properties(properties);
    cx.emit(Instr::DependentSchemas(id));
    Ok(())
}

pub(super) fn prefix_items<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let list = list(cx, value, Tracks::default())?;
    cx.emit(Instr::PrefixItems(list));
    Ok(())
}

pub(super) fn items<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let prefix = cx.sibling("prefixItems")?.map(|prefix| prefix.view());
    let skip = match prefix {
        Some(View::Array(schemas)) => u32::try_from(schemas.len()).unwrap_or(u32::MAX),
        _ => 0,
    };
    let edge = cx.subschema(value, Tracks::default())?;
    let id = cx.builder().items(Items { skip, edge });
    cx.emit(Instr::Items(id));
    Ok(())
}

/// `contains` with `minContains` and `maxContains`.
pub(super) fn contains<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let instr = containing(cx, value)?;
    cx.emit(instr);
    Ok(())
}

pub(super) fn containing<'d>(
    cx: &mut dyn Lowering<'d>,
    value: DocumentNode<'d>,
) -> Result<Instr, Failed> {
    let min = cx.sibling("minContains")?.map_or(Ok(1), |min| count(cx, min))?;
    let max = cx.sibling("maxContains")?.map_or(Ok(u64::MAX), |max| count(cx, max))?;
    let edge = cx.subschema(value, Tracks::default())?;
    Ok(Instr::Contains(cx.builder().contains(Contains { edge, min, max })))
}

pub(super) fn properties<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let properties = named(cx, value, Tracks::default())?;
    let id = cx.builder().properties(properties);
    cx.emit(Instr::Properties(id));
    Ok(())
}

pub(super) fn pattern_properties<'d>(
    cx: &mut dyn Lowering<'d>,
    value: DocumentNode<'d>,
) -> Lowered {
    let View::Object(members) = value.view() else {
        return Err(cx.expected("an object whose members are schemas", value));
    };
    let mut rows: Vec<(PatternId, EdgeId)> = Vec::new();
    for (source, schema) in members.members() {
        let pattern = cx.pattern(source.as_str(), schema)?;
        rows.push((pattern, cx.subschema(schema, Tracks::default())?));
    }
    let id = cx.builder().pattern_properties(rows.into());
    cx.emit(Instr::PatternProperties(id));
    Ok(())
}

/// Members that `properties` and `patternProperties` beside it do not name.
pub(super) fn additional_properties<'d>(
    cx: &mut dyn Lowering<'d>,
    value: DocumentNode<'d>,
) -> Lowered {
    let object = |value: Option<DocumentNode<'d>>| match value.map(|value| value.view()) {
        Some(View::Object(object)) => Some(object),
        _ => None,
    };
    let declared = object(cx.sibling("properties")?);
    let declared = declared.into_iter().flat_map(|object| object.members());
    let names: Vec<&str> = declared.map(|(name, _)| name.as_str()).collect();
    let names = cx.names(&names, value)?;
    let edge = cx.subschema(value, Tracks::default())?;
    let mut rows: Vec<(PatternId, EdgeId)> = Vec::new();
    for (source, schema) in
        object(cx.sibling("patternProperties")?).into_iter().flat_map(|object| object.members())
    {
        rows.push((cx.pattern(source.as_str(), schema)?, edge));
    }
    let patterns = cx.builder().pattern_properties(rows.into());
    let id = cx.builder().additional(Additional { names, patterns, edge });
    cx.emit(Instr::AdditionalProperties(id));
    Ok(())
}

pub(super) fn property_names<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let edge = cx.subschema(value, Tracks::default())?;
    cx.emit(Instr::PropertyNames(edge));
    Ok(())
}

pub(super) fn unevaluated_items<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let edge = cx.subschema(value, Tracks::default())?;
    cx.emit(Instr::UnevaluatedItems(edge));
    Ok(())
}

pub(super) fn unevaluated_properties<'d>(
    cx: &mut dyn Lowering<'d>,
    value: DocumentNode<'d>,
) -> Lowered {
    let edge = cx.subschema(value, Tracks::default())?;
    cx.emit(Instr::UnevaluatedProperties(edge));
    Ok(())
}
