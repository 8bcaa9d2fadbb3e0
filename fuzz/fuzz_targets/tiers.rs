//! The fuzz target `tiers`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| jsonbound_suite::fuzz::tiers::body(bytes));
