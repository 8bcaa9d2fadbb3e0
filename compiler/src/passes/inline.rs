//! Inlining: edges go past blocks that are only a reference, and small blocks become part of those that always apply
//! them to the same value.
//!
//! Invariant: what is inlined enters no schema resource with dynamic anchors, asks for nothing unevaluated, notes down
//! what its new block does, and is not on a loop.

use jsonbound_program::{BlockId, Draft, DraftInstr, Edge, KindSet, Op};

use super::{Context, Done, asks, lifted, post_order};
use crate::error::CompileErrorKind;

/// The size of a block that is copied into each that applies it. One that is applied once is moved, whatever its size.
const SMALL: usize = 256;

pub(super) fn run(draft: &mut Draft, cx: &mut Context<'_, '_>) -> Done {
    forward_all(draft, cx)?;
    let mut inliner = Inliner::new(draft, cx);
    for id in post_order(draft) {
        inliner.block(draft, cx, id)?;
    }
    Ok(())
}

/// Leads every edge past references.
fn forward_all(draft: &mut Draft, cx: &mut Context<'_, '_>) -> Done {
    let next: Vec<Option<Edge>> = draft
        .blocks
        .iter()
        .map(|block| match &*block.code {
            [DraftInstr { op: Op::Ref, edges, .. }]
                if block.accepts == KindSet::ALL
                    && edges[0].scope.is_none()
                    && draft.block(&edges[0]).tracks == block.tracks =>
            {
                Some(edges[0])
            }
            _ => None,
        })
        .collect();
    let past = resolved(&next);
    cx.budget.pay(next.len() as u64)?;
    let forward = |edge: &mut Edge| {
        if let Some(past) = past[edge.block.index()] {
            edge.block = past.block;
            edge.levels = edge.levels.saturating_add(past.levels);
        }
    };
    for block in &mut draft.blocks {
        // Where a dynamic reference leads, the scope decides.
        for instr in block.code.iter_mut().filter(|instr| !matches!(instr.op, Op::DynamicRef(_))) {
            instr.edges.iter_mut().for_each(forward);
        }
    }
    draft.entries.iter_mut().for_each(forward);
    Ok(())
}

/// Where references lead in the end: for each block that is only a reference, an edge past all such blocks. A loop of
/// nothing but references keeps them.
fn resolved(next: &[Option<Edge>]) -> Vec<Option<Edge>> {
    let mut past: Vec<Option<Edge>> = vec![None; next.len()];
    let mut seen = vec![false; next.len()];
    for start in 0..next.len() {
        let mut chain = Vec::new();
        let mut at = start;
        while let Some(edge) = next[at].filter(|_| !std::mem::replace(&mut seen[at], true)) {
            chain.push((at, edge));
            at = edge.block.index();
        }
        for (block, mut edge) in chain.into_iter().rev() {
            if let Some(beyond) = past[edge.block.index()] {
                edge.block = beyond.block;
                edge.levels = edge.levels.saturating_add(beyond.levels);
            }
            past[block] = Some(edge);
        }
    }
    past
}

struct Inliner {
    /// The number of edges to each block.
    uses: Vec<usize>,
    sizes: Vec<usize>,
    done: Vec<bool>,
}

impl Inliner {
    fn new(draft: &Draft, cx: &Context<'_, '_>) -> Self {
        let mut uses = vec![0; draft.blocks.len()];
        let edges =
            draft.blocks.iter().flat_map(|block| &block.code).flat_map(|instr| &instr.edges);
        for edge in edges.chain(&draft.entries) {
            uses[edge.block.index()] += 1;
        }
        for (_, block) in draft.scopes.iter().flatten() {
            uses[block.index()] += 1;
        }
        let sizes: Vec<usize> = draft.blocks.iter().map(|block| cx.block_size(block)).collect();
        Inliner { uses, sizes, done: vec![false; draft.blocks.len()] }
    }

    /// Takes into a block what it always applies in place.
    fn block(&mut self, draft: &mut Draft, cx: &mut Context<'_, '_>, id: BlockId) -> Done {
        let code = std::mem::take(&mut draft.blocks[id.index()].code);
        let mut taken = Vec::with_capacity(code.len());
        for mut instr in code {
            if !matches!(instr.op, Op::Ref | Op::AllOf) {
                taken.push(instr);
                continue;
            }
            let mut left = Vec::new();
            for edge in std::mem::take(&mut instr.edges) {
                let at = edge.block.index();
                let size = self.sizes[at];
                let copied = self.uses[at] > 1;
                cx.budget.pay(1)?;
                if !self.admits(draft, cx, id, &edge)? || (copied && !cx.grow(size)?) {
                    left.push(edge);
                    continue;
                }
                if copied {
                    taken.extend(lifted(draft.blocks[at].code.clone(), edge.levels));
                } else {
                    taken.extend(lifted(std::mem::take(&mut draft.blocks[at].code), edge.levels));
                }
                let accepts = draft.blocks[at].accepts;
                let block = &mut draft.blocks[id.index()];
                block.accepts = block.accepts.intersection(accepts);
                self.sizes[id.index()] += size;
            }
            if !left.is_empty() {
                instr.op = if left.len() == 1 { Op::Ref } else { Op::AllOf };
                instr.edges = left;
                taken.push(instr);
            }
        }
        draft.blocks[id.index()].code = taken;
        self.done[id.index()] = true;
        Ok(())
    }

    /// Whether the block of an edge may become part of this one.
    fn admits(
        &self,
        draft: &Draft,
        cx: &mut Context<'_, '_>,
        id: BlockId,
        edge: &Edge,
    ) -> Result<bool, CompileErrorKind> {
        let at = edge.block.index();
        let (size, block) = (self.sizes[at], draft.block(edge));
        let fits = self.done[at]
            && (self.uses[at] == 1 || size <= SMALL)
            && edge.scope.is_none()
            && block.tracks == draft.blocks[id.index()].tracks;
        if !fits {
            return Ok(false);
        }
        cx.budget.pay(size as u64 / 8)?;
        Ok(!asks(block))
    }
}
