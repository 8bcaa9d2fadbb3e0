//! Schemas that must not compile, where `JSONBOUND_DATA` names a folder that has them.

use jsonbound_suite::corpus;
use jsonbound_suite::run::show;
use jsonbound_suite::source::data;
use jsonbound_suite::tiers::{Settings, compile};

#[test]
fn refuse() {
    let Some(folder) = data("beyond/refuse").unwrap_or_else(|why| panic!("{why}")) else {
        return show("refuse: not run, JSONBOUND_DATA is not set");
    };
    let path = folder.join("schemas.json");
    let schemas = corpus::refused(&path).unwrap_or_else(|why| panic!("{why}"));
    assert!(!schemas.is_empty());
    let settings = Settings::default();
    let accepted: Vec<String> = schemas
        .iter()
        .filter(|schema| compile(&settings, schema).is_ok())
        .map(|schema| schema.description.clone())
        .collect();
    assert!(accepted.is_empty(), "accepted: {accepted:#?}");
    show(&format!("refuse: {0}/{0}", schemas.len()));
}
