//! The bodies of the fuzz targets over random bytes: a short run of each, on every toolchain.

mod peers;

use std::panic::catch_unwind;

use jsonbound_suite::fuzz;
use jsonbound_suite::generate::sample;
use jsonbound_suite::oracle::{Json, Library, Oracle};
use proptest::prelude::*;
use serde_json::Value;

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..300)
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Text that is JSON, or nearly.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let cut = |(bytes, at, byte): (Vec<u8>, prop::sample::Index, Option<u8>)| {
        let mut text = sample(&bytes).schema.into_bytes();
        let at = at.index(text.len());
        match byte {
            Some(byte) => text.insert(at, byte),
            None => drop(text.remove(at)),
        }
        text
    };
    (bytes(), any::<prop::sample::Index>(), any::<Option<u8>>()).prop_map(cut)
}

/// The bodies can fail.
#[test]
fn a_peer_that_lies_is_found() {
    let lying = |_: &Value, instances: &[Value]| {
        Some(instances.iter().map(|instance| instance.is_null()).collect())
    };
    let input = b"{\"type\":\"null\"}\nnull\n1\n";
    fuzz::differential::body(input, lying);
    let input = b"{\"type\":\"integer\"}\nnull\n1\n";
    assert!(catch_unwind(|| fuzz::differential::body(input, lying)).is_err());
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn parse(bytes in prop_oneof![bytes(), text()]) {
        fuzz::parse::body(&bytes);
    }

    #[test]
    fn pattern(bytes in prop_oneof![bytes(), "/.{0,30}\n.{0,20}".prop_map(String::into_bytes)]) {
        fuzz::pattern::body(&bytes);
    }

    #[test]
    fn differential(bytes in bytes()) {
        fuzz::differential::body(&bytes, peers::verdicts);
    }
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn compile(bytes in prop_oneof![3 => bytes(), 1 => text()]) {
        fuzz::compile::body(&bytes);
    }

    #[test]
    fn validate(bytes in bytes()) {
        fuzz::validate::body(&bytes);
    }

    #[test]
    fn tiers(bytes in bytes()) {
        fuzz::tiers::body(&bytes);
    }

    /// What is generated is what the generator promises.
    #[test]
    fn samples_are_valid(bytes in bytes()) {
        let mut library = Library::new();
        for (uri, text) in jsonbound::meta_schemas() {
            library.add(uri, Json::parse(text).expect("a meta-schema is JSON"));
        }
        let sample = sample(&bytes);
        let json = Json::parse(&sample.schema).expect("schemas are JSON");
        let oracle = Oracle::new(&json, &library).expect("identifiers are right");
        prop_assert_eq!(oracle.check_schema(), Ok(true), "{}", sample.schema);
        for instance in sample.instances {
            prop_assert!(Json::parse(&instance).is_ok(), "{}", instance);
        }
    }
}
