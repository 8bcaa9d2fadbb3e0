//! The compiled form of a JSON Schema: a flat, immutable program.
//!
//! A [`Program`] is data: [`Instr`]uctions in [`Block`]s, [`Edge`]s between them, constants in [`Tables`]. The
//! compiler makes it with a [`Builder`], the engine runs it, `Display` prints it. The crate also has the traits by
//! which a program meets what is not data: [`Meter`], [`Matcher`], [`FormatCheck`], [`Check`]. It knows no keyword
//! and evaluates nothing.
//!
//! Architecture invariant: a program that exists has passed the verifier, so that whoever runs it may index its
//! tables without fear, and every entry into a block costs at least one step.
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod builder;
mod display;
mod draft;
mod host;
mod ids;
mod instr;
mod kinds;
mod names;
mod operand;
mod program;
mod rows;
mod section;
mod tables;
mod verify;

pub use builder::Builder;
pub use draft::{Draft, DraftBlock, DraftInstr, Op};
pub use host::{Cache, Check, Exhausted, FormatCheck, Instance, Matcher, Meter};
pub use ids::*;
pub use instr::{Family, INSTRUCTIONS, Instr};
pub use kinds::KindSet;
pub use names::NameTable;
pub use program::Program;
pub use rows::{
    Additional, Choice, Condition, Contains, Dynamic, Items, List, Member, PatternProperties,
    Properties, Select, Shape, Tag,
};
pub use section::{Block, Edge, Gate, Section, Site, Tracks};
pub use tables::{
    Bound, CustomCheck, Dependents, Enum, Format, Literal, Location, Pattern, Range, Span, Tables,
};
pub use verify::{VerifyError, verify};
