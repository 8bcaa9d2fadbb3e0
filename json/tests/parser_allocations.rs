//! A warm parser allocates nothing. Alone in its file, since the allocator counts for the whole process.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use jsonbound_json::{ParseLimits, Parser};

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, counting the allocations of each thread.
struct Counting;

// SAFETY: every call is handed to the system's allocator as it is; counting in a thread-local `Cell` without a
// destructor neither allocates nor unwinds.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(work: impl FnOnce()) -> u64 {
    let before = COUNT.with(Cell::get);
    work();
    COUNT.with(Cell::get) - before
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
