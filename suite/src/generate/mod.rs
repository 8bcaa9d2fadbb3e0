//! Schemas and instances made from bytes, for properties and fuzzers; patterns and texts as well.
//!
//! Every byte string gives a schema that is valid against the 2020-12 meta-schema, with references that lead
//! somewhere, and instances. Both are made of one small alphabet, so that keywords meet each other; schemas often have
//! the shapes that people write (`shapes`), and instances are mostly made to fit the schema, or nearly so (`fit`).
//! Schemas draw from the front of the bytes and instances from the back, so that a change of one leaves the other.
//! Bytes that are missing are zeros, and zeros choose what is simplest: shorter input is simpler output.
//!
//! Invariant: the output is a function of the bytes, and its size is bounded.

mod choices;
mod fit;
mod keywords;
mod patterns;
mod schema;
mod shapes;
mod values;

pub use choices::Choices;
pub use patterns::patterns;
pub use schema::schema;

use jsonbound_json::Document;

/// How many instances there are for a schema.
const INSTANCES: usize = 4;

/// A schema with instances, as JSON texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// The schema.
    pub schema: String,
    /// The instances, at least one.
    pub instances: Vec<String>,
}

/// The schema and the instances that these bytes choose.
pub fn sample(bytes: &[u8]) -> Sample {
    let schema = schema(&mut Choices::new(bytes));
    let mut choices = Choices::from_the_back(bytes);
    let instances = match Document::parse(schema.as_bytes()) {
        Ok(document) => {
            (0..INSTANCES).map(|_| fit::instance(&mut choices, document.root())).collect()
        }
        // Schemas are JSON, or tests that need them to be say so.
        Err(_) => vec![values::value(&mut choices)],
    };
    Sample { schema, instances }
}
