//! The command line.

use std::time::Duration;

/// How to use it.
pub(crate) const USAGE: &str = "\
usage: benches/peers/run [--quick] [--write] [--rounds N] [--millis N] [--modes A,B] [--only A,B] [--build A,B]

  --quick       about a minute: few rounds, validate and text alone, no allocations
  --write       put the tables into BENCHMARKS.md as well
  --rounds N    rounds; the median of them counts (9)
  --millis N    processor time of one engine in one round, in milliseconds (4)
  --modes A,B   of validate, text, compile, cold, first, small, parse, allocations
  --only A,B    data sets whose names contain one of these
  --build A,B   build these of the workers anew: sorted, ordered, parsers, allocations; `none` takes all as they are";

/// What to measure.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    /// Put the tables into the document.
    pub(crate) write: bool,
    /// How often each engine is measured.
    pub(crate) rounds: usize,
    /// Processor time of one measurement.
    pub(crate) time: Duration,
    modes: Vec<String>,
    only: Vec<String>,
    build: Vec<String>,
}

impl Options {
    /// Reads the arguments.
    pub(crate) fn from_arguments(
        mut arguments: impl Iterator<Item = String>,
    ) -> Result<Options, String> {
        let mut options = Options {
            write: false,
            rounds: 9,
            time: Duration::from_millis(4),
            modes: Vec::new(),
            only: Vec::new(),
            build: Vec::new(),
        };
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value"));
            let names = |list: String| list.split(',').map(str::to_owned).collect();
            match argument.as_str() {
                "--quick" => {
                    options.rounds = 3;
                    options.time = Duration::from_millis(2);
                    options.modes = vec!["validate".to_owned(), "text".to_owned()];
                }
                "--write" => options.write = true,
                "--rounds" => options.rounds = number(&value()?)?,
                "--millis" => options.time = Duration::from_millis(number(&value()?)?),
                "--modes" => options.modes = names(value()?),
                "--only" => options.only = names(value()?),
                "--build" => options.build = names(value()?),
                "--help" => return Err(USAGE.to_owned()),
                other => return Err(format!("unknown argument {other}\n{USAGE}")),
            }
        }
        Ok(options)
    }

    /// Whether this mode is asked for.
    pub(crate) fn wants(&self, mode: &str) -> bool {
        self.modes.is_empty() || self.modes.iter().any(|wanted| wanted == mode)
    }

    /// Whether a worker with these features is to be built anew.
    pub(crate) fn builds(&self, features: &str) -> bool {
        let named = |wanted: &String| features.split(',').next_back() == Some(wanted);
        self.build.is_empty() || self.build.iter().any(named)
    }

    /// Whether this data set is asked for.
    pub(crate) fn wants_set(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|part| name.contains(part.as_str()))
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{text} is not a number"))
}
