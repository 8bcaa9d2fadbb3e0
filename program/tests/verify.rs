//! What the verifier refuses. Whoever makes a program has ids at hand that are only numbers, so malformed programs
//! can be built.

mod common;

use std::collections::BTreeSet;

use common::{empty, literal, program, yes};
use jsonbound_program::*;

#[track_caller]
fn refused(what: &str, instructions: impl FnOnce(&mut Builder, EdgeId) -> Vec<Instr>) {
    let error = program(instructions).unwrap_err();
    assert_eq!(error.place().0, what);
    assert!(error.to_string().contains(what));
}

const OUT: u32 = 99;

#[test]
fn every_operand_may_be_out_of_range() {
    for instr in [
        Instr::Const(LiteralId(OUT)),
        Instr::Enum(EnumId(OUT)),
        Instr::Custom(CheckId(0)),
        Instr::MultipleOf(NumberId(0)),
        Instr::Maximum(NumberId(OUT)),
        Instr::ExclusiveMaximum(NumberId(OUT)),
        Instr::Minimum(NumberId(OUT)),
        Instr::ExclusiveMinimum(NumberId(OUT)),
        Instr::MaxLength(CountId(0)),
        Instr::MinLength(CountId(OUT)),
        Instr::Pattern(PatternId(0)),
        Instr::Format(FormatId(0)),
        Instr::MaxItems(CountId(OUT)),
        Instr::MinItems(CountId(OUT)),
        Instr::PrefixItems(ListId(0)),
        Instr::Items(ItemsId(0)),
        Instr::Contains(ContainsId(0)),
        Instr::MaxProperties(CountId(OUT)),
        Instr::MinProperties(CountId(OUT)),
        Instr::Required(NamesId(0)),
        Instr::DependentRequired(DependentsId(0)),
        Instr::Properties(PropertiesId(0)),
        Instr::PatternProperties(PatternsId(0)),
        Instr::AdditionalProperties(AdditionalId(0)),
        Instr::PropertyNames(EdgeId(OUT)),
        Instr::Ref(EdgeId(u32::MAX)),
        Instr::DynamicRef(DynamicId(0)),
        Instr::AllOf(ListId(0)),
        Instr::AnyOf(ListId(OUT)),
        Instr::OneOf(ListId(u32::MAX)),
        Instr::Not(EdgeId(OUT)),
        Instr::If(ConditionId(0)),
        Instr::DependentSchemas(PropertiesId(OUT)),
        Instr::UnevaluatedItems(EdgeId(OUT)),
        Instr::UnevaluatedProperties(EdgeId(OUT)),
    ] {
        refused("instruction", |_, _| vec![instr]);
    }
}

#[test]
fn operands_that_lead_out_of_range() {
    let out = EdgeId(OUT);
    refused("instruction", |b, edge| {
        vec![Instr::If(b.condition(Condition { test: edge, then: edge, otherwise: out }))]
    });
    refused("instruction", |b, edge| {
        vec![Instr::If(b.condition(Condition { test: edge, then: out, otherwise: edge }))]
    });
    refused("instruction", |b, edge| {
        vec![Instr::If(b.condition(Condition { test: out, then: edge, otherwise: edge }))]
    });
    refused("instruction", |b, _| vec![Instr::Items(b.items(Items { skip: 0, edge: out }))]);
    refused("instruction", |b, _| {
        vec![Instr::Contains(b.contains(Contains { edge: out, min: 0, max: 1 }))]
    });
    refused("instruction", |b, edge| {
        let properties = Properties { names: NamesId(OUT), first: edge, len: 0 };
        vec![Instr::Properties(b.properties(properties))]
    });
    refused("instruction", |b, edge| {
        vec![Instr::PatternProperties(b.pattern_properties([(PatternId(0), edge)].into()))]
    });
    refused("instruction", |b, _| {
        let pattern = b.pattern("a", yes());
        vec![Instr::PatternProperties(b.pattern_properties([(pattern, out)].into()))]
    });
    refused("instruction", |b, edge| {
        let names = b.names([]);
        vec![Instr::AdditionalProperties(b.additional(Additional {
            names,
            patterns: PatternsId(0),
            edge,
        }))]
    });
    refused("instruction", |b, edge| {
        vec![Instr::DynamicRef(b.dynamic(Dynamic { slot: SlotId(0), edge }))]
    });
    refused("instruction", |b, _| {
        let slot = b.slot();
        vec![Instr::DynamicRef(b.dynamic(Dynamic { slot, edge: out }))]
    });
}

/// A list, and a run of edges, that ends after the last edge.
#[test]
fn runs_that_are_too_long() {
    // The edge of the entry comes after, so two are missing.
    refused("instruction", |b, edge| {
        let names = b.names(["a", "b", "c"]);
        vec![Instr::Properties(b.properties(Properties { names, first: edge, len: 3 }))]
    });
    refused("instruction", |b, _| {
        let names = b.names(["a"]);
        vec![Instr::DependentSchemas(b.properties(Properties {
            names,
            first: EdgeId(u32::MAX),
            len: 1,
        }))]
    });
    refused("instruction", |b, _| {
        // A run from an edge that is never added, though it is empty.
        let list = b.list(EdgeId(OUT));
        vec![Instr::AllOf(list)]
    });
}

#[test]
fn dependents_must_be_as_many_as_their_names() {
    for (required, right) in [(0, false), (1, true), (2, false)] {
        let built = program(|b, _| {
            let names = b.names(["a"]);
            let asked = b.names(["b"]);
            vec![Instr::DependentRequired(b.dependents(names, vec![asked; required].into()))]
        });
        assert_eq!(built.is_ok(), right);
    }
    refused("instruction", |b, _| {
        let names = b.names(["a"]);
        vec![Instr::DependentRequired(b.dependents(names, [NamesId(OUT)].into()))]
    });
}

#[test]
fn blocks_must_be_defined() {
    let mut builder = Builder::new();
    let location = builder.location(None, "");
    let block = builder.declare(location, Tracks::default());
    let edge = builder.edge(block, None, "");
    builder.entry("", edge);
    assert_eq!(builder.finish().unwrap_err().place().0, "an undefined block");
}

fn with_entry(change: impl FnOnce(&mut Builder, BlockId)) -> &'static str {
    let mut builder = Builder::new();
    let block = empty(&mut builder);
    let edge = builder.edge(block, None, "");
    builder.entry("", edge);
    change(&mut builder, block);
    builder.finish().unwrap_err().place().0
}

#[test]
fn places_must_be_there() {
    assert_eq!(Builder::new().finish().unwrap_err().place().0, "entries");
    assert_eq!(with_entry(|b, _| b.entry("x", EdgeId(OUT))), "entry");
    assert_eq!(
        with_entry(|b, _| {
            b.edge(BlockId(OUT), None, "");
        }),
        "edge"
    );
    assert_eq!(
        with_entry(|b, block| {
            b.edge(block, Some(ScopeId(0)), "");
        }),
        "edge"
    );
    assert_eq!(
        with_entry(|b, _| {
            b.location(Some(LocationId(OUT)), "");
        }),
        "location"
    );
    // A place below itself would have no end.
    assert_eq!(
        with_entry(|b, _| {
            b.location(Some(LocationId(1)), "");
        }),
        "location"
    );
    let block = |b: &mut Builder, _| {
        let block = b.declare(LocationId(OUT), Tracks::default());
        b.define(block, &[]);
    };
    assert_eq!(with_entry(block), "block");
    let keyword = |b: &mut Builder, block| b.define(block, &[(Instr::Fail, StringId(OUT))]);
    assert_eq!(with_entry(keyword), "site");
}

#[test]
fn scopes_must_bind_slots_to_blocks() {
    let binding = |slot, block| {
        move |b: &mut Builder, _| {
            let scope = b.scope();
            b.slot();
            b.bind(scope, [(slot, block)].into());
        }
    };
    assert_eq!(with_entry(binding(SlotId(1), BlockId(0))), "scope");
    assert_eq!(with_entry(binding(SlotId(0), BlockId(1))), "scope");
}

/// What the builder says of a program is what the verifier finds.
#[test]
fn a_program_of_every_instruction_is_accepted() {
    let program = both_sections().unwrap();
    assert!(verify(&program).is_ok());
    let block = program.plain().blocks()[0];
    let costs: u32 = program.plain().code().iter().map(|instr| instr.cost()).sum();
    assert_eq!(block.gate.cost, costs - 1);
    assert!(block.gate.leaf == KindSet::NONE && block.gate.accepts == KindSet::NONE);
    let nothing = program.plain().blocks()[1];
    assert!(
        nothing.gate.leaf == KindSet::ALL
            && nothing.gate.accepts == KindSet::ALL
            && nothing.gate.cost == 0
    );
    let sections = [program.plain(), program.fast().expect("a fast section")];
    let code = sections.into_iter().flat_map(|section| section.code());
    let used: BTreeSet<&str> = code.map(|instr| instr.mnemonic()).collect();
    let all: BTreeSet<&str> = INSTRUCTIONS.iter().map(|row| row.0).collect();
    assert_eq!(used, all, "each instruction once, in one of the sections");
}

/// The plain section of every instruction, with a fast one that has those which only passes make.
fn both_sections() -> Result<Program, VerifyError> {
    with_fast(everything, |builder, draft| {
        let span = builder.span(Span { min: 1, max: 2 });
        let number = builder.number(1i64.into());
        let bound = Bound { number, exclusive: true };
        let range = builder.range(Range { low: Some(bound), high: Some(bound) });
        let (names, one) = (builder.names(["a", "b"]), builder.names(["t"]));
        for leaf in [
            Instr::Range(range),
            Instr::Strings(names),
            Instr::Length(span),
            Instr::ItemCount(span),
            Instr::MemberCount(span),
        ] {
            add(draft, Op::Leaf(leaf), 0);
        }
        let members = vec![(Some(0), true), (None, false)];
        let patterns = vec![(PatternId(0), Some(1)), (PatternId(0), None)];
        add(draft, Op::Object { names, members, patterns, other: Some(2) }, 3);
        let (never, always) = (Choice::Never, Choice::Always);
        let kinds = [Choice::Branch(0), never, always, Choice::Branch(1), never, never];
        add(draft, Op::Select { kinds, tag: Some((one, names, 2)) }, 4);
    })
}

/// A program with a fast section that is the plain one, changed.
fn with_fast(
    plain: impl FnOnce(&mut Builder, EdgeId) -> Vec<Instr>,
    change: impl FnOnce(&mut Builder, &mut Draft),
) -> Result<Program, VerifyError> {
    common::builder(plain).finish_with(|builder, plain| {
        let mut draft = plain.thaw();
        change(builder, &mut draft);
        Ok(Some(draft.freeze()))
    })
}

/// Adds an instruction with so many edges to the first block.
fn add(draft: &mut Draft, op: Op, edges: usize) {
    let edges = vec![draft.entries[0]; edges];
    let site = draft.blocks[0].code[0].site;
    draft.blocks[0].code.push(DraftInstr { op, edges, site });
}

/// Taking apart and putting together changes nothing but the order of tables.
#[test]
fn a_thawed_section_freezes_to_the_same() {
    let program = both_sections().unwrap();
    for section in [program.plain(), program.fast().unwrap()] {
        let again = section.thaw().freeze();
        assert_eq!(program.listing(&again).to_string(), program.listing(section).to_string());
    }
}

#[test]
fn a_fast_section_is_verified() {
    let refused = |what: &str, change: fn(&mut Builder, &mut Draft)| {
        let error = with_fast(|_, edge| vec![Instr::Ref(edge)], change).unwrap_err();
        assert_eq!(error.place().0, what);
    };
    for leaf in [
        Instr::Range(RangeId(0)),
        Instr::Strings(NamesId(0)),
        Instr::Length(SpanId(0)),
        Instr::ItemCount(SpanId(0)),
        Instr::MemberCount(SpanId(0)),
        Instr::Object(ShapeId(OUT)),
        Instr::Select(SelectId(OUT)),
    ] {
        let error = with_fast(
            |_, edge| vec![Instr::Ref(edge)],
            |_, draft| {
                add(draft, Op::Leaf(leaf), 0);
            },
        );
        assert_eq!(error.unwrap_err().place().0, "instruction");
    }
    refused("instruction", |b, draft| {
        // Two names, and one member.
        let names = b.names(["a", "b"]);
        let members = vec![(None, false)];
        add(draft, Op::Object { names, members, patterns: vec![], other: None }, 0);
    });
    refused("instruction", |b, draft| {
        let names = b.names(["a"]);
        let members = vec![(Some(OUT as usize), false)];
        add(draft, Op::Object { names, members, patterns: vec![], other: None }, 0);
    });
    refused("instruction", |b, draft| {
        let names = b.names([]);
        let patterns = vec![(PatternId(OUT), None)];
        add(draft, Op::Object { names, members: vec![], patterns, other: None }, 0);
    });
    refused("instruction", |_, draft| {
        add(draft, Op::Select { kinds: [Choice::Branch(OUT as usize); 6], tag: None }, 1);
    });
    refused("instruction", |b, draft| {
        // Two strings, and one edge.
        let (name, values) = (b.names(["t"]), b.names(["a", "b"]));
        add(draft, Op::Select { kinds: [Choice::Never; 6], tag: Some((name, values, 0)) }, 1);
    });
    refused("edge", |_, draft| draft.entries[0].block = BlockId(OUT));
    refused("entries", |_, draft| draft.entries.clear());
    refused("block", |_, draft| draft.blocks[0].location = LocationId(OUT));
    refused("site", |_, draft| draft.blocks[0].code[0].site.keyword = StringId(OUT));
}

/// One of each instruction that schemas lower to, in the order of the table.
fn everything(b: &mut Builder, edge: EdgeId) -> Vec<Instr> {
    let (document, cost) = literal(r#"{"a": [1]}"#);
    let constant = b.literal(document, cost);
    let enumeration = b.enumeration(["x", "y"], [literal("1"), literal("null")]);
    let check = b.check("even", yes());
    let one = b.number(1i64.into());
    let count = b.count(3);
    let pattern = b.pattern("^a", yes());
    let format = b.format("date", yes());
    let names = b.names(["a", "b"]);
    let list = b.list(edge);
    let first = b.next_edge();
    for name in ["/properties/a", "/properties/b"] {
        b.edge(BlockId(1), None, name);
    }
    let properties = b.properties(Properties { names, first, len: 2 });
    let patterns = b.pattern_properties([(pattern, edge)].into());
    let slot = b.slot();
    let scope = b.scope();
    b.bind(scope, [(slot, BlockId(1))].into());
    let scoped = b.edge(BlockId(1), Some(scope), "/$ref");
    vec![
        Instr::Fail,
        Instr::Type(KindSet::STRING),
        Instr::Const(constant),
        Instr::Enum(enumeration),
        Instr::Custom(check),
        Instr::IntegerForm,
        Instr::MultipleOf(one),
        Instr::Maximum(one),
        Instr::ExclusiveMaximum(one),
        Instr::Minimum(one),
        Instr::ExclusiveMinimum(one),
        Instr::MaxLength(count),
        Instr::MinLength(count),
        Instr::Pattern(pattern),
        Instr::Format(format),
        Instr::MaxItems(count),
        Instr::MinItems(count),
        Instr::UniqueItems,
        Instr::PrefixItems(list),
        Instr::Items(b.items(Items { skip: 1, edge })),
        Instr::Contains(b.contains(Contains { edge, min: 1, max: 2 })),
        Instr::MaxProperties(count),
        Instr::MinProperties(count),
        Instr::Required(names),
        Instr::DependentRequired(b.dependents(names, [names, names].into())),
        Instr::Properties(properties),
        Instr::PatternProperties(patterns),
        Instr::AdditionalProperties(b.additional(Additional { names, patterns, edge })),
        Instr::PropertyNames(edge),
        Instr::Ref(scoped),
        Instr::DynamicRef(b.dynamic(Dynamic { slot, edge: scoped })),
        Instr::AllOf(list),
        Instr::AnyOf(list),
        Instr::OneOf(list),
        Instr::Not(edge),
        Instr::If(b.condition(Condition { test: edge, then: edge, otherwise: edge })),
        Instr::DependentSchemas(properties),
        Instr::UnevaluatedItems(edge),
        Instr::UnevaluatedProperties(edge),
    ]
}

/// The disassembly of the same program.
#[test]
fn disassembly() {
    let expected = r#"entry = b0
scope @0 0=b1
b0 http://example.com/# cost 39
    fail
    type string
    const {"a":[1]}
    enum ["x", "y"] 1 null
    custom "even"
    integer-form
    multiple-of 1
    maximum 1
    exclusive-maximum 1
    minimum 1
    exclusive-minimum 1
    max-length 3
    min-length 3
    pattern "^a"
    format "date"
    max-items 3
    min-items 3
    unique-items
    prefix-items b1
    items b1 after 1
    contains b1 1..=2
    max-properties 3
    min-properties 3
    required ["a", "b"]
    dependent-required "a": ["a", "b"], "b": ["a", "b"]
    properties "a": b1, "b": b1
    pattern-properties "^a": b1
    additional-properties b1 but ["a", "b"] "^a"
    property-names b1
    ref b1@0
    dynamic-ref slot 0 else b1@0
    all-of b1
    any-of b1
    one-of b1
    not b1
    if b1 then b1 else b1
    dependent-schemas "a": b1, "b": b1
    unevaluated-items b1
    unevaluated-properties b1
b1 http://example.com/#/empty cost 1
"#;
    let program = program(everything).unwrap();
    assert_eq!(program.listing(program.plain()).to_string(), expected);
    // Debug gives sizes only.
    assert!(format!("{program:?}").len() < 100);
}

#[test]
fn constants_are_shared() {
    let mut builder = Builder::new();
    assert_eq!(builder.string("a"), builder.string("a"));
    assert_ne!(builder.string("a"), builder.string("b"));
    let number = |text: &str| jsonbound_json::Number::parse(text).unwrap().into_owned();
    assert_eq!(builder.number(number("1.0")), builder.number(number("1")));
    assert_ne!(builder.number(number("1.0")), builder.number(number("1.00000000000000000001")));
    assert_eq!(builder.count(1), builder.count(1));
    assert_eq!(builder.find_pattern("a"), None);
    let pattern = builder.pattern("a", yes());
    assert_eq!(builder.find_pattern("a"), Some(pattern));
}

#[test]
fn a_program_is_shared_and_never_copied() {
    let one = program(|_, _| vec![]).unwrap();
    let other = program(|_, _| vec![]).unwrap();
    assert!(one.is(&one.clone()) && !one.is(&other));
}
