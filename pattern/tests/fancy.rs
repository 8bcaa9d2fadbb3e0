//! The engine that is fancy-regex: its limits are errors, and its differences are those that its documentation lists.

mod common;

use common::Budget;
use jsonbound_pattern::{Compiled, Engine, FancyEngine, PatternError, PatternLimits};
use jsonbound_program::Exhausted;

fn compile(pattern: &str) -> Result<Compiled, PatternError> {
    FancyEngine::default().compile(pattern, &PatternLimits::untrusted())
}

fn run(pattern: &str, text: &str, budget: &mut Budget) -> Result<bool, Exhausted> {
    let compiled = compile(pattern).unwrap_or_else(|error| panic!("`{pattern}`: {error}"));
    compiled.matcher.is_match(text, &mut compiled.matcher.cache(), budget)
}

#[test]
fn the_backtrack_limit_is_no_answer() {
    let text = "a".repeat(40) + "!";
    let mut budget = Budget::unlimited();
    assert_eq!(run(r"^(?=(a+)+$)a*$", &text, &mut budget), Ok(false));
    assert_eq!(run(r"^(a|aa|aaa)+\1c$", &text, &mut budget), Err(Exhausted));
    // However large the limit, it stays an error until there is an answer.
    let engine = FancyEngine::with_backtrack_limit(2);
    let compiled = engine.compile("^(a|b)*?\\1c", &PatternLimits::untrusted()).expect("a pattern");
    let outcome = compiled.matcher.is_match("abababac", &mut compiled.matcher.cache(), &mut budget);
    assert_eq!(outcome, Err(Exhausted));
}

#[test]
fn the_length_is_paid_for_first() {
    let text = "a".repeat(1_000);
    let mut budget = Budget::unlimited();
    assert_eq!(run("^a+$", &text, &mut budget), Ok(true));
    assert!(budget.spent >= 1_000, "{budget:?}");
    assert_eq!(run("^a+$", &text, &mut Budget::of(budget.spent - 1)), Err(Exhausted));
    assert_eq!(run("^a+$", &text, &mut Budget::of(budget.spent)), Ok(true));
}

#[test]
fn what_is_refused() {
    let error = compile(&"a".repeat(1_025)).expect_err("too long");
    assert_eq!(error.code(), "pattern_bytes");
    for pattern in ["(", "[]", "[^]", r"\cA", "(?:".repeat(100).as_str(), r"(\p{L}{1000}){1000}"] {
        let error = compile(pattern).expect_err(pattern);
        assert_eq!(error.code(), "pattern_other", "`{pattern}`");
        assert!(!error.to_string().is_empty());
    }
}

#[test]
fn differences() {
    for (pattern, text, theirs, ours) in [
        (r"^\d$", "\u{663}", true, false),
        (r"^\w$", "\u{e9}", true, false),
        (r"^\s$", "\u{85}", true, false),
        (r"^\s$", "\u{FEFF}", false, true),
        ("^.$", "\r", true, false),
        ("^[a-c&&b]$", "a", false, true),
        (r"^\p{greek}$", "\u{3B1}", true, false),
        (r"^(?:(a)|b)\1$", "b", false, true),
        (r"^(?:(a)|b)*\1$", "aba", true, false),
        (r"^(?i)abc\z", "ABC", true, false),
        (r"^\/$", "/", true, true),
    ] {
        let found = run(pattern, text, &mut Budget::unlimited());
        assert_eq!(found, Ok(theirs), "`{pattern}` on {text:?}");
        // What is not ECMA-262 matches nothing there.
        let found = jsonbound_pattern::compile(pattern, &PatternLimits::untrusted())
            .is_ok_and(|_| common::matches(pattern, text));
        assert_eq!(found, ours, "`{pattern}` on {text:?}");
    }
}
