//! Dialects: from `$schema` to what a resource is read by (Core 8.1).
//!
//! Invariant: an unknown dialect is an error, never a guess.

use std::sync::Arc;

use jsonbound_json::{DocumentNode, Node, Object, View};
use jsonbound_vocab::{Dialect, Rules, Vocabularies, Vocabulary};

use crate::budget::Budget;
use crate::error::CompileErrorKind;
use crate::scan::Context;
use crate::uri;

/// Meta-schemas above meta-schemas that are followed until one is a dialect's.
const LONGEST: usize = 8;

/// What a schema has to be valid against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MetaSchema {
    /// The meta-schema of a dialect.
    Standard(Dialect),
    /// A meta-schema of the registry, by its absolute URI.
    Other(Arc<str>),
}

/// What the value of `$schema` says: the rules, and the meta-schema.
pub(crate) fn declared<'d>(
    schema: DocumentNode<'d>,
    context: &Context<'_, 'd>,
    budget: &mut Budget<'_>,
) -> Result<(Rules, MetaSchema), CompileErrorKind> {
    let uri = schema.as_str().ok_or(CompileErrorKind::Expected("a URI"))?;
    if let Some(dialect) = Dialect::from_uri(uri) {
        return Ok((Rules::of(dialect), MetaSchema::Standard(dialect)));
    }
    let unknown = || CompileErrorKind::UnknownDialect(uri.into());
    let absolute = uri::absolute(uri).map_err(|_| unknown())?;
    let mut above = absolute.clone();
    let mut vocabulary = None;
    for _ in 0..LONGEST {
        let meta_schema = (context.lookup)(&above).ok_or_else(unknown)?;
        // The vocabularies are those of the nearest meta-schema that says which.
        vocabulary = vocabulary.or_else(|| meta_schema.get("$vocabulary"));
        let next = meta_schema.get("$schema").and_then(|next| next.as_str());
        let next = next.unwrap_or(context.default.uri());
        let dialect = match vocabulary {
            Some(vocabulary) => dialect_of(vocabulary, budget)?,
            None => None,
        };
        if let Some(dialect) = dialect.or_else(|| Dialect::from_uri(next)) {
            let rules = match vocabulary.filter(|_| dialect.traits().vocabularies.is_some()) {
                Some(vocabulary) => {
                    Rules { dialect, vocabularies: vocabularies(dialect, vocabulary, budget)? }
                }
                None => Rules::of(dialect),
            };
            return Ok((rules, MetaSchema::Other(absolute.into())));
        }
        above = uri::absolute(next).map_err(|_| unknown())?;
    }
    Err(unknown())
}

/// The dialect whose vocabularies a `$vocabulary` has, by the first that is known. A meta-schema may well be its own.
fn dialect_of(
    value: DocumentNode<'_>,
    budget: &mut Budget<'_>,
) -> Result<Option<Dialect>, CompileErrorKind> {
    let View::Object(members) = value.view() else { return Ok(None) };
    budget.pay(members.len() as u64)?;
    let known = |name: &str| {
        Dialect::all().find(|&dialect| Vocabulary::from_uri(dialect, name, false).is_some())
    };
    Ok(members.members().find_map(|(name, _)| known(name.as_str())))
}

/// The vocabularies of a `$vocabulary`; one that is required must be known (Core 8.1.2.1).
fn vocabularies(
    dialect: Dialect,
    value: DocumentNode<'_>,
    budget: &mut Budget<'_>,
) -> Result<Vocabularies, CompileErrorKind> {
    const WHAT: &str = "an object from vocabulary URIs to booleans";
    let View::Object(members) = value.view() else { return Err(CompileErrorKind::Expected(WHAT)) };
    budget.pay(members.len() as u64)?;
    let mut vocabularies = Vocabularies::CORE;
    for (name, required) in members.members() {
        let required = required.as_bool().ok_or(CompileErrorKind::Expected(WHAT))?;
        match Vocabulary::from_uri(dialect, name.as_str(), required) {
            Some(vocabulary) => vocabularies = vocabularies.with(vocabulary),
            None if required => {
                return Err(CompileErrorKind::UnknownVocabulary(name.as_str().into()));
            }
            None => {}
        }
    }
    Ok(vocabularies)
}
