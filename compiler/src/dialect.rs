//! Dialects: from `$schema` to the vocabularies in force (Core 8.1).
//!
//! Invariant: an unknown dialect is an error, never a guess.

use jsonbound_json::{DocumentNode, Node, Object, View};
use jsonbound_vocab::{DRAFT_2020_12, Vocabularies, Vocabulary};

use crate::budget::Budget;
use crate::error::CompileErrorKind;
use crate::uri;

/// Meta-schemas above meta-schemas that are followed until one says `$vocabulary`.
const LONGEST: usize = 8;

/// The vocabularies that a meta-schema turns on. `lookup` finds the root of a document by its URI.
pub(crate) fn vocabularies<'d>(
    schema: &str,
    lookup: &dyn Fn(&str) -> Option<DocumentNode<'d>>,
    budget: &mut Budget<'_>,
) -> Result<Vocabularies, CompileErrorKind> {
    let unknown = || CompileErrorKind::UnknownDialect(schema.into());
    let mut uri = uri::absolute(schema).map_err(|_| unknown())?;
    for _ in 0..LONGEST {
        if uri == DRAFT_2020_12 {
            return Ok(Vocabularies::STANDARD);
        }
        let meta_schema = lookup(&uri).ok_or_else(unknown)?;
        if let Some(vocabulary) = meta_schema.get("$vocabulary") {
            return declared(vocabulary, budget);
        }
        let above =
            meta_schema.get("$schema").and_then(|above| above.as_str()).unwrap_or(DRAFT_2020_12);
        uri = uri::absolute(above).map_err(|_| unknown())?;
    }
    Err(unknown())
}

/// The vocabularies of a `$vocabulary`; one that is required must be known (Core 8.1.2.1).
fn declared(
    value: DocumentNode<'_>,
    budget: &mut Budget<'_>,
) -> Result<Vocabularies, CompileErrorKind> {
    let View::Object(members) = value.view() else {
        return Err(CompileErrorKind::Expected("an object from vocabulary URIs to booleans"));
    };
    budget.pay(members.len() as u64)?;
    let mut vocabularies = Vocabularies::CORE;
    for (name, required) in members.members() {
        match (Vocabulary::from_uri(name.as_str()), required.as_bool()) {
            (Some(vocabulary), Some(_)) => vocabularies = vocabularies.with(vocabulary),
            (None, Some(false)) => {}
            (None, Some(true)) => {
                return Err(CompileErrorKind::UnknownVocabulary(name.as_str().into()));
            }
            (_, None) => {
                return Err(CompileErrorKind::Expected(
                    "an object from vocabulary URIs to booleans",
                ));
            }
        }
    }
    Ok(vocabularies)
}
