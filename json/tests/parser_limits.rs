//! Each limit: met exactly, and passed by one.

use jsonbound_json::{Document, ParseErrorKind, ParseLimits};

/// Reads the text under limits that `set` has changed, and gives the limit that stopped it and where.
fn stopped(text: &str, set: impl Fn(&mut ParseLimits)) -> Option<(&'static str, u64, usize)> {
    let mut limits = ParseLimits::unlimited();
    set(&mut limits);
    let error = Document::parse_with(text.as_bytes(), &limits).err()?;
    let ParseErrorKind::Limit { name, limit } = *error.kind() else { panic!("{text}: {error}") };
    assert_eq!(error.code(), "limit");
    assert!(error.to_string().contains(name), "{error}");
    Some((name, limit, error.offset().unwrap()))
}

/// Copies the value of the text under limits that `set` has changed, and gives the limit that stopped it and where.
fn stopped_copy(text: &str, set: impl Fn(&mut ParseLimits)) -> Option<(&'static str, String)> {
    let mut limits = ParseLimits::unlimited();
    let document = Document::parse_with(text.as_bytes(), &limits).unwrap();
    set(&mut limits);
    let error = Document::from_node(document.root(), &limits).err()?;
    let ParseErrorKind::Limit { name, .. } = *error.kind() else { panic!("{text}: {error}") };
    assert_eq!((error.offset(), error.place()), (None, None));
    Some((name, error.pointer().unwrap().into()))
}

#[test]
fn bytes() {
    assert_eq!(stopped("[1,2] ", |l| l.bytes = 6), None);
    assert_eq!(stopped("[1,2] ", |l| l.bytes = 5), Some(("instance_bytes", 5, 5)));
    let schema = |l: &mut ParseLimits| (l.bytes, l.bytes_name) = (0, "schema_bytes");
    assert_eq!(stopped("1", schema), Some(("schema_bytes", 0, 0)));
    // Three values, two bytes of string, one of name.
    let text = r#"{"a":["bc"]}"#;
    assert_eq!(stopped_copy(text, |l| l.bytes = 27), None);
    assert_eq!(stopped_copy(text, |l| l.bytes = 26), Some(("instance_bytes", "/a/0".into())));
    assert_eq!(stopped_copy(text, |l| l.bytes = 8), Some(("instance_bytes", "".into())));
    assert_eq!(stopped_copy(text, |l| l.bytes = 9), Some(("instance_bytes", "/a".into())));
    assert_eq!(stopped_copy("[1,1.25]", |l| l.bytes = 28), None);
    assert_eq!(stopped_copy("[1,1.25]", |l| l.bytes = 27), Some(("instance_bytes", "/1".into())));
}

#[test]
fn depth() {
    assert_eq!(stopped("1", |l| l.depth = 0), None);
    assert_eq!(stopped("[]", |l| l.depth = 0), Some(("json_depth", 0, 0)));
    assert_eq!(stopped("[{\"a\":[]},[[]]]", |l| l.depth = 3), None);
    assert_eq!(stopped("[{\"a\":[]},[[]]]", |l| l.depth = 2), Some(("json_depth", 2, 6)));
    assert_eq!(
        stopped_copy("[1,{\"b\":0,\"a\":[]}]", |l| l.depth = 2),
        Some(("json_depth", "/1/a".into()))
    );
    let nested = |depth| "[".repeat(depth) + &"]".repeat(depth);
    assert!(Document::parse(nested(128).as_bytes()).is_ok());
    assert!(Document::parse(nested(129).as_bytes()).is_err());
}

#[test]
fn nodes() {
    let text = "{\"a\":[1,{}],\"b\":null}";
    assert_eq!(stopped(text, |l| l.nodes = 5), None);
    assert_eq!(stopped(text, |l| l.nodes = 4), Some(("instance_nodes", 4, 16)));
    assert_eq!(stopped(text, |l| l.nodes = 3), Some(("instance_nodes", 3, 8)));
    assert_eq!(stopped("1", |l| l.nodes = 0), Some(("instance_nodes", 0, 0)));
    assert_eq!(stopped_copy(text, |l| l.nodes = 3), Some(("instance_nodes", "/a/1".into())));
    // Duplicates count, though only one of them stays.
    assert_eq!(stopped("{\"a\":1,\"a\":1}", |l| l.nodes = 2), Some(("instance_nodes", 2, 11)));
}

#[test]
fn string_bytes() {
    for text in
        ["[\"abcd\"]", "{\"abcd\":1}", "[\"ab\\u00e9\"]", "[\"a\\n\\u0041\\t\"]", "[\"éé\"]"]
    {
        assert_eq!(stopped(text, |l| l.string_bytes = 4), None, "{text}");
        assert_eq!(stopped(text, |l| l.string_bytes = 3), Some(("string_bytes", 3, 1)), "{text}");
    }
    let text = "{\"a\":[\"xyz\"],\"b\":{\"long/~\":1}}";
    assert_eq!(stopped_copy(text, |l| l.string_bytes = 6), None);
    assert_eq!(stopped_copy(text, |l| l.string_bytes = 5), Some(("string_bytes", "/b".into())));
    assert_eq!(stopped_copy(text, |l| l.string_bytes = 2), Some(("string_bytes", "/a/0".into())));
    // A string that is cut off is too long before it is unfinished.
    assert_eq!(stopped("\"\\nabcde\\n", |l| l.string_bytes = 3), Some(("string_bytes", 3, 0)));
}

#[test]
fn number_digits() {
    for text in ["[1234]", "[-1234]", "[0.123]", "[12.34e5]", "[0.000]", "[1234E+0]"] {
        assert_eq!(stopped(text, |l| l.number_digits = 4), None, "{text}");
        assert_eq!(stopped(text, |l| l.number_digits = 3), Some(("number_digits", 3, 1)), "{text}");
        assert_eq!(stopped_copy(text, |l| l.number_digits = 4), None, "{text}");
        let copied = stopped_copy(text, |l| l.number_digits = 3);
        assert_eq!(copied, Some(("number_digits", "/0".into())), "{text}");
    }
    let long = "7".repeat(1_101);
    assert!(Document::parse(&long.as_bytes()[1..]).is_ok());
    assert!(Document::parse(long.as_bytes()).is_err());
}

#[test]
fn number_exponent() {
    for text in ["[1e50]", "[1E-50]", "[0.1e+50]", "[0e50]", "[1e00000000000000000000000050]"] {
        assert_eq!(stopped(text, |l| l.number_exponent = 50), None, "{text}");
        let out = stopped(text, |l| l.number_exponent = 49);
        assert_eq!(out, Some(("number_exponent", 49, 1)), "{text}");
        let copied = stopped_copy(text, |l| l.number_exponent = 49);
        assert_eq!(copied, Some(("number_exponent", "/0".into())), "{text}");
    }
    // The second one is 5 modulo 2^64.
    for text in ["1e99999999999999999999", "1e18446744073709551621"] {
        let out = stopped(text, |l| l.number_exponent = 1_000_000);
        assert_eq!(out, Some(("number_exponent", 1_000_000, 0)));
    }
    assert!(Document::parse(b"1e5000").is_ok());
    assert!(Document::parse(b"-1e-5001").is_err());
}

/// Doubles are copied as the decimals they mean, so that their exponents are limited like those of a text.
#[test]
fn doubles_under_limits() {
    let limits = ParseLimits { number_exponent: 100, ..ParseLimits::default() };
    assert!(Document::from_node(&serde_json::json!([1e100, 0.1]), &limits).is_ok());
    assert!(Document::from_node(&serde_json::json!([1e101]), &limits).is_err());
}
