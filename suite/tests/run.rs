//! The runner notices what it is there to notice.

use jsonbound::{Limit, Stopped};
use jsonbound_suite::case::{self, Case};
use jsonbound_suite::run::{Answer, Known, Run, Tier};

const FILE: &str = r#"[{
    "description": "small numbers",
    "schema": {"maximum": 1.50},
    "remotes": {"http://example.com/a": {"type": "null" }},
    "tests": [
        {"description": "small", "data": 1.0e0, "valid": true},
        {"description": "large", "data": [2 ], "valid": false}
    ]
}]"#;

fn cases() -> Vec<Case> {
    case::read("file.json", FILE).expect("the format is right")
}

fn tier(answers: [Answer; 2]) -> Tier<'static> {
    Tier::new("tier", move |_| answers.to_vec())
}

fn decided(valid: bool, steps: u64) -> Answer {
    Answer::Decided { valid, steps: Some(steps) }
}

fn run(tiers: Vec<Tier<'_>>) -> Result<String, String> {
    let mut run = Run::new(tiers);
    run.part("part", &cases());
    run.finish()
}

#[test]
fn texts_are_kept_as_written() {
    let case = &cases()[0];
    assert_eq!(case.schema, r#"{"maximum": 1.50}"#);
    assert_eq!(case.tests[0].instance, "1.0e0");
    assert_eq!(case.tests[1].instance, "[2 ]");
    assert_eq!(case.remotes[0].uri, "http://example.com/a");
    assert_eq!(case.remotes[0].text, r#"{"type": "null" }"#);
}

#[test]
fn files_in_another_format_are_errors() {
    for text in ["", "{}", "[{}]", r#"[{"description": "d", "schema": true, "tests": [{}]}]"#] {
        assert!(case::read("file.json", text).is_err(), "{text}");
    }
}

#[test]
fn right_answers_pass() {
    let table = run(vec![tier([decided(true, 1), decided(false, 1)])]).expect("all is right");
    assert!(table.contains("2/2"), "{table}");
}

#[test]
fn wrong_answers_and_errors_fail() {
    let report = run(vec![tier([decided(false, 1), Answer::Failed("no idea".into())])]);
    let report = report.expect_err("both are wrong");
    assert!(report.contains("small | want true, got valid: false"), "{report}");
    assert!(report.contains("large | want false, got no idea"), "{report}");
}

#[test]
fn stops_fail() {
    let stopped = Stopped::new(Limit::Loop, 0, 0, String::new(), String::new());
    let report = run(vec![tier([Answer::Stopped(stopped), decided(false, 1)])]);
    assert!(report.expect_err("there is no answer").contains("want true, got stopped: loop"));
}

#[test]
fn missing_answers_fail() {
    let tier = Tier::new("tier", |_| vec![Answer::of(Ok(true))]);
    assert!(run(vec![tier]).expect_err("one is missing").contains("1 answers for 2 tests"));
}

#[test]
fn what_is_not_held_is_listed() {
    let table = run(vec![tier([Answer::Unheld, decided(false, 1)])]).expect("nothing is wrong");
    assert!(table.contains("1 unheld") && table.contains("small numbers | small"), "{table}");
}

#[test]
fn known_failures_have_to_fail() {
    const ROW: &[Known] = &[Known::new("file.json", "small numbers", "large", "a reason")];
    let wrong = tier([decided(true, 1), decided(true, 1)]).known(ROW);
    assert!(run(vec![wrong]).expect("it is known").contains("1 known"));
    let right = tier([decided(true, 1), decided(false, 1)]).known(ROW);
    assert!(run(vec![right]).expect_err("it passes").contains("a reason"));
    const ELSEWHERE: &[Known] = &[Known::new("other.json", "*", "*", "a reason")];
    let right = tier([decided(true, 1), decided(false, 1)]).known(ELSEWHERE);
    run(vec![right]).expect("rows for tests that did not run say nothing");
}

#[test]
fn steps_have_to_agree_within_a_label() {
    let tiers = |other: u64, label| {
        vec![
            tier([decided(true, 5), decided(false, 7)]).same_steps("label"),
            tier([decided(true, 5), decided(false, other)]).same_steps(label),
        ]
    };
    run(tiers(7, "label")).expect("the steps are the same");
    run(tiers(8, "another")).expect("the steps need not be the same");
    let report = run(tiers(8, "label")).expect_err("the steps differ");
    assert!(report.contains("large | 7 steps in tier, not 8"), "{report}");
}
