//! What a table says of wins, losses and failures.

use super::Spec;
use crate::measure::{Measured, Outcome};

const SPEC: Spec =
    Spec { title: "T", mode: "m", note: "N.", ours: &["us"], peers: &["them", "others"] };

fn measured(outcomes: &[(&str, Result<f64, &str>)]) -> Measured {
    let outcome = |result: &Result<f64, &str>| match result {
        Ok(median) => Outcome::Measured { median: *median, spread: 0.5 },
        Err(why) => Outcome::Failed((*why).to_owned()),
    };
    let cell = |engine: &str| ("m".to_owned(), engine.to_owned());
    outcomes.iter().map(|(engine, result)| (cell(engine), outcome(result))).collect()
}

#[test]
fn losses_are_bold_and_means_are_geometric() {
    let win = measured(&[("us", Ok(50.0)), ("them", Ok(100.0)), ("others", Ok(300.0))]);
    let loss = measured(&[("us", Ok(400.0)), ("them", Ok(200.0)), ("others", Ok(50.0))]);
    let rows = [("a", &win), ("b", &loss)];
    let text = SPEC.print(&rows);
    assert!(text.contains("| a | 50 | 0.50 | 1.00 | 3.00 |"), "{text}");
    assert!(text.contains("| b | 400 | **8.00** | 4.00 | 1.00 |"), "{text}");
    assert!(text.contains("| *geometric mean* | | **2.00** | 2.00 | 1.73 |"), "{text}");
    let summary = SPEC.summary(&rows).expect("something was compared");
    assert_eq!((summary.losses, summary.compared, summary.worst), (1, 2, (8.0, "b".to_owned())));
}

#[test]
fn failures_are_marked_and_do_not_count() {
    let refused = measured(&[("us", Ok(50.0)), ("them", Ok(100.0)), ("others", Err("refused it"))]);
    let alone = measured(&[("us", Ok(50.0)), ("them", Err("wrong 1 of 2"))]);
    let rows = [("a", &refused), ("b", &alone)];
    let text = SPEC.print(&rows);
    assert!(text.contains("| a | 50 | 0.50 | 1.00 | refused |"), "{text}");
    assert!(text.contains("| b | 50 | alone | wrong | - |"), "{text}");
    assert!(text.contains("- a, others: refused it"), "{text}");
    assert_eq!(SPEC.summary(&rows).expect("a was compared").compared, 1);
}
