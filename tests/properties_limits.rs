//! Every limit of the table is monotone: lowered, it gives the same answer, or none, by its name.

mod common;

use common::generate::{instance, schema};
use jsonbound::{LIMITS, Limits, TextError, Validator};
use proptest::prelude::*;

/// Compiles and validates text: whether it is valid, or the code of what stopped it, with the name of its limit.
fn answer(limits: &Limits, schema: &str, instance: &str) -> Result<bool, &'static str> {
    let builder = Validator::builder().limits(limits.clone()).check_schema(false);
    let validator = builder.build_str(schema).map_err(|error| error.code())?;
    match validator.check_bytes(instance.as_bytes()) {
        Ok(verdict) => Ok(verdict.is_valid()),
        Err(TextError::Stopped(stopped)) => Err(stopped.code()),
        Err(TextError::Parse(error)) => Err(error.code()),
    }
}

/// Little enough that loops end soon.
fn limits() -> Limits {
    let mut limits = Limits::untrusted();
    limits.validation_steps = 100_000;
    limits.inplace_depth = 64;
    limits.validation_depth = 256;
    limits
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn lower_limits_change_no_answer(
        schema in schema(),
        instance in instance(),
        row in prop::sample::select(LIMITS),
        value in prop_oneof![0u64..20, 0u64..400, 0u64..8_000],
    ) {
        let (schema, instance) = (schema.to_string(), instance.to_string());
        let expected = answer(&limits(), &schema, &instance);
        let mut lowered = limits();
        let limit = lowered.get_mut(row.name).expect("a limit of the table");
        *limit = value.min(*limit);
        match (expected, answer(&lowered, &schema, &instance)) {
            (Ok(_), Err(name)) => prop_assert_eq!(name, row.name, "{}", value),
            (Err(_), found) => prop_assert!(found.is_err(), "{} {} gives an answer", row.name, value),
            (expected, found) => prop_assert_eq!(found, expected, "{} {}", row.name, value),
        }
    }
}
