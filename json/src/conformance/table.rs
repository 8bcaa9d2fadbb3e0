//! The texts of the kit, and what they hold.
//!
//! Invariant: each fact is about a place that the text has, and each text that may be declined stands alone.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A JSON text with facts about its values.
pub(super) struct Case {
    pub(super) text: String,
    /// Whether an implementation may be unable to hold it.
    pub(super) may_decline: bool,
    /// Facts by JSON Pointer.
    pub(super) facts: Vec<(String, Fact)>,
}

/// What one value is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Fact {
    Null,
    Boolean(bool),
    /// A number equal to that of this text.
    Number(&'static str),
    String(&'static str),
    /// An array of this length.
    Array(usize),
    /// An object of this length.
    Object(usize),
}

/// The whole table.
pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (text, fact) in SCALARS {
        cases.push(case(text, &[("", *fact)]));
    }
    for (text, facts) in CONTAINERS {
        cases.push(case(text, facts));
    }
    cases.extend(NUMBERS.iter().map(|text| number(text)));
    for text in BIG_NUMBERS {
        cases.push(Case { may_decline: true, ..number(text) });
    }
    cases.extend([wide_array(), wide_object(), similar_names()]);
    cases.push(nested(60));
    cases.push(Case { may_decline: true, ..nested(5_000) });
    cases
}

fn case(text: &str, facts: &[(&str, Fact)]) -> Case {
    let facts = facts.iter().map(|(place, fact)| (String::from(*place), *fact)).collect();
    Case { text: String::from(text), may_decline: false, facts }
}

fn number(text: &'static str) -> Case {
    case(text, &[("", Fact::Number(text))])
}

const SCALARS: &[(&str, Fact)] = &[
    ("null", Fact::Null),
    ("true", Fact::Boolean(true)),
    ("false", Fact::Boolean(false)),
    ("  null \t\r\n", Fact::Null),
    (r#""""#, Fact::String("")),
    (r#""a""#, Fact::String("a")),
    (r#"" a ""#, Fact::String(" a ")),
    (r#""null""#, Fact::String("null")),
    (r#""\u0000""#, Fact::String("\u{0}")),
    (r#""a\u0000b""#, Fact::String("a\u{0}b")),
    (r#""\"\\\/\b\f\n\r\t""#, Fact::String("\"\\/\u{8}\u{c}\n\r\t")),
    (r#""\u0041\u00e9\u20AC""#, Fact::String("Aé€")),
    (r#""\ud834\udd1e""#, Fact::String("\u{1d11e}")),
    ("\"\u{1d11e}\u{10ffff}\u{ffff}\u{7f}\"", Fact::String("\u{1d11e}\u{10ffff}\u{ffff}\u{7f}")),
    // Composed and decomposed letters stay what they are.
    ("\"\u{e9}e\u{301}\"", Fact::String("\u{e9}e\u{301}")),
    ("\"\u{feff}\u{2028}\"", Fact::String("\u{feff}\u{2028}")),
];

/// Numbers that integers of 64 bits and doubles hold.
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "0.0",
    "-0.0e5",
    "1",
    "-1",
    "1.0",
    "10e-1",
    "1E+2",
    "0.1",
    "-0.25",
    "4.35",
    "1e23",
    "1e-7",
    "1.7976931348623157e308",
    "5e-324",
    "9007199254740991",
    "9007199254740993",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
];

/// Numbers that need more.
const BIG_NUMBERS: &[&str] = &[
    "18446744073709551616",
    "-9223372036854775809",
    "100000000000000000001",
    "0.1000000000000000055511151231257827",
    "1e400",
    "-1e400",
    "1e-400",
    "123456789012345678901234567890.123456789012345678901234567890e50",
];

const CONTAINERS: &[(&str, &[(&str, Fact)])] = &[
    ("[]", &[("", Fact::Array(0))]),
    ("{}", &[("", Fact::Object(0))]),
    ("[[], {}]", &[("", Fact::Array(2)), ("/0", Fact::Array(0)), ("/1", Fact::Object(0))]),
    (
        r#"[null, true, 1, "a", [0], {"a": 0}]"#,
        &[
            ("", Fact::Array(6)),
            ("/0", Fact::Null),
            ("/1", Fact::Boolean(true)),
            ("/2", Fact::Number("1")),
            ("/3", Fact::String("a")),
            ("/4", Fact::Array(1)),
            ("/4/0", Fact::Number("0")),
            ("/5", Fact::Object(1)),
            ("/5/a", Fact::Number("0")),
        ],
    ),
    (
        r#"{"b": 1, "a": 2, "": 3, "a/b": 4, "m~n": 5, "\u0000": 6, "a\u0000": 7, "é": 8}"#,
        &[
            ("", Fact::Object(8)),
            ("/b", Fact::Number("1")),
            ("/a", Fact::Number("2")),
            ("/", Fact::Number("3")),
            ("/a~1b", Fact::Number("4")),
            ("/m~0n", Fact::Number("5")),
            ("/\u{0}", Fact::Number("6")),
            ("/a\u{0}", Fact::Number("7")),
            ("/é", Fact::Number("8")),
        ],
    ),
    (
        r#"{"a": {"a": {"a": [[[{"a": "deep"}]]]}}, "0": [[1, 2], [3, 4]]}"#,
        &[
            ("/a/a/a", Fact::Array(1)),
            ("/a/a/a/0/0/0/a", Fact::String("deep")),
            ("/0/1/0", Fact::Number("3")),
        ],
    ),
];

/// An array that is longer than any small buffer.
fn wide_array() -> Case {
    let zeros = "0,".repeat(999);
    let facts = [("", Fact::Array(1_000)), ("/0", Fact::Number("0")), ("/999", Fact::Number("1"))];
    case(&format!("[{zeros}1]"), &facts)
}

/// An object that is large enough for an index.
fn wide_object() -> Case {
    let members: String = (0..200).map(|index| format!(r#""name {index}": [{index}], "#)).collect();
    let facts = [
        ("", Fact::Object(201)),
        ("/name 0/0", Fact::Number("0")),
        ("/name 123/0", Fact::Number("123")),
        ("/last", Fact::Boolean(true)),
    ];
    case(&format!(r#"{{{members}"last": true}}"#), &facts)
}

/// Names around the eight bytes of a key's word: each is the beginning of the next, or ends in zero bytes.
fn similar_names() -> Case {
    let mut members = String::new();
    let mut facts = Vec::from([(String::new(), Fact::Object(40))]);
    for length in 0..20 {
        let (letters, zeros) = ("a".repeat(length), r"\u0000".repeat(length));
        members.push_str(&format!(r#""{letters}": null, "b{zeros}": true, "#));
        facts.push((format!("/{letters}"), Fact::Null));
        facts.push((format!("/b{}", "\u{0}".repeat(length)), Fact::Boolean(true)));
    }
    let members = members.trim_end_matches([',', ' ']);
    Case { text: format!("{{{members}}}"), may_decline: false, facts }
}

/// Arrays and objects in turn.
fn nested(pairs: usize) -> Case {
    let text = format!(r#"{}"end"{}"#, r#"[{"a":"#.repeat(pairs), "}]".repeat(pairs));
    let facts =
        Vec::from([(String::new(), Fact::Array(1)), ("/0/a".repeat(pairs), Fact::String("end"))]);
    Case { text, may_decline: false, facts }
}
