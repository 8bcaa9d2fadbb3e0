//! What a keyword is: a row.
//!
//! Invariant: rows are data; which rows are in force is decided by a schema's vocabularies, never by a row.

use jsonbound_json::{DocumentNode, Key};
use jsonbound_program::NameTable;

use crate::keywords::KEYWORDS;
use crate::lowering::{Failed, Lowering};
use crate::vocabulary::{Vocabularies, Vocabulary};

/// A keyword.
#[derive(Debug, Clone, Copy)]
pub struct Keyword {
    /// Its name.
    pub name: &'static str,
    /// The vocabulary that it belongs to.
    pub vocabulary: Vocabulary,
    /// Where its value holds subschemas.
    pub holds: Holds,
    /// What it becomes.
    pub lower: Lower,
}

/// Where a keyword's value holds subschemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// Nowhere: the value is data.
    Data,
    /// The value is a schema.
    Schema,
    /// The value is an array of schemas.
    Schemas,
    /// The value is an object whose members' values are schemas.
    Members,
}

/// A function that lowers a keyword, given its value.
pub type LowerFn = for<'d> fn(&mut dyn Lowering<'d>, DocumentNode<'d>) -> Result<(), Failed>;

/// What a keyword becomes.
#[derive(Debug, Clone, Copy)]
pub enum Lower {
    /// Nothing by itself: it identifies, is read by another keyword, or only annotates.
    Silent,
    /// Instructions.
    With(LowerFn),
}

/// All keywords by name.
#[derive(Debug)]
pub struct Table {
    names: NameTable,
}

impl Table {
    /// Builds the table.
    pub fn new() -> Self {
        Table { names: NameTable::new(KEYWORDS.iter().map(|keyword| keyword.name)) }
    }

    /// The position in [`KEYWORDS`] of the keyword of this name, if one of these vocabularies has it.
    pub fn find(&self, name: Key<'_>, among: Vocabularies) -> Option<usize> {
        self.names.get(name).filter(|&position| among.contains(KEYWORDS[position].vocabulary))
    }
}

impl Default for Table {
    fn default() -> Self {
        Table::new()
    }
}
