//! Inputs that once broke a promise: `fuzz-regressions/TARGET/*`, named for what was broken.
//!
//! An input is text (a line of schema, then lines of instances) or what the generator is given; see `fuzz::read`. Those
//! for patterns are in `fuzz::pattern`.

mod peers;

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use jsonbound_suite::fuzz;

/// Runs the body of a target over its inputs.
fn replay(target: &str, body: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz-regressions").join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let mut inputs = 0;
    for entry in entries {
        let path = entry.expect("an entry of the folder").path();
        let bytes = fs::read(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        assert!(catch_unwind(|| body(&bytes)).is_ok(), "{} is broken again", path.display());
        inputs += 1;
    }
    assert!(inputs > 0, "{} is empty", folder.display());
}

#[test]
fn parse() {
    replay("parse", fuzz::parse::body);
}

#[test]
fn pattern() {
    replay("pattern", fuzz::pattern::body);
}

#[test]
fn compile() {
    replay("compile", fuzz::compile::body);
}

#[test]
fn validate() {
    replay("validate", fuzz::validate::body);
}

#[test]
fn tiers() {
    replay("tiers", fuzz::tiers::body);
}

#[test]
fn differential() {
    replay("differential", |bytes| fuzz::differential::body(bytes, peers::verdicts));
}
