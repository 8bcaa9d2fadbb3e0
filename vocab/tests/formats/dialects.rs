//! Which dialects have which formats, and those that only draft-03 has.

use jsonbound_vocab::{Dialect, FORMATS, Format};

use super::checked;

#[test]
fn each_dialect_has_its_own() {
    let has = |dialect, name| Format::find(dialect, name).is_some();
    use Dialect::*;
    for (name, with, without) in [
        ("date-time", vec![Draft3, Draft4, Draft7, V1], vec![]),
        ("date", vec![Draft3, Draft7, Draft202012], vec![Draft4, Draft6]),
        ("regex", vec![Draft3, Draft7], vec![Draft4, Draft6]),
        ("ipv4", vec![Draft4, V1], vec![Draft3]),
        ("ip-address", vec![Draft3], vec![Draft4, Draft202012]),
        ("host-name", vec![Draft3], vec![Draft4]),
        ("color", vec![Draft3], vec![Draft4, V1]),
        ("uri-reference", vec![Draft6, Draft7], vec![Draft3, Draft4]),
        ("iri", vec![Draft7], vec![Draft6]),
        ("uuid", vec![Draft201909], vec![Draft7]),
        ("duration", vec![Draft201909], vec![Draft7]),
        ("phone", vec![], vec![Draft3]),
    ] {
        assert!(with.into_iter().all(|dialect| has(dialect, name)), "{name}");
        assert!(!without.into_iter().any(|dialect| has(dialect, name)), "{name}");
    }
}

/// One name is one format in each dialect, and all formats of a program have names of their own.
#[test]
fn names_are_unique() {
    for dialect in Dialect::all() {
        let mut names: Vec<_> = FORMATS
            .iter()
            .filter(|format| format.dialects.contains(dialect))
            .map(|f| f.name)
            .collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{dialect}");
    }
    let mut labels: Vec<_> = FORMATS.iter().map(Format::label).collect();
    labels.sort_unstable();
    labels.dedup();
    assert_eq!(labels.len(), FORMATS.len());
}

#[test]
fn formats_of_draft_03() {
    let is = |name, text: &str| checked(Format::find(Dialect::Draft3, name).unwrap(), text).0;
    for (name, valid, invalid) in [
        ("time", ["08:30:06", "23:59:59"], ["24:00:00", "08:30:06Z"]),
        ("time", ["00:00:00", "12:00:00"], ["8:30 AM", "12:60:00"]),
        ("color", ["fuchsia", "#CC8899"], ["puce", "#00332520"]),
        ("color", ["ButtonFace", "#c89"], ["#", "#ggg"]),
        ("color", ["rgb(255, 0,-1)", "RGB( 10% , .5%,+100.0%)"], ["rgb(1, 2)", "rgb(1, 2%, 3)"]),
        ("color", ["rgb(0,0,0)", "white"], ["rgb(1,2,3,4)", "rgb(1., 2, 3)"]),
        ("ip-address", ["127.0.0.1", "0.0.0.0"], ["256.0.0.1", "1.2.3"]),
        ("host-name", ["www.example.com", "a"], ["-a", "a_b"]),
    ] {
        for text in valid {
            assert!(is(name, text), "{name} {text}");
        }
        for text in invalid {
            assert!(!is(name, text), "{name} {text}");
        }
    }
}
