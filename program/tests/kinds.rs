//! Sets of types.

use jsonbound_json::Kind;
use jsonbound_program::KindSet;
use proptest::prelude::*;

const TYPES: [KindSet; 7] = [
    KindSet::NULL,
    KindSet::BOOLEAN,
    KindSet::INTEGER,
    KindSet::FRACTION,
    KindSet::STRING,
    KindSet::ARRAY,
    KindSet::OBJECT,
];

fn set(bits: u8) -> KindSet {
    let chosen = TYPES.into_iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
    chosen.fold(KindSet::NONE, |set, (_, kind)| set.union(kind))
}

#[test]
fn types_are_distinct_and_all_there_is() {
    for (at, one) in TYPES.into_iter().enumerate() {
        assert!(TYPES[..at].iter().all(|other| !one.intersects(*other)));
    }
    assert_eq!(set(0x7f), KindSet::ALL);
    assert_eq!(KindSet::INTEGER.union(KindSet::FRACTION), KindSet::NUMBER);
}

#[test]
fn names_are_those_of_json_schema() {
    for name in ["null", "boolean", "object", "array", "number", "string", "integer"] {
        let kind = KindSet::from_name(name).unwrap();
        assert_eq!(kind.to_string(), name);
        assert!(kind.names().eq([name]));
    }
    for name in ["fraction", "any", "none", "", "Null", "null "] {
        assert_eq!(KindSet::from_name(name), None);
    }
}

#[test]
fn kinds_cover_their_types() {
    assert_eq!(KindSet::of(Kind::Number), KindSet::NUMBER);
    let kinds = [Kind::Null, Kind::Boolean, Kind::Number, Kind::String, Kind::Array, Kind::Object];
    let all = kinds.into_iter().map(KindSet::of).fold(KindSet::NONE, KindSet::union);
    assert_eq!(all, KindSet::ALL);
}

#[test]
fn text() {
    let text = |set: KindSet| format!("{set} {set:?}");
    assert_eq!(text(KindSet::ALL), "any any");
    assert_eq!(text(KindSet::NONE), "none none");
    assert_eq!(text(KindSet::NULL.union(KindSet::NUMBER)), "null|number null|number");
    assert_eq!(text(KindSet::FRACTION.union(KindSet::STRING)), "fraction|string fraction|string");
}

proptest! {
    #[test]
    fn sets_are_sets(a in 0u8..128, b in 0u8..128) {
        let (left, right) = (set(a), set(b));
        prop_assert_eq!(left.union(right), set(a | b));
        prop_assert_eq!(left.intersection(right), set(a & b));
        prop_assert_eq!(left.contains(right), a & b == b);
        prop_assert_eq!(left.intersects(right), a & b != 0);
        prop_assert_eq!(left == right, a == b);
    }
}
