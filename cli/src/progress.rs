//! A progress bar on standard error, for long batches that somebody watches.
//!
//! Invariant: there is none unless standard error is a terminal and nothing else writes to a terminal line by line.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::{Format, Validate};

/// Batches that are done sooner show nothing.
const PATIENCE: Duration = Duration::from_secs(1);

const WITH_TOTAL: &str = "{bar:32} {bytes}/{total_bytes}  {bytes_per_sec}  {eta} left";
const WITHOUT_TOTAL: &str = "{spinner} {bytes}  {bytes_per_sec}";

/// The bar, if there is one.
pub(crate) struct Progress(Option<Bar>);

struct Bar {
    bar: ProgressBar,
    since: Instant,
    shown: bool,
}

impl Progress {
    /// A bar for the instances that the arguments name, if one is of use.
    pub(crate) fn new(args: &Validate) -> Progress {
        let answers = args.output != Format::Quiet && io::stdout().is_terminal();
        if answers || args.stats || !io::stderr().is_terminal() {
            return Progress(None);
        }
        let (total, template) = match total(&args.instances) {
            Some(bytes) => (Some(bytes), WITH_TOTAL),
            None => (None, WITHOUT_TOTAL),
        };
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        bar.set_style(
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        Progress(Some(Bar { bar, since: Instant::now(), shown: false }))
    }

    /// Counts bytes that were read.
    pub(crate) fn add(&mut self, bytes: usize) {
        let Some(Bar { bar, since, shown }) = &mut self.0 else { return };
        if !*shown && since.elapsed() > PATIENCE {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            *shown = true;
        }
        bar.inc(bytes as u64);
    }

    /// Has something else written to the terminal, above the bar.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(Bar { bar, shown: true, .. }) => bar.suspend(write),
            _ => write(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(Bar { bar, .. }) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// The bytes of all files, if all are files.
fn total(files: &[PathBuf]) -> Option<u64> {
    files.iter().try_fold(0u64, |sum, file| {
        let file = file.metadata().ok().filter(|file| file.is_file())?;
        Some(sum.saturating_add(file.len()))
    })
}
