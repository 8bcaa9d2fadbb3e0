//! Layout: within a block what is cheap comes first, since a verdict ends at the first failure; blocks come in the
//! order in which they are reached; what nothing reaches, and what asks nothing, is dropped.
//!
//! Invariant: what asks for the unevaluated comes after all that evaluates.

use jsonbound_program::{BlockId, Draft, DraftInstr, Instr, Op};

use super::{Context, Done, is_open};

pub(super) fn run(draft: &mut Draft, _: &mut Context<'_, '_>) -> Done {
    let open: Vec<bool> = draft.blocks.iter().map(is_open).collect();
    for block in &mut draft.blocks {
        // Where nothing is noted down, going through values that nothing is asked of has no effect.
        if !block.tracks.any() {
            block.code.retain(|instr| !asks_nothing(instr, &open));
        }
        block.code.sort_by_key(|instr| rank(&instr.op));
    }
    let order = reached(draft);
    let mut ids = vec![None; draft.blocks.len()];
    for (position, &block) in order.iter().enumerate() {
        ids[block] = Some(BlockId::next(position));
    }
    let renumber = |id: &mut BlockId| *id = ids[id.index()].unwrap_or(BlockId(0));
    let mut blocks: Vec<_> = std::mem::take(&mut draft.blocks).into_iter().map(Some).collect();
    draft.blocks = order.iter().filter_map(|&block| blocks[block].take()).collect();
    let edges = draft.blocks.iter_mut().flat_map(|block| &mut block.code);
    let edges = edges.flat_map(|instr| &mut instr.edges).chain(&mut draft.entries);
    edges.for_each(|edge| renumber(&mut edge.block));
    draft.scopes.iter_mut().flatten().for_each(|(_, block)| renumber(block));
    Ok(())
}

/// Whether an instruction descends, and only to blocks that are open to everything.
fn asks_nothing(instr: &DraftInstr, open: &[bool]) -> bool {
    let descends = match &instr.op {
        Op::Object { members, .. } => !members.iter().any(|member| member.1),
        Op::Items(_)
        | Op::PrefixItems
        | Op::Properties(_)
        | Op::PatternProperties(_)
        | Op::AdditionalProperties(..)
        | Op::PropertyNames => true,
        _ => false,
    };
    descends && instr.edges.iter().all(|edge| open[edge.block.index()])
}

/// What comes before what: leaves by their price, then what applies blocks in the order that it has, first at the same
/// value and then below it.
fn rank(op: &Op) -> u32 {
    match op {
        Op::Leaf(instr) => match instr {
            Instr::UniqueItems | Instr::Custom(_) => 3,
            Instr::Pattern(_) | Instr::Format(_) | Instr::Const(_) | Instr::Enum(_) => 2,
            Instr::DependentRequired(_) | Instr::MultipleOf(_) => 1,
            _ => 0,
        },
        Op::Object { .. }
        | Op::Properties(_)
        | Op::PatternProperties(_)
        | Op::AdditionalProperties(..)
        | Op::PropertyNames
        | Op::PrefixItems
        | Op::Items(_)
        | Op::Contains(..) => 5,
        Op::UnevaluatedItems | Op::UnevaluatedProperties => 6,
        _ => 4,
    }
}

/// The blocks that can be reached, depth first.
fn reached(draft: &Draft) -> Vec<usize> {
    let mut seen = vec![false; draft.blocks.len()];
    let mut order = Vec::new();
    let bound = draft.scopes.iter().flatten().map(|&(_, block)| block);
    let roots = draft.entries.iter().map(|edge| edge.block).chain(bound);
    let mut left: Vec<BlockId> = roots.collect();
    left.reverse();
    while let Some(id) = left.pop() {
        if std::mem::replace(&mut seen[id.index()], true) {
            continue;
        }
        order.push(id.index());
        let edges = draft.blocks[id.index()].code.iter().flat_map(|instr| &instr.edges);
        left.extend(edges.rev().map(|edge| edge.block));
    }
    order
}
