//! The grammars again, as regular expressions: a second reading of the specifications, compared over strings that look
//! like samples.

use std::collections::BTreeMap;

use jsonbound_pattern::{PatternLimits, compile};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::cost::similar;
use super::tables::ROWS;
use super::{Budget, is};

/// Rules by name. A rule may use `<names>` of rules before it.
const RULES: &[(&str, &str)] = &[
    ("hour", r"(?:[01]\d|2[0-3])"),
    ("minute", r"[0-5]\d"),
    ("time", r"<hour>:<minute>:[0-5]\d(?:\.\d+)?(?:[Zz]|[+\-]<hour>:<minute>)"),
    ("month", r"(?:0[1-9]|1[0-2])"),
    ("short-date", r"\d{4}-<month>-(?:0[1-9]|1\d|2[0-8])"),
    ("short-date-time", r"<short-date>[Tt]<time>"),
    ("d", r"\d+[Dd]"),
    ("date-units", r"(?:\d+[Yy](?:\d+[Mm](?:<d>)?)?|\d+[Mm](?:<d>)?|<d>)"),
    ("s", r"\d+[Ss]"),
    ("time-units", r"[Tt](?:\d+[Hh](?:\d+[Mm](?:<s>)?)?|\d+[Mm](?:<s>)?|<s>)"),
    ("duration", r"[Pp](?:\d+[Ww]|<date-units>(?:<time-units>)?|<time-units>)"),
    ("decbyte", r"(?:[01]?\d?\d|2[0-4]\d|25[0-5])"),
    ("ipv4", r"(?:<decbyte>\.){3}<decbyte>"),
    ("dec-octet", r"(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])"),
    ("h16", r"[0-9A-Fa-f]{1,4}"),
    ("ls32", r"(?:<h16>:<h16>|(?:<dec-octet>\.){3}<dec-octet>)"),
    (
        "ipv6",
        r"(?:(?:<h16>:){6}<ls32>|::(?:<h16>:){5}<ls32>|(?:<h16>)?::(?:<h16>:){4}<ls32>|(?:(?:<h16>:){0,1}<h16>)?::(?:<h16>:){3}<ls32>|(?:(?:<h16>:){0,2}<h16>)?::(?:<h16>:){2}<ls32>|(?:(?:<h16>:){0,3}<h16>)?::<h16>:<ls32>|(?:(?:<h16>:){0,4}<h16>)?::<ls32>|(?:(?:<h16>:){0,5}<h16>)?::<h16>|(?:(?:<h16>:){0,6}<h16>)?::)",
    ),
    ("uuid", r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"),
    ("json-pointer", r"(?:\/(?:[^\/~]|~[01])*)*"),
    ("integer", r"(?:0|[1-9]\d*)"),
    ("relative-json-pointer", r"<integer>(?:[+\-]<integer>)?(?:#|<json-pointer>)"),
    ("pct", r"%[0-9A-Fa-f]{2}"),
    (
        "ucschar",
        r"[\u{A0}-\u{D7FF}\u{F900}-\u{FDCF}\u{FDF0}-\u{FFEF}\u{10000}-\u{1FFFD}\u{20000}-\u{2FFFD}\u{30000}-\u{DFFFD}\u{E1000}-\u{EFFFD}]",
    ),
    ("iprivate", r"[\u{E000}-\u{F8FF}\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}]"),
    ("varname", r"(?:\w|<pct>)(?:\.?(?:\w|<pct>))*"),
    ("varspec", r"<varname>(?::[1-9]\d{0,3}|\*)?"),
    ("expression", r"\{[+#.\/;?&=,!@|]?<varspec>(?:,<varspec>)*\}"),
    ("literal", r"(?:[!#$&'()*+,\-.\/0-9:;=?@A-Z\[\]_a-z~]|<ucschar>|<iprivate>|<pct>)"),
    ("uri-template", r"(?:<literal>|<expression>)*"),
    ("pchar", r"(?:[\w.~!$&'()*+,;=:@\-]|<pct>)"),
    (
        "authority",
        r"(?:(?:[\w.~!$&'()*+,;=:\-]|<pct>)*@)?(?:\[(?:<ipv6>|[vV][0-9A-Fa-f]+\.[\w.~!$&'()*+,;=:\-]+)\]|(?:[\w.~!$&'()*+,;=\-]|<pct>)*)(?::\d*)?",
    ),
    ("tail", r"(?:\?(?:<pchar>|[\/?])*)?(?:#(?:<pchar>|[\/?])*)?"),
    ("segments", r"(?:\/<pchar>*)*"),
    ("rooted", r"\/(?:<pchar>+<segments>)?"),
    (
        "uri",
        r"[A-Za-z][A-Za-z0-9+.\-]*:(?:\/\/<authority><segments>|<rooted>|<pchar>+<segments>|)<tail>",
    ),
    ("no-colon", r"(?:[\w.~!$&'()*+,;=@\-]|<pct>)+"),
    (
        "uri-reference",
        r"(?:<uri>|(?:\/\/<authority><segments>|<rooted>|<no-colon><segments>|)<tail>)",
    ),
    ("label", r"[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?"),
    ("hostname", r"<label>(?:\.<label>)*"),
    ("atom", r"[A-Za-z0-9!#$%&'*+\-\/=?^_`{|}~]+"),
    ("quoted", r#""(?:[ !#-\[\]-~]|\\[ -~])*""#),
    ("email", r"(?:<atom>(?:\.<atom>)*|<quoted>)@<hostname>"),
];

/// A format, the rule of the same strings, and what the rule speaks of.
type Compared = (&'static str, &'static str, fn(&str) -> bool);

const COMPARED: &[Compared] = &[
    // Leap seconds and the ends of months are for the other tests.
    ("time", "time", |text| !text.contains(":60")),
    ("date", "short-date", |text| !late(text)),
    ("date-time", "short-date-time", |text| !text.contains(":60") && !late(text)),
    ("duration", "duration", |_| true),
    ("ipv4", "ipv4", |_| true),
    ("ipv6", "ipv6", |_| true),
    ("uuid", "uuid", |_| true),
    ("json-pointer", "json-pointer", |_| true),
    ("relative-json-pointer", "relative-json-pointer", |_| true),
    ("uri-template", "uri-template", |_| true),
    ("uri", "uri", |_| true),
    ("uri-reference", "uri-reference", |_| true),
    ("hostname", "hostname", |text| !text.to_ascii_lowercase().contains("xn--")),
    ("email", "email", |text| !text.contains('[') && text.len() < 64),
];

fn late(text: &str) -> bool {
    ["29", "30", "31"].iter().any(|day| text.get(8..10) == Some(day))
}

fn expanded() -> BTreeMap<&'static str, String> {
    let mut rules: BTreeMap<&str, String> = BTreeMap::new();
    for &(name, text) in RULES {
        let mut text = text.to_owned();
        for (name, rule) in &rules {
            text = text.replace(&format!("<{name}>"), &format!("(?:{rule})"));
        }
        rules.insert(name, text);
    }
    rules
}

/// Compares a format with its rule over strings like its samples.
fn compare(name: &'static str, rule: &str, speaks_of: fn(&str) -> bool) {
    let compiled = compile(&format!("^(?:{rule})$"), &PatternLimits::trusted()).expect("a pattern");
    let matches = |text: &str| {
        let mut cache = compiled.matcher.cache();
        compiled.matcher.is_match(text, &mut cache, &mut Budget::new(1 << 40)).expect("steps")
    };
    let row = ROWS.iter().position(|row| row.name == name).expect("a row");
    let mut runner = TestRunner::new(ProptestConfig::with_cases(1_000));
    let samples = ROWS[row].valid.iter().chain(ROWS[row].invalid);
    for text in samples.filter(|text| speaks_of(text)) {
        assert_eq!(is(name, text), matches(text), "{name} {text:?}");
    }
    let compared =
        runner.run(&similar(row).prop_filter("not spoken of", move |t| speaks_of(t)), |text| {
            prop_assert_eq!(is(name, &text), matches(&text), "{} {:?}", name, text);
            Ok(())
        });
    compared.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn formats_are_what_their_grammars_say() {
    let rules = expanded();
    for &(name, rule, speaks_of) in COMPARED {
        compare(name, &rules[rule], speaks_of);
    }
}
