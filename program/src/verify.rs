//! The verifier: what the interpreter may take for granted.
//!
//! It accepts a program only if every id is in range and every cost and shape is the one that follows from the
//! instructions, so that the interpreter can index without fear and no entry is free. It says nothing about what a
//! program means.
//!
//! Invariant: it never panics, whatever the program.

use core::fmt;

use crate::operand::Scope;
use crate::program::Program;
use crate::section::{Gate, Section};
use crate::tables::Tables;

/// Why a program was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VerifyError {
    what: &'static str,
    position: usize,
}

impl VerifyError {
    pub(crate) const UNDEFINED: VerifyError =
        VerifyError { what: "an undefined block", position: 0 };

    /// The table and the position in it that are wrong.
    pub fn place(&self) -> (&'static str, usize) {
        (self.what, self.position)
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the program is malformed: {} at position {}", self.what, self.position)
    }
}

impl core::error::Error for VerifyError {}

type Verified = Result<(), VerifyError>;

fn check(what: &'static str, position: usize, right: bool) -> Verified {
    if right { Ok(()) } else { Err(VerifyError { what, position }) }
}

/// Checks a program: its constants, and each section.
pub fn verify(program: &Program) -> Verified {
    let tables = program.tables();
    verify_tables(tables)?;
    for section in [Some(program.plain()), program.fast()].into_iter().flatten() {
        verify_section(tables, section, program.entries().len())?;
    }
    Ok(())
}

fn verify_tables(tables: &Tables) -> Verified {
    let strings = tables.strings.len();
    // Ids have 32 bits, and a table that outgrows them gives its last id more than once.
    check("size", 0, u32::try_from(strings).is_ok())?;
    for (position, location) in tables.locations.iter().enumerate() {
        // A parent stands before its children, so that every walk upwards ends.
        let right = location.parent.is_none_or(|parent| parent.index() < position);
        check("location", position, right && location.path.index() < strings)?;
    }
    for (position, range) in tables.ranges.iter().enumerate() {
        let mut bounds = [range.low, range.high].into_iter().flatten();
        let right = bounds.all(|bound| bound.number.index() < tables.numbers.len());
        check("range", position, right)?;
    }
    for (position, pattern) in tables.patterns.iter().enumerate() {
        check("pattern", position, pattern.source.index() < strings)?;
    }
    for (position, format) in tables.formats.iter().enumerate() {
        check("format", position, format.name.index() < strings)?;
    }
    for (position, custom) in tables.checks.iter().enumerate() {
        check("check", position, custom.name.index() < strings)?;
    }
    Ok(())
}

/// Checks a section that has so many entry points.
pub(crate) fn verify_section(tables: &Tables, section: &Section, entries: usize) -> Verified {
    let scope = Scope { tables, section };
    let strings = tables.strings.len();
    let (blocks, edges) = (&section.blocks, &section.rows.edges);
    let largest = [section.code.len(), blocks.len(), edges.len()];
    check("size", 0, largest.iter().all(|&len| u32::try_from(len).is_ok()))?;
    check("keeps", 0, section.keeps == section.does_keep())?;
    check("sites", 0, section.sites.len() == section.code.len())?;
    for (position, (instr, site)) in section.code.iter().zip(&section.sites).enumerate() {
        check("instruction", position, instr.verify(scope))?;
        let known =
            site.keyword.index() < strings && site.location.index() < tables.locations.len();
        check("site", position, known)?;
    }
    for position in 0..blocks.len() {
        check("block", position, block(section, tables.locations.len(), position))?;
    }
    for (position, edge) in edges.iter().enumerate() {
        let right = blocks.get(edge.block.index()).is_some_and(|block| block.gate == edge.gate)
            && edge.path.index() < strings
            && edge.scope.is_none_or(|scope| scope.index() < section.scopes.len());
        check("edge", position, right)?;
    }
    for (position, bindings) in section.scopes.iter().enumerate() {
        let right = bindings
            .iter()
            .all(|(slot, block)| slot.0 < section.slots && block.index() < blocks.len());
        check("scope", position, right)?;
    }
    check("entries", 0, entries > 0 && section.entries.len() == entries)?;
    for (position, entry) in section.entries.iter().enumerate() {
        check("entry", position, entry.index() < edges.len())?;
    }
    Ok(())
}

fn block(section: &Section, locations: usize, position: usize) -> bool {
    let block = &section.blocks[position];
    let code =
        section.code.get(block.start as usize..).and_then(|code| code.get(..block.len as usize));
    code.is_some_and(|code| {
        let gate = Section::gate(code, &section.rows);
        // What may enter can be less than what the instructions say, never more.
        let accepts = block.gate.accepts;
        block.gate == Gate { accepts, ..gate } && gate.accepts.contains(accepts)
    }) && block.location.index() < locations
}
