//! The fuzz target `pattern`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| jsonbound_suite::fuzz::pattern::body(bytes));
