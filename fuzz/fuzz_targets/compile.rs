//! The fuzz target `compile`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| jsonbound_suite::fuzz::compile::body(bytes));
