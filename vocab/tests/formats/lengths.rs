//! The longest strings that there are, and contents.

use jsonbound_vocab::{BASE64, BASE64_JSON, JSON};

use super::tables::ROWS;
use super::{checked, is};

/// The longest that there are, and one byte more.
#[test]
fn lengths() {
    let labels = |last: usize| {
        let label = "a".repeat(63);
        format!("{label}.{label}.{label}.{}", "a".repeat(last))
    };
    assert!(is("hostname", &"a".repeat(63)) && !is("hostname", &"a".repeat(64)));
    assert!(is("hostname", &labels(61)) && !is("hostname", &labels(62)));
    let local = |bytes: usize| format!("{}@b", "a".repeat(bytes));
    assert!(is("email", &local(64)) && !is("email", &local(65)));
    assert!(is("email", &format!("{}@{}", "a".repeat(64), labels(61))));
    assert!(!is("email", &format!("a@{}", labels(62))));
    assert!(is("ipv6", "1000:1000:1000:1000:1000:1000:255.255.255.255"));
    // What has no greatest length has none.
    let many = 100_000;
    assert!(is("duration", &format!("P{}D", "0".repeat(many))));
    assert!(is("time", &format!("00:00:00.{}Z", "0".repeat(many))));
    assert!(is("json-pointer", &"/~0".repeat(many)));
    assert!(is("relative-json-pointer", &"1".repeat(many)));
    assert!(is("uri", &format!("a:{}", "%00".repeat(many))));
    assert!(is("uri-template", &"{a}".repeat(many)));
    assert!(is("regex", &format!("{}{}", "(".repeat(many), ")".repeat(many))));
}

#[test]
fn contents() {
    let json = ["{}", " [1, \"a\"] ", "1e400", "\"\u{e9}\"", "null", r#"{"a":1,"a":2}"#];
    let not_json = ["", "{", "{}{}", "[1,]", "'a'", "nul", "01", "\u{feff}1", "\"\n\""];
    assert!(json.iter().all(|text| checked(&JSON, text).0));
    assert!(not_json.iter().all(|text| !checked(&JSON, text).0));
    let deep = 100_000;
    assert!(checked(&JSON, &format!("{}{}", "[".repeat(deep), "]".repeat(deep))).0);
    let base64 = ["", "YQ==", "YWI=", "YWJj", "+/+/", "YR=="];
    let not_base64 = [
        "Y",
        "YQ",
        "YQ=",
        "YQ===",
        "====",
        "Y===",
        "YQ==YQ==",
        "YW-_",
        "YWJj\n",
        "YW Jj",
        "\u{e9}YQ=",
    ];
    assert!(base64.iter().all(|text| checked(&BASE64, text).0));
    for text in not_base64 {
        assert!(!checked(&BASE64, text).0 && !checked(&BASE64_JSON, text).0, "{text}");
    }
    // `{}`, `[1]`, `null`, and `"é"`; `{`, nothing, and bytes that are not UTF-8.
    assert!(
        ["e30=", "WzFd", "bnVsbA==", "IsOpIg=="].iter().all(|text| checked(&BASE64_JSON, text).0)
    );
    assert!(["ew==", "", "Iv8i"].iter().all(|text| !checked(&BASE64_JSON, text).0));
}

/// Whatever a string is nested like, and whatever tables are made on the way.
#[test]
fn a_small_stack_suffices() {
    let run = || {
        for row in ROWS {
            assert!(row.valid.iter().all(|text| is(row.name, text)));
            assert!(!row.invalid.iter().any(|text| is(row.name, text)));
        }
        let deep = 10_000;
        assert!(is("regex", &format!("{}{}", "(".repeat(deep), ")".repeat(deep))));
        assert!(checked(&JSON, &format!("{}{}", "[".repeat(deep), "]".repeat(deep))).0);
    };
    let thread = std::thread::Builder::new().stack_size(64 << 10).spawn(run);
    thread.expect("a thread").join().expect("an end");
}
