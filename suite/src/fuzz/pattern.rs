//! Patterns: compiled within their limits, matched alike by all matchers, at prices that are bounded and the same each
//! time.

use std::sync::Arc;

use jsonbound_pattern::{
    Compiled, PatternError, PatternErrorKind, PatternLimits, check_syntax, compile, matchers,
};
use jsonbound_program::{Cache, Exhausted, Matcher, Meter};

use super::chosen;
use crate::generate::patterns;
use crate::oracle;

/// Reads a pattern and texts. Bytes that begin with `/` are a line of pattern and then lines of text; any other choose
/// what is generated.
pub fn read(bytes: &[u8]) -> (String, Vec<String>) {
    let Some(text) = bytes.strip_prefix(b"/") else { return patterns(bytes) };
    let text = String::from_utf8_lossy(text);
    let mut lines = text.split('\n').map(str::to_owned);
    (lines.next().unwrap_or_default(), lines.take(4).collect())
}

/// Compiles the pattern that the bytes are, or choose, and matches the texts.
///
/// # Panics
///
/// On a broken promise.
pub fn body(bytes: &[u8]) {
    let (pattern, texts) = read(bytes);
    let limits = PatternLimits::untrusted();
    let syntax = check_syntax(&pattern, &limits);
    let compiled = match compile(&pattern, &limits) {
        Ok(compiled) => compiled,
        Err(error) => return refused(&pattern, &error, syntax.err().as_ref()),
    };
    assert_eq!(syntax, Ok(()), "`{pattern}`");
    exact(&pattern, &compiled);
    let matchers = matchers(&pattern, &limits).expect("it has compiled before");
    let mut caches: Vec<Cache> = matchers.iter().map(|(_, matcher)| matcher.cache()).collect();
    for (salt, text) in (0u64..).zip(&texts) {
        let all = matchers.iter().zip(&mut caches);
        let answers = all.map(|((name, matcher), cache)| {
            let found = metered(matcher, cache, text);
            prices(&found, name, &compiled, text);
            lowered(matcher, cache, text, &found, chosen(bytes, salt));
            (*name, found.answer)
        });
        let answers: Vec<_> = answers.filter_map(|(name, answer)| Some((name, answer?))).collect();
        if let Some((_, first)) = answers.first() {
            assert!(
                answers.iter().all(|(_, answer)| answer == first),
                "`{pattern}` on {text:?}: {answers:?}"
            );
            judged(&pattern, &compiled, text, *first);
        }
    }
}

/// An error is one line about a place in the pattern; what is wrong with its syntax is so without data, too.
fn refused(pattern: &str, error: &PatternError, syntax: Option<&PatternError>) {
    assert!(pattern.is_char_boundary(error.offset()), "`{pattern}`: {error}");
    assert!(!error.to_string().chars().any(char::is_control), "{error:?}");
    match error.kind() {
        // A limit may be met before anything else is seen, and only with data.
        PatternErrorKind::Limit { .. } => {}
        _ => assert_eq!(syntax, Some(error), "`{pattern}`"),
    }
}

/// What a pattern says that it uses of the limits is what it needs.
fn exact(pattern: &str, compiled: &Compiled) {
    let mut limits = PatternLimits::untrusted();
    limits.bytes = pattern.len() as u64;
    limits.program = compiled.states;
    limits.nesting = compiled.nesting;
    limits.ranges = compiled.ranges;
    let again = compile(pattern, &limits).expect("as much as it used is enough");
    assert_eq!((again.states, again.kind), (compiled.states, compiled.kind), "`{pattern}`");
    assert_eq!((again.nesting, again.ranges), (compiled.nesting, compiled.ranges), "`{pattern}`");
    assert_eq!(again.lints, compiled.lints, "`{pattern}`");
    for name in ["pattern_bytes", "pattern_program", "pattern_nesting", "pattern_ranges"] {
        let mut less = limits;
        let limit = match name {
            "pattern_bytes" => &mut less.bytes,
            "pattern_program" => &mut less.program,
            "pattern_nesting" => &mut less.nesting,
            _ => &mut less.ranges,
        };
        let Some(fewer) = limit.checked_sub(1) else { continue };
        *limit = fewer;
        let error = compile(pattern, &less).expect_err("one less is not enough");
        assert_eq!(error.code(), name, "`{pattern}`");
    }
}

/// The steps under which all is tried. Backtracking may need more.
const STEPS: u64 = 20_000;

/// A budget that counts.
struct Budget {
    steps: u64,
    spent: u64,
    held: u64,
}

impl Meter for Budget {
    fn pay(&mut self, steps: u64) -> Result<(), Exhausted> {
        let spent = self.spent.checked_add(steps).ok_or(Exhausted)?;
        if spent > self.steps {
            return Err(Exhausted);
        }
        self.spent = spent;
        Ok(())
    }

    fn hold(&mut self, units: u64) -> Result<(), Exhausted> {
        self.held = self.held.checked_add(units).ok_or(Exhausted)?;
        Ok(())
    }

    fn release(&mut self, units: u64) {
        self.held = self.held.checked_sub(units).expect("what is released was held");
    }
}

/// What a match came to.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    /// Whether it matches; `None` if it ran out.
    answer: Option<bool>,
    spent: u64,
}

fn run(matcher: &Arc<dyn Matcher>, cache: &mut Cache, text: &str, steps: u64) -> Found {
    let mut budget = Budget { steps, spent: 0, held: 0 };
    let answer = matcher.is_match(text, cache, &mut budget).ok();
    assert_eq!(budget.held, 0, "{matcher:?} keeps scratch memory");
    Found { answer, spent: budget.spent }
}

/// A match with a cache that was used before, which is the same with a new one.
fn metered(matcher: &Arc<dyn Matcher>, cache: &mut Cache, text: &str) -> Found {
    let found = run(matcher, cache, text, STEPS);
    assert_eq!(run(matcher, &mut matcher.cache(), text, STEPS), found, "{matcher:?} on {text:?}");
    found
}

/// Prices are bounded: without backtracking by the text, times the states at most.
fn prices(found: &Found, name: &str, compiled: &Compiled, text: &str) {
    let places = text.len() as u64 + 1;
    let most = match name {
        "literal" => places + compiled.states,
        "table" => places,
        // At most six instructions a state, at most five halves of a step each.
        "simulation" => places * (16 + 15 * compiled.states),
        _ => STEPS,
    };
    let most = most.min(STEPS);
    assert!(found.spent > 0 || found.answer.is_none(), "{name} is free on {text:?}");
    assert!(found.spent <= most, "{name}: {found:?} on {text:?}");
    assert!(found.answer.is_some() || most >= STEPS, "{name} runs out on {text:?}");
}

/// With fewer steps there is no answer; with as many, the same.
fn lowered(matcher: &Arc<dyn Matcher>, cache: &mut Cache, text: &str, found: &Found, chosen: u64) {
    if found.answer.is_none() {
        return;
    }
    assert_eq!(run(matcher, cache, text, found.spent), *found, "{matcher:?} on {text:?}");
    if let Some(fewer) = chosen.checked_rem(found.spent) {
        let stopped = run(matcher, cache, text, fewer);
        assert_eq!(stopped.answer, None, "{matcher:?} on {text:?} with {fewer} of {found:?}");
    }
}

/// Another engine says the same, where it speaks the language: a reference to what captured nothing is not the same
/// there, nor is what Annex B reads.
fn judged(pattern: &str, compiled: &Compiled, text: &str, answer: bool) {
    let refers = (b'1'..=b'9').any(|digit| pattern.contains(&*format!("\\{}", char::from(digit))));
    // A large set many times is what the other engine takes long to compile.
    let large = compiled.states.saturating_mul(compiled.ranges) > 10_000;
    if refers || large || pattern.contains(r"\k") || !compiled.lints.is_empty() {
        return;
    }
    if let Ok(theirs) = oracle::pattern::matches(pattern, text) {
        assert_eq!(answer, theirs, "`{pattern}` on {text:?}");
    }
}
