//! Reading and compiling the schema, with the documents of its registry.
//!
//! Invariant: a refusal names the file that is to blame, which can be one of the registry's.

use jsonbound::{
    CompileError, CompileErrorKind, Limits, ParseErrorKind, Registry, RegistryBuilder, Validator,
};

use crate::args::{RegistryDocument, Validate};
use crate::input;
use crate::outcome::Problem;
use crate::status::Status;

/// Why there is no schema to validate with.
#[derive(Debug)]
pub(crate) struct Refusal {
    /// The file to blame.
    pub(crate) file: String,
    /// The status to end with.
    pub(crate) status: Status,
    /// What is wrong.
    pub(crate) problem: Problem,
    /// The compiler's error, if it came that far.
    pub(crate) error: Option<CompileError>,
}

/// Compiles the schema that the arguments name.
pub(crate) fn compile(args: &Validate, limits: &Limits) -> Result<Validator, Refusal> {
    let registry = registry(&args.registry, limits)?;
    let schema = args.schema.display().to_string();
    let mut text = Vec::new();
    input::read(&args.schema, limits.schema_bytes, &mut text)
        .map_err(|error| Refusal::of_io(schema.clone(), &error))?;
    let mut builder = Validator::builder().registry(registry).limits(limits.clone());
    if let Some(uri) = &args.base_uri {
        builder = builder.base_uri(uri);
    }
    builder.build_bytes(&text).map_err(|error| {
        let of_registry = args.registry.iter().find(|document| document.uri == error.document());
        let file = of_registry.map(|document| document.file.display().to_string());
        Refusal::of_compile_error(file.unwrap_or(schema), error)
    })
}

/// Reads the documents that references may lead to.
fn registry(documents: &[RegistryDocument], limits: &Limits) -> Result<Registry, Refusal> {
    let mut builder = RegistryBuilder::new().limits(limits.clone());
    let mut text = Vec::new();
    for document in documents {
        let file = document.file.display().to_string();
        input::read(&document.file, limits.schema_bytes, &mut text)
            .map_err(|error| Refusal::of_io(file.clone(), &error))?;
        builder = builder
            .bytes(&document.uri, &text)
            .map_err(|error| Refusal::of_compile_error(file, error))?;
    }
    // What can be wrong here is a URI that comes twice, and so the usage.
    builder.build().map_err(|error| Refusal {
        status: Status::Unreadable,
        ..Refusal::of_compile_error("--registry".into(), error)
    })
}

impl Refusal {
    fn of_io(file: String, error: &std::io::Error) -> Refusal {
        Refusal { file, status: Status::Unreadable, problem: Problem::of_io(error), error: None }
    }

    fn of_compile_error(file: String, error: CompileError) -> Refusal {
        let (status, problem) = match error.kind() {
            CompileErrorKind::Parse(parse) => {
                let status = match parse.kind() {
                    ParseErrorKind::Limit { .. } | ParseErrorKind::DuplicateName { .. } => {
                        Status::Uncompilable
                    }
                    _ => Status::Unreadable,
                };
                (status, Problem::of_parse_error(parse))
            }
            kind => {
                let message = match error.pointer() {
                    "" => kind.to_string(),
                    pointer => format!("{kind} (at {pointer:?})"),
                };
                let problem = Problem { code: error.code(), message, place: error.position() };
                (Status::Uncompilable, problem)
            }
        };
        Refusal { file, status, problem, error: Some(error) }
    }
}
