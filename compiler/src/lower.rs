//! Lowering: from schemas to blocks, through a worklist.
//!
//! A block is declared when something first leads to its schema, and defined when the worklist comes to it, so
//! nothing recurses however deep a schema is nested. What a keyword becomes is the keyword's own row; this is the
//! [`Lowering`] that rows talk to.
//!
//! Invariant: there is at most one block for each schema and what it notes down.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;

use ahash::RandomState;
use jsonbound_json::{
    Array, Document, DocumentNode, Node, Object, ParseErrorKind, ParseLimits, View, size,
};
use jsonbound_pattern::Engine;
use jsonbound_program::{
    BlockId, Builder, Dynamic, EdgeId, FormatCheck, FormatId, Instr, LocationId, NamesId,
    PatternId, ScopeId, SlotId, StringId, Tracks,
};
use jsonbound_vocab::{Dialect, Failed, Format, Formats, Holds, KEYWORDS, Lower, Lowering, Rules};

use crate::error::{CompileError, CompileErrorKind};
use crate::lint::PatternLints;
use crate::session::{NodeKey, ResourceKey, Session};
use crate::uri;

pub(crate) struct Lowerer<'s, 'd, 'l> {
    session: &'s mut Session<'d, 'l>,
    engine: &'s dyn Engine,
    formats: &'s Formats,
    pub builder: Builder,
    blocks: HashMap<(NodeKey, Tracks), BlockId, RandomState>,
    locations: HashMap<NodeKey, LocationId, RandomState>,
    pending: VecDeque<(NodeKey, Tracks, BlockId)>,
    /// Slots of the dynamic scope, by the anchor's name and what the target notes down.
    slots: BTreeMap<(Box<str>, Tracks), SlotId>,
    scopes: BTreeMap<ResourceKey, (ScopeId, Vec<(SlotId, BlockId)>)>,
    anything: Option<BlockId>,
    pub lints: Vec<PatternLints>,
    /// The schema that is being lowered.
    current: Current,
    error: Option<CompileError>,
}

struct Current {
    key: NodeKey,
    resource: ResourceKey,
    rules: Rules,
    tracks: Tracks,
    keyword: &'static str,
    code: Vec<(Instr, StringId)>,
}

impl<'s, 'd, 'l> Lowerer<'s, 'd, 'l> {
    /// Begins a program. All references of the session are resolved.
    pub(crate) fn new(
        session: &'s mut Session<'d, 'l>,
        engine: &'s dyn Engine,
        formats: &'s Formats,
    ) -> Self {
        let key = (0, session.root().id());
        Lowerer {
            engine,
            formats,
            builder: Builder::new(),
            blocks: HashMap::default(),
            locations: HashMap::default(),
            pending: VecDeque::new(),
            slots: BTreeMap::new(),
            scopes: BTreeMap::new(),
            anything: None,
            lints: Vec::new(),
            current: Current {
                key,
                resource: (0, 0),
                rules: Rules::of(Dialect::default()),
                tracks: Tracks::default(),
                keyword: "",
                code: Vec::new(),
            },
            error: None,
            session,
        }
    }

    /// An edge to a schema from outside.
    pub(crate) fn entry(&mut self, target: NodeKey) -> Result<EdgeId, CompileError> {
        let edge = self.edge(target, Tracks::default(), "", None);
        self.finished(edge)
    }

    /// Lowers everything that edges lead to.
    pub(crate) fn run(&mut self) -> Result<(), CompileError> {
        while let Some((key, tracks, block)) = self.pending.pop_front() {
            let lowered = self.block(key, tracks, block);
            self.finished(lowered)?;
        }
        for (scope, bindings) in std::mem::take(&mut self.scopes).into_values() {
            self.builder.bind(scope, bindings.into());
        }
        Ok(())
    }

    fn finished<T>(&mut self, result: Result<T, Failed>) -> Result<T, CompileError> {
        result.map_err(|Failed| {
            self.error.take().unwrap_or_else(|| {
                CompileError::of_document(CompileErrorKind::NotASchema, self.session.uri(0))
            })
        })
    }

    /// Records an error at a place of the current document.
    fn fail(&mut self, kind: CompileErrorKind, place: DocumentNode<'d>) -> Failed {
        let uri = self.session.uri(self.current.key.0);
        self.error.get_or_insert_with(|| CompileError::new(kind, uri, place));
        Failed
    }

    fn paid(
        &mut self,
        paid: Result<(), CompileErrorKind>,
        place: DocumentNode<'d>,
    ) -> Result<(), Failed> {
        paid.map_err(|kind| self.fail(kind, place))
    }

    /// Lowers one schema: its keywords in the order of the table.
    fn block(&mut self, key: NodeKey, tracks: Tracks, block: BlockId) -> Result<(), Failed> {
        let node = self.session.node(key);
        let resource = self.session.resource_of(key);
        let rules = self.session.resource(resource).rules;
        let code = std::mem::take(&mut self.current.code);
        self.current = Current { key, resource, rules, tracks, keyword: "", code };
        match node.view() {
            View::Boolean(true) => {}
            View::Boolean(false) => self.emit(Instr::Fail),
            View::Object(object) => {
                self.paid_len(object.len(), node)?;
                let hides = rules.is_reference(node);
                let mut rows: Vec<_> = object
                    .members()
                    .filter(|(name, _)| !hides || name.as_str() == "$ref")
                    .filter_map(|(name, value)| Some((rules.find(name)?, value)))
                    .collect();
                rows.sort_by_key(|&(position, _)| position);
                for (position, value) in rows {
                    self.keyword(position, value)?;
                }
            }
            _ => return Err(self.fail(CompileErrorKind::NotASchema, node)),
        }
        self.paid_instructions(self.current.code.len() as u64, node)?;
        self.builder.define(block, &self.current.code);
        self.current.code.clear();
        Ok(())
    }

    /// Checks that so many instructions, edges and names more are within the limit.
    fn paid_instructions(&mut self, more: u64, place: DocumentNode<'d>) -> Result<(), Failed> {
        let count = self.builder.size() + more;
        let paid = self.session.budget.instructions(count);
        self.paid(paid, place)
    }

    fn keyword(&mut self, position: usize, value: DocumentNode<'d>) -> Result<(), Failed> {
        let keyword = &KEYWORDS[position];
        let Lower::With(lower) = keyword.lower else { return Ok(()) };
        self.current.keyword = keyword.name;
        match (keyword.holds, value.view()) {
            (Holds::Data, _) => {
                let budget = &mut self.session.budget;
                let paid = size(value, &mut |steps| budget.pay(steps)).map(|_| ());
                self.paid(paid, value)?;
            }
            (_, View::Array(array)) => self.paid_len(array.len(), value)?,
            (_, View::Object(object)) => self.paid_len(object.len(), value)?,
            _ => {}
        }
        lower(self, value)
    }

    fn paid_len(&mut self, len: usize, place: DocumentNode<'d>) -> Result<(), Failed> {
        let paid = self.session.budget.pay(1 + len as u64);
        self.paid(paid, place)
    }

    /// An edge to a schema; `from` is the resource that it leaves.
    fn edge(
        &mut self,
        target: NodeKey,
        tracks: Tracks,
        path: &str,
        from: Option<ResourceKey>,
    ) -> Result<EdgeId, Failed> {
        let block = self.declared(target, tracks)?;
        let resource = self.session.resource_of(target);
        let scope = if from == Some(resource) { None } else { self.scope(resource) };
        let node = self.session.node(target);
        self.paid_instructions(1, node)?;
        Ok(self.builder.edge(block, scope, path))
    }

    /// The block of a schema, declared if nothing led to it before.
    fn declared(&mut self, key: NodeKey, tracks: Tracks) -> Result<BlockId, Failed> {
        let node = self.session.node(key);
        let tracks = tracks.union(self.own_tracks(key, node));
        if let Some(&block) = self.blocks.get(&(key, tracks)) {
            return Ok(block);
        }
        let budget = &mut self.session.budget;
        let count = self.blocks.len() as u64 + 1;
        let paid = budget.subschemas(count).and_then(|()| budget.pay(1));
        self.paid(paid, node)?;
        let location = self.location(key);
        let block = self.builder.declare(location, tracks);
        self.blocks.insert((key, tracks), block);
        self.pending.push_back((key, tracks, block));
        Ok(block)
    }

    /// What a schema notes down because it asks itself what was evaluated.
    fn own_tracks(&self, key: NodeKey, node: DocumentNode<'d>) -> Tracks {
        let rules = self.session.resource(self.session.resource_of(key)).rules;
        let asks = |keyword| node.get(keyword).is_some() && rules.has(keyword);
        Tracks { properties: asks("unevaluatedProperties"), items: asks("unevaluatedItems") }
    }

    /// The location of a schema, with those of the schemas around it up to its resource.
    fn location(&mut self, key: NodeKey) -> LocationId {
        let session = &*self.session;
        let mut chain = Vec::new();
        let mut known = None;
        let mut at = Some(key.1);
        while let Some(node) = at {
            if let Some(&location) = self.locations.get(&(key.0, node)) {
                known = Some(location);
                break;
            }
            chain.push(node);
            let resource = session.resource(session.resource_of((key.0, node)));
            at = if resource.root == node {
                None
            } else {
                session.scan(key.0).subschema(node).and_then(|s| s.parent)
            };
        }
        for node in chain.into_iter().rev() {
            let path = match known {
                Some(_) => {
                    let subschema = session.scan(key.0).subschema(node);
                    uri::encode(subschema.map_or("", |subschema| &subschema.path))
                }
                None => format!("{}#", session.resource(session.resource_of((key.0, node))).uri),
            };
            let location = self.builder.location(known, &path);
            self.locations.insert((key.0, node), location);
            known = Some(location);
        }
        known.unwrap_or_else(|| self.builder.location(None, ""))
    }

    /// The scope of a resource, if it has dynamic anchors.
    fn scope(&mut self, resource: ResourceKey) -> Option<ScopeId> {
        if let Some(&(scope, _)) = self.scopes.get(&resource) {
            return Some(scope);
        }
        self.session.resource(resource).dynamic.then(|| {
            let scope = self.builder.scope();
            self.scopes.insert(resource, (scope, Vec::new()));
            scope
        })
    }

    /// The slot of a dynamic anchor; making it declares a block for each schema that it may be bound to.
    fn slot(&mut self, name: &str, tracks: Tracks) -> Result<SlotId, Failed> {
        if let Some(&slot) = self.slots.get(&(name.into(), tracks)) {
            return Ok(slot);
        }
        let slot = self.builder.slot();
        self.slots.insert((name.into(), tracks), slot);
        for target in self.session.dynamic_anchors(name).to_vec() {
            let block = self.declared(target, tracks)?;
            let resource = self.session.resource_of(target);
            self.scope(resource);
            if let Some((_, bindings)) = self.scopes.get_mut(&resource) {
                bindings.push((slot, block));
            }
        }
        Ok(slot)
    }

    /// The check of this name in the program, entered if it is not there. One name has one check.
    fn check(&mut self, name: &str, check: Arc<dyn FormatCheck>) -> FormatId {
        match self.builder.find_format(name) {
            Some(format) => format,
            None => self.builder.format(name, check),
        }
    }
}

impl<'d> Lowering<'d> for Lowerer<'_, 'd, '_> {
    fn sibling(&mut self, keyword: &str) -> Result<Option<DocumentNode<'d>>, Failed> {
        let Current { key, rules, .. } = self.current;
        let value = self.session.node(key).get(keyword);
        let Some(value) = value.filter(|_| rules.has(keyword)) else {
            return Ok(None);
        };
        let len = match value.view() {
            View::Array(array) => array.len(),
            View::Object(object) => object.len(),
            _ => 0,
        };
        self.paid_len(len, value)?;
        Ok(Some(value))
    }

    fn tracks(&self) -> Tracks {
        self.current.tracks
    }

    fn builder(&mut self) -> &mut Builder {
        &mut self.builder
    }

    fn names(&mut self, names: &[&str], place: DocumentNode<'d>) -> Result<NamesId, Failed> {
        self.paid_instructions(1 + names.len() as u64, place)?;
        Ok(self.builder.names(names.iter().copied()))
    }

    fn emit(&mut self, instr: Instr) {
        let keyword = self.builder.string(self.current.keyword);
        self.current.code.push((instr, keyword));
    }

    fn subschema(&mut self, schema: DocumentNode<'d>, tracks: Tracks) -> Result<EdgeId, Failed> {
        let Current { key, resource, .. } = self.current;
        let Some(subschema) = self.session.scan(key.0).subschema(schema.id()) else {
            return Err(self.fail(CompileErrorKind::NotASchema, schema));
        };
        let path = subschema.path.clone();
        self.edge((key.0, schema.id()), tracks, &path, Some(resource))
    }

    fn block(&mut self, code: &[Instr]) -> EdgeId {
        let location = self.location(self.current.key);
        let keyword = self.builder.string(self.current.keyword);
        let code: Vec<_> = code.iter().map(|&instr| (instr, keyword)).collect();
        let block = self.builder.declare(location, Tracks::default());
        self.builder.define(block, &code);
        self.builder.edge(block, None, "")
    }

    fn anything(&mut self) -> EdgeId {
        let block = match self.anything {
            Some(block) => block,
            None => {
                let location = self.builder.location(None, "");
                let block = self.builder.declare(location, Tracks::default());
                self.builder.define(block, &[]);
                *self.anything.insert(block)
            }
        };
        self.builder.edge(block, None, "")
    }

    /// A dynamic reference is dynamic only if it leads to a dynamic anchor (Core 8.2.3.2), and only matters if several
    /// schemas in reach have that anchor.
    fn reference(&mut self, value: DocumentNode<'d>) -> Result<Instr, Failed> {
        let Current { key, resource, tracks, keyword, .. } = self.current;
        let dynamic = keyword != "$ref";
        let Some(target) = self.session.resolved(key, dynamic).cloned() else {
            let reference = value.as_str().unwrap_or_default().into();
            return Err(self.fail(CompileErrorKind::Dangling(reference), value));
        };
        let edge = self.edge(target.node, tracks, &format!("/{keyword}"), Some(resource))?;
        match target.dynamic.filter(|name| dynamic && self.session.dynamic_anchors(name).len() > 1)
        {
            Some(name) => {
                let slot = self.slot(&name, tracks)?;
                Ok(Instr::DynamicRef(self.builder.dynamic(Dynamic { slot, edge })))
            }
            None => Ok(Instr::Ref(edge)),
        }
    }

    fn pattern(&mut self, source: &str, place: DocumentNode<'d>) -> Result<PatternId, Failed> {
        if let Some(pattern) = self.builder.find_pattern(source) {
            return Ok(pattern);
        }
        let paid = self.session.budget.pattern(source.len());
        self.paid(paid, place)?;
        let compiled = self
            .engine
            .compile(source, &self.session.budget.limits.pattern)
            .map_err(|error| self.fail(CompileErrorKind::Pattern(error), place))?;
        let paid = self.session.budget.compiled_pattern(&compiled);
        self.paid(paid, place)?;
        let pattern = self.builder.pattern(source, compiled.matcher);
        if !compiled.lints.is_empty() {
            let location = self.location(self.current.key);
            let keyword = self.current.keyword;
            self.lints.push(PatternLints { location, keyword, pattern, lints: compiled.lints });
        }
        Ok(pattern)
    }

    fn format(&mut self, name: &str) -> Option<FormatId> {
        let (name, check) = self.formats.check(name, self.current.rules)?;
        Some(self.check(&name, check))
    }

    fn content(&mut self, check: &'static Format) -> Option<FormatId> {
        let name = check.name;
        let check = self.formats.check_of_content(check)?;
        Some(self.check(name, check))
    }

    fn literal(&mut self, value: DocumentNode<'d>) -> Result<(Document<'static>, u64), Failed> {
        let budget = &mut self.session.budget;
        let cost = size(value, &mut |steps| budget.pay(steps));
        let cost = cost.map_err(|kind| self.fail(kind, value))?;
        let nodes = self.session.budget.literal_nodes_left();
        let limits = ParseLimits { nodes, ..ParseLimits::unlimited() };
        let document = Document::from_node(value, &limits).map_err(|error| {
            let limit = self.session.budget.limits.literal_nodes;
            let kind = match error.kind() {
                ParseErrorKind::Limit { name: "instance_nodes", .. } => {
                    CompileErrorKind::Limit { name: "literal_nodes", limit }
                }
                _ => CompileErrorKind::Parse(error),
            };
            self.fail(kind, value)
        })?;
        let paid = self.session.budget.literal(document.node_count() as u64);
        self.paid(paid, value)?;
        Ok((document, cost))
    }

    fn count_literal(&mut self, place: DocumentNode<'d>) -> Result<(), Failed> {
        let paid = self.session.budget.literal(1);
        self.paid(paid, place)
    }

    fn expected(&mut self, what: &'static str, place: DocumentNode<'d>) -> Failed {
        self.fail(CompileErrorKind::Expected(what), place)
    }
}
