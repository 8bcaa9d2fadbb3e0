//! The fuzz target `validate`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| jsonbound_suite::fuzz::validate::body(bytes));
