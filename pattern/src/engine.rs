//! Compiling: the trait through which a host may bring its own engine, and the engine that is here.
//!
//! Invariant: a pattern is refused or compiled by the pattern and the limits alone, and compiled the same way under all
//! limits that admit it.

use std::fmt;
use std::sync::Arc;

use jsonbound_program::Matcher;

use crate::alphabet::Alphabet;
use crate::ast::Ast;
use crate::backtrack::Backtracker;
use crate::error::{PatternError, PatternErrorKind};
use crate::limits::PatternLimits;
use crate::lint::Lint;
use crate::literal::Literal;
use crate::lower::{lower, lower_metered};
use crate::measure::Measure;
use crate::parser::parse;
use crate::simulation::Simulation;
use crate::table::Table;

/// What turns patterns into matchers.
///
/// Another engine promises what [`Matcher`] promises: it pays before it works, and running out is never an answer.
pub trait Engine: fmt::Debug + Send + Sync + 'static {
    /// Compiles a pattern that is to be found anywhere in a text.
    fn compile(&self, pattern: &str, limits: &PatternLimits) -> Result<Compiled, PatternError>;
}

/// The default engine: [`compile`] as a value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ecma;

impl Engine for Ecma {
    fn compile(&self, pattern: &str, limits: &PatternLimits) -> Result<Compiled, PatternError> {
        compile(pattern, limits)
    }
}

/// How a pattern is matched, and so what a match may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// By comparing or searching bytes.
    Literal,
    /// In time linear in the text, times the size of the pattern at most.
    Linear,
    /// By backtracking: as long as the meter pays.
    Metered,
}

/// A compiled pattern. Cheap to clone.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Compiled {
    /// What matches it.
    pub matcher: Arc<dyn Matcher>,
    /// Its size in the states that `pattern_program` limits, for a limit on the total.
    pub states: u64,
    /// Its groups inside one another, which `pattern_nesting` limits.
    pub nesting: u64,
    /// The code point ranges that it took to read, which `pattern_ranges` limits.
    pub ranges: u64,
    /// How it is matched.
    pub kind: Kind,
    /// What is valid without the `u` flag only, in the order of the pattern; empty for a pattern that is strict.
    pub lints: Vec<Lint>,
}

impl Compiled {
    /// What an [`Engine`] makes. Nothing is said of nesting and ranges, and there are no lints.
    pub fn new(matcher: Arc<dyn Matcher>, states: u64, kind: Kind) -> Self {
        Self { matcher, states, nesting: 0, ranges: 0, kind, lints: Vec::new() }
    }
}

/// Compiles a pattern: a regular expression of ECMA-262 (edition 2024), section 22.2, with the `u` flag and no other,
/// as JSON Schema 2020-12 wants it (core, section 6.4).
///
/// Texts are sequences of code points. Some patterns that are valid without the flag only, as schemas in use hold them,
/// have the meaning that Annex B gives them: `\-` and other escaped ASCII punctuation, lone `]`, `{` and `}`, a class
/// escape as the end of a range, a quantified look-ahead. [`Compiled::lints`] lists them.
///
/// The work is bounded by the limits: the size of the program is known before it is built.
///
/// ```
/// use jsonbound_pattern::{Kind, PatternLimits, compile};
/// use jsonbound_program::{Exhausted, Meter};
///
/// struct Steps(u64);
/// impl Meter for Steps {
///     fn pay(&mut self, steps: u64) -> Result<(), Exhausted> {
///         self.0 = self.0.checked_sub(steps).ok_or(Exhausted)?;
///         Ok(())
///     }
///     fn hold(&mut self, _units: u64) -> Result<(), Exhausted> {
///         Ok(())
///     }
///     fn release(&mut self, _units: u64) {}
/// }
///
/// let date = compile(r"^\d{4}-\d\d-\d\d$", &PatternLimits::untrusted())?;
/// assert_eq!(date.kind, Kind::Linear);
/// let mut cache = date.matcher.cache();
/// assert_eq!(date.matcher.is_match("2024-02-29", &mut cache, &mut Steps(100)), Ok(true));
/// assert_eq!(date.matcher.is_match("29.2.2024", &mut cache, &mut Steps(100)), Ok(false));
/// assert_eq!(date.matcher.is_match("2024-02-29", &mut cache, &mut Steps(0)), Err(Exhausted));
/// # Ok::<(), jsonbound_pattern::PatternError>(())
/// ```
pub fn compile(pattern: &str, limits: &PatternLimits) -> Result<Compiled, PatternError> {
    let mut ast = parse(pattern, limits)?;
    let (lints, nesting, ranges) = (std::mem::take(&mut ast.lints), ast.nesting(), ast.ranges());
    let measure = Measure::of(&ast);
    let states = measure.get(ast.root()).states;
    let limit = limits.program.min(PatternLimits::MAX_STATES);
    if states > limit {
        let kind = PatternErrorKind::Limit { name: "pattern_program", limit, found: states };
        return Err(PatternError::new(kind, 0));
    }
    let (matcher, kind) = matcher(ast, &measure);
    Ok(Compiled { matcher, states, nesting, ranges, kind, lints })
}

/// A matcher and its name.
pub type NamedMatcher = (&'static str, Arc<dyn Matcher>);

/// All matchers that a pattern could have, by name, for tests that compare them: `literal`, `table`, `simulation`,
/// `backtracker` and `backtracker without automata`, of which [`compile`] chooses the first that there is. (What matches every text is a literal there.)
///
/// Fails as [`compile`] does.
pub fn matchers(pattern: &str, limits: &PatternLimits) -> Result<Vec<NamedMatcher>, PatternError> {
    compile(pattern, limits)?;
    let ast = parse(pattern, limits)?;
    let measure = Measure::of(&ast);
    let mut all: Vec<NamedMatcher> = Vec::new();
    if let Some(literal) = Literal::of(&ast) {
        all.push(("literal", Arc::new(literal)));
    }
    if !measure.metered {
        let program = lower(ast.clone(), &measure);
        let alphabet = Alphabet::of(&ast);
        let table = alphabet.and_then(|alphabet| Table::of(&program, alphabet));
        all.extend(table.map(|table| ("table", Arc::new(table) as Arc<dyn Matcher>)));
        all.push(("simulation", Arc::new(Simulation::new(program))));
    }
    let program = lower_metered(ast.clone(), &measure, Alphabet::of(&ast));
    all.push(("backtracker", Arc::new(Backtracker::new(program))));
    let program = lower_metered(ast, &measure, None);
    all.push(("backtracker without automata", Arc::new(Backtracker::new(program))));
    Ok(all)
}

/// The cheapest matcher that can match the pattern.
fn matcher(ast: Ast, measure: &Measure) -> (Arc<dyn Matcher>, Kind) {
    if let Some(literal) = Literal::of(&ast) {
        return (Arc::new(literal), Kind::Literal);
    }
    let alphabet = Alphabet::of(&ast);
    if measure.metered {
        let program = lower_metered(ast, measure, alphabet);
        return (Arc::new(Backtracker::new(program)), Kind::Metered);
    }
    let program = lower(ast, measure);
    match alphabet.and_then(|alphabet| Table::of(&program, alphabet)) {
        Some(table) if table.is_always() => (Arc::new(Literal::always()), Kind::Literal),
        Some(table) => (Arc::new(table), Kind::Linear),
        None => (Arc::new(Simulation::new(program)), Kind::Linear),
    }
}
