//! The disassembler: a program as text.
//!
//! The text is stable: tests compare it, and people read it. It prints operands resolved, so that no table needs to
//! be read beside it.
//!
//! Invariant: it prints every block, and nothing that depends on addresses or hashes.

use core::fmt;

use crate::operand::{Operand, Scope};
use crate::program::Program;

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (tables, section) = (self.tables(), self.plain());
        let scope = Scope { tables, section };
        for entry in self.entries() {
            write!(f, "entry {} = ", entry.name)?;
            entry.edge.print(scope, f)?;
            f.write_str("\n")?;
        }
        for (id, bindings) in section.scopes.iter().enumerate() {
            write!(f, "scope @{id}")?;
            for (slot, block) in bindings {
                write!(f, " {}=b{}", slot.0, block.0)?;
            }
            f.write_str("\n")?;
        }
        for (id, block) in section.blocks.iter().enumerate() {
            write!(f, "b{id} ")?;
            tables.location(block.location).try_for_each(|part| f.write_str(part))?;
            write!(f, " cost {}", block.cost)?;
            match (block.tracks.properties, block.tracks.items) {
                (true, true) => f.write_str(" tracks properties items")?,
                (true, false) => f.write_str(" tracks properties")?,
                (false, true) => f.write_str(" tracks items")?,
                (false, false) => {}
            }
            f.write_str("\n")?;
            for position in block.range() {
                f.write_str("    ")?;
                section.instr(position).print(scope, f)?;
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}
