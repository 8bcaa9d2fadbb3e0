//! A section: the instructions of a program in one form, with their blocks and edges.
//!
//! The `plain` section has one instruction for each keyword, each with its keyword's name, so that reports can say
//! where. Other sections are made from it for speed and answer the same.
//!
//! Invariant: a block's instructions are contiguous, costs and shapes are functions of the instructions, and the
//! verifier has checked them.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::ids::*;
use crate::instr::{Family, Instr};
use crate::kinds::KindSet;
use crate::rows::*;

/// The instructions of a program in one form.
#[derive(Debug, Default)]
pub struct Section {
    pub(crate) code: Vec<Instr>,
    /// Where each instruction comes from.
    pub(crate) sites: Vec<Site>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) rows: Rows,
    pub(crate) entries: Vec<EdgeId>,
    pub(crate) scopes: Vec<Box<[(SlotId, BlockId)]>>,
    /// The number of slots of the dynamic scope.
    pub(crate) slots: u32,
    /// Whether blocks bind slots, or note down what they evaluate.
    pub(crate) keeps: bool,
}

/// Where an instruction comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Site {
    /// The schema.
    pub location: LocationId,
    /// The keyword; empty for a schema that is `false`.
    pub keyword: StringId,
}

/// What a block notes down of the instance, for the `unevaluated*` keywords of a block above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Tracks {
    /// The members that were evaluated.
    pub properties: bool,
    /// The items that were evaluated.
    pub items: bool,
}

impl Tracks {
    /// What either notes down.
    #[must_use]
    pub fn union(self, other: Tracks) -> Tracks {
        Tracks { properties: self.properties || other.properties, items: self.items || other.items }
    }

    /// Whether anything is noted down.
    #[inline]
    pub fn any(self) -> bool {
        self.properties || self.items
    }
}

/// A straight run of instructions: one schema, applied to one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    pub(crate) start: u32,
    pub(crate) len: u32,
    /// Where the schema stands.
    pub location: LocationId,
    /// What it takes to enter it.
    pub gate: Gate,
    /// What it notes down.
    pub tracks: Tracks,
}

/// What it takes to enter a block. Edges have a copy, so that blocks that ask nothing more need not be looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gate {
    /// The steps that the instructions cost, whatever the value, beyond the one that each entry costs: that one covers
    /// the first of them.
    pub cost: u32,
    /// The kinds of values that may enter; all others fail. In the plain section those that its `type` instructions let
    /// through.
    pub accepts: KindSet,
    /// The kinds of values for which only leaves have something to say, so that no frame is needed.
    pub leaf: KindSet,
    /// The kinds of values of which nothing has something to say.
    pub bare: KindSet,
}

impl Gate {
    /// What stands for a gate until the section is finished.
    pub const PENDING: Gate =
        Gate { cost: 0, accepts: KindSet::ALL, leaf: KindSet::NONE, bare: KindSet::NONE };
}

/// What an instruction does to reach another block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// The block that is applied.
    pub block: BlockId,
    /// What is bound in the dynamic scope on the way, if the edge leads into another schema resource.
    pub scope: Option<ScopeId>,
    /// The keywords and names from the schema that applies to the one that is applied, as a JSON Pointer:
    /// `/properties/a`.
    pub path: StringId,
    /// The levels of schemas that it goes down: one, in the plain section. Where a pass leaves blocks out, what leads
    /// past them counts for them.
    pub levels: u32,
    /// What it takes to enter the block. Computed when the section is finished.
    pub gate: Gate,
}

impl Block {
    /// The positions of the block's instructions in the section's code.
    #[inline]
    pub fn range(&self) -> core::ops::Range<u32> {
        self.start..self.start + self.len
    }
}

impl Properties {
    /// The edge of the name at a position.
    #[inline]
    pub fn edge(&self, position: usize) -> EdgeId {
        EdgeId(self.first.0 + position as u32)
    }
}

impl Section {
    /// The instruction at a position.
    #[inline]
    pub fn instr(&self, position: u32) -> Instr {
        self.code[position as usize]
    }
    /// Where the instruction at a position comes from.
    #[inline]
    pub fn site(&self, position: u32) -> Site {
        self.sites[position as usize]
    }
    /// The edge to where evaluation begins.
    #[inline]
    pub fn entry(&self, id: EntryId) -> Option<EdgeId> {
        self.entries.get(id.index()).copied()
    }
    /// All instructions.
    pub fn code(&self) -> &[Instr] {
        &self.code
    }
    /// All blocks.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }
    /// All edges.
    pub fn edges(&self) -> &[Edge] {
        &self.rows.edges
    }
    /// The number of slots of the dynamic scope.
    pub fn slots(&self) -> usize {
        self.slots as usize
    }
    /// Whether blocks leave something behind that must be undone: bound slots, or what they note down.
    #[inline]
    pub fn keeps(&self) -> bool {
        self.keeps
    }
    /// A block.
    #[inline]
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }
    /// An edge.
    #[inline]
    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.rows.edges[id.index()]
    }
    /// A run of edges.
    #[inline]
    pub fn list(&self, id: ListId) -> List {
        self.rows.lists[id.index()]
    }
    /// The operands of `if`.
    #[inline]
    pub fn condition(&self, id: ConditionId) -> Condition {
        self.rows.conditions[id.index()]
    }
    /// The operands of `items`.
    #[inline]
    pub fn items(&self, id: ItemsId) -> Items {
        self.rows.items[id.index()]
    }
    /// The operands of `contains`.
    #[inline]
    pub fn contains(&self, id: ContainsId) -> Contains {
        self.rows.contains[id.index()]
    }
    /// The operands of `properties` or `dependentSchemas`.
    #[inline]
    pub fn properties(&self, id: PropertiesId) -> Properties {
        self.rows.properties[id.index()]
    }
    /// The operands of `patternProperties`.
    #[inline]
    pub fn patterns(&self, id: PatternsId) -> &PatternProperties {
        &self.rows.patterns[id.index()]
    }
    /// The operands of `additionalProperties`.
    #[inline]
    pub fn additional(&self, id: AdditionalId) -> Additional {
        self.rows.additional[id.index()]
    }
    /// The operands of `object`.
    #[inline]
    pub fn shape(&self, id: ShapeId) -> &Shape {
        &self.rows.shapes[id.index()]
    }
    /// The operands of `select`.
    #[inline]
    pub fn select(&self, id: SelectId) -> &Select {
        &self.rows.selects[id.index()]
    }
    /// The operands of `$dynamicRef`.
    #[inline]
    pub fn dynamic(&self, id: DynamicId) -> Dynamic {
        self.rows.dynamics[id.index()]
    }
    /// What entering a schema resource binds: a block for each slot.
    #[inline]
    pub fn scope(&self, id: ScopeId) -> &[(SlotId, BlockId)] {
        &self.scopes[id.index()]
    }

    /// Computes for a block what follows from its instructions: what it takes to enter it.
    pub(crate) fn gate(code: &[Instr], rows: &Rows) -> Gate {
        let mut gate = Gate { leaf: KindSet::ALL, bare: KindSet::ALL, ..Gate::PENDING };
        for instr in code {
            gate.cost = gate.cost.saturating_add(instr.cost());
            match *instr {
                Instr::Type(kinds) => gate.accepts = gate.accepts.intersection(kinds),
                Instr::Fail => gate.accepts = KindSet::NONE,
                _ => {}
            }
            let kinds = match *instr {
                // Which numbers are integers only reading them tells; all else is told by the kind.
                Instr::Type(kinds) => kinds.partial_numbers(),
                Instr::Select(id) => {
                    rows.selects.get(id.index()).map_or(KindSet::ALL, Select::concerns)
                }
                _ => instr.kinds(),
            };
            gate.bare = gate.bare.without(kinds);
            if instr.family() != Family::Leaf {
                gate.leaf = gate.leaf.without(kinds);
            }
        }
        gate.cost = gate.cost.saturating_sub(1);
        gate
    }

    /// Whether blocks bind or note down anything.
    pub(crate) fn does_keep(&self) -> bool {
        self.slots > 0 || self.blocks.iter().any(|block| block.tracks.any())
    }

    /// Computes what follows from the blocks: the edges' copies of the gates, and whether anything is kept.
    pub(crate) fn seal(&mut self) {
        self.keeps = self.does_keep();
        for edge in &mut self.rows.edges {
            edge.gate =
                self.blocks.get(edge.block.index()).map_or(Gate::PENDING, |block| block.gate);
        }
    }
}
