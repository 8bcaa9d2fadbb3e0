//! Name tables against a map.

use std::collections::BTreeMap;

use jsonbound_json::Key;
use jsonbound_program::NameTable;
use proptest::prelude::*;

/// Asserts that a table and a map of first positions answer the same, with the perfect hash and without.
fn compare(names: &[String], others: &[String]) {
    let mut map = BTreeMap::new();
    for (position, name) in names.iter().enumerate() {
        map.entry(name.as_str()).or_insert(position);
    }
    let table = NameTable::new(names.iter().map(String::as_str));
    let sorted = table.clone().without_hash();
    for name in names.iter().chain(others) {
        let expected = map.get(name.as_str()).copied();
        assert_eq!(table.get(Key::new(name)), expected, "{name:?}");
        assert_eq!(sorted.get(Key::new(name)), expected, "{name:?}, without the hash");
    }
    assert_eq!((table.len(), table.is_empty()), (names.len(), names.is_empty()));
    assert_eq!(table.bytes(), names.iter().map(String::len).sum::<usize>());
    assert!(table.iter().map(Key::as_str).eq(names.iter().map(String::as_str)));
    assert_eq!(table, sorted);
}

fn strings<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    names.into_iter().map(str::to_owned).collect()
}

#[test]
fn no_names() {
    compare(&[], &strings(["", "a", "\0"]));
}

#[test]
fn the_empty_name_and_names_of_nul() {
    let nul: Vec<String> = (0..20).map(|len| "\0".repeat(len)).collect();
    compare(&nul, &strings(["a", "\0a", "a\0"]));
    compare(&nul[3..], &nul);
    compare(&strings(["", "a", "a\0", "a\0\0"]), &nul);
    compare(&strings(["a\0"]), &strings(["a", "a\0\0", ""]));
}

/// The bitmap of lengths ends at 63.
#[test]
fn lengths_around_the_bitmap() {
    let lengths: Vec<String> = (0..200).map(|len| "x".repeat(len)).collect();
    compare(&lengths, &[]);
    for kept in [7, 8, 9, 62, 63, 64, 65, 127, 128] {
        compare(&lengths[kept..=kept], &lengths);
    }
}

/// Word and length are the same, so that only bisection tells them apart.
#[test]
fn thousands_of_names_that_share_word_and_length() {
    let names: Vec<String> = (0..5_000).map(|n| format!("property{:06}", n * 2)).collect();
    let others: Vec<String> = (0..5_000).map(|n| format!("property{:06}", n * 2 + 1)).collect();
    compare(&names, &others);
}

#[test]
fn many_names() {
    let names: Vec<String> = (0..20_000).map(|n| format!("{:x}", n * 7919)).collect();
    let others: Vec<String> = (0..20_000).map(|n| format!("{:X}_", n * 7919)).collect();
    compare(&names, &others);
}

#[test]
fn names_that_are_given_twice_keep_their_first_position() {
    compare(&strings(["b", "a", "b", "", "a", "", "a long name", "a long name"]), &strings(["c"]));
}

#[test]
fn a_table_prints_its_names_in_their_order() {
    assert_eq!(format!("{:?}", NameTable::new(["b", "a\""])), r#"["b", "a\""]"#);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn equals_a_map(
        names in prop::collection::vec("[ab\0é]{0,10}", 0..80),
        others in prop::collection::vec("[ab\0é]{0,10}", 0..80),
    ) {
        compare(&names, &others);
    }

    #[test]
    fn equals_a_map_of_any_names(names in prop::collection::vec(any::<String>(), 0..30)) {
        let others: Vec<String> = names.iter().map(|name| format!("{name}\0")).collect();
        compare(&names, &others);
    }
}
