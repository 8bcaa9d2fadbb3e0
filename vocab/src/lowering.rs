//! What a keyword can ask of the compiler while it lowers itself.
//!
//! Invariant: every step that can fail has recorded why, in the compiler, by the time it returns [`Failed`].

use jsonbound_json::{Document, DocumentNode};
use jsonbound_program::{Builder, EdgeId, FormatId, Instr, NamesId, PatternId, Tracks};

use crate::format::Format;

/// Lowering failed; the compiler has recorded why and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Failed;

/// The compiler, as the keywords of one schema see it.
pub trait Lowering<'d> {
    /// The value of another keyword of the same schema, if a vocabulary in force has it. Pays for its length.
    fn sibling(&mut self, keyword: &str) -> Result<Option<DocumentNode<'d>>, Failed>;

    /// What the schema notes down for `unevaluated*`.
    fn tracks(&self) -> Tracks;

    /// The program that is being built.
    fn builder(&mut self) -> &mut Builder;

    /// A table of names, counted among the instructions.
    fn names(&mut self, names: &[&str], place: DocumentNode<'d>) -> Result<NamesId, Failed>;

    /// Appends an instruction for the current keyword.
    fn emit(&mut self, instr: Instr);

    /// An edge to a subschema of this schema that is at `schema`, and that notes down `tracks`.
    fn subschema(&mut self, schema: DocumentNode<'d>, tracks: Tracks) -> Result<EdgeId, Failed>;

    /// An edge to a block that accepts everything, for an absent keyword.
    fn anything(&mut self) -> EdgeId;

    /// An edge to a block of these instructions, which notes down nothing: for what one keyword says of the same value
    /// in several parts.
    fn block(&mut self, code: &[Instr]) -> EdgeId;

    /// The instruction for `$ref` or a dynamic reference, by the current keyword.
    fn reference(&mut self, value: DocumentNode<'d>) -> Result<Instr, Failed>;

    /// A pattern, compiled under the limits.
    fn pattern(&mut self, source: &str, place: DocumentNode<'d>) -> Result<PatternId, Failed>;

    /// The check of the format of this name, if there is one and it is asserted here.
    fn format(&mut self, name: &str) -> Option<FormatId>;

    /// A check of contents, if contents are asserted.
    fn content(&mut self, check: &'static Format) -> Option<FormatId>;

    /// A copy of a value that the program keeps, and what comparing with it costs in steps.
    fn literal(&mut self, value: DocumentNode<'d>) -> Result<(Document<'static>, u64), Failed>;

    /// Counts a string literal that the program keeps in a table.
    fn count_literal(&mut self, place: DocumentNode<'d>) -> Result<(), Failed>;

    /// Records that the value at this place is not what the keyword needs.
    fn expected(&mut self, what: &'static str, place: DocumentNode<'d>) -> Failed;
}
