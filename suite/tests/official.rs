//! The official JSON Schema test suite, for each dialect that it has.

mod peers;

use jsonbound::Dialect;
use jsonbound_suite::case::Case;
use jsonbound_suite::run::{Run, conclude, show};
use jsonbound_suite::source::Suite;
use jsonbound_suite::tiers::{self, Settings};

fn suite(dialect: Dialect) -> Suite {
    Suite::load(dialect).unwrap_or_else(|why| panic!("{why}"))
}

/// What asserts contents, which no other case does (draft-07).
fn asserts_content(case: &Case) -> bool {
    case.file == "optional/content.json"
}

/// All tests of a dialect, over the library and, where they know the dialect, the oracle and another implementation.
fn run(dialect: Dialect) {
    let suite = suite(dialect);
    show(&suite.origin);
    let settings = || Settings::of_dialect(dialect, &suite.remotes);
    let plain = settings();
    let mut tiers = tiers::library(&plain);
    if dialect >= Dialect::Draft6 {
        tiers.push(tiers::oracle_of(dialect, &suite.remotes));
    }
    tiers.extend(peers::jsonschema_of(dialect, &suite.remotes));
    let mut run = Run::new(tiers);
    let (content, optional): (Vec<_>, Vec<_>) =
        suite.optional.iter().cloned().partition(asserts_content);
    run.part("required", &suite.required);
    run.part("optional", &optional);
    conclude(run);
    for (name, settings, cases) in [
        ("format", settings().assert_formats(true), &suite.format),
        ("content", settings().assert_content(true), &content),
    ] {
        if cases.is_empty() {
            continue;
        }
        let mut run = Run::new(tiers::library(&settings));
        run.part(name, cases);
        conclude(run);
    }
}

#[test]
fn draft_03() {
    run(Dialect::Draft3);
}

#[test]
fn draft_04() {
    run(Dialect::Draft4);
}

#[test]
fn draft_06() {
    run(Dialect::Draft6);
}

#[test]
fn draft_07() {
    run(Dialect::Draft7);
}

#[test]
fn draft_2019_09() {
    run(Dialect::Draft201909);
}

#[test]
fn draft_2020_12() {
    run(Dialect::Draft202012);
}

/// The coming release asserts formats unless it is told not to, for which the suite has one file.
#[test]
fn v1() {
    let Some(suite) = Suite::load_v1().unwrap_or_else(|why| panic!("{why}")) else {
        return show("v1: not run, this copy of the suite has no tests of it");
    };
    show(&suite.origin);
    let annotates = |case: &Case| case.file == "optional/format-annotation.json";
    let (annotating, optional): (Vec<_>, Vec<_>) =
        suite.optional.iter().cloned().partition(annotates);
    let settings = || Settings::of_dialect(Dialect::V1, &suite.remotes);
    let asserted = settings();
    let mut run = Run::new(tiers::library(&asserted));
    run.part("required", &suite.required);
    run.part("format", &suite.format);
    run.part("optional", &optional);
    conclude(run);
    let annotated = settings().assert_formats(false);
    let mut run = Run::new(tiers::library(&annotated));
    run.part("format as annotation", &annotating);
    conclude(run);
}
