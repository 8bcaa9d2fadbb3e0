//! What a keyword is: a row.
//!
//! Invariant: rows are data; which rows are in force is decided by a schema's dialect and its vocabularies, never by a
//! row.

use jsonbound_json::DocumentNode;

use crate::dialect::Dialects;
use crate::lowering::{Failed, Lowering};
use crate::vocabulary::Vocabulary;

/// A keyword, as it is in some dialects.
#[derive(Debug, Clone, Copy)]
pub struct Keyword {
    /// The dialects that have it so.
    pub dialects: Dialects,
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
    /// The value is a schema, or a boolean even where booleans are no schemas.
    SchemaOrBoolean,
    /// The value is a schema or an array of schemas.
    SchemaOrSchemas,
    /// The value is an array in which schemas are.
    Schemas,
    /// The value is an object in whose members schemas are.
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
