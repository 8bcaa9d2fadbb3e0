//! The table of instructions.

use std::collections::BTreeSet;

use jsonbound_program::{Family, INSTRUCTIONS, Instr, KindSet, ListId};

#[test]
fn mnemonics_are_unique_and_plain() {
    let unique: BTreeSet<&str> = INSTRUCTIONS.iter().map(|row| row.0).collect();
    assert_eq!(unique.len(), INSTRUCTIONS.len());
    for name in unique {
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{name}");
    }
}

/// No entry into a block is free, and nothing in it.
#[test]
fn every_instruction_costs_and_is_explained() {
    for (name, _, cost, doc) in INSTRUCTIONS {
        assert!(*cost >= 1, "{name}");
        assert!(doc.trim_end().ends_with('.'), "{name}");
    }
}

#[test]
fn an_instruction_knows_its_row() {
    for instr in
        [Instr::Fail, Instr::Type(KindSet::ALL), Instr::UniqueItems, Instr::AllOf(ListId(0))]
    {
        let row = INSTRUCTIONS.iter().find(|row| row.0 == instr.mnemonic()).unwrap();
        assert_eq!((instr.family(), instr.cost()), (row.1, row.2));
    }
    assert_eq!(Instr::AllOf(ListId(0)).family(), Family::InPlace);
}

#[test]
fn an_instruction_is_eight_bytes() {
    assert_eq!(size_of::<Instr>(), 8);
}
