//! Where answers go, in which format.
//!
//! Verdicts go to standard output. What has no verdict is explained on standard error, except that JSON lines keep
//! everything on standard output. Statistics always go to standard error.
//!
//! Invariant: every line is complete when it is written, and whatever comes from input is escaped.

use std::fmt::Write as _;
use std::io::{self, StdoutLock, Write as _};

use anstream::AutoStream;

use jsonbound::LineColumn;

use crate::args::Format;
use crate::escape::{JsonString, Plain};
use crate::json::{Object, object};
use crate::outcome::{Outcome, Problem};
use crate::pretty;
use crate::schema::Refusal;

/// An instance and what became of it.
pub(crate) struct Answer<'a> {
    /// The file.
    pub(crate) file: &'a str,
    /// The line of the file, if each is an instance.
    pub(crate) line: Option<usize>,
    /// What became of it.
    pub(crate) outcome: Outcome,
    /// What that took.
    pub(crate) steps: u64,
}

/// The standard streams.
pub(crate) struct Output {
    format: Format,
    stdout: AutoStream<StdoutLock<'static>>,
    text: String,
}

impl Output {
    /// Answers in this format.
    pub(crate) fn new(format: Format) -> Self {
        Output { format, stdout: anstream::stdout().lock(), text: String::new() }
    }

    /// Says what became of an instance. Fails if standard output does.
    pub(crate) fn answer(&mut self, answer: &Answer<'_>) -> io::Result<()> {
        self.text.clear();
        let verdict = answer.outcome.is_verdict();
        match self.format {
            Format::Json => {
                json_answer(&mut self.text, answer);
                self.stdout.write_all(self.text.as_bytes())
            }
            Format::Quiet if verdict => Ok(()),
            Format::Pretty | Format::Quiet => {
                pretty::answer(&mut self.text, answer);
                if verdict {
                    return self.stdout.write_all(self.text.as_bytes());
                }
                complain(&self.text);
                Ok(())
            }
        }
    }

    /// Writes something that is escaped already. Fails if standard output does.
    pub(crate) fn write(&mut self, text: &str) -> io::Result<()> {
        self.stdout.write_all(text.as_bytes())
    }

    /// Says why there is no schema. Fails if standard output does.
    pub(crate) fn refusal(&mut self, refusal: &Refusal) -> io::Result<()> {
        self.text.clear();
        match self.format {
            Format::Json => {
                json_refusal(&mut self.text, refusal);
                self.stdout.write_all(self.text.as_bytes())
            }
            Format::Pretty | Format::Quiet => {
                pretty::problem(&mut self.text, &refusal.file, None, &refusal.problem);
                complain(&self.text);
                Ok(())
            }
        }
    }
}

/// Writes to standard error. If that fails, there is nobody left to tell.
pub(crate) fn complain(text: &str) {
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// Says that standard output does not take answers any more: not at all, if its reader has gone away.
pub(crate) fn lost(error: &io::Error) {
    if error.kind() != io::ErrorKind::BrokenPipe {
        complain(&format!("standard output: error: {}\n", Plain(error)));
    }
}

/// A place in a file, given a place in one of its lines.
pub(crate) fn in_file(line: Option<usize>, place: LineColumn) -> LineColumn {
    let before = line.map_or(0, |line| line.saturating_sub(1));
    LineColumn { line: before.saturating_add(place.line), ..place }
}

fn json_answer(out: &mut String, answer: &Answer<'_>) {
    let Answer { file, line, outcome, steps } = answer;
    object(out, |out| {
        out.string("instance", file);
        if let Some(line) = line {
            out.member("line", line);
        }
        let verdict = match outcome {
            Outcome::Valid => "valid",
            Outcome::Invalid { .. } => "invalid",
            Outcome::Stopped(..) => "stopped",
            Outcome::Unreadable(_) => "error",
        };
        out.string("verdict", verdict).member("steps", steps);
        match outcome {
            Outcome::Valid => {}
            Outcome::Invalid { report, places, cut } => {
                let failures = report.failures().iter().zip(places);
                out.array("errors", failures, |out, (failure, place)| {
                    object(out, |out| {
                        out.string("keyword", &failure.keyword)
                            .string("instanceLocation", &failure.instance_location)
                            .string("keywordLocation", &failure.keyword_location)
                            .string("absoluteKeywordLocation", &failure.absolute_keyword_location)
                            .string("message", &failure.message);
                        json_place(out, *line, Some(*place));
                    });
                });
                out.member("cut", report.is_cut()).member("leftOut", report.left_out());
                if let Some(limit) = cut {
                    out.string("limit", limit);
                }
            }
            Outcome::Stopped(stopped, place) => {
                out.object("error", |out| {
                    out.string("code", stopped.limit().name())
                        .string("message", &stopped.to_string())
                        .member("limit", stopped.max())
                        .string("instanceLocation", stopped.instance_location())
                        .string("absoluteKeywordLocation", stopped.schema_location());
                    json_place(out, *line, *place);
                });
            }
            Outcome::Unreadable(problem) => {
                out.object("error", |out| json_problem(out, *line, problem));
            }
        }
    });
    out.push('\n');
}

fn json_refusal(out: &mut String, refusal: &Refusal) {
    object(out, |out| {
        out.string("schema", &refusal.file).string("verdict", "error");
        out.object("error", |out| json_error(out, refusal));
    });
    out.push('\n');
}

/// Writes why a schema does not compile.
pub(crate) fn json_error(out: &mut Object<'_>, refusal: &Refusal) {
    json_problem(out, None, &refusal.problem);
    if let Some(error) = &refusal.error {
        out.string("document", error.document()).string("pointer", error.pointer());
        out.array("missing", error.missing(), |out, uri| {
            // A `String` takes every write.
            let _ = write!(out, "{}", JsonString(uri));
        });
    }
}

fn json_problem(out: &mut Object<'_>, line: Option<usize>, problem: &Problem) {
    out.string("code", problem.code).string("message", &problem.message);
    json_place(out, line, problem.place);
}

fn json_place(out: &mut Object<'_>, line: Option<usize>, place: Option<LineColumn>) {
    if let Some(place) = place {
        let LineColumn { line, column } = in_file(line, place);
        out.member("line", line).member("column", column);
    }
}
