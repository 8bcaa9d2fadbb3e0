//! The command `inspect`: what a schema is, whether or not it compiles.
//!
//! Invariant: the status is that of a compilation under the limits that are given; what is shown is found out under
//! generous ones, so that a schema that exceeds a limit is shown as well.

mod json;
mod text;

use std::io;

use jsonbound::references::References;
use jsonbound::{CompileError, CompileErrorKind, Document, Usage, Validator};

use crate::args::{Format, Inspect, Part, View};
use crate::output::{self, Output};
use crate::schema::{Refusal, Texts};
use crate::status::Status;

/// What is known of a schema.
struct Inspection<'a> {
    args: &'a Inspect,
    /// Why it does not compile under the limits that are given.
    refusal: Option<Refusal>,
    /// The reference tables, unless its identifiers are wrong.
    references: Option<References>,
    /// What it uses of limits; what reading it uses, if it does not compile under any.
    usage: Usage,
    /// What it compiles to, if it compiles.
    validator: Option<Validator>,
    /// The program that is to be shown: after the pass that was asked for, or after all.
    program: Option<Validator>,
}

/// Shows the schema that the arguments name.
pub(crate) fn run(args: &Inspect) -> Status {
    let mut output = Output::new(match args.output {
        View::Text => Format::Pretty,
        View::Json => Format::Json,
    });
    let (status, written) = match Inspection::of(args) {
        Ok(inspection) => (inspection.status(), inspection.write(&mut output)),
        Err(refusal) => (refusal.status, output.refusal(&refusal)),
    };
    match written {
        Ok(()) => status,
        Err(error) => {
            output::lost(&error);
            status.max(Status::Unreadable)
        }
    }
}

impl<'a> Inspection<'a> {
    /// Finds out what there is to know. Fails if there is no JSON to look at.
    fn of(args: &'a Inspect) -> Result<Inspection<'a>, Refusal> {
        let limits = args.source.limits.to_limits();
        let generous = args.source.limits.to_generous_limits();
        let texts = Texts::read(&args.source, generous.schema_bytes)?;
        let builder = |limits| {
            let builder = texts.builder(limits)?;
            Ok(args.entry.iter().fold(builder, |builder, entry| builder.entry(entry)))
        };
        let compile = |limits| texts.compile(builder(limits)?);
        let (validator, refusal) = match compile(&limits) {
            Ok(validator) => (Some(validator), None),
            Err(refusal) => (compile(&generous).ok(), Some(refusal)),
        };
        let program = match args.pass {
            None => validator.clone(),
            // Limits and status are those of a whole compilation.
            Some(passes) => texts.compile(builder(&generous)?.passes(passes)).ok(),
        };
        // What is wrong with the documents of the registry has been found above.
        let (builder, registry) = match (builder(&generous), texts.registry(&generous)) {
            (Ok(builder), Ok(registry)) => (builder, registry),
            (Err(other), _) | (_, Err(other)) => return Err(refusal.unwrap_or(other)),
        };
        let document = match Document::parse_with(texts.schema(), &generous.schema_text()) {
            Ok(document) => document,
            Err(error) => {
                let kind = CompileErrorKind::Parse(error);
                let error = texts.refusal(CompileError::of_document(kind, ""));
                return Err(refusal.unwrap_or(error));
            }
        };
        let documents = registry.uris().filter_map(|uri| registry.root(uri));
        let documents = documents.map(|root| Usage::of_document(root.document()));
        let usage = documents.fold(Usage::of_document(&document), Usage::max);
        Ok(Inspection {
            args,
            refusal,
            references: builder.references(&document).ok(),
            usage: validator.iter().map(Validator::usage).fold(usage, Usage::max),
            program: program.filter(|_| validator.is_some()),
            validator,
        })
    }

    fn status(&self) -> Status {
        self.refusal.as_ref().map_or(Status::Valid, |refusal| refusal.status)
    }

    /// Whether a part is to be shown.
    fn shows(&self, part: Part) -> bool {
        self.args.show.contains(&part)
    }

    fn file(&self) -> String {
        self.args.source.schema.display().to_string()
    }

    fn write(&self, output: &mut Output) -> io::Result<()> {
        match self.args.output {
            View::Json => output.write(&json::of(self)),
            View::Text => {
                if let Some(refusal) = &self.refusal {
                    output.refusal(refusal)?;
                }
                output.write(&text::of(self))
            }
        }
    }
}
