//! The stages of a validation, each by itself: parse, compile, validate, report. `cargo bench`.
//!
//! No comparison with others is made here.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use jsonbound::{Document, Scratch, Validator};

const SCHEMA: &str = r##"{
    "$defs": {
        "name": {"type": "string", "minLength": 1, "maxLength": 40, "pattern": "^[a-z][a-z0-9-]*$"},
        "leaf": {"type": "object", "required": ["name"], "properties": {"name": {"$ref": "#/$defs/name"}, "size": {"type": "integer", "minimum": 0}}, "additionalProperties": false},
        "node": {"anyOf": [{"$ref": "#/$defs/leaf"}, {"type": "array", "items": {"$ref": "#/$defs/node"}}]}
    },
    "$ref": "#/$defs/node"
}"##;

/// A tree of arrays with leaves, about 8,000 values.
fn instance() -> String {
    let leaves: Vec<String> =
        (0..10).map(|n| format!(r#"{{"name": "leaf-{n}", "size": {n}}}"#)).collect();
    let level = format!("[{}]", leaves.join(","));
    let level = format!("[{}]", vec![level; 20].join(","));
    format!("[{}]", vec![level; 12].join(","))
}

fn stages(criterion: &mut Criterion) {
    let text = instance();
    let valid = Document::parse(text.as_bytes()).expect("the instance is JSON");
    let broken = text.replacen("leaf-9", "Leaf 9", 1);
    let invalid = Document::parse(broken.as_bytes()).expect("the instance is JSON");
    let validator = jsonbound::compile_str(SCHEMA).expect("the schema compiles");
    let mut scratch = Scratch::new();
    criterion.bench_function("parse", |bench| {
        bench.iter(|| Document::parse(black_box(text.as_bytes())).is_ok());
    });
    criterion.bench_function("compile", |bench| {
        bench.iter(|| jsonbound::compile_str(black_box(SCHEMA)).is_ok());
    });
    criterion.bench_function("compile unchecked", |bench| {
        bench
            .iter(|| Validator::builder().check_schema(false).build_str(black_box(SCHEMA)).is_ok());
    });
    criterion.bench_function("validate valid", |bench| {
        bench.iter(|| validator.check_with(&mut scratch, black_box(valid.root())));
    });
    criterion.bench_function("report invalid", |bench| {
        bench.iter(|| validator.validate_with(&mut scratch, black_box(invalid.root())).is_err());
    });
}

criterion_group!(benches, stages);
criterion_main!(benches);
