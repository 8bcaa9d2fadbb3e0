//! What the compiler's tests share.

#![allow(dead_code, reason = "each test file uses a part")]

use std::thread;

use jsonbound_compiler::{CompileError, Compiled, Limits, Options, Passes, Registry, compile};
use jsonbound_json::{Document, ParseLimits};
use jsonbound_pattern::Ecma;
use jsonbound_vocab::Dialect;

/// What a compilation is given beside the schema.
pub(crate) struct Setup {
    /// URIs and texts of other documents.
    pub(crate) registry: Vec<(String, String)>,
    pub(crate) base_uri: Option<String>,
    /// Of all schemas without `$schema`.
    pub(crate) dialect: Dialect,
    pub(crate) entries: Vec<String>,
    pub(crate) limits: Limits,
    pub(crate) passes: Passes,
}

impl Default for Setup {
    fn default() -> Self {
        Setup {
            registry: Vec::new(),
            base_uri: None,
            dialect: Dialect::default(),
            entries: Vec::new(),
            limits: Limits::unlimited(),
            passes: Passes::all(),
        }
    }
}

impl Setup {
    /// A case of the golden files: what is given, and the schema.
    pub(crate) fn of_case(input: &str) -> (Setup, String) {
        let mut setup = Setup::default();
        let mut schema = String::new();
        for line in input.lines() {
            match line.strip_prefix("@ ").and_then(|line| line.split_once(' ')) {
                Some(("dialect", uri)) => {
                    setup.dialect = Dialect::from_name(uri).expect("a dialect")
                }
                Some(("base", uri)) => setup.base_uri = Some(uri.to_owned()),
                Some(("entry", reference)) => setup = setup.entry(reference),
                Some((uri, text)) => setup = setup.document(uri, text),
                None => schema.extend([line, "\n"]),
            }
        }
        (setup, schema)
    }

    pub(crate) fn document(mut self, uri: &str, text: &str) -> Self {
        self.registry.push((uri.to_owned(), text.to_owned()));
        self
    }

    pub(crate) fn entry(mut self, reference: &str) -> Self {
        self.entries.push(reference.to_owned());
        self
    }

    pub(crate) fn limits(mut self, change: impl FnOnce(&mut Limits)) -> Self {
        change(&mut self.limits);
        self
    }

    pub(crate) fn registry(&self) -> Result<Registry, CompileError> {
        let documents = self.registry.iter().map(|(uri, text)| (uri.clone(), parse(text)));
        Registry::new(documents, self.dialect, &self.limits, &|_, _| Ok(0))
    }

    /// Compiles without a check against the meta-schema.
    pub(crate) fn compile(&self, text: &str) -> Result<Compiled, CompileError> {
        compile(
            &parse(text),
            &self.registry()?,
            &Options {
                base_uri: self.base_uri.as_deref(),
                dialect: self.dialect,
                entries: &self.entries,
                limits: &self.limits,
                engine: &Ecma,
                formats: &jsonbound_vocab::Formats::default(),
                passes: self.passes,
                check: &|_, _| Ok(0),
            },
        )
    }
}

/// A document of any depth.
pub(crate) fn parse(text: &str) -> Document<'static> {
    Document::parse_with(text.as_bytes(), &ParseLimits::unlimited()).unwrap().into_owned()
}

/// Compiles without limits, registry, and check.
pub(crate) fn compile_text(text: &str) -> Result<Compiled, CompileError> {
    Setup::default().compile(text)
}

/// Runs on a stack that recursion over a schema would overflow.
pub(crate) fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    thread::Builder::new().stack_size(64 << 10).spawn(work).unwrap().join().unwrap();
}
