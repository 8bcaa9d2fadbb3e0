//! The fuzz target `parse`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| jsonbound_suite::fuzz::parse::body(bytes));
