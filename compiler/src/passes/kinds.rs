//! Kind narrowing: which kinds of values a block can accept at all, from its own types and constants and from blocks
//! that it applies in place. A block refuses others where it is entered, and what it says of them is dropped.
//!
//! Invariant: a block still tests itself whether a number is an integer, unless another block does.

use std::collections::BTreeMap;

use jsonbound_json::Node;
use jsonbound_program::{Draft, DraftInstr, EnumId, Instr, KindSet, Op};

use super::{Context, Done, post_order};
use crate::error::CompileErrorKind;

pub(super) fn run(draft: &mut Draft, cx: &mut Context<'_, '_>) -> Done {
    for block in &mut draft.blocks {
        for instr in &mut block.code {
            strings(instr, cx)?;
        }
    }
    let mut known = BTreeMap::new();
    for id in post_order(draft) {
        let code = std::mem::take(&mut draft.blocks[id.index()].code);
        let mut own = KindSet::ALL;
        let mut accepts = draft.blocks[id.index()].accepts;
        for instr in &code {
            own = own.intersection(of_leaf(instr, cx, &mut known)?);
            accepts = accepts.intersection(of_branches(instr, draft));
        }
        let accepts = accepts.intersection(own);
        let block = &mut draft.blocks[id.index()];
        block.accepts = accepts;
        block.code = narrowed(code, own, accepts);
    }
    Ok(())
}

/// Constants that are strings become a table of strings.
fn strings(instr: &mut DraftInstr, cx: &mut Context<'_, '_>) -> Done {
    let names = match instr.op {
        Op::Leaf(Instr::Enum(id)) => {
            let values = cx.builder.tables().enumeration(id);
            if values.len > 0 {
                return Ok(());
            }
            values.strings
        }
        Op::Leaf(Instr::Const(id)) => {
            let Some(text) = cx.builder.tables().literal(id).document.root().as_str() else {
                return Ok(());
            };
            let text = text.to_owned();
            if !cx.grow(1 + text.len() / 8)? {
                return Ok(());
            }
            cx.builder.names([&*text])
        }
        _ => return Ok(()),
    };
    instr.op = Op::Leaf(Instr::Strings(names));
    Ok(())
}

/// The kinds that an instruction without edges lets through. Those of an `enum` are worked out once.
fn of_leaf(
    instr: &DraftInstr,
    cx: &mut Context<'_, '_>,
    known: &mut BTreeMap<EnumId, KindSet>,
) -> Result<KindSet, CompileErrorKind> {
    let tables = cx.builder.tables();
    Ok(match instr.op {
        Op::Leaf(Instr::Fail) => KindSet::NONE,
        Op::Leaf(Instr::Type(kinds)) => kinds,
        Op::Leaf(Instr::Strings(_)) => KindSet::STRING,
        Op::Leaf(Instr::Const(id)) => KindSet::of(tables.literal(id).document.root().kind()),
        Op::Leaf(Instr::Enum(id)) => match known.get(&id) {
            Some(&kinds) => kinds,
            None => {
                let kinds = of_enum(id, cx)?;
                known.insert(id, kinds);
                kinds
            }
        },
        _ => KindSet::ALL,
    })
}

fn of_enum(id: EnumId, cx: &mut Context<'_, '_>) -> Result<KindSet, CompileErrorKind> {
    let values = cx.builder.tables().enumeration(id);
    cx.budget.pay(u64::from(values.len))?;
    let tables = cx.builder.tables();
    let strings = match tables.names(values.strings).is_empty() {
        true => KindSet::NONE,
        false => KindSet::STRING,
    };
    let others = tables.literals(values).iter();
    let kinds = others.map(|literal| KindSet::of(literal.document.root().kind()));
    Ok(kinds.fold(strings, KindSet::union))
}

/// The kinds that an instruction lets through by what its blocks accept. Whether a number is an integer is their
/// affair.
fn of_branches(instr: &DraftInstr, draft: &Draft) -> KindSet {
    let kinds = instr.edges.iter().map(|edge| whole(draft.block(edge).accepts));
    match instr.op {
        Op::Ref | Op::AllOf => kinds.fold(KindSet::ALL, KindSet::intersection),
        Op::AnyOf | Op::OneOf => kinds.fold(KindSet::NONE, KindSet::union),
        _ => KindSet::ALL,
    }
}

/// The set with all numbers, if it has some.
pub(super) fn whole(kinds: KindSet) -> KindSet {
    if kinds.intersects(KindSet::NUMBER) { kinds.union(KindSet::NUMBER) } else { kinds }
}

/// The kinds that an instruction says something of.
pub(super) fn concerns(op: &Op) -> KindSet {
    match op {
        Op::Leaf(instr) => instr.kinds(),
        Op::PrefixItems | Op::Items(_) | Op::Contains(..) | Op::UnevaluatedItems => KindSet::ARRAY,
        Op::Properties(_)
        | Op::PatternProperties(_)
        | Op::AdditionalProperties(..)
        | Op::PropertyNames
        | Op::DependentSchemas(_)
        | Op::UnevaluatedProperties
        | Op::Object { .. } => KindSet::OBJECT,
        _ => KindSet::ALL,
    }
}

/// The code without what being admitted has decided: `own` are the kinds by the code itself.
fn narrowed(code: Vec<DraftInstr>, own: KindSet, accepts: KindSet) -> Vec<DraftInstr> {
    let numbers = own.intersection(KindSet::NUMBER);
    let mut test = (whole(numbers) != numbers && accepts.intersects(numbers)).then_some(own);
    let mut kept: Vec<DraftInstr> = Vec::with_capacity(code.len());
    for mut instr in code {
        match instr.op {
            // One is enough if nothing passes; that it fails is said where it is entered.
            Op::Leaf(Instr::Fail) => continue,
            Op::Leaf(Instr::Type(_)) => match test.take() {
                Some(kinds) => instr.op = Op::Leaf(Instr::Type(kinds)),
                None => continue,
            },
            _ if !concerns(&instr.op).intersects(accepts) => continue,
            Op::Leaf(_) if kept.iter().rev().take(8).any(|other| other.op == instr.op) => continue,
            _ => {}
        }
        kept.push(instr);
    }
    kept
}
