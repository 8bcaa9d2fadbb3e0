//! JSON for validators: exact numbers, a bounded parser, arena documents, and traits for anybody's JSON values.
//!
//! This crate knows nothing of schemas. It reads text into a [`Document`] under [`ParseLimits`], and it reads values
//! that others have parsed through the [`Node`] traits; equality, hashing, numbers and pointers work on either.
//!
//! Architecture invariant: nothing here recurses over a JSON value, whatever its depth, and no number is ever rounded
//! or expanded.
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod conformance;
mod document;
mod equality;
mod key;
mod node;
mod number;
mod parser;
pub mod pointer;
#[cfg(feature = "serde_json")]
mod serde_json;

pub use document::{Document, DocumentArray, DocumentNode, DocumentObject, NodeId};
pub use equality::{equal, hash, size, try_equal};
pub use key::{Key, word};
pub use node::{Array, Kind, Node, Object, View, lookup_cost};
pub use number::{Number, NumberError};
pub use parser::{Duplicates, LineColumn, ParseError, ParseErrorKind, ParseLimits, Parser};
