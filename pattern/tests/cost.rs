//! What matching costs, and that running out is never an answer.

mod common;

use common::Budget;
use jsonbound_pattern::{Compiled, Kind, PatternLimits, compile};
use jsonbound_program::{Cache, Exhausted};
use proptest::prelude::*;

fn compiled(pattern: &str) -> Compiled {
    compile(pattern, &PatternLimits::untrusted()).expect("within the limits")
}

fn run(compiled: &Compiled, text: &str, cache: &mut Cache) -> (bool, u64) {
    let mut budget = Budget::unlimited();
    let answer = compiled.matcher.is_match(text, cache, &mut budget).expect("no limit");
    (answer, budget.spent)
}

/// One pattern for each matcher, and a text that it works on for a while.
const MATCHERS: [(&str, &str, Kind); 5] = [
    ("needle", "haystack haystack haystack haystack", Kind::Literal),
    (
        "^haystack haystack haystack haystack ..$",
        "haystack haystack haystack haystack ab",
        Kind::Linear,
    ),
    ("^[a-z]+$", "abcdefghijklmnopqrstuvwxyz", Kind::Linear),
    ("[ab]*a[ab]{40}c", "abbabababbababbabbabababbababbabbabababbababbabbabababbaba", Kind::Linear),
    (r"^(a|aa)+\1?(?<!b)$", "aaaaaaaaab", Kind::Metered),
];

#[test]
fn every_kind_is_tried() {
    for (pattern, _, kind) in MATCHERS {
        assert_eq!(compiled(pattern).kind, kind, "`{pattern}`");
    }
    assert_eq!(compiled(".*").kind, Kind::Literal);
    assert_eq!(compiled("a?").kind, Kind::Literal);
    assert_eq!(compiled("^.*$").kind, Kind::Linear);
    assert!(format!("{:?}", compiled("^[a-z]+$").matcher).contains("Table"));
    assert!(format!("{:?}", compiled("[ab]*a[ab]{40}c").matcher).contains("Simulation"));
}

/// Nothing is free, not even to see that nothing can match.
#[test]
fn every_match_pays() {
    for pattern in MATCHERS.map(|(pattern, ..)| pattern).into_iter().chain([r"x(?!y)", "$", "a"]) {
        let compiled = compiled(pattern);
        for text in ["", "-", "x"] {
            let (_, steps) = run(&compiled, text, &mut compiled.matcher.cache());
            assert!(steps > 0, "`{pattern}` on {text:?}");
        }
    }
}

/// One charge of a back-reference or a look-around can be more than what is paid ahead, whatever is left of that.
#[test]
fn long_texts_have_large_charges() {
    for pattern in [
        r"^(a*)\1b",
        r"^(a+)(?:\1|c)*b",
        r"^(?=(?:(a)|b)*)\1",
        r"^(?:(?=(?:(a)|b){1,9})a)*\1b",
        r"(?<=\1(a*))b",
        r"(a*)a*\1b",
    ] {
        let compiled = compiled(pattern);
        assert_eq!(compiled.kind, Kind::Metered, "`{pattern}`");
        for len in [1, 15, 16, 17, 255, 600, 1_023, 1_100] {
            let text = "a".repeat(len);
            let run = |steps| {
                let mut budget = Budget { steps, ..Budget::unlimited() };
                let answer =
                    compiled.matcher.is_match(&text, &mut compiled.matcher.cache(), &mut budget);
                assert_eq!(budget.held, 0, "`{pattern}`, {len}");
                (answer, budget.spent, budget.peak)
            };
            let (answer, spent, peak) = run(300_000);
            assert_eq!(run(300_000), (answer, spent, peak), "`{pattern}`, {len}");
            if answer.is_ok() {
                assert_eq!(run(spent).0, answer, "`{pattern}`, {len}");
                assert_eq!(run(spent - 1).0, Err(Exhausted), "`{pattern}`, {len}");
            }
        }
    }
}

/// Memory is held before it is taken, as much as a stack takes that is copied when it grows.
#[test]
fn frames_are_held_for() {
    let compiled = compiled(r"^(?:(a)|b)*\1c");
    let peak = |len: usize| {
        let mut budget = Budget::unlimited();
        let text = "a".repeat(len);
        let answer = compiled.matcher.is_match(&text, &mut compiled.matcher.cache(), &mut budget);
        assert_eq!(answer, Ok(false));
        budget.peak
    };
    // At least a frame of 24 bytes for each character, and half of that again.
    assert!(peak(1_000) >= 1_000 * 36);
    assert!(peak(10_000) >= 10_000 * 36);
}

#[test]
fn running_out_is_not_an_answer() {
    for (pattern, text, _) in MATCHERS {
        let compiled = compiled(pattern);
        let mut cache = compiled.matcher.cache();
        let (answer, steps) = run(&compiled, text, &mut cache);
        assert!(steps > 1, "`{pattern}`");
        for budget in 0..steps {
            let outcome = compiled.matcher.is_match(text, &mut cache, &mut Budget::of(budget));
            assert_eq!(outcome, Err(Exhausted), "`{pattern}` with {budget} of {steps}");
        }
        // Raising the budget, and a cache that was left in the middle, change nothing.
        let mut budget = Budget::of(steps);
        assert_eq!(compiled.matcher.is_match(text, &mut cache, &mut budget), Ok(answer));
        assert_eq!((budget.spent, budget.held), (steps, 0), "`{pattern}`");
    }
}

#[test]
fn scratch_memory_is_limited_and_given_back() {
    for (pattern, text, _) in &MATCHERS[3..] {
        let compiled = compiled(pattern);
        let mut budget = Budget::unlimited();
        let mut cache = compiled.matcher.cache();
        assert!(compiled.matcher.is_match(text, &mut cache, &mut budget).is_ok());
        assert!(budget.peak > 0 && budget.held == 0, "`{pattern}`: {budget:?}");
        let mut small = Budget { units: budget.peak - 1, ..Budget::unlimited() };
        assert_eq!(compiled.matcher.is_match(text, &mut cache, &mut small), Err(Exhausted));
        assert_eq!(small.held, 0, "`{pattern}`");
    }
}

#[test]
fn exponential_patterns_run_out() {
    for (pattern, text) in [
        (r"^(?=((?:a+)+)$)\1", "a".repeat(40) + "!"),
        (r"^(a*)(a*)(a*)(a*)(a*)\1\2\3\4\5b$", "a".repeat(300)),
        (r"^(?:(?=(a+)+(?!b)c)x|a*!)$", "a".repeat(60) + "!"),
        (r"^(?:(a|aa)+\1c|a*!)$", "a".repeat(60) + "!"),
        (r"x*(?=y)y", "x".repeat(100_000)),
    ] {
        let compiled = compiled(pattern);
        let mut cache = compiled.matcher.cache();
        let outcome = compiled.matcher.is_match(&text, &mut cache, &mut Budget::of(300_000));
        assert_eq!(outcome, Err(Exhausted), "`{pattern}`");
    }
}

#[test]
fn exponential_patterns_that_automata_can_match_are_answered() {
    for pattern in ["^(a+)+$", "^(a|a|aa)*$", "^(?:a*)*(?:a*)*$"] {
        let text = "a".repeat(10_000) + "!";
        let compiled = compiled(pattern);
        let (answer, steps) = run(&compiled, &text, &mut compiled.matcher.cache());
        assert!(!answer && steps <= 10_000, "`{pattern}`: {steps}");
    }
}

/// A look-around, and what follows all of them, takes no longer than the text where it is reached.
#[test]
fn look_around_that_automata_can_match_is_answered() {
    for (pattern, answer) in [
        (r"^(?=(a+)+$)a*$", false),
        (r"^(?:(?=(a+)+c)x|a*!)$", true),
        (r"^(?!(a|aa)+$)(?:a*)*!$", true),
        (r"!$(?<=^(a|aa)+!)", true),
        (r"!$(?<!^(?:a|aa)+!)", false),
        (r"^(?=.*\d)(?=.*[a-z]).{8,}$", false),
    ] {
        let compiled = compiled(pattern);
        assert_eq!(compiled.kind, Kind::Metered);
        let text = "a".repeat(10_000) + "!";
        let (found, steps) = run(&compiled, &text, &mut compiled.matcher.cache());
        assert_eq!(found, answer, "`{pattern}`");
        assert!(steps <= 10_000, "`{pattern}`: {steps}");
    }
}

#[test]
fn a_foreign_cache_is_replaced() {
    let matchers: Vec<Compiled> = MATCHERS.iter().map(|&(pattern, ..)| compiled(pattern)).collect();
    let mut cache: Cache = Box::new("not a cache at all");
    for (compiled, (pattern, text, _)) in matchers.iter().zip(MATCHERS).cycle().take(25) {
        let expected = run(compiled, text, &mut compiled.matcher.cache());
        assert_eq!(run(compiled, text, &mut cache), expected, "`{pattern}`");
    }
    // A cache of the same type, made for a smaller and a larger pattern.
    let (small, large) = (compiled("[ab]*a[ab]{20}c"), compiled("[ab]*a[ab]{60}c"));
    let mut cache = small.matcher.cache();
    let text = "ab".repeat(40) + "c";
    assert_eq!(run(&large, &text, &mut cache), run(&large, &text, &mut large.matcher.cache()));
    assert_eq!(run(&small, &text, &mut cache), run(&small, &text, &mut small.matcher.cache()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// What a match costs does not depend on what the cache went through, nor on the limits.
    #[test]
    fn charges_are_determined(texts in prop::collection::vec("[ab ]{0,40}", 1..6), which in 0..MATCHERS.len()) {
        let pattern = MATCHERS[which].0;
        let warm = compiled(pattern);
        let trusted = compile(pattern, &PatternLimits::trusted()).expect("larger limits");
        let mut cache = warm.matcher.cache();
        for text in texts {
            let expected = run(&warm, &text, &mut warm.matcher.cache());
            prop_assert_eq!(run(&warm, &text, &mut cache), expected);
            prop_assert_eq!(run(&trusted, &text, &mut cache), expected);
        }
    }

    /// Any text at all is parsed or refused; what compiles, matches or runs out.
    #[test]
    fn nothing_panics(pattern in r"([a-c.*+?|(){}\[\]^$\\0-9,<>=!:kpudbB-]|\\.|\(\?|\PC){0,30}", text in ".{0,20}") {
        if let Ok(compiled) = compile(&pattern, &PatternLimits::untrusted()) {
            let mut cache = compiled.matcher.cache();
            let _ = compiled.matcher.is_match(&text, &mut cache, &mut Budget::of(5_000));
        }
    }
}
