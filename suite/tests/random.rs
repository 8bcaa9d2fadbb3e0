//! Random schemas and instances: jsonbound says what the oracle says.

use jsonbound::{CompileErrorKind, Document, Validator};
use jsonbound_suite::generate::{self, Choices};
use jsonbound_suite::oracle::{Json, Library, Oracle};
use proptest::prelude::*;

/// Small, as most schemas that would take longer do not end.
const ORACLE_STEPS: u64 = 20_000;

fn oracle(library: &Library, schema: &str, instance: &str) -> Result<bool, String> {
    let (schema, instance) = (Json::parse(schema)?, Json::parse(instance)?);
    let oracle = Oracle::new(&schema, library)?.with_max_steps(ORACLE_STEPS);
    oracle.check(&instance)
}

fn library() -> Library {
    let mut library = Library::new();
    for (uri, text) in jsonbound::meta_schemas() {
        library.add(uri, Json::parse(text).expect("a meta-schema is JSON"));
    }
    library
}

fn agree(schema: &str, instance: &str) -> Result<(), TestCaseError> {
    let expected = oracle(&Library::new(), schema, instance);
    let validator = match Validator::builder().build_str(schema) {
        Ok(validator) => validator,
        Err(error) => {
            let is_loop = matches!(error.kind(), CompileErrorKind::RefLoop(_));
            prop_assert!(is_loop, "{error}\nschema {schema}");
            return Ok(());
        }
    };
    // Where the oracle has no opinion, there may be none.
    let Ok(expected) = expected else { return Ok(()) };
    let document = Document::parse(instance.as_bytes()).expect("instances are JSON");
    let places = format!("\nschema {schema}\ninstance {instance}");
    match validator.check(document.root()) {
        Ok(verdict) => prop_assert_eq!(verdict.is_valid(), expected, "{}", places),
        Err(stopped) => return Err(TestCaseError::fail(format!("{stopped}{places}"))),
    }
    prop_assert_eq!(validator.validate(document.root()).is_ok(), expected, "{}", places);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn jsonbound_and_the_oracle_agree(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let mut choices = Choices::new(&bytes);
        let schema = generate::schema(&mut choices);
        for _ in 0..4 {
            agree(&schema, &generate::instance(&mut choices))?;
        }
    }

    /// What is generated is what the generator promises.
    #[test]
    fn schemas_are_valid(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let library = library();
        let schema = generate::schema(&mut Choices::new(&bytes));
        let json = Json::parse(&schema).expect("schemas are JSON");
        let oracle = Oracle::new(&json, &library).expect("identifiers are right");
        prop_assert_eq!(oracle.check_schema(), Ok(true), "{}", schema);
    }
}
