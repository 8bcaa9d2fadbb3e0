//! What is allocated: nothing by a new scratch, nothing by a warm one.

mod common;

use common::{compiled, json};
use jsonbound::{Document, Limits, Node, ParseLimits, Scratch, Validator, Verdict};
use serde_json::{Value, json};

/// The allocations of a piece of work, made anew or grown, on this thread.
fn allocations(work: impl FnOnce()) -> u64 {
    allocation_counter::measure(work).count_total
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

/// The counter counts, so that a zero above means something.
#[test]
fn an_allocation_is_seen() {
    let work = || drop(std::hint::black_box(Vec::<u8>::with_capacity(9)));
    assert_eq!(allocations(work), 1);
}
