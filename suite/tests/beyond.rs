//! Cases beyond the official suite, where `JSONBOUND_DATA` names a folder that has them.

mod peers;

use jsonbound::Dialect;
use jsonbound_suite::run::{Known, Run, conclude, show};
use jsonbound_suite::source::{cases, cases_of, data};
use jsonbound_suite::tiers::{self, Settings};

/// What the crate jsonschema does otherwise.
const JSONSCHEMA_KNOWN: &[Known] = &[
    Known::new(
        "ref-fragments.json",
        "empty reference is the resource itself",
        r#"{"a": {"b": 1}}"#,
        "an empty reference is taken for nothing",
    ),
    Known::new(
        "regex.json",
        r"\b uses ASCII word characters",
        "boundary after a non-ASCII letter",
        "word boundaries are those of Unicode",
    ),
    Known::new("regex.json", "named group and back-reference", "*", "the pattern is refused"),
    Known::new(
        "regex.json",
        "surrogate pair escape is one code point",
        "*",
        "the pattern is refused",
    ),
    Known::new(
        "regex.json",
        "backspace in class, hyphen and slash escapes",
        "*",
        "the pattern is refused",
    ),
];

#[test]
fn beyond() {
    let Some(folder) = data("beyond").unwrap_or_else(|why| panic!("{why}")) else {
        return show("beyond: not run, JSONBOUND_DATA is not set");
    };
    let cases = cases(&folder, "").unwrap_or_else(|why| panic!("{why}"));
    let settings = Settings::default();
    let mut tiers = tiers::library(&settings);
    tiers.push(tiers::oracle(&[]));
    tiers.push(peers::jsonschema(&[], JSONSCHEMA_KNOWN));
    let mut run = Run::new(tiers);
    run.part("beyond", &cases);
    conclude(run);
}

/// Cases of older dialects, each in a file of its own.
#[test]
fn legacy() {
    let Some(folder) = data("beyond").unwrap_or_else(|why| panic!("{why}")) else {
        return show("legacy: not run, JSONBOUND_DATA is not set");
    };
    for dialect in [Dialect::Draft4, Dialect::Draft6, Dialect::Draft7, Dialect::Draft201909] {
        let path = folder.join("legacy").join(format!("{dialect}.json"));
        let cases = cases_of(&path, "").unwrap_or_else(|why| panic!("{why}"));
        let settings = Settings::of_dialect(dialect, &[]);
        let mut tiers = tiers::library(&settings);
        if dialect >= Dialect::Draft6 {
            tiers.push(tiers::oracle_of(dialect, &[]));
        }
        tiers.extend(peers::jsonschema_of(dialect, &[]));
        let mut run = Run::new(tiers);
        run.part("legacy", &cases);
        conclude(run);
    }
}
