//! The native stack: whatever the limits admit runs on 64 KiB, in a debug build too.

mod common;

use common::Budget;
use jsonbound_pattern::{PatternLimits, compile, parse};

/// Runs on a thread with a small stack.
fn on_64_kib(body: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(64 << 10).spawn(body);
    thread.expect("a thread").join().expect("no panic");
}

fn exercise(pattern: String, text: String) {
    on_64_kib(move || {
        let compiled = match compile(&pattern, &PatternLimits::untrusted()) {
            Ok(compiled) => compiled,
            Err(error) => panic!("{error}"),
        };
        let mut cache = compiled.matcher.cache();
        let _ = compiled.matcher.is_match(&text, &mut cache, &mut Budget::of(1_000_000));
    });
}

#[test]
fn the_deepest_nesting() {
    for (open, close) in
        [("(", ")"), ("(?:", ")*"), ("(?=", ")"), ("(?<!", ")"), ("(?:", "|b)?"), ("(", ")+?")]
    {
        exercise(open.repeat(64) + "a" + &close.repeat(64), "ab".repeat(20));
    }
}

#[test]
fn the_largest_programs() {
    for pattern in [
        "^.{4997}$",
        "^[a-f]{0,4997}$",
        "(?:a|b)*a(?:a|b){1200}",
        r"^(\w)(?:\1|a){1000}",
        r"\p{L}{2000}\p{N}{2000}",
        r"^(?:a?){2000}(?=b)",
    ] {
        exercise(pattern.into(), "ab".repeat(2_000));
    }
    exercise("a|".repeat(511) + "b", "c".into());
    exercise("[a-z]".repeat(204), "abc".into());
}

#[test]
fn the_largest_unicode_tables() {
    let names =
        ["L", "scx=Greek", "Alphabetic", "Cn", "Assigned", "Changes_When_Casemapped", "gc=Other"];
    for name in names {
        exercise(format!(r"^[^\P{{{name}}}a]+\p{{{name}}}$"), "\u{3B1}\u{e9}".into());
    }
}

#[test]
fn names_beyond_ascii() {
    exercise(r"(?<é日>a)\k<é日>".into(), "aa".into());
}

#[test]
fn deep_backtracking() {
    exercise(r"^(?:(a)|b)*(?!c)\1$".into(), "ab".repeat(50_000));
}

#[test]
fn trees_of_any_depth_are_parsed_cloned_compared_and_dropped() {
    on_64_kib(|| {
        let mut limits = PatternLimits::trusted();
        limits.nesting = u64::MAX;
        let deep = "(?:".repeat(100_000) + "a" + &")?".repeat(100_000);
        let ast = parse(&deep, &limits).expect("within the limits");
        assert!(ast.clone() == ast);
        let compiled = compile(&deep, &limits).expect("within the limits");
        let mut cache = compiled.matcher.cache();
        let answer = compiled.matcher.is_match("a", &mut cache, &mut Budget::unlimited());
        assert_eq!(answer, Ok(true));
    });
}
