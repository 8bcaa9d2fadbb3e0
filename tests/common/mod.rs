//! What the tests of the facade share: building validators, and outcomes that can be compared.
//!
//! Invariant: nothing here knows what an answer should be.
#![allow(dead_code, reason = "each test file uses a part of it")]

pub(crate) mod generate;

use jsonbound::{Error, Failure, Limit, Limits, Node, Report, Scratch, Validator, Verdict};
use serde_json::Value;

/// What a validation came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Valid,
    Invalid,
    Stopped(Limit),
}

/// JSON from text that is right.
pub(crate) fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The limits for trusted input, changed.
pub(crate) fn limits(change: impl FnOnce(&mut Limits)) -> Limits {
    let mut limits = Limits::trusted();
    change(&mut limits);
    limits
}

/// A validator of a schema that must compile, without the check against the meta-schema.
pub(crate) fn compiled(schema: &Value, limits: Limits) -> Validator {
    let builder = Validator::builder().limits(limits).check_schema(false);
    builder.build(schema).unwrap_or_else(|error| panic!("{error}: {schema}"))
}

/// A validator of a schema that must compile, under the default limits.
pub(crate) fn validator(schema: &str) -> Validator {
    jsonbound::compile_str(schema).unwrap_or_else(|error| panic!("{error}: {schema}"))
}

/// The outcome and the steps of a validation in this scratch.
pub(crate) fn run<'a, N: Node<'a>>(
    validator: &Validator,
    scratch: &mut Scratch,
    instance: N,
) -> (Outcome, u64) {
    let outcome = match validator.check_with(scratch, instance) {
        Ok(Verdict::Valid) => Outcome::Valid,
        Ok(Verdict::Invalid) => Outcome::Invalid,
        Err(stopped) => Outcome::Stopped(stopped.limit()),
    };
    (outcome, scratch.steps())
}

/// The outcome and the steps of a validation in a new scratch.
pub(crate) fn cold<'a, N: Node<'a>>(validator: &Validator, instance: N) -> (Outcome, u64) {
    run(validator, &mut Scratch::new(), instance)
}

/// The report on an instance that must be invalid.
pub(crate) fn report<'a, N: Node<'a>>(validator: &Validator, instance: N) -> Report {
    match validator.validate(instance) {
        Err(Error::Invalid(invalid)) => invalid.report().clone(),
        other => panic!("not invalid: {other:?}"),
    }
}

/// A failure's places and its message.
pub(crate) fn row(failure: &Failure) -> [&str; 4] {
    [
        &failure.instance_location,
        &failure.keyword_location,
        &failure.absolute_keyword_location,
        &failure.message,
    ]
}

/// Runs on a thread with so small a stack that recursion over deep values would end it.
pub(crate) fn on_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(64 << 10).spawn(test);
    thread.expect("a thread").join().expect("the test on the small stack");
}
