//! The meaning of patterns, case by case, and the table of the cases in the documentation.

mod common;

use std::fmt::Write;

use common::cases::{ANNEX_B, Rule, UNICODE};
use common::{lints, matches};

#[test]
fn the_unicode_grammar() {
    for &(pattern, text, expected) in UNICODE.iter().flat_map(|rule| rule.cases) {
        assert_eq!(matches(pattern, text), expected, "`{pattern}` on {text:?}");
        assert_eq!(lints(pattern), [], "`{pattern}`");
    }
}

#[test]
fn readings_of_annex_b() {
    for &(pattern, text, expected) in ANNEX_B.iter().flat_map(|rule| rule.cases) {
        assert_eq!(matches(pattern, text), expected, "`{pattern}` on {text:?}");
        assert_ne!(lints(pattern), [], "`{pattern}`");
    }
}

/// `CASES.md` is made from the cases; `JSONBOUND_BLESS=1` writes it anew.
#[test]
fn the_table_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/CASES.md");
    let expected = document();
    if std::env::var_os("JSONBOUND_BLESS").is_some() {
        std::fs::write(path, &expected).expect("a file that can be written");
    }
    let found = std::fs::read_to_string(path).expect("the file is there");
    assert!(found == expected, "run the test with JSONBOUND_BLESS=1, and look at what changed");
}

fn document() -> String {
    let mut out = String::from(
        "# Corner cases\n\nWhat patterns of ECMA-262 mean where implementations tend to differ. Each row is a \
         test, and Node agrees with it. Texts\nare written with the escapes of Rust.\n",
    );
    section(&mut out, "With the `u` flag", UNICODE);
    section(&mut out, "Without it only: lints", ANNEX_B);
    out
}

fn section(out: &mut String, title: &str, rules: &[Rule]) {
    let _ = writeln!(out, "\n## {title}");
    for Rule { says, cases } in rules {
        let _ = writeln!(out, "\n{says}\n\n| pattern | text | |\n| --- | --- | --- |");
        for &(pattern, text, matches) in *cases {
            let (pattern, text) = (code(pattern), code(&format!("{text:?}")));
            let answer = if matches { "matches" } else { "does not" };
            let _ = writeln!(out, "| {pattern} | {text} | {answer} |");
        }
    }
}

/// Code in a cell of a table.
fn code(text: &str) -> String {
    if text.is_empty() { "(empty)".into() } else { format!("`{}`", text.replace('|', r"\|")) }
}
