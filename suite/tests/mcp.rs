//! Real tool schemas and messages of the Model Context Protocol, where `JSONBOUND_DATA` names a folder that has them.

mod peers;

use jsonbound_suite::case::Case;
use jsonbound_suite::corpus;
use jsonbound_suite::run::{Run, conclude, show};
use jsonbound_suite::source::{cases_of, data};
use jsonbound_suite::tiers::{self, Settings};

/// Whether a tool declares draft-07: those are a test of their own.
fn is_old(case: &Case) -> bool {
    case.schema.contains("http://json-schema.org/draft-07/schema")
}

/// Tools of draft-07.
#[test]
fn old_tools() {
    let Some(folder) = data("mcp").unwrap_or_else(|why| panic!("{why}")) else {
        return show("mcp: not run, JSONBOUND_DATA is not set");
    };
    let mut tools = corpus::tools(&folder).unwrap_or_else(|why| panic!("{why}"));
    tools.retain(is_old);
    let settings = Settings::default();
    let mut tiers = tiers::library(&settings);
    tiers.push(peers::jsonschema(&[], &[]));
    let mut run = Run::new(tiers);
    run.part("draft-07 tools", &tools);
    conclude(run);
}

#[test]
fn mcp() {
    let Some(folder) = data("mcp").unwrap_or_else(|why| panic!("{why}")) else {
        return show("mcp: not run, JSONBOUND_DATA is not set");
    };
    let tools = corpus::tools(&folder).unwrap_or_else(|why| panic!("{why}"));
    let protocol = corpus::protocol(&folder).unwrap_or_else(|why| panic!("{why}"));
    let examples =
        cases_of(&folder.join("mcp-2020-12.json"), "").unwrap_or_else(|why| panic!("{why}"));
    let (old, tools): (Vec<_>, Vec<_>) = tools.into_iter().partition(is_old);
    assert!(!old.is_empty(), "no tool is of draft-07");
    let settings = Settings::default();
    let refused: Vec<String> = tools
        .iter()
        .filter(|case| case.tests.is_empty())
        .filter_map(|case| Some(format!("{case}: {}", tiers::compile(&settings, case).err()?)))
        .collect();
    assert!(refused.is_empty(), "refused: {refused:#?}");
    let mut tiers = tiers::library(&settings);
    tiers.push(tiers::oracle(&[]));
    tiers.push(peers::jsonschema(&[], &[]));
    let mut run = Run::new(tiers);
    run.part("tools", &tools);
    run.part("protocol", &protocol);
    run.part("examples", &examples);
    conclude(run);
}
