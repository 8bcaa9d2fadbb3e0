//! Answers as lines for people: FILE:LINE:COLUMN, verdict, reason.
//!
//! Invariant: values of the instance are not shown, and nothing from input reaches the line unescaped.

use std::fmt::{Display, Write as _};

use jsonbound::LineColumn;

use crate::escape::Plain;
use crate::outcome::{Outcome, Problem};
use crate::output::{Answer, in_file};
use crate::style;

/// Writes what became of an instance: one line, or one a failure.
pub(crate) fn answer(out: &mut String, answer: &Answer<'_>) {
    let Answer { file, line: number, ref outcome, .. } = *answer;
    match outcome {
        Outcome::Valid => line(out, file, number, None, &"valid"),
        Outcome::Invalid { report, places, cut } => {
            for (failure, &place) in report.failures().iter().zip(places) {
                line(out, file, number, Some(place), &format_args!("invalid: {failure}"));
            }
            if let Some(stopped) = report.stopped() {
                let text = format_args!("invalid: the report is cut: {stopped}");
                line(out, file, number, None, &text);
            }
            if report.left_out() > 0 {
                let (missing, limit) = (report.left_out(), cut.unwrap_or("errors"));
                let text = format_args!(
                    "invalid: failures left out of the report by the limit {limit}: {missing}"
                );
                line(out, file, number, None, &text);
            }
            if report.failures().is_empty() && !report.is_cut() {
                line(out, file, number, None, &"invalid");
            }
        }
        Outcome::Stopped(stopped, place) => line(out, file, number, *place, stopped),
        Outcome::Unreadable(reason) => problem(out, file, number, reason),
    }
}

/// Writes why something could not be used.
pub(crate) fn problem(out: &mut String, file: &str, number: Option<usize>, problem: &Problem) {
    line(out, file, number, problem.place, &format_args!("error: {}", problem.message));
}

/// The name of an instance: its file, and its line if each is an instance.
pub(crate) fn name(file: &str, number: Option<usize>) -> String {
    match number {
        Some(number) => format!("{}:{number}", Plain(file)),
        None => Plain(file).to_string(),
    }
}

fn line(
    out: &mut String,
    file: &str,
    number: Option<usize>,
    place: Option<LineColumn>,
    text: &dyn Display,
) {
    let text = Plain(text).to_string();
    let (word, rest) = text.split_at(text.find(':').unwrap_or(text.len()));
    let style = style::of(word);
    // A `String` takes every write.
    let _ = match place.map(|place| in_file(number, place)) {
        Some(LineColumn { line, column }) => write!(out, "{}:{line}:{column}: ", Plain(file)),
        None => write!(out, "{}: ", name(file, number)),
    };
    let _ = writeln!(out, "{style}{word}{style:#}{rest}");
}
