//! The check of a schema against its meta-schema: a validation like any other, paid from the compile steps.
//!
//! Invariant: the standard meta-schema is compiled once a process; any other is compiled under the limits of the
//! schema that names it, and paid by it.

use std::sync::OnceLock;

use jsonbound_compiler::{
    self as compiler, CompileError, CompileErrorKind, Compiled, Options, Passes, Registry, compile,
};
use jsonbound_engine::{Limit, Report, Scratch, Stopped, Verdict};
use jsonbound_json::{Document, DocumentNode, pointer};
use jsonbound_pattern::Ecma;
use jsonbound_program::{EntryId, Program};
use jsonbound_vocab::Formats;

use crate::{Dialect, Limits};

/// Failures that an error quotes, and their text in bytes.
const QUOTED: u64 = 5;
const QUOTED_BYTES: u64 = 4 << 10;

/// What the standard meta-schema needs at one place, with room: a low limit for instances must not refuse every schema.
const STANDARD_INPLACE: u64 = 64;

/// A compiled meta-schema and its entry point.
type MetaSchema = (Program, EntryId);

/// Checks a schema on so many steps; gives those that it took. The limits are for compiling a meta-schema that is not
/// the standard one.
pub(crate) fn check(
    uri: &str,
    root: DocumentNode<'_>,
    steps: u64,
    limits: &Limits,
    registry: &Registry,
) -> Result<u64, CompileError> {
    let dialect = root.get("$schema").and_then(|schema| schema.as_str());
    let dialect = dialect.unwrap_or(Dialect::default().uri());
    let own;
    let ((program, entry), spent) = match Dialect::from_uri(dialect) {
        Some(Dialect::Draft202012) => (standard()?, 0),
        None => {
            let spent;
            let limits = compiler::Limits { compile_steps: steps, ..limits.compile() };
            (own, spent) = of_registry(dialect, registry, &limits)?;
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
    let verdict = jsonbound_engine::check(program, *entry, root, &budget, &mut scratch);
    let used = spent.saturating_add(scratch.steps());
    match verdict {
        Ok(Verdict::Valid) => Ok(used),
        Ok(Verdict::Invalid) => {
            let report = jsonbound_engine::report(program, *entry, root, &budget, &mut scratch);
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

/// The standard meta-schema.
fn standard() -> Result<&'static MetaSchema, CompileError> {
    static STANDARD: OnceLock<Result<MetaSchema, CompileError>> = OnceLock::new();
    STANDARD
        .get_or_init(|| {
            let uri = Dialect::Draft202012.uri();
            Ok(of_registry(uri, &Registry::default(), &compiler::Limits::unlimited())?.0)
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
) -> Result<(MetaSchema, u64), CompileError> {
    let nothing = Document::parse(b"true")
        .map_err(|error| CompileError::of_document(CompileErrorKind::Parse(error), uri))?;
    let options = Options {
        base_uri: None,
        entries: &[uri.to_owned()],
        limits,
        engine: &Ecma,
        formats: &Formats::default(),
        passes: Passes::all(),
        check: &|_, _, _| Ok(0),
    };
    let Compiled { program, steps, .. } = compile(&nothing, registry, &options)?;
    let unknown = CompileErrorKind::UnknownDialect(uri.to_owned());
    let entry = program.entry(uri).ok_or(CompileError::of_document(unknown, uri))?;
    Ok(((program, entry), steps))
}
