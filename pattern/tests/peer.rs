//! Answers against those of fancy-regex, on what both understand alike.

mod common;

use common::Budget;
use jsonbound_pattern::{PatternLimits, compile};
use proptest::prelude::*;

/// Patterns that mean the same in both languages, on texts without line terminators.
fn shared() -> impl Strategy<Value = String> {
    let leaf =
        prop::sample::select(vec!["a", "b", ".", "[^b]", "[ab]", "^", "$", r"\b", r"\d", "é"]);
    leaf.prop_map(String::from).prop_recursive(5, 20, 3, |inner| {
        let open = prop::sample::select(vec!["(?:", "(", "(?=", "(?!"]);
        let quantifier = prop::sample::select(vec!["*", "+", "?", "+?", "{2}", "{0,3}"]);
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a}{b}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("(?:{a}|{b})")),
            (inner.clone(), quantifier).prop_map(|(a, q)| format!("(?:{a}){q}")),
            (open, inner).prop_map(|(open, a)| format!("{open}{a})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn answers_agree(pattern in shared(), texts in prop::collection::vec("[ab1 ]{0,6}", 4)) {
        let ours = compile(&pattern, &PatternLimits::untrusted()).expect("valid in both");
        let Ok(theirs) = fancy_regex::Regex::new(&pattern) else { return Ok(()) };
        let mut cache = ours.matcher.cache();
        for text in &texts {
            let found = ours.matcher.is_match(text, &mut cache, &mut Budget::of(50_000));
            if let (Ok(found), Ok(expected)) = (found, theirs.is_match(text)) {
                prop_assert_eq!(found, expected, "`{}` on {:?}", pattern, text);
            }
        }
    }
}
