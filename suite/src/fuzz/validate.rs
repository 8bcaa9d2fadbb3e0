//! Validating: within its limits, the same each time, and with lower limits the same answer or none.

use jsonbound::{Document, Error, Limit, Limits, Report, Scratch, Validator, pointer};

use super::{Outcome, chosen, compiled, documents, limits, outcome, read};

/// Validates the instances that the bytes are, or choose.
///
/// # Panics
///
/// On a broken promise.
pub fn body(bytes: &[u8]) {
    let (input, limits) = (read(bytes), limits());
    let Some(validator) = compiled(&input.schema, &limits) else { return };
    let documents = documents(&input.instances, &validator);
    let mut scratch = Scratch::new();
    let outcomes: Vec<(Outcome, Option<Report>)> = documents
        .iter()
        .map(|document| promises(&validator, &mut scratch, document, &limits))
        .collect();
    let most = outcomes.iter().map(|(outcome, _)| outcome.steps).max().unwrap_or(0);
    let lowered: [(&str, u64, Limit); 4] = [
        ("validation_steps", most, Limit::ValidationSteps),
        ("validation_depth", 16, Limit::ValidationDepth),
        ("inplace_depth", 12, Limit::InplaceDepth),
        ("scratch_units", 5_000, Limit::ScratchUnits),
    ];
    for (salt, (name, below, met)) in (1u64..).zip(lowered) {
        let value = chosen(bytes, salt) % below.max(1);
        let changed = changed(&limits, name, value);
        let Some(validator) = compiled(&input.schema, &changed) else { continue };
        for (document, (before, _)) in documents.iter().zip(&outcomes) {
            let after = promises(&validator, &mut scratch, document, &changed).0;
            monotone(before, &after, (name, value, met));
        }
    }
    for (salt, (name, below)) in (5u64..).zip([("errors", 4), ("error_bytes", 1_000)]) {
        let changed = changed(&limits, name, chosen(bytes, salt) % below);
        let Some(validator) = compiled(&input.schema, &changed) else { continue };
        for (document, (before, whole)) in documents.iter().zip(&outcomes) {
            let (after, part) = promises(&validator, &mut scratch, document, &changed);
            assert_eq!(after, *before, "{name}");
            parts(part.as_ref(), whole.as_ref());
        }
    }
}

fn changed(limits: &Limits, name: &str, value: u64) -> Limits {
    let mut changed = limits.clone();
    *changed.get_mut(name).expect("a limit of the table") = value;
    changed
}

/// Checks one instance in every way, and gives what it came to.
fn promises(
    validator: &Validator,
    scratch: &mut Scratch,
    document: &Document<'_>,
    limits: &Limits,
) -> (Outcome, Option<Report>) {
    let root = document.root();
    let found = outcome(validator, scratch, root);
    assert!(found.steps <= limits.validation_steps, "{found:?}");
    assert_eq!(outcome(validator, scratch, root), found, "with a warm scratch");
    assert_eq!(outcome(validator, &mut Scratch::new(), root), found, "with a new scratch");
    assert_eq!(validator.is_valid(root), found.verdict == Ok(true));
    let validated = validator.validate_with(scratch, root);
    assert!(scratch.steps() <= limits.validation_steps, "with a report");
    match (found.verdict, validated) {
        (Ok(true), Ok(())) => assert_eq!(scratch.steps(), found.steps),
        (Ok(false), Err(Error::Invalid(invalid))) => {
            rows(invalid.report(), document, limits);
            return (found, Some(invalid.report().clone()));
        }
        (Err(limit), Err(Error::Stopped(stopped))) => {
            assert_eq!((stopped.limit(), stopped.steps()), (limit, found.steps));
            for place in [stopped.instance_location(), stopped.schema_location()] {
                let most = limits.error_bytes.saturating_add('…'.len_utf8() as u64);
                assert!(place.len() as u64 <= most, "{stopped}");
            }
        }
        (verdict, validated) => panic!("{verdict:?}, but with a report {validated:?}"),
    }
    (found, None)
}

/// A report says something, within its limits, about places that are there.
fn rows(report: &Report, document: &Document<'_>, limits: &Limits) {
    let failures = report.failures();
    assert!(!failures.is_empty() || report.is_cut(), "a report that says nothing");
    assert!(failures.len() as u64 <= limits.errors, "{report}");
    let text = failures.iter().flat_map(|failure| {
        let [a, b, c] = [
            &failure.instance_location,
            &failure.keyword_location,
            &failure.absolute_keyword_location,
        ];
        [a, b, c, &failure.keyword, &failure.message].map(|text| text.len() as u64)
    });
    assert!(text.sum::<u64>() <= limits.error_bytes, "{report}");
    for failure in failures {
        let place = pointer::resolve(document.root(), &failure.instance_location);
        assert!(matches!(place, Ok(Some(_))), "{failure} is nowhere in {}", document.root());
    }
}

/// A lower limit leaves the answer and its steps, or stops the validation by its name.
fn monotone(before: &Outcome, after: &Outcome, (name, value, met): (&str, u64, Limit)) {
    match (before.verdict, after.verdict) {
        (Ok(_), Err(limit)) => {
            assert_eq!(limit, met, "{name} {value}");
            let needless = met == Limit::ValidationSteps && before.steps <= value;
            assert!(!needless, "{before:?} is stopped by {name} {value}");
        }
        (Err(_), Err(_)) => {}
        (_, Ok(_)) => assert_eq!(after, before, "{name} {value}"),
    }
}

/// A shorter report has some of the longer one's failures, in their order.
fn parts(part: Option<&Report>, whole: Option<&Report>) {
    let (Some(part), Some(whole)) = (part, whole) else {
        return assert_eq!(part.is_some(), whole.is_some());
    };
    if part.stopped().is_none() && whole.stopped().is_none() {
        let count = |report: &Report| report.failures().len() as u64 + report.left_out();
        assert_eq!(count(part), count(whole), "{part}\n{whole}");
    }
    let mut rest = whole.failures().iter();
    for failure in part.failures() {
        assert!(whole.is_cut() || rest.any(|other| other == failure), "{failure} is new");
    }
}
