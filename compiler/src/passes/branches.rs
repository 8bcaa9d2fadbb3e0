//! Branch selection: of `anyOf` and `oneOf`, only the branches are tried that can accept the value's kind; and of those
//! for objects only one, if a member that all of them require tells them apart.
//!
//! Invariant: a branch that is left out would have failed.

use std::collections::BTreeMap;

use jsonbound_json::Kind;
use jsonbound_program::{
    BlockId, Choice, Draft, DraftBlock, DraftInstr, Edge, Gate, Instr, KindSet, NamesId, Op, Site,
    Tracks,
};

use super::kinds::concerns;
use super::{Context, Done};
use crate::error::CompileErrorKind;

/// How many members are looked at that all branches require.
const CANDIDATES: usize = 8;

/// For each member of a block that must be one of some strings, these.
type Constants = BTreeMap<Box<str>, NamesId>;

/// What is known of blocks.
struct Known {
    /// The strings that each must be one of, if it says so.
    strings: Vec<Option<NamesId>>,
    /// The members that blocks require and that must be one of some strings, worked out once for each.
    constants: BTreeMap<BlockId, Constants>,
    /// The kinds of values that each says something of. Worked out once, since many can apply one long block.
    concerns: Vec<KindSet>,
}

pub(super) fn run(draft: &mut Draft, cx: &mut Context<'_, '_>) -> Done {
    let strings = |instr: &DraftInstr| match instr.op {
        Op::Leaf(Instr::Strings(strings)) => Some(strings),
        _ => None,
    };
    let strings = draft.blocks.iter().map(|block| block.code.iter().find_map(strings)).collect();
    let said = |block: &DraftBlock| {
        block.code.iter().fold(KindSet::NONE, |kinds, instr| kinds.union(concerns(&instr.op)))
    };
    let concerns = draft.blocks.iter().map(said).collect();
    let mut known = Known { strings, constants: BTreeMap::new(), concerns };
    for position in 0..draft.blocks.len() {
        let id = BlockId::next(position);
        for at in 0..draft.blocks[position].code.len() {
            let instr = &draft.blocks[position].code[at];
            if matches!(instr.op, Op::AnyOf | Op::OneOf) && instr.edges.len() > 1 {
                let instr = instr.clone();
                if let Some(instr) = select(draft, cx, &mut known, (id, &instr))? {
                    draft.blocks[position].code[at] = instr;
                }
            }
        }
    }
    Ok(())
}

/// The instruction that selects among the branches of another, if that is better than trying them all.
fn select(
    draft: &mut Draft,
    cx: &mut Context<'_, '_>,
    known: &mut Known,
    (id, instr): (BlockId, &DraftInstr),
) -> Result<Option<DraftInstr>, CompileErrorKind> {
    let branches = &instr.edges;
    cx.budget.pay(6 * branches.len() as u64)?;
    let around = draft.blocks[id.index()].accepts;
    let candidates = Kind::ALL.map(|kind| {
        let kind = KindSet::of(kind).intersection(around);
        let accepts = |edge: &&Edge| draft.block(edge).accepts.intersects(kind);
        branches.iter().filter(accepts).copied().collect::<Vec<Edge>>()
    });
    let objects = &candidates[Kind::Object as usize];
    let tag = if objects.len() > 1 { tag(draft, cx, known, objects)? } else { None };
    let needed = |kind: usize| around.intersects(KindSet::of(Kind::ALL[kind]));
    if tag.is_none() && (0..6).all(|kind| !needed(kind) || candidates[kind].len() == branches.len())
    {
        return Ok(None);
    }
    let values = tag.iter().flat_map(|tag| &tag.values).map(|(value, _)| 2 + value.len() / 8);
    let size = candidates.iter().map(Vec::len).sum::<usize>() + values.sum::<usize>();
    if !cx.grow(size)? {
        return Ok(None);
    }
    let mut edges = Vec::new();
    let mut groups: Vec<(Vec<Edge>, Edge)> = Vec::new();
    let mut kinds = [Choice::Never; 6];
    for (kind, given) in candidates.into_iter().enumerate() {
        if given.is_empty() || (tag.is_some() && kind == Kind::Object as usize) {
            continue;
        }
        if always(draft, known, (id, instr), Kind::ALL[kind], &given) {
            kinds[kind] = Choice::Always;
            continue;
        }
        let edge = match groups.iter().find(|group| group.0 == given) {
            Some(&(_, edge)) => edge,
            None => {
                let edge = group(draft, cx, (id, instr), Kind::ALL[kind], &given);
                groups.push((given, edge));
                edge
            }
        };
        kinds[kind] = Choice::Branch(edges.len());
        edges.push(edge);
    }
    let tag = tag.map(|Tagged { name, values }| {
        let first = edges.len();
        edges.extend(values.iter().map(|&(_, edge)| edge));
        let values = cx.builder.names(values.iter().map(|(value, _)| &**value));
        (name, values, first)
    });
    Ok(Some(DraftInstr { op: Op::Select { kinds, tag }, edges, site: instr.site }))
}

/// Whether a value of this kind passes, whatever it is: because a branch has nothing to say of it.
fn always(
    draft: &Draft,
    known: &Known,
    (id, instr): (BlockId, &DraftInstr),
    kind: Kind,
    branches: &[Edge],
) -> bool {
    let kind = KindSet::of(kind);
    let open = |edge: &Edge| {
        let says = known.concerns[edge.block.index()];
        draft.block(edge).accepts.contains(kind) && !says.intersects(kind)
    };
    let one_is_enough = instr.op == Op::AnyOf || branches.len() == 1;
    one_is_enough && !draft.blocks[id.index()].tracks.any() && branches.iter().any(open)
}

/// An edge to these branches alone. The block that is made for several is no level of its own.
fn group(
    draft: &mut Draft,
    cx: &Context<'_, '_>,
    (id, instr): (BlockId, &DraftInstr),
    kind: Kind,
    branches: &[Edge],
) -> Edge {
    if let [edge] = branches {
        return *edge;
    }
    let around: &DraftBlock = &draft.blocks[id.index()];
    let (location, tracks): (_, Tracks) = (around.location, around.tracks);
    let Site { keyword, .. } = instr.site;
    let mut accepts = KindSet::of(kind);
    for edge in branches {
        accepts = accepts.union(draft.block(edge).accepts);
    }
    let site = Site { location, keyword };
    let code = vec![DraftInstr { op: instr.op.clone(), edges: branches.to_vec(), site }];
    let block = draft.push(DraftBlock { code, location, accepts, tracks });
    Edge { block, scope: None, path: cx.no_path, levels: 0, gate: Gate::PENDING }
}

/// Strings, each with the branch that it decides for.
type Values = Vec<(Box<str>, Edge)>;

/// A member that tells branches apart.
struct Tagged {
    name: NamesId,
    values: Values,
}

/// Finds a member that every branch requires, and for which each has strings that no other has.
fn tag(
    draft: &Draft,
    cx: &mut Context<'_, '_>,
    known: &mut Known,
    branches: &[Edge],
) -> Result<Option<Tagged>, CompileErrorKind> {
    for edge in branches {
        if !known.constants.contains_key(&edge.block) {
            let constants = constants(draft, cx, &known.strings, edge)?;
            known.constants.insert(edge.block, constants);
        }
        cx.budget.pay(1)?;
        if known.constants[&edge.block].is_empty() {
            return Ok(None);
        }
    }
    let tables = branches.iter().map(|edge| &known.constants[&edge.block]);
    let Some(fewest) = tables.clone().min_by_key(|table| table.len()) else { return Ok(None) };
    let mut tried = 0;
    for name in fewest.keys() {
        cx.budget.pay((1 + name.len() as u64 / 8).saturating_mul(branches.len() as u64))?;
        let ids: Option<Vec<NamesId>> =
            tables.clone().map(|table| table.get(name).copied()).collect();
        let Some(ids) = ids else { continue };
        if let Some(values) = distinct(cx, branches, &ids)? {
            let name = cx.builder.names([&**name]);
            return Ok(Some(Tagged { name, values }));
        }
        tried += 1;
        if tried == CANDIDATES {
            break;
        }
    }
    Ok(None)
}

/// The branch for each string, if none has two.
fn distinct(
    cx: &mut Context<'_, '_>,
    branches: &[Edge],
    ids: &[NamesId],
) -> Result<Option<Values>, CompileErrorKind> {
    let size: usize = ids.iter().map(|&id| 1 + cx.names_size(id)).sum();
    cx.budget.pay(8 * size as u64)?;
    let mut owners: BTreeMap<&str, usize> = BTreeMap::new();
    let mut values = Vec::new();
    for (branch, &id) in ids.iter().enumerate() {
        for value in cx.builder.tables().names(id).iter().map(|key| key.as_str()) {
            match owners.insert(value, branch) {
                None => values.push((value.into(), branches[branch])),
                Some(owner) if owner == branch => {}
                Some(_) => return Ok(None),
            }
        }
    }
    Ok(Some(values))
}

/// The members that a branch requires and that must be one of some strings.
fn constants(
    draft: &Draft,
    cx: &mut Context<'_, '_>,
    strings: &[Option<NamesId>],
    branch: &Edge,
) -> Result<Constants, CompileErrorKind> {
    let mut found = BTreeMap::new();
    for instr in &draft.block(branch).code {
        cx.budget.pay(1)?;
        let Op::Object { names, members, .. } = &instr.op else { continue };
        cx.budget.pay(cx.names_size(*names) as u64)?;
        for (name, member) in cx.builder.tables().names(*names).iter().zip(members) {
            let (Some(edge), true) = *member else { continue };
            if let Some(strings) = strings[instr.edges[edge].block.index()] {
                found.insert(name.as_str().into(), strings);
            }
        }
    }
    Ok(found)
}
