//! A million levels on a small stack, in any build: nothing recurses.

use std::thread;

use jsonbound_json::{Document, ParseLimits, Parser};

const LEVELS: usize = 1_000_000;

/// The stack of the thread that everything runs on.
const STACK: usize = 64 << 10;

fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    thread::Builder::new().stack_size(STACK).spawn(work).unwrap().join().unwrap();
}

/// Arrays and objects by turns.
fn nested() -> String {
    r#"[{"a":"#.repeat(LEVELS / 2) + "1" + &"}]".repeat(LEVELS / 2)
}

#[test]
fn everything_works_at_any_depth() {
    on_a_small_stack(|| {
        let text = nested();
        let limits = ParseLimits::unlimited();
        let document = Document::parse_with(text.as_bytes(), &limits).unwrap();
        assert!(document.root().to_string() == text);
        assert_eq!(document.root().span(), Some(0..text.len()));
        let copy = Document::from_node(document.root(), &limits).unwrap();
        assert!(copy.root().to_string() == text);
        assert_eq!(copy.node_count(), document.node_count());
        let clone = document.clone();
        drop(document.into_owned());
        let mut parser = Parser::new(limits);
        parser.recycle(clone);
        assert!(parser.parse(text.as_bytes()).is_ok());
        assert!(format!("{copy:?} {:?}", copy.root()).len() < 200);
    });
}

#[test]
fn texts_that_end_in_the_deep() {
    on_a_small_stack(|| {
        let limits = ParseLimits::unlimited();
        let unclosed = "[{\"a\":".repeat(LEVELS / 2);
        let error = Document::parse_with(unclosed.as_bytes(), &limits).unwrap_err();
        assert_eq!(error.code(), "unexpected_end");
        let tilted = nested() + "]";
        assert!(Document::parse_with(tilted.as_bytes(), &limits).is_err());
    });
}

/// The limit is met before there is anything to unwind, and the pointer says where.
#[test]
fn a_deep_value_is_refused_by_the_limit() {
    on_a_small_stack(|| {
        let text = nested();
        assert!(Document::parse(text.as_bytes()).is_err());
        let document = Document::parse_with(text.as_bytes(), &ParseLimits::unlimited()).unwrap();
        let error = Document::from_node(document.root(), &ParseLimits::default()).unwrap_err();
        assert_eq!(error.pointer(), Some("/0/a".repeat(64).as_str()));
        assert!(error.to_string().len() < 300);
    });
}
