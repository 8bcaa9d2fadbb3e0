//! What is valid without the `u` flag only is said, where it is and with what to write.

mod common;

use common::lints;
use jsonbound_pattern::{LintKind, PatternLimits, compile, parse};

#[test]
fn lints_say_where_in_order() {
    use LintKind::{IdentityEscape, LoneBracket, QuantifiedLookAhead, SetInRange};
    for (pattern, expected) in [
        (r"é\_", vec![(2, IdentityEscape('_'))]),
        (r"a\-[\-\@]", vec![(1, IdentityEscape('-')), (6, IdentityEscape('@'))]),
        ("a]", vec![(1, LoneBracket(']'))]),
        ("a{,2}", vec![(1, LoneBracket('{')), (4, LoneBracket('}'))]),
        (r"[\w-\_a-c]", vec![(3, SetInRange), (4, IdentityEscape('_'))]),
        (r"[\_-\w]", vec![(1, IdentityEscape('_')), (3, SetInRange)]),
        ("(?=])*?}", vec![(3, LoneBracket(']')), (5, QuantifiedLookAhead), (7, LoneBracket('}'))]),
        ("(?!a){0,1}", vec![(5, QuantifiedLookAhead)]),
    ] {
        let found: Vec<_> = lints(pattern).iter().map(|lint| (lint.offset, lint.kind)).collect();
        assert_eq!(found, expected, "`{pattern}`");
        let ast = parse(pattern, &PatternLimits::untrusted()).expect("a pattern");
        assert_eq!(ast.lints(), lints(pattern), "`{pattern}`");
    }
}

#[test]
fn what_the_flag_admits_has_no_lints() {
    for pattern in [
        r"\^\$\\\.\*\+\?\(\)\[\]\{\}\|\/",
        r"[\^\$\\\.\*\+\?\(\)\[\]\{\}\|\/\-]",
        "[a-]",
        "[-a]",
        r"[\w-]",
        r"[-\w]",
        "[{}[]",
        "a{2}",
        "(?:(?=a))*",
        r"\u{41}\cA\x41",
    ] {
        assert_eq!(lints(pattern), [], "`{pattern}`");
    }
}

#[test]
fn lints_say_what_to_write() {
    for (pattern, remedy) in [
        (r"\@", "write `@` (at byte 0 of the pattern)"),
        ("\\\u{1b}", r"write `\x1B`"),
        ("a}", r"write `\}`"),
        (r"[\d-x]", r"write `\-`"),
        ("(?=a)?", "write `(?:(?=...))`"),
    ] {
        let message = lints(pattern)[0].to_string();
        assert!(message.contains(remedy), "`{pattern}`: {message}");
        assert!(!message.contains('\u{1b}'), "control characters stay out of messages");
    }
}

/// The remedies of lints, taken, give a pattern without lints that is matched the same way.
#[test]
fn remedies_are_remedies() {
    for (pattern, strict) in [
        (r"^\-\_$", "^-_$"),
        ("^a]{$", r"^a\]\{$"),
        (r"^[\w-.]+$", r"^[\w\-.]+$"),
        ("^(?=a)*a$", "^(?:(?=a))*a$"),
    ] {
        assert_eq!(lints(strict), [], "`{strict}`");
        for text in ["-_", "a]{", "a-.", "a", "", "b"] {
            let (one, other) = (common::matches(pattern, text), common::matches(strict, text));
            assert_eq!(one, other, "`{pattern}` and `{strict}` on {text:?}");
        }
    }
}

#[test]
fn letters_are_errors_still() {
    for pattern in [r"\a", r"\Z", "(?P<x>a)", r"\e"] {
        assert!(compile(pattern, &PatternLimits::untrusted()).is_err(), "`{pattern}`");
    }
}
