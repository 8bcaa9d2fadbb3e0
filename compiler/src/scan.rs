//! The scan of a document: its schema resources, anchors and subschemas, in tables, before anything is resolved.
//!
//! Only the places where keywords hold subschemas are walked: what is inside `const`, `enum` or an unknown keyword is
//! data, and an `$id` there identifies nothing. A reference may still lead into an unknown keyword; what is there is
//! then adopted as a schema.
//!
//! Invariant: every subschema has one entry, its resource is that of the nearest subschema
//! above it that has an identifier when it is entered, and nothing here recurses.

use std::collections::{BTreeMap, HashMap};

use jsonbound_json::{Array, Document, DocumentNode, Kind, Node, NodeId, Object, View, pointer};
use jsonbound_vocab::{Dialect, Holds, KEYWORDS, Rules};

use crate::budget::Budget;
use crate::dialect::{self, MetaSchema};
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
    /// What it is read by.
    pub rules: Rules,
    /// What it has to be valid against.
    pub meta_schema: MetaSchema,
    /// Whether that is another meta-schema than that of what is around it.
    is_part: bool,
    /// The anchors in it; those of the dynamic scope are dynamic. `$recursiveAnchor` has no name.
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
    /// The URI by which the document is known.
    pub base: &'c str,
    /// The dialect of a schema without `$schema`.
    pub default: Dialect,
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

    /// The root, and the resources whose meta-schema is another than that of what is around them.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Resource> {
        self.resources.iter().filter(|resource| resource.is_part)
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
        self.admit(node, parent, context)?;
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
                    self.enter(node, parent, path, context, budget).and_then(|rules| {
                        children(node, rules, budget, &mut pending).map_err(on(node))
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

    /// Refuses a boolean as a whole schema where the dialect has none; inside schemas, keywords know.
    fn admit<'d>(
        &self,
        node: DocumentNode<'d>,
        parent: Option<NodeId>,
        context: &Context<'_, 'd>,
    ) -> Result<(), CompileError> {
        let around = parent.and_then(|parent| self.subschema(parent));
        let rules = around.map_or(Rules::of(context.default), |around| {
            self.resources[around.resource as usize].rules
        });
        match node.kind() == Kind::Boolean && !rules.traits().booleans {
            true => Err(CompileError::new(CompileErrorKind::NotASchema, context.base, node)),
            false => Ok(()),
        }
    }

    /// Enters a subschema in the tables, with its resource and anchors; gives what it is read by.
    fn enter<'d>(
        &mut self,
        node: DocumentNode<'d>,
        parent: Option<NodeId>,
        path: String,
        context: &Context<'_, 'd>,
        budget: &mut Budget<'_>,
    ) -> Result<Rules, Fault<'d>> {
        let around = parent.and_then(|parent| self.subschema(parent));
        let depth = around.map_or(1, |around| around.depth + 1);
        let around = around.map(|around| around.resource);
        budget.schema_depth(depth).map_err(on(node))?;
        let count = self.subschemas.len() as u64 + 1;
        budget.subschemas(count).map_err(on(node))?;
        let (resource, own_anchor) = self.resource(node, around, context, budget)?;
        let subschema = Subschema { resource, parent, path: path.into(), depth };
        self.subschemas.push(subschema);
        let position = u32::try_from(self.subschemas.len()).unwrap_or(u32::MAX);
        if let Some(entry) = self.by_node.get_mut(node.id().0 as usize) {
            *entry = position;
        }
        let place = &mut self.resources[resource as usize];
        place.schemas.push(node.id());
        let rules = place.rules;
        if let Some((name, value)) = own_anchor {
            self.name(node, resource, &name, false, value, budget)?;
        }
        self.anchors(node, resource, rules, budget)?;
        Ok(rules)
    }

    /// The resource of a subschema: a new one if it is the root or has an identifier, else the one around it. An
    /// identifier of older drafts can name an anchor as well.
    fn resource<'d>(
        &mut self,
        node: DocumentNode<'d>,
        around: Option<u32>,
        context: &Context<'_, 'd>,
        budget: &mut Budget<'_>,
    ) -> Result<(u32, Option<OwnAnchor<'d>>), Fault<'d>> {
        let outer = around.map(|around| &self.resources[around as usize]);
        if let Some((around, outer)) = around.zip(outer)
            && node.get(outer.rules.traits().id).is_none()
            && !has_own_dialect(node)
        {
            return Ok((around, None));
        }
        let (rules, meta_schema) = match (node.get("$schema"), outer) {
            (Some(schema), _) => dialect::declared(schema, context, budget).map_err(on(schema))?,
            (None, Some(outer)) => (outer.rules, outer.meta_schema.clone()),
            (None, None) => (Rules::of(context.default), MetaSchema::Standard(context.default)),
        };
        let base = outer.map_or(context.base, |outer| &outer.uri);
        let id = node.get(rules.traits().id).filter(|_| !rules.is_reference(node));
        let (uri, anchor, place) = match id {
            Some(id) => {
                let (uri, anchor) = identify(base, id, rules, budget).map_err(on(id))?;
                (uri, anchor, id)
            }
            None => (None, None, node),
        };
        let anchor = anchor.map(|name| (name, place));
        let uri = match (uri, around) {
            (None, Some(around)) => return Ok((around, anchor)),
            (None, None) => uri::absolute(base).map_err(on(place))?,
            (Some(uri), _) => uri,
        };
        let mut new = Resource::new(uri.into(), node.id(), rules, meta_schema);
        new.is_part = outer.is_none_or(|outer| outer.meta_schema != new.meta_schema);
        let position = self.begin(new, around, budget).map_err(on(place))?;
        Ok((position, anchor))
    }

    /// Enters a resource.
    fn begin(
        &mut self,
        resource: Resource,
        around: Option<u32>,
        budget: &mut Budget<'_>,
    ) -> Result<u32, CompileErrorKind> {
        budget.uri(resource.uri.len(), false)?;
        budget.resources(self.resources.len() as u64 + 1)?;
        let position = u32::try_from(self.resources.len()).unwrap_or(u32::MAX);
        if self.by_uri.insert(resource.uri.clone(), position).is_some() {
            return Err(CompileErrorKind::DuplicateId(resource.uri.into()));
        }
        if let Some(around) = around {
            self.resources[around as usize].embedded.push(position);
        }
        self.resources.push(resource);
        Ok(position)
    }

    /// Enters the anchors that keywords of their own make.
    fn anchors<'d>(
        &mut self,
        node: DocumentNode<'d>,
        resource: u32,
        rules: Rules,
        budget: &mut Budget<'_>,
    ) -> Result<(), Fault<'d>> {
        let traits = rules.traits();
        let Some(is_anchor) = traits.is_anchor else { return Ok(()) };
        let expected = |what| move |value| (CompileErrorKind::Expected(what), value);
        for (keyword, dynamic) in [(Some("$anchor"), false), (traits.dynamic_anchor, true)] {
            let Some(keyword) = keyword else { continue };
            let Some(value) = node.get(keyword) else { continue };
            if keyword == "$recursiveAnchor" {
                let flag = value.as_bool().ok_or(value).map_err(expected("a boolean"))?;
                // It speaks of the resource, so it has to stand at its root (2019-09, Core 8.2.4.2.2).
                if flag && self.resources[resource as usize].root == node.id() {
                    self.name(node, resource, "", true, value, budget)?;
                }
                continue;
            }
            let name = value.as_str().ok_or(value).map_err(expected("the name of an anchor"))?;
            if !is_anchor(name) {
                return Err((CompileErrorKind::AnchorName(name.into()), value));
            }
            self.name(node, resource, name, dynamic, value, budget)?;
        }
        Ok(())
    }

    /// Enters an anchor.
    fn name<'d>(
        &mut self,
        node: DocumentNode<'d>,
        resource: u32,
        name: &str,
        dynamic: bool,
        value: DocumentNode<'d>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Fault<'d>> {
        self.anchors += 1;
        budget.anchors(self.anchors).map_err(on(value))?;
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

impl Resource {
    fn new(uri: Box<str>, root: NodeId, rules: Rules, meta_schema: MetaSchema) -> Self {
        Resource {
            uri,
            root,
            rules,
            meta_schema,
            is_part: true,
            anchors: BTreeMap::new(),
            dynamic: false,
            schemas: Vec::new(),
            embedded: Vec::new(),
        }
    }
}

/// An anchor that an identifier makes: its name, and the identifier.
type OwnAnchor<'d> = (String, DocumentNode<'d>);

/// Whether a schema says its dialect, and has an identifier in some dialect. Where nothing is identified, no resource
/// begins that could have one (Core 8.1.1).
fn has_own_dialect(node: DocumentNode<'_>) -> bool {
    node.get("$schema").is_some() && node.get("$id").or_else(|| node.get("id")).is_some()
}

/// The URI that an identifier gives to a resource, and the anchor that it makes. Up to draft-07 one that is only a
/// fragment makes an anchor in the resource around it, and a JSON Pointer to where it stands makes nothing.
fn identify(
    base: &str,
    id: DocumentNode<'_>,
    rules: Rules,
    budget: &mut Budget<'_>,
) -> Result<(Option<String>, Option<String>), CompileErrorKind> {
    let id = id.as_str().ok_or(CompileErrorKind::Expected("a URI reference"))?;
    budget.uri_bytes(id.len() as u64)?;
    let (reference, fragment) = uri::split(id);
    let fragment = match fragment {
        "" => None,
        _ if !rules.traits().id_is_anchor => return Err(CompileErrorKind::IdFragment(id.into())),
        text => uri::decode(text).filter(|name| !name.starts_with('/')),
    };
    let resource = match reference {
        "" if rules.traits().id_is_anchor => None,
        _ => Some(uri::resolve(base, reference)?),
    };
    Ok((resource, fragment.map(Into::into)))
}

/// Finds the subschemas of an object schema.
fn children<'d>(
    node: DocumentNode<'d>,
    rules: Rules,
    budget: &mut Budget<'_>,
    pending: &mut Vec<Pending<'d>>,
) -> Result<(), CompileErrorKind> {
    let parent = Some(node.id());
    let View::Object(object) = node.view() else { return Ok(()) };
    let is_reference = rules.is_reference(node);
    for (name, value) in object.members() {
        // What a reference hides is no schema, but definitions beside one are what it is often about.
        if is_reference && name.as_str() != "definitions" {
            continue;
        }
        let Some(position) = rules.find(name) else { continue };
        let booleans = rules.traits().booleans;
        let mut add = |schema: DocumentNode<'d>, path: String| {
            if booleans || schema.kind() != Kind::Boolean {
                pending.push((schema, parent, path));
            }
        };
        let mut path = String::new();
        pointer::push_token(&mut path, name.as_str());
        match (KEYWORDS[position].holds, value.view()) {
            (Holds::Schemas | Holds::SchemaOrSchemas, View::Array(schemas)) => {
                budget.pay(schemas.len() as u64)?;
                for (index, schema) in schemas.items().enumerate() {
                    add(schema, format!("{path}/{index}"));
                }
            }
            (Holds::Members, View::Object(members)) => {
                budget.pay(members.len() as u64)?;
                for (name, schema) in members.members() {
                    let mut path = path.clone();
                    pointer::push_token(&mut path, name.as_str());
                    add(schema, path);
                }
            }
            (Holds::Schema | Holds::SchemaOrSchemas, _) => add(value, path),
            (Holds::SchemaOrBoolean, _) => pending.push((value, parent, path)),
            _ => {}
        }
    }
    Ok(())
}
