//! Groups: how they open, close, are named and referred to.
//!
//! References are resolved when the whole pattern is read, since they may come before their group. Invariant: after
//! [`resolve`](Parser::resolve), every back-reference names a group that exists.

use super::{Parser, Reference, Target, escape};
use crate::ast::{Node, NodeId};
use crate::error::{PatternError, PatternErrorKind};
use crate::unicode;

/// A group that is open.
pub(super) struct Group {
    /// The offset of its `(`.
    pub(super) at: usize,
    /// Where its branches start on the stack of branches.
    pub(super) branches: usize,
    /// Where the terms of its current branch start on the stack of terms.
    pub(super) terms: usize,
    /// How many groups captured before it.
    before: u32,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Plain,
    Capture(u32),
    Look { behind: bool, negative: bool },
}

impl<'p> Parser<'p> {
    /// Opens the group whose `(` is at the cursor.
    pub(super) fn open_group(&mut self, at: usize) -> Result<(), PatternError> {
        let found = self.open.len() as u64 + 1;
        if found > self.limits.nesting {
            let limit = self.limits.nesting;
            let kind = PatternErrorKind::Limit { name: "pattern_nesting", limit, found };
            return Err(PatternError::new(kind, at));
        }
        self.nesting = found.max(self.nesting);
        let before = self.captures;
        let kind = self.group_kind(at)?;
        let (branches, terms) = (self.branches.len(), self.terms.len());
        self.open.push(Group { at, branches, terms, before, kind });
        Ok(())
    }

    fn group_kind(&mut self, at: usize) -> Result<Kind, PatternError> {
        let rest = self.cursor.rest();
        for (prefix, behind, negative) in [
            ("(?=", false, false),
            ("(?!", false, true),
            ("(?<=", true, false),
            ("(?<!", true, true),
        ] {
            if self.cursor.eat(prefix) {
                self.need_features(at)?;
                return Ok(Kind::Look { behind, negative });
            }
        }
        if self.cursor.eat("(?:") {
            return Ok(Kind::Plain);
        }
        let named = rest.starts_with("(?<");
        if rest.starts_with("(?") && !named {
            let shown: Box<str> = rest.chars().take(4).collect();
            return Err(PatternError::new(PatternErrorKind::GroupSyntax(shown), at));
        }
        self.cursor.eat("(");
        self.captures += 1;
        if named {
            self.cursor.eat("?");
            let name_at = self.cursor.at();
            let (name, _) = self.group_name()?;
            if self.names.contains_key(&name) {
                let kind = PatternErrorKind::DuplicateGroup(name.into());
                return Err(PatternError::new(kind, name_at));
            }
            self.names.insert(name, self.captures);
        }
        Ok(Kind::Capture(self.captures))
    }

    /// Closes the innermost group, whose `)` is at the cursor.
    pub(super) fn close_group(&mut self, at: usize) -> Result<(), PatternError> {
        if self.open.is_empty() {
            return Err(PatternError::new(PatternErrorKind::UnopenedGroup, at));
        }
        self.cursor.bump();
        let body = self.end_alternation();
        let Some(group) = self.open.pop() else { return Ok(()) };
        let (node, repeatable) = match group.kind {
            Kind::Plain => (Node::Group { body, index: None }, true),
            Kind::Capture(index) => (Node::Group { body, index: Some(index) }, true),
            Kind::Look { behind, negative } => (Node::Look { body, behind, negative }, !behind),
        };
        let node = self.node(node);
        self.quantified(node, repeatable, group.before)
    }

    /// A name in angle brackets, and the text of both: GroupName of ECMA-262, section 22.2.1.
    pub(super) fn group_name(&mut self) -> Result<(String, &'p str), PatternError> {
        let at = self.cursor.at();
        let error = || PatternError::new(PatternErrorKind::GroupName, at);
        if !self.cursor.eat("<") {
            return Err(error());
        }
        let mut name = String::new();
        while !self.cursor.eat(">") {
            let c = match self.cursor.bump() {
                Some('\\') if self.cursor.eat("u") => {
                    char::from_u32(escape::unicode(&mut self.cursor, at)?)
                }
                c => c,
            };
            let c = c.ok_or_else(error)?;
            if !is_identifier(c, name.is_empty()) {
                return Err(error());
            }
            name.push(c);
        }
        let text = self.pattern.get(at..self.cursor.at()).unwrap_or_default();
        if name.is_empty() { Err(error()) } else { Ok((name, text)) }
    }

    /// A back-reference whose number is filled in by [`resolve`](Self::resolve).
    pub(super) fn refer(
        &mut self,
        name: &'p str,
        target: Target,
        at: usize,
    ) -> Result<Node, PatternError> {
        self.need_features(at)?;
        let node = NodeId(super::number(self.nodes.len()));
        self.references.push(Reference { node, name, target, at });
        Ok(Node::BackReference(0))
    }

    /// Points every back-reference at its group. Returns, by group number, whether it is referred to.
    pub(super) fn resolve(&mut self) -> Result<Vec<bool>, PatternError> {
        let mut referenced = vec![false; self.captures as usize + 1];
        for Reference { node, name, target, at } in std::mem::take(&mut self.references) {
            let index = match target {
                Target::Number => name.parse().ok().filter(|&n: &u32| n <= self.captures),
                Target::Name(name) => self.names.get(&name).copied(),
            };
            let entry = index.and_then(|index| referenced.get_mut(index as usize));
            let (Some(index), Some(entry)) = (index, entry) else {
                return Err(PatternError::new(PatternErrorKind::UnknownGroup(name.into()), at));
            };
            *entry = true;
            if let Some(node) = self.nodes.get_mut(node.0 as usize) {
                *node = Node::BackReference(index);
            }
        }
        Ok(referenced)
    }

    fn need_features(&self, at: usize) -> Result<(), PatternError> {
        if self.limits.features {
            return Ok(());
        }
        let kind = PatternErrorKind::Limit { name: "pattern_features", limit: 0, found: 1 };
        Err(PatternError::new(kind, at))
    }
}

/// Whether a name may hold the character, at its start or later.
fn is_identifier(c: char, start: bool) -> bool {
    match c {
        '$' | '_' => true,
        'a'..='z' | 'A'..='Z' => true,
        '0'..='9' | '\u{200C}' | '\u{200D}' => !start,
        c if c.is_ascii() => false,
        c if start => unicode::is_id_start(c),
        c => unicode::is_id_continue(c),
    }
}
