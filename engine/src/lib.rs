//! The interpreter of compiled JSON Schemas.
//!
//! It runs a [`Program`] over an instance (any [`Node`]) under [`Limits`], and
//! answers with a [`Verdict`] or is [`Stopped`] by a limit. Everything it may change is in a [`Scratch`], which can be
//! reused. It knows instructions, not keywords, and has no clock, no files and no network.
//!
//! Architecture invariant: all work is paid for before it is done; running out is an error carried by `?` through
//! everything above it, so nothing can turn it into a verdict; and nothing recurses over the instance or the program,
//! whatever their depth.
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod enter;
mod frame;
mod fuel;
mod limits;
mod machine;
mod message;
mod ops;
mod report;
mod scratch;
mod sink;
mod stopped;

pub use limits::Limits;
pub use report::{Failure, Report};
pub use scratch::Scratch;
pub use stopped::{Limit, Stopped};

use jsonbound_json::Node;
use jsonbound_program::{EntryId, Program};

/// The answer of a validation that was not stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Verdict {
    /// The instance is valid against the schema.
    Valid,
    /// The instance is not valid against the schema.
    Invalid,
}

impl Verdict {
    /// Whether the verdict is [`Verdict::Valid`].
    pub fn is_valid(self) -> bool {
        self == Verdict::Valid
    }
}

/// Validates an instance from an entry point of the program.
///
/// The steps that were used are in [`Scratch::steps`] afterwards, whatever the answer.
pub fn check<'p, 'a: 'p, N: Node<'a>>(
    program: &'p Program,
    entry: EntryId,
    instance: N,
    limits: &Limits,
    scratch: &mut Scratch,
) -> Result<Verdict, Stopped> {
    let (passed, _) = machine::run(program, entry, instance, limits, scratch, sink::Silent, 0);
    Ok(if passed? { Verdict::Valid } else { Verdict::Invalid })
}

/// Evaluates an instance again, to say where it fails.
///
/// To be called for an instance that [`check`] found invalid; the steps that are left of `limits` after
/// [`Scratch::steps`] pay for it, and are added to them. A report that runs out of a limit keeps what
/// was settled, and says that it is cut.
pub fn report<'p, 'a: 'p, N: Node<'a>>(
    program: &'p Program,
    entry: EntryId,
    instance: N,
    limits: &Limits,
    scratch: &mut Scratch,
) -> Report {
    let spent = scratch.steps();
    let rows = sink::Rows::new(limits);
    let (answer, rows) = machine::run(program, entry, instance, limits, scratch, rows, spent);
    report::render(program, rows, limits, answer.err())
}
