//! Reading text: never a panic, the same language as another reader, and printing that can be read again.

use jsonbound::{Document, Duplicates, Node, ParseError, ParseErrorKind, ParseLimits, Parser};
use jsonbound_json::{equal, size};
use serde_json::Value;

/// How many values a document may have for each of their places to be tried.
const SMALL: usize = 64;

/// Reads the bytes as JSON.
///
/// # Panics
///
/// On a broken promise.
pub fn body(bytes: &[u8]) {
    let limits = ParseLimits {
        bytes: 1 << 16,
        depth: 40,
        nodes: 2_000,
        string_bytes: 1_000,
        number_digits: 400,
        number_exponent: 400,
        ..ParseLimits::default()
    };
    let read = Document::parse_with(bytes, &limits);
    agree(bytes, read.as_ref());
    let strict = ParseLimits { duplicates: Duplicates::Refuse, ..limits };
    match (&read, Document::parse_with(bytes, &strict)) {
        (Ok(document), Ok(strict)) => assert!(equal(document.root(), strict.root())),
        (Ok(_), Err(error)) => assert_eq!(error.code(), "duplicate_name", "{error}"),
        (Err(_), Ok(strict)) => panic!("only the stricter parser reads {}", strict.root()),
        // Either may have met its own error first.
        (Err(_), Err(_)) => {}
    }
    match read {
        Ok(document) => promises(&document, bytes, &limits),
        Err(error) => sound(&error, bytes),
    }
}

/// An error is one line, about a place in the text.
fn sound(error: &ParseError, bytes: &[u8]) {
    let offset = error.offset().expect("what was text has a place");
    assert!(offset <= bytes.len(), "{error}");
    assert!(!error.to_string().chars().any(char::is_control), "{error}");
    let place = error.place().expect("what was text has a line");
    assert!(place.line >= 1 && place.column >= 1, "{error}");
}

/// What one reader takes the other takes, but for limits, and for numbers beyond doubles.
fn agree(bytes: &[u8], read: Result<&Document<'_>, &ParseError>) {
    match (read, serde_json::from_slice::<Value>(bytes)) {
        (Ok(document), Ok(value)) => {
            let copy = Document::from_node(&value, &ParseLimits::unlimited());
            let copy = copy.expect("a value is a document without limits");
            let printed = value.to_string();
            let parsed = Document::parse(printed.as_bytes()).expect("printed values are JSON");
            assert!(equal(copy.root(), &value), "{printed}");
            assert!(equal(&value, parsed.root()), "{printed}");
            // Doubles are rounded; all else is the same.
            if crate::value::hold(&String::from_utf8_lossy(bytes)).is_some() {
                assert!(equal(document.root(), &value), "{printed}");
            }
        }
        (Err(_), Err(_)) => {}
        (Ok(document), Err(error)) => {
            let beyond = error.to_string().contains("number out of range");
            assert!(beyond, "{error}, but it is read as {}", document.root());
        }
        (Err(error), Ok(_)) => {
            assert!(matches!(error.kind(), ParseErrorKind::Limit { .. }), "{error}");
        }
    }
}

fn promises(document: &Document<'_>, bytes: &[u8], limits: &ParseLimits) {
    let root = document.root();
    let steps = steps_of(root);
    let printed = root.to_string();
    let again = Document::parse_with(printed.as_bytes(), limits).expect("what is printed is JSON");
    assert_eq!(again.root().to_string(), printed);
    // Values that a later member of the same name replaced are still there, unreachable.
    assert!(again.node_count() <= document.node_count(), "{printed}");
    assert!(equal(root, again.root()) && equal(again.root(), root), "{printed}");
    assert_eq!(steps_of(again.root()), steps, "{printed}");
    let copy = Document::from_node(root, &ParseLimits::unlimited()).expect("a copy of a document");
    assert!(equal(root, copy.root()), "{printed}");
    assert_eq!(copy.root().to_string(), printed);
    assert_eq!(steps_of(copy.root()), steps, "{printed}");
    // Memory that was used before makes no difference.
    let mut parser = Parser::new(*limits);
    parser.recycle(copy);
    let warm = parser.parse(bytes).expect("it has been read before");
    assert_eq!(warm.root().to_string(), printed);
    assert_eq!(document.clone().into_owned().root().to_string(), printed);
    if document.node_count() <= SMALL {
        places(document, bytes);
    }
}

/// Each value's place in the text holds the value.
fn places(document: &Document<'_>, bytes: &[u8]) {
    for id in 0..document.node_count() {
        let node = document.node(jsonbound::NodeId(u32::try_from(id).expect("a small number")));
        let span = node.span().expect("what was text has a place");
        let text = bytes.get(span).expect("places are in the text");
        let alone = Document::parse(text).expect("a value is JSON");
        assert!(equal(alone.root(), node), "{node}");
    }
}

fn steps_of<'n>(node: impl Node<'n>) -> u64 {
    let Ok(steps) = size(node, &mut |_| Ok::<_, std::convert::Infallible>(()));
    steps
}
