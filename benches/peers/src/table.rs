//! One table: a mode over all data sets.
//!
//! Times are printed as multiples of the fastest peer's, since no absolute time on a shared machine means much by
//! itself. Below 1 is faster than every peer; where jsonbound is not, it is printed in bold.

#[cfg(test)]
mod tests;

use std::fmt::Write;

use crate::measure::{Measured, Outcome};

/// What a table shows.
pub(crate) struct Spec {
    /// Its heading.
    pub(crate) title: &'static str,
    /// The mode whose measurements it shows.
    pub(crate) mode: &'static str,
    /// What is measured, in a sentence or two.
    pub(crate) note: &'static str,
    /// Engines of jsonbound, the one that the summary quotes first.
    pub(crate) ours: &'static [&'static str],
    /// Engines that they are compared with.
    pub(crate) peers: &'static [&'static str],
}

/// A data set's name and what was measured.
pub(crate) type Row<'a> = (&'a str, &'a Measured);

/// What the summary says of a table.
pub(crate) struct Summary {
    /// The geometric mean of jsonbound's time over the fastest peer's.
    pub(crate) mean: f64,
    /// Data sets where jsonbound was not the fastest.
    pub(crate) losses: usize,
    /// Data sets that were compared.
    pub(crate) compared: usize,
    /// The worst ratio and its data set.
    pub(crate) worst: (f64, String),
}

impl Spec {
    fn outcome<'a>(&self, row: &Row<'a>, engine: &str) -> Option<&'a Outcome> {
        row.1.get(&(self.mode.to_owned(), engine.to_owned()))
    }

    fn time(&self, row: &Row<'_>, engine: &str) -> Option<f64> {
        match self.outcome(row, engine) {
            Some(Outcome::Measured { median, .. }) => Some(*median),
            _ => None,
        }
    }

    /// The time of the fastest peer.
    fn fastest(&self, row: &Row<'_>) -> Option<f64> {
        self.peers.iter().filter_map(|peer| self.time(row, peer)).min_by(f64::total_cmp)
    }

    fn ratio(&self, row: &Row<'_>, engine: &str) -> Option<f64> {
        Some(self.time(row, engine)? / self.fastest(row)?)
    }

    /// The geometric mean of an engine's ratios.
    fn mean(&self, rows: &[Row<'_>], engine: &str) -> Option<f64> {
        let ratios: Vec<f64> = rows.iter().filter_map(|row| self.ratio(row, engine)).collect();
        let logs: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
        (!ratios.is_empty()).then(|| (logs / ratios.len() as f64).exp())
    }

    /// The summary, if anything was compared.
    pub(crate) fn summary(&self, rows: &[Row<'_>]) -> Option<Summary> {
        let first = self.ours.first()?;
        let ratios =
            rows.iter().filter_map(|row| Some((self.ratio(row, first)?, row.0.to_owned())));
        let ratios: Vec<(f64, String)> = ratios.collect();
        Some(Summary {
            mean: self.mean(rows, first)?,
            losses: ratios.iter().filter(|(ratio, _)| *ratio > 1.0).count(),
            compared: ratios.len(),
            worst: ratios.into_iter().max_by(|a, b| a.0.total_cmp(&b.0))?,
        })
    }

    /// The table, with heading and notes.
    pub(crate) fn print(&self, rows: &[Row<'_>]) -> String {
        let engines = || self.ours.iter().chain(self.peers).copied();
        let mut text = format!("### {}\n\n{}", self.title, self.note);
        if let Some(spread) = self.spread(rows) {
            let _ =
                write!(text, " Half of the rounds lie within {:.1} % (median).", spread * 100.0);
        }
        let _ = write!(text, "\n\n| data set | ns |");
        for engine in engines() {
            let _ = write!(text, " {engine} |");
        }
        let _ = write!(text, "\n| --- | ---: |{}", " ---: |".repeat(engines().count()));
        for row in rows {
            let ours = self.ours.first().and_then(|engine| self.time(row, engine));
            let nanos = ours.map_or("-".to_owned(), |time| format!("{time:.0}"));
            let _ = write!(text, "\n| {} | {nanos} |", row.0);
            for engine in engines() {
                let _ = write!(text, " {} |", self.cell(row, engine));
            }
        }
        let _ = write!(text, "\n| *geometric mean* | |");
        for engine in engines() {
            let mean = self.mean(rows, engine);
            let _ = write!(
                text,
                " {} |",
                mean.map_or("-".to_owned(), |mean| self.number(mean, engine))
            );
        }
        text.push('\n');
        text.push_str(&self.failures(rows));
        text
    }

    /// What was not measured, and why.
    fn failures(&self, rows: &[Row<'_>]) -> String {
        let mut text = String::new();
        for row in rows {
            for engine in self.ours.iter().chain(self.peers) {
                if let Some(Outcome::Failed(why)) = self.outcome(row, engine) {
                    let why: String = why.chars().take(240).collect();
                    let _ = write!(text, "\n- {}, {engine}: {why}", row.0);
                }
            }
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }

    fn cell(&self, row: &Row<'_>, engine: &str) -> String {
        match self.outcome(row, engine) {
            None => "-".to_owned(),
            Some(Outcome::Failed(why)) => why.split(' ').next().unwrap_or_default().to_owned(),
            Some(Outcome::Measured { .. }) => self
                .ratio(row, engine)
                .map_or("alone".to_owned(), |ratio| self.number(ratio, engine)),
        }
    }

    /// A ratio; in bold if it is a loss of ours.
    fn number(&self, ratio: f64, engine: &str) -> String {
        match ratio > 1.0 && self.ours.contains(&engine) {
            true => format!("**{ratio:.2}**"),
            false => format!("{ratio:.2}"),
        }
    }

    /// The median of all spreads.
    fn spread(&self, rows: &[Row<'_>]) -> Option<f64> {
        let engines = || self.ours.iter().chain(self.peers);
        let all = rows.iter().flat_map(|row| engines().map(|engine| self.outcome(row, engine)));
        let mut spreads: Vec<f64> = all
            .filter_map(|outcome| match outcome {
                Some(Outcome::Measured { spread, .. }) => Some(*spread),
                _ => None,
            })
            .collect();
        spreads.sort_by(f64::total_cmp);
        spreads.get(spreads.len() / 2).copied()
    }

    /// A table of numbers as they are, for what can be zero.
    pub(crate) fn print_absolute(&self, rows: &[Row<'_>]) -> String {
        let engines = || self.ours.iter().chain(self.peers).copied();
        let mut text = format!("### {}\n\n{}\n\n| data set |", self.title, self.note);
        for engine in engines() {
            let _ = write!(text, " {engine} |");
        }
        let _ = write!(text, "\n| --- |{}", " ---: |".repeat(engines().count()));
        for row in rows {
            let _ = write!(text, "\n| {} |", row.0);
            for engine in engines() {
                let number = self.time(row, engine);
                let _ = write!(text, " {} |", number.map_or("-".to_owned(), |n| format!("{n:.1}")));
            }
        }
        text.push('\n');
        text
    }
}
