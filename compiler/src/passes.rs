//! Passes: the fast section from the plain one, step by step.
//!
//! Each pass is a function from a section to a section that gives the same verdicts. A pass works on a
//! [`Draft`] and puts it together again; what it wants of constants it takes from the program's [`Builder`]. None
//! knows a keyword.
//!
//! Invariant: a pass changes no verdict; what it leaves out of the way to a block, the edges to it count as levels, so
//! that no block is deeper than it was. All work is paid for as compile steps, and what a pass adds is taken from one
//! room, so that the fast section is at most a few times as large as the plain one.

mod bounds;
mod branches;
mod coverage;
mod inline;
mod kinds;
mod layout;
mod objects;

use jsonbound_program::{
    BlockId, Builder, Draft, DraftBlock, DraftInstr, Edge, Instr, KindSet, NamesId, Op, Section,
    StringId, VerifyError,
};

use crate::budget::Budget;
use crate::error::CompileErrorKind;

/// What a pass works with beside the section.
struct Context<'c, 'l> {
    builder: &'c mut Builder,
    budget: &'c mut Budget<'l>,
    /// The empty string, as the path of edges that no keyword has.
    no_path: StringId,
    /// How much more the section may grow, in the units of [`Context::size`].
    room: usize,
}

type Done = Result<(), CompileErrorKind>;

struct Pass {
    name: &'static str,
    what: &'static str,
    run: fn(&mut Draft, &mut Context<'_, '_>) -> Done,
}

/// All passes, in the order that they run in.
const PASSES: &[Pass] = &[
    Pass {
        name: "inline",
        what: "references lead to what they mean; small schemas that are applied in place become part of the others",
        run: inline::run,
    },
    Pass {
        name: "kinds",
        what: "blocks admit only the kinds of values that can pass, and say nothing of others",
        run: kinds::run,
    },
    Pass {
        name: "coverage",
        what: "what is evaluated is known without looking: unevaluated* become additionalProperties and items",
        run: coverage::run,
    },
    Pass {
        name: "objects",
        what: "all that is said of members becomes one walk over them",
        run: objects::run,
    },
    Pass { name: "bounds", what: "bounds on one thing become one range", run: bounds::run },
    Pass {
        name: "branches",
        what: "branches are selected by a value's kind, or by a member that tells them apart",
        run: branches::run,
    },
    Pass {
        name: "layout",
        what: "cheap instructions come first, blocks lie in the order of their use, and none is left over",
        run: layout::run,
    },
];

/// Which passes make the fast section: those up to some point in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passes(usize);

impl Passes {
    /// All passes: what validators have unless something else is asked for.
    pub const fn all() -> Self {
        Passes(PASSES.len())
    }

    /// No pass: there is no fast section, and verdicts come from the plain one.
    pub const fn none() -> Self {
        Passes(0)
    }

    /// The passes up to this one, itself included.
    pub fn through(name: &str) -> Option<Self> {
        PASSES.iter().position(|pass| pass.name == name).map(|position| Passes(position + 1))
    }

    /// The name of each pass and what it does, in the order that they run in.
    pub fn names() -> impl ExactSizeIterator<Item = (&'static str, &'static str)> {
        PASSES.iter().map(|pass| (pass.name, pass.what))
    }

    /// Makes the fast section.
    pub(crate) fn run(
        self,
        builder: &mut Builder,
        plain: &Section,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Section>, CompileErrorKind> {
        let mut section = None;
        let mut draft = plain.thaw();
        let no_path = builder.string("");
        let mut context = Context { builder, budget, no_path, room: 0 };
        context.room =
            256 + draft.blocks.iter().map(|block| context.block_size(block)).sum::<usize>();
        for pass in &PASSES[..self.0] {
            let made = context.apply(pass, draft)?;
            draft = made.thaw();
            section = Some(made);
        }
        Ok(section)
    }
}

impl Default for Passes {
    fn default() -> Self {
        Passes::all()
    }
}

impl From<VerifyError> for CompileErrorKind {
    fn from(error: VerifyError) -> Self {
        CompileErrorKind::Internal(error)
    }
}

impl Context<'_, '_> {
    fn apply(&mut self, pass: &Pass, mut draft: Draft) -> Result<Section, CompileErrorKind> {
        // Taking apart, walking over and putting together.
        let instrs = || draft.blocks.iter().flat_map(|block| &block.code);
        let size = draft.blocks.len() + instrs().map(|instr| 1 + instr.edges.len()).sum::<usize>();
        self.budget.pay(size as u64)?;
        (pass.run)(&mut draft, self)?;
        let section = draft.freeze();
        if cfg!(debug_assertions) {
            self.builder.verify(&section)?;
        }
        Ok(section)
    }

    /// The size of an instruction: one, its edges, and the names in its tables with their bytes.
    fn size(&self, instr: &DraftInstr) -> usize {
        1 + instr.edges.len()
            + match &instr.op {
                Op::Properties(id) | Op::DependentSchemas(id) => self.names_size(*id),
                Op::AdditionalProperties(id, patterns) => self.names_size(*id) + patterns.len(),
                Op::Object { names: id, patterns, .. } => self.names_size(*id) + patterns.len(),
                Op::Leaf(Instr::Required(id) | Instr::Strings(id)) => self.names_size(*id),
                _ => 0,
            }
    }

    fn names_size(&self, id: NamesId) -> usize {
        let names = self.builder.tables().names(id);
        names.len() + names.bytes() / 8
    }

    /// Takes room for something to be made, and pays for making it. `false` if there is no room: then it is left as it
    /// is.
    fn grow(&mut self, size: usize) -> Result<bool, CompileErrorKind> {
        if size > self.room {
            return Ok(false);
        }
        self.budget.pay(1 + 2 * size as u64)?;
        self.room -= size;
        Ok(true)
    }

    fn block_size(&self, block: &DraftBlock) -> usize {
        block.code.iter().map(|instr| self.size(instr)).sum()
    }
}

/// The code of a block as it stands in another block that is so many levels above it.
fn lifted(code: Vec<DraftInstr>, levels: u32) -> impl Iterator<Item = DraftInstr> {
    code.into_iter().map(move |mut instr| {
        for edge in &mut instr.edges {
            edge.levels = edge.levels.saturating_add(levels);
        }
        instr
    })
}

/// Whether a block accepts everything, and notes down nothing by that.
fn is_open(block: &DraftBlock) -> bool {
    block.code.is_empty() && block.accepts == KindSet::ALL
}

/// Whether a block asks what was evaluated, which it has to ask of itself alone.
fn asks(block: &DraftBlock) -> bool {
    let asks =
        |instr: &DraftInstr| matches!(instr.op, Op::UnevaluatedItems | Op::UnevaluatedProperties);
    block.code.iter().any(asks)
}

/// The edges of an instruction that lead to blocks for the same value.
fn in_place(instr: &DraftInstr) -> &[Edge] {
    match instr.op {
        Op::Ref
        | Op::DynamicRef(_)
        | Op::AllOf
        | Op::AnyOf
        | Op::OneOf
        | Op::Not
        | Op::If
        | Op::Select { .. }
        | Op::DependentSchemas(_) => &instr.edges,
        _ => &[],
    }
}

/// The blocks in an order in which each stands after the blocks that it applies in place, but for those that apply it
/// themselves.
fn post_order(draft: &Draft) -> Vec<BlockId> {
    let next = |block: usize| -> Vec<usize> {
        let edges = draft.blocks[block].code.iter().flat_map(in_place);
        edges.map(|edge| edge.block.index()).rev().collect()
    };
    let mut seen = vec![false; draft.blocks.len()];
    let mut order = Vec::with_capacity(draft.blocks.len());
    for start in 0..draft.blocks.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut path = vec![(start, next(start))];
        while let Some((at, rest)) = path.last_mut() {
            match rest.pop() {
                Some(block) if !std::mem::replace(&mut seen[block], true) => {
                    path.push((block, next(block)));
                }
                Some(_) => {}
                None => {
                    order.push(BlockId::next(*at));
                    path.pop();
                }
            }
        }
    }
    order
}
