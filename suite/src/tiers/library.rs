//! jsonbound itself, in each way to use it: where the schema comes from, what holds the instance, which method is
//! asked.
//!
//! Everything runs under the default limits, which are those for untrusted input.

use jsonbound::{
    Builder, CompileError, Error, Limits, Registry, RegistryBuilder, Scratch, Validator,
};
use jsonbound_json::{Document, Node};
use serde_json::Value;

use crate::case::{Case, Remote};
use crate::run::{Answer, Known, Tier};
use crate::value;

/// What the library does not do.
const KNOWN: &[Known] = &[
    Known::new("optional/cross-draft.json", "*", "*", "another dialect"),
    Known::new("embedded-dialect.json", "*", "*", "another dialect"),
    Known::new(
        "optional/dependencies-compatibility.json",
        "*",
        "*",
        "`dependencies` is no keyword of 2020-12",
    ),
    Known::new(
        "optional/format-assertion.json",
        "*",
        "*",
        "the vocabulary of asserted formats is unknown",
    ),
    Known::new(
        "schemas.jsonl",
        "pattern2 5dcb0bf56a9ed897",
        "*",
        "a pattern of Python's, not of ECMA-262's",
    ),
];

/// How schemas are compiled.
#[derive(Debug, Default)]
pub struct Settings {
    remotes: Vec<Remote>,
    registry: Registry,
}

impl Settings {
    /// Schemas may refer to these documents.
    ///
    /// # Panics
    ///
    /// On a remote that the registry refuses; it is for tests.
    pub fn new(remotes: &[Remote]) -> Self {
        let registry = registry(remotes).unwrap_or_else(|error| panic!("{error}"));
        Settings { remotes: remotes.to_vec(), registry }
    }

    /// The documents that a case may refer to: the shared ones, and its own.
    fn registry(&self, case: &Case) -> Result<Registry, CompileError> {
        if case.remotes.is_empty() {
            return Ok(self.registry.clone());
        }
        registry(&[case.remotes.as_slice(), &self.remotes].concat())
    }
}

fn registry(remotes: &[Remote]) -> Result<Registry, CompileError> {
    let none = RegistryBuilder::new();
    let add = |builder: RegistryBuilder, remote: &Remote| builder.text(&remote.uri, &remote.text);
    remotes.iter().try_fold(none, add)?.build()
}

/// Compiles a case's schema from its text.
///
/// # Errors
///
/// Why the schema is refused.
pub fn compile(settings: &Settings, case: &Case) -> Result<Validator, CompileError> {
    builder(settings, case)?.build_str(&case.schema)
}

fn builder(settings: &Settings, case: &Case) -> Result<Builder, CompileError> {
    let builder = Validator::builder().limits(Limits::untrusted());
    Ok(builder.registry(settings.registry(case)?))
}

/// Where the schema comes from.
#[derive(Clone, Copy)]
enum Source {
    Text,
    Value,
}

type Check = fn(&Validator, &str, &mut Scratch) -> Answer;

/// Name, source of the schema, check of one instance, and the label of the tiers that have to take the same steps:
/// those that see members in the same order, which a `Value` may have sorted.
const TIERS: &[(&str, Source, Check, Option<&str>)] = &[
    ("document check", Source::Text, document_check, Some("written order")),
    ("document validate", Source::Text, document_validate, None),
    ("bytes check", Source::Text, bytes_check, None),
    ("value check", Source::Value, value_check, Some("value order")),
    ("value validate", Source::Value, value_validate, None),
    ("copied value check", Source::Value, copy_check, Some("value order")),
    ("printed value check", Source::Value, print_check, Some("value order")),
];

/// All ways to use the library.
pub fn library(settings: &Settings) -> Vec<Tier<'_>> {
    let tier = |&(name, source, check, steps): &(&'static str, _, Check, Option<&'static str>)| {
        let tier = Tier::new(name, move |case| run(settings, case, source, check)).known(KNOWN);
        match steps {
            Some(label) => tier.same_steps(label),
            None => tier,
        }
    };
    TIERS.iter().map(tier).collect()
}

fn run(settings: &Settings, case: &Case, source: Source, check: Check) -> Vec<Answer> {
    let validator = match source {
        Source::Text => compile(settings, case),
        Source::Value => match value::hold(&case.schema) {
            Some(schema) => builder(settings, case).and_then(|builder| builder.build(&schema)),
            None => return vec![Answer::Unheld; case.tests.len()],
        },
    };
    let validator = match validator {
        Ok(validator) => validator,
        Err(why) => return vec![Answer::Failed(why.to_string()); case.tests.len()],
    };
    // One scratch for all instances: what a check leaves there must not matter to the next.
    let mut scratch = Scratch::new();
    case.tests.iter().map(|test| check(&validator, &test.instance, &mut scratch)).collect()
}

/// The verdict with its steps; `is_valid` has to agree.
fn check<'n>(validator: &Validator, instance: impl Node<'n>, scratch: &mut Scratch) -> Answer {
    match validator.check_with(scratch, instance) {
        Ok(verdict) if verdict.is_valid() != validator.is_valid(instance) => {
            Answer::Failed("check and is_valid disagree".into())
        }
        Ok(verdict) => Answer::Decided { valid: verdict.is_valid(), steps: Some(scratch.steps()) },
        Err(stopped) => Answer::Failed(stopped.to_string()),
    }
}

/// The verdict of a report, which has to say something about what is invalid.
fn validate<'n>(validator: &Validator, instance: impl Node<'n>) -> Answer {
    match validator.validate(instance) {
        Ok(()) => Answer::of(Ok(true)),
        Err(Error::Invalid(invalid)) if invalid.report().failures().is_empty() => {
            Answer::Failed("the report says nothing".into())
        }
        Err(Error::Invalid(_)) => Answer::of(Ok(false)),
        Err(error) => Answer::Failed(error.to_string()),
    }
}

fn document_check(validator: &Validator, instance: &str, scratch: &mut Scratch) -> Answer {
    match Document::parse(instance.as_bytes()) {
        Ok(document) => check(validator, document.root(), scratch),
        Err(error) => Answer::Failed(error.to_string()),
    }
}

fn document_validate(validator: &Validator, instance: &str, _: &mut Scratch) -> Answer {
    match Document::parse(instance.as_bytes()) {
        Ok(document) => validate(validator, document.root()),
        Err(error) => Answer::Failed(error.to_string()),
    }
}

fn bytes_check(validator: &Validator, instance: &str, _: &mut Scratch) -> Answer {
    let verdict = validator.check_bytes(instance.as_bytes());
    Answer::of(verdict.map(|verdict| verdict.is_valid()).map_err(|error| error.to_string()))
}

fn held(instance: &str, answer: impl FnOnce(&Value) -> Answer) -> Answer {
    value::hold(instance).map_or(Answer::Unheld, |value| answer(&value))
}

fn value_check(validator: &Validator, instance: &str, scratch: &mut Scratch) -> Answer {
    held(instance, |value| check(validator, value, scratch))
}

fn value_validate(validator: &Validator, instance: &str, _: &mut Scratch) -> Answer {
    held(instance, |value| validate(validator, value))
}

/// A document made from the value, without text.
fn copy_check(validator: &Validator, instance: &str, scratch: &mut Scratch) -> Answer {
    held(instance, |value| match Document::from_node(value, &Default::default()) {
        Ok(document) => check(validator, document.root(), scratch),
        Err(error) => Answer::Failed(error.to_string()),
    })
}

/// What serde_json prints, as text; whether `check_bytes` agrees on it, too.
fn print_check(validator: &Validator, instance: &str, scratch: &mut Scratch) -> Answer {
    held(instance, |value| {
        let text = value.to_string();
        let answer = document_check(validator, &text, scratch);
        match (&answer, bytes_check(validator, &text, scratch)) {
            (Answer::Decided { valid, .. }, Answer::Decided { valid: other, .. })
                if *valid == other =>
            {
                answer
            }
            (_, other) => Answer::Failed(format!("check says {answer:?}, check_bytes {other:?}")),
        }
    })
}
