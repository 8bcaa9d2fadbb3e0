//! What a schema resource is read by: its dialect, and the vocabularies in force (Core 8.1).
//!
//! Invariant: in each dialect a name is one row at most, so that looking a name up is one probe.

use std::sync::OnceLock;

use jsonbound_json::{DocumentNode, Key};
use jsonbound_program::NameTable;

use crate::dialect::{Dialect, Traits};
use crate::keywords::KEYWORDS;
use crate::vocabulary::{Vocabularies, Vocabulary};

/// What a schema resource is read by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// The dialect, or the one that the resource's own dialect is made from.
    pub dialect: Dialect,
    /// The vocabularies in force. A dialect without vocabularies has all that it knows in force.
    pub vocabularies: Vocabularies,
}

impl Rules {
    /// The rules of a dialect, as its own meta-schema has them.
    pub fn of(dialect: Dialect) -> Self {
        Rules { dialect, vocabularies: Vocabularies::STANDARD }
    }

    /// The position in [`KEYWORDS`] of the keyword of this name, if it is in force.
    pub fn find(self, name: Key<'_>) -> Option<usize> {
        let position = Table::of(self.dialect).find(name)?;
        self.vocabularies.contains(KEYWORDS[position].vocabulary).then_some(position)
    }

    /// Whether a keyword is in force.
    pub fn has(self, name: &str) -> bool {
        self.find(name.into()).is_some()
    }

    /// What sets the dialect apart beside its keywords.
    pub fn traits(self) -> &'static Traits {
        self.dialect.traits()
    }

    /// Whether a schema is nothing but a reference, whatever else it has.
    pub fn is_reference(self, schema: DocumentNode<'_>) -> bool {
        self.traits().ref_is_alone && schema.get("$ref").is_some()
    }

    /// Whether formats are asserted because the schema's vocabularies say so.
    pub fn demand_formats(self) -> bool {
        self.vocabularies.contains(Vocabulary::FormatAssertion)
    }
}

impl From<Dialect> for Rules {
    fn from(dialect: Dialect) -> Self {
        Rules::of(dialect)
    }
}

/// The keywords of one dialect by name.
struct Table {
    names: NameTable,
    /// By position among the names: the position in [`KEYWORDS`].
    rows: Vec<usize>,
}

impl Table {
    /// The table of a dialect, which is made once.
    fn of(dialect: Dialect) -> &'static Table {
        static TABLES: [OnceLock<Table>; Dialect::COUNT] =
            [const { OnceLock::new() }; Dialect::COUNT];
        TABLES[dialect as usize].get_or_init(|| {
            let rows = || {
                let rows = KEYWORDS.iter().enumerate();
                rows.filter(|(_, keyword)| keyword.dialects.contains(dialect))
            };
            Table {
                names: NameTable::new(rows().map(|(_, keyword)| keyword.name)),
                rows: rows().map(|(position, _)| position).collect(),
            }
        })
    }

    fn find(&self, name: Key<'_>) -> Option<usize> {
        self.names.get(name).and_then(|at| self.rows.get(at)).copied()
    }
}
