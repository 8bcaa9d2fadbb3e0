//! Patterns that are a literal, with or without `^` and `$`: no machine at all.
//!
//! Invariant: a pattern is taken only if comparing bytes is its whole meaning, which holds because UTF-8 is
//! self-synchronising.

use jsonbound_program::{Cache, Exhausted, Matcher, Meter};

use crate::ast::{Assertion, Ast, Node};
use crate::cost;

/// A literal and where it may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Literal {
    text: Box<str>,
    /// Only at the start.
    start: bool,
    /// Only at the end.
    end: bool,
}

impl Literal {
    /// What every text contains.
    pub(crate) fn always() -> Self {
        Self { text: "".into(), start: false, end: false }
    }

    /// The literal that a pattern is, if it is one.
    pub(crate) fn of(ast: &Ast) -> Option<Self> {
        let terms = match ast.node(ast.root()) {
            Node::Concat(children) => ast.children(*children),
            _ => std::slice::from_ref(&ast.root),
        };
        let mut literal = Self::always();
        let mut text = String::new();
        for (i, &term) in terms.iter().enumerate() {
            match *ast.node(term) {
                Node::Empty => {}
                Node::Char(c) if !literal.end => text.push(c),
                Node::Assert(Assertion::Start) if i == 0 => literal.start = true,
                Node::Assert(Assertion::End) => literal.end = true,
                _ => return None,
            }
        }
        literal.text = text.into();
        Some(literal)
    }
}

impl Matcher for Literal {
    fn cache(&self) -> Cache {
        Box::new(())
    }

    fn is_match(
        &self,
        text: &str,
        _cache: &mut Cache,
        meter: &mut dyn Meter,
    ) -> Result<bool, Exhausted> {
        let search = !self.start && !self.end && !self.text.is_empty();
        meter.pay(if search {
            cost::search(text.len())
        } else {
            cost::compare(self.text.len())
        })?;
        Ok(match (self.start, self.end) {
            (false, false) => text.contains(&*self.text),
            (true, false) => text.starts_with(&*self.text),
            (false, true) => text.ends_with(&*self.text),
            (true, true) => text == &*self.text,
        })
    }
}
