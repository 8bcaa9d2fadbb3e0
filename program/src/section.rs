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
use crate::tables::{
    Additional, Condition, Contains, Dynamic, Items, List, PatternProperties, Properties,
};

/// The instructions of a program in one form.
#[derive(Debug, Default)]
pub struct Section {
    pub(crate) code: Vec<Instr>,
    /// The keyword of each instruction.
    pub(crate) keywords: Vec<StringId>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) lists: Vec<List>,
    pub(crate) conditions: Vec<Condition>,
    pub(crate) items: Vec<Items>,
    pub(crate) contains: Vec<Contains>,
    pub(crate) properties: Vec<Properties>,
    pub(crate) patterns: Vec<PatternProperties>,
    pub(crate) additional: Vec<Additional>,
    pub(crate) dynamics: Vec<Dynamic>,
    pub(crate) scopes: Vec<Box<[(SlotId, BlockId)]>>,
    /// The number of slots of the dynamic scope.
    pub(crate) slots: u32,
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
    /// The steps that each entry costs: one, and the static cost of each instruction.
    pub cost: u32,
    /// The kinds of values that its `type` instructions let through.
    pub accepts: KindSet,
    /// What it notes down.
    pub tracks: Tracks,
    /// Whether all its instructions are leaves, so that it can be evaluated without a frame.
    pub leaf: bool,
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
    /// The keyword of the instruction at a position.
    #[inline]
    pub fn keyword(&self, position: u32) -> StringId {
        self.keywords[position as usize]
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
        &self.edges
    }
    /// The number of slots of the dynamic scope.
    pub fn slots(&self) -> usize {
        self.slots as usize
    }
    /// A block.
    #[inline]
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }
    /// An edge.
    #[inline]
    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.edges[id.index()]
    }
    /// A run of edges.
    #[inline]
    pub fn list(&self, id: ListId) -> List {
        self.lists[id.index()]
    }
    /// The operands of `if`.
    #[inline]
    pub fn condition(&self, id: ConditionId) -> Condition {
        self.conditions[id.index()]
    }
    /// The operands of `items`.
    #[inline]
    pub fn items(&self, id: ItemsId) -> Items {
        self.items[id.index()]
    }
    /// The operands of `contains`.
    #[inline]
    pub fn contains(&self, id: ContainsId) -> Contains {
        self.contains[id.index()]
    }
    /// The operands of `properties` or `dependentSchemas`.
    #[inline]
    pub fn properties(&self, id: PropertiesId) -> Properties {
        self.properties[id.index()]
    }
    /// The operands of `patternProperties`.
    #[inline]
    pub fn patterns(&self, id: PatternsId) -> &PatternProperties {
        &self.patterns[id.index()]
    }
    /// The operands of `additionalProperties`.
    #[inline]
    pub fn additional(&self, id: AdditionalId) -> Additional {
        self.additional[id.index()]
    }
    /// The operands of `$dynamicRef`.
    #[inline]
    pub fn dynamic(&self, id: DynamicId) -> Dynamic {
        self.dynamics[id.index()]
    }
    /// What entering a schema resource binds: a block for each slot.
    #[inline]
    pub fn scope(&self, id: ScopeId) -> &[(SlotId, BlockId)] {
        &self.scopes[id.index()]
    }

    /// The facts about a block that follow from its instructions: cost, accepted kinds, whether all are leaves.
    pub(crate) fn summary(code: &[Instr]) -> (u32, KindSet, bool) {
        let mut summary = (1u32, KindSet::ALL, true);
        for instr in code {
            summary.0 = summary.0.saturating_add(instr.cost());
            match *instr {
                Instr::Type(kinds) => summary.1 = summary.1.intersection(kinds),
                Instr::Fail => summary.1 = KindSet::NONE,
                _ => {}
            }
            summary.2 &= instr.family() == Family::Leaf;
        }
        summary
    }
}
