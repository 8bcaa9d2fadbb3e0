//! The scan of a document: its schema resources, anchors and subschemas, in tables, before anything is resolved.
//!
//! Only the places where keywords hold subschemas are walked: what is inside `const`, `enum` or an unknown keyword is
//! data, and an `$id` there identifies nothing. A reference may still lead into an unknown keyword; what is there is
//! then adopted as a schema.
//!
//! Invariant: every subschema has one entry, its resource is that of the nearest subschema
//! above it that has an `$id` when it is entered, and nothing here recurses.

use std::collections::{BTreeMap, HashMap};

use jsonbound_json::{Array, Document, DocumentNode, Node, NodeId, Object, View, pointer};
use jsonbound_vocab::{Holds, KEYWORDS, Table, Vocabularies};

use crate::budget::Budget;
use crate::error::{CompileError, CompileErrorKind};
use crate::uri;

/// A subschema.
#[derive(Debug, Clone)]
pub(crate) struct Subschema {
    /// The resource it belongs to.
    pub resource: u32,
    /// The subschema around it.
    pub parent: Option<NodeId>,
    /// The way from there, as a JSON Pointer.
    pub path: Box<str>,
    /// Subschemas around it, and itself.
    depth: u64,
}

/// A schema resource (Core 4.3.5).
#[derive(Debug, Clone)]
pub(crate) struct Resource {
    /// Its absolute URI.
    pub uri: Box<str>,
    /// Its root.
    pub root: NodeId,
    /// The vocabularies in force.
    pub vocabularies: Vocabularies,
    /// The anchors in it; those of `$dynamicAnchor` are dynamic.
    pub anchors: BTreeMap<Box<str>, Anchor>,
    /// Whether one of them is dynamic.
    pub dynamic: bool,
    /// Its subschemas, to be resolved.
    pub schemas: Vec<NodeId>,
    /// The resources that begin inside it.
    pub embedded: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Anchor {
    pub node: NodeId,
    pub dynamic: bool,
}

/// The tables of a document.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scan {
    /// By node: the position in `subschemas`, plus one.
    by_node: Vec<u32>,
    subschemas: Vec<Subschema>,
    pub resources: Vec<Resource>,
    by_uri: HashMap<Box<str>, u32, ahash::RandomState>,
    anchors: u64,
}

/// What a scan needs to know beside the document.
pub(crate) struct Context<'c, 'd> {
    pub table: &'c Table,
    /// The URI by which the document is known.
    pub base: &'c str,
    /// The vocabularies of a schema without `$schema`.
    pub default: Vocabularies,
    /// Finds the root of a document that may be a meta-schema.
    pub lookup: &'c dyn Fn(&str) -> Option<DocumentNode<'d>>,
}

/// A subschema that is to be entered: the node, its parent, the way from there.
type Pending<'d> = (DocumentNode<'d>, Option<NodeId>, String);

/// What is wrong, and with which value.
type Fault<'d> = (CompileErrorKind, DocumentNode<'d>);

/// Blames a value for an error.
fn on<'d>(value: DocumentNode<'d>) -> impl Fn(CompileErrorKind) -> Fault<'d> {
    move |kind| (kind, value)
}

impl Scan {
    /// Scans a whole document.
    pub(crate) fn of<'d>(
        document: &'d Document<'_>,
        context: &Context<'_, 'd>,
        budget: &mut Budget<'_>,
    ) -> Result<Scan, CompileError> {
        let mut scan = Scan { by_node: vec![0; document.node_count()], ..Scan::default() };
        scan.adopt(document.root(), None, String::new(), context, budget)?;
        Ok(scan)
    }

    /// The entry of a subschema.
    pub(crate) fn subschema(&self, node: NodeId) -> Option<&Subschema> {
        let position = *self.by_node.get(node.0 as usize)?;
        self.subschemas.get(position.checked_sub(1)? as usize)
    }

    /// The number of subschemas.
    pub(crate) fn len(&self) -> usize {
        self.subschemas.len()
    }

    /// The position of the resource with this URI.
    pub(crate) fn find(&self, uri: &str) -> Option<u32> {
        self.by_uri.get(uri).copied()
    }

    /// Scans a subschema and what is below it.
    pub(crate) fn adopt<'d>(
        &mut self,
        node: DocumentNode<'d>,
        parent: Option<NodeId>,
        path: String,
        context: &Context<'_, 'd>,
        budget: &mut Budget<'_>,
    ) -> Result<(), CompileError> {
        let mut pending: Vec<Pending<'d>> = vec![(node, parent, path)];
        while let Some((node, parent, path)) = pending.pop() {
            let at = |(kind, node)| CompileError::new(kind, context.base, node);
            budget.pay(1).map_err(on(node)).map_err(at)?;
            if self.subschema(node.id()).is_some() {
                continue;
            }
            let below = pending.len();
            match node.view() {
                View::Boolean(_) => self.enter(node, parent, path, context, budget).map(|_| ()),
                View::Object(object) => {
                    budget.pay(object.len() as u64).map_err(on(node)).map_err(at)?;
                    self.enter(node, parent, path, context, budget).and_then(|vocabularies| {
                        children(node, vocabularies, context.table, budget, &mut pending)
                            .map_err(on(node))
                    })
                }
                // Whoever applies it will say that it is no schema.
                _ if parent.is_some() => Ok(()),
                _ => Err((CompileErrorKind::NotASchema, node)),
            }
            .map_err(at)?;
            // The stack turns the order round; document order makes for stable numbers.
            pending[below..].reverse();
        }
        Ok(())
    }

    /// Enters a subschema in the tables, with its resource and anchors; gives the vocabularies in force.
    fn enter<'d>(
        &mut self,
        node: DocumentNode<'d>,
        parent: Option<NodeId>,
        path: String,
        context: &Context<'_, 'd>,
        budget: &mut Budget<'_>,
    ) -> Result<Vocabularies, Fault<'d>> {
        let around = parent.and_then(|parent| self.subschema(parent));
        let depth = around.map_or(1, |around| around.depth + 1);
        let around = around.map(|around| around.resource);
        budget.schema_depth(depth).map_err(on(node))?;
        let count = self.subschemas.len() as u64 + 1;
        budget.subschemas(count).map_err(on(node))?;
        let resource = self.resource(node, around, context, budget)?;
        let subschema = Subschema { resource, parent, path: path.into(), depth };
        self.subschemas.push(subschema);
        let position = u32::try_from(self.subschemas.len()).unwrap_or(u32::MAX);
        if let Some(entry) = self.by_node.get_mut(node.id().0 as usize) {
            *entry = position;
        }
        self.resources[resource as usize].schemas.push(node.id());
        self.anchor(node, resource, "$anchor", budget)?;
        self.anchor(node, resource, "$dynamicAnchor", budget)?;
        Ok(self.resources[resource as usize].vocabularies)
    }

    /// The resource of a subschema: a new one if it has an `$id` or is the root, else the one around it.
    fn resource<'d>(
        &mut self,
        node: DocumentNode<'d>,
        around: Option<u32>,
        context: &Context<'_, 'd>,
        budget: &mut Budget<'_>,
    ) -> Result<u32, Fault<'d>> {
        let base = around.map_or(context.base, |around| &self.resources[around as usize].uri);
        let (place, resolved) = match (node.get("$id"), around) {
            (None, Some(around)) => return Ok(around),
            (None, None) => (node, uri::absolute(base)),
            (Some(id), _) => (id, identify(base, id, budget)),
        };
        let resolved = resolved.map_err(on(place))?;
        budget.uri(resolved.len(), false).map_err(on(place))?;
        let inherited = around.map_or(context.default, |a| self.resources[a as usize].vocabularies);
        let vocabularies = match node.get("$schema") {
            None => inherited,
            Some(schema) => match schema.as_str() {
                Some(uri) => {
                    crate::dialect::vocabularies(uri, context.lookup, budget).map_err(on(schema))?
                }
                None => return Err((CompileErrorKind::Expected("a URI"), schema)),
            },
        };
        let count = self.resources.len() as u64 + 1;
        budget.resources(count).map_err(on(place))?;
        let position = u32::try_from(self.resources.len()).unwrap_or(u32::MAX);
        if self.by_uri.insert(resolved.as_str().into(), position).is_some() {
            return Err((CompileErrorKind::DuplicateId(resolved), place));
        }
        if let Some(around) = around {
            self.resources[around as usize].embedded.push(position);
        }
        self.resources.push(Resource {
            uri: resolved.into(),
            root: node.id(),
            vocabularies,
            anchors: BTreeMap::new(),
            dynamic: false,
            schemas: Vec::new(),
            embedded: Vec::new(),
        });
        Ok(position)
    }

    fn anchor<'d>(
        &mut self,
        node: DocumentNode<'d>,
        resource: u32,
        keyword: &str,
        budget: &mut Budget<'_>,
    ) -> Result<(), Fault<'d>> {
        let Some(value) = node.get(keyword) else { return Ok(()) };
        let expected = CompileErrorKind::Expected("the name of an anchor");
        let name = value.as_str().ok_or((expected, value))?;
        if !uri::is_anchor(name) {
            return Err((CompileErrorKind::AnchorName(name.into()), value));
        }
        self.anchors += 1;
        budget.anchors(self.anchors).map_err(on(value))?;
        let dynamic = keyword == "$dynamicAnchor";
        let anchor = Anchor { node: node.id(), dynamic };
        let resource = &mut self.resources[resource as usize];
        resource.dynamic |= dynamic;
        match resource.anchors.insert(name.into(), anchor) {
            // One schema may have the same name for both.
            Some(other) if other.node == node.id() => Ok(()),
            Some(_) => Err((CompileErrorKind::DuplicateAnchor(name.into()), value)),
            None => Ok(()),
        }
    }
}

/// The URI of an `$id`.
fn identify(
    base: &str,
    id: DocumentNode<'_>,
    budget: &mut Budget<'_>,
) -> Result<String, CompileErrorKind> {
    let id = id.as_str().ok_or(CompileErrorKind::Expected("a URI reference"))?;
    budget.uri_bytes(id.len() as u64)?;
    let (reference, fragment) = uri::split(id);
    if !fragment.is_empty() {
        return Err(CompileErrorKind::IdFragment(id.into()));
    }
    uri::resolve(base, reference)
}

/// Finds the subschemas of an object schema.
fn children<'d>(
    node: DocumentNode<'d>,
    vocabularies: Vocabularies,
    table: &Table,
    budget: &mut Budget<'_>,
    pending: &mut Vec<Pending<'d>>,
) -> Result<(), CompileErrorKind> {
    let parent = Some(node.id());
    let View::Object(object) = node.view() else { return Ok(()) };
    for (name, value) in object.members() {
        let Some(position) = table.find(name, vocabularies) else { continue };
        let mut path = String::new();
        pointer::push_token(&mut path, name.as_str());
        match (KEYWORDS[position].holds, value.view()) {
            (Holds::Schema, _) => pending.push((value, parent, path)),
            (Holds::Schemas, View::Array(schemas)) => {
                budget.pay(schemas.len() as u64)?;
                for (index, schema) in schemas.items().enumerate() {
                    pending.push((schema, parent, format!("{path}/{index}")));
                }
            }
            (Holds::Members, View::Object(members)) => {
                budget.pay(members.len() as u64)?;
                for (name, schema) in members.members() {
                    let mut path = path.clone();
                    pointer::push_token(&mut path, name.as_str());
                    pending.push((schema, parent, path));
                }
            }
            _ => {}
        }
    }
    Ok(())
}
