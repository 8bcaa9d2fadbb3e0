//! Every way to use the library says the same, and so does the oracle.

use std::collections::BTreeMap;

use jsonbound::{Document, Error, Limit, Passes, Report, Scratch, Validator};

use super::{compiled, documents, limits, outcome, read};
use crate::case::{Case, Test};
use crate::oracle::{Json, Library, Oracle};
use crate::run::Answer;
use crate::tiers::{Settings, library};

/// Small, as most schemas that would take the oracle longer do not end.
const ORACLE_STEPS: u64 = 20_000;

/// Asks every tier and the oracle about the instances that the bytes are, or choose.
///
/// # Panics
///
/// If two answers differ.
pub fn body(bytes: &[u8]) {
    let input = read(bytes);
    if compiled(&input.schema, &limits()).is_none() {
        return;
    }
    // Nobody knows the right answer, so none is expected.
    let test = |instance| Test { description: String::new(), instance, valid: true };
    let held =
        |text: &String| Json::parse(text).is_ok() && Document::parse(text.as_bytes()).is_ok();
    let case = Case {
        file: String::new(),
        description: String::new(),
        schema: input.schema,
        remotes: Vec::new(),
        tests: input.instances.into_iter().filter(held).map(test).collect(),
    };
    every_pass(&case);
    let settings = Settings::default().limits(limits()).unchecked();
    let tiers = library(&settings);
    let answers: Vec<Vec<Answer>> = tiers.iter().map(|tier| tier.judge(&case)).collect();
    let oracle = Json::parse(&case.schema);
    for (index, test) in case.tests.iter().enumerate() {
        let mut verdict = oracle.as_ref().ok().and_then(|schema| consult(schema, &test.instance));
        let mut first: BTreeMap<&str, &Answer> = BTreeMap::new();
        for (tier, answers) in tiers.iter().zip(&answers) {
            let answer = &answers[index];
            let places = || format!("{tier:?}\nschema {}\ninstance {}", case.schema, test.instance);
            match answer {
                Answer::Unheld => continue,
                Answer::Stopped(_) => {}
                Answer::Failed(why) => panic!("{why}: {}", places()),
                Answer::Decided { valid, .. } => {
                    let expected = *verdict.get_or_insert(*valid);
                    assert_eq!(*valid, expected, "{}", places());
                }
            }
            if let Some(label) = tier.steps_label() {
                let other = *first.entry(label).or_insert(answer);
                assert_eq!(answer, other, "{label}: {}", places());
            }
        }
    }
}

/// However many passes make the fast section, the verdict and the report are those of the plain one. Where the plain
/// section has an answer, no depth keeps the fast one from it. A loop may: whether one is met before something fails is a
/// matter of order, and what it means is undefined (Core 9.4.1).
fn every_pass(case: &Case) {
    let build = |passes| {
        let builder = Validator::builder().limits(limits()).check_schema(false).passes(passes);
        builder.build_str(&case.schema).unwrap_or_else(|error| panic!("{error}: {}", case.schema))
    };
    let plain = build(Passes::none());
    let instances: Vec<String> = case.tests.iter().map(|test| test.instance.clone()).collect();
    let documents = documents(&instances, &plain);
    let expected: Vec<_> = documents.iter().map(|document| answer(&plain, document)).collect();
    for (name, _) in Passes::names() {
        let fast = build(Passes::through(name).expect("the name of a pass"));
        for (document, (plain, plain_report)) in documents.iter().zip(&expected) {
            let (fast, fast_report) = answer(&fast, document);
            let places = || {
                let (schema, instance) = (&case.schema, document.root());
                format!("through {name}\nschema {schema}\ninstance {instance}")
            };
            match (plain, fast) {
                (Ok(plain), Ok(fast)) => assert_eq!(fast, *plain, "{}", places()),
                (Ok(_), Err(limit)) => {
                    let depth = matches!(limit, Limit::ValidationDepth | Limit::InplaceDepth);
                    assert!(!depth, "stopped by {}, {}", limit.name(), places());
                }
                (Err(_), _) => {}
            }
            if let (Some(plain), Some(fast)) = (plain_report, fast_report) {
                assert_eq!(fast.failures(), plain.failures(), "{}", places());
            }
        }
    }
}

/// The verdict of a check or the limit that stopped it, and the report if it is whole.
fn answer(validator: &Validator, document: &Document<'_>) -> (Result<bool, Limit>, Option<Report>) {
    let mut scratch = Scratch::new();
    let verdict = outcome(validator, &mut scratch, document.root()).verdict;
    let report = match validator.validate_with(&mut scratch, document.root()) {
        Err(Error::Invalid(invalid)) => Some(invalid.report().clone()),
        _ => None,
    };
    (verdict, report.filter(|report| !report.is_cut()))
}

/// What the oracle says, if it has an opinion.
fn consult(schema: &Json, instance: &str) -> Option<bool> {
    let library = Library::new();
    let oracle = Oracle::new(schema, &library).ok()?.with_max_steps(ORACLE_STEPS);
    oracle.check(&Json::parse(instance).ok()?).ok()
}
