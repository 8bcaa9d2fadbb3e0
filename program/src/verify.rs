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
use crate::section::Section;

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

/// Checks a program.
pub fn verify(program: &Program) -> Result<(), VerifyError> {
    let (tables, section) = (program.tables(), program.plain());
    let scope = Scope { tables, section };
    let check = |what, position: usize, right: bool| {
        if right { Ok(()) } else { Err(VerifyError { what, position }) }
    };
    let strings = tables.strings.len();
    // Ids have 32 bits, and a table that outgrows them gives its last id more than once.
    let largest = [section.code.len(), section.blocks.len(), section.edges.len(), strings];
    check("size", 0, largest.iter().all(|&len| u32::try_from(len).is_ok()))?;
    check("keywords", 0, section.keywords.len() == section.code.len())?;
    for (position, instr) in section.code.iter().enumerate() {
        check("instruction", position, instr.verify(scope))?;
        check("keyword", position, section.keywords[position].index() < strings)?;
    }
    for (position, location) in tables.locations.iter().enumerate() {
        // A parent stands before its children, so that every walk upwards ends.
        let right = location.parent.is_none_or(|parent| parent.index() < position);
        check("location", position, right && location.path.index() < strings)?;
    }
    let locations = tables.locations.len();
    for position in 0..section.blocks.len() {
        check("block", position, block(section, locations, position))?;
    }
    for (position, edge) in section.edges.iter().enumerate() {
        let right = edge.block.index() < section.blocks.len()
            && edge.path.index() < strings
            && edge.scope.is_none_or(|scope| scope.index() < section.scopes.len());
        check("edge", position, right)?;
    }
    for (position, bindings) in section.scopes.iter().enumerate() {
        let right = bindings
            .iter()
            .all(|(slot, block)| slot.0 < section.slots && block.index() < section.blocks.len());
        check("scope", position, right)?;
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
    check("entries", 0, !program.entries().is_empty())?;
    for (position, entry) in program.entries().iter().enumerate() {
        check("entry", position, entry.edge.index() < section.edges.len())?;
    }
    Ok(())
}

fn block(section: &Section, locations: usize, position: usize) -> bool {
    let block = &section.blocks[position];
    let code =
        section.code.get(block.start as usize..).and_then(|code| code.get(..block.len as usize));
    code.is_some_and(|code| Section::summary(code) == (block.cost, block.accepts, block.leaf))
        && block.location.index() < locations
}
