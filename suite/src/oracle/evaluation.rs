//! Applying a schema to an instance, and collecting what was evaluated (core, sections 7 and 11).
//!
//! Invariant: every keyword of a schema is evaluated, whatever the others gave, and `unevaluated*` come last.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::MAX_DEPTH;
use super::applicators::APPLICATORS;
use super::assertions::ASSERTIONS;
use super::json::Json;
use super::resources::{Drafts, Place, Tables};

/// The annotations that matter: which properties and items of the instance have been evaluated.
#[derive(Debug, Default)]
pub(super) struct Evaluated {
    pub(super) properties: BTreeSet<String>,
    pub(super) items: BTreeSet<usize>,
}

impl Evaluated {
    pub(super) fn merge(&mut self, other: Evaluated) {
        self.properties.extend(other.properties);
        self.items.extend(other.items);
    }
}

/// `Some` with annotations if valid, `None` if invalid, `Err` if the oracle does not know.
pub(super) type Verdict = Result<Option<Evaluated>, String>;

/// The schema object whose keyword is evaluated, and what its other keywords have evaluated so far.
#[derive(Debug)]
pub(super) struct Site<'s, 'a> {
    members: &'a BTreeMap<String, Json>,
    pub(super) place: &'s Place,
    pub(super) evaluated: &'s Evaluated,
}

impl<'a> Site<'_, 'a> {
    /// Another keyword of the same schema, if these drafts and its vocabulary are in use.
    pub(super) fn sibling(
        &self,
        drafts: Drafts,
        vocabulary: &str,
        keyword: &str,
    ) -> Option<&'a Json> {
        let Ok(rules) = &*self.place.dialect else { return None };
        self.members.get(keyword).filter(|_| rules.have(drafts, vocabulary))
    }
}

/// One check: the dynamic scope, and what has been spent.
#[derive(Debug)]
pub(super) struct Evaluation<'t, 'a> {
    pub(super) tables: &'t Tables<'a>,
    /// The resources that were entered and not left, outermost first (core, section 7.1).
    pub(super) scope: Vec<Rc<str>>,
    steps_left: u64,
}

impl<'t, 'a> Evaluation<'t, 'a> {
    pub(super) fn new(tables: &'t Tables<'a>, steps_left: u64) -> Self {
        Evaluation { tables, scope: Vec::new(), steps_left }
    }

    /// Applies the root of a document.
    pub(super) fn apply_root(&mut self, schema: &'a Json, instance: &Json) -> Verdict {
        let place = self.tables.place(schema).ok_or("the document is not in the tables")?.clone();
        self.apply(schema, &place, instance)
    }

    /// Applies a schema; `outer` is where it was reached from, which matters only if it does not stand where schemas
    /// stand.
    pub(super) fn apply(&mut self, schema: &'a Json, outer: &Place, instance: &Json) -> Verdict {
        self.steps_left = self.steps_left.checked_sub(1).ok_or("too long for the oracle")?;
        if self.scope.len() >= MAX_DEPTH {
            return Err("too deep for the oracle".into());
        }
        let members = match schema {
            Json::Bool(true) => return Ok(Some(Evaluated::default())),
            Json::Bool(false) => return Ok(None),
            Json::Object(members) => members,
            _ => return Err("a schema is neither an object nor a boolean".into()),
        };
        let place = self.tables.place(schema).unwrap_or(outer);
        let rules = (*place.dialect).as_ref().map_err(String::clone)?;
        let is_reference = rules.is_reference(schema);
        self.scope.push(Rc::clone(&place.base));
        let mut valid = true;
        let mut evaluated = Evaluated::default();
        for (drafts, keyword, rule) in ASSERTIONS {
            if let Some(value) = members.get(*keyword)
                && rules.have(*drafts, "validation")
                && !is_reference
            {
                valid &= rule(value, instance).map_err(|e| format!("{keyword}: {e}"))?;
            }
        }
        for (drafts, keyword, vocabulary, rule) in APPLICATORS {
            if let Some(value) = members.get(*keyword)
                && rules.have(*drafts, vocabulary)
                && (!is_reference || *keyword == "$ref")
            {
                let site = Site { members, place, evaluated: &evaluated };
                match rule(self, &site, value, instance)? {
                    Some(more) => evaluated.merge(more),
                    None => valid = false,
                }
            }
        }
        self.scope.pop();
        Ok(valid.then_some(evaluated))
    }
}
