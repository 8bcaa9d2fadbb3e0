//! Other implementations, as tiers and by themselves.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::collections::HashMap;
use std::error::Error;
use std::sync::Arc;

use jsonbound::Dialect;
use jsonbound_suite::case::{Case, Remote};
use jsonbound_suite::run::{Answer, Known, Tier};
use jsonbound_suite::value;
use jsonschema::{Draft, Retrieve, Uri, Validator};
use serde_json::Value;

/// The crate jsonschema, without network and files.
pub(crate) fn jsonschema(remotes: &[Remote], known: &'static [Known]) -> Tier<'static> {
    tier(Draft::Draft202012, remotes, known)
}

/// The same for a dialect, if it knows that.
pub(crate) fn jsonschema_of(dialect: Dialect, remotes: &[Remote]) -> Option<Tier<'static>> {
    let (draft, known) = match dialect {
        Dialect::Draft4 => (Draft::Draft4, NONE),
        Dialect::Draft6 => (Draft::Draft6, NONE),
        Dialect::Draft7 => (Draft::Draft7, NONE),
        Dialect::Draft201909 => (Draft::Draft201909, KNOWN_2019),
        Dialect::Draft202012 => (Draft::Draft202012, NONE),
        _ => return None,
    };
    Some(tier(draft, remotes, known))
}

const NONE: &[Known] = &[];
const KNOWN_2019: &[Known] = &[Known::new(
    "draft2019-09.json",
    "$recursiveRef goes to the outermost anchor",
    "*",
    "it goes to the anchor nearest to it",
)];

fn tier(draft: Draft, remotes: &[Remote], known: &'static [Known]) -> Tier<'static> {
    let shared = Documents::default().with(remotes);
    Tier::new("crate jsonschema", move |case| judge(draft, &shared, case)).known(known)
}

/// What the crate jsonschema says of these instances; `None` if it refuses the schema.
pub(crate) fn verdicts(schema: &Value, instances: &[Value]) -> Option<Vec<bool>> {
    let validator = build(Draft::Draft202012, schema, Documents::default()).ok()?;
    Some(instances.iter().map(|instance| validator.is_valid(instance)).collect())
}

fn judge(draft: Draft, shared: &Documents, case: &Case) -> Vec<Answer> {
    let all = |answer: Answer| vec![answer; case.tests.len()];
    let Some(schema) = value::hold(&case.schema) else { return all(Answer::Unheld) };
    let validator = match build(draft, &schema, shared.clone().with(&case.remotes)) {
        Ok(validator) => validator,
        Err(why) => return all(Answer::Failed(why)),
    };
    let answer = |instance: &String| match value::hold(instance) {
        Some(instance) => Answer::of(Ok(validator.is_valid(&instance))),
        None => Answer::Unheld,
    };
    case.tests.iter().map(|test| answer(&test.instance)).collect()
}

fn build(draft: Draft, schema: &Value, documents: Documents) -> Result<Validator, String> {
    let options = match schema.get("$schema") {
        // A draft that is set goes before one that a schema names by a meta-schema of its own.
        Some(_) => jsonschema::options(),
        None => jsonschema::options().with_draft(draft),
    };
    // Up to draft-07 it asserts formats if nobody says otherwise.
    let named = schema.get("$schema").and_then(Value::as_str);
    let is_old = named.map_or(draft < Draft::Draft201909, |uri| uri.contains("/draft-0"));
    let options = match is_old {
        true => options.should_validate_formats(false),
        false => options,
    };
    let options = options.with_retriever(documents);
    options.build(schema).map_err(|error| error.to_string())
}

/// All that may be retrieved.
#[derive(Clone, Default)]
struct Documents(HashMap<String, Arc<Value>>);

impl Documents {
    fn with(mut self, remotes: &[Remote]) -> Self {
        for Remote { uri, text } in remotes {
            let value = serde_json::from_str(text).expect("a remote is JSON");
            self.0.insert(uri.clone(), Arc::new(value));
        }
        self
    }
}

impl Retrieve for Documents {
    fn retrieve(&self, uri: &Uri<String>) -> Result<Value, Box<dyn Error + Send + Sync>> {
        let document = self.0.get(uri.as_str()).ok_or_else(|| format!("{uri} is unknown"))?;
        Ok(Value::clone(document))
    }
}
