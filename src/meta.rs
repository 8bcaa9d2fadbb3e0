//! The check of a schema against its meta-schema: a validation like any other, paid from the compile steps.
//!
//! Invariant: the meta-schema of a dialect is compiled once a process, when it is first met; any other is compiled under
//! the limits of the schema that names it, and paid by it.

use std::sync::OnceLock;

use jsonbound_compiler::{
    self as compiler, CompileError, CompileErrorKind, Compiled, MetaSchema, Options, Part, Passes,
    Registry, compile,
};
use jsonbound_engine::{Limit, Report, Scratch, Stopped, Verdict};
use jsonbound_json::{Document, DocumentNode, pointer};
use jsonbound_pattern::Ecma;
use jsonbound_program::{EntryId, Program};
use jsonbound_vocab::{Dialect, Formats};

use crate::Limits;

/// Failures that an error quotes, and their text in bytes.
const QUOTED: u64 = 5;
const QUOTED_BYTES: u64 = 4 << 10;

/// What the meta-schema of any dialect needs at one place, with room: a low limit for instances must not refuse every schema.
const STANDARD_INPLACE: u64 = 64;

/// A compiled meta-schema and its entry point.
type Compilation = (Program, EntryId);

/// Checks a part of a schema on so many steps; gives those that it took. The limits are for compiling a meta-schema that
/// is not a dialect's own.
pub(crate) fn check(
    part: &Part<'_>,
    steps: u64,
    limits: &Limits,
    registry: &Registry,
) -> Result<u64, CompileError> {
    let Part { uri, root, instance, .. } = *part;
    let own;
    let ((program, entry), spent) = match part.meta_schema {
        MetaSchema::Standard(dialect) => (standard(*dialect)?, 0),
        MetaSchema::Other(name) => {
            let spent;
            let limits = compiler::Limits { compile_steps: steps, ..limits.compile() };
            (own, spent) = of_registry(name, registry, &limits)?;
            (&own, spent)
        }
    };
    // Depth, and with it what is kept, is bounded by the schema's own depth, which has been checked.
    let budget = jsonbound_engine::Limits {
        validation_steps: steps.saturating_sub(spent),
        validation_depth: u64::MAX,
        inplace_depth: limits.inplace_depth.max(STANDARD_INPLACE),
        scratch_units: u64::MAX,
        errors: QUOTED,
        error_bytes: QUOTED_BYTES,
        format_bytes: u64::MAX,
    };
    let mut scratch = Scratch::new();
    let verdict = jsonbound_engine::check(program, *entry, instance, &budget, &mut scratch);
    let used = spent.saturating_add(scratch.steps());
    match verdict {
        Ok(Verdict::Valid) => Ok(used),
        Ok(Verdict::Invalid) => {
            let report = jsonbound_engine::report(program, *entry, instance, &budget, &mut scratch);
            Err(invalid(&report, uri, root))
        }
        Err(stopped) => Err(CompileError::new(undecided(&stopped, limits), uri, root)),
    }
}

/// The limit that kept a schema from being checked.
fn undecided(stopped: &Stopped, limits: &Limits) -> CompileErrorKind {
    match stopped.limit() {
        Limit::ValidationSteps => {
            CompileErrorKind::Limit { name: "compile_steps", limit: limits.compile_steps }
        }
        Limit::Loop => CompileErrorKind::RefLoop(vec![stopped.schema_location().into()]),
        other => CompileErrorKind::Limit { name: other.name(), limit: stopped.max() },
    }
}

/// What is wrong with a schema that its meta-schema does not accept.
fn invalid(report: &Report, uri: &str, root: DocumentNode<'_>) -> CompileError {
    let failures = report.failures();
    let place = failures
        .first()
        .and_then(|failure| pointer::resolve(root, &failure.instance_location).ok().flatten());
    let mut lines: Vec<String> = failures
        .iter()
        .map(|failure| format!("{:?} {}", failure.instance_location, failure.message))
        .collect();
    // Several branches of a meta-schema can want the same of one place.
    lines.dedup();
    CompileError::new(CompileErrorKind::MetaSchema(lines), uri, place.unwrap_or(root))
}

/// The meta-schema of a dialect.
fn standard(dialect: Dialect) -> Result<&'static Compilation, CompileError> {
    static STANDARD: [OnceLock<Result<Compilation, CompileError>>; Dialect::COUNT] =
        [const { OnceLock::new() }; Dialect::COUNT];
    STANDARD[dialect as usize]
        .get_or_init(|| {
            let (registry, limits) = (Registry::default(), compiler::Limits::unlimited());
            Ok(of_registry(dialect.uri(), &registry, &limits)?.0)
        })
        .as_ref()
        .map_err(Clone::clone)
}

/// Compiles a meta-schema that the registry knows, as an entry point beside a schema that says nothing; gives the
/// steps as well.
fn of_registry(
    uri: &str,
    registry: &Registry,
    limits: &compiler::Limits,
) -> Result<(Compilation, u64), CompileError> {
    let nothing = Document::parse(b"true")
        .map_err(|error| CompileError::of_document(CompileErrorKind::Parse(error), uri))?;
    let options = Options {
        base_uri: None,
        dialect: Dialect::default(),
        entries: &[uri.to_owned()],
        limits,
        engine: &Ecma,
        formats: &Formats::default(),
        passes: Passes::all(),
        check: &|_, _| Ok(0),
    };
    let Compiled { program, steps, .. } = compile(&nothing, registry, &options)?;
    let unknown = CompileErrorKind::UnknownDialect(uri.to_owned());
    let entry = program.entry(uri).ok_or(CompileError::of_document(unknown, uri))?;
    Ok(((program, entry), steps))
}
