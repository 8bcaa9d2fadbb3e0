//! What charging costs: the same validations in a build that charges and in one that does not.

use std::path::Path;

use crate::callgrind;

type Failure = Box<dyn std::error::Error>;

/// Compares this build with one that was made with `--cfg jsonbound_unmetered`.
pub(crate) fn compare(unmetered: &Path) -> Result<(), Failure> {
    let (names, with) = counts(&std::env::current_exe()?, "metered")?;
    let (others, without) = counts(unmetered, "unmetered")?;
    if names != others || names.len() != with.len() || names.len() != without.len() {
        return Err("the two builds did not do the same work".into());
    }
    println!("{:28} {:>14} {:>14} {:>9}", "data set", "metered", "unmetered", "overhead");
    let mut logs = 0.0;
    for ((name, &with), &without) in names.iter().zip(&with).zip(&without) {
        let ratio = with as f64 / without.max(1) as f64;
        logs += ratio.ln();
        println!("{name:28} {with:>14} {without:>14} {:>+8.1}%", (ratio - 1.0) * 100.0);
    }
    let mean = (logs / names.len().max(1) as f64).exp();
    println!("{:28} {:>14} {:>14} {:>+8.1}%", "geometric mean", "", "", (mean - 1.0) * 100.0);
    Ok(())
}

fn counts(program: &Path, kind: &str) -> Result<(Vec<String>, Vec<u64>), Failure> {
    let (mut lines, counts) = callgrind::count(program, "sets")?;
    if lines.is_empty() || lines.remove(0) != kind {
        return Err(format!("{} is no {kind} build", program.display()).into());
    }
    Ok((lines, counts))
}
