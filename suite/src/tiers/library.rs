//! jsonbound itself, in each way to use it: where the schema comes from, what holds the instance, which method is
//! asked, and whether the fast section of the program gives the verdict or the plain one, from which reports come.
//!
//! Everything runs under the default limits, which are those for untrusted input, unless the settings say otherwise.

use jsonbound::{
    Builder, CompileError, Dialect, Error, Limits, Passes, Registry, RegistryBuilder, Scratch,
    TextError, Validator,
};
use jsonbound_json::{Document, Node};
use serde_json::Value;

use crate::case::{Case, Remote};
use crate::run::{Answer, Known, Tier};
use crate::value;

/// What the library does not do.
const KNOWN: &[Known] = &[
    Known::new(
        "optional/format/ipv4.json",
        "validation of IP addresses",
        "invalid leading zeroes, as they are treated as octals",
        "RFC 2673 allows them, and later editions of the suite dropped the test",
    ),
    Known::new(
        "optional/format/ecmascript-regex.json",
        "ECMA 262 regex dialect recognition",
        "ECMA 262 has no support for lookbehind",
        "it has since ES2018, and later editions of the suite say so",
    ),
];

/// How schemas are compiled.
#[derive(Debug, Default)]
pub struct Settings {
    remotes: Vec<Remote>,
    registry: Registry,
    limits: Limits,
    dialect: Dialect,
    assert_formats: Option<bool>,
    assert_content: bool,
    unchecked: bool,
}

impl Settings {
    /// Schemas may refer to these documents.
    ///
    /// # Panics
    ///
    /// On a remote that the registry refuses; it is for tests.
    pub fn new(remotes: &[Remote]) -> Self {
        Settings::of_dialect(Dialect::default(), remotes)
    }

    /// As [`new`](Self::new); schemas and documents without `$schema` are of this dialect.
    ///
    /// # Panics
    ///
    /// As `new`.
    pub fn of_dialect(dialect: Dialect, remotes: &[Remote]) -> Self {
        let registry = registry(dialect, remotes).unwrap_or_else(|error| panic!("{error}"));
        Settings { remotes: remotes.to_vec(), registry, dialect, ..Settings::default() }
    }

    /// Sets the limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Settings { limits, ..self }
    }

    /// Does without the check against the meta-schema, for schemas that have passed it.
    #[must_use]
    pub fn unchecked(self) -> Self {
        Settings { unchecked: true, ..self }
    }

    /// Sets whether formats are asserted, which otherwise depends on the dialect.
    #[must_use]
    pub fn assert_formats(self, assert: bool) -> Self {
        Settings { assert_formats: Some(assert), ..self }
    }

    /// Sets whether contents are asserted.
    #[must_use]
    pub fn assert_content(self, assert_content: bool) -> Self {
        Settings { assert_content, ..self }
    }

    /// The documents that a case may refer to: the shared ones, and its own.
    fn registry(&self, case: &Case) -> Result<Registry, CompileError> {
        if case.remotes.is_empty() {
            return Ok(self.registry.clone());
        }
        registry(self.dialect, &[case.remotes.as_slice(), &self.remotes].concat())
    }
}

fn registry(dialect: Dialect, remotes: &[Remote]) -> Result<Registry, CompileError> {
    let none = RegistryBuilder::new().dialect(dialect);
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
    let builder = Validator::builder()
        .dialect(settings.dialect)
        .limits(settings.limits.clone())
        .check_schema(!settings.unchecked)
        .assert_content(settings.assert_content)
        .registry(settings.registry(case)?);
    Ok(match settings.assert_formats {
        Some(assert) => builder.assert_formats(assert),
        None => builder,
    })
}

/// Where the schema comes from.
enum Source {
    Text,
    Value,
}

type Check = fn(&Validator, &str, &mut Scratch) -> Answer;

/// A way to use the library.
struct Way {
    name: &'static str,
    source: Source,
    /// Which passes made what is run.
    passes: Passes,
    check: Check,
    /// The label of the tiers that have to take the same steps: those that run the same section, and see members in
    /// the same order, which a `Value` may have sorted.
    steps: Option<&'static str>,
}

const fn way(name: &'static str, source: Source, check: Check, steps: Option<&'static str>) -> Way {
    Way { name, source, passes: Passes::all(), check, steps }
}

impl Way {
    /// The same, by the plain section.
    const fn plain(self) -> Way {
        Way { passes: Passes::none(), ..self }
    }
}

const WAYS: &[Way] = &[
    way("document check", Source::Text, document_check, Some("written order")),
    way("document validate", Source::Text, document_validate, None),
    way("bytes check", Source::Text, bytes_check, None),
    way("value check", Source::Value, value_check, Some("value order")),
    way("value validate", Source::Value, value_validate, None),
    way("copied value check", Source::Value, copy_check, Some("value order")),
    way("printed value check", Source::Value, print_check, Some("value order")),
    way("plain document check", Source::Text, document_check, Some("plain, written order")).plain(),
    way("plain document validate", Source::Text, document_validate, None).plain(),
    way("plain value check", Source::Value, value_check, Some("plain, value order")).plain(),
];

/// All ways to use the library.
pub fn library(settings: &Settings) -> Vec<Tier<'_>> {
    let tier = |way: &'static Way| {
        let tier = Tier::new(way.name, move |case| run(settings, case, way)).known(KNOWN);
        match way.steps {
            Some(label) => tier.same_steps(label),
            None => tier,
        }
    };
    WAYS.iter().map(tier).collect()
}

fn run(settings: &Settings, case: &Case, way: &Way) -> Vec<Answer> {
    let builder = builder(settings, case).map(|builder| builder.passes(way.passes));
    let validator = match way.source {
        Source::Text => builder.and_then(|builder| builder.build_str(&case.schema)),
        Source::Value => match value::hold(&case.schema) {
            Some(schema) => builder.and_then(|builder| builder.build(&schema)),
            None => return vec![Answer::Unheld; case.tests.len()],
        },
    };
    let validator = match validator {
        Ok(validator) => validator,
        Err(why) => return vec![Answer::Failed(why.to_string()); case.tests.len()],
    };
    // One scratch for all instances: what a check leaves there must not matter to the next.
    let mut scratch = Scratch::new();
    case.tests.iter().map(|test| (way.check)(&validator, &test.instance, &mut scratch)).collect()
}

/// The verdict with its steps; `is_valid` has to agree.
fn check<'n>(validator: &Validator, instance: impl Node<'n>, scratch: &mut Scratch) -> Answer {
    match validator.check_with(scratch, instance) {
        Ok(verdict) if verdict.is_valid() != validator.is_valid(instance) => {
            Answer::Failed("check and is_valid disagree".into())
        }
        Ok(verdict) => Answer::Decided { valid: verdict.is_valid(), steps: Some(scratch.steps()) },
        Err(stopped) => Answer::Stopped(stopped),
    }
}

/// The verdict of a report, which has to say something about what is invalid, unless a limit cut it.
fn validate<'n>(validator: &Validator, instance: impl Node<'n>) -> Answer {
    match validator.validate(instance) {
        Ok(()) => Answer::of(Ok(true)),
        Err(Error::Invalid(invalid)) => {
            let report = invalid.report();
            match report.failures().is_empty() && !report.is_cut() {
                true => Answer::Failed("the report says nothing".into()),
                false => Answer::of(Ok(false)),
            }
        }
        Err(Error::Stopped(stopped)) => Answer::Stopped(stopped),
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
    match validator.check_bytes(instance.as_bytes()) {
        Ok(verdict) => Answer::of(Ok(verdict.is_valid())),
        Err(TextError::Stopped(stopped)) => Answer::Stopped(stopped),
        Err(TextError::Parse(error)) => Answer::Failed(error.to_string()),
    }
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
            (Answer::Stopped(one), Answer::Stopped(other)) if *one == other => answer,
            (_, other) => Answer::Failed(format!("check says {answer:?}, check_bytes {other:?}")),
        }
    })
}
