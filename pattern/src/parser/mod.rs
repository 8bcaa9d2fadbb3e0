//! The parser: Pattern of ECMA-262 (edition 2024), section 22.2.1, with the `u` flag.
//!
//! Real schemas hold patterns that are valid without the flag only. Where such a pattern has one sensible reading, it
//! gets that of Annex B: identity escapes of ASCII punctuation, lone `]`, `{` and `}`, a set as the end of a range, a
//! quantified look-ahead; and a [`Lint`]. Nothing else of Annex B is taken: octal escapes and `\a` are errors that name
//! the remedy.
//!
//! Invariant: open groups are on a stack of our own, never deeper than `pattern_nesting`; every step consumes text, so
//! the tree is linear in the pattern.

mod class;
mod cursor;
mod escape;
mod group;

use std::collections::BTreeMap;
use std::ops::Range;

use crate::ast::{Assertion, Ast, Children, Node, NodeId, SetId};
use crate::charset::CharSet;
use crate::error::{PatternError, PatternErrorKind};
use crate::limits::PatternLimits;
use crate::lint::{Lint, LintKind};
use crate::unicode::Property;
use cursor::Cursor;
use group::Group;

/// Parses a pattern, within the limits `bytes`, `nesting`, `ranges` and `features`.
///
/// See [`compile`](crate::compile()) for the language.
pub fn parse(pattern: &str, limits: &PatternLimits) -> Result<Ast, PatternError> {
    Parser::new(pattern, limits, true)?.run()
}

/// Checks that a pattern [parses](parse), without gathering the sets that its property escapes stand for, whose data is
/// far larger than their names. For patterns that are data, such as a string of `format` `regex`.
///
/// The work is linear in the pattern, ten steps a byte at most. Of the limits, `ranges` is checked for
/// what the pattern itself writes out.
///
/// ```
/// use jsonbound_pattern::{PatternLimits, check_syntax};
/// assert!(check_syntax(r"^\p{L}+$", &PatternLimits::untrusted()).is_ok());
/// assert!(check_syntax(r"^\p{Latin}+$", &PatternLimits::untrusted()).is_err());
/// ```
pub fn check_syntax(pattern: &str, limits: &PatternLimits) -> Result<(), PatternError> {
    Parser::new(pattern, limits, false)?.run().map(drop)
}

/// A back-reference to resolve once all groups are known.
struct Reference<'p> {
    node: NodeId,
    name: &'p str,
    target: Target,
    at: usize,
}

enum Target {
    Number,
    Name(String),
}

struct Parser<'p> {
    cursor: Cursor<'p>,
    pattern: &'p str,
    limits: &'p PatternLimits,
    /// Whether the sets of property escapes are wanted; if not, they are empty.
    gathers: bool,
    nodes: Vec<Node>,
    children: Vec<NodeId>,
    sets: Vec<CharSet>,
    /// The sets so far by the text that stands for them, so that equal text shares one.
    interned: BTreeMap<&'p str, SetId>,
    /// Ranges gathered so far.
    ranges: u64,
    /// The most groups that were open at once, so far.
    nesting: u64,
    /// Open groups, outermost first.
    open: Vec<Group>,
    /// Finished branches of all open alternations.
    branches: Vec<NodeId>,
    /// Finished terms of all open branches.
    terms: Vec<NodeId>,
    /// How many groups capture, so far.
    captures: u32,
    names: BTreeMap<String, u32>,
    references: Vec<Reference<'p>>,
    /// What has its reading of Annex B, so far.
    lints: Vec<Lint>,
}

impl<'p> Parser<'p> {
    fn new(
        pattern: &'p str,
        limits: &'p PatternLimits,
        gathers: bool,
    ) -> Result<Self, PatternError> {
        limits.check_length(pattern)?;
        Ok(Self {
            gathers,
            cursor: Cursor::new(pattern),
            pattern,
            limits,
            nodes: Vec::new(),
            children: Vec::new(),
            sets: Vec::new(),
            interned: BTreeMap::new(),
            ranges: 0,
            nesting: 0,
            open: Vec::new(),
            branches: Vec::new(),
            terms: Vec::new(),
            captures: 0,
            names: BTreeMap::new(),
            references: Vec::new(),
            lints: Vec::new(),
        })
    }

    fn run(mut self) -> Result<Ast, PatternError> {
        while let Some(c) = self.cursor.peek() {
            let at = self.cursor.at();
            match c {
                '(' => self.open_group(at)?,
                ')' => self.close_group(at)?,
                '|' => {
                    self.cursor.bump();
                    self.end_branch();
                }
                _ => self.term(c, at)?,
            }
        }
        if let Some(group) = self.open.last() {
            return Err(PatternError::new(PatternErrorKind::UnclosedGroup, group.at));
        }
        let root = self.end_alternation();
        let referenced = self.resolve()?;
        let Self { nodes, children, sets, lints, nesting, ranges, .. } = self;
        Ok(Ast { nodes, children, sets, root, referenced, lints, nesting, ranges })
    }

    /// A term that is not a group, and the quantifier that follows it.
    fn term(&mut self, c: char, at: usize) -> Result<(), PatternError> {
        if self.quantifier().is_some() {
            return Err(PatternError::new(PatternErrorKind::NothingToRepeat, at));
        }
        self.cursor.bump();
        let node = match c {
            '^' => Node::Assert(Assertion::Start),
            '$' => Node::Assert(Assertion::End),
            '.' => Node::Set(self.intern(".", CharSet::dot())?),
            '[' => {
                let set = self.class(at)?;
                let text = self.pattern.get(at..self.cursor.at()).unwrap_or_default();
                Node::Set(self.intern(text, set)?)
            }
            '\\' => self.escape(at)?,
            ']' | '{' | '}' => {
                self.lint(LintKind::LoneBracket(c), at);
                Node::Char(c)
            }
            c => Node::Char(c),
        };
        let repeatable = !matches!(node, Node::Assert(_));
        let node = self.node(node);
        self.quantified(node, repeatable, self.captures)
    }

    /// An escape outside classes, whose backslash is behind the cursor.
    fn escape(&mut self, at: usize) -> Result<Node, PatternError> {
        if let Some(set) = self.set_escape(at)? {
            return Ok(Node::Set(set));
        }
        match self.cursor.peek() {
            Some('b') => {
                self.cursor.bump();
                Ok(Node::Assert(Assertion::WordBoundary))
            }
            Some('B') => {
                self.cursor.bump();
                Ok(Node::Assert(Assertion::NotWordBoundary))
            }
            Some('1'..='9') => {
                let name = self.cursor.take_while(|c| c.is_ascii_digit());
                self.refer(name, Target::Number, at)
            }
            Some('k') => {
                self.cursor.bump();
                let (name, text) = self.group_name()?;
                self.refer(text, Target::Name(name), at)
            }
            _ => {
                let code = self.character(at, false)?;
                // A lone surrogate is a code point that no string holds.
                match char::from_u32(code) {
                    Some(c) => Ok(Node::Char(c)),
                    None => self.intern(r"\uD800", CharSet::new(Vec::new())).map(Node::Set),
                }
            }
        }
    }

    /// An escape that stands for a set, if one follows; the backslash, at `at`, is behind the cursor.
    fn set_escape(&mut self, at: usize) -> Result<Option<SetId>, PatternError> {
        let Some(c) = self.cursor.peek() else { return Ok(None) };
        if let Some(set) = escape::shorthand(c) {
            self.cursor.bump();
            let text = self.pattern.get(at..self.cursor.at()).unwrap_or_default();
            return self.intern(text, set).map(Some);
        }
        if !matches!(c, 'p' | 'P') {
            return Ok(None);
        }
        self.cursor.bump();
        let (name, value) = escape::property_name(&mut self.cursor)?;
        let text = self.pattern.get(at..self.cursor.at()).unwrap_or_default();
        if let Some(&known) = self.interned.get(text) {
            return Ok(Some(known));
        }
        let property = Property::of(name, value);
        let set = match property {
            Some(_) if !self.gathers => Some(CharSet::new(Vec::new())),
            property => property.and_then(Property::set),
        };
        let Some(set) = set else {
            let name = text.get(3..text.len() - 1).unwrap_or_default();
            return Err(PatternError::new(PatternErrorKind::Property(name.into()), at));
        };
        self.intern(text, if c == 'P' { set.negated() } else { set }).map(Some)
    }

    /// Adds `node` to the branch, under the quantifier that follows, if any. `before` groups captured before the node.
    fn quantified(
        &mut self,
        node: NodeId,
        repeatable: bool,
        before: u32,
    ) -> Result<(), PatternError> {
        let at = self.cursor.at();
        let Some((min, max, after)) = self.quantifier() else {
            self.terms.push(node);
            return Ok(());
        };
        self.cursor = after;
        if !repeatable {
            return Err(PatternError::new(PatternErrorKind::NothingToRepeat, at));
        }
        if matches!(self.nodes.get(node.0 as usize), Some(Node::Look { .. })) {
            self.lint(LintKind::QuantifiedLookAhead, at);
        }
        if max.is_some_and(|max| max < min) {
            return Err(PatternError::new(PatternErrorKind::QuantifierOrder, at));
        }
        let lazy = self.cursor.eat("?");
        let groups: Range<u32> = before + 1..self.captures + 1;
        let node = self.node(Node::Repeat { body: node, min, max, lazy, groups });
        self.terms.push(node);
        Ok(())
    }

    /// The bounds of the quantifier that follows, if one does, and the place behind it. Bounds saturate: what is above
    /// 32 bits is above `pattern_program` too.
    fn quantifier(&self) -> Option<(u32, Option<u32>, Cursor<'p>)> {
        let mut after = self.cursor;
        let number = |after: &mut Cursor<'p>| {
            let digits = after.take_while(|c| c.is_ascii_digit());
            (!digits.is_empty()).then(|| digits.parse().unwrap_or(u32::MAX))
        };
        let (min, max) = match after.bump()? {
            '*' => (0, None),
            '+' => (1, None),
            '?' => (0, Some(1)),
            '{' => {
                let min = number(&mut after)?;
                let max = if after.eat(",") { number(&mut after) } else { Some(min) };
                if !after.eat("}") {
                    return None;
                }
                (min, max)
            }
            _ => return None,
        };
        Some((min, max, after))
    }

    /// Ends the branch that is open.
    fn end_branch(&mut self) {
        let start = self.open.last().map_or(0, |group| group.terms);
        let node = match self.terms.get(start..).unwrap_or_default() {
            [] => self.node(Node::Empty),
            &[term] => term,
            terms => {
                let children = extend(&mut self.children, terms);
                self.node(Node::Concat(children))
            }
        };
        self.terms.truncate(start);
        self.branches.push(node);
    }

    /// Ends the alternation that is open.
    fn end_alternation(&mut self) -> NodeId {
        self.end_branch();
        let start = self.open.last().map_or(0, |group| group.branches);
        let node = match self.branches.get(start..).unwrap_or_default() {
            &[branch] => branch,
            branches => {
                let children = extend(&mut self.children, branches);
                self.node(Node::Alternate(children))
            }
        };
        self.branches.truncate(start);
        node
    }

    fn node(&mut self, node: Node) -> NodeId {
        let id = NodeId(number(self.nodes.len()));
        self.nodes.push(node);
        id
    }

    /// The number of the set that `text` stands for.
    fn intern(&mut self, text: &'p str, set: CharSet) -> Result<SetId, PatternError> {
        if let Some(&known) = self.interned.get(text) {
            return Ok(known);
        }
        self.pay_ranges(set.ranges().len())?;
        let id = SetId(number(self.sets.len()));
        self.sets.push(set);
        self.interned.insert(text, id);
        Ok(id)
    }

    fn lint(&mut self, kind: LintKind, offset: usize) {
        self.lints.push(Lint { offset, kind });
    }

    fn pay_ranges(&mut self, count: usize) -> Result<(), PatternError> {
        self.ranges = self.ranges.saturating_add(count as u64);
        let (limit, found) = (self.limits.ranges, self.ranges);
        if found > limit {
            let kind = PatternErrorKind::Limit { name: "pattern_ranges", limit, found };
            return Err(PatternError::new(kind, self.cursor.at()));
        }
        Ok(())
    }
}

/// Appends to the list of children.
fn extend(all: &mut Vec<NodeId>, new: &[NodeId]) -> Children {
    let start = number(all.len());
    all.extend_from_slice(new);
    Children { start, end: number(all.len()) }
}

/// The number of the next entry of an arena, which [`PatternLimits::MAX_BYTES`] keeps within 32 bits.
fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
