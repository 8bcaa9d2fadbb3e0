//! What only the inside shows: engines that must agree, and sizes that must bound.

use jsonbound_program::{Exhausted, Matcher, Meter};
use proptest::prelude::*;

use crate::alphabet::Alphabet;
use crate::automaton::{Automaton, Begins};
use crate::lower::{lower, lower_metered};
use crate::measure::Measure;
use crate::program::{Inst, Program, Run};
use crate::{NamedMatcher, PatternLimits, matchers, parse};

/// Pays for so many steps.
struct Steps(u64);

impl Meter for Steps {
    fn pay(&mut self, steps: u64) -> Result<(), Exhausted> {
        self.0 = self.0.checked_sub(steps).ok_or(Exhausted)?;
        Ok(())
    }
    fn hold(&mut self, _units: u64) -> Result<(), Exhausted> {
        Ok(())
    }
    fn release(&mut self, _units: u64) {}
}

/// The program of a pattern for the backtracker, and the states that were counted.
fn program(pattern: &str, automata: bool) -> (Program, u64) {
    let ast = parse(pattern, &PatternLimits::untrusted()).expect("a pattern");
    let measure = Measure::of(&ast);
    let states = measure.get(ast.root()).states;
    let alphabet = Alphabet::of(&ast).filter(|_| automata);
    (lower_metered(ast, &measure, alphabet), states)
}

/// The matchers of a pattern, which have names.
fn all(pattern: &str) -> Vec<NamedMatcher> {
    matchers(pattern, &PatternLimits::untrusted()).expect("a pattern")
}

fn answer(matcher: &dyn Matcher, text: &str) -> Result<bool, Exhausted> {
    matcher.is_match(text, &mut matcher.cache(), &mut Steps(50_000))
}

/// Patterns that automata can match.
fn linear() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "a",
        "b",
        ".",
        "[^b]",
        r"\d",
        r"\w",
        r"\W",
        r"\b",
        r"\B",
        "^",
        "$",
        "",
        "\u{1F600}",
        r"\p{L}",
        "[]",
    ]);
    leaf.prop_map(String::from).prop_recursive(5, 24, 3, |inner| {
        let quantifier =
            prop::sample::select(vec!["*", "+", "?", "*?", "{2}", "{0,3}", "{2,}", "{0}"]);
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a}{b}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("(?:{a}|{b})")),
            (inner, quantifier).prop_map(|(a, q)| format!("({a}){q}")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// A table, a set of paths and single paths give one answer.
    #[test]
    fn engines_agree(pattern in linear(), texts in prop::collection::vec("[ab1 é😀\n]{0,8}", 4)) {
        let matchers = all(&pattern);
        for text in &texts {
            let answers = matchers.iter().map(|(name, matcher)| (name, answer(&**matcher, text)));
            // Single paths may take too long.
            let answers: Vec<_> = answers.filter(|(_, answer)| answer.is_ok()).collect();
            prop_assert!(answers.iter().any(|(name, _)| **name == "simulation"));
            prop_assert!(answers.iter().all(|(_, answer)| *answer == answers[0].1), "`{pattern}` on {text:?}: {answers:?}");
        }
    }

    /// So they do where an automaton is a part: a look-around, and the end of the pattern.
    #[test]
    fn automata_inside_agree(
        parts in prop::collection::vec((linear(), prop::sample::select(vec!["(?:", "(?=", "(?!", "(?<=", "(?<!", "("])), 1..5),
        texts in prop::collection::vec("[ab1 é😀\n]{0,8}", 4),
    ) {
        let parts = parts.into_iter().map(|(part, open)| format!("{open}{part})"));
        let matchers = all(&parts.collect::<String>());
        for text in &texts {
            let answers = matchers.iter().filter_map(|(_, matcher)| answer(&**matcher, text).ok());
            let answers: Vec<bool> = answers.collect();
            prop_assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{matchers:?} on {text:?}");
        }
    }

    /// The states counted bound the instructions emitted, with the backtracker's checks too.
    #[test]
    fn states_bound_instructions(pattern in linear(), refers in any::<bool>(), automata in any::<bool>()) {
        let pattern =
            if refers { format!(r"({pattern})\1") } else { format!("(?<=(?={pattern}))") };
        let (program, states) = program(&pattern, automata);
        let found = program.insts.len() as u64;
        prop_assert!(found <= 6 * states + 1, "`{}`: {} of {}", pattern, found, states);
    }
}

#[test]
fn anchored_programs() {
    for (pattern, anchored) in [
        ("^a", true),
        ("(?:^a|^b)", true),
        ("^a|b", false),
        ("(?:^)?a", false),
        ("(?:^|,)a", false),
        (r"\b^a", true),
        ("(?!x)^a", true),
        ("(?=^)a", false),
        ("(^)+a", true),
        ("", false),
        ("$", false),
    ] {
        assert_eq!(program(pattern, false).0.code().is_anchored(), anchored, "`{pattern}`");
    }
}

/// Runs keep what they took where what follows cannot begin inside.
#[test]
fn runs_that_give_nothing_back() {
    for (pattern, keeps) in [
        (r"(?=a)\d*-\1()", true),
        (r"(?=a)\d*1\1()", false),
        (r"(?=a)\d*(?:-|$)\1()", true),
        (r"(?=a)[a-z]{2,5}\b-\1()", true),
        (r"(?=a)\W*\1()", false),
        (r"(?=a)\W*é\1()", false),
        (r"(?=a)\w*é\1()", true),
        (r"(?<=\1-\d*)a()", true),
        (r"(?<=\1\d*)a()", false),
        (r"(?=a)a*(?:b|\1)()", false),
    ] {
        let program = program(pattern, true).0;
        let runs = program.insts.iter().filter_map(|inst| match inst {
            Inst::Run(Run { keeps, .. }) => Some(*keeps),
            _ => None,
        });
        assert_eq!(runs.collect::<Vec<_>>(), [keeps], "`{pattern}`");
    }
}

#[test]
fn tables_are_small_or_absent() {
    // Real shapes get a table ...
    for pattern in [
        r"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$",
        r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$",
        r"^[^\s@]+@[^\s@]+\.[^\s@]+$",
        r"^\p{L}+$",
        r"^.{0,255}$",
        r"\p{Letter}cole",
        r"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$",
        r"^[Ee][Ss]2015(\.([Cc][Oo][Ll][Ll][Ee][Cc][Tt][Ii][Oo][Nn]|[Cc][Oo][Rr][Ee]|[Ii][Tt][Ee][Rr][Aa][Bb][Ll][Ee]))?$",
    ] {
        assert!(all(pattern).iter().any(|(name, _)| *name == "table"), "`{pattern}` has no table");
    }
    // ... and exponential ones none.
    for pattern in ["(?:a|b)*a(?:a|b){16}$", "[ab]*a[ab]{2000}c"] {
        assert!(all(pattern).iter().all(|(name, _)| *name != "table"), "`{pattern}` has a table");
    }
}

/// What a table takes is bounded by what may be spent on it, however its states come about: here, as many as there are
/// subsets of a few sets, each of which matches.
#[test]
fn tables_are_bounded() {
    for sets in [2, 5, 7] {
        let branches = (0..sets).map(|bit| {
            let members = (0..1 << sets).filter(|member: &u32| member >> bit & 1 == 1);
            let members =
                members.map(|member| char::from_u32(0x100 + member).expect("a character"));
            format!("[{}](?:{})?", members.collect::<String>(), "x".repeat(bit + 1))
        });
        let pattern = format!("^(?:{})", branches.collect::<Vec<_>>().join("|"));
        let ast = parse(&pattern, &PatternLimits::trusted()).expect("a pattern");
        let (program, alphabet) = (lower(ast.clone(), &Measure::of(&ast)), Alphabet::of(&ast));
        let alphabet = alphabet.expect("few classes");
        let mut budget = 50_000;
        let table = Automaton::of(program.code(), &alphabet, Begins::Anywhere, &mut budget);
        let table = table.expect("few states");
        assert!(table.states() >= 1 << sets, "{} states for {sets} sets", table.states());
        let entries = table.states() * (alphabet.representatives().len() + 1);
        assert!(entries as u64 <= 4 * (50_000 - budget), "{entries} entries of {sets} sets");
    }
}

#[test]
fn every_property_has_its_data() {
    for name in crate::unicode::names() {
        assert!(parse(&format!(r"\p{{{name}}}"), &PatternLimits::untrusted()).is_ok(), "{name}");
    }
}
