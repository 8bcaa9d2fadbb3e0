//! Static coverage: what a block evaluates, known without running it.
//!
//! If all that a block evaluates is said by its own instructions, and no block that it applies in place can add to it,
//! `unevaluated-properties` means what `additional-properties` means for all names and patterns in sight, and
//! `unevaluated-items` means `items` after the longest prefix. Then nothing has to be noted down.
//!
//! Invariant: a block notes down only what a block above it, or itself, still asks for.

use std::collections::BTreeSet;

use jsonbound_program::{BlockId, Draft, DraftInstr, NamesId, Op, PatternId, Tracks};

use super::{Context, Done, in_place};

pub(super) fn run(draft: &mut Draft, cx: &mut Context<'_, '_>) -> Done {
    for position in 0..draft.blocks.len() {
        let id = BlockId::next(position);
        properties(draft, cx, id)?;
        items(draft, cx, id)?;
    }
    demand(draft);
    Ok(())
}

/// What blocks that are applied in place may evaluate beside a block's own instructions.
#[derive(Default)]
struct Added {
    names: Vec<NamesId>,
    /// Members of names that cannot be told.
    properties: bool,
    items: bool,
}

/// The most blocks that are looked at for one block.
const REACH: usize = 256;

/// Gathers what the blocks add that a block applies in place.
fn added(
    draft: &Draft,
    cx: &mut Context<'_, '_>,
    id: BlockId,
) -> Result<Added, super::CompileErrorKind> {
    let mut added = Added::default();
    let mut seen = BTreeSet::from([id]);
    let mut left = vec![id];
    while let Some(block) = left.pop() {
        let code = &draft.blocks[block.index()].code;
        let edges: usize = code.iter().map(|instr| in_place(instr).len()).sum();
        cx.budget.pay(1 + (code.len() + edges) as u64)?;
        for instr in code {
            if block != id {
                match instr.op {
                    Op::Properties(names) => added.names.push(names),
                    Op::PatternProperties(_)
                    | Op::AdditionalProperties(..)
                    | Op::UnevaluatedProperties => added.properties = true,
                    Op::PrefixItems | Op::Items(_) | Op::UnevaluatedItems => added.items = true,
                    _ => {}
                }
            }
            match instr.op {
                Op::Contains(..) => added.items = true,
                Op::DynamicRef(_) => (added.properties, added.items) = (true, true),
                // What is negated leaves nothing.
                Op::Not => continue,
                _ => {}
            }
            let edges = in_place(instr).iter().map(|edge| edge.block);
            left.extend(edges.filter(|&block| seen.insert(block)));
        }
        if seen.len() > REACH {
            (added.properties, added.items) = (true, true);
            break;
        }
    }
    Ok(added)
}

fn properties(draft: &mut Draft, cx: &mut Context<'_, '_>, id: BlockId) -> Done {
    let asks = |instr: &DraftInstr| instr.op == Op::UnevaluatedProperties;
    let Some(place) = draft.blocks[id.index()].code.iter().position(asks) else { return Ok(()) };
    let added = added(draft, cx, id)?;
    let code = &draft.blocks[id.index()].code;
    let (mut names, mut patterns, mut all) = (Vec::new(), Vec::<PatternId>::new(), false);
    for instr in code {
        match &instr.op {
            Op::Properties(table) => names.push(*table),
            Op::PatternProperties(row) => patterns.extend(row),
            Op::AdditionalProperties(..) => all = true,
            _ => {}
        }
    }
    let sizes = names.iter().chain(&added.names).map(|&id| cx.names_size(id));
    cx.budget.pay(sizes.map(|size| 4 * size as u64).sum())?;
    let tables = cx.builder.tables();
    let known: BTreeSet<&str> =
        names.iter().flat_map(|&id| tables.names(id).iter()).map(|key| key.as_str()).collect();
    let other = added.names.iter().flat_map(|&id| tables.names(id).iter());
    let new = other.filter(|key| !known.contains(key.as_str())).count() > 0;
    if all {
        // All members are evaluated, whatever else there is.
        draft.blocks[id.index()].code.remove(place);
    } else if !added.properties && !new {
        let size = known.iter().map(|name| 1 + name.len() / 8).sum();
        let known: Vec<String> = known.into_iter().map(str::to_owned).collect();
        if !cx.grow(size)? {
            return Ok(());
        }
        let names = cx.builder.names(known.iter().map(String::as_str));
        patterns.sort_unstable();
        patterns.dedup();
        draft.blocks[id.index()].code[place].op = Op::AdditionalProperties(names, patterns);
    }
    Ok(())
}

fn items(draft: &mut Draft, cx: &mut Context<'_, '_>, id: BlockId) -> Done {
    let asks = |instr: &DraftInstr| instr.op == Op::UnevaluatedItems;
    let Some(place) = draft.blocks[id.index()].code.iter().position(asks) else { return Ok(()) };
    let added = added(draft, cx, id)?;
    let code = &mut draft.blocks[id.index()].code;
    if code.iter().any(|instr| matches!(instr.op, Op::Items(_))) {
        code.remove(place);
    } else if !added.items {
        let prefixes = code.iter().filter(|instr| instr.op == Op::PrefixItems);
        let longest = prefixes.map(|instr| instr.edges.len()).max().unwrap_or(0);
        code[place].op = Op::Items(u32::try_from(longest).unwrap_or(u32::MAX));
    }
    Ok(())
}

/// Leaves blocks to note down only what is asked for: by themselves, or by a block that applies them in place.
fn demand(draft: &mut Draft) {
    let mut wanted: Vec<Tracks> = draft
        .blocks
        .iter()
        .map(|block| Tracks {
            properties: block.code.iter().any(|instr| instr.op == Op::UnevaluatedProperties),
            items: block.code.iter().any(|instr| instr.op == Op::UnevaluatedItems),
        })
        .collect();
    // Who applies a block that the dynamic scope binds cannot be told.
    for (_, block) in draft.scopes.iter().flatten() {
        wanted[block.index()] = draft.blocks[block.index()].tracks;
    }
    let mut left: Vec<usize> = (0..wanted.len()).filter(|&block| wanted[block].any()).collect();
    while let Some(block) = left.pop() {
        let negated = |instr: &&DraftInstr| instr.op != Op::Not;
        let edges = draft.blocks[block].code.iter().filter(negated).flat_map(in_place);
        for at in edges.map(|edge| edge.block.index()) {
            let more = wanted[at].union(wanted[block]);
            if more != wanted[at] {
                wanted[at] = more;
                left.push(at);
            }
        }
    }
    for (block, wanted) in draft.blocks.iter_mut().zip(wanted) {
        block.tracks = Tracks {
            properties: block.tracks.properties && wanted.properties,
            items: block.tracks.items && wanted.items,
        };
    }
}
