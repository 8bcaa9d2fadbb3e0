//! Equality, hash and size, over `serde_json` values.
#![cfg(feature = "serde_json")]

use std::convert::Infallible;

use ahash::RandomState;
use jsonbound_json::{Document, Node, equal, hash, size};
use proptest::prelude::*;
use serde_json::{Value, json};

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn state() -> RandomState {
    RandomState::with_seeds(1, 2, 3, 4)
}

/// Hash and size, and the payments.
fn hashed<'a>(value: impl Node<'a>) -> (u64, u64, Vec<u64>) {
    let mut payments = Vec::new();
    let mut pay = |steps| {
        payments.push(steps);
        Ok::<(), Infallible>(())
    };
    let Ok((hash, size)) = hash(value, &state(), &mut pay);
    (hash, size, payments)
}

/// Size and the payments.
fn sized(value: &Value) -> (u64, Vec<u64>) {
    let mut payments = Vec::new();
    let mut pay = |steps| {
        payments.push(steps);
        Ok::<(), Infallible>(())
    };
    let Ok(size) = size(value, &mut pay);
    (size, payments)
}

fn assert_consistent(value: &Value) {
    let (_, hash_size, hash_payments) = hashed(value);
    let (size, payments) = sized(value);
    assert_eq!((hash_size, &hash_payments), (size, &payments));
    assert_eq!(payments.iter().sum::<u64>(), size);
    assert!(payments.iter().all(|&steps| steps > 0));
}

/// Texts of different values; each row is one value in several spellings.
const CLASSES: &[&[&str]] = &[
    &["null"],
    &["true"],
    &["false"],
    &["0", "-0", "0.0", "-0.0"],
    &["1", "1.0", "10e-1"],
    &["100", "1e2"],
    &["0.1", "1e-1"],
    &["1e23", "100000000000000000000000"],
    &["9007199254740992"],
    &["9007199254740993"],
    &["18446744073709551615"],
    &[r#""""#],
    &[r#""a""#, r#""\u0061""#],
    &[r#""a\u0000""#],
    &[r#""null""#],
    &[r#""1""#],
    &["[]", "[ ]"],
    &["[[]]"],
    &["[[], []]"],
    &["[[[]]]"],
    &["[null]"],
    &["[0]", "[0.0]"],
    &["[false]"],
    &["[1, 2]", "[1.0, 2]"],
    &["[2, 1]"],
    &["[[1], 2]"],
    &["[1, [2]]"],
    &["[[1, 2]]"],
    &["{}"],
    &["[{}]"],
    &[r#"{"": null}"#],
    &[r#"{"a": null}"#],
    &[r#"{"a": 1, "b": 2}"#, r#"{"b": 2.0, "a": 1}"#],
    &[r#"{"a": 2, "b": 1}"#],
    &[r#"{"a": 1, "c": 2}"#],
    &[r#"{"a": 1}"#],
    &[r#"{"a": {"b": 1}, "c": {"d": 2}}"#, r#"{"c": {"d": 2}, "a": {"b": 1}}"#],
    &[r#"{"a": {"b": 2}, "c": {"d": 1}}"#],
    &[r#"{"a": {"d": 2}, "c": {"b": 1}}"#],
    &[r#"[{"a": 1}, {"b": 2}]"#],
    &[r#"[{"a": 1, "b": 2}]"#, r#"[{"b": 2, "a": 1}]"#],
    &[r#"{"ab": "c"}"#],
    &[r#"{"a": "bc"}"#],
];

#[test]
fn values_are_equal_and_hash_equal_within_a_class_alone() {
    let texts = CLASSES.iter().enumerate();
    let values: Vec<(usize, Value)> = texts
        .flat_map(|(class, texts)| texts.iter().map(move |text| (class, value(text))))
        .collect();
    for (left_class, left) in &values {
        assert_consistent(left);
        for (right_class, right) in &values {
            let same = left_class == right_class;
            assert_eq!(equal(left, right), same, "{left} and {right}");
            assert_eq!(hashed(left).0 == hashed(right).0, same, "{left} and {right}");
            if same {
                assert_eq!(hashed(left).1, hashed(right).1, "{left} and {right}");
            }
        }
    }
}

/// An object of so many members.
fn wide(members: usize) -> Value {
    (0..members).map(|n| (n.to_string(), json!(n))).collect::<serde_json::Map<_, _>>().into()
}

#[test]
fn sizes_are_those_of_the_documentation() {
    let long = "x".repeat(320);
    let rows = [
        (json!(null), 1),
        (json!(7), 5),
        (value("0.1234567890123456"), 7),
        (json!(""), 1),
        (json!("x".repeat(31)), 1),
        (json!("x".repeat(32)), 2),
        (json!(long), 11),
        (json!([]), 1),
        (json!([1, 2, 3]), 16),
        (json!([[1], [2, 3]]), 18),
        (json!({}), 1),
        (json!({"a": 1, "b": 2}), 13),
        (json!({"a": [1, 2]}), 13),
        (json!({ long.clone(): long }), 1 + (1 + 10) + (1 + 10)),
        (wide(16), 1 + 16 * (2 + 4)),
        (wide(17), 1 + 17 * (2 + 2 * 5 + 4)),
    ];
    for (value, expected) in rows {
        assert_eq!(sized(&value).0, expected, "{value}");
        assert_consistent(&value);
    }
}

#[test]
fn work_is_paid_before_it_is_done() {
    let array = json!(vec![0; 1_000]);
    // A wide container is refused at its first sight.
    let mut payments = Vec::new();
    let mut pay = |steps: u64| {
        payments.push(steps);
        if steps > 500 { Err("too much") } else { Ok(()) }
    };
    assert_eq!(size(&array, &mut pay), Err("too much"));
    assert_eq!(hash(&array, &state(), &mut pay), Err("too much"));
    assert_eq!(payments, [1, 1_000, 1, 1_000]);
}

#[test]
fn every_shortage_stops_the_walk() {
    let value =
        value(r#"{"a": [1, "0123456789012345678901234567890123456789"], "b": {"c": null}}"#);
    let total = sized(&value).0;
    for budget in 0..=total {
        let mut left = budget;
        let mut pay = |steps: u64| {
            left = left.checked_sub(steps).ok_or("out")?;
            Ok::<(), &str>(())
        };
        assert_eq!(size(&value, &mut pay).is_ok(), budget == total);
        let mut left = budget;
        let mut pay = |steps: u64| {
            left = left.checked_sub(steps).ok_or("out")?;
            Ok::<(), &str>(())
        };
        assert_eq!(hash(&value, &state(), &mut pay).is_ok(), budget == total);
    }
}

#[test]
fn hashes_depend_on_the_keys() {
    let value = json!({"a": [1, 2, 3]});
    let hash = |state| {
        let mut free = |_| Ok::<(), Infallible>(());
        let Ok((hash, _)) = hash(&value, &state, &mut free);
        hash
    };
    assert_ne!(
        hash(RandomState::with_seeds(1, 2, 3, 4)),
        hash(RandomState::with_seeds(5, 6, 7, 8))
    );
}

#[test]
fn objects_with_the_same_scalars_in_other_places_hash_apart() {
    // The same names, the same values, at other names.
    let mut hashes = Vec::new();
    for shift in 0..50 {
        let members = (0..50).map(|index| (format!("k{index}"), json!((index + shift) % 50)));
        hashes.push(hashed(&Value::Object(members.collect())).0);
    }
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), 50);
}

/// Takes a deep value apart: its own drop recurses.
fn dismantle(mut value: Value) {
    loop {
        let inner = match &mut value {
            Value::Array(items) => items.pop(),
            Value::Object(members) => members.remove("a"),
            _ => None,
        };
        match inner {
            Some(inner) => value = inner,
            None => return,
        }
    }
}

#[test]
fn depth_costs_no_native_stack() {
    let work = || {
        // By hand, since `json!([inner])` recurses.
        let build = |innermost: u32| {
            let mut value = Value::from(innermost);
            for level in 0..200_000 {
                value = if level % 2 == 0 {
                    Value::Array(vec![value])
                } else {
                    Value::Object([(String::from("a"), value)].into_iter().collect())
                };
            }
            value
        };
        let (left, same, other) = (build(1), build(1), build(2));
        assert!(equal(&left, &same));
        assert!(!equal(&left, &other));
        assert_eq!(hashed(&left), hashed(&same));
        assert_ne!(hashed(&left).0, hashed(&other).0);
        // The number at the bottom costs four steps to read.
        assert_eq!(sized(&left).0, 1 + 100_000 + 2 * 100_000 + 4);
        for value in [left, same, other] {
            dismantle(value);
        }
    };
    let thread = std::thread::Builder::new().stack_size(64 * 1024).spawn(work);
    thread.expect("a thread").join().expect("no panic");
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3..3_i64).prop_map(Value::from),
        (-9.5..9.5).prop_map(Value::from),
        "[ab]{0,2}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[ab]{0,2}", inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// The same value with integers spelled as doubles and members in reverse.
fn respelled(value: &Value) -> Value {
    match value {
        Value::Number(number) => match number.as_i64() {
            Some(integer) if integer.unsigned_abs() < 1_000 => json!(integer as f64),
            _ => value.clone(),
        },
        Value::Array(items) => items.iter().map(respelled).collect(),
        Value::Object(members) => {
            members.iter().rev().map(|(name, value)| (name.clone(), respelled(value))).collect()
        }
        _ => value.clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn spelling_and_member_order_do_not_matter(value in any_value()) {
        let other = respelled(&value);
        prop_assert!(equal(&value, &other));
        prop_assert_eq!(hashed(&value).0, hashed(&other).0);
        prop_assert_eq!(sized(&value).0, sized(&other).0);
        assert_consistent(&value);
    }

    #[test]
    fn node_types_agree(value in any_value(), other in any_value()) {
        let text = value.to_string();
        let document = Document::parse(text.as_bytes()).expect("JSON");
        prop_assert!(equal(&value, document.root()));
        prop_assert!(equal(document.root(), &value));
        prop_assert_eq!(equal(&other, document.root()), equal(&other, &value));
        // The same members in the same order: the same payments.
        prop_assert_eq!(hashed(document.root()), hashed(&value));
    }

    #[test]
    fn values_that_hash_equal_are_equal(left in any_value(), right in any_value()) {
        prop_assert_eq!(equal(&left, &right), equal(&right, &left));
        prop_assert_eq!(equal(&left, &right), hashed(&left).0 == hashed(&right).0);
        prop_assert_eq!(equal(&left, &right), respelled(&left) == respelled(&right));
    }
}
