//! Other implementations, as tiers and by themselves.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::collections::HashMap;
use std::error::Error;
use std::sync::Arc;

use jsonbound_suite::case::{Case, Remote};
use jsonbound_suite::run::{Answer, Known, Tier};
use jsonbound_suite::value;
use jsonschema::{Retrieve, Uri, Validator};
use serde_json::Value;

/// The crate jsonschema, without network and files.
pub(crate) fn jsonschema(remotes: &[Remote], known: &'static [Known]) -> Tier<'static> {
    let shared = Documents::default().with(remotes);
    Tier::new("crate jsonschema", move |case| judge(&shared, case)).known(known)
}

/// What the crate jsonschema says of these instances; `None` if it refuses the schema.
pub(crate) fn verdicts(schema: &Value, instances: &[Value]) -> Option<Vec<bool>> {
    let validator = build(schema, Documents::default()).ok()?;
    Some(instances.iter().map(|instance| validator.is_valid(instance)).collect())
}

fn judge(shared: &Documents, case: &Case) -> Vec<Answer> {
    let all = |answer: Answer| vec![answer; case.tests.len()];
    let Some(schema) = value::hold(&case.schema) else { return all(Answer::Unheld) };
    let validator = match build(&schema, shared.clone().with(&case.remotes)) {
        Ok(validator) => validator,
        Err(why) => return all(Answer::Failed(why)),
    };
    let answer = |instance: &String| match value::hold(instance) {
        Some(instance) => Answer::of(Ok(validator.is_valid(&instance))),
        None => Answer::Unheld,
    };
    case.tests.iter().map(|test| answer(&test.instance)).collect()
}

fn build(schema: &Value, documents: Documents) -> Result<Validator, String> {
    let options = jsonschema::options().with_retriever(documents);
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
