//! What is allocated: nothing by a new scratch, nothing by a warm one.

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use common::{compiled, json};
use jsonbound::{Document, Limits, Node, ParseLimits, Scratch, Validator, Verdict};
use serde_json::{Value, json};

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, counting for each thread.
struct Counting;

#[allow(
    unsafe_code,
    reason = "an allocator is unsafe to implement; this one only counts and hands on"
)]
// SAFETY: every call is handed on to the system's allocator, unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps the promises of the allocator that this goes to.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the promises of the allocator that this goes to.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps the promises of the allocator that this goes to.
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

fn assert_valid<'a, N: Node<'a>>(validator: &Validator, scratch: &mut Scratch, instance: N) {
    assert_eq!(validator.check_with(scratch, instance), Ok(Verdict::Valid));
}

fn nested(levels: usize) -> Value {
    (0..levels).fold(json!([]), |inner, _| json!([inner]))
}

fn cases() -> Vec<(Validator, Value)> {
    let people = json!({
        "type": "object",
        "properties": {"name": {"type": "string", "maxLength": 20}, "age": {"minimum": 0}},
        "required": ["name"],
        "additionalProperties": false,
    });
    let person = |at: u64| json!({"name": format!("name {at}"), "age": at});
    let many: Vec<_> = (0..100).map(person).collect();
    [
        (json!({"items": people}), json!(many)),
        (json!({"items": {"pattern": "^(?=n)[a-z]+$|(.)\\1|\\bx{2,40}"}}), json!(["name", "aa"])),
        (json!({"uniqueItems": true, "items": {"uniqueItems": true}}), json!([[1, 2], [2, 1], many])),
        (json!({"unevaluatedProperties": false, "anyOf": [people, true]}), person(1)),
        (
            json!({"items": {"unevaluatedItems": {"type": "null"}, "prefixItems": [true]}}),
            json!(vec![json!([1, null, null]); 50]),
        ),
        (json!({"items": {"$ref": "#"}}), nested(200)),
        (json!({"items": {"const": {"a": [1, 2.5, "x"]}}}), json!(vec![json!({"a": [1, 2.5, "x"]}); 9])),
        (json!({"items": {"multipleOf": 0.1, "enum": [0.5, [1]]}}), json!([0.5, 0.5])),
        (
            json(
                r##"{"$id": "https://example.com/root", "$dynamicAnchor": "a", "$ref": "list", "$defs": {
                    "list": {"$id": "list", "$dynamicAnchor": "a", "items": {"$dynamicRef": "#a"}}
                }}"##,
            ),
            nested(50),
        ),
        (
            json!({"oneOf": [{"not": {}}, {"if": {"type": "array"}, "then": {"contains": {"type": "null"}}}],
                "dependentSchemas": {"a": true}, "dependentRequired": {"a": []}}),
            json!([1, null]),
        ),
    ]
    .map(|(schema, instance)| (compiled(&schema, Limits::trusted()), instance))
    .into()
}

#[test]
fn a_warm_scratch_allocates_nothing() {
    for (validator, instance) in cases() {
        let text = instance.to_string();
        let limits = ParseLimits::unlimited();
        let document = Document::parse_with(text.as_bytes(), &limits).expect("JSON");
        let mut scratch = Scratch::new();
        // Memory grows in the first run, and is put together for the second.
        for _ in 0..3 {
            assert_valid(&validator, &mut scratch, &instance);
            assert_valid(&validator, &mut scratch, document.root());
        }
        let count = allocations(|| {
            for _ in 0..3 {
                assert_valid(&validator, &mut scratch, &instance);
                assert_valid(&validator, &mut scratch, document.root());
            }
        });
        assert_eq!(count, 0, "{validator:?}");
    }
}

/// One scratch serves documents that live shorter than it does.
#[test]
fn a_scratch_outlives_what_it_was_used_for() {
    let validator = compiled(&json!({"items": {"uniqueItems": true}}), Limits::trusted());
    let mut scratch = Scratch::new();
    for round in 0..20 {
        let text = format!("[[{round}, 1{round}, \"{round}\"]]");
        let document = Document::parse(text.as_bytes()).expect("JSON");
        let value: Value = json(&text);
        let count = allocations(|| {
            assert_valid(&validator, &mut scratch, document.root());
            assert_valid(&validator, &mut scratch, &value);
        });
        assert!(round < 3 || count == 0, "round {round}: {count}");
    }
}

#[test]
fn a_new_scratch_allocates_nothing() {
    // The first one of a process draws what all keys are made of.
    drop(Scratch::new());
    assert_eq!(allocations(|| drop(Scratch::new())), 0);
}
