//! Measuring one data set.
//!
//! Invariant: an engine that refuses a schema or gives a wrong verdict is not timed, and is not forgotten either.

use std::collections::BTreeMap;
use std::path::Path;

use jsonbound_corpus::Dataset;

use crate::options::Options;
use crate::worker::{Build, Worker};

type Failure = Box<dyn std::error::Error>;

/// A mode and an engine.
pub(crate) type Cell = (String, String);

/// What came out for one engine in one mode.
#[derive(Debug, Clone)]
pub(crate) enum Outcome {
    /// The median of the rounds, and how far the quartiles lie apart, as a part of it. Nanoseconds, or allocations.
    Measured {
        /// The median.
        median: f64,
        /// The distance of the quartiles, as a part of the median.
        spread: f64,
    },
    /// The schema was refused, or a verdict was wrong; why.
    Failed(String),
}

/// What came out for one data set.
pub(crate) type Measured = BTreeMap<Cell, Outcome>;

/// Measures one data set in all modes, with all engines in turn.
pub(crate) fn measure(
    set: &Dataset,
    builds: &[Build],
    options: &Options,
    folder: &Path,
) -> Result<Measured, Failure> {
    let Ok(schema) = &set.schema else { return Ok(Measured::new()) };
    let (schema_path, instances_path) =
        (folder.join("schema.json"), folder.join("instances.jsonl"));
    std::fs::write(&schema_path, schema)?;
    std::fs::write(&instances_path, set.instances.join("\n"))?;
    let mut measured = Measured::new();
    let mut cells = Vec::new();
    let mut workers = Vec::new();
    for build in builds {
        let mut worker = build.start(&schema_path, &instances_path)?;
        let wanted: Vec<Cell> = listed(&mut worker)?
            .into_iter()
            .filter(|(mode, _)| match build.counts {
                true => mode == "validate" || mode == "text",
                false => options.wants(mode),
            })
            .collect();
        let right = right(&mut worker, wanted, &mut measured)?;
        match build.counts {
            true => count(&mut worker, right, &mut measured)?,
            false => {
                cells.extend(right.into_iter().map(|cell| (workers.len(), cell)));
                workers.push(worker);
            }
        }
    }
    let rounds = rounds(&mut workers, &cells, options)?;
    drop(workers);
    for ((_, cell), times) in cells.iter().zip(rounds) {
        measured.insert(cell.clone(), of_rounds(times));
    }
    if options.wants("first") {
        let start = |build: &Build| build.start(&schema_path, &instances_path);
        first_calls(builds, start, options, &mut measured)?;
    }
    Ok(measured)
}

fn listed(worker: &mut Worker) -> Result<Vec<Cell>, Failure> {
    let answer = worker.ask("list")?;
    let pairs = answer.split(' ').filter_map(|pair| pair.split_once('/'));
    Ok(pairs.map(|(mode, engine)| (mode.to_owned(), engine.to_owned())).collect())
}

/// The cells that give what they should; the others are noted.
fn right(
    worker: &mut Worker,
    cells: Vec<Cell>,
    measured: &mut Measured,
) -> Result<Vec<Cell>, Failure> {
    let mut right = Vec::new();
    for (mode, engine) in cells {
        let answer = worker.ask(&format!("verify {mode} {engine}"))?;
        match answer.as_str() {
            "ok" => right.push((mode, engine)),
            _ => drop(measured.insert((mode, engine), Outcome::Failed(answer))),
        }
    }
    Ok(right)
}

/// Times of all cells, in rounds. Each round begins with another cell.
fn rounds(
    workers: &mut [Worker],
    cells: &[(usize, Cell)],
    options: &Options,
) -> Result<Vec<Vec<f64>>, Failure> {
    let mut times = vec![Vec::new(); cells.len()];
    for round in 0..options.rounds {
        for turn in 0..cells.len() {
            let at = (turn + round) % cells.len();
            let (worker, (mode, engine)) = &cells[at];
            let command = format!("run {mode} {engine} {}", options.time.as_nanos());
            times[at].push(workers[*worker].ask_number(&command)?);
        }
    }
    Ok(times)
}

/// Cold calls again, each the first thing that its process does.
fn first_calls(
    builds: &[Build],
    start: impl Fn(&Build) -> Result<Worker, Failure>,
    options: &Options,
    measured: &mut Measured,
) -> Result<(), Failure> {
    let mut times: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for _ in 0..options.rounds.min(5) {
        for build in builds.iter().filter(|build| !build.counts) {
            let engines = listed(&mut start(build)?)?;
            for (_, engine) in engines.into_iter().filter(|(mode, _)| mode == "cold") {
                let failed = measured.get(&("cold".to_owned(), engine.clone()));
                if !matches!(failed, Some(Outcome::Failed(_))) {
                    let time = start(build)?.ask_number(&format!("run cold {engine} 0"))?;
                    times.entry(engine).or_default().push(time);
                }
            }
        }
    }
    for (engine, times) in times {
        measured.insert(("first".to_owned(), engine), of_rounds(times));
    }
    Ok(())
}

/// Allocations, which are the same each time.
fn count(worker: &mut Worker, cells: Vec<Cell>, measured: &mut Measured) -> Result<(), Failure> {
    for (mode, engine) in cells {
        let median = worker.ask_number(&format!("count {mode} {engine}"))?;
        let outcome = Outcome::Measured { median, spread: 0.0 };
        measured.insert((format!("{mode} allocations"), engine), outcome);
    }
    Ok(())
}

fn of_rounds(mut times: Vec<f64>) -> Outcome {
    times.sort_by(f64::total_cmp);
    let quantile = |part: usize| times[(times.len() - 1) * part / 4];
    let median = quantile(2);
    Outcome::Measured { median, spread: (quantile(3) - quantile(1)) / median }
}
