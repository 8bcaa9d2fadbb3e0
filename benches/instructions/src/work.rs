//! The work that is counted.
//!
//! Invariant: what is counted happens between two marks, and has been done once before, so that it is warm.

use std::hint::black_box;

use jsonbound::{Document, Limits, Parser, Scratch, Validator, Verdict};
use serde_json::Value;

use crate::inputs;

type Failure = Box<dyn std::error::Error>;

/// The functions that callgrind looks for: it writes down what happened before each of their calls.
pub(crate) const MARKS: &str = "*mark_for_callgrind*";

/// Instances of one data set that are counted: enough to tell what charges cost.
const INSTANCES: usize = 200;

#[inline(never)]
fn mark_for_callgrind(at: bool) {
    black_box(at);
}

/// Does a piece of work twice, counts the second time, and prints its name.
fn counted(name: &str, work: &mut dyn FnMut() -> bool) -> Result<(), Failure> {
    let warm = work();
    mark_for_callgrind(true);
    let again = work();
    mark_for_callgrind(false);
    if !warm || !again {
        return Err(format!("{name} does not do what it should").into());
    }
    println!("{name}");
    Ok(())
}

/// Each stage over each of the self-made inputs.
pub(crate) fn inputs() -> Result<(), Failure> {
    for input in inputs::all() {
        let name = |stage: &str| format!("{stage}/{}", input.name);
        let mut parser = Parser::new(Limits::untrusted().instance_text());
        let mut scratch = Scratch::new();
        let validator = jsonbound::compile_str(input.schema)?;
        let valid = Document::parse(input.valid.as_bytes())?;
        let invalid = Document::parse(input.invalid.as_bytes())?;
        let value: Value = serde_json::from_str(&input.valid)?;
        counted(&name("parse"), &mut || {
            let document = parser.parse(black_box(input.valid.as_bytes()));
            document.map(|document| parser.recycle(document)).is_ok()
        })?;
        counted(&name("compile"), &mut || jsonbound::compile_str(black_box(input.schema)).is_ok())?;
        counted(&name("validate"), &mut || {
            validator.check_with(&mut scratch, black_box(&valid).root()) == Ok(Verdict::Valid)
        })?;
        counted(&name("validate-value"), &mut || {
            validator.check_with(&mut scratch, black_box(&value)) == Ok(Verdict::Valid)
        })?;
        counted(&name("report"), &mut || {
            validator.validate_with(&mut scratch, black_box(&invalid).root()).is_err()
        })?;
    }
    Ok(())
}

/// Validation alone over real data, as far as jsonbound compiles the schemas. Says first whether charges are made.
pub(crate) fn sets() -> Result<(), Failure> {
    println!("{}", if charges()? { "metered" } else { "unmetered" });
    for set in jsonbound_corpus::read(&jsonbound_corpus::folder()?)? {
        let Ok(schema) = &set.schema else { continue };
        let builder = Validator::builder().limits(Limits::trusted());
        let Ok(validator) = builder.build_str(schema) else { continue };
        let texts = set.instances.iter().take(INSTANCES);
        let documents =
            texts.map(|text| Document::parse_with(text.as_bytes(), validator.text_limits()));
        let documents = documents.collect::<Result<Vec<_>, _>>()?;
        let mut scratch = Scratch::new();
        counted(&set.name, &mut || {
            let mut all = documents.iter();
            all.all(|it| validator.check_with(&mut scratch, it.root()) == Ok(Verdict::Valid))
        })?;
    }
    Ok(())
}

/// Whether this build charges for steps.
fn charges() -> Result<bool, Failure> {
    let mut limits = Limits::trusted();
    limits.validation_steps = 1;
    let validator =
        Validator::builder().limits(limits).build_str(r#"{"items": {"type": "null"}}"#)?;
    Ok(validator.check(Document::parse(b"[null, null, null]")?.root()).is_err())
}
