//! What is refused, with which words, and where.

use jsonbound_json::{Document, ParseError, ParseErrorKind, ParseLimits};

fn error(text: &[u8]) -> ParseError {
    match Document::parse(text) {
        Ok(document) => {
            panic!("{:?} was read as {}", text.escape_ascii().to_string(), document.root())
        }
        Err(error) => error,
    }
}

/// Text, code, byte offset, line, column, and what the message says.
type Case = (&'static [u8], &'static str, usize, usize, usize, &'static str);

fn check(cases: &[Case]) {
    for &(text, code, offset, line, column, message) in cases {
        let error = error(text);
        let shown = format!("{}: {error}", text.escape_ascii());
        assert_eq!(error.code(), code, "{shown}");
        assert_eq!(error.offset(), Some(offset), "{shown}");
        let place = error.place().unwrap();
        assert_eq!((place.line, place.column), (line, column), "{shown}");
        assert!(error.to_string().starts_with(message), "{shown}");
        assert!(
            error.to_string().ends_with(&format!("line {line} column {column} (byte {offset})"))
        );
        assert!(!error.to_string().contains(char::is_control), "{shown}");
        assert_eq!(error.pointer(), None);
    }
}

#[test]
fn texts_that_are_not_one_value() {
    check(&[
        (b"", "empty_text", 0, 1, 1, "expected a value, found nothing"),
        (b" \n\t ", "empty_text", 4, 2, 3, "expected a value, found nothing"),
        (b"\xEF\xBB\xBF1", "byte_order_mark", 0, 1, 1, "expected a value, found a byte order mark"),
        (b"1 2", "unexpected_character", 2, 1, 3, "expected the end of the text, found `2`"),
        (b"[]\n]", "unexpected_character", 3, 2, 1, "expected the end of the text, found `]`"),
        (
            b"[1]//",
            "unexpected_character",
            3,
            1,
            4,
            "expected the end of the text, found `/` (JSON has no comments)",
        ),
        (b"1\0", "unexpected_character", 1, 1, 2, "expected the end of the text, found U+0000"),
        (
            b"1\xC2\xA0",
            "unexpected_character",
            1,
            1,
            2,
            "expected the end of the text, found U+00A0",
        ),
        (b"1\x0C", "unexpected_character", 1, 1, 2, "expected the end of the text, found U+000C"),
    ]);
}

#[test]
fn containers() {
    check(&[
        (b"[", "unexpected_end", 1, 1, 2, "expected a value or `]`, found the end"),
        (b"[1", "unexpected_end", 2, 1, 3, "expected `,` or `]`, found the end"),
        (b"[1,", "unexpected_end", 3, 1, 4, "expected a value, found the end"),
        (
            b"[1,\n 2,]",
            "unexpected_character",
            7,
            2,
            4,
            "expected a value, found `]` (JSON has no trailing commas)",
        ),
        (b"[,1]", "unexpected_character", 1, 1, 2, "expected a value or `]`, found `,` at"),
        (b"[1 2]", "unexpected_character", 3, 1, 4, "expected `,` or `]`, found `2`"),
        (b"[1}", "unexpected_character", 2, 1, 3, "expected `,` or `]`, found `}`"),
        (b"]", "unexpected_character", 0, 1, 1, "expected a value, found `]` at"),
        (b"{", "unexpected_end", 1, 1, 2, "expected a name in quotes or `}`, found the end"),
        (b"{,}", "unexpected_character", 1, 1, 2, "expected a name in quotes or `}`, found `,`"),
        (b"{\"a\"", "unexpected_end", 4, 1, 5, "expected `:`, found the end"),
        (b"{\"a\" 1}", "unexpected_character", 5, 1, 6, "expected `:`, found `1`"),
        (b"{\"a\":}", "unexpected_character", 5, 1, 6, "expected a value, found `}` at"),
        (b"{\"a\":1", "unexpected_end", 6, 1, 7, "expected `,` or `}`, found the end"),
        (b"{\"a\":1]", "unexpected_character", 6, 1, 7, "expected `,` or `}`, found `]`"),
        (
            b"{\"a\":1,}",
            "unexpected_character",
            7,
            1,
            8,
            "expected a name in quotes, found `}` (JSON has no trailing commas)",
        ),
        (b"{\"a\":1,b:2}", "unexpected_character", 7, 1, 8, "expected a name in quotes, found `b`"),
        (b"{1:2}", "unexpected_character", 1, 1, 2, "expected a name in quotes or `}`, found `1`"),
        (
            b"{'a':1}",
            "unexpected_character",
            1,
            1,
            2,
            "expected a name in quotes or `}`, found `'` (JSON strings are in double quotes)",
        ),
    ]);
}

#[test]
fn literals() {
    check(&[
        (b"tru", "unexpected_end", 3, 1, 4, "expected `true`, found the end"),
        (b"[nul]", "unexpected_character", 4, 1, 5, "expected `null`, found `]`"),
        (b"truth", "unexpected_character", 3, 1, 4, "expected `true`, found `t`"),
        (b"truee", "unexpected_character", 4, 1, 5, "expected the end of the text, found `e`"),
        (b"True", "unexpected_character", 0, 1, 1, "expected a value, found `T` (JSON's literals"),
        (
            b"[None]",
            "unexpected_character",
            1,
            1,
            2,
            "expected a value or `]`, found `N` (JSON's literals",
        ),
        (
            b"NaN",
            "unexpected_character",
            0,
            1,
            1,
            "expected a value, found `N` (JSON has no NaN or Infinity)",
        ),
        (
            b"nan",
            "unexpected_character",
            1,
            1,
            2,
            "expected `null`, found `a` (JSON has no NaN or Infinity)",
        ),
        (
            b"Infinity",
            "unexpected_character",
            0,
            1,
            1,
            "expected a value, found `I` (JSON has no NaN",
        ),
        (
            b"-Infinity",
            "unexpected_character",
            1,
            1,
            2,
            "expected a digit, found `I` (JSON has no NaN",
        ),
        ("é".as_bytes(), "unexpected_character", 0, 1, 1, "expected a value, found `é`"),
        ("\u{200B}".as_bytes(), "unexpected_character", 0, 1, 1, "expected a value, found U+200B"),
        (b"`", "unexpected_character", 0, 1, 1, "expected a value, found a backtick"),
    ]);
}

#[test]
fn numbers() {
    check(&[
        (b"-", "unexpected_end", 1, 1, 2, "expected a digit, found the end"),
        (b"--1", "unexpected_character", 1, 1, 2, "expected a digit, found `-`"),
        (b"-a", "unexpected_character", 1, 1, 2, "expected a digit, found `a`"),
        (
            b"+1",
            "unexpected_character",
            0,
            1,
            1,
            "expected a value, found `+` (JSON numbers have no leading `+`)",
        ),
        (
            b".5",
            "unexpected_character",
            0,
            1,
            1,
            "expected a value, found `.` (JSON numbers begin with a digit)",
        ),
        (
            b"1.",
            "unexpected_end",
            2,
            1,
            3,
            "expected a digit after the decimal point, found the end",
        ),
        (
            b"[1.]",
            "unexpected_character",
            3,
            1,
            4,
            "expected a digit after the decimal point, found `]`",
        ),
        (
            b"1.e5",
            "unexpected_character",
            2,
            1,
            3,
            "expected a digit after the decimal point, found `e`",
        ),
        (b"1e", "unexpected_end", 2, 1, 3, "expected a digit in the exponent, found the end"),
        (b"1e+", "unexpected_end", 3, 1, 4, "expected a digit in the exponent, found the end"),
        (b"1e1.5", "unexpected_character", 3, 1, 4, "expected the end of the text, found `.`"),
        (
            b"01",
            "unexpected_character",
            1,
            1,
            2,
            "expected no digit after a leading zero, found `1`",
        ),
        (
            b"-00",
            "unexpected_character",
            2,
            1,
            3,
            "expected no digit after a leading zero, found `0`",
        ),
        (b"0x10", "unexpected_character", 1, 1, 2, "expected the end of the text, found `x`"),
        (b"1_000", "unexpected_character", 1, 1, 2, "expected the end of the text, found `_`"),
    ]);
}

#[test]
fn strings() {
    check(&[
        (b"\"", "unexpected_end", 1, 1, 2, "expected the rest of a string, found the end"),
        (b"\"abc", "unexpected_end", 4, 1, 5, "expected the rest of a string, found the end"),
        (b"\"\\", "unexpected_end", 2, 1, 3, "expected the rest of an escape, found the end"),
        (b"\"\\u12", "unexpected_end", 5, 1, 6, "expected the rest of an escape, found the end"),
        (
            b"\"a\nb\"",
            "control_character",
            2,
            1,
            3,
            "expected an escape such as \\n, found U+000A in a string",
        ),
        (b"\"\0\"", "control_character", 1, 1, 2, "expected an escape such as \\n, found U+0000"),
        (b"\"\\x41\"", "invalid_escape", 2, 1, 3, "expected an escape (one of"),
        (b"\"\\U0041\"", "invalid_escape", 2, 1, 3, "expected an escape (one of"),
        (b"\"\\u004g\"", "invalid_escape", 6, 1, 7, "expected an escape (one of"),
        (b"\"\\u+041\"", "invalid_escape", 3, 1, 4, "expected an escape (one of"),
        (b"\"\\\xC3\xA9\"", "invalid_escape", 2, 1, 3, "expected an escape (one of"),
        (
            b"\"\\ud800\"",
            "lone_surrogate",
            1,
            1,
            2,
            "expected a surrogate pair, found half of one, \\uD800",
        ),
        (
            b"\"\\udc00\\ud800\"",
            "lone_surrogate",
            1,
            1,
            2,
            "expected a surrogate pair, found half of one, \\uDC00",
        ),
        (
            b"\"\\ud800\\ud800\"",
            "lone_surrogate",
            1,
            1,
            2,
            "expected a surrogate pair, found half of one, \\uD800",
        ),
        (b"\"\\ud800\\n\"", "lone_surrogate", 1, 1, 2, "expected a surrogate pair"),
        (b"{\"\\udfff\":1}", "lone_surrogate", 2, 1, 3, "expected a surrogate pair"),
    ]);
}

#[test]
fn bytes_that_are_not_utf8() {
    check(&[
        (b"\"a\x80\"", "invalid_utf8", 2, 1, 3, "expected UTF-8, found the byte 0x80"),
        (
            b"[\n\"\xC3\xA9\xC0\xAF\"]",
            "invalid_utf8",
            5,
            2,
            3,
            "expected UTF-8, found the byte 0xC0",
        ),
        (b"\"\xED\xA0\x80\"", "invalid_utf8", 1, 1, 2, "expected UTF-8, found the byte 0xED"),
        (b"\"\xF4\x90\x80\x80\"", "invalid_utf8", 1, 1, 2, "expected UTF-8, found the byte 0xF4"),
        (b"\"\xE2\x82\"", "invalid_utf8", 1, 1, 2, "expected UTF-8, found the byte 0xE2"),
        (b"\xFE\xFF\0[\0]", "invalid_utf8", 0, 1, 1, "expected UTF-8, found the byte 0xFE"),
        (b"1\xFF", "invalid_utf8", 1, 1, 2, "expected UTF-8, found the byte 0xFF"),
    ]);
}

#[test]
fn columns_count_code_points() {
    let error = error("{\"é\": 1,\r\n \"日本\u{1F600}\": x}".as_bytes());
    let place = error.place().unwrap();
    assert_eq!((place.line, place.column, error.offset()), (2, 9, Some(26)));
}

#[test]
fn errors_are_ordinary_errors() {
    fn is_error<E: std::error::Error + Clone + Send + Sync + 'static>(_: &E) {}
    let error = error(b"[");
    is_error(&error);
    assert_eq!(error.clone(), error);
    assert!(matches!(error.kind(), ParseErrorKind::UnexpectedEnd { .. }));
    // Results stay small on the way up.
    assert!(size_of::<ParseError>() <= size_of::<usize>());
}

/// A name is shown, but not at any length, nor with its control characters.
#[test]
fn messages_are_short_lines() {
    let limits =
        ParseLimits { duplicates: jsonbound_json::Duplicates::Refuse, ..ParseLimits::default() };
    let name = "\\u001b[31m\\n".repeat(10_000);
    let text = format!("{{\"{name}\":1,\"{name}\":2}}");
    let message = Document::parse_with(text.as_bytes(), &limits).unwrap_err().to_string();
    assert!(message.len() < 1_500 && !message.contains(char::is_control), "{message}");
}
