//! What passes the gate.

use super::{Baseline, print};

fn baseline(counts: &[(&str, u64)]) -> Baseline {
    let counts = counts.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect();
    Baseline { toolchain: "rustc 1 on a machine".to_owned(), counts }
}

#[test]
fn a_baseline_survives_its_text() {
    let written = baseline(&[("parse/a", 7), ("validate/b", 12)]);
    let read = Baseline::read(&written.write()).expect("it can be read");
    assert_eq!((read.toolchain, read.counts), (written.toolchain, written.counts));
    assert!(Baseline::read("parse/a").is_err());
    assert!(Baseline::read("parse/a many").is_err());
}

#[test]
fn three_percent_pass_and_more_do_not() {
    let before = baseline(&[("a", 1000), ("b", 1000)]);
    assert_eq!(print(&baseline(&[("a", 1030), ("b", 500)]), &before), 0);
    assert_eq!(print(&baseline(&[("a", 1031), ("b", 1000)]), &before), 1);
}

#[test]
fn what_is_new_passes_and_what_is_gone_does_not() {
    let before = baseline(&[("a", 1000)]);
    assert_eq!(print(&baseline(&[("a", 1000), ("b", 9)]), &before), 0);
    assert_eq!(print(&baseline(&[("b", 9)]), &before), 1);
}
