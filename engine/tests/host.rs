//! What a host brings: custom checks and formats, which pay from the meter that they are handed.

use std::sync::Arc;

use jsonbound_engine::{Limit, Limits, Report, Scratch, Verdict, check, report};
use jsonbound_json::{Kind, Node};
use jsonbound_program::{
    Builder, Check, EntryId, Exhausted, FormatCheck, Instance, Instr, Meter, Program, StringId,
    Tracks,
};
use serde_json::{Value, json};

/// Passes integers that are even, strings and containers of even size, and `true`; a step for each one of the size.
struct Even;

impl Check for Even {
    fn is_valid(&self, instance: &dyn Instance, meter: &mut dyn Meter) -> Result<bool, Exhausted> {
        let size = instance.size().or(instance.as_str().map(str::len));
        meter.pay(1 + size.unwrap_or(0) as u64)?;
        Ok(match instance.kind() {
            Kind::Null => false,
            Kind::Boolean => instance.as_bool() == Some(true),
            Kind::Number => {
                instance.as_number().is_some_and(|number| number.is_multiple_of(&2_i64.into()))
            }
            Kind::String | Kind::Array | Kind::Object => size.is_some_and(|size| size % 2 == 0),
        })
    }
}

impl FormatCheck for Even {
    fn is_valid(&self, text: &str, meter: &mut dyn Meter) -> Result<bool, Exhausted> {
        meter.pay(text.len() as u64)?;
        Ok(text.len().is_multiple_of(2))
    }
}

/// Holds what it is told to, and gives back more than it took.
struct Greedy(u64);

impl Check for Greedy {
    fn is_valid(&self, _: &dyn Instance, meter: &mut dyn Meter) -> Result<bool, Exhausted> {
        meter.hold(self.0)?;
        meter.release(u64::MAX);
        Ok(true)
    }
}

/// A program of one block.
fn program(code: impl FnOnce(&mut Builder) -> Vec<(Instr, StringId)>) -> Program {
    let mut builder = Builder::new();
    let location = builder.location(None, "https://example.com/s#");
    let block = builder.declare(location, Tracks::default());
    let code = code(&mut builder);
    builder.define(block, &code);
    let edge = builder.edge(block, None, "");
    builder.entry("", edge);
    builder.finish().expect("a program")
}

fn custom(checks: Vec<Arc<dyn Check>>) -> Program {
    program(|builder| {
        let keyword = builder.string("even");
        checks
            .into_iter()
            .map(|check| (Instr::Custom(builder.check("even", check)), keyword))
            .collect()
    })
}

fn format() -> Program {
    program(|builder| {
        let id = builder.format("even", Arc::new(Even));
        vec![(Instr::Format(id), builder.string("format"))]
    })
}

fn limits(steps: u64) -> Limits {
    Limits {
        validation_steps: steps,
        validation_depth: 10,
        inplace_depth: 10,
        scratch_units: 10_000,
        errors: 10,
        error_bytes: 1_000,
        format_bytes: 1_000,
    }
}

fn run<'a, N: Node<'a>>(
    program: &'a Program,
    instance: N,
    steps: u64,
) -> (Result<Verdict, Limit>, u64) {
    let mut scratch = Scratch::new();
    let entry = EntryId(0);
    let answer = check(program, entry, instance, &limits(steps), &mut scratch);
    (answer.map_err(|stopped| stopped.limit()), scratch.steps())
}

fn reported(program: &Program, instance: &Value) -> Report {
    let mut scratch = Scratch::new();
    let entry = EntryId(0);
    assert_eq!(check(program, entry, instance, &limits(1_000), &mut scratch), Ok(Verdict::Invalid));
    report(program, entry, instance, &limits(1_000), &mut scratch)
}

/// One for the block and its first instruction, the rest for the check.
#[test]
fn custom_checks_see_every_kind_and_pay() {
    let program = custom(vec![Arc::new(Even)]);
    for (instance, valid, steps) in [
        (json!(null), false, 2),
        (json!(true), true, 2),
        (json!(false), false, 2),
        (json!(4), true, 2),
        (json!(4.5), false, 2),
        (json!("four"), true, 6),
        (json!([1, 2, 3]), false, 5),
        (json!({"a": 1, "b": 2}), true, 4),
    ] {
        let verdict = if valid { Verdict::Valid } else { Verdict::Invalid };
        assert_eq!(run(&program, &instance, 1_000), (Ok(verdict), steps), "{instance}");
        assert_eq!(run(&program, &instance, steps), (Ok(verdict), steps), "{instance}");
        let (stopped, used) = run(&program, &instance, steps - 1);
        assert_eq!(stopped, Err(Limit::ValidationSteps), "{instance}");
        assert!(used < steps);
    }
    let report = reported(&program, &json!(3));
    assert_eq!(
        report.to_string(),
        "at \"\": must pass the check \"even\" (https://example.com/s#/even)\n"
    );
}

#[test]
fn formats_speak_of_strings_and_pay() {
    let program = format();
    assert_eq!(run(&program, &json!("ab"), 3), (Ok(Verdict::Valid), 3));
    assert_eq!(run(&program, &json!("ab"), 2), (Err(Limit::ValidationSteps), 1));
    assert_eq!(run(&program, &json!("abc"), 4), (Ok(Verdict::Invalid), 4));
    assert_eq!(run(&program, &json!([1]), 1), (Ok(Verdict::Valid), 1));
    let report = reported(&program, &json!("abc"));
    assert_eq!(report.failures()[0].message, "must be of the format \"even\"");
    assert_eq!(report.failures()[0].keyword, "format");
}

/// A check cannot hold more than there is, and giving back too much makes no more than there was.
#[test]
fn checks_cannot_widen_the_budget() {
    let one = custom(vec![Arc::new(Greedy(10_001))]);
    assert_eq!(run(&one, &json!(1), 100).0, Err(Limit::ScratchUnits));
    let two = custom(vec![Arc::new(Greedy(1)), Arc::new(Greedy(10_001))]);
    assert_eq!(run(&two, &json!(1), 100).0, Err(Limit::ScratchUnits));
}

/// A report of an instance that nothing checked before pays from the steps like any other.
#[test]
fn a_report_needs_no_verdict_before() {
    let program = format();
    let entry = EntryId(0);
    let mut scratch = Scratch::new();
    let whole = report(&program, entry, &json!("abc"), &limits(1_000), &mut scratch);
    assert_eq!(whole.failures().len(), 1);
    let valid = report(&program, entry, &json!("ab"), &limits(1_000), &mut Scratch::new());
    assert_eq!(valid, Report::default());
}
