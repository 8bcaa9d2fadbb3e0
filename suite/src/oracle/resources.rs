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

/// The drafts that the oracle knows, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Draft {
    Draft6,
    Draft7,
    Draft2019,
    Draft2020,
}

/// The URIs of the drafts, without an empty fragment.
const DRAFTS: [(&str, Draft); 4] = [
    ("http://json-schema.org/draft-06/schema", Draft::Draft6),
    ("http://json-schema.org/draft-07/schema", Draft::Draft7),
    ("https://json-schema.org/draft/2019-09/schema", Draft::Draft2019),
    (DRAFT_2020_12, Draft::Draft2020),
];
const DRAFT_2020_12: &str = "https://json-schema.org/draft/2020-12/schema";

/// The last parts of the URIs of the vocabularies that the oracle knows: the drafts that have them, and the name.
const VOCABULARIES: [(Drafts, &str); 8] = [
    (FROM_2019, "core"),
    (FROM_2019, "applicator"),
    (FROM_2020, "unevaluated"),
    (FROM_2019, "validation"),
    (FROM_2019, "meta-data"),
    (ONLY_2019, "format"),
    (FROM_2020, "format-annotation"),
    (FROM_2019, "content"),
];

/// The first and the last draft that have something.
pub(super) type Drafts = (Draft, Draft);

pub(super) const ALL: Drafts = (Draft::Draft6, Draft::Draft2020);
pub(super) const UNTIL_7: Drafts = (Draft::Draft6, Draft::Draft7);
pub(super) const UNTIL_2019: Drafts = (Draft::Draft6, Draft::Draft2019);
pub(super) const FROM_7: Drafts = (Draft::Draft7, Draft::Draft2020);
pub(super) const FROM_2019: Drafts = (Draft::Draft2019, Draft::Draft2020);
pub(super) const ONLY_2019: Drafts = (Draft::Draft2019, Draft::Draft2019);
pub(super) const FROM_2020: Drafts = (Draft::Draft2020, Draft::Draft2020);

/// How a keyword holds schemas.
enum Shape {
    One,
    List,
    OneOrList,
    Map,
}

/// Where schemas are inside a schema: drafts, keyword, vocabulary, shape (core, sections 8 and 10 to 11; validation,
/// section 8).
const SUBSCHEMAS: &[(Drafts, &str, &str, Shape)] = &[
    (FROM_2019, "$defs", "core", Shape::Map),
    (UNTIL_7, "definitions", "core", Shape::Map),
    (ALL, "allOf", "applicator", Shape::List),
    (ALL, "anyOf", "applicator", Shape::List),
    (ALL, "oneOf", "applicator", Shape::List),
    (ALL, "not", "applicator", Shape::One),
    (FROM_7, "if", "applicator", Shape::One),
    (FROM_7, "then", "applicator", Shape::One),
    (FROM_7, "else", "applicator", Shape::One),
    (FROM_2019, "dependentSchemas", "applicator", Shape::Map),
    (ALL, "dependencies", "applicator", Shape::Map),
    (FROM_2020, "prefixItems", "applicator", Shape::List),
    (UNTIL_2019, "items", "applicator", Shape::OneOrList),
    (FROM_2020, "items", "applicator", Shape::One),
    (UNTIL_2019, "additionalItems", "applicator", Shape::One),
    (ALL, "contains", "applicator", Shape::One),
    (ALL, "properties", "applicator", Shape::Map),
    (ALL, "patternProperties", "applicator", Shape::Map),
    (ALL, "additionalProperties", "applicator", Shape::One),
    (ALL, "propertyNames", "applicator", Shape::One),
    (ONLY_2019, "unevaluatedItems", "applicator", Shape::One),
    (FROM_2020, "unevaluatedItems", "unevaluated", Shape::One),
    (ONLY_2019, "unevaluatedProperties", "applicator", Shape::One),
    (FROM_2020, "unevaluatedProperties", "unevaluated", Shape::One),
    (FROM_2019, "contentSchema", "content", Shape::One),
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

/// What a schema is read by: the draft, and the vocabularies in use, which are all that it knows up to draft-07.
#[derive(Debug, Clone)]
pub(super) struct Rules {
    pub(super) draft: Draft,
    vocabularies: BTreeSet<&'static str>,
}

impl Rules {
    fn of(draft: Draft) -> Self {
        let known = ["core", "applicator", "unevaluated", "validation", "content"];
        Rules { draft, vocabularies: known.into() }
    }

    /// Whether a keyword of these drafts and of this vocabulary is in use.
    pub(super) fn have(&self, drafts: Drafts, vocabulary: &str) -> bool {
        (drafts.0..=drafts.1).contains(&self.draft) && self.vocabularies.contains(vocabulary)
    }

    /// Up to draft-07 a schema that refers is nothing else (core, section 8.3).
    pub(super) fn is_reference(&self, schema: &Json) -> bool {
        self.draft <= Draft::Draft7 && matches!(schema, Json::Object(m) if m.contains_key("$ref"))
    }
}

/// What a schema is read by, or why the oracle cannot evaluate.
pub(super) type Dialect = Rc<Result<Rules, String>>;

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
    /// The dialect of documents that name none.
    default: String,
    resources: BTreeMap<String, &'a Json>,
    /// Keyed by resource and name; true for a `$dynamicAnchor`.
    anchors: BTreeMap<(String, String), (&'a Json, bool)>,
    /// Every known schema by its address, which is its identity as long as the documents are borrowed.
    places: HashMap<*const Json, Place>,
    mistakes: Vec<String>,
}

impl<'a> Tables<'a> {
    /// Reads the schema and the library; what the schema defines wins.
    pub(super) fn new(
        schema: &'a Json,
        library: &'a Library,
        default: &str,
    ) -> Result<Self, String> {
        let mut tables = Tables {
            library,
            default: default.trim_end_matches('#').to_owned(),
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
        let dialect = self.dialect(&self.default);
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
        if let Some(id) = identifier(schema, &place) {
            let uri = uri::resolve(&parent.base, id);
            let old = matches!(&*place.dialect, Ok(rules) if rules.draft <= Draft::Draft7);
            match uri::split_fragment(&uri) {
                Ok((uri, fragment)) if old || fragment.is_empty() => {
                    // Up to draft-07 a fragment that is no pointer names the schema (core, section 8.2.3).
                    if !id.starts_with('#') || !old {
                        place.base = uri.into();
                        self.define(uri, schema);
                    }
                    if !fragment.is_empty() && !fragment.starts_with('/') {
                        self.name(schema, &fragment, false, &place);
                    }
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
        let dialect = Rc::clone(&place.dialect);
        let Ok(rules) = &*dialect else { return };
        if rules.have(FROM_2019, "core") {
            self.anchor(schema, "$anchor", place);
        }
        if rules.have(FROM_2020, "core") {
            self.anchor(schema, "$dynamicAnchor", place);
        }
        for (drafts, keyword, vocabulary, shape) in SUBSCHEMAS {
            let hidden = rules.is_reference(schema) && *keyword != "definitions";
            let (true, Some(value)) =
                (!hidden && rules.have(*drafts, vocabulary), members.get(*keyword))
            else {
                continue;
            };
            let inside: Vec<&Json> = match (shape, value) {
                (Shape::List | Shape::OneOrList, Json::Array(items)) => items.iter().collect(),
                (Shape::One | Shape::OneOrList, one) => vec![one],
                // What `dependencies` asks for may also be names.
                (Shape::Map, Json::Object(members)) => members.values().collect(),
                _ => Vec::new(),
            };
            for inner in inside {
                match identifier(inner, place) {
                    Some(_) => self.resource(inner, place),
                    None => self.schema(inner, place),
                }
            }
        }
    }

    fn anchor(&mut self, schema: &'a Json, keyword: &str, place: &Place) {
        let Some(name) = member_text(schema, keyword) else { return };
        let old = matches!(&*place.dialect, Ok(rules) if rules.draft == Draft::Draft2019);
        let first = |c: char| c.is_ascii_alphabetic() || (c == '_' && !old);
        let other = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c) || (c == ':' && old);
        if !name.starts_with(first) || !name.chars().all(other) {
            self.mistakes.push(format!("the anchor {name:?} is no name"));
        }
        self.name(schema, name, keyword == "$dynamicAnchor", place);
    }

    fn name(&mut self, schema: &'a Json, name: &str, dynamic: bool, place: &Place) {
        let key = (place.base.to_string(), name.to_owned());
        if let Some((first, _)) = self.anchors.insert(key, (schema, dynamic))
            && !ptr::eq(first, schema)
            && first != schema
        {
            self.mistakes.push(format!("two anchors are called {name}"));
        }
    }

    /// The dialect of a meta-schema (core, sections 8.1.1 and 8.1.2).
    fn dialect(&self, uri: &str) -> Dialect {
        if let Some(draft) = draft(uri) {
            return Rc::new(Ok(Rules::of(draft)));
        }
        let Some(meta) = self.library.find(uri) else {
            return Rc::new(Err(format!("the dialect {uri} is unknown")));
        };
        let Some(draft) = member_text(meta, "$schema").and_then(draft) else {
            return Rc::new(Err(format!("the dialect {uri} is made of none that is known")));
        };
        let Json::Object(members) = meta else { return Rc::new(Ok(Rules::of(draft))) };
        match members.get("$vocabulary") {
            Some(Json::Object(declared)) if draft >= Draft::Draft2019 => {
                Rc::new(vocabularies(draft, declared))
            }
            _ => Rc::new(Ok(Rules::of(draft))),
        }
    }

    /// The meta-schema that a schema names, or the standard one.
    pub(super) fn meta_schema(&self, schema: &'a Json) -> Result<&'a Json, String> {
        let uri = member_text(schema, "$schema").unwrap_or(&self.default);
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

    /// The root of a resource, if it has a `$recursiveAnchor` (2019-09, core, section 8.2.4.2.2).
    pub(super) fn recursive_anchor(&self, base: &str) -> Option<&'a Json> {
        let root = *self.resources.get(base)?;
        let Ok(rules) = &*self.place(root)?.dialect else { return None };
        let Json::Object(members) = root else { return None };
        let is = members.get("$recursiveAnchor") == Some(&Json::Bool(true));
        (is && rules.have(ONLY_2019, "core")).then_some(root)
    }

    /// The schema with this `$dynamicAnchor` in a resource.
    pub(super) fn dynamic_anchor(&self, base: &str, name: &str) -> Option<&'a Json> {
        match self.anchors.get(&(base.to_owned(), name.to_owned())) {
            Some((schema, true)) => Some(schema),
            _ => None,
        }
    }
}

/// The draft of a URI.
fn draft(uri: &str) -> Option<Draft> {
    let uri = uri.trim_end_matches('#');
    DRAFTS.iter().find(|(known, _)| *known == uri).map(|&(_, draft)| draft)
}

/// The identifier of a schema that stands in a place, unless a reference hides it. Whether it has a dialect of its own
/// matters only if that is older than its surroundings, which no case has.
fn identifier<'a>(schema: &'a Json, place: &Place) -> Option<&'a str> {
    let hidden = matches!(&*place.dialect, Ok(rules) if rules.is_reference(schema));
    member_text(schema, "$id").filter(|_| !hidden)
}

/// The vocabularies of a `$vocabulary` object; a required one that is unknown is an error (core, section 8.1.2).
fn vocabularies(draft: Draft, declared: &BTreeMap<String, Json>) -> Result<Rules, String> {
    let mut known = BTreeSet::from(["core"]);
    let year = if draft == Draft::Draft2019 { "2019-09" } else { "2020-12" };
    let prefix = format!("https://json-schema.org/draft/{year}/vocab/");
    for (uri, required) in declared {
        let name = uri.strip_prefix(&prefix);
        let found = VOCABULARIES
            .into_iter()
            .find(|(drafts, known)| Some(*known) == name && (drafts.0..=drafts.1).contains(&draft));
        match found {
            Some((_, "format")) if *required == Json::Bool(true) => {
                return Err("formats are asserted".into());
            }
            Some((_, vocabulary)) => drop(known.insert(vocabulary)),
            None if name == Some("format-assertion") => return Err("formats are asserted".into()),
            None if *required == Json::Bool(false) => {}
            None => return Err(format!("the vocabulary {uri} is unknown")),
        }
    }
    Ok(Rules { draft, vocabularies: known })
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
