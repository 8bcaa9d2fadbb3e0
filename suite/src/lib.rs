//! What judges jsonbound: the official JSON Schema test suite and more, run over every way to use the library, and an
//! oracle that was written from the specification alone.
//!
//! - [`source`] finds the official suite, and refuses half a suite.
//! - [`case`] reads files in its format, keeping every text as it was written.
//! - [`oracle`] is a naive interpreter of JSON Schema 2020-12.
//! - [`run`] runs cases over tiers (ways to validate), and compares them with the expected verdicts and each other.
//! - [`corpus`] turns other data into cases, and [`generate`] bytes into schemas and instances, patterns and texts.
//! - [`fuzz`] has the bodies of the fuzz targets.
//!
//! It is not published, and no test data is kept here: the official suite is fetched or named by the environment
//! variable `JSON_SCHEMA_TEST_SUITE`, other data are named by `JSONBOUND_DATA`.

pub mod case;
pub mod corpus;
pub mod fuzz;
pub mod generate;
pub mod oracle;
pub mod run;
pub mod source;
pub mod tiers;
pub mod value;
