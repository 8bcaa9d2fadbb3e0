//! The stages of a validation, each by itself. `cargo bench`, or `cargo bench -- validate/` for one group.
//!
//! No comparison with others is made here: `benches/peers` does that.

mod inputs;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use inputs::Input;
use jsonbound::{Document, Limits, Parser, Scratch, Validator, Verdict};

fn validator(input: &Input, limits: Limits) -> Validator {
    let builder = Validator::builder().limits(limits);
    builder.build_str(input.schema).expect("the schema compiles")
}

fn document(text: &str) -> Document<'_> {
    Document::parse(text.as_bytes()).expect("the instance is JSON")
}

fn parse(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("parse");
    for input in inputs::all() {
        let mut parser = Parser::new(Limits::untrusted().instance_text());
        group.throughput(Throughput::Bytes(input.valid.len() as u64));
        group.bench_function(input.name, |bench| {
            bench.iter(|| {
                let document = parser.parse(black_box(input.valid.as_bytes()));
                document.map(|document| parser.recycle(document)).is_ok()
            });
        });
    }
}

fn compile(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("compile");
    for input in inputs::all() {
        for (how, check) in [("checked", true), ("unchecked", false)] {
            group.bench_function(BenchmarkId::new(how, input.name), |bench| {
                bench.iter(|| {
                    let builder = Validator::builder().check_schema(check);
                    builder.build_str(black_box(input.schema)).is_ok()
                });
            });
        }
    }
}

fn validate(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("validate");
    for input in inputs::all() {
        let validator = validator(&input, Limits::untrusted());
        let mut scratch = Scratch::new();
        let cases = [(&input.valid, Verdict::Valid), (&input.invalid, Verdict::Invalid)];
        for (text, verdict) in cases {
            let document = document(text);
            let value: serde_json::Value = serde_json::from_str(text).expect("it is JSON");
            let kind = if verdict == Verdict::Valid { "valid" } else { "invalid" };
            assert_eq!(validator.check(document.root()), Ok(verdict), "{}", input.name);
            group.bench_function(BenchmarkId::new(kind, input.name), |bench| {
                bench.iter(|| validator.check_with(&mut scratch, black_box(&document).root()));
            });
            group.bench_function(BenchmarkId::new(format!("{kind} value"), input.name), |bench| {
                bench.iter(|| validator.check_with(&mut scratch, black_box(&value)));
            });
        }
    }
}

fn report(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("report");
    for input in inputs::all() {
        let validator = validator(&input, Limits::untrusted());
        let mut scratch = Scratch::new();
        let document = document(&input.invalid);
        group.bench_function(input.name, |bench| {
            bench.iter(|| {
                validator.validate_with(&mut scratch, black_box(&document).root()).is_err()
            });
        });
    }
}

/// What a budget costs: the same validation with a small one, a large one, and one that ends half way.
fn budget(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("budget");
    for input in inputs::all() {
        let document = document(&input.valid);
        let mut scratch = Scratch::new();
        let whole = validator(&input, Limits::untrusted());
        assert_eq!(whole.check_with(&mut scratch, document.root()), Ok(Verdict::Valid));
        let mut half = Limits::untrusted();
        half.validation_steps = scratch.steps() / 2;
        let profiles =
            [("untrusted", Limits::untrusted()), ("trusted", Limits::trusted()), ("stopped", half)];
        for (name, limits) in profiles {
            let validator = validator(&input, limits);
            let stops = validator.check(document.root()).is_err();
            assert_eq!(stops, name == "stopped", "{}", input.name);
            group.bench_function(BenchmarkId::new(name, input.name), |bench| {
                bench.iter(|| validator.check_with(&mut scratch, black_box(&document).root()));
            });
        }
    }
}

criterion_group!(benches, parse, compile, validate, report, budget);
criterion_main!(benches);
