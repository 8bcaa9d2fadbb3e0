//! Reports: where and why an instance is invalid, as data that borrows nothing.
//!
//! A first version: a flat list of failed keywords. Output formats, annotations and the choice of the best branch are
//! not here.
//!
//! Invariant: a report never holds values of the instance, only member names, and its text is bounded by the limit
//! `error_bytes`.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use jsonbound_program::{LocationId, Program, Tables};

use crate::frame::Token;
use crate::limits::Limits;
use crate::message;
use crate::sink::{PathPair, Row, Rows};
use crate::stopped::Stopped;

/// Why an instance is invalid.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    failures: Vec<Failure>,
    left_out: u64,
    stopped: Option<Stopped>,
}

/// A keyword that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The keyword: `type`, `required`, ...; for a schema that allows nothing, the keyword that applied it, or `false`.
    pub keyword: String,
    /// The place in the instance, as a JSON Pointer. Empty for the root.
    pub instance_location: String,
    /// The keywords that were followed from the root schema, as a JSON Pointer that passes through references (Core
    /// 12.3.2).
    pub keyword_location: String,
    /// The place of the keyword in its own schema, as an absolute URI (Core 12.3.3).
    pub absolute_keyword_location: String,
    /// What was expected, in English, without values of the instance.
    pub message: String,
}

impl Report {
    /// The failures that were kept, in the order of evaluation.
    pub fn failures(&self) -> &[Failure] {
        &self.failures
    }

    /// The number of failures that were left out for a limit (`errors` or `error_bytes`).
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// The limit that ended the report before it was complete. The verdict, which came before, stands.
    pub fn stopped(&self) -> Option<&Stopped> {
        self.stopped.as_ref()
    }

    /// Whether something was left out.
    pub fn is_cut(&self) -> bool {
        self.left_out > 0 || self.stopped.is_some()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in &self.failures {
            writeln!(f, "{failure}")?;
        }
        if self.left_out > 0 {
            writeln!(f, "and {} more, left out by a limit", self.left_out)?;
        }
        match &self.stopped {
            Some(stopped) => writeln!(f, "the report is cut: {stopped}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure { instance_location, absolute_keyword_location, message, .. } = self;
        // The location has text of the schema, which may hold what terminals obey.
        let location = absolute_keyword_location.escape_debug();
        write!(f, "at {instance_location:?}: {message} ({location})")
    }
}

/// Makes a report of rows, and of the limit that ended the evaluation, if one did.
pub(crate) fn render(
    program: &Program,
    rows: Rows<'_>,
    limits: &Limits,
    stopped: Option<Stopped>,
) -> Report {
    let mut left = usize::try_from(limits.error_bytes).unwrap_or(usize::MAX);
    let mut report = Report { left_out: rows.left_out(), stopped, ..Report::default() };
    for row in &rows.rows {
        // Where one has no room, a shorter one may.
        report.failures.extend(failure(program, &rows, row, &mut left));
    }
    report.left_out += (rows.rows.len() - report.failures.len()) as u64;
    report
}

/// Text that may not grow beyond what is left.
pub(crate) struct Bounded<'l> {
    text: String,
    left: &'l mut usize,
}

impl Write for Bounded<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        *self.left = self.left.checked_sub(part.len()).ok_or(fmt::Error)?;
        self.text.push_str(part);
        Ok(())
    }
}

fn bounded(
    left: &mut usize,
    write: impl FnOnce(&mut Bounded<'_>) -> fmt::Result,
) -> Result<String, fmt::Error> {
    let mut out = Bounded { text: String::new(), left };
    write(&mut out)?;
    Ok(out.text)
}

fn failure(
    program: &Program,
    rows: &Rows<'_>,
    row: &Row<'_, PathPair>,
    left: &mut usize,
) -> Result<Failure, fmt::Error> {
    let (section, tables) = (program.plain(), program.tables());
    let keyword = tables.string(section.site(row.instr).keyword);
    let instance = steps(&rows.instance, row.path.0, |segment| (segment.parent, segment.step));
    let evaluation = steps(&rows.evaluation, row.path.1, |segment| (segment.parent, segment.step));
    // A schema `false` has no keyword of its own: the one that applied it is what failed.
    let applied = evaluation.first().map(|&edge| tables.string(section.edge(edge).path));
    let applied = applied.and_then(|path| path.split('/').nth(1)).unwrap_or("false");
    let name = if keyword.is_empty() { applied } else { keyword };
    Ok(Failure {
        keyword: bounded(left, |out| out.write_str(name))?,
        instance_location: bounded(left, |out| write_pointer(out, instance.into_iter().rev()))?,
        keyword_location: bounded(left, |out| {
            for edge in evaluation.into_iter().rev() {
                out.write_str(tables.string(section.edge(edge).path))?;
            }
            write_token(out, keyword)
        })?,
        absolute_keyword_location: bounded(left, |out| {
            write_location(out, tables, section.block(row.block).location, keyword)
        })?,
        message: bounded(left, |out| {
            message::write(out, tables, section, section.instr(row.instr), row)
        })?,
    })
}

/// The steps from a segment down to the root.
fn steps<T, S>(segments: &[T], mut at: u32, link: impl Fn(&T) -> (u32, S)) -> Vec<S> {
    let mut steps = Vec::new();
    while let Some(segment) = at.checked_sub(1).and_then(|at| segments.get(at as usize)) {
        let (parent, step) = link(segment);
        steps.push(step);
        at = parent;
    }
    steps
}

/// A place as text of so many bytes; one that is longer ends where there is no more room, with `…`.
pub(crate) fn place(max: u64, write: impl FnOnce(&mut Bounded<'_>) -> fmt::Result) -> String {
    let mut left = usize::try_from(max).unwrap_or(usize::MAX);
    let mut out = Bounded { text: String::new(), left: &mut left };
    if write(&mut out).is_err() {
        out.text.push('…');
    }
    out.text
}

/// Writes the JSON Pointer of a value, from the steps that lead to it. The place of a name is that of its member.
pub(crate) fn write_pointer<'p>(
    out: &mut impl Write,
    tokens: impl Iterator<Item = Token<'p>>,
) -> fmt::Result {
    for token in tokens {
        match token {
            Token::Here => {}
            Token::Index(index) => write!(out, "/{index}")?,
            Token::Member(name) | Token::Name(name) => {
                out.write_str("/")?;
                write_escaped(out, name)?;
            }
        }
    }
    Ok(())
}

/// Writes the place of a keyword as an absolute URI. Places in a program are encoded for that.
pub(crate) fn write_location(
    out: &mut impl Write,
    tables: &Tables,
    location: LocationId,
    keyword: &str,
) -> fmt::Result {
    tables.location(location).try_for_each(|part| out.write_str(part))?;
    write_token(out, keyword)
}

/// Adds a keyword to a location; the empty keyword, of a `false` schema, adds nothing.
fn write_token(out: &mut impl Write, keyword: &str) -> fmt::Result {
    if keyword.is_empty() {
        return Ok(());
    }
    out.write_str("/")?;
    write_escaped(out, keyword)
}

/// Writes a reference token as RFC 6901 escapes it.
fn write_escaped(out: &mut impl Write, token: &str) -> fmt::Result {
    for part in token.split_inclusive(['~', '/']) {
        let (text, escape) = match part.as_bytes().last() {
            Some(b'~') => (&part[..part.len() - 1], "~0"),
            Some(b'/') => (&part[..part.len() - 1], "~1"),
            _ => (part, ""),
        };
        out.write_str(text)?;
        out.write_str(escape)?;
    }
    Ok(())
}
