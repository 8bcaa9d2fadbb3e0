//! The compiler: from JSON Schemas to flat programs.
//!
//! A schema is scanned for resources, anchors and subschemas; every reference is resolved against what was given up
//! front; then each schema in reach is lowered to a block. There is no resolver to be called and nothing to be
//! fetched: [`Registry`] holds all other documents, and a reference to anything else is an error that lists the URIs.
//!
//! It knows nothing of instances. Checking a schema against its meta-schema is a validation, so that is handed in as
//! a [`Check`].
//!
//! Architecture invariant: nothing recurses over a schema, everything is counted against [`Limits`] before it is
//! made, and a program that is returned has passed the verifier.

mod budget;
mod check;
mod dialect;
mod error;
mod limits;
mod lint;
mod loops;
mod lower;
mod passes;
mod place;
mod references;
mod registry;
mod scan;
mod session;
mod uri;
mod usage;

pub use check::{Check, Part};
pub use dialect::MetaSchema;
pub use error::{CompileError, CompileErrorKind};
pub use limits::Limits;
pub use lint::PatternLints;
pub use passes::Passes;
pub use references::{Anchor, Entry, Place, Reference, References, Resource, Target, references};
pub use registry::Registry;
pub use usage::Usage;

use jsonbound_json::Document;
use jsonbound_pattern::Engine;
use jsonbound_program::Program;
use jsonbound_vocab::{Dialect, Formats};

use crate::budget::Budget;
use crate::lower::Lowerer;
use crate::session::{NodeKey, Session};

/// What a compilation is given beside the schema.
#[derive(Clone, Copy)]
pub struct Options<'o> {
    /// The URI of the schema's document, if it has one: relative references resolve against it.
    pub base_uri: Option<&'o str>,
    /// The dialect of a schema without `$schema`.
    pub dialect: Dialect,
    /// References to further entry points, relative to the schema's document.
    pub entries: &'o [String],
    /// The limits.
    pub limits: &'o Limits,
    /// What compiles patterns.
    pub engine: &'o dyn Engine,
    /// Which formats are asserted, and those of the host.
    pub formats: &'o Formats,
    /// What makes the fast section.
    pub passes: Passes,
    /// What checks the schema against its meta-schema.
    pub check: &'o Check<'o>,
}

/// A program, and what it took to make it.
#[derive(Debug)]
pub struct Compiled {
    /// The program. Its first entry point is the schema's root.
    pub program: Program,
    /// The compile steps that were used.
    pub steps: u64,
    /// What was used of each limit.
    pub usage: Usage,
    /// The patterns that have lints, in the order in which they were compiled.
    pub lints: Vec<PatternLints>,
}

/// Compiles a schema.
pub fn compile<'d>(
    schema: &'d Document<'d>,
    registry: &'d Registry,
    options: &Options<'_>,
) -> Result<Compiled, CompileError> {
    let base = &*uri::base(options.base_uri)?;
    let budget = Budget::new(options.limits);
    let mut session = Session::new(schema, base, registry, options.dialect, budget)?;
    session.check(options.check)?;
    session.resolve(options.entries)?;
    lower(session, (0, schema.root().id()), options)
}

/// Lowers what was resolved. A function of its own, since compiling a schema compiles its meta-schema on the way, and
/// small stacks have to hold both.
fn lower(
    mut session: Session<'_, '_>,
    root: NodeKey,
    options: &Options<'_>,
) -> Result<Compiled, CompileError> {
    let base = session.uri(0).to_owned();
    let out = |kind| CompileError::of_document(kind, &base);
    let mut entries = vec![(String::new(), root)];
    entries.append(&mut session.entries);
    let mut lowerer = Lowerer::new(&mut session, options.engine, options.formats);
    for (name, target) in entries {
        let edge = lowerer.entry(target)?;
        lowerer.builder.entry(&name, edge);
    }
    lowerer.run()?;
    let (builder, lints) = (lowerer.builder, lowerer.lints);
    let budget = &mut session.budget;
    let program = builder
        .finish_with(|builder, plain| options.passes.run(builder, plain, budget))
        .map_err(out)?;
    loops::check(&program).map_err(out)?;
    Ok(Compiled { program, steps: session.budget.steps(), usage: session.usage(), lints })
}
