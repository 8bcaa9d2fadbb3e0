//! What becomes of one instance, from its text.
//!
//! Invariant: memory is kept from one instance to the next, and nothing else is: an outcome depends on the schema,
//! the limits and the text.

use std::io;

use jsonbound::{
    DocumentNode, Error, Limits, LineColumn, ParseError, ParseErrorKind, Parser, Report, Scratch,
    Stopped, TextError, Validator, Verdict, pointer,
};

use crate::status::Status;

/// What becomes of one instance.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// It is valid.
    Valid,
    /// It is invalid.
    Invalid {
        /// Why; empty if that was not wanted.
        report: Report,
        /// Where in the text each failure is.
        places: Vec<LineColumn>,
        /// The limit that cut the report.
        cut: Option<&'static str>,
    },
    /// A limit stopped it, here in the text.
    Stopped(Stopped, Option<LineColumn>),
    /// There is no JSON to be validated.
    Unreadable(Problem),
}

/// Why something could not be used.
#[derive(Debug)]
pub(crate) struct Problem {
    /// A stable code for machines.
    pub(crate) code: &'static str,
    /// The reason, in English.
    pub(crate) message: String,
    /// Where in the text.
    pub(crate) place: Option<LineColumn>,
}

/// Validates one text after another.
pub(crate) struct Judge {
    parser: Parser,
    scratch: Scratch,
    /// The failures that a report keeps.
    errors: u64,
}

impl Judge {
    /// Reads instances under these limits.
    pub(crate) fn new(limits: &Limits) -> Self {
        let parser = Parser::new(limits.instance_text());
        Judge { parser, scratch: Scratch::new(), errors: limits.errors }
    }

    /// Validates a text; gives the outcome, and the steps that it took, those of a report included.
    pub(crate) fn judge(
        &mut self,
        validator: &Validator,
        text: &[u8],
        report: bool,
    ) -> (Outcome, u64) {
        let document = match self.parser.parse(text) {
            Ok(document) => document,
            Err(error) => return (Outcome::of_parse_error(error), 0),
        };
        let outcome = self.validate(validator, document.root(), report);
        self.parser.recycle(document);
        (outcome, self.scratch.steps())
    }

    fn validate(&mut self, validator: &Validator, root: DocumentNode<'_>, report: bool) -> Outcome {
        let result = match report {
            true => validator.validate_with(&mut self.scratch, root),
            false => match validator.check_with(&mut self.scratch, root) {
                Ok(Verdict::Valid) => Ok(()),
                Ok(Verdict::Invalid) => {
                    let report = Report::default();
                    return Outcome::Invalid { report, places: Vec::new(), cut: None };
                }
                Err(stopped) => Err(Error::Stopped(stopped)),
            },
        };
        match result {
            Ok(()) => Outcome::Valid,
            Err(Error::Invalid(invalid)) => {
                let report = invalid.report().clone();
                let failures = report.failures().iter();
                let places = places(root, failures.map(|failure| &*failure.instance_location));
                let cut = self.cut(&report);
                Outcome::Invalid { report, places, cut }
            }
            Err(Error::Stopped(stopped)) => {
                let place = places(root, [stopped.instance_location()]).pop();
                Outcome::Stopped(stopped, place)
            }
        }
    }
}

impl Judge {
    /// The limit that cut a report. Failures are left out where there are more than `errors`, or where the text of
    /// one is more than `error_bytes` leaves room for.
    fn cut(&self, report: &Report) -> Option<&'static str> {
        let full = report.failures().len() as u64 == self.errors;
        let left_out = if full { "errors" } else { "error_bytes" };
        let stopped = report.stopped().map(|stopped| stopped.limit().name());
        stopped.or_else(|| (report.left_out() > 0).then_some(left_out))
    }
}

impl Outcome {
    fn of_parse_error(error: ParseError) -> Outcome {
        let place = error.place();
        match TextError::from(error) {
            TextError::Stopped(stopped) => Outcome::Stopped(stopped, place),
            TextError::Parse(error) => Outcome::Unreadable(Problem::of_parse_error(&error)),
        }
    }

    /// Whether it is an answer, not an explanation of why there is none.
    pub(crate) fn is_verdict(&self) -> bool {
        matches!(self, Outcome::Valid | Outcome::Invalid { .. })
    }

    /// The status that this outcome alone would end with.
    pub(crate) fn status(&self) -> Status {
        match self {
            Outcome::Valid => Status::Valid,
            Outcome::Invalid { .. } => Status::Invalid,
            Outcome::Unreadable(_) => Status::Unreadable,
            Outcome::Stopped(..) => Status::Stopped,
        }
    }
}

impl Problem {
    /// A failure of the system.
    pub(crate) fn of_io(error: &io::Error) -> Problem {
        Problem { code: "io", message: format!("it cannot be read: {error}"), place: None }
    }

    /// A text that is not JSON, or that a limit keeps from being read.
    pub(crate) fn of_parse_error(error: &ParseError) -> Problem {
        let kind = error.kind();
        let (code, message) = match kind {
            ParseErrorKind::Limit { name, .. } => (*name, kind.to_string()),
            ParseErrorKind::DuplicateName { .. } => (error.code(), kind.to_string()),
            _ => (error.code(), format!("it is not JSON: {kind}")),
        };
        Problem { code, message, place: error.place() }
    }
}

/// The lines and columns of values of a text, given their pointers. Passes over the text once, however many they are.
fn places<'p>(
    root: DocumentNode<'_>,
    pointers: impl IntoIterator<Item = &'p str>,
) -> Vec<LineColumn> {
    let text = root.document().text().unwrap_or_default().as_bytes();
    // A pointer from a report leads somewhere; if it did not, the whole value would be the place.
    let offset = |pointer| pointer::resolve(root, pointer).ok().flatten().unwrap_or(root).offset();
    let mut offsets: Vec<(usize, usize)> = pointers
        .into_iter()
        .map(|pointer| offset(pointer).unwrap_or_default())
        .enumerate()
        .map(|(index, offset)| (offset, index))
        .collect();
    offsets.sort_unstable();
    let (mut at, mut place) = (0, LineColumn { line: 1, column: 1 });
    let mut places = vec![(0, place); offsets.len()];
    for (slot, (offset, index)) in places.iter_mut().zip(offsets) {
        let between = text.get(at..offset).unwrap_or_default();
        let step = LineColumn::of(between, between.len());
        place = match step.line {
            1 => LineColumn { column: place.column + step.column - 1, ..place },
            lines => LineColumn { line: place.line + lines - 1, column: step.column },
        };
        at = offset;
        *slot = (index, place);
    }
    places.sort_unstable_by_key(|&(index, _)| index);
    places.into_iter().map(|(_, place)| place).collect()
}
