//! The program: what a schema is compiled to.
//!
//! Invariant: a program is immutable, has passed the verifier, and is shared by reference count: `Send + Sync +
//! 'static`, cheap to clone.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crate::ids::*;
use crate::section::Section;
use crate::tables::Tables;

/// A compiled schema.
#[derive(Clone)]
pub struct Program(Arc<Inner>);

struct Inner {
    tables: Tables,
    plain: Section,
    entries: Box<[Entry]>,
}

/// A place where evaluation can begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What the place is called: empty for the root, else the reference that asked for it.
    pub name: Box<str>,
    /// The edge that leads there.
    pub edge: EdgeId,
}

impl Program {
    pub(crate) fn new(tables: Tables, plain: Section, entries: Vec<Entry>) -> Self {
        Program(Arc::new(Inner { tables, plain, entries: entries.into_boxed_slice() }))
    }

    /// The constants.
    #[inline]
    pub fn tables(&self) -> &Tables {
        &self.0.tables
    }

    /// The section with one instruction for each keyword.
    #[inline]
    pub fn plain(&self) -> &Section {
        &self.0.plain
    }

    /// The entry points. The first is the root of the schema that was compiled.
    pub fn entries(&self) -> &[Entry] {
        &self.0.entries
    }

    /// Whether both are the same program: not equal, but one object.
    #[inline]
    pub fn is(&self, other: &Program) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Sizes only: the disassembly of a program from a hostile schema can be long, and is there for those who ask
/// (`Display`).
impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program")
            .field("entries", &self.entries().len())
            .field("blocks", &self.plain().blocks().len())
            .field("instructions", &self.plain().code().len())
            .finish_non_exhaustive()
    }
}

const _: () = {
    const fn shared<T: Send + Sync + 'static>() {}
    shared::<Program>();
};
