//! Object fusion: `properties`, `patternProperties`, `additionalProperties` and `required` of a block become one walk
//! over the members.
//!
//! For names that the schema knows, what applies to each is decided here, patterns included. Where two things apply, a
//! block of both is made.
//!
//! Invariant: blocks that note down members are left as they are.

use std::collections::BTreeMap;

use jsonbound_json::Key;
use jsonbound_program::{
    BlockId, Cache, Draft, DraftBlock, DraftInstr, Edge, Exhausted, Gate, Instr, KindSet, Meter,
    NamesId, Op, PatternId, Site, Tracks,
};

use super::kinds::whole;
use super::{Context, Done, asks, is_open, lifted};
use crate::error::CompileErrorKind;

/// What patterns may cost on the names of one block; beyond that they stay separate.
const PATTERN_STEPS: u64 = 10_000;

/// The size of a block that becomes part of a block of several.
const SMALL: usize = 48;

/// How many things may be said of one name.
const SEVERAL: usize = 4;

pub(super) fn run(draft: &mut Draft, cx: &mut Context<'_, '_>) -> Done {
    let given = draft.blocks.len();
    for position in 0..given {
        let block = &draft.blocks[position];
        if !block.tracks.properties && block.code.iter().any(|instr| is_walk(&instr.op)) {
            fuse(draft, cx, BlockId::next(position))?;
        }
    }
    // Only now, so that no block of several is made for such a block in its turn, without an end.
    (given..draft.blocks.len()).try_for_each(|position| join(draft, cx, position))
}

fn is_walk(op: &Op) -> bool {
    matches!(op, Op::Properties(_) | Op::PatternProperties(_) | Op::AdditionalProperties(..))
}

/// What is said of the members of one block.
#[derive(Default)]
struct Said {
    /// For each name its edges, and whether it is required.
    names: BTreeMap<Box<str>, (Vec<Edge>, bool)>,
    /// The order in which the names came.
    order: Vec<Box<str>>,
    /// Patterns with their edges, and the position of each.
    patterns: Vec<(PatternId, Vec<Edge>)>,
    positions: BTreeMap<PatternId, usize>,
    /// For others: names that are none, the number of patterns that match none, and an edge.
    additional: Vec<(NamesId, usize, Edge)>,
}

impl Said {
    fn name(&mut self, name: &str) -> &mut (Vec<Edge>, bool) {
        if !self.names.contains_key(name) {
            self.order.push(name.into());
        }
        self.names.entry(name.into()).or_default()
    }

    fn pattern(&mut self, pattern: PatternId) -> &mut Vec<Edge> {
        let position = *self.positions.entry(pattern).or_insert_with(|| {
            self.patterns.push((pattern, Vec::new()));
            self.patterns.len() - 1
        });
        &mut self.patterns[position].1
    }

    fn take(&mut self, instr: &DraftInstr, cx: &Context<'_, '_>) {
        let tables = cx.builder.tables();
        match &instr.op {
            Op::Properties(names) => {
                for (name, edge) in tables.names(*names).iter().zip(&instr.edges) {
                    self.name(name.as_str()).0.push(*edge);
                }
            }
            Op::Leaf(Instr::Required(names)) => {
                for name in tables.names(*names).iter() {
                    self.name(name.as_str()).1 = true;
                }
            }
            Op::PatternProperties(patterns) => {
                for (&pattern, edge) in patterns.iter().zip(&instr.edges) {
                    self.pattern(pattern).push(*edge);
                }
            }
            Op::AdditionalProperties(names, patterns) => {
                for name in tables.names(*names).iter() {
                    self.name(name.as_str());
                }
                for &pattern in patterns {
                    self.pattern(pattern);
                }
                self.additional.push((*names, patterns.len(), instr.edges[0]));
            }
            _ => {}
        }
    }

    /// Whether one walk can do all of it: what is said of other names depends on all patterns, or there are none.
    fn is_one_walk(&self) -> bool {
        match &*self.additional {
            [] => true,
            &[(_, patterns, _)] => patterns == self.patterns.len(),
            several => self.patterns.is_empty() && several.len() <= SEVERAL,
        }
    }
}

fn fuse(draft: &mut Draft, cx: &mut Context<'_, '_>, id: BlockId) -> Done {
    let code = &draft.blocks[id.index()].code;
    let walks = |instr: &&DraftInstr| {
        is_walk(&instr.op) || matches!(instr.op, Op::Leaf(Instr::Required(_)))
    };
    // The names of `properties` first: if there are no others, its table serves.
    let mut parts: Vec<_> = code.iter().filter(walks).collect();
    parts.sort_by_key(|instr| !matches!(instr.op, Op::Properties(_)));
    let size: usize = parts.iter().map(|instr| cx.size(instr)).sum();
    cx.budget.pay(8 * size as u64)?;
    let mut said = Said::default();
    parts.iter().for_each(|instr| said.take(instr, cx));
    let known = match parts.first().map(|instr| &instr.op) {
        Some(&Op::Properties(names)) => Some(names),
        _ => None,
    };
    let known = known.filter(|&known| cx.builder.tables().names(known).len() == said.order.len());
    if !said.is_one_walk() {
        return Ok(());
    }
    let Some(matched) = matches(&said, cx)? else { return Ok(()) };
    let names = match known {
        Some(_) => 0,
        None => said.order.iter().map(|name| 1 + name.len() / 8).sum(),
    };
    let edges: usize = matched.iter().map(|row| row.len() * SEVERAL).sum();
    if !cx.grow(names + edges)? {
        return Ok(());
    }
    let site = code.iter().find(|instr| is_walk(&instr.op)).map(|instr| instr.site);
    let Some(site) = site else { return Ok(()) };
    let names = match known {
        Some(known) => known,
        None => cx.builder.names(said.order.iter().map(|name| &**name)),
    };
    let instr = shape(draft, cx, id, (names, said), &matched, site)?;
    let code = &mut draft.blocks[id.index()].code;
    let place = code.iter().position(|instr| is_walk(&instr.op)).unwrap_or(0);
    let before = code[..place].iter().filter(walks).count();
    code.retain(|instr| !walks(&instr));
    code.insert(place - before, instr);
    Ok(())
}

/// What matching names with patterns is paid from.
struct Allowance(u64);

impl Meter for Allowance {
    fn pay(&mut self, steps: u64) -> Result<(), Exhausted> {
        self.0 = self.0.checked_sub(steps).ok_or(Exhausted)?;
        Ok(())
    }
    fn hold(&mut self, _: u64) -> Result<(), Exhausted> {
        Ok(())
    }
    fn release(&mut self, _: u64) {}
}

/// For each name, in their order, the patterns that match it, by position. `None` if that takes too long, or if too
/// many things are said of one name or pattern.
fn matches(
    said: &Said,
    cx: &mut Context<'_, '_>,
) -> Result<Option<Vec<Vec<usize>>>, CompileErrorKind> {
    let others = said.additional.len();
    let too_many = |edges: &Vec<Edge>| edges.len() + others > SEVERAL;
    if said.names.values().any(|(edges, _)| too_many(edges))
        || said.patterns.iter().any(|(_, edges)| too_many(edges))
    {
        return Ok(None);
    }
    let mut allowance = Allowance(PATTERN_STEPS);
    let mut rows = vec![Vec::new(); said.order.len()];
    let mut done = Ok(());
    for (position, &(pattern, _)) in said.patterns.iter().enumerate() {
        let matcher = &cx.builder.tables().pattern(pattern).matcher;
        let mut cache: Cache = matcher.cache();
        done = said.order.iter().zip(&mut rows).try_for_each(|(name, row)| {
            allowance.pay(1)?;
            if matcher.is_match(name, &mut cache, &mut allowance)? {
                row.push(position);
            }
            if row.len() <= SEVERAL { Ok(()) } else { Err(Exhausted) }
        });
        if done.is_err() {
            break;
        }
    }
    cx.budget.pay(PATTERN_STEPS - allowance.0)?;
    Ok(done.is_ok().then_some(rows))
}

fn shape(
    draft: &mut Draft,
    cx: &mut Context<'_, '_>,
    id: BlockId,
    (names, mut said): (NamesId, Said),
    matched: &[Vec<usize>],
    site: Site,
) -> Result<DraftInstr, CompileErrorKind> {
    let mut edges = Vec::new();
    let mut members = Vec::new();
    let mut place = |draft: &mut Draft, cx: &mut Context<'_, '_>, given: Vec<Edge>| {
        let edge = both(draft, cx, id, given)?;
        edges.extend(edge);
        Ok::<_, CompileErrorKind>(edge.map(|_| edges.len() - 1))
    };
    for (name, matched) in said.order.iter().zip(matched) {
        let (mut given, required) = said.names.remove(name).unwrap_or_default();
        for &pattern in matched {
            given.extend(&said.patterns[pattern].1);
        }
        // If there are patterns, they are those of all that is said of others.
        for &(names, _, edge) in said.additional.iter().filter(|_| matched.is_empty()) {
            if cx.builder.tables().names(names).get(Key::new(name)).is_none() {
                given.push(edge);
            }
        }
        members.push((place(draft, cx, given)?, required));
    }
    let mut patterns = Vec::new();
    for (pattern, given) in std::mem::take(&mut said.patterns) {
        patterns.push((pattern, place(draft, cx, given)?));
    }
    let others = said.additional.iter().map(|&(_, _, edge)| edge).collect();
    let other = place(draft, cx, others)?;
    Ok(DraftInstr { op: Op::Object { names, members, patterns, other }, edges, site })
}

/// One edge for all of these; none if they accept everything.
fn both(
    draft: &mut Draft,
    cx: &mut Context<'_, '_>,
    id: BlockId,
    mut edges: Vec<Edge>,
) -> Result<Option<Edge>, CompileErrorKind> {
    edges.retain(|edge| !is_open(draft.block(edge)) || edge.scope.is_some());
    edges.dedup_by(|a, b| (a.block, a.levels) == (b.block, b.levels) && a.scope == b.scope);
    if edges.len() < 2 {
        return Ok(edges.first().copied());
    }
    let location = draft.blocks[id.index()].location;
    let site = Site { location, keyword: cx.no_path };
    let path = edges[0].path;
    let code = edges.into_iter().map(|edge| DraftInstr { op: Op::Ref, edges: vec![edge], site });
    let block = DraftBlock {
        code: code.collect(),
        location,
        accepts: KindSet::ALL,
        tracks: Tracks::default(),
    };
    Ok(Some(Edge { block: draft.push(block), scope: None, path, levels: 0, gate: Gate::PENDING }))
}

/// Takes small blocks into a block of several.
fn join(draft: &mut Draft, cx: &mut Context<'_, '_>, position: usize) -> Done {
    let mut accepts = KindSet::ALL;
    let mut code = Vec::new();
    for instr in std::mem::take(&mut draft.blocks[position].code) {
        let edge = instr.edges[0];
        let part = draft.block(&edge);
        let size = cx.block_size(part);
        let admitted = size <= SMALL && edge.scope.is_none() && !part.tracks.any() && !asks(part);
        cx.budget.pay(1 + part.code.len() as u64)?;
        if admitted && cx.grow(size)? {
            let part = draft.block(&edge);
            accepts = accepts.intersection(part.accepts);
            code.extend(lifted(part.code.clone(), edge.levels));
        } else {
            accepts = accepts.intersection(whole(part.accepts));
            code.push(instr);
        }
    }
    let block = &mut draft.blocks[position];
    (block.accepts, block.code) = (accepts, code);
    Ok(())
}
