//! The keywords of JSON Schema, as rows of a table.
//!
//! A [`Keyword`] says what it is called, which vocabulary it belongs to, where its subschemas are, and how it lowers
//! itself to instructions, through the [`Lowering`] that the compiler hands it. Vocabularies and meta-schemas are
//! data here as well. The crate knows nothing of references and resources, which are the compiler's, and nothing of
//! evaluation.
//!
//! Architecture invariant: a keyword is one row and one small function, and lowering is total: an ill-typed value is
//! an error that names its place, never a panic.

mod format;
mod keyword;
mod keywords;
mod lowering;
mod meta;
mod vocabulary;

pub use format::{BASE64, BASE64_JSON, FORMATS, Format, Formats, JSON};
pub use keyword::{Holds, Keyword, Lower, LowerFn, Table};
pub use keywords::KEYWORDS;
pub use lowering::{Failed, Lowering};
pub use meta::{DRAFT_2020_12, META_SCHEMAS};
pub use vocabulary::{Vocabularies, Vocabulary};
