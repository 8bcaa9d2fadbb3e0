//! The tiers that every case is run over: the library, in each way to use it, and the oracle.

mod library;
mod oracle;

pub use library::{Settings, compile, library};
pub use oracle::{oracle, oracle_of};
