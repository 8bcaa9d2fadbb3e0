//! Real schemas with documents that are all valid, where `JSONBOUND_DATA` names a folder that has them.

mod peers;

use jsonbound_suite::corpus;
use jsonbound_suite::run::{Run, conclude, show};
use jsonbound_suite::source::data;
use jsonbound_suite::tiers::{self, Settings};

/// The folders whose schemas are 2020-12.
const FOLDERS: &[&str] = &["cql2"];

#[test]
fn benchmark() {
    let Some(folder) = data("benchmark").unwrap_or_else(|why| panic!("{why}")) else {
        return show("benchmark: not run, JSONBOUND_DATA is not set");
    };
    let settings = Settings::default();
    let mut tiers = tiers::library(&settings);
    tiers.push(tiers::oracle(&[]));
    tiers.push(peers::jsonschema(&[], &[]));
    let mut run = Run::new(tiers);
    for name in FOLDERS {
        let case = corpus::documents(&folder.join(name)).unwrap_or_else(|why| panic!("{why}"));
        run.part(name, &[case]);
    }
    conclude(run);
}
