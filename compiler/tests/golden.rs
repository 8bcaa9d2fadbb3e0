//! Schemas and what they compile to, as text: `golden/*.txt`.
//!
//! A case is a title after `# `, settings and documents for the registry on lines that begin with `@ `, the schema, a
//! line `---`, and what is expected: the disassembly of the plain section, or the error. In `golden/passes/NAME.txt` it
//! is the section before the pass and after it. With the environment variable `JSONBOUND_BLESS` set, the last part is
//! written anew.

mod common;

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use common::Setup;
use jsonbound_compiler::{CompileError, Passes};

/// What a case compiles to.
fn outcome(input: &str) -> String {
    let (setup, schema) = Setup::of_case(input);
    match setup.compile(&schema) {
        Ok(compiled) => compiled.program.listing(compiled.program.plain()).to_string(),
        Err(error) => describe(&error),
    }
}

fn describe(error: &CompileError) -> String {
    let place = error.position().map(|place| format!(" {place}")).unwrap_or_default();
    format!("{} at {:?}{place}\n{error}\n", error.code(), error.pointer())
}

/// The section before a pass and after it.
fn pass(name: &str, input: &str) -> String {
    let names: Vec<&str> = Passes::names().map(|(name, _)| name).collect();
    let position = names.iter().position(|&other| other == name).expect("a pass");
    let before =
        position.checked_sub(1).map_or(Some(Passes::none()), |at| Passes::through(names[at]));
    let listing = |passes: Option<Passes>| {
        let (mut setup, schema) = Setup::of_case(input);
        setup.passes = passes.expect("a pass");
        let program = setup.compile(&schema).expect("a program").program;
        program.listing(program.verdicts()).to_string()
    };
    format!("{}---\n{}", listing(before), listing(Passes::through(name)))
}

/// Runs all cases of a file, and gives the file as it should be.
fn run(text: &str, outcome: &dyn Fn(&str) -> String) -> String {
    let mut right = String::new();
    for case in text.split("\n# ") {
        let case = case.strip_prefix("# ").unwrap_or(case);
        let (input, _) = case.split_once("\n---\n").expect("a case has a line `---`");
        let (title, input) = input.split_once('\n').expect("a case has a schema");
        let blank = if right.is_empty() { "" } else { "\n" };
        write!(right, "{blank}# {title}\n{input}\n---\n{}", outcome(input)).unwrap();
    }
    right
}

fn compare(name: &str, outcome: &dyn Fn(&str) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    let text = fs::read_to_string(&path).unwrap();
    let right = run(&text, outcome);
    if env::var_os("JSONBOUND_BLESS").is_some() {
        fs::write(&path, right).unwrap();
        return;
    }
    for (expected, got) in text.split("\n# ").zip(right.split("\n# ")) {
        assert_eq!(got.trim_end(), expected.trim_end(), "in {name}");
    }
}

#[test]
fn assertions() {
    compare("assertions.txt", &outcome);
}

#[test]
fn applicators() {
    compare("applicators.txt", &outcome);
}

#[test]
fn unevaluated() {
    compare("unevaluated.txt", &outcome);
}

#[test]
fn references() {
    compare("references.txt", &outcome);
}

/// Keywords that mean something else in older dialects; `@ dialect NAME` says which.
#[test]
fn legacy() {
    compare("legacy.txt", &outcome);
}

#[test]
fn errors() {
    compare("errors.txt", &outcome);
}

/// Every pass has a file, and every case of it shows the pass at work.
#[test]
fn passes() {
    for (name, _) in Passes::names() {
        compare(&format!("passes/{name}.txt"), &|input| pass(name, input));
    }
}
