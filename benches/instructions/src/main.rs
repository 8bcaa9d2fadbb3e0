//! Counts the instructions of fixed work, under callgrind: unlike times, they hardly change from run to run.
//!
//! `check` compares the counts of self-made inputs with a baseline, `metering` those of real data with and without
//! charges. Both start this program again under callgrind, with `inputs` or `sets`, which do the work and print its
//! names in order.

mod baseline;
mod callgrind;
#[path = "../../inputs/mod.rs"]
mod inputs;
mod metering;
mod work;

const USAGE: &str = "\
usage: benches/instructions/check [--bless]
       benches/instructions/metering";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["check"] => baseline::check(false),
        ["check", "--bless"] => baseline::check(true),
        ["metering", unmetered] => metering::compare(unmetered.as_ref()),
        ["inputs"] => work::inputs(),
        ["sets"] => work::sets(),
        _ => Err(USAGE.into()),
    }
}
