//! The validator: a compiled schema with its limits.
//!
//! Invariant: a validator is immutable and cheap to clone; what a validation changes is in a [`Scratch`].

use std::fmt;
use std::sync::Arc;

use jsonbound_compiler::{Compiled, PatternLints};
use jsonbound_engine::{Scratch, Stopped, Verdict};
use jsonbound_json::{Document, Node, ParseLimits, Parser};
use jsonbound_program::{EntryId, Program};

use crate::builder::Builder;
use crate::error::{Error, Invalid, TextError, UnknownEntry};
use crate::limits::Limits;
use crate::usage::Usage;

/// A compiled schema. `Send + Sync`, cheap to clone.
#[derive(Clone)]
pub struct Validator {
    program: Program,
    entry: EntryId,
    compile_steps: u64,
    usage: jsonbound_compiler::Usage,
    lints: Arc<[PatternLints]>,
    limits: jsonbound_engine::Limits,
    text: ParseLimits,
}

impl Validator {
    /// Begins a validator.
    pub fn builder() -> Builder {
        Builder::new()
    }

    pub(crate) fn new(compiled: Compiled, limits: &Limits) -> Self {
        Validator {
            // The first is the root.
            entry: EntryId(0),
            program: compiled.program,
            compile_steps: compiled.steps,
            usage: compiled.usage,
            lints: compiled.lints.into(),
            limits: limits.engine(),
            text: limits.instance_text(),
        }
    }

    /// Whether the instance is valid. Fails closed: `false` as well if a limit stopped the validation. To tell the
    /// two apart, use [`check`](Validator::check).
    pub fn is_valid<'a, N: Node<'a>>(&self, instance: N) -> bool {
        matches!(self.check(instance), Ok(Verdict::Valid))
    }

    /// Validates an instance.
    pub fn check<'a, N: Node<'a>>(&self, instance: N) -> Result<Verdict, Stopped> {
        self.check_with(&mut Scratch::new(), instance)
    }

    /// Validates an instance with memory that is kept for the next one. The steps that were used are in
    /// [`Scratch::steps`], whatever the answer.
    ///
    /// A warm scratch allocates nothing, but for values nested deeper than eight levels that `const`, `enum` or
    /// `uniqueItems` compare as a whole, and for a `multipleOf` of more than 64 bits.
    ///
    /// ```
    /// use jsonbound::{Scratch, Verdict};
    ///
    /// let validator = jsonbound::compile_str(r#"{"items": {"type": "integer"}}"#)?;
    /// let mut scratch = Scratch::new();
    /// let numbers = serde_json::json!([1, 2, 3]);
    /// assert_eq!(validator.check_with(&mut scratch, &numbers)?, Verdict::Valid);
    /// let steps = scratch.steps();
    /// assert_eq!(validator.check_with(&mut scratch, &numbers)?, Verdict::Valid);
    /// assert_eq!(scratch.steps(), steps);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_with<'a, N: Node<'a>>(
        &self,
        scratch: &mut Scratch,
        instance: N,
    ) -> Result<Verdict, Stopped> {
        jsonbound_engine::check(&self.program, self.entry, instance, &self.limits, scratch)
    }

    /// Validates an instance and says where it is invalid.
    pub fn validate<'a, N: Node<'a>>(&self, instance: N) -> Result<(), Error> {
        self.validate_with(&mut Scratch::new(), instance)
    }

    /// Like [`validate`](Validator::validate), with memory that is kept. Only an invalid instance pays for the
    /// report; what the verdict left of `validation_steps` pays for it.
    pub fn validate_with<'a, N: Node<'a>>(
        &self,
        scratch: &mut Scratch,
        instance: N,
    ) -> Result<(), Error> {
        match self.check_with(scratch, instance)? {
            Verdict::Valid => Ok(()),
            Verdict::Invalid => {
                let (program, limits) = (&self.program, &self.limits);
                let report =
                    jsonbound_engine::report(program, self.entry, instance, limits, scratch);
                Err(Error::Invalid(Invalid(report)))
            }
        }
    }

    /// Reads an instance from text and validates it. A limit of the parser is [`TextError::Stopped`].
    pub fn check_bytes(&self, text: &[u8]) -> Result<Verdict, TextError> {
        let document = Document::parse_with(text, &self.text)?;
        Ok(self.check(document.root())?)
    }

    /// Like [`check_bytes`](Validator::check_bytes), with memory that is kept. The parser has limits of its own: make
    /// it with [`text_limits`](Validator::text_limits).
    ///
    /// ```
    /// use jsonbound::{Parser, Scratch};
    ///
    /// let validator = jsonbound::compile_str(r#"{"type": "integer"}"#)?;
    /// let (mut parser, mut scratch) = (Parser::new(*validator.text_limits()), Scratch::new());
    /// for text in ["1", "1.0", "1e2"] {
    ///     assert!(validator.check_bytes_with(&mut parser, &mut scratch, text.as_bytes())?.is_valid());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_bytes_with(
        &self,
        parser: &mut Parser,
        scratch: &mut Scratch,
        text: &[u8],
    ) -> Result<Verdict, TextError> {
        let document = parser.parse(text)?;
        let verdict = self.check_with(scratch, document.root());
        parser.recycle(document);
        Ok(verdict?)
    }

    /// The same program at another entry point, one that [`Builder::entry`] asked for, by the same name.
    pub fn at(&self, reference: &str) -> Result<Validator, UnknownEntry> {
        let entry = self.program.entry(reference);
        let entry = entry.ok_or_else(|| UnknownEntry(reference.to_owned()))?;
        Ok(Validator { entry, ..self.clone() })
    }

    /// The limits for reading instances, for a parser of one's own.
    pub fn text_limits(&self) -> &ParseLimits {
        &self.text
    }

    /// The compile steps that were used.
    pub fn compile_steps(&self) -> u64 {
        self.compile_steps
    }

    pub(crate) fn program(&self) -> &Program {
        &self.program
    }

    pub(crate) fn pattern_lints(&self) -> &[PatternLints] {
        &self.lints
    }

    /// What the compilation used of each limit. What reading the schema used is not in it:
    /// [`Usage::of_document`] counts that.
    pub fn usage(&self) -> Usage {
        Usage::of_compilation(&self.usage)
    }
}

/// Prints the disassembled program.
impl fmt::Display for Validator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.program, f)
    }
}

/// Sizes only; `Display` has the program.
impl fmt::Debug for Validator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Validator").field(&self.program).finish()
    }
}
