//! The fuzz target `differential`, against the crate jsonschema.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    jsonbound_suite::fuzz::differential::body(bytes, |schema, instances| {
        let validator = jsonschema::options().build(schema).ok()?;
        Some(instances.iter().map(|instance| validator.is_valid(instance)).collect())
    });
});
