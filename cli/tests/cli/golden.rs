//! Whole outputs of the program, as text: `golden/*.txt`, over the files in `golden/files`.
//!
//! A line `$ ` has arguments; below it are standard output (`| `), standard error (`! `), and the status (`= `). With
//! the environment variable `JSONBOUND_BLESS` set, what is below is written anew. Times and steps are masked.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use crate::program::Folder;

/// A file as it should be.
fn run(text: &str) -> String {
    let folder = Folder::golden();
    let mut right = String::new();
    for line in text.lines() {
        let Some(arguments) = line.strip_prefix("$ ") else {
            if line.starts_with("# ") || line.is_empty() {
                right.extend([line, "\n"]);
            }
            continue;
        };
        let run = folder.run(arguments);
        right.extend([line, "\n"]);
        for (mark, stream) in [("|", &run.stdout), ("!", &run.stderr)] {
            for line in stream.lines() {
                let line = masked(line).replace('\u{1b}', "␛");
                right.extend([format!("{mark} {line}").trim_end(), "\n"]);
            }
        }
        writeln!(right, "= {}", run.status).unwrap();
    }
    right
}

/// A line with its times and steps masked: neither belongs to what is tested here.
fn masked(line: &str) -> String {
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let timed = line.starts_with("time: ");
    let words: Vec<&str> = line.split(' ').collect();
    let steps = |next: &&str| next.starts_with("steps") || *next == "compile";
    let words = words.iter().enumerate().map(|(index, word)| {
        match is_number(word) && (timed || words.get(index + 1).is_some_and(steps)) {
            true => "N",
            false => word,
        }
    });
    let mut line = words.collect::<Vec<_>>().join(" ");
    let row = format!("  {:<22}  steps  ", "compile_steps");
    for before in ["\"steps\":", "\"compile_steps\",\"unit\":\"steps\",\"used\":", &*row] {
        let Some((start, rest)) = line.split_once(before) else { continue };
        let rest = rest.trim_start();
        let end = rest.find(|c: char| !c.is_ascii_digit() && (c != ',' || !before.ends_with(' ')));
        line = format!("{start}{before}N{}", &rest[end.unwrap_or(rest.len())..]);
    }
    line
}

#[track_caller]
fn compare(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    let text = fs::read_to_string(&path).unwrap();
    let right = run(&text);
    if env::var_os("JSONBOUND_BLESS").is_some() {
        fs::write(&path, right).unwrap();
        return;
    }
    for (expected, got) in text.split("\n$ ").zip(right.split("\n$ ")) {
        assert_eq!(got, expected, "in {name}");
    }
}

#[test]
fn validate() {
    compare("validate.txt");
}

#[test]
fn inspect() {
    compare("inspect.txt");
}

#[test]
fn help() {
    compare("help.txt");
}
