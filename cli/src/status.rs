//! The exit status.
//!
//! Invariant: the order is that of the numbers, and the highest of a batch wins, so that nothing undecided hides
//! behind an answer.

use std::process::ExitCode;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Status {
    /// 0: every instance is valid.
    Valid = 0,
    /// 1: some instance is invalid.
    Invalid = 1,
    /// 2: wrong usage, a file that cannot be read or written, or text that is not JSON.
    Unreadable = 2,
    /// 3: the schema does not compile, its limits included.
    Uncompilable = 3,
    /// 4: a limit stopped the reading or the validation of some instance.
    Stopped = 4,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}
