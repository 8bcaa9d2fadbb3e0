//! The matcher of last resort for patterns without look-around and back-references: all paths at once, character by
//! character.
//!
//! It serves patterns whose table of states would be too large. Time is at most text times instructions, and is paid
//! for as it is spent: what is spent depends on the pattern and the text alone. How far the paths at one position
//! branch is known only when they are followed, so at most one pass over the program is ever owed. Invariant: the
//! cache holds nothing from one match to the next but memory.

use jsonbound_program::{Cache, Exhausted, Matcher, Meter};

use crate::cost;
use crate::paths::Paths;
use crate::program::Program;

#[derive(Debug)]
pub(crate) struct Simulation {
    program: Program,
    anchored: bool,
}

impl Simulation {
    pub(crate) fn new(program: Program) -> Self {
        let anchored = program.code().is_anchored();
        Self { program, anchored }
    }

    fn run(&self, text: &str, paths: &mut Paths, meter: &mut dyn Meter) -> Result<bool, Exhausted> {
        let code = self.program.code();
        paths.reset(code.insts.len());
        paths.ahead.push(0);
        let mut before = None;
        let mut chars = text.chars();
        loop {
            let after = chars.next();
            meter.pay(cost::follow(paths.ahead.len()))?;
            if paths.close(code, before, after) {
                return Ok(true);
            }
            let Some(c) = after else { return Ok(false) };
            meter.pay(cost::consume(paths.visited(), c))?;
            paths.consume(code, c);
            if !self.anchored {
                paths.ahead.push(0);
            } else if paths.ahead.is_empty() {
                return Ok(false);
            }
            before = after;
        }
    }
}

impl Matcher for Simulation {
    fn cache(&self) -> Cache {
        Box::new(Paths::default())
    }

    fn is_match(
        &self,
        text: &str,
        cache: &mut Cache,
        meter: &mut dyn Meter,
    ) -> Result<bool, Exhausted> {
        let units = cost::PATH_UNITS * self.program.insts.len() as u64;
        if !cache.is::<Paths>() {
            *cache = self.cache();
        }
        let Some(paths) = cache.downcast_mut() else { return Ok(false) };
        meter.hold(units)?;
        let outcome = self.run(text, paths, meter);
        meter.release(units);
        outcome
    }
}
