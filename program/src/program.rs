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
    fast: Option<Section>,
    entries: Box<[Box<str>]>,
}

impl Program {
    pub(crate) fn new(
        tables: Tables,
        plain: Section,
        fast: Option<Section>,
        entries: Vec<Box<str>>,
    ) -> Self {
        Program(Arc::new(Inner { tables, plain, fast, entries: entries.into_boxed_slice() }))
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

    /// The section that passes made from the plain one, if any did.
    #[inline]
    pub fn fast(&self) -> Option<&Section> {
        self.0.fast.as_ref()
    }

    /// The section that verdicts come from.
    #[inline]
    pub fn verdicts(&self) -> &Section {
        self.fast().unwrap_or(self.plain())
    }

    /// The names of the entry points: the position of each is its [`EntryId`]. The first is empty, for the root of the
    /// schema that was compiled; others are the references that asked for them.
    pub fn entries(&self) -> &[Box<str>] {
        &self.0.entries
    }

    /// The entry point of this name.
    pub fn entry(&self, name: &str) -> Option<EntryId> {
        self.entries().iter().position(|entry| **entry == *name).map(EntryId::next)
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
