//! Schemas and what they compile to, as text: `golden/*.txt`.
//!
//! A case is a title after `# `, documents for the registry on lines that begin with `@ `, the schema, a line `---`,
//! and what is expected: the disassembly, or the error. With the environment variable `JSONBOUND_BLESS` set, the last
//! part is written anew.

mod common;

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use common::Setup;
use jsonbound_compiler::CompileError;

/// What a case compiles to.
fn outcome(input: &str) -> String {
    let mut setup = Setup::default();
    let mut schema = String::new();
    for line in input.lines() {
        match line.strip_prefix("@ ").and_then(|line| line.split_once(' ')) {
            Some(("base", uri)) => setup.base_uri = Some(uri.to_owned()),
            Some(("entry", reference)) => setup = setup.entry(reference),
            Some((uri, text)) => setup = setup.document(uri, text),
            None => schema.extend([line, "\n"]),
        }
    }
    match setup.compile(&schema) {
        Ok(compiled) => compiled.program.to_string(),
        Err(error) => describe(&error),
    }
}

fn describe(error: &CompileError) -> String {
    let place = error.position().map(|place| format!(" {place}")).unwrap_or_default();
    format!("{} at {:?}{place}\n{error}\n", error.code(), error.pointer())
}

/// Runs all cases of a file, and gives the file as it should be.
fn run(text: &str) -> String {
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

fn compare(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    let text = fs::read_to_string(&path).unwrap();
    let right = run(&text);
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
    compare("assertions.txt");
}

#[test]
fn applicators() {
    compare("applicators.txt");
}

#[test]
fn unevaluated() {
    compare("unevaluated.txt");
}

#[test]
fn references() {
    compare("references.txt");
}

#[test]
fn errors() {
    compare("errors.txt");
}
