//! The keywords of JSON Schema, as rows of a table.
//!
//! A [`Keyword`] says what it is called, which vocabulary it belongs to, where its subschemas are, and how it lowers
//! itself to instructions, through the [`Lowering`] that the compiler hands it. Dialects, vocabularies and
//! meta-schemas are data here as well. The crate knows nothing of references and resources, which are the compiler's, and nothing of
//! evaluation.
//!
//! Architecture invariant: a keyword is one row and one small function, and lowering is total: an ill-typed value is
//! an error that names its place, never a panic.

mod dialect;
mod format;
mod keyword;
mod keywords;
mod lowering;
mod meta;
mod rules;
mod vocabulary;

pub use dialect::{Dialect, Dialects, Traits};
pub use format::{BASE64, BASE64_JSON, FORMATS, Format, Formats, JSON};
pub use keyword::{Holds, Keyword, Lower, LowerFn};
pub use keywords::KEYWORDS;
pub use lowering::{Failed, Lowering};
pub use meta::{META_SCHEMAS, MetaSchema};
pub use rules::Rules;
pub use vocabulary::{Vocabularies, Vocabulary};
