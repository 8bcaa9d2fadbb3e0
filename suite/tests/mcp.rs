//! Real tool schemas and messages of the Model Context Protocol, where `JSONBOUND_DATA` names a folder that has them.

mod peers;

use jsonbound_suite::case::Case;
use jsonbound_suite::corpus;
use jsonbound_suite::run::{Run, conclude, show};
use jsonbound_suite::source::{cases_of, data};
use jsonbound_suite::tiers::{self, Settings};

/// Whether a tool declares draft-07.
fn is_old(case: &Case) -> bool {
    case.schema.contains("http://json-schema.org/draft-07/schema")
}

/// Whether a schema is refused for what a pattern has of another language.
fn has_foreign_pattern(settings: &Settings, case: &Case) -> bool {
    let refused = tiers::compile(settings, case).err();
    refused.is_some_and(|error| matches!(error.code(), "pattern_group_syntax" | "pattern_escape"))
}

#[test]
fn mcp() {
    let Some(folder) = data("mcp").unwrap_or_else(|why| panic!("{why}")) else {
        return show("mcp: not run, JSONBOUND_DATA is not set");
    };
    let tools = corpus::tools(&folder).unwrap_or_else(|why| panic!("{why}"));
    let settings = Settings::default();
    let (foreign, tools): (Vec<Case>, _) =
        tools.into_iter().partition(|case| has_foreign_pattern(&settings, case));
    assert!(foreign.len() <= 1, "patterns of other languages: {foreign:#?}");
    // The oracle knows one dialect at a time.
    let (old, tools): (Vec<_>, Vec<_>) = tools.into_iter().partition(is_old);
    let protocol = corpus::protocol(&folder).unwrap_or_else(|why| panic!("{why}"));
    let examples =
        cases_of(&folder.join("mcp-2020-12.json"), "").unwrap_or_else(|why| panic!("{why}"));
    let refused: Vec<String> = tools
        .iter()
        .filter(|case| case.tests.is_empty())
        .filter_map(|case| Some(format!("{case}: {}", tiers::compile(&settings, case).err()?)))
        .collect();
    assert!(refused.is_empty(), "refused: {refused:#?}");
    let mut tiers = tiers::library(&settings);
    tiers.push(peers::jsonschema(&[], &[]));
    let mut run = Run::new(tiers);
    run.part("draft-07 tools", &old);
    conclude(run);
    let mut tiers = tiers::library(&settings);
    tiers.push(tiers::oracle(&[]));
    tiers.push(peers::jsonschema(&[], &[]));
    let mut run = Run::new(tiers);
    run.part("tools", &tools);
    run.part("protocol", &protocol);
    run.part("examples", &examples);
    conclude(run);
}
