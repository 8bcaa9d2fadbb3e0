//! What only the inside shows: engines that must agree, and sizes that must bound.

use jsonbound_program::{Exhausted, Matcher, Meter};
use proptest::prelude::*;

use crate::backtrack::Backtracker;
use crate::lower::lower;
use crate::measure::Measure;
use crate::program::Program;
use crate::simulation::Simulation;
use crate::table::Table;
use crate::{PatternLimits, parse};

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

/// The program of a pattern, with the checks that the backtracker needs if `metered`.
fn program(pattern: &str, metered: bool) -> (Program, u64) {
    let ast = parse(pattern, &PatternLimits::untrusted()).expect("a pattern");
    let mut measure = Measure::of(&ast);
    measure.metered |= metered;
    let states = measure.get(ast.root()).states;
    (lower(ast, &measure), states)
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
        let (paths, _) = program(&pattern, false);
        let table = Table::of(&paths);
        let simulation = Simulation::new(paths);
        let backtracker = Backtracker::new(program(&pattern, true).0);
        for text in &texts {
            let expected = answer(&simulation, text).expect("linear time");
            if let Some(table) = &table {
                prop_assert_eq!(answer(table, text), Ok(expected), "table of `{}` on {:?}", pattern, text);
            }
            if let Ok(found) = answer(&backtracker, text) {
                prop_assert_eq!(found, expected, "paths of `{}` on {:?}", pattern, text);
            }
        }
    }

    /// The states counted bound the instructions emitted, with the backtracker's checks too.
    #[test]
    fn states_bound_instructions(pattern in linear(), refers in any::<bool>()) {
        let pattern =
            if refers { format!(r"({pattern})\1") } else { format!("(?<=(?={pattern}))") };
        let (program, states) = program(&pattern, true);
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
        assert_eq!(program(pattern, false).0.is_anchored(), anchored, "`{pattern}`");
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
        assert!(Table::of(&program(pattern, false).0).is_some(), "`{pattern}` has no table");
    }
    // ... and exponential ones none.
    for pattern in ["(?:a|b)*a(?:a|b){16}$", "[ab]*a[ab]{2000}c"] {
        assert!(Table::of(&program(pattern, false).0).is_none(), "`{pattern}` has a table");
    }
}

#[test]
fn every_property_has_its_data() {
    for name in crate::unicode::names() {
        assert!(parse(&format!(r"\p{{{name}}}"), &PatternLimits::untrusted()).is_ok(), "{name}");
    }
}
