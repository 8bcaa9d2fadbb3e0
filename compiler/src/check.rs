//! The check of a document against its meta-schemas: one for each part that has a dialect of its own.
//!
//! A resource with another `$schema` than what is around it is checked against that, and what is around it is checked
//! as if there were an empty schema in its place (2020-12, Core 9.3.3). Checking is a validation, so it is handed in.
//!
//! Invariant: every schema of a document is in one part.

use std::collections::BTreeSet;

use jsonbound_json::{
    Array, Document, DocumentArray, DocumentNode, DocumentObject, Key, Node, NodeId, Object,
    ParseLimits, View,
};

use crate::budget::Budget;
use crate::dialect::MetaSchema;
use crate::error::{CompileError, CompileErrorKind};
use crate::scan::Scan;

/// A part of a document that is checked against one meta-schema.
#[derive(Debug, Clone, Copy)]
pub struct Part<'c> {
    /// The URI of the document.
    pub uri: &'c str,
    /// The schema, where it stands.
    pub root: DocumentNode<'c>,
    /// The same without parts of other dialects: what is to be checked. Places in it are places below `root`.
    pub instance: DocumentNode<'c>,
    /// What it has to be valid against.
    pub meta_schema: &'c MetaSchema,
}

/// Checks a part of a schema before it is lowered: given the compile steps that are left, it gives the steps that it
/// used.
pub type Check<'o> = dyn Fn(&Part<'_>, u64) -> Result<u64, CompileError> + 'o;

/// Checks all parts of a document that has been scanned.
pub(crate) fn run(
    check: &Check<'_>,
    uri: &str,
    document: &Document<'_>,
    scan: &Scan,
    budget: &mut Budget<'_>,
) -> Result<(), CompileError> {
    let roots: BTreeSet<NodeId> = scan.parts().skip(1).map(|part| part.root).collect();
    if !roots.is_empty() {
        // All parts together are copied once.
        let paid = budget.pay(document.node_count() as u64);
        paid.map_err(|kind| CompileError::new(kind, uri, document.root()))?;
    }
    for part in scan.parts() {
        let root = document.node(part.root);
        let at = |kind| CompileError::new(kind, uri, root);
        let copy = match roots.is_empty() {
            true => None,
            false => Some(without(root, &roots).map_err(at)?),
        };
        let instance = copy.as_ref().map_or(root, Document::root);
        let left = budget.limits.compile_steps - budget.steps();
        let used = check(&Part { uri, root, instance, meta_schema: &part.meta_schema }, left)?;
        budget.pay(used).map_err(at)?;
    }
    Ok(())
}

/// A copy of a part, with an empty object in the place of each other one.
fn without(
    root: DocumentNode<'_>,
    parts: &BTreeSet<NodeId>,
) -> Result<Document<'static>, CompileErrorKind> {
    let part = Masked { node: root, parts, whole: root.id() };
    Document::from_node(part, &ParseLimits::unlimited()).map_err(CompileErrorKind::Parse)
}

/// A node in which parts look like empty objects.
#[derive(Debug, Clone, Copy)]
struct Masked<'a> {
    node: DocumentNode<'a>,
    parts: &'a BTreeSet<NodeId>,
    /// The part that is shown.
    whole: NodeId,
}

#[derive(Debug, Clone, Copy)]
struct MaskedArray<'a>(Masked<'a>, DocumentArray<'a>);

#[derive(Debug, Clone, Copy)]
struct MaskedObject<'a>(Masked<'a>, Option<DocumentObject<'a>>);

impl<'a> Masked<'a> {
    fn at(self, node: DocumentNode<'a>) -> Self {
        Masked { node, ..self }
    }

    fn is_hidden(self) -> bool {
        self.whole != self.node.id() && self.parts.contains(&self.node.id())
    }
}

impl<'a> Node<'a> for Masked<'a> {
    type Array = MaskedArray<'a>;
    type Object = MaskedObject<'a>;

    fn view(self) -> View<'a, Self> {
        match self.node.view() {
            View::Null => View::Null,
            View::Boolean(value) => View::Boolean(value),
            View::Number(value) => View::Number(value),
            View::String(value) => View::String(value),
            View::Array(array) => View::Array(MaskedArray(self, array)),
            View::Object(object) => {
                View::Object(MaskedObject(self, (!self.is_hidden()).then_some(object)))
            }
        }
    }
}

impl<'a> Array<'a> for MaskedArray<'a> {
    type Node = Masked<'a>;
    type Items = Items<'a>;

    fn len(self) -> usize {
        self.1.len()
    }

    fn items(self) -> Self::Items {
        Items(self.0, self.1.items())
    }
}

impl<'a> Object<'a> for MaskedObject<'a> {
    type Node = Masked<'a>;
    type Members = Members<'a>;

    fn len(self) -> usize {
        self.1.map_or(0, Object::len)
    }

    fn members(self) -> Self::Members {
        Members(self.0, self.1.map(Object::members))
    }

    fn get(self, key: Key<'_>) -> Option<Masked<'a>> {
        Some(self.0.at(self.1?.get(key)?))
    }
}

#[derive(Clone)]
struct Items<'a>(Masked<'a>, <DocumentArray<'a> as Array<'a>>::Items);

impl<'a> Iterator for Items<'a> {
    type Item = Masked<'a>;

    fn next(&mut self) -> Option<Masked<'a>> {
        self.1.next().map(|node| self.0.at(node))
    }
}

#[derive(Clone)]
struct Members<'a>(Masked<'a>, Option<<DocumentObject<'a> as Object<'a>>::Members>);

impl<'a> Iterator for Members<'a> {
    type Item = (Key<'a>, Masked<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        self.1.as_mut()?.next().map(|(name, node)| (name, self.0.at(node)))
    }
}
