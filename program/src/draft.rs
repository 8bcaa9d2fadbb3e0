//! Drafts: a section taken apart, for passes to change.
//!
//! In a draft every instruction owns its edges, and every block its instructions, so that a pass can move, drop and
//! add them without minding tables. Putting it together again numbers everything anew.
//!
//! Invariant: a draft that was not changed becomes the section it was made from, but for the order of its tables.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::ids::{push, *};
use crate::instr::Instr;
use crate::kinds::KindSet;
use crate::rows::*;
use crate::section::{Block, Edge, Gate, Section, Site, Tracks};

/// A section taken apart.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    /// The blocks, by id.
    pub blocks: Vec<DraftBlock>,
    /// The entry points.
    pub entries: Vec<Edge>,
    /// What entering a schema resource binds.
    pub scopes: Vec<Box<[(SlotId, BlockId)]>>,
    slots: u32,
}

/// A block and its instructions.
#[derive(Debug, Clone)]
pub struct DraftBlock {
    /// The instructions.
    pub code: Vec<DraftInstr>,
    /// Where the schema stands.
    pub location: LocationId,
    /// The kinds of values that may enter.
    pub accepts: KindSet,
    /// What it notes down.
    pub tracks: Tracks,
}

/// An instruction and its edges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftInstr {
    /// What it does.
    pub op: Op,
    /// The edges that it leads along, in the order that the operation gives them.
    pub edges: Vec<Edge>,
    /// Where it comes from.
    pub site: Site,
}

/// What an instruction does, edges aside. Names, and what edges mean, are those of [`Instr`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Op {
    /// An instruction without edges.
    Leaf(Instr),
    /// `ref`
    Ref,
    /// `dynamic-ref`
    DynamicRef(SlotId),
    /// `all-of`
    AllOf,
    /// `any-of`
    AnyOf,
    /// `one-of`
    OneOf,
    /// `not`
    Not,
    /// `if`: the test, `then`, `else`
    If,
    /// `dependent-schemas`: an edge a name
    DependentSchemas(NamesId),
    /// `prefix-items`
    PrefixItems,
    /// `items`, after so many
    Items(u32),
    /// `contains`: the least and the greatest number
    Contains(u64, u64),
    /// `properties`: an edge a name
    Properties(NamesId),
    /// `pattern-properties`: an edge a pattern
    PatternProperties(Vec<PatternId>),
    /// `additional-properties`: one edge, for all but these names and patterns
    AdditionalProperties(NamesId, Vec<PatternId>),
    /// `property-names`
    PropertyNames,
    /// `unevaluated-items`
    UnevaluatedItems,
    /// `unevaluated-properties`
    UnevaluatedProperties,
    /// `object`
    Object {
        /// The names that are known.
        names: NamesId,
        /// For each name the position of its edge, and whether it is required.
        members: Vec<(Option<usize>, bool)>,
        /// For other names: patterns, each with the position of its edge.
        patterns: Vec<(PatternId, Option<usize>)>,
        /// The position of the edge for all others.
        other: Option<usize>,
    },
    /// `select`
    Select {
        /// For each kind what becomes of it; of a branch the position of its edge.
        kinds: [Choice<usize>; 6],
        /// A member's name, the strings that decide, and the position of the first one's edge.
        tag: Option<(NamesId, NamesId, usize)>,
    },
}

impl Section {
    /// Takes the section apart.
    pub fn thaw(&self) -> Draft {
        let blocks = self.blocks.iter().map(|block| DraftBlock {
            code: block.range().map(|at| self.thaw_instr(at)).collect(),
            location: block.location,
            accepts: block.gate.accepts,
            tracks: block.tracks,
        });
        Draft {
            blocks: blocks.collect(),
            entries: self.entries.iter().map(|&edge| *self.edge(edge)).collect(),
            scopes: self.scopes.clone(),
            slots: self.slots,
        }
    }

    fn run(&self, first: EdgeId, len: u32) -> Vec<Edge> {
        (0..len).map(|at| *self.edge(EdgeId(first.0 + at))).collect()
    }

    fn thaw_instr(&self, at: u32) -> DraftInstr {
        let list = |id| self.run(self.list(id).first, self.list(id).len);
        let one = |id| vec![*self.edge(id)];
        let (op, edges) = match self.instr(at) {
            Instr::Ref(edge) => (Op::Ref, one(edge)),
            Instr::DynamicRef(id) => {
                let dynamic = self.dynamic(id);
                (Op::DynamicRef(dynamic.slot), one(dynamic.edge))
            }
            Instr::AllOf(id) => (Op::AllOf, list(id)),
            Instr::AnyOf(id) => (Op::AnyOf, list(id)),
            Instr::OneOf(id) => (Op::OneOf, list(id)),
            Instr::Not(edge) => (Op::Not, one(edge)),
            Instr::If(id) => {
                let Condition { test, then, otherwise } = self.condition(id);
                (Op::If, [test, then, otherwise].map(|edge| *self.edge(edge)).into())
            }
            Instr::DependentSchemas(id) => {
                let Properties { names, first, len } = self.properties(id);
                (Op::DependentSchemas(names), self.run(first, len))
            }
            Instr::PrefixItems(id) => (Op::PrefixItems, list(id)),
            Instr::Items(id) => (Op::Items(self.items(id).skip), one(self.items(id).edge)),
            Instr::Contains(id) => {
                let Contains { edge, min, max } = self.contains(id);
                (Op::Contains(min, max), one(edge))
            }
            Instr::Properties(id) => {
                let Properties { names, first, len } = self.properties(id);
                (Op::Properties(names), self.run(first, len))
            }
            Instr::PatternProperties(id) => {
                let rows = self.patterns(id).rows.iter();
                let (patterns, edges) =
                    rows.map(|&(pattern, edge)| (pattern, *self.edge(edge))).unzip();
                (Op::PatternProperties(patterns), edges)
            }
            Instr::AdditionalProperties(id) => {
                let Additional { names, patterns, edge } = self.additional(id);
                let patterns = self.patterns(patterns).rows.iter().map(|&(pattern, _)| pattern);
                (Op::AdditionalProperties(names, patterns.collect()), one(edge))
            }
            Instr::PropertyNames(edge) => (Op::PropertyNames, one(edge)),
            Instr::UnevaluatedItems(edge) => (Op::UnevaluatedItems, one(edge)),
            Instr::UnevaluatedProperties(edge) => (Op::UnevaluatedProperties, one(edge)),
            Instr::Object(id) => self.thaw_shape(self.shape(id)),
            Instr::Select(id) => self.thaw_select(self.select(id)),
            leaf => (Op::Leaf(leaf), Vec::new()),
        };
        DraftInstr { op, edges, site: self.site(at) }
    }

    fn thaw_shape(&self, shape: &Shape) -> (Op, Vec<Edge>) {
        let mut edges = Vec::new();
        let mut place = |edge: Option<EdgeId>| {
            edges.extend(edge.map(|edge| *self.edge(edge)));
            edge.map(|_| edges.len() - 1)
        };
        let members =
            shape.members.iter().map(|member| (place(member.edge), member.required)).collect();
        let patterns =
            shape.patterns.iter().map(|&(pattern, edge)| (pattern, place(edge))).collect();
        let other = place(shape.other);
        (Op::Object { names: shape.names, members, patterns, other }, edges)
    }

    fn thaw_select(&self, select: &Select) -> (Op, Vec<Edge>) {
        let mut edges = Vec::new();
        let kinds = select.kinds.map(|choice| {
            choice.map(|edge| {
                edges.push(*self.edge(edge));
                edges.len() - 1
            })
        });
        let tag = select.tag.map(|tag| {
            let first = edges.len();
            edges.extend(self.run(tag.first, tag.len));
            (tag.name, tag.values, first)
        });
        (Op::Select { kinds, tag }, edges)
    }
}

impl Draft {
    /// Adds a block, and gives its id.
    pub fn push(&mut self, block: DraftBlock) -> BlockId {
        let id = BlockId::next(self.blocks.len());
        self.blocks.push(block);
        id
    }

    /// The block of an edge.
    pub fn block(&self, edge: &Edge) -> &DraftBlock {
        &self.blocks[edge.block.index()]
    }

    /// Puts the section together: computes costs and shapes, and numbers tables in the order of the blocks.
    pub fn freeze(self) -> Section {
        let mut section = Section { scopes: self.scopes, slots: self.slots, ..Section::default() };
        for edge in self.entries {
            let id = section.rows.edge(edge);
            section.entries.push(id);
        }
        for block in self.blocks {
            let start = section.code.len();
            for instr in block.code {
                section.code.push(section.rows.freeze(instr.op, &instr.edges));
                section.sites.push(instr.site);
            }
            let gate = Section::gate(&section.code[start..], &section.rows);
            section.blocks.push(Block {
                start: u32::try_from(start).unwrap_or(u32::MAX),
                len: u32::try_from(section.code.len() - start).unwrap_or(u32::MAX),
                location: block.location,
                gate: Gate { accepts: block.accepts.intersection(gate.accepts), ..gate },
                tracks: block.tracks,
            });
        }
        section.seal();
        section
    }
}

impl Rows {
    fn edge(&mut self, edge: Edge) -> EdgeId {
        push!(self.edges, EdgeId, edge)
    }

    /// Adds an instruction's edges and operands.
    fn freeze(&mut self, op: Op, edges: &[Edge]) -> Instr {
        let first = EdgeId::next(self.edges.len());
        self.edges.extend_from_slice(edges);
        let len = u32::try_from(edges.len()).unwrap_or(u32::MAX);
        let at = |position: usize| EdgeId(first.0.saturating_add(EdgeId::next(position).0));
        match op {
            Op::Leaf(instr) => instr,
            Op::Ref => Instr::Ref(first),
            Op::DynamicRef(slot) => {
                Instr::DynamicRef(push!(self.dynamics, DynamicId, Dynamic { slot, edge: first }))
            }
            Op::AllOf => Instr::AllOf(push!(self.lists, ListId, List { first, len })),
            Op::AnyOf => Instr::AnyOf(push!(self.lists, ListId, List { first, len })),
            Op::OneOf => Instr::OneOf(push!(self.lists, ListId, List { first, len })),
            Op::PrefixItems => Instr::PrefixItems(push!(self.lists, ListId, List { first, len })),
            Op::Not => Instr::Not(first),
            Op::If => {
                let condition = Condition { test: first, then: at(1), otherwise: at(2) };
                Instr::If(push!(self.conditions, ConditionId, condition))
            }
            Op::DependentSchemas(names) => {
                let row = Properties { names, first, len };
                Instr::DependentSchemas(push!(self.properties, PropertiesId, row))
            }
            Op::Items(skip) => {
                Instr::Items(push!(self.items, ItemsId, Items { skip, edge: first }))
            }
            Op::Contains(min, max) => Instr::Contains(push!(
                self.contains,
                ContainsId,
                Contains { edge: first, min, max }
            )),
            Op::Properties(names) => {
                let row = Properties { names, first, len };
                Instr::Properties(push!(self.properties, PropertiesId, row))
            }
            Op::PatternProperties(patterns) => {
                let rows =
                    patterns.into_iter().enumerate().map(|(row, pattern)| (pattern, at(row)));
                let row = PatternProperties { rows: rows.collect() };
                Instr::PatternProperties(push!(self.patterns, PatternsId, row))
            }
            Op::AdditionalProperties(names, patterns) => {
                let rows = patterns.into_iter().map(|pattern| (pattern, first)).collect();
                let patterns = push!(self.patterns, PatternsId, PatternProperties { rows });
                let row = Additional { names, patterns, edge: first };
                Instr::AdditionalProperties(push!(self.additional, AdditionalId, row))
            }
            Op::PropertyNames => Instr::PropertyNames(first),
            Op::UnevaluatedItems => Instr::UnevaluatedItems(first),
            Op::UnevaluatedProperties => Instr::UnevaluatedProperties(first),
            Op::Object { names, members, patterns, other } => {
                let required = members.iter().filter(|member| member.1).count();
                let members = members
                    .into_iter()
                    .map(|(edge, required)| Member { edge: edge.map(at), required });
                let shape = Shape {
                    names,
                    members: members.collect(),
                    required: u32::try_from(required).unwrap_or(u32::MAX),
                    patterns: patterns.into_iter().map(|(id, edge)| (id, edge.map(at))).collect(),
                    other: other.map(at),
                };
                Instr::Object(push!(self.shapes, ShapeId, shape))
            }
            Op::Select { kinds, tag } => {
                let tag = tag.map(|(name, values, place)| {
                    let len = len.saturating_sub(EdgeId::next(place).0);
                    Tag { name, values, first: at(place), len }
                });
                let select = Select { kinds: kinds.map(|choice| choice.map(at)), tag };
                Instr::Select(push!(self.selects, SelectId, select))
            }
        }
    }
}
