//! The command line of `jsonbound`: `validate`, `inspect` and `bowtie`.
//!
//! Everything that reads files, or writes anything, is here: the library has no such code. What is not here is any
//! rule of JSON Schema.
//!
//! Invariant: whatever the input, the program ends with one of the statuses in [`status`], and standard output holds
//! nothing but answers.

mod args;
mod bowtie;
mod escape;
mod help;
mod input;
mod inspect;
mod json;
mod outcome;
mod output;
mod pretty;
mod progress;
mod schema;
mod stats;
mod status;
mod style;
mod validate;

use std::process::ExitCode;

fn main() -> ExitCode {
    match args::parse() {
        Ok(args::Command::Validate(args)) => validate::run(&args).into(),
        Ok(args::Command::Inspect(args)) => inspect::run(&args).into(),
        Ok(args::Command::Bowtie(args)) => bowtie::run(&args).into(),
        Err(code) => code,
    }
}
