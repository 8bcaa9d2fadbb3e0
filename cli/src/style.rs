//! Colours, which the streams of [`output`](crate::output) drop where they are not wanted.
//!
//! Invariant: a colour only repeats what a word says.

use anstyle::{AnsiColor, Style};

/// Titles of parts.
pub(crate) const TITLE: Style = Style::new().bold();
/// What is there to explain something else.
pub(crate) const ASIDE: Style = Style::new().dimmed();
/// What is as it should be.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// What is not.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
/// What met a limit.
pub(crate) const LIMIT: Style = AnsiColor::Yellow.on_default().bold();

/// The style of the word that begins an answer.
pub(crate) fn of(word: &str) -> Style {
    match word {
        "valid" => GOOD,
        "stopped" => LIMIT,
        _ => BAD,
    }
}
