//! Builds a program, entry by entry.
//!
//! Blocks are declared first, so that edges can lead to them, and defined later; constants are interned. The builder
//! knows nothing of keywords.
//!
//! Invariant: `finish` gives a program that the verifier accepts, or an error.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;

use jsonbound_json::{Document, Number};

use crate::host::{Check, FormatCheck, Matcher};
use crate::ids::{push, *};
use crate::instr::Instr;
use crate::names::NameTable;
use crate::program::Program;
use crate::rows::*;
use crate::section::{Block, Edge, Gate, Section, Site, Tracks};
use crate::tables::*;
use crate::verify::{VerifyError, verify, verify_section};

/// Builds a [`Program`].
#[derive(Default)]
pub struct Builder {
    tables: Tables,
    section: Section,
    entries: Vec<Box<str>>,
    /// The names in all tables.
    names: u64,
    strings: BTreeMap<Arc<str>, StringId>,
    numbers: BTreeMap<Number<'static>, NumberId>,
    counts: BTreeMap<u64, CountId>,
    spans: BTreeMap<Span, SpanId>,
    patterns: BTreeMap<StringId, PatternId>,
    formats: BTreeMap<StringId, FormatId>,
}

impl Builder {
    /// An empty program.
    pub fn new() -> Self {
        Builder::default()
    }

    /// Interns a string.
    pub fn string(&mut self, text: &str) -> StringId {
        if let Some(&id) = self.strings.get(text) {
            return id;
        }
        let id = push!(self.tables.strings, StringId, text.into());
        self.strings.insert(text.into(), id);
        id
    }

    /// Adds a place in a schema: the URI of a resource, or a path below another place.
    pub fn location(&mut self, parent: Option<LocationId>, path: &str) -> LocationId {
        let path = self.string(path);
        push!(self.tables.locations, LocationId, Location { parent, path })
    }

    /// Interns a number.
    pub fn number(&mut self, number: Number<'static>) -> NumberId {
        if let Some(&id) = self.numbers.get(&number) {
            return id;
        }
        let id = push!(self.tables.numbers, NumberId, number.clone());
        self.numbers.insert(number, id);
        id
    }

    /// Interns a count.
    pub fn count(&mut self, count: u64) -> CountId {
        let counts = &mut self.tables.counts;
        *self.counts.entry(count).or_insert_with(|| push!(counts, CountId, count))
    }

    /// Interns what a count may be.
    pub fn span(&mut self, span: Span) -> SpanId {
        let spans = &mut self.tables.spans;
        *self.spans.entry(span).or_insert_with(|| push!(spans, SpanId, span))
    }

    /// Adds what a number may be.
    pub fn range(&mut self, range: Range) -> RangeId {
        push!(self.tables.ranges, RangeId, range)
    }

    /// Adds a literal. `cost` is what a comparison with it costs at most.
    pub fn literal(&mut self, document: Document<'static>, cost: u64) -> LiteralId {
        push!(self.tables.literals, LiteralId, Literal { document, cost })
    }

    /// Adds the values of an `enum`: strings, and literals that are not strings.
    pub fn enumeration<'a>(
        &mut self,
        strings: impl IntoIterator<Item = &'a str>,
        others: impl IntoIterator<Item = (Document<'static>, u64)>,
    ) -> EnumId {
        let strings = self.names(strings);
        let first = LiteralId::next(self.tables.literals.len());
        let (mut len, mut total) = (0u32, 0u64);
        for (document, cost) in others {
            self.literal(document, cost);
            len = len.saturating_add(1);
            total = total.saturating_add(cost);
        }
        push!(self.tables.enums, EnumId, Enum { strings, first, len, cost: total })
    }

    /// Adds a table of names.
    pub fn names<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) -> NamesId {
        let table = NameTable::new(names);
        self.names += table.len() as u64;
        push!(self.tables.names, NamesId, table)
    }

    /// The pattern of this source, if it was added before: each distinct source is compiled once.
    pub fn find_pattern(&mut self, source: &str) -> Option<PatternId> {
        let source = *self.strings.get(source)?;
        self.patterns.get(&source).copied()
    }

    /// Adds a pattern.
    pub fn pattern(&mut self, source: &str, matcher: Arc<dyn Matcher>) -> PatternId {
        let source = self.string(source);
        let id = push!(self.tables.patterns, PatternId, Pattern { source, matcher });
        self.patterns.insert(source, id);
        id
    }

    /// The format of this name, if it was added before: each name has one check.
    pub fn find_format(&mut self, name: &str) -> Option<FormatId> {
        let name = *self.strings.get(name)?;
        self.formats.get(&name).copied()
    }

    /// Adds a format.
    pub fn format(&mut self, name: &str, check: Arc<dyn FormatCheck>) -> FormatId {
        let name = self.string(name);
        let id = push!(self.tables.formats, FormatId, Format { name, check });
        self.formats.insert(name, id);
        id
    }

    /// Adds a custom check.
    pub fn check(&mut self, name: &str, check: Arc<dyn Check>) -> CheckId {
        let name = self.string(name);
        push!(self.tables.checks, CheckId, CustomCheck { name, check })
    }

    /// Adds the operands of `dependentRequired`.
    pub fn dependents(&mut self, names: NamesId, required: Box<[NamesId]>) -> DependentsId {
        push!(self.tables.dependents, DependentsId, Dependents { names, required })
    }

    /// Declares a block that is defined later.
    pub fn declare(&mut self, location: LocationId, tracks: Tracks) -> BlockId {
        let block = Block { start: u32::MAX, len: 0, location, gate: Gate::PENDING, tracks };
        push!(self.section.blocks, BlockId, block)
    }

    /// Defines a declared block: its instructions with their keywords.
    pub fn define(&mut self, id: BlockId, code: &[(Instr, StringId)]) {
        let section = &mut self.section;
        let Some(block) = section.blocks.get_mut(id.index()) else { return };
        block.start = u32::try_from(section.code.len()).unwrap_or(u32::MAX);
        block.len = u32::try_from(code.len()).unwrap_or(u32::MAX);
        let location = block.location;
        section.code.extend(code.iter().map(|&(instr, _)| instr));
        section.sites.extend(code.iter().map(|&(_, keyword)| Site { location, keyword }));
    }

    /// Adds an edge. Edges that are added one after the other have ids that follow one another.
    pub fn edge(&mut self, block: BlockId, scope: Option<ScopeId>, path: &str) -> EdgeId {
        let path = self.string(path);
        let edge = Edge { block, scope, path, levels: 1, gate: Gate::PENDING };
        push!(self.section.rows.edges, EdgeId, edge)
    }

    /// The id that the next edge gets.
    pub fn next_edge(&self) -> EdgeId {
        EdgeId::next(self.section.rows.edges.len())
    }

    /// Names the edges from `first` up to the last one added as a list.
    pub fn list(&mut self, first: EdgeId) -> ListId {
        let len = self.next_edge().0.saturating_sub(first.0);
        push!(self.section.rows.lists, ListId, List { first, len })
    }

    /// Adds the operands of `if`.
    pub fn condition(&mut self, condition: Condition) -> ConditionId {
        push!(self.section.rows.conditions, ConditionId, condition)
    }

    /// Adds the operands of `items`.
    pub fn items(&mut self, items: Items) -> ItemsId {
        push!(self.section.rows.items, ItemsId, items)
    }

    /// Adds the operands of `contains`.
    pub fn contains(&mut self, contains: Contains) -> ContainsId {
        push!(self.section.rows.contains, ContainsId, contains)
    }

    /// Adds the operands of `properties` or `dependentSchemas`.
    pub fn properties(&mut self, properties: Properties) -> PropertiesId {
        push!(self.section.rows.properties, PropertiesId, properties)
    }

    /// Adds the operands of `patternProperties`.
    pub fn pattern_properties(&mut self, rows: Box<[(PatternId, EdgeId)]>) -> PatternsId {
        push!(self.section.rows.patterns, PatternsId, PatternProperties { rows })
    }

    /// Adds the operands of `additionalProperties`.
    pub fn additional(&mut self, additional: Additional) -> AdditionalId {
        push!(self.section.rows.additional, AdditionalId, additional)
    }

    /// Adds the operands of `$dynamicRef`.
    pub fn dynamic(&mut self, dynamic: Dynamic) -> DynamicId {
        push!(self.section.rows.dynamics, DynamicId, dynamic)
    }

    /// Adds a slot of the dynamic scope.
    pub fn slot(&mut self) -> SlotId {
        let slot = SlotId(self.section.slots);
        self.section.slots = self.section.slots.saturating_add(1);
        slot
    }

    /// Declares what entering a schema resource binds; [`bind`](Builder::bind) fills it.
    pub fn scope(&mut self) -> ScopeId {
        push!(self.section.scopes, ScopeId, Box::default())
    }

    /// Says what a declared scope binds.
    pub fn bind(&mut self, scope: ScopeId, bindings: Box<[(SlotId, BlockId)]>) {
        if let Some(place) = self.section.scopes.get_mut(scope.index()) {
            *place = bindings;
        }
    }

    /// Adds an entry point. The first one is the program's root.
    pub fn entry(&mut self, name: &str, edge: EdgeId) {
        self.entries.push(name.into());
        self.section.entries.push(edge);
    }

    /// The number of instructions, edges, name tables and names in them so far.
    pub fn size(&self) -> u64 {
        let section = self.section.code.len() as u64 + self.section.rows.edges.len() as u64;
        section + self.tables.names.len() as u64 + self.names
    }

    /// The tables so far.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Computes costs and shapes, verifies, and freezes the program, with the plain section alone.
    pub fn finish(self) -> Result<Program, VerifyError> {
        self.finish_with(|_, _| Ok(None))
    }

    /// Like [`finish`](Builder::finish), with a section that is made from the plain one; for its constants it has the
    /// builder.
    pub fn finish_with<E: From<VerifyError>>(
        mut self,
        fast: impl FnOnce(&mut Builder, &Section) -> Result<Option<Section>, E>,
    ) -> Result<Program, E> {
        let mut plain = core::mem::take(&mut self.section);
        for block in &mut plain.blocks {
            let code = plain
                .code
                .get(block.start as usize..)
                .and_then(|code| code.get(..block.len as usize))
                .ok_or(VerifyError::UNDEFINED)?;
            block.gate = Section::gate(code, &plain.rows);
        }
        plain.seal();
        self.verify(&plain)?;
        let fast = fast(&mut self, &plain)?;
        let program = Program::new(self.tables, plain, fast, self.entries);
        verify(&program)?;
        Ok(program)
    }

    /// Checks a section against the constants so far.
    pub fn verify(&self, section: &Section) -> Result<(), VerifyError> {
        verify_section(&self.tables, section, self.entries.len())
    }
}
