//! The disassembler: a program as text.
//!
//! The text is stable: tests compare it, and people read it. It prints operands resolved, so that no table needs to
//! be read beside it.
//!
//! Invariant: it prints every block, and nothing that depends on addresses or hashes.

use core::fmt;

use crate::operand::{Operand, Scope};
use crate::program::Program;
use crate::section::Section;

/// A section as text; see [`Program::listing`].
struct Listing<'p> {
    program: &'p Program,
    section: &'p Section,
}

impl Program {
    /// One of the program's sections as text.
    pub fn listing<'p>(&'p self, section: &'p Section) -> impl fmt::Display + 'p {
        Listing { program: self, section }
    }
}

/// Prints the sections, each under its name.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "section plain\n{}", self.listing(self.plain()))?;
        match self.fast() {
            Some(fast) => write!(f, "section fast\n{}", self.listing(fast)),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Listing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (tables, section) = (self.program.tables(), self.section);
        let scope = Scope { tables, section };
        for (name, edge) in self.program.entries().iter().zip(&section.entries) {
            let space = if name.is_empty() { "" } else { " " };
            write!(f, "entry{space}{name} = ")?;
            edge.print(scope, f)?;
            f.write_str("\n")?;
        }
        for (id, bindings) in section.scopes.iter().enumerate() {
            write!(f, "scope @{id}")?;
            for (slot, block) in bindings {
                write!(f, " {}=b{}", slot.0, block.0)?;
            }
            f.write_str("\n")?;
        }
        (0..section.blocks.len()).try_for_each(|id| block(scope, id, f))
    }
}

fn block(scope: Scope<'_>, id: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let block = &scope.section.blocks[id];
    write!(f, "b{id} ")?;
    scope.tables.location(block.location).try_for_each(|part| f.write_str(part))?;
    write!(f, " cost {}", 1 + u64::from(block.gate.cost))?;
    let code = &scope.section.code[block.start as usize..][..block.len as usize];
    let said = Section::gate(code, &scope.section.rows).accepts;
    if block.gate.accepts != said {
        write!(f, " accepts {}", block.gate.accepts)?;
    }
    match (block.tracks.properties, block.tracks.items) {
        (true, true) => f.write_str(" tracks properties items")?,
        (true, false) => f.write_str(" tracks properties")?,
        (false, true) => f.write_str(" tracks items")?,
        (false, false) => {}
    }
    f.write_str("\n")?;
    for position in block.range() {
        f.write_str("    ")?;
        scope.section.instr(position).print(scope, f)?;
        f.write_str("\n")?;
    }
    Ok(())
}
