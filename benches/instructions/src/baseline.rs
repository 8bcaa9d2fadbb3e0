//! The regression gate: counts against a baseline.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;

use crate::callgrind;

type Failure = Box<dyn std::error::Error>;

/// How much a count may grow, in percent.
const TOLERANCE: u64 = 3;

fn path() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/baseline.txt"))
}

/// A baseline: what it was taken with, and a count for each piece of work.
#[derive(Default)]
struct Baseline {
    toolchain: String,
    counts: BTreeMap<String, u64>,
}

impl Baseline {
    fn read(text: &str) -> Result<Baseline, Failure> {
        let mut baseline = Baseline::default();
        for line in text.lines() {
            match line.strip_prefix("# taken with ") {
                Some(toolchain) => baseline.toolchain = toolchain.to_owned(),
                None if line.starts_with('#') => {}
                None => {
                    let (name, count) = line.split_once(' ').ok_or("a baseline without counts")?;
                    baseline.counts.insert(name.to_owned(), count.trim().parse()?);
                }
            }
        }
        Ok(baseline)
    }

    fn write(&self) -> String {
        let mut text =
            "# Instructions of fixed work. `check --bless` writes this file.\n".to_owned();
        let _ = writeln!(text, "# taken with {}", self.toolchain);
        for (name, count) in &self.counts {
            let _ = writeln!(text, "{name} {count}");
        }
        text
    }
}

/// Counts, prints a table, and fails if a count has grown by more than the tolerance; or takes a new baseline.
pub(crate) fn check(bless: bool) -> Result<(), Failure> {
    let (names, counts) = callgrind::count(&std::env::current_exe()?, "inputs")?;
    if names.len() != counts.len() {
        return Err(format!("{} names, {} counts", names.len(), counts.len()).into());
    }
    let now = Baseline { toolchain: toolchain()?, counts: names.into_iter().zip(counts).collect() };
    let before = Baseline::read(&std::fs::read_to_string(path()).unwrap_or_default())?;
    let grown = print(&now, &before);
    if bless {
        std::fs::write(path(), now.write())?;
        println!("\nThis is the baseline now.");
        return Ok(());
    }
    if now.toolchain != before.toolchain {
        println!(
            "\nWARNING: the baseline was taken with another toolchain, so nothing is decided.\n  baseline: {}\n  here:     {}\n\
             Counts depend on it. `benches/instructions/check --bless` takes a new baseline.",
            before.toolchain, now.toolchain
        );
        return Ok(());
    }
    match grown {
        0 => Ok(()),
        _ => Err(format!(
            "{grown} counts grew by more than {TOLERANCE} %. If that is the price of something better, say so in the \
             commit and take a new baseline with `benches/instructions/check --bless`."
        )
        .into()),
    }
}

/// Prints the table; gives the number of counts that grew too much, or that the baseline has and nobody else.
fn print(now: &Baseline, before: &Baseline) -> usize {
    println!("{:26} {:>12} {:>12} {:>8}", "work", "baseline", "now", "change");
    let mut grown = 0;
    for (name, &count) in &now.counts {
        let Some(&old) = before.counts.get(name) else {
            println!("{name:26} {:>12} {count:>12} {:>8}", "-", "new");
            continue;
        };
        let change = (count as f64 / old.max(1) as f64 - 1.0) * 100.0;
        let grew = count.saturating_mul(100) > old.saturating_mul(100 + TOLERANCE);
        let mark = if grew { " GREW" } else { "" };
        grown += usize::from(grew);
        println!("{name:26} {old:>12} {count:>12} {change:>+7.1}%{mark}");
    }
    for name in before.counts.keys().filter(|name| !now.counts.contains_key(*name)) {
        println!("{name:26} is in the baseline alone");
        grown += 1;
    }
    grown
}

/// The compiler and the machine's kind.
fn toolchain() -> Result<String, Failure> {
    let output = Command::new("rustc").arg("-vV").output()?;
    let text = String::from_utf8(output.stdout)?;
    let line = |prefix| text.lines().find_map(|line| line.strip_prefix(prefix));
    Ok(format!(
        "{} on {}",
        text.lines().next().unwrap_or_default(),
        line("host: ").unwrap_or_default()
    ))
}
