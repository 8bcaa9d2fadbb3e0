//! Failures of a validation, as types.
//!
//! Invariant: no message shows a value of the instance.

use std::fmt;

use jsonbound_engine::{Limit, Report, Stopped};
use jsonbound_json::{ParseError, ParseErrorKind};

/// Why [`Validator::validate`](crate::Validator::validate) does not say yes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// The instance is invalid.
    Invalid(Invalid),
    /// A limit was met: undecided.
    Stopped(Stopped),
}

/// The instance is invalid, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invalid(pub(crate) Report);

impl Invalid {
    /// A stable machine code: `invalid`.
    pub fn code(&self) -> &'static str {
        "invalid"
    }

    /// Where and why.
    pub fn report(&self) -> &Report {
        &self.0
    }
}

/// Why a text is neither valid nor invalid.
#[derive(Debug, Clone, PartialEq)]
pub enum TextError {
    /// It is not JSON.
    Parse(ParseError),
    /// A limit was met, of the parser or of the validation: undecided.
    Stopped(Stopped),
}

/// A program has no entry point of this name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownEntry(pub(crate) String);

impl From<ParseError> for TextError {
    /// A limit of the parser stops a validation; anything else is a text that is not JSON.
    fn from(error: ParseError) -> Self {
        match *error.kind() {
            ParseErrorKind::Limit { name, limit } => {
                let place = error.pointer().unwrap_or_default().to_owned();
                TextError::Stopped(Stopped::new(Limit::Parse(name), limit, 0, place, String::new()))
            }
            _ => TextError::Parse(error),
        }
    }
}

impl From<Stopped> for TextError {
    fn from(stopped: Stopped) -> Self {
        TextError::Stopped(stopped)
    }
}

impl From<Stopped> for Error {
    fn from(stopped: Stopped) -> Self {
        Error::Stopped(stopped)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Invalid(invalid) => fmt::Display::fmt(invalid, f),
            Error::Stopped(stopped) => fmt::Display::fmt(stopped, f),
        }
    }
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = self.report();
        let Some((first, rest)) = report.failures().split_first() else {
            return f.write_str("invalid (a limit left nothing of the report)");
        };
        write!(f, "invalid {first}")?;
        match (rest.len() as u64).saturating_add(report.left_out()) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextError::Parse(error) => fmt::Display::fmt(error, f),
            TextError::Stopped(stopped) => fmt::Display::fmt(stopped, f),
        }
    }
}

impl fmt::Display for UnknownEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the validator has no entry point {:?}; ask for it with `Builder::entry`", self.0)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Invalid(invalid) => Some(invalid),
            Error::Stopped(stopped) => Some(stopped),
        }
    }
}

impl std::error::Error for Invalid {}

impl std::error::Error for TextError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TextError::Parse(error) => Some(error),
            TextError::Stopped(stopped) => Some(stopped),
        }
    }
}

impl std::error::Error for UnknownEntry {}
