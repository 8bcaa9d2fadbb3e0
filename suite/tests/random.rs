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
#[test]
fn zz_stats() {
    use std::collections::BTreeMap;
    let mut s = BTreeMap::<String, usize>::new();
    let mut x = 88172645463325252u64;
    for _ in 0..3000 {
        let bytes: Vec<u8> = (0..300)
            .map(|_| {
                x ^= x << 13;
                x ^= x >> 7;
                x ^= x << 17;
                (x >> 24) as u8
            })
            .collect();
        let mut c = Choices::new(&bytes);
        let schema = generate::schema(&mut c);
        let i = generate::instance(&mut c);
        let k = match oracle(&Library::new(), &schema, &i) {
            Ok(b) => b.to_string(),
            Err(e) => e.chars().take(30).collect(),
        };
        *s.entry(k).or_default() += 1;
        let k = match Validator::builder().build_str(&schema) {
            Ok(_) => "compiles".into(),
            Err(e) => e.to_string().chars().take(60).collect::<String>(),
        };
        *s.entry(k).or_default() += 1;
        *s.entry(format!("len {}", schema.len() / 500 * 500)).or_default() += 1;
    }
    panic!("{s:#?}");
}
