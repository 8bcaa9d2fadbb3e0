//! Compiling: within its steps, the same each time, and with lower limits the same program or none.

use jsonbound::{CompileError, LIMITS, Limits, Validator};

use super::{chosen, limits, read};

/// Compiles the bytes, and what they choose.
///
/// # Panics
///
/// On a broken promise.
pub fn body(bytes: &[u8]) {
    promises(bytes, bytes);
    if !bytes.starts_with(b"{") {
        promises(read(bytes).schema.as_bytes(), bytes);
    }
}

fn build(schema: &[u8], limits: &Limits, check: bool) -> Result<Validator, CompileError> {
    Validator::builder().limits(limits.clone()).check_schema(check).build_bytes(schema)
}

fn promises(schema: &[u8], bytes: &[u8]) {
    let limits = limits();
    let validator = match build(schema, &limits, true) {
        Ok(validator) => validator,
        Err(error) => {
            sound(&error);
            // What is no schema by the meta-schema may compile or not, but soundly.
            build(schema, &limits, false).map_or_else(|error| sound(&error), |_| {});
            return;
        }
    };
    let (program, steps) = (validator.to_string(), validator.compile_steps());
    assert!(steps <= limits.compile_steps);
    let again = build(schema, &limits, true).expect("it has compiled before");
    assert_eq!((again.to_string(), again.compile_steps()), (program.clone(), steps));
    let unchecked = build(schema, &limits, false).expect("it compiles with the check");
    assert_eq!(unchecked.to_string(), program);
    exact(schema, &limits, steps, &program);
    lower(schema, bytes, &limits, &program);
}

/// As many steps as were used are enough, and one less is not.
fn exact(schema: &[u8], limits: &Limits, steps: u64, program: &str) {
    let mut enough = limits.clone();
    enough.compile_steps = steps;
    let same = build(schema, &enough, true).expect("as many steps as it used are enough");
    assert_eq!((same.to_string().as_str(), same.compile_steps()), (program, steps));
    enough.compile_steps = steps - 1;
    match build(schema, &enough, true) {
        Ok(_) => panic!("compiled on {} steps, and reported {steps}", steps - 1),
        Err(error) => assert_eq!(error.code(), "compile_steps", "{error}"),
    }
}

/// A limit, lowered to something, refuses by its name or changes nothing. Each time it is some of the limits.
fn lower(schema: &[u8], bytes: &[u8], limits: &Limits, program: &str) {
    for (salt, row) in (1u64..).zip(LIMITS) {
        if !chosen(bytes, !salt).is_multiple_of(8) {
            continue;
        }
        let mut lowered = limits.clone();
        let limit = lowered.get_mut(row.name).expect("a limit of the table");
        *limit = (*limit).min(chosen(bytes, salt) % 64);
        match build(schema, &lowered, false) {
            Ok(validator) => assert_eq!(validator.to_string(), program, "{} lowered", row.name),
            Err(error) => assert_eq!(error.code(), row.name, "{error}"),
        }
    }
}

/// An error is one line without control characters, and the compiler's own programs are right.
fn sound(error: &CompileError) {
    let text = error.to_string();
    assert!(!text.chars().any(char::is_control), "{text:?}");
    assert_ne!(error.code(), "internal", "{text}");
}
