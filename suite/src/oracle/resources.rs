//! What identifiers name: resources, anchors, and the base URI and dialect of every schema (core, sections 8 and 9).
//!
//! All documents are read whole before anything is evaluated, whether they are referred to or not.
//!
//! Invariant: only what stands where the dialect's vocabularies put a schema has an identity; an `$id` anywhere else is
//! data.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ptr;
use std::rc::Rc;

use super::json::Json;
use super::uri;

/// The base of a schema that names none.
const DEFAULT_BASE: &str = "http://oracle.invalid/schema";
const DRAFT_2020_12: &str = "https://json-schema.org/draft/2020-12/schema";
const VOCABULARY_PREFIX: &str = "https://json-schema.org/draft/2020-12/vocab/";

/// The last parts of the URIs of the vocabularies that the oracle knows.
const VOCABULARIES: [&str; 7] = [
    "core",
    "applicator",
    "unevaluated",
    "validation",
    "meta-data",
    "format-annotation",
    "content",
];

/// How a keyword holds schemas.
enum Shape {
    One,
    List,
    Map,
}

/// Where schemas are inside a schema: keyword, vocabulary, shape (core, sections 8 and 10 to 11; validation, section
/// 8).
const SUBSCHEMAS: &[(&str, &str, Shape)] = &[
    ("$defs", "core", Shape::Map),
    ("allOf", "applicator", Shape::List),
    ("anyOf", "applicator", Shape::List),
    ("oneOf", "applicator", Shape::List),
    ("not", "applicator", Shape::One),
    ("if", "applicator", Shape::One),
    ("then", "applicator", Shape::One),
    ("else", "applicator", Shape::One),
    ("dependentSchemas", "applicator", Shape::Map),
    ("prefixItems", "applicator", Shape::List),
    ("items", "applicator", Shape::One),
    ("contains", "applicator", Shape::One),
    ("properties", "applicator", Shape::Map),
    ("patternProperties", "applicator", Shape::Map),
    ("additionalProperties", "applicator", Shape::One),
    ("propertyNames", "applicator", Shape::One),
    ("unevaluatedItems", "unevaluated", Shape::One),
    ("unevaluatedProperties", "unevaluated", Shape::One),
    ("contentSchema", "content", Shape::One),
];

/// Documents that references may name: meta-schemas, remotes.
#[derive(Debug, Clone, Default)]
pub struct Library {
    documents: Vec<(String, Json)>,
}

impl Library {
    /// An empty library; even the standard meta-schemas have to be added where a schema refers to them.
    pub fn new() -> Self {
        Library::default()
    }

    /// Adds a document under the URI that it is retrieved by.
    pub fn add(&mut self, uri: &str, document: Json) {
        self.documents.push((uri.to_owned(), document));
    }

    /// The document with this retrieval URI or `$id`.
    fn find(&self, uri: &str) -> Option<&Json> {
        let named = |(retrieval, document): &&(String, Json)| {
            retrieval == uri || member_text(document, "$id") == Some(uri)
        };
        self.documents.iter().find(named).map(|(_, document)| document)
    }
}

/// The vocabularies in use, or why the oracle cannot evaluate.
pub(super) type Dialect = Rc<Result<BTreeSet<&'static str>, String>>;

/// What a schema needs to know of where it stands.
#[derive(Debug, Clone)]
pub(super) struct Place {
    /// The URI of the resource, without a fragment.
    pub(super) base: Rc<str>,
    /// The dialect of the resource.
    pub(super) dialect: Dialect,
}

/// What a reference arrives at.
#[derive(Debug, Clone)]
pub(super) struct Target<'a> {
    /// The schema.
    pub(super) schema: &'a Json,
    /// Where it stands.
    pub(super) place: Place,
    /// The name of the `$dynamicAnchor` by which it was reached.
    pub(super) dynamic_anchor: Option<String>,
}

/// All identifiers.
#[derive(Debug)]
pub(super) struct Tables<'a> {
    library: &'a Library,
    resources: BTreeMap<String, &'a Json>,
    /// Keyed by resource and name; true for a `$dynamicAnchor`.
    anchors: BTreeMap<(String, String), (&'a Json, bool)>,
    /// Every known schema by its address, which is its identity as long as the documents are borrowed.
    places: HashMap<*const Json, Place>,
    mistakes: Vec<String>,
}

impl<'a> Tables<'a> {
    /// Reads the schema and the library; what the schema defines wins.
    pub(super) fn new(schema: &'a Json, library: &'a Library) -> Result<Self, String> {
        let mut tables = Tables {
            library,
            resources: BTreeMap::new(),
            anchors: BTreeMap::new(),
            places: HashMap::new(),
            mistakes: Vec::new(),
        };
        tables.document(DEFAULT_BASE, schema);
        if let Some(mistake) = tables.mistakes.first() {
            return Err(mistake.clone());
        }
        for (uri, document) in &library.documents {
            tables.document(uri, document);
        }
        Ok(tables)
    }

    fn document(&mut self, retrieval: &str, schema: &'a Json) {
        let (uri, _) = uri::split_fragment(retrieval).unwrap_or((retrieval, String::new()));
        self.define(uri, schema);
        let dialect = self.dialect(DRAFT_2020_12);
        self.resource(schema, &Place { base: uri.into(), dialect });
    }

    fn define(&mut self, uri: &str, schema: &'a Json) {
        let first = *self.resources.entry(uri.to_owned()).or_insert(schema);
        if first != schema {
            self.mistakes.push(format!("two resources are called {uri}"));
        }
    }

    /// The root of a resource, which may choose its dialect (core, section 8.1.1).
    fn resource(&mut self, schema: &'a Json, parent: &Place) {
        let mut place = parent.clone();
        if let Some(uri) = member_text(schema, "$schema") {
            place.dialect = self.dialect(uri.trim_end_matches('#'));
        }
        if let Err(why) = &*place.dialect {
            self.mistakes.push(why.clone());
        }
        if let Some(id) = member_text(schema, "$id") {
            let uri = uri::resolve(&parent.base, id);
            match uri::split_fragment(&uri) {
                Ok((uri, fragment)) if fragment.is_empty() => {
                    place.base = uri.into();
                    self.define(uri, schema);
                }
                _ => self.mistakes.push(format!("the $id {id} has a fragment")),
            }
        }
        self.schema(schema, &place);
    }

    /// A schema and all inside it.
    fn schema(&mut self, schema: &'a Json, place: &Place) {
        self.places.insert(ptr::from_ref(schema), place.clone());
        let Json::Object(members) = schema else { return };
        self.anchor(schema, "$anchor", place);
        self.anchor(schema, "$dynamicAnchor", place);
        let dialect = Rc::clone(&place.dialect);
        let Ok(vocabularies) = &*dialect else { return };
        for (keyword, vocabulary, shape) in SUBSCHEMAS {
            let (true, Some(value)) = (vocabularies.contains(vocabulary), members.get(*keyword))
            else {
                continue;
            };
            let inside: Vec<&Json> = match (shape, value) {
                (Shape::One, one) => vec![one],
                (Shape::List, Json::Array(items)) => items.iter().collect(),
                (Shape::Map, Json::Object(members)) => members.values().collect(),
                _ => Vec::new(),
            };
            for inner in inside {
                match member_text(inner, "$id") {
                    Some(_) => self.resource(inner, place),
                    None => self.schema(inner, place),
                }
            }
        }
    }

    fn anchor(&mut self, schema: &'a Json, keyword: &str, place: &Place) {
        let Some(name) = member_text(schema, keyword) else { return };
        let first = |c: char| c.is_ascii_alphabetic() || c == '_';
        let other = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
        if !name.starts_with(first) || !name.chars().all(other) {
            self.mistakes.push(format!("the anchor {name:?} is no name"));
        }
        let key = (place.base.to_string(), name.to_owned());
        let entry = (schema, keyword == "$dynamicAnchor");
        if let Some((first, _)) = self.anchors.insert(key, entry)
            && !ptr::eq(first, schema)
            && first != schema
        {
            self.mistakes.push(format!("two anchors are called {name}"));
        }
    }

    /// The dialect of a meta-schema (core, sections 8.1.1 and 8.1.2).
    fn dialect(&self, uri: &str) -> Dialect {
        let standard = || VOCABULARIES.into_iter().collect();
        if uri == DRAFT_2020_12 {
            return Rc::new(Ok(standard()));
        }
        let Some(meta) = self.library.find(uri) else {
            return Rc::new(Err(format!("the dialect {uri} is unknown")));
        };
        if member_text(meta, "$schema") != Some(DRAFT_2020_12) {
            return Rc::new(Err(format!("the dialect {uri} is not made of 2020-12")));
        }
        let Json::Object(members) = meta else { return Rc::new(Ok(standard())) };
        let Some(Json::Object(declared)) = members.get("$vocabulary") else {
            return Rc::new(Ok(standard()));
        };
        Rc::new(vocabularies(declared))
    }

    /// The meta-schema that a schema names, or the standard one.
    pub(super) fn meta_schema(&self, schema: &'a Json) -> Result<&'a Json, String> {
        let uri = member_text(schema, "$schema").unwrap_or(DRAFT_2020_12);
        self.library.find(uri.trim_end_matches('#')).ok_or_else(|| format!("no meta-schema {uri}"))
    }

    /// The place of a schema, if it stands where schemas stand.
    pub(super) fn place(&self, schema: &Json) -> Option<&Place> {
        self.places.get(&ptr::from_ref(schema))
    }

    /// What a reference names (core, section 8.2.3; RFC 6901, section 6).
    pub(super) fn target(&self, base: &str, reference: &str) -> Result<Target<'a>, String> {
        let nothing = || format!("nothing is called {reference:?} as seen from {base}");
        let absolute = uri::resolve(base, reference);
        let (uri, fragment) = uri::split_fragment(&absolute)?;
        let root = *self.resources.get(uri).ok_or_else(nothing)?;
        let place = self.place(root).ok_or_else(nothing)?.clone();
        if fragment.is_empty() || fragment.starts_with('/') {
            return self.walk(root, place, &fragment).ok_or_else(nothing);
        }
        let key = (place.base.to_string(), fragment.clone());
        let (schema, dynamic) = *self.anchors.get(&key).ok_or_else(nothing)?;
        Ok(Target { schema, place, dynamic_anchor: dynamic.then_some(fragment) })
    }

    /// Follows a JSON Pointer, keeping the place of the last known schema on the way.
    fn walk(&self, root: &'a Json, mut place: Place, pointer: &str) -> Option<Target<'a>> {
        let mut at = root;
        for token in pointer.split('/').skip(1) {
            let token = unescape(token)?;
            at = match at {
                Json::Object(members) => members.get(&token)?,
                Json::Array(items) => items.get(index(&token)?)?,
                _ => return None,
            };
            if let Some(known) = self.place(at) {
                place = known.clone();
            }
        }
        Some(Target { schema: at, place, dynamic_anchor: None })
    }

    /// The schema with this `$dynamicAnchor` in a resource.
    pub(super) fn dynamic_anchor(&self, base: &str, name: &str) -> Option<&'a Json> {
        match self.anchors.get(&(base.to_owned(), name.to_owned())) {
            Some((schema, true)) => Some(schema),
            _ => None,
        }
    }
}

/// The vocabularies of a `$vocabulary` object; a required one that is unknown is an error (core, section 8.1.2).
fn vocabularies(declared: &BTreeMap<String, Json>) -> Result<BTreeSet<&'static str>, String> {
    let mut known = BTreeSet::from(["core"]);
    for (uri, required) in declared {
        let name = uri.strip_prefix(VOCABULARY_PREFIX);
        match VOCABULARIES.into_iter().find(|v| Some(*v) == name) {
            Some(vocabulary) => drop(known.insert(vocabulary)),
            None if name == Some("format-assertion") => return Err("formats are asserted".into()),
            None if *required == Json::Bool(false) => {}
            None => return Err(format!("the vocabulary {uri} is unknown")),
        }
    }
    Ok(known)
}

/// The text of a member of an object.
fn member_text<'a>(schema: &'a Json, name: &str) -> Option<&'a str> {
    match schema {
        Json::Object(members) => match members.get(name) {
            Some(Json::String(text)) => Some(text),
            _ => None,
        },
        _ => None,
    }
}

/// RFC 6901, section 4.
fn unescape(token: &str) -> Option<String> {
    let well_formed = token.split('~').skip(1).all(|after| after.starts_with(['0', '1']));
    well_formed.then(|| token.replace("~1", "/").replace("~0", "~"))
}

/// An array index without leading zeros (RFC 6901, section 4).
fn index(token: &str) -> Option<usize> {
    let digits = token.bytes().all(|b| b.is_ascii_digit());
    (digits && (token == "0" || !token.starts_with('0'))).then(|| token.parse().ok()).flatten()
}
