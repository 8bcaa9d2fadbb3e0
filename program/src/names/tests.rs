//! The search for a perfect hash, seen from inside.

use alloc::format;
use alloc::string::String;

use super::*;

fn is_hashed(names: &[String]) -> bool {
    let table = NameTable::new(names.iter().map(String::as_str));
    for (position, name) in names.iter().enumerate() {
        assert_eq!(table.get(Key::new(name)), Some(position));
    }
    matches!(table.probe, Probe::Hashed { .. })
}

#[test]
fn ordinary_names_are_hashed() {
    for len in (0..100).chain([1_000, 20_000]) {
        let names: Vec<String> = (0..len).map(|n| format!("{n:x}")).collect();
        assert!(is_hashed(&names), "{len} names");
    }
}

/// Names that fall into one of sixteen buckets under every seed: the search gives up, and bisection answers.
#[test]
fn names_that_were_chosen_to_defeat_the_hash_are_sorted() {
    let in_first_bucket = |name: &String| {
        let word = jsonbound_json::word(name.as_bytes());
        SEEDS.iter().all(|&seed| bucket(hash(word, 0, 6, seed), 15) == 0)
    };
    let all = (0x10_0000..0x100_0000).map(|n: u32| format!("{n:x}"));
    let names: Vec<String> = all.filter(in_first_bucket).take(47).collect();
    assert_eq!(names.len(), 47);
    assert!(!is_hashed(&names));
}
