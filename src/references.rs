//! The reference tables of a schema as data: resources, anchors, references and entry points.
//!
//! They are for looking at a schema, whether or not it compiles; [`Builder::references`](crate::Builder::references)
//! makes them. A host that fetches documents can do so by them, before it compiles anything:
//!
//! ```
//! use jsonbound::references::Target;
//! use jsonbound::{Document, Validator};
//!
//! let schema = Document::parse(br#"{"properties": {"id": {"$ref": "https://example.com/id.json#/$defs/a"}}}"#)?;
//! let tables = Validator::builder().references(&schema)?;
//! let [reference] = tables.references() else { panic!() };
//! assert_eq!(reference.place.pointer(), "/properties/id/$ref");
//! assert_eq!(reference.uri, "https://example.com/id.json#/$defs/a");
//! assert_eq!(reference.target, Target::Missing);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use jsonbound_compiler::{Anchor, Entry, Place, Reference, References, Resource, Target};
