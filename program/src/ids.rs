//! Identifiers: 32-bit indices into a program's tables, one type a table, so that no index can be used on the wrong
//! one.
//!
//! Invariant: an id is meaningful only together with the program that made it; the verifier has checked that it is in
//! range.

macro_rules! ids {
    ($($(#[doc = $doc:literal])+ $name:ident;)*) => {$(
        $(#[doc = $doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in the table.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The id of the entry that a table of this length gets next. A table of 2^32 entries, which no limit
            /// admits, saturates, and the verifier refuses it.
            pub fn next(len: usize) -> Self {
                $name(u32::try_from(len).unwrap_or(u32::MAX))
            }
        }
    )*};
}

ids! {
    /// A block of instructions: one schema.
    BlockId;
    /// An edge from an instruction to the block that it applies.
    EdgeId;
    /// A string: a keyword, a path, a location.
    StringId;
    /// A place in a schema.
    LocationId;
    /// An exact number.
    NumberId;
    /// A count: a length, or a number of items or members.
    CountId;
    /// What a count may be.
    SpanId;
    /// What a number may be.
    RangeId;
    /// A JSON value that instances are compared with.
    LiteralId;
    /// The values of an `enum`.
    EnumId;
    /// A table of member names.
    NamesId;
    /// A compiled regular expression.
    PatternId;
    /// The check of a `format`.
    FormatId;
    /// The check of a custom keyword.
    CheckId;
    /// A run of edges.
    ListId;
    /// The operands of `if`, `then` and `else`.
    ConditionId;
    /// The operands of `items`.
    ItemsId;
    /// The operands of `contains`.
    ContainsId;
    /// The operands of `properties` and `dependentSchemas`.
    PropertiesId;
    /// The operands of `patternProperties`.
    PatternsId;
    /// The operands of `additionalProperties`.
    AdditionalId;
    /// The operands of `dependentRequired`.
    DependentsId;
    /// The operands of `$dynamicRef`.
    DynamicId;
    /// The operands of `object`.
    ShapeId;
    /// The operands of `select`.
    SelectId;
    /// A place where evaluation can begin. The first is the root of the schema that was compiled.
    EntryId;
    /// A slot of the dynamic scope: one name of a `$dynamicAnchor`.
    SlotId;
    /// What entering a schema resource binds in the dynamic scope.
    ScopeId;
}

/// Appends to a table and gives the new entry's id.
macro_rules! push {
    ($table:expr, $id:ident, $value:expr) => {{
        let value = $value;
        let id = $id::next($table.len());
        $table.push(value);
        id
    }};
}
pub(crate) use push;
