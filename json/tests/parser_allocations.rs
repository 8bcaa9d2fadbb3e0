//! A warm parser allocates nothing.

use jsonbound_json::{ParseLimits, Parser};

/// The allocations of a piece of work, made anew or grown, on this thread.
fn allocations(work: impl FnOnce()) -> u64 {
    allocation_counter::measure(work).count_total
}

fn wide() -> String {
    let members: Vec<String> = (0..50).map(|i| format!("\"name {i}\":[{i},\"\\n\"]")).collect();
    format!("[{{{}}},{{\"a\":{{\"b\":1.5}}}}]", members.join(","))
}

#[test]
fn a_warm_parser_allocates_nothing() {
    let (large, small) = (wide(), "{\"a\":[1,\"\\t\"]}");
    let mut parser = Parser::new(ParseLimits::default());
    let document = parser.parse(large.as_bytes()).unwrap();
    parser.recycle(document);
    let count = allocations(|| {
        for text in [large.as_str(), small, large.as_str(), small] {
            let document = parser.parse(text.as_bytes()).unwrap();
            assert!(document.node_count() > 2);
            parser.recycle(document);
        }
    });
    assert_eq!(count, 0);
}

#[test]
fn a_cold_parse_allocates_by_doubling() {
    let members: Vec<String> = (0..10_000).map(|i| format!("[{i},{{\"a\":\"{i}\"}}]")).collect();
    let text = format!("[{}]", members.join(","));
    let count = allocations(|| {
        assert!(Parser::new(ParseLimits::default()).parse(text.as_bytes()).is_ok());
    });
    assert!(count < 100, "{count}");
}

/// A text that is refused costs its error, and the memory stays.
#[test]
fn an_error_keeps_the_memory() {
    let large = wide();
    let mut parser = Parser::new(ParseLimits::default());
    let document = parser.parse(large.as_bytes()).unwrap();
    parser.recycle(document);
    assert!(parser.parse(b"[1,]").is_err());
    let count = allocations(|| {
        assert!(parser.parse(large.as_bytes()).is_ok());
    });
    assert_eq!(count, 0);
}

/// The counter counts, so that a zero above means something.
#[test]
fn an_allocation_is_seen() {
    let work = || drop(std::hint::black_box(Vec::<u8>::with_capacity(9)));
    assert_eq!(allocations(work), 1);
}
