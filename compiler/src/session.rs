//! The session of one compilation: the documents that are in reach, and where every reference in them leads.
//!
//! All references are resolved here, before anything is lowered: those of the schema's whole document, and those of
//! each registry resource that is reached. Pointers into places that are no subschemas are adopted; URIs of documents
//! that were not given are collected.
//!
//! Invariant: after [`Session::resolve`], every reference of a reached resource has a target.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, VecDeque};

use ahash::RandomState;
use jsonbound_json::{Document, DocumentNode, Key, Kind, Node, NodeId, Object, View, pointer};
use jsonbound_vocab::Dialect;

use crate::budget::Budget;
use crate::check::{self, Check};
use crate::error::{CompileError, CompileErrorKind};
use crate::registry::Registry;
use crate::scan::{Context, Resource, Scan};
use crate::uri;
use crate::usage::Usage;

/// A node of one of the session's documents.
pub(crate) type NodeKey = (u32, NodeId);
/// A resource of one of the session's documents.
pub(crate) type ResourceKey = (u32, u32);

/// Where a reference leads.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    pub node: NodeKey,
    /// The name of the dynamic anchor that it leads to, if it leads to one.
    pub dynamic: Option<Box<str>>,
}

/// What holds a reference: a schema, by a dynamic reference or `$ref`, or whoever asked for an entry point, by its
/// position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Holder {
    Schema(NodeKey, bool),
    Entry(usize),
}

/// A reference that is to be resolved.
struct Reference<'d> {
    holder: Holder,
    from: ResourceKey,
    text: Cow<'d, str>,
    /// The value that it points to, if that is to be adopted.
    node: Option<NodeKey>,
    /// Whether its URI has been counted.
    counted: bool,
}

/// Where a reference leads, so far.
enum Found {
    Target(Target),
    /// To a value that is no subschema yet.
    Value(NodeKey),
    /// To a URI that nothing has yet.
    Unknown,
    /// To whatever the dynamic scope has.
    Free,
}

/// A document in reach.
struct Source<'d> {
    uri: Cow<'d, str>,
    document: &'d Document<'d>,
    scan: Cow<'d, Scan>,
}

/// How many of a resource's schemas and embedded resources have been looked at.
#[derive(Clone, Copy, Default)]
struct Progress {
    schemas: usize,
    embedded: usize,
}

pub(crate) struct Session<'d, 'l> {
    pub budget: Budget<'l>,
    registry: &'d Registry,
    /// The dialect of a schema without `$schema`.
    dialect: Dialect,
    sources: Vec<Source<'d>>,
    /// The sources of registry documents: of the user's registry, and of those of the dialects' meta-schemas.
    imported: HashMap<(Option<Dialect>, u32), u32, RandomState>,
    /// Resources that were adopted, by URI.
    adopted: HashMap<Box<str>, ResourceKey, RandomState>,
    /// References by the schema that holds them and by keyword.
    targets: HashMap<(NodeKey, bool), Target, RandomState>,
    /// The dynamic anchors of reached resources, by name.
    dynamic: BTreeMap<Box<str>, Vec<NodeKey>>,
    /// Reached resources, and how far they have been looked at.
    reached: BTreeMap<ResourceKey, Progress>,
    pending: VecDeque<ResourceKey>,
    /// References that wait until all others are resolved.
    waiting: Vec<Reference<'d>>,
    /// Dynamic references to anchors that their own resource does not have: who holds them, and their text.
    free: Vec<(NodeKey, Cow<'d, str>)>,
    /// References that lead nowhere, and why.
    pub broken: Vec<(Holder, CompileErrorKind)>,
    /// How often something was adopted.
    adoptions: u64,
    /// The entry points that were asked for: the reference, and where it leads.
    pub entries: Vec<(String, NodeKey)>,
}

type Done = Result<(), CompileError>;

impl<'d, 'l> Session<'d, 'l> {
    /// Scans the schema's document.
    pub(crate) fn new(
        document: &'d Document<'d>,
        base: &str,
        registry: &'d Registry,
        dialect: Dialect,
        budget: Budget<'l>,
    ) -> Result<Self, CompileError> {
        let mut session = Session {
            budget,
            registry,
            dialect,
            sources: Vec::new(),
            imported: HashMap::default(),
            adopted: HashMap::default(),
            targets: HashMap::default(),
            dynamic: BTreeMap::new(),
            reached: BTreeMap::new(),
            pending: VecDeque::new(),
            waiting: Vec::new(),
            free: Vec::new(),
            broken: Vec::new(),
            adoptions: 0,
            entries: Vec::new(),
        };
        let lookup = meta_schemas(registry);
        let context = Context { base, default: dialect, lookup: &lookup };
        let scan = Scan::of(document, &context, &mut session.budget)?;
        let uri = Cow::Owned(base.to_owned());
        session.sources.push(Source { uri, document, scan: Cow::Owned(scan) });
        Ok(session)
    }

    /// Checks the schema's document against its meta-schemas.
    pub(crate) fn check(&mut self, check: &Check<'_>) -> Done {
        let Source { uri, document, scan } = &self.sources[0];
        check::run(check, uri, document, scan, &mut self.budget)
    }

    /// Resolves every reference in reach, and those to the entry points that are asked for. One that leads nowhere is
    /// an error.
    pub(crate) fn resolve(&mut self, entries: &[String]) -> Done {
        self.follow(entries)?;
        if let Some((holder, kind)) = self.broken.first() {
            return Err(self.blame(*holder, kind.clone()));
        }
        self.missing()
    }

    /// Finds out where every reference in reach leads. What leads nowhere is noted down.
    ///
    /// What a pointer leads to is made a schema only when all references that need no such thing are resolved, and what
    /// is outside before what is inside it, so that the outcome does not depend on the order of members. Then the next
    /// round begins.
    pub(crate) fn follow(&mut self, entries: &[String]) -> Done {
        for resource in 0..self.sources[0].scan.resources.len() {
            self.reach((0, u32::try_from(resource).unwrap_or(u32::MAX)));
        }
        for (position, entry) in entries.iter().enumerate() {
            let (holder, text) = (Holder::Entry(position), Cow::Owned(entry.clone()));
            let from = (0, 0);
            self.refer(Reference { holder, from, text, node: None, counted: false }, false)?;
        }
        loop {
            self.look_at_pending()?;
            let adoptions = self.adoptions;
            let mut waiting = std::mem::take(&mut self.waiting);
            // By documents, so that it does not matter which was met first. In a document the values inside a value
            // have smaller numbers than it has. What leads to unknown URIs comes last, and only looks again.
            waiting.sort_by(|a, b| self.adoption_order(a.node).cmp(&self.adoption_order(b.node)));
            for reference in waiting {
                let adopt = reference.node.is_some();
                self.refer(reference, adopt)?;
            }
            let found = self.waiting.iter().any(|reference| reference.node.is_some());
            if self.adoptions == adoptions && !found && self.pending.is_empty() {
                break;
            }
        }
        self.gather_dynamic_anchors();
        self.lead_free_references();
        Ok(())
    }

    fn adoption_order(&self, node: Option<NodeKey>) -> impl Ord {
        node.map_or((true, "", Reverse(NodeId(0))), |(document, node)| {
            (false, self.uri(document), Reverse(node))
        })
    }

    /// Looks at schemas and embedded resources of reached resources until there are no more.
    fn look_at_pending(&mut self) -> Done {
        while let Some(key) = self.pending.pop_front() {
            let mut done = self.reached.get(&key).copied().unwrap_or_default();
            while let Some(&node) = self.resource(key).schemas.get(done.schemas) {
                done.schemas += 1;
                self.references((key.0, node))?;
            }
            while let Some(&embedded) = self.resource(key).embedded.get(done.embedded) {
                done.embedded += 1;
                self.reach((key.0, embedded));
            }
            self.reached.insert(key, done);
        }
        Ok(())
    }

    /// What still waits leads to documents that were not given.
    fn missing(&mut self) -> Done {
        let mut missing = BTreeMap::new();
        for reference in std::mem::take(&mut self.waiting) {
            let (uri, _) = uri::split(&reference.text);
            if let Ok(uri) = uri::resolve(&self.resource(reference.from).uri, uri) {
                missing.entry(uri).or_insert(reference.holder);
            }
        }
        let Some((_, &holder)) = missing.first_key_value() else { return Ok(()) };
        Err(self.blame(holder, CompileErrorKind::Missing(missing.into_keys().collect())))
    }

    /// An error of a reference.
    fn blame(&self, holder: Holder, kind: CompileErrorKind) -> CompileError {
        match holder {
            Holder::Entry(_) => CompileError::of_document(kind, self.uri(0)),
            Holder::Schema(key, dynamic) => {
                let node = self.node(key);
                let keyword = self.keywords(key).nth(usize::from(dynamic));
                let place = keyword.and_then(|keyword| node.get(keyword)).unwrap_or(node);
                CompileError::new(kind, self.uri(key.0), place)
            }
        }
    }

    fn gather_dynamic_anchors(&mut self) {
        for &(document, resource) in self.reached.keys() {
            let resource = &self.sources[document as usize].scan.resources[resource as usize];
            for (name, anchor) in resource.anchors.iter().filter(|(_, anchor)| anchor.dynamic) {
                let anchors = self.dynamic.entry(name.clone()).or_default();
                anchors.push((document, anchor.node));
            }
        }
    }

    /// What only the dynamic scope decides leads to the first schema in reach that has the anchor, if nothing is bound.
    fn lead_free_references(&mut self) {
        for (key, text) in std::mem::take(&mut self.free) {
            let name = uri::decode(uri::split(&text).1).unwrap_or_default();
            match self.dynamic_anchors(&name).first() {
                Some(&node) => {
                    let dynamic = Some(name.into());
                    self.targets.insert((key, true), Target { node, dynamic });
                }
                None => {
                    let kind = CompileErrorKind::Dangling(text.into());
                    self.broken.push((Holder::Schema(key, true), kind));
                }
            }
        }
    }

    /// Notes that a resource is in reach, and with it those that are embedded in it.
    fn reach(&mut self, key: ResourceKey) {
        if !self.reached.contains_key(&key) {
            self.look(key);
        }
    }

    /// Has the schemas of a resource looked at that were not before: adoption can add some to a resource that was done.
    fn look(&mut self, key: ResourceKey) {
        self.reached.entry(key).or_default();
        self.pending.push_back(key);
    }

    /// Resolves the references that a schema holds.
    fn references(&mut self, key: NodeKey) -> Done {
        let node = self.node(key);
        let paid = self.budget.pay(1);
        paid.map_err(|kind| CompileError::new(kind, self.uri(key.0), node))?;
        for (position, keyword) in self.keywords(key).enumerate() {
            let Some(value) = node.get(keyword) else { continue };
            let base = &self.sources[key.0 as usize].uri;
            let at = |kind| CompileError::new(kind, base, value);
            let Some(reference) = value.as_str() else {
                return Err(at(CompileErrorKind::Expected("a URI reference")));
            };
            self.budget.reference().map_err(at)?;
            let holder = Holder::Schema(key, position == 1);
            let from = self.resource_of(key);
            let text = Cow::Borrowed(reference);
            self.refer(Reference { holder, from, text, node: None, counted: false }, false)?;
        }
        Ok(())
    }

    /// Finds where a reference leads and notes it down, or has it wait.
    fn refer(&mut self, mut reference: Reference<'d>, adopt: bool) -> Done {
        let found = match self.target(&reference, adopt) {
            Ok(found) => found,
            Err(Refusal::Error(error)) => return Err(error),
            Err(Refusal::Kind(
                kind @ (CompileErrorKind::Dangling(_) | CompileErrorKind::Uri(..)),
            )) => {
                self.broken.push((reference.holder, kind));
                return Ok(());
            }
            Err(Refusal::Kind(kind)) => return Err(self.blame(reference.holder, kind)),
        };
        reference.counted = true;
        match (found, reference.holder) {
            (Found::Target(target), Holder::Schema(key, dynamic)) => {
                self.targets.insert((key, dynamic), target);
            }
            (Found::Target(target), Holder::Entry(_)) => {
                self.entries.push((reference.text.into_owned(), target.node));
            }
            (Found::Value(node), _) => {
                reference.node = Some(node);
                self.waiting.push(reference);
            }
            (Found::Free, Holder::Schema(key, _)) => self.free.push((key, reference.text)),
            (Found::Unknown | Found::Free, _) => {
                reference.node = None;
                self.waiting.push(reference);
            }
        }
        Ok(())
    }

    /// Finds where a reference leads. Each time it pays for the work; the bytes of its URIs count once.
    fn target(&mut self, reference: &Reference<'d>, adopt: bool) -> Result<Found, Refusal> {
        let Reference { from, ref text, counted, .. } = *reference;
        let (uri, fragment) = uri::split(text);
        self.budget.uri(text.len(), counted)?;
        let resource = match uri {
            "" => from,
            _ => {
                let resolved = uri::resolve(&self.resource(from).uri, uri)?;
                self.budget.uri(resolved.len(), counted)?;
                match self.find(&resolved)? {
                    Some(resource) => resource,
                    None => return Ok(Found::Unknown),
                }
            }
        };
        self.reach(resource);
        let dangling = || CompileErrorKind::Dangling((**text).into());
        let fragment = uri::decode(fragment).ok_or_else(dangling)?;
        if fragment.is_empty() {
            let found = self.resource(resource);
            // What `$recursiveRef` leads to may be an anchor without a name (2019-09, Core 8.2.4.2).
            let dynamic = found.anchors.get("").map(|_| "".into());
            let node = (resource.0, found.root);
            return Ok(Found::Target(Target { node, dynamic }));
        }
        if fragment.starts_with('/') {
            return self.point(resource, &fragment, adopt)?.ok_or_else(|| dangling().into());
        }
        let Some(&anchor) = self.resource(resource).anchors.get(&*fragment) else {
            let free = matches!(reference.holder, Holder::Schema(key, true)
                if self.resource(self.resource_of(key)).rules.traits().dynamic_ref_is_free);
            return if free { Ok(Found::Free) } else { Err(dangling().into()) };
        };
        let dynamic = anchor.dynamic.then(|| fragment.into());
        Ok(Found::Target(Target { node: (resource.0, anchor.node), dynamic }))
    }

    /// Finds a resource by its URI, among the schema's own first, then in the registry, then among the standard
    /// meta-schemas.
    fn find(&mut self, uri: &str) -> Result<Option<ResourceKey>, CompileError> {
        if let Some(resource) = self.sources[0].scan.find(uri) {
            return Ok(Some((0, resource)));
        }
        if uri == &*self.sources[0].uri {
            return Ok(Some((0, 0)));
        }
        if let Some(&resource) = self.adopted.get(uri) {
            return Ok(Some(resource));
        }
        let given = self.registry.find(uri).map(|found| (None, self.registry, found));
        let found = given.or_else(|| {
            let (dialect, registry, found) = Registry::find_standard(uri)?;
            Some((Some(dialect), registry, found))
        });
        let Some((standard, registry, (document, resource))) = found else { return Ok(None) };
        let source = match self.imported.get(&(standard, document)) {
            Some(&source) => source,
            None => self.import(registry, standard, document)?,
        };
        Ok(Some((source, resource)))
    }

    /// Takes a registry document into the session.
    fn import(
        &mut self,
        registry: &'d Registry,
        standard: Option<Dialect>,
        document: u32,
    ) -> Result<u32, CompileError> {
        let entry = registry.entry(document);
        let scan = entry.scan.as_ref().map_err(Clone::clone)?;
        let source = u32::try_from(self.sources.len()).unwrap_or(u32::MAX);
        let uri = Cow::Borrowed(&*entry.uri);
        self.sources.push(Source { uri, document: &entry.document, scan: Cow::Borrowed(scan) });
        self.imported.insert((standard, document), source);
        Ok(source)
    }

    /// Follows a JSON Pointer from the root of a resource to a subschema, or to what can be adopted as one.
    fn point(
        &mut self,
        from: ResourceKey,
        fragment: &str,
        adopt: bool,
    ) -> Result<Option<Found>, Refusal> {
        let Some(tokens) = uri::tokens(fragment) else { return Ok(None) };
        let source = &self.sources[from.0 as usize];
        let mut node = source.document.node(source.scan.resources[from.1 as usize].root);
        // The last subschema on the way, and the way from there.
        let (mut schema, mut path) = (node.id(), String::new());
        for token in tokens {
            self.budget.pay(1 + token.len() as u64 / 32)?;
            // The values of these are compared, so what looks like a schema in them is none.
            let data = path.is_empty()
                && matches!(&*token, "const" | "enum")
                && node.as_object().is_some();
            let next = match node.view() {
                View::Object(object) if !data => object.get(Key::new(&token)),
                View::Array(array) => pointer::index(&token).and_then(|index| array.get(index)),
                _ => None,
            };
            let Some(next) = next else { return Ok(None) };
            node = next;
            pointer::push_token(&mut path, &token);
            if source.scan.subschema(node.id()).is_some() {
                schema = node.id();
                path.clear();
            }
        }
        if !matches!(node.kind(), Kind::Object | Kind::Boolean) {
            return Ok(None);
        }
        if !path.is_empty() {
            if !adopt {
                return Ok(Some(Found::Value((from.0, node.id()))));
            }
            self.adopt(from.0, node, schema, path)?;
        }
        Ok(Some(Found::Target(Target { node: (from.0, node.id()), dynamic: None })))
    }

    /// Makes subschemas of what a pointer leads to.
    fn adopt(
        &mut self,
        document: u32,
        node: DocumentNode<'d>,
        parent: NodeId,
        path: String,
    ) -> Done {
        let registry = self.registry;
        let Session { sources, dialect, budget, .. } = self;
        let source = &mut sources[document as usize];
        if let Cow::Borrowed(scan) = source.scan {
            // The tables of a registry document are copied before they grow.
            let size = source.document.node_count() + scan.len();
            let at = |kind| CompileError::new(kind, &source.uri, node);
            budget.pay(size as u64).map_err(at)?;
        }
        self.adoptions += 1;
        let before = source.scan.resources.len();
        let lookup = meta_schemas(registry);
        let base = source.uri.clone();
        let context = Context { base: &base, default: *dialect, lookup: &lookup };
        source.scan.to_mut().adopt(node, Some(parent), path, &context, budget)?;
        let Some(around) = source.scan.subschema(parent).map(|parent| parent.resource) else {
            return Ok(());
        };
        for (resource, found) in source.scan.resources.iter().enumerate().skip(before) {
            let key = (document, u32::try_from(resource).unwrap_or(u32::MAX));
            if self.adopted.insert(found.uri.clone(), key).is_some_and(|other| other != key) {
                let kind = CompileErrorKind::DuplicateId((*found.uri).into());
                return Err(CompileError::new(kind, &source.uri, node));
            }
        }
        self.look((document, around));
        Ok(())
    }

    /// The resources in reach: of the schema's document, then of others as they were met, each in document order.
    pub(crate) fn reached(&self) -> impl Iterator<Item = ResourceKey> {
        self.reached.keys().copied()
    }

    /// What was used, by the documents of the user's registry as well, each of which had a budget of its own.
    pub(crate) fn usage(&self) -> Usage {
        let imported = self.imported.keys().filter(|(standard, _)| standard.is_none());
        let documents = imported.map(|&(_, document)| self.registry.entry(document).usage);
        documents.fold(self.budget.used(), Usage::max)
    }

    /// The root of the schema's document.
    pub(crate) fn root(&self) -> DocumentNode<'d> {
        self.sources[0].document.root()
    }

    pub(crate) fn node(&self, key: NodeKey) -> DocumentNode<'d> {
        self.sources[key.0 as usize].document.node(key.1)
    }

    pub(crate) fn uri(&self, document: u32) -> &str {
        &self.sources[document as usize].uri
    }

    pub(crate) fn scan(&self, document: u32) -> &Scan {
        &self.sources[document as usize].scan
    }

    pub(crate) fn resource(&self, key: ResourceKey) -> &Resource {
        &self.sources[key.0 as usize].scan.resources[key.1 as usize]
    }

    /// The resource that a subschema belongs to.
    pub(crate) fn resource_of(&self, key: NodeKey) -> ResourceKey {
        (key.0, self.scan(key.0).subschema(key.1).map_or(0, |subschema| subschema.resource))
    }

    /// The place of a subschema as a JSON Pointer; its bytes are paid for, since deep ones repeat the way to them.
    pub(crate) fn pointer(&mut self, key: NodeKey) -> Result<String, CompileErrorKind> {
        let scan = &self.sources[key.0 as usize].scan;
        let mut way = Vec::new();
        let mut at = scan.subschema(key.1);
        while let Some(subschema) = at {
            way.push(&*subschema.path);
            at = subschema.parent.and_then(|parent| scan.subschema(parent));
        }
        let bytes: usize = way.iter().map(|part| 1 + part.len()).sum();
        self.budget.pay(bytes as u64)?;
        Ok(way.into_iter().rev().collect())
    }

    /// The keywords that refer in the dialect of a schema: `$ref`, and the one that does so dynamically.
    pub(crate) fn keywords(&self, key: NodeKey) -> impl Iterator<Item = &'static str> + use<> {
        self.resource(self.resource_of(key)).rules.traits().references()
    }

    /// The target of a schema's `$ref` or its dynamic reference.
    pub(crate) fn resolved(&self, key: NodeKey, dynamic: bool) -> Option<&Target> {
        self.targets.get(&(key, dynamic))
    }

    /// The schemas in reach that have this dynamic anchor.
    pub(crate) fn dynamic_anchors(&self, name: &str) -> &[NodeKey] {
        self.dynamic.get(name).map_or(&[], Vec::as_slice)
    }
}

/// Why a reference has no target: what is wrong with it, or an error elsewhere that it led to.
enum Refusal {
    Kind(CompileErrorKind),
    Error(CompileError),
}

impl From<CompileErrorKind> for Refusal {
    fn from(kind: CompileErrorKind) -> Self {
        Refusal::Kind(kind)
    }
}

impl From<CompileError> for Refusal {
    fn from(error: CompileError) -> Self {
        Refusal::Error(error)
    }
}

/// Finds meta-schemas in the registry and among the standard ones.
fn meta_schemas<'d>(registry: &'d Registry) -> impl Fn(&str) -> Option<DocumentNode<'d>> {
    move |uri| {
        registry.root(uri).or_else(|| {
            let (_, standard, _) = Registry::find_standard(uri)?;
            standard.root(uri)
        })
    }
}
