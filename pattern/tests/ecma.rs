//! The meaning of patterns, case by case.

mod common;

use common::{cases, matches};

#[test]
fn the_unicode_grammar() {
    for &(pattern, text, expected) in cases::UNICODE {
        assert_eq!(matches(pattern, text), expected, "`{pattern}` on {text:?}");
    }
}

#[test]
fn readings_of_annex_b() {
    for &(pattern, text, expected) in cases::ANNEX_B {
        assert_eq!(matches(pattern, text), expected, "`{pattern}` on {text:?}");
    }
}
