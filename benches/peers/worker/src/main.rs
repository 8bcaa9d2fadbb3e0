//! Measures some implementations over one data set.
//!
//! `worker SCHEMA INSTANCES` reads a schema in 2020-12 and instances, one a line, and then obeys the lines of standard
//! input, each with one line of standard output:
//!
//! ```text
//! list                    mode/engine ...      what this build can measure
//! verify MODE ENGINE      ok | wrong N of M | refused WHY
//! run MODE ENGINE NANOS   nanoseconds of this thread for one unit, over about so many in all
//! count MODE ENGINE       allocations for one unit
//! ```
//!
//! A unit is one instance, one compilation or one call. Nothing is compiled or parsed before the command that needs
//! it, so that the first command of a process is a cold one.

// Each build uses the part that its feature names.
#![allow(dead_code)]

mod engines;
mod modes;

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::time::Duration;

use engines::{ENGINES, Engine};
use modes::{Data, Mode, Task};
use rustix::time::{ClockId, clock_gettime};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(schema), Some(instances)) = (arguments.next(), arguments.next()) else {
        return Err("usage: worker SCHEMA INSTANCES".into());
    };
    let data = Data {
        schema: std::fs::read_to_string(schema)?,
        texts: std::fs::read_to_string(instances)?.lines().map(str::to_owned).collect(),
    };
    let mut session = Session { data: &data, tasks: HashMap::new() };
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split(' ').collect();
        writeln!(io::stdout(), "{}", session.answer(&words)?)?;
        io::stdout().flush()?;
    }
    Ok(())
}

/// A task and how often it is run for one measurement.
struct Ready<'d> {
    task: Task<'d>,
    passes: u64,
}

struct Session<'d> {
    data: &'d Data,
    tasks: HashMap<(Mode, &'static str), Result<Ready<'d>, String>>,
}

impl<'d> Session<'d> {
    fn answer(&mut self, words: &[&str]) -> Result<String, String> {
        let number = |word: &str| word.parse::<u64>().map_err(|error| format!("{word}: {error}"));
        match words {
            ["list"] => Ok(list()),
            ["verify", mode, engine] => Ok(self.verify(mode, engine)?),
            ["run", mode, engine, nanos] => self.run(mode, engine, number(nanos)?),
            ["count", mode, engine] => self.count(mode, engine),
            _ => Err(format!("unknown command: {}", words.join(" "))),
        }
    }

    fn ready(
        &mut self,
        mode: &str,
        engine: &str,
    ) -> Result<&mut Result<Ready<'d>, String>, String> {
        let mode = Mode::named(mode).ok_or_else(|| format!("unknown mode: {mode}"))?;
        let Engine { name, prepare, .. } = ENGINES
            .iter()
            .find(|known| known.name == engine && known.modes.contains(&mode))
            .ok_or_else(|| format!("unknown engine: {engine}"))?;
        let data = self.data;
        Ok(self
            .tasks
            .entry((mode, name))
            .or_insert_with(|| Ok(Ready { task: prepare(mode, data)?, passes: 0 })))
    }

    fn verify(&mut self, mode: &str, engine: &str) -> Result<String, String> {
        Ok(match self.ready(mode, engine)? {
            Err(why) => format!("refused {}", why.replace(['\n', '\r'], " ")),
            Ok(Ready { task, .. }) => match (task.pass)() {
                valid if valid == task.units => "ok".to_owned(),
                _ if task.units == 1 => "refused".to_owned(),
                valid => format!("wrong {} of {}", task.units - valid, task.units),
            },
        })
    }

    fn run(&mut self, mode: &str, engine: &str, nanos: u64) -> Result<String, String> {
        let Ready { task, passes } =
            self.ready(mode, engine)?.as_mut().map_err(|why| why.clone())?;
        if *passes == 0 {
            // The first pass is the warm-up, and says how many make a measurement.
            let once = timed(task, 1).max(1);
            *passes = if nanos == 0 { 1 } else { nanos.div_ceil(once).max(1) };
            if nanos == 0 {
                return Ok(per_unit(once, task.units));
            }
        }
        let passes = *passes;
        Ok(per_unit(timed(task, passes), task.units * passes))
    }

    #[cfg(feature = "allocations")]
    fn count(&mut self, mode: &str, engine: &str) -> Result<String, String> {
        let Ready { task, .. } = self.ready(mode, engine)?.as_mut().map_err(|why| why.clone())?;
        (task.pass)();
        let info = allocation_counter::measure(|| {
            (task.pass)();
        });
        Ok(per_unit(info.count_total, task.units))
    }

    #[cfg(not(feature = "allocations"))]
    fn count(&mut self, _: &str, _: &str) -> Result<String, String> {
        Err("this build does not count".to_owned())
    }
}

fn list() -> String {
    let pairs = ENGINES.iter().flat_map(|engine| {
        engine.modes.iter().map(|mode| format!("{}/{}", mode.name(), engine.name))
    });
    pairs.collect::<Vec<_>>().join(" ")
}

fn per_unit(total: u64, units: u64) -> String {
    format!("{:.3}", total as f64 / units.max(1) as f64)
}

/// Nanoseconds of this thread for so many passes.
fn timed(task: &mut Task<'_>, passes: u64) -> u64 {
    let begin = clock();
    for _ in 0..passes {
        std::hint::black_box((task.pass)());
    }
    let taken = clock().saturating_sub(begin);
    u64::try_from(taken.as_nanos()).unwrap_or(u64::MAX)
}

fn clock() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}
