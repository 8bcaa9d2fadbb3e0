//! The official JSON Schema test suite.

mod peers;

use jsonbound_suite::run::{Run, conclude, show};
use jsonbound_suite::source::Suite;
use jsonbound_suite::tiers::{self, Settings};

fn suite() -> Suite {
    Suite::load().unwrap_or_else(|why| panic!("{why}"))
}

#[test]
fn required_and_optional() {
    let suite = suite();
    show(&suite.origin);
    let settings = Settings::new(&suite.remotes);
    let mut tiers = tiers::library(&settings);
    tiers.push(tiers::oracle(&suite.remotes));
    tiers.push(peers::jsonschema(&suite.remotes, &[]));
    let mut run = Run::new(tiers);
    run.part("required", &suite.required);
    run.part("optional", &suite.optional);
    conclude(run);
}

#[test]
fn formats() {
    let suite = suite();
    let settings = Settings::new(&suite.remotes).assert_formats(true);
    let mut run = Run::new(tiers::library(&settings));
    run.part("format", &suite.format);
    conclude(run);
}
