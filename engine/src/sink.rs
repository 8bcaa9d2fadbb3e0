//! Sinks: what becomes of failures.
//!
//! A verdict wants none of them ([`Silent`]: the interpreter stops at the first, and the code for the rest is not even
//! compiled). A report wants all ([`Rows`]): flat rows whose paths are parent links.
//!
//! Invariant: a sink cannot change a verdict, and what it keeps is bounded and paid for: rows by the limit `errors`,
//! path segments by rows and frames times depth, and both by scratch units.

use alloc::vec::Vec;

use jsonbound_program::{BlockId, EdgeId, Exhausted, Program, Section};

use crate::frame::Token;
use crate::fuel::Fuel;
use crate::limits::Limits;

/// Where a path ends in the two trees of segments: instance and evaluation. Zero is the root.
pub(crate) type PathPair = (u32, u32);

/// The height of a report: failures seen, rows kept, segments of both trees.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    seen: u64,
    kept: u32,
    segments: PathPair,
}

/// A segment of a path: the segment before it, and its own step.
pub(crate) struct Segment<T> {
    pub parent: u32,
    pub step: T,
}

/// A failed instruction.
pub(crate) struct Row<'p, P> {
    /// The position of the instruction in the code.
    pub instr: u32,
    pub block: BlockId,
    pub path: P,
    /// The name of the member that the failure is about: one that is missing or not allowed, or the name
    /// that was validated.
    pub name: Option<&'p str>,
    /// Whether `name` itself was validated.
    pub is_name: bool,
    /// A number that the failure is about: branches or items that matched.
    pub number: u64,
}

pub(crate) trait Sink<'p> {
    /// Whether failures are kept, so that evaluation has to go on after one.
    const REPORTS: bool;
    /// A height to go back to.
    type Mark: Copy;
    /// A place in the instance and in the evaluation.
    type Path: Copy + Default;

    /// The section that serves it.
    fn section(program: &Program) -> &Section {
        if Self::REPORTS { program.plain() } else { program.verdicts() }
    }
    /// The height that [`Sink::rewind`] goes back to.
    fn mark(&self) -> Self::Mark;
    /// Drops the rows that came since the mark.
    fn rewind(&mut self, mark: Self::Mark, fuel: &mut Fuel);
    /// Drops the path segments that came since the mark and that no row needs.
    fn leave(&mut self, mark: Self::Mark, fuel: &mut Fuel);
    /// Adds a segment to both paths.
    fn enter(
        &mut self,
        from: Self::Path,
        token: Token<'p>,
        edge: EdgeId,
        fuel: &mut Fuel,
    ) -> Result<Self::Path, Exhausted>;
    /// The member that the last step of a path leads to.
    fn member(&self, path: Self::Path) -> Option<&'p str>;
    /// Keeps a failure.
    fn fail(&mut self, row: Row<'p, Self::Path>, fuel: &mut Fuel) -> Result<(), Exhausted>;
}

/// Keeps nothing, at no cost: its marks and paths are empty, so frames do not carry them.
pub(crate) struct Silent;

impl<'p> Sink<'p> for Silent {
    const REPORTS: bool = false;
    type Mark = ();
    type Path = ();

    fn mark(&self) {}
    fn rewind(&mut self, (): (), _: &mut Fuel) {}
    fn leave(&mut self, (): (), _: &mut Fuel) {}
    fn enter(&mut self, (): (), _: Token<'p>, _: EdgeId, _: &mut Fuel) -> Result<(), Exhausted> {
        Ok(())
    }
    fn member(&self, (): ()) -> Option<&'p str> {
        None
    }
    fn fail(&mut self, _: Row<'p, ()>, _: &mut Fuel) -> Result<(), Exhausted> {
        Ok(())
    }
}

/// Keeps rows for a report.
pub(crate) struct Rows<'p> {
    pub rows: Vec<Row<'p, PathPair>>,
    pub instance: Vec<Segment<Token<'p>>>,
    pub evaluation: Vec<Segment<EdgeId>>,
    seen: u64,
    limit: u64,
}

/// What keeping a row costs, beside its text.
const ROW_STEPS: u64 = 8;

/// What a row, or a path segment, counts for in scratch units.
const ROW_UNITS: u64 = 96;
const SEGMENT_UNITS: u64 = 32;

impl Rows<'_> {
    pub(crate) fn new(limits: &Limits) -> Self {
        Rows {
            rows: Vec::new(),
            instance: Vec::new(),
            evaluation: Vec::new(),
            seen: 0,
            limit: limits.errors.min(u64::from(u32::MAX)),
        }
    }

    /// The scratch units that are held.
    fn units(&self) -> u64 {
        let segments = self.instance.len() + self.evaluation.len();
        self.rows.len() as u64 * ROW_UNITS + segments as u64 * SEGMENT_UNITS
    }

    /// Drops what came since the mark, but for the rows that are kept and the segments that they need.
    fn truncate(&mut self, mark: Mark, kept: usize, fuel: &mut Fuel) {
        let held = self.units();
        self.rows.truncate(kept);
        if self.rows.len() == mark.kept as usize {
            self.instance.truncate(mark.segments.0 as usize);
            self.evaluation.truncate(mark.segments.1 as usize);
        }
        fuel.release(held - self.units());
    }

    /// The failures that were left out.
    pub(crate) fn left_out(&self) -> u64 {
        self.seen - self.rows.len() as u64
    }
}

fn height<T>(stack: &[T]) -> u32 {
    u32::try_from(stack.len()).unwrap_or(u32::MAX)
}

impl<'p> Sink<'p> for Rows<'p> {
    const REPORTS: bool = true;
    type Mark = Mark;
    type Path = PathPair;

    fn mark(&self) -> Mark {
        Mark {
            seen: self.seen,
            kept: height(&self.rows),
            segments: (height(&self.instance), height(&self.evaluation)),
        }
    }

    fn rewind(&mut self, mark: Mark, fuel: &mut Fuel) {
        self.seen = mark.seen;
        self.truncate(mark, mark.kept as usize, fuel);
    }

    fn leave(&mut self, mark: Mark, fuel: &mut Fuel) {
        self.truncate(mark, self.rows.len(), fuel);
    }

    fn enter(
        &mut self,
        from: PathPair,
        token: Token<'p>,
        edge: EdgeId,
        fuel: &mut Fuel,
    ) -> Result<PathPair, Exhausted> {
        fuel.pay(1)?;
        let mut path = from;
        if token != Token::Here {
            fuel.hold(SEGMENT_UNITS)?;
            self.instance.push(Segment { parent: from.0, step: token });
            path.0 = height(&self.instance);
        }
        fuel.hold(SEGMENT_UNITS)?;
        self.evaluation.push(Segment { parent: from.1, step: edge });
        path.1 = height(&self.evaluation);
        Ok(path)
    }

    fn member(&self, path: PathPair) -> Option<&'p str> {
        self.instance.get(path.0.checked_sub(1)? as usize)?.step.member()
    }

    fn fail(&mut self, row: Row<'p, PathPair>, fuel: &mut Fuel) -> Result<(), Exhausted> {
        fuel.pay(ROW_STEPS)?;
        self.seen = self.seen.saturating_add(1);
        if (self.rows.len() as u64) < self.limit {
            fuel.hold(ROW_UNITS)?;
            self.rows.push(row);
        }
        Ok(())
    }
}
