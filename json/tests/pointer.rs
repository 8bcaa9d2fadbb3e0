//! JSON Pointer against RFC 6901.

use jsonbound_json::pointer::{PointerError, escape, index, push_token, tokens};
use proptest::prelude::*;

fn read(pointer: &str) -> Result<Vec<String>, PointerError> {
    Ok(tokens(pointer)?.map(String::from).collect())
}

#[test]
fn pointers_split_into_unescaped_tokens() {
    let rows: &[(&str, &[&str])] = &[
        ("", &[]),
        ("/", &[""]),
        ("//", &["", ""]),
        ("/a", &["a"]),
        ("/a/", &["a", ""]),
        ("/a~1b/m~0n", &["a/b", "m~n"]),
        ("/~01", &["~1"]),
        ("/~00", &["~0"]),
        ("/~10", &["/0"]),
        ("/~0~1~0", &["~/~"]),
        ("/%25/ /é/\u{0}", &["%25", " ", "é", "\u{0}"]),
    ];
    for (pointer, expected) in rows {
        assert_eq!(read(pointer).expect(pointer), *expected, "{pointer}");
    }
}

#[test]
fn what_is_no_pointer_is_an_error() {
    let rows = [
        ("a", 0),
        ("a/b", 0),
        (" /a", 0),
        ("~0", 0),
        ("#/a", 0),
        ("/~", 1),
        ("/a~2", 2),
        ("/a/~a", 3),
        ("/~~0", 1),
        ("/~0~", 3),
    ];
    for (pointer, offset) in rows {
        let error = read(pointer).expect_err(pointer);
        assert_eq!(error.offset(), offset, "{pointer}");
        assert!(error.to_string().starts_with("not a JSON Pointer: "), "{error}");
    }
}

#[test]
fn indices_have_no_leading_zeros_or_signs() {
    for (token, expected) in
        [("0", Some(0)), ("1", Some(1)), ("10", Some(10)), ("1234567890", Some(1_234_567_890))]
    {
        assert_eq!(index(token), expected, "{token}");
    }
    for token in [
        "",
        "-",
        "-1",
        "+1",
        "00",
        "01",
        "1.0",
        "1e0",
        " 1",
        "a",
        "٣",
        "99999999999999999999999999",
    ] {
        assert_eq!(index(token), None, "{token}");
    }
}

#[cfg(feature = "serde_json")]
#[test]
fn the_examples_of_rfc_6901_resolve() {
    use jsonbound_json::{equal, pointer::resolve};
    use serde_json::{Value, json};

    let document = json!({
        "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8,
    });
    let found = |pointer: &str| -> Option<&Value> { resolve(&document, pointer).expect(pointer) };
    let rows = [
        ("", document.clone()),
        ("/foo", json!(["bar", "baz"])),
        ("/foo/0", json!("bar")),
        ("/foo/1", json!("baz")),
        ("/", json!(0)),
        ("/a~1b", json!(1)),
        ("/c%d", json!(2)),
        ("/e^f", json!(3)),
        ("/g|h", json!(4)),
        ("/i\\j", json!(5)),
        ("/k\"l", json!(6)),
        ("/ ", json!(7)),
        ("/m~0n", json!(8)),
    ];
    for (pointer, expected) in rows {
        assert!(equal(found(pointer).expect(pointer), &expected), "{pointer}");
    }
    for nowhere in [
        "/bar",
        "/foo/2",
        "/foo/-",
        "/foo/00",
        "/foo/01",
        "/foo/0/0",
        "/foo/",
        "//",
        "/fo",
        "/foo/18446744073709551615",
    ] {
        assert!(found(nowhere).is_none(), "{nowhere}");
    }
    assert!(resolve(&document, "foo").is_err());
    // Errors do not depend on how far the pointer leads.
    assert!(resolve(&document, "/nowhere/~").is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn what_is_written_reads_back(names in prop::collection::vec("[a~/01é]{0,6}|\\PC{0,4}", 0..5)) {
        let mut pointer = String::new();
        let mut escaped = String::new();
        for name in &names {
            push_token(&mut pointer, name);
            escaped.push('/');
            escaped.push_str(&escape(name).to_string());
        }
        prop_assert_eq!(&pointer, &escaped);
        prop_assert_eq!(read(&pointer), Ok(names));
    }

    #[test]
    fn what_reads_writes_back(pointer in "[/a~01é]{0,12}") {
        if let Ok(names) = read(&pointer) {
            let mut again = String::new();
            names.iter().for_each(|name| push_token(&mut again, name));
            prop_assert_eq!(again, pointer);
        }
    }
}
