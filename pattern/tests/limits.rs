//! What is refused before it costs anything, where, and with what advice.

mod common;

use common::refused;
use jsonbound_pattern::{Compiled, Ecma, Engine, PatternErrorKind, PatternLimits, compile, parse};

fn limit(pattern: &str) -> (&'static str, u64, u64) {
    match compile(pattern, &PatternLimits::untrusted()).map_err(|error| error.kind().clone()) {
        Err(PatternErrorKind::Limit { name, limit, found }) => (name, limit, found),
        other => panic!("`{pattern}`: {other:?}"),
    }
}

fn states(pattern: &str) -> u64 {
    compile(pattern, &PatternLimits::untrusted()).expect("within the limits").states
}

#[test]
fn bytes() {
    assert!(compile(&"a".repeat(1024), &PatternLimits::untrusted()).is_ok());
    assert_eq!(limit(&"a".repeat(1025)), ("pattern_bytes", 1024, 1025));
}

#[test]
fn nesting() {
    let nested = |depth: usize| format!("{}a{}", "(?:".repeat(depth), ")".repeat(depth));
    assert!(compile(&nested(64), &PatternLimits::untrusted()).is_ok());
    assert_eq!(limit(&nested(65)), ("pattern_nesting", 64, 65));
    assert_eq!(refused(&nested(65)), ("pattern_nesting", 64 * 3));
}

#[test]
fn programs_are_measured_before_they_are_built() {
    assert_eq!(states("abc"), 3);
    assert_eq!(states("[a-z]{3}"), 4);
    assert_eq!(states("a+"), 2);
    assert_eq!(limit("a{1000000}"), ("pattern_program", 5_000, 1_000_001));
    assert_eq!(limit("(a{1000}){1000}").0, "pattern_program");
    assert_eq!(limit("^(a{1,65535}){1,65535}$").0, "pattern_program");
    assert_eq!(limit("^x{0,1000000}$").0, "pattern_program");
    assert_eq!(limit(r"^(\p{L}|\p{N}){0,2500}$").0, "pattern_program");
    assert_eq!(limit("((((a{9999}){9999}){9999}){9999}){9999}").2, u64::MAX);
    assert_eq!(limit("a{99999999999999999999999}").0, "pattern_program");
    assert_eq!(limit("(?:a{9999999999}b{9999999999,}){2,99999999999}").0, "pattern_program");
    assert_eq!(limit(r"(?=(\b){5000})").0, "pattern_program");
    assert_eq!(limit("(?:a?|){4000}").0, "pattern_program");
}

#[test]
fn repetitions_of_nothing_are_nothing() {
    for pattern in
        ["(?:){999999999}", "(?:|){0}", "a{0}", "(?:(?:){9999}){9999,}", "(?:a{999999}){0}"]
    {
        assert!(states(pattern) <= 1, "`{pattern}`");
        assert!(common::matches(pattern, ""), "`{pattern}`");
    }
}

#[test]
fn ranges() {
    let many: String = (0..100).map(|i| format!("[\\p{{L}}{i}]")).collect();
    assert_eq!(limit(&many).0, "pattern_ranges");
    // Equal text shares one set.
    assert!(compile(&r"\p{L}".repeat(200), &PatternLimits::untrusted()).is_ok());
}

#[test]
fn features() {
    let mut limits = PatternLimits::untrusted();
    limits.features = false;
    for (pattern, offset) in [("a(?=b)", 1), ("(?<!a)b", 0), (r"(a)\1", 3), (r"(?<x>a)\k<x>", 7)] {
        let error = compile(pattern, &limits).expect_err("switched off");
        assert_eq!((error.code(), error.offset()), ("pattern_features", offset), "`{pattern}`");
    }
    assert!(compile("^(?<year>a+)$", &limits).is_ok());
}

#[test]
fn no_limit_is_beyond_what_ids_can_number() {
    let mut limits = PatternLimits::trusted();
    (limits.program, limits.nesting, limits.ranges) = (u64::MAX, u64::MAX, u64::MAX);
    let error = compile("a{4294967295}", &limits).expect_err("too large for 32 bits");
    assert_eq!(error.code(), "pattern_program");
    let depth = 100_000;
    let deep = format!("{}a{}", "(".repeat(depth), ")*".repeat(depth));
    assert!(parse(&deep, &limits).is_ok());
}

#[test]
fn syntax_errors_say_where() {
    for (pattern, code, offset) in [
        ("(", "pattern_unclosed_group", 0),
        ("a(b(c)", "pattern_unclosed_group", 1),
        ("a)", "pattern_unopened_group", 1),
        ("([", "pattern_unclosed_class", 1),
        ("é[a", "pattern_unclosed_class", 2),
        ("[z-a]", "pattern_range_order", 1),
        ("*", "pattern_nothing_to_repeat", 0),
        ("a|+", "pattern_nothing_to_repeat", 2),
        ("(?)", "pattern_group_syntax", 0),
        ("a**", "pattern_nothing_to_repeat", 2),
        ("a{1}{2}", "pattern_nothing_to_repeat", 4),
        ("{1}", "pattern_nothing_to_repeat", 0),
        ("^*", "pattern_nothing_to_repeat", 1),
        (r"\b+", "pattern_nothing_to_repeat", 2),
        ("(?<=a)*", "pattern_nothing_to_repeat", 6),
        ("a{3,2}", "pattern_quantifier_order", 1),
        (r"a\", "pattern_trailing_backslash", 1),
        (r"[\", "pattern_trailing_backslash", 1),
        (r"\a", "pattern_escape", 0),
        (r"^\S\Z", "pattern_escape", 3),
        (r"\_\é", "pattern_escape", 2),
        (r"\01", "pattern_escape", 0),
        (r"[\1]", "pattern_escape", 1),
        (r"[\B]", "pattern_escape", 1),
        (r"\k", "pattern_group_name", 2),
        (r"\u12", "pattern_incomplete_escape", 0),
        (r"\u{}", "pattern_incomplete_escape", 0),
        (r"\u{110000}", "pattern_code_point", 0),
        (r"\u{99999999999999999999}", "pattern_code_point", 0),
        (r"\xg0", "pattern_incomplete_escape", 0),
        (r"\c1", "pattern_incomplete_escape", 0),
        (r"\p", "pattern_property_syntax", 2),
        (r"\pL", "pattern_property_syntax", 2),
        (r"\p{}", "pattern_property_syntax", 2),
        (r"\p{sc=}", "pattern_property_syntax", 2),
        (r"\p{l}", "pattern_property", 0),
        (r"\p{Greek}", "pattern_property", 0),
        (r"\p{lu}", "pattern_property", 0),
        (r"\p{IsBasicLatin}", "pattern_property", 0),
        (r"a[\p{Script=greek}]", "pattern_property", 2),
        ("(?P<x>a)", "pattern_group_syntax", 0),
        ("a(?i)b", "pattern_group_syntax", 1),
        ("(?>a)", "pattern_group_syntax", 0),
        ("(?#a)", "pattern_group_syntax", 0),
        ("(?<1>a)", "pattern_group_name", 2),
        ("(?<>a)", "pattern_group_name", 2),
        ("(?<a", "pattern_group_name", 2),
        ("(?<a>b)(?<a>c)", "pattern_duplicate_group", 9),
        (r"a\1", "pattern_unknown_group", 1),
        (r"(a)\2", "pattern_unknown_group", 3),
        (r"(a)\99999999999", "pattern_unknown_group", 3),
        (r"\k<x>", "pattern_unknown_group", 0),
    ] {
        assert_eq!(refused(pattern), (code, offset), "`{pattern}`");
    }
}

#[test]
fn errors_say_what_to_write_instead() {
    for (pattern, remedy) in [
        (r"\Afoo", "write `^`"),
        (r"foo\Z", "write `$`"),
        (r"\a", r"write `\x07`"),
        ("(?P<year>x)", "write `(?<year>"),
        (r"(?P=year)", r"write `\k<"),
        ("(?i)x", "[aA]"),
        ("a{3,2}", "{min,max}"),
        (r"\p{Greek}", "Script=Greek"),
        ("[z-a]", r"\-"),
        ("(a", r"\("),
    ] {
        let error = compile(pattern, &PatternLimits::untrusted()).expect_err("not ECMA-262");
        let message = error.to_string();
        let remedy = remedy.replace("<year>", "<name>").replace(r"\k<", r"\k<name>");
        assert!(message.contains(&remedy), "`{pattern}`: {message}");
        assert!(message.contains("at byte"), "`{pattern}`: {message}");
    }
}

#[test]
fn types_may_be_shared() {
    fn shared<T: Clone + Send + Sync + 'static>() {}
    shared::<Compiled>();
    shared::<jsonbound_pattern::PatternError>();
    shared::<jsonbound_pattern::Ast>();
    let engine: Box<dyn Engine> = Box::new(Ecma);
    assert!(engine.compile("a", &PatternLimits::default()).is_ok());
}

proptest::proptest! {
    /// Checking is parsing without the result.
    #[test]
    fn checking_and_parsing_agree(
        pattern in r"([a-c.*+?|(){}\[\]^$\\0-9,<>=!:kpudbB-]|\\[pP]\{(L|Lu|sc=Grek|x|Any)\}|\\.|\(\?<?|\PC){0,20}",
    ) {
        let limits = PatternLimits::untrusted();
        proptest::prop_assert_eq!(
            jsonbound_pattern::check_syntax(&pattern, &limits),
            parse(&pattern, &limits).map(drop)
        );
    }
}
