//! The registry: documents that are given up front, since nothing is ever fetched.
//!
//! It is built once and shared by many compilations: each document is parsed, and its identifiers are put in tables,
//! once. A document that cannot be read as a schema (an unknown dialect, say) is an error only for schemas whose
//! references reach it.
//!
//! Invariant: a registry is immutable, `Send + Sync + 'static`, and cheap to clone.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use jsonbound_json::{Document, DocumentNode, ParseLimits};
use jsonbound_vocab::{Dialect, META_SCHEMAS, MetaSchema};

use crate::budget::Budget;
use crate::check::{self, Check};
use crate::error::{CompileError, CompileErrorKind};
use crate::limits::Limits;
use crate::scan::{Context, Scan};
use crate::uri;
use crate::usage::Usage;

/// Documents that references may lead to.
#[derive(Clone, Default)]
pub struct Registry(Arc<Inner>);

#[derive(Default)]
struct Inner {
    documents: Vec<Entry>,
    /// From the URI of a document or of a resource in it: the document, and the resource.
    by_uri: HashMap<Box<str>, (u32, u32), ahash::RandomState>,
}

pub(crate) struct Entry {
    pub uri: Box<str>,
    pub document: Document<'static>,
    pub scan: Result<Scan, CompileError>,
    /// What scanning and checking it used.
    pub usage: Usage,
}

impl Registry {
    /// A registry of these documents, each with the absolute URI at which it would be retrieved. An identifier in a
    /// document counts as well; where two documents claim one URI, the one that is retrieved there counts, else the
    /// first. A document without `$schema` is of the given dialect.
    ///
    /// Fails if a URI is not absolute or comes twice. The limits hold for each document. A document that `check`
    /// refuses is an error for those who reach it.
    pub fn new(
        documents: impl IntoIterator<Item = (String, Document<'static>)>,
        dialect: Dialect,
        limits: &Limits,
        check: &Check<'_>,
    ) -> Result<Registry, CompileError> {
        let mut given: Vec<(String, Document<'static>)> = Vec::new();
        let mut by_uri: HashMap<Box<str>, (u32, u32), ahash::RandomState> = HashMap::default();
        for (uri, document) in documents {
            let place = |kind| CompileError::of_document(kind, &uri);
            let key = uri::absolute(&uri).map_err(place)?;
            let position = u32::try_from(given.len()).unwrap_or(u32::MAX);
            if by_uri.insert(key.as_str().into(), (position, 0)).is_some() {
                return Err(place(CompileErrorKind::DuplicateId(key)));
            }
            given.push((key, document));
        }
        let scans: Vec<_> = {
            let roots = roots(&given, dialect, &by_uri);
            let lookup = |uri: &str| roots.get(uri).copied();
            given
                .iter()
                .map(|(uri, document)| {
                    let mut budget = Budget::new(limits);
                    let context = Context { base: uri, default: dialect, lookup: &lookup };
                    let scan = Scan::of(document, &context, &mut budget).and_then(|scan| {
                        check::run(check, uri, document, &scan, &mut budget)?;
                        Ok(scan)
                    });
                    (scan, budget.used())
                })
                .collect()
        };
        let mut entries = Vec::new();
        for ((uri, document), (scan, usage)) in given.into_iter().zip(scans) {
            let position = u32::try_from(entries.len()).unwrap_or(u32::MAX);
            for (resource, found) in scan.iter().flat_map(|scan| &scan.resources).enumerate() {
                let resource = u32::try_from(resource).unwrap_or(u32::MAX);
                by_uri.entry(found.uri.clone()).or_insert((position, resource));
            }
            entries.push(Entry { uri: uri.into(), document, scan, usage });
        }
        Ok(Registry(Arc::new(Inner { documents: entries, by_uri })))
    }

    /// The meta-schemas of a dialect, which every compilation knows. They are read when they are first met.
    fn standard(dialect: Dialect) -> &'static Registry {
        static STANDARD: [OnceLock<Registry>; Dialect::COUNT] =
            [const { OnceLock::new() }; Dialect::COUNT];
        STANDARD[dialect as usize].get_or_init(|| {
            let own = META_SCHEMAS.iter().filter(|found| found.dialect == dialect);
            let documents = own.filter_map(|found| {
                let text = found.text.as_bytes();
                let document = Document::parse_with(text, &ParseLimits::unlimited()).ok()?;
                Some((found.uri.to_owned(), document))
            });
            // They are right by a test, and checking them would need them.
            let (limits, check) = (Limits::unlimited(), |_: &check::Part<'_>, _: u64| Ok(0));
            Registry::new(documents, dialect, &limits, &check).unwrap_or_default()
        })
    }

    /// The dialect that a meta-schema of this URI belongs to, all that dialect's meta-schemas, and its place in them.
    pub(crate) fn find_standard(uri: &str) -> Option<(Dialect, &'static Registry, (u32, u32))> {
        let MetaSchema { dialect, uri, .. } = MetaSchema::find(uri)?;
        let registry = Registry::standard(*dialect);
        Some((*dialect, registry, registry.find(uri)?))
    }

    /// The document and the resource of a URI.
    pub(crate) fn find(&self, uri: &str) -> Option<(u32, u32)> {
        self.0.by_uri.get(uri).copied()
    }

    pub(crate) fn entry(&self, document: u32) -> &Entry {
        &self.0.documents[document as usize]
    }

    /// The root of the document or resource of a URI.
    pub fn root(&self, uri: &str) -> Option<DocumentNode<'_>> {
        let (document, resource) = self.find(uri)?;
        let entry = self.entry(document);
        match &entry.scan {
            Ok(scan) => Some(entry.document.node(scan.resources.get(resource as usize)?.root)),
            Err(_) => Some(entry.document.root()),
        }
    }

    /// The URIs of the documents, in the order in which they were given.
    pub fn uris(&self) -> impl Iterator<Item = &str> {
        self.0.documents.iter().map(|entry| &*entry.uri)
    }
}

/// The roots of documents by every URI that is known before they are scanned: meta-schemas have to be found then.
fn roots<'d>(
    given: &'d [(String, Document<'static>)],
    dialect: Dialect,
    by_uri: &HashMap<Box<str>, (u32, u32), ahash::RandomState>,
) -> HashMap<String, DocumentNode<'d>> {
    let mut roots = HashMap::new();
    for (uri, document) in given {
        let root = document.root();
        let own = root.get("$schema").and_then(|schema| Dialect::from_uri(schema.as_str()?));
        let keyword = own.unwrap_or(dialect).traits().id;
        if let Some(id) = root.get(keyword).and_then(|id| id.as_str())
            && let Ok(id) = uri::resolve(uri, uri::split(id).0)
            && !by_uri.contains_key(id.as_str())
        {
            roots.entry(id).or_insert(root);
        }
        roots.insert(uri.clone(), root);
    }
    roots
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.uris()).finish()
    }
}
