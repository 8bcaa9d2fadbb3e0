//! Reading and compiling the schema, with the documents of its registry.
//!
//! Invariant: a refusal names the file that is to blame, which can be one of the registry's.

use jsonbound::{
    Builder, CompileError, CompileErrorKind, Limits, ParseErrorKind, Registry, RegistryBuilder,
    Validator,
};

use crate::args::Source;
use crate::input;
use crate::outcome::Problem;
use crate::status::Status;

/// Why there is no schema to work with.
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

/// The texts of a schema and of the documents of its registry.
pub(crate) struct Texts<'a> {
    source: &'a Source,
    schema: Vec<u8>,
    documents: Vec<Vec<u8>>,
}

impl<'a> Texts<'a> {
    /// Reads the files that the arguments name, each no further than needed to see that it exceeds the limit.
    pub(crate) fn read(source: &'a Source, schema_bytes: u64) -> Result<Texts<'a>, Refusal> {
        let read = |path: &std::path::Path| {
            let mut text = Vec::new();
            input::read(path, schema_bytes, &mut text)
                .map_err(|error| Refusal::of_io(path.display().to_string(), &error))?;
            Ok(text)
        };
        let documents = source.registry.iter().map(|document| read(&document.file));
        let documents = documents.collect::<Result<_, _>>()?;
        Ok(Texts { source, schema: read(&source.schema)?, documents })
    }

    /// The text of the schema.
    pub(crate) fn schema(&self) -> &[u8] {
        &self.schema
    }

    /// The documents that references may lead to.
    pub(crate) fn registry(&self, limits: &Limits) -> Result<Registry, Refusal> {
        let mut builder = RegistryBuilder::new();
        builder = builder.dialect(self.source.dialect).limits(limits.clone());
        for (document, text) in self.source.registry.iter().zip(&self.documents) {
            let file = || document.file.display().to_string();
            builder = builder
                .bytes(&document.uri, text)
                .map_err(|error| Refusal::of_compile_error(file(), error))?;
        }
        // What can be wrong here is a URI that comes twice, and so the usage.
        builder.build().map_err(|error| Refusal {
            status: Status::Unreadable,
            ..Refusal::of_compile_error("--registry".into(), error)
        })
    }

    /// A builder that knows all but the schema.
    pub(crate) fn builder(&self, limits: &Limits) -> Result<Builder, Refusal> {
        let registry = self.registry(limits)?;
        let builder = Validator::builder()
            .registry(registry)
            .dialect(self.source.dialect)
            .limits(limits.clone())
            .assert_content(self.source.assert_content);
        // Without the option, it depends on the dialect.
        let builder = match self.source.assert_formats {
            true => builder.assert_formats(true),
            false => builder,
        };
        Ok(match &self.source.base_uri {
            Some(uri) => builder.base_uri(uri),
            None => builder,
        })
    }

    /// Compiles the schema.
    pub(crate) fn compile(&self, builder: Builder) -> Result<Validator, Refusal> {
        builder.build_bytes(&self.schema).map_err(|error| self.refusal(error))
    }

    /// Blames the file that an error comes from.
    pub(crate) fn refusal(&self, error: CompileError) -> Refusal {
        let mut documents = self.source.registry.iter();
        let of_registry = documents.find(|document| document.uri == error.document());
        let file = of_registry.map_or(&self.source.schema, |document| &document.file);
        Refusal::of_compile_error(file.display().to_string(), error)
    }
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
