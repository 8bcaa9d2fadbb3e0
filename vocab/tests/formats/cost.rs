//! What formats cost: paid before, by length, and enough.

use jsonbound_program::{Exhausted, FormatCheck};
use jsonbound_vocab::{BASE64, BASE64_JSON, Dialect, FORMATS, Format, JSON};
use proptest::prelude::*;

use super::tables::ROWS;
use super::{Budget, checked};

fn all() -> impl Iterator<Item = &'static Format> {
    FORMATS.iter().chain([&BASE64, &JSON, &BASE64_JSON])
}

/// Strings that look like one of some format: its samples, put together and changed.
pub(super) fn similar(row: usize) -> impl Strategy<Value = String> {
    let row = &ROWS[row];
    let samples: Vec<&str> = row.valid.iter().chain(row.invalid).copied().collect();
    let characters: Vec<char> = samples.concat().chars().collect();
    let edit = (any::<prop::sample::Index>(), prop::sample::select(characters), 0..3);
    let edits = prop::collection::vec(edit, 0..4);
    (prop::sample::select(samples), edits).prop_map(|(sample, edits)| {
        let mut text: Vec<char> = sample.chars().collect();
        for (at, character, edit) in edits {
            let at = at.index(text.len() + 1);
            match edit {
                0 => text.insert(at, character),
                1 if at < text.len() => text[at] = character,
                _ if at < text.len() => drop(text.remove(at)),
                _ => {}
            }
        }
        text.into_iter().collect()
    })
}

fn any_similar() -> impl Strategy<Value = String> {
    (0..ROWS.len()).prop_flat_map(similar)
}

#[test]
fn without_steps_there_is_no_answer() {
    for format in all() {
        // Rows are of the newest dialect.
        let is_newest = format.dialects.contains(Dialect::default());
        let samples = ROWS.iter().find(|row| row.name == format.name && is_newest);
        let samples = samples.map_or(&["1234"][..], |row| row.valid);
        for text in samples {
            let (valid, Budget { paid: cost, .. }) = checked(format, text);
            assert_eq!(format.is_valid(text, &mut Budget::new(cost)), Ok(valid));
            let stopped = format.is_valid(text, &mut Budget::new(cost - 1));
            assert_eq!(stopped, Err(Exhausted), "{} {text:?}", format.name);
        }
    }
}

/// A string that is too long for the grammar costs nothing.
#[test]
fn lengths_decide_first() {
    for format in all() {
        let Some(most) = format.max_bytes else { continue };
        let mut none = Budget::new(0);
        assert_eq!(format.is_valid(&"a".repeat(most + 1), &mut none), Ok(false), "{}", format.name);
        assert_eq!(
            format.is_valid(&"a".repeat(most), &mut none),
            Err(Exhausted),
            "{}",
            format.name
        );
    }
}

/// Every string of a format is within its greatest length.
#[test]
fn samples_are_within_the_greatest_length() {
    for row in ROWS {
        let most = Format::find(Dialect::default(), row.name).and_then(|format| format.max_bytes);
        assert!(row.valid.iter().all(|text| most.is_none_or(|most| text.len() <= most)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// A step for 16 bytes at least, some dozens for a byte at most; and all strings of one length cost the same, but
    /// for labels that have to be decoded or looked up.
    #[test]
    fn charges_follow_from_the_length(text in any_similar(), times in 1usize..40) {
        let text = text.repeat(times);
        for format in all() {
            let (_, budget) = checked(format, &text);
            let bytes = text.len() as u64;
            if format.max_bytes.is_some_and(|most| text.len() > most) {
                prop_assert_eq!(budget.paid, 0);
                continue;
            }
            prop_assert!(budget.paid > bytes / 16 && budget.paid <= 1 + 40 * bytes, "{}", format.name);
            if !["hostname", "idn-hostname", "idn-email", "host-name"].contains(&format.name) {
                let (_, same) = checked(format, &"a".repeat(text.len()));
                prop_assert_eq!((budget.paid, budget.most_held), (same.paid, same.most_held));
            }
        }
    }

    /// What is decoded or looked up pays before, label by label.
    #[test]
    fn labels_pay(label in "[\u{e0}-\u{ff}\u{5d0}-\u{5ea}\u{4e00}-\u{4eff}a-z]{1,20}", budget in 0u64..2_000) {
        for name in ["idn-hostname", "hostname", "idn-email"] {
            let Some(format) = Format::find(Dialect::default(), name) else { continue };
            let text = format!("{}{label}.xn--bcher-kva", if name == "idn-email" { "a@" } else { "" });
            let (valid, Budget { paid, .. }) = checked(format, &text);
            let answer = format.is_valid(&text, &mut Budget::new(budget));
            prop_assert_eq!(answer, if budget < paid { Err(Exhausted) } else { Ok(valid) });
        }
    }

    #[test]
    fn nothing_panics(text in prop_oneof![any_similar(), any::<String>(), "\\PC{0,40}"]) {
        for format in all() {
            checked(format, &text);
            checked(format, &text.repeat(50));
        }
    }
}
