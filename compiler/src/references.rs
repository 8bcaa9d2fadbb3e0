//! The reference tables of a schema as data: what it identifies, and where its references lead.
//!
//! They are for people and tools that look at a schema. A program needs none of it, so nothing here is made when a
//! schema is compiled; nothing is lowered and no pattern is compiled when the tables are made.
//!
//! Invariant: a reference that leads nowhere is a row like any other, not an error.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::Arc;

use ahash::RandomState;
use jsonbound_json::Document;
use jsonbound_vocab::Dialect;

use crate::budget::Budget;
use crate::error::{CompileError, CompileErrorKind};
use crate::limits::Limits;
use crate::registry::Registry;
use crate::session::{Holder, NodeKey, ResourceKey, Session};
use crate::uri;

/// What a schema identifies, and where its references lead (Core 8.2 and 9).
///
/// Only what is in reach is listed: the schema's own document, and of other documents the resources that references
/// lead to. Resources of the schema's document come first, others as they were met.
#[derive(Debug, Clone, PartialEq)]
pub struct References {
    document: Arc<str>,
    resources: Vec<Resource>,
    anchors: Vec<Anchor>,
    references: Vec<Reference>,
    entries: Vec<Entry>,
}

/// A place in a document. Displays as an absolute URI with a JSON Pointer for a fragment.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    document: Arc<str>,
    pointer: Box<str>,
}

/// A schema resource (Core 4.3.5): the root of a document, or a subschema with an `$id` (`id` up to draft-04).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resource {
    /// Its absolute URI.
    pub uri: String,
    /// Where it begins.
    pub place: Place,
}

/// A name that `$anchor` or `$dynamicAnchor` gives to a subschema (Core 8.2.2), or a fragment as an identifier up to
/// draft-07. `$recursiveAnchor` (2019-09) gives the empty name.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Anchor {
    /// The URI of its resource, with the name for a fragment.
    pub uri: String,
    /// Whether it is of `$dynamicAnchor` or `$recursiveAnchor`.
    pub dynamic: bool,
    /// The subschema.
    pub place: Place,
}

/// A `$ref`, `$dynamicRef` (Core 8.2.3) or `$recursiveRef` (2019-09).
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Reference {
    /// The keyword's place.
    pub place: Place,
    /// The reference, resolved against the base URI of its schema; as it is written if that cannot be done.
    pub uri: String,
    /// Where it leads.
    pub target: Target,
}

/// A place where evaluation can begin.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Entry {
    /// The reference that asked for it: empty for the root.
    pub reference: String,
    /// The reference, resolved against the base URI of the schema's root; as it is written if that cannot be done.
    pub uri: String,
    /// Where it leads.
    pub target: Target,
}

/// Where a reference leads.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Target {
    /// To this schema.
    Schema(Place),
    /// To the outermost schema of the dynamic scope that has this dynamic anchor (Core 8.2.3.2).
    Dynamic {
        /// The anchor's name.
        anchor: String,
        /// Where it leads if nothing outside has the anchor.
        default: Place,
    },
    /// To a document that was not given.
    Missing,
    /// Nowhere, and why.
    Broken(CompileErrorKind),
}

impl References {
    /// The URI of the schema's document: the base URI that was given, or `json-schema:///`.
    pub fn document(&self) -> &str {
        &self.document
    }

    /// The schema resources.
    pub fn resources(&self) -> &[Resource] {
        &self.resources
    }

    /// The anchors.
    pub fn anchors(&self) -> &[Anchor] {
        &self.anchors
    }

    /// The references.
    pub fn references(&self) -> &[Reference] {
        &self.references
    }

    /// The entry points that were asked for. The first is the root.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The URIs of documents that were not given, sorted.
    pub fn missing(&self) -> BTreeSet<&str> {
        let references = self.references.iter().map(|row| (&row.uri, &row.target));
        let rows = references.chain(self.entries.iter().map(|row| (&row.uri, &row.target)));
        let missing = rows.filter(|(_, target)| matches!(target, Target::Missing));
        missing.map(|(uri, _)| uri::split(uri).0).collect()
    }
}

impl Place {
    /// The URI by which the document is known.
    pub fn document(&self) -> &str {
        &self.document
    }

    /// The place in it, as a JSON Pointer (RFC 6901).
    pub fn pointer(&self) -> &str {
        &self.pointer
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.document, uri::encode(&self.pointer))
    }
}

/// Makes the reference tables of a schema: scans it and resolves what it refers to. `base_uri`, `dialect`
/// and `entries` are those of [`Options`](crate::Options).
///
/// Places are text, which can be much longer than the schema; each byte costs a compile step.
///
/// # Errors
///
/// A [`CompileError`], if the schema cannot be scanned or a limit is met.
pub fn references<'d>(
    schema: &'d Document<'d>,
    registry: &'d Registry,
    base_uri: Option<&str>,
    dialect: Dialect,
    entries: &[String],
    limits: &Limits,
) -> Result<References, CompileError> {
    let base = &*uri::base(base_uri)?;
    let mut session = Session::new(schema, base, registry, dialect, Budget::new(limits))?;
    session.follow(entries)?;
    let broken = session.broken.drain(..).collect();
    let document = Arc::from(base);
    let mut writer = Writer {
        tables: References {
            document: Arc::clone(&document),
            resources: Vec::new(),
            anchors: Vec::new(),
            references: Vec::new(),
            entries: Vec::new(),
        },
        documents: vec![document],
        broken,
        session,
    };
    match writer.write(entries) {
        Ok(()) => Ok(writer.tables),
        Err(kind) => Err(CompileError::of_document(kind, base)),
    }
}

type Done = Result<(), CompileErrorKind>;

/// Writes the tables of a session.
struct Writer<'d, 'l> {
    session: Session<'d, 'l>,
    tables: References,
    /// The URIs of the session's documents.
    documents: Vec<Arc<str>>,
    broken: HashMap<Holder, CompileErrorKind, RandomState>,
}

impl Writer<'_, '_> {
    fn write(&mut self, entries: &[String]) -> Done {
        let reached: Vec<ResourceKey> = self.session.reached().collect();
        for &key in &reached {
            self.resource(key)?;
        }
        for &key in &reached {
            for position in 0..self.session.resource(key).schemas.len() {
                self.schema(key, position)?;
            }
        }
        let root = self.session.root().id();
        let base = self.session.resource((0, 0)).uri.clone();
        let target = Target::Schema(self.place((0, root), "")?);
        self.tables.entries.push(Entry { reference: String::new(), uri: (*base).into(), target });
        for (position, reference) in entries.iter().enumerate() {
            let found = self.session.entries.iter().find(|(name, _)| name == reference);
            let target = match found.map(|&(_, node)| node) {
                Some(node) => Target::Schema(self.place(node, "")?),
                None => self.nowhere(Holder::Entry(position)),
            };
            let (reference, uri) = (reference.clone(), resolved(&base, reference));
            self.tables.entries.push(Entry { reference, uri, target });
        }
        Ok(())
    }

    /// Writes the rows of a resource and its anchors.
    fn resource(&mut self, key: ResourceKey) -> Done {
        let resource = self.session.resource(key);
        let (uri, root) = (String::from(&*resource.uri), resource.root);
        let anchors: Vec<_> =
            resource.anchors.iter().map(|(name, &anchor)| (name.clone(), anchor)).collect();
        self.session.budget.pay(1 + uri.len() as u64)?;
        for (name, anchor) in anchors {
            self.session.budget.pay(uri.len() as u64 + name.len() as u64)?;
            let place = self.place((key.0, anchor.node), "")?;
            let uri = format!("{uri}#{name}");
            self.tables.anchors.push(Anchor { uri, dynamic: anchor.dynamic, place });
        }
        let place = self.place((key.0, root), "")?;
        self.tables.resources.push(Resource { uri, place });
        Ok(())
    }

    /// Writes the rows of the references that one of a resource's schemas holds.
    fn schema(&mut self, resource: ResourceKey, position: usize) -> Done {
        let schemas = &self.session.resource(resource).schemas;
        let Some(&node) = schemas.get(position) else { return Ok(()) };
        let key = (resource.0, node);
        for (dynamic, keyword) in self.session.keywords(key).enumerate() {
            let Some(text) = self.session.node(key).get(keyword).and_then(|value| value.as_str())
            else {
                continue;
            };
            let target = self.target(key, dynamic == 1)?;
            let place = self.place(key, keyword)?;
            let uri = resolved(&self.session.resource(resource).uri, text);
            self.session.budget.pay(1 + uri.len() as u64)?;
            self.tables.references.push(Reference { place, uri, target });
        }
        Ok(())
    }

    fn target(&mut self, key: NodeKey, dynamic: bool) -> Result<Target, CompileErrorKind> {
        let Some(target) = self.session.resolved(key, dynamic).cloned() else {
            return Ok(self.nowhere(Holder::Schema(key, dynamic)));
        };
        let place = self.place(target.node, "")?;
        // As in lowering: where only one schema in reach has the anchor, nothing is left to be found out.
        let name = target.dynamic.filter(|_| dynamic);
        Ok(match name.filter(|name| self.session.dynamic_anchors(name).len() > 1) {
            Some(name) => Target::Dynamic { anchor: name.into(), default: place },
            None => Target::Schema(place),
        })
    }

    fn nowhere(&self, holder: Holder) -> Target {
        self.broken.get(&holder).cloned().map_or(Target::Missing, Target::Broken)
    }

    /// The place of a subschema, or of one of its keywords.
    fn place(&mut self, key: NodeKey, keyword: &str) -> Result<Place, CompileErrorKind> {
        let Writer { session, documents, .. } = self;
        let mut pointer = session.pointer(key)?;
        if !keyword.is_empty() {
            pointer.extend(["/", keyword]);
        }
        while documents.len() <= key.0 as usize {
            let next = u32::try_from(documents.len()).unwrap_or(u32::MAX);
            documents.push(session.uri(next).into());
        }
        let document = Arc::clone(&documents[key.0 as usize]);
        Ok(Place { document, pointer: pointer.into() })
    }
}

/// A reference resolved against its base, its fragment kept.
fn resolved(base: &str, text: &str) -> String {
    let (reference, _) = uri::split(text);
    let fragment = text.get(reference.len()..).unwrap_or_default();
    match reference {
        "" => format!("{base}{fragment}"),
        _ => uri::resolve(base, reference).map_or_else(|_| text.into(), |uri| uri + fragment),
    }
}
