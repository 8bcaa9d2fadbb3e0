//! ECMA-262 regular expressions for JSON Schema: parsed without recursion, matched in metered time.
//!
//! A pattern goes through [`parse`] to a tree in an arena, is measured before its counters are expanded, and becomes a
//! [`Matcher`](jsonbound_program::Matcher) of one of three [`Kind`]s: a literal is compared; a pattern that automata
//! can match is matched in linear time, by a table of states worked out in advance or, where that would be too large,
//! by following all paths at once; look-around and back-references are matched by backtracking, on a stack of our own,
//! with automata for the parts that have one. Every matcher pays a [`Meter`](jsonbound_program::Meter) before it works,
//! amounts that depend on the pattern and the text alone.
//!
//! This crate knows nothing of schemas. It is not a general regular expression library: it says whether a pattern
//! matches somewhere in a text, not where; there are no flags.
//!
//! Properties (`\p{…}`) are those of Unicode 16, as the crate regex-syntax has them; `Changes_When_NFKC_Casefolded`, which
//! it does not have, is refused.
//!
//! Invariant: nothing here recurses on a pattern or a text, and running out is an error, never "no match". The one
//! piece of third-party code that runs, regex-syntax's look-up of a Unicode property, is given flat escapes of
//! bounded length. (The feature `fancy-regex`, off by default, adds an engine that is not ours, and what is said here
//! does not hold for it.)
//!
#![doc = include_str!("../CASES.md")]

mod alphabet;
mod ast;
mod automaton;
mod backtrack;
mod charset;
mod cost;
mod engine;
mod error;
#[cfg(feature = "fancy-regex")]
mod fancy;
mod first;
mod limits;
mod lint;
mod literal;
mod lower;
mod measure;
mod parser;
mod paths;
mod program;
mod simulation;
mod table;
mod unicode;

#[cfg(test)]
mod tests;

pub use ast::{Assertion, Ast, Children, Node, NodeId, SetId};
pub use charset::CharSet;
pub use engine::{Compiled, Ecma, Engine, Kind, NamedMatcher, compile, matchers};
pub use error::{PatternError, PatternErrorKind};
#[cfg(feature = "fancy-regex")]
pub use fancy::FancyEngine;
pub use limits::PatternLimits;
pub use lint::{Lint, LintKind};
pub use parser::{check_syntax, parse};
