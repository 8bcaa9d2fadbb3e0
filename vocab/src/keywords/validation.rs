//! The validation vocabulary (Validation 6).

use std::collections::BTreeSet;

use jsonbound_json::{Array, DocumentNode, Node, Number, Object, View};
use jsonbound_program::{CountId, Instr, KindSet, NamesId, NumberId};

use crate::lowering::{Failed, Lowering};

type Lowered = Result<(), Failed>;

/// The types that one name or an array of names stands for.
pub(super) fn kinds<'d>(
    cx: &mut dyn Lowering<'d>,
    value: DocumentNode<'d>,
) -> Result<KindSet, Failed> {
    const WHAT: &str = "the name of a type, or an array of them (null, boolean, object, array, number, string, integer)";
    let kinds = match value.view() {
        View::String(name) => KindSet::from_name(name),
        View::Array(names) => names.items().try_fold(KindSet::NONE, |kinds, name| {
            Some(kinds.union(KindSet::from_name(name.as_str()?)?))
        }),
        _ => None,
    };
    kinds.ok_or_else(|| cx.expected(WHAT, value))
}

pub(super) fn types<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let kinds = kinds(cx, value)?;
    cx.emit(Instr::Type(kinds));
    Ok(())
}

pub(super) fn constant<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let (document, cost) = cx.literal(value)?;
    let literal = cx.builder().literal(document, cost);
    cx.emit(Instr::Const(literal));
    Ok(())
}

pub(super) fn enumeration<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let View::Array(values) = value.view() else {
        return Err(cx.expected("an array", value));
    };
    let mut strings = Vec::new();
    let mut others = Vec::new();
    for value in values.items() {
        match value.as_str() {
            Some(text) => {
                cx.count_literal(value)?;
                strings.push(text);
            }
            None => others.push(cx.literal(value)?),
        }
    }
    let id = cx.builder().enumeration(strings, others);
    cx.emit(Instr::Enum(id));
    Ok(())
}

/// A number; JSON has no others than exact decimals.
fn number<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Result<Number<'d>, Failed> {
    match value.view() {
        View::Number(number) => Ok(number),
        _ => Err(cx.expected("a number", value)),
    }
}

pub(super) fn bound<'d>(
    cx: &mut dyn Lowering<'d>,
    value: DocumentNode<'d>,
    instr: fn(NumberId) -> Instr,
) -> Lowered {
    let number = number(cx, value)?.into_owned();
    let id = cx.builder().number(number);
    cx.emit(instr(id));
    Ok(())
}

pub(super) fn maximum<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    bound(cx, value, Instr::Maximum)
}

pub(super) fn exclusive_maximum<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    bound(cx, value, Instr::ExclusiveMaximum)
}

pub(super) fn minimum<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    bound(cx, value, Instr::Minimum)
}

pub(super) fn exclusive_minimum<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    bound(cx, value, Instr::ExclusiveMinimum)
}

pub(super) fn multiple_of<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    if number(cx, value)? <= Number::from(0i64) {
        return Err(cx.expected("a number greater than 0", value));
    }
    bound(cx, value, Instr::MultipleOf)
}

/// A non-negative integer, however it is written. One beyond 64 bits is beyond every count that can occur, and stays
/// so when it is cut to 2^64 - 1.
pub(super) fn count<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Result<u64, Failed> {
    let number = number(cx, value)?;
    if !number.is_integer() || number < Number::from(0i64) {
        return Err(cx.expected("a non-negative integer", value));
    }
    Ok(number.to_u64().unwrap_or(u64::MAX))
}

fn counted<'d>(
    cx: &mut dyn Lowering<'d>,
    value: DocumentNode<'d>,
    instr: fn(CountId) -> Instr,
) -> Lowered {
    let count = count(cx, value)?;
    let id = cx.builder().count(count);
    cx.emit(instr(id));
    Ok(())
}

pub(super) fn max_length<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    counted(cx, value, Instr::MaxLength)
}

pub(super) fn min_length<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    counted(cx, value, Instr::MinLength)
}

pub(super) fn max_items<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    counted(cx, value, Instr::MaxItems)
}

pub(super) fn min_items<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    counted(cx, value, Instr::MinItems)
}

pub(super) fn max_properties<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    counted(cx, value, Instr::MaxProperties)
}

pub(super) fn min_properties<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    counted(cx, value, Instr::MinProperties)
}

pub(super) fn names<'d>(
    cx: &mut dyn Lowering<'d>,
    value: DocumentNode<'d>,
) -> Result<NamesId, Failed> {
    const WHAT: &str = "an array of strings";
    let View::Array(items) = value.view() else {
        return Err(cx.expected(WHAT, value));
    };
    let Some(mut names) = items.items().map(|name| name.as_str()).collect::<Option<Vec<_>>>()
    else {
        return Err(cx.expected(WHAT, value));
    };
    // An object has as many members as there are distinct names, at least.
    let mut seen = BTreeSet::new();
    names.retain(|&name| seen.insert(name));
    cx.names(&names, value)
}

pub(super) fn required<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let names = names(cx, value)?;
    cx.emit(Instr::Required(names));
    Ok(())
}

pub(super) fn dependent_required<'d>(
    cx: &mut dyn Lowering<'d>,
    value: DocumentNode<'d>,
) -> Lowered {
    let View::Object(members) = value.view() else {
        return Err(cx.expected("an object of arrays of strings", value));
    };
    let asking: Vec<&str> = members.members().map(|(name, _)| name.as_str()).collect();
    let asking = cx.names(&asking, value)?;
    let mut required = Vec::new();
    for (_, asked) in members.members() {
        required.push(names(cx, asked)?);
    }
    let id = cx.builder().dependents(asking, required.into());
    cx.emit(Instr::DependentRequired(id));
    Ok(())
}

pub(super) fn pattern<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let Some(source) = value.as_str() else {
        return Err(cx.expected("a string", value));
    };
    let id = cx.pattern(source, value)?;
    cx.emit(Instr::Pattern(id));
    Ok(())
}

pub(super) fn unique_items<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    match value.view() {
        View::Boolean(true) => cx.emit(Instr::UniqueItems),
        View::Boolean(false) => {}
        _ => return Err(cx.expected("a boolean", value)),
    }
    Ok(())
}
