//! How large a pattern becomes, found without making it so.
//!
//! `(a{1000}){1000}` is twelve bytes of a million states. The sizes here are computed bottom-up over the tree with
//! saturating arithmetic, before any counter is expanded. Invariant: what [`lower`](crate::lower) emits is at most six
//! instructions for each state counted here. (A leaf is one; a group in use or a look-around adds two to its body; each
//! copy in a repetition adds four, the repetition itself one.)

use crate::ast::{Ast, Node, NodeId};

/// What is known of one node.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Size {
    /// States, with counters expanded.
    pub(crate) states: u64,
    /// Whether it can match without consuming.
    pub(crate) nullable: bool,
    /// Whether an automaton can match it: it does not look around, refer back, or hold what is referred to.
    pub(crate) regular: bool,
}

/// The sizes of all nodes.
#[derive(Debug)]
pub(crate) struct Measure {
    sizes: Vec<Size>,
    /// Whether no automaton can match the pattern: it looks around or refers back.
    pub(crate) metered: bool,
}

impl Measure {
    pub(crate) fn of(ast: &Ast) -> Self {
        let mut measure = Self { sizes: Vec::with_capacity(ast.nodes.len()), metered: false };
        for node in ast.nodes() {
            measure.metered |= matches!(node, Node::Look { .. } | Node::BackReference(_));
            let size = measure.size(ast, node);
            measure.sizes.push(size);
        }
        measure
    }

    /// The size of a node that is measured already.
    pub(crate) fn get(&self, id: NodeId) -> Size {
        self.sizes.get(id.0 as usize).copied().unwrap_or(Size {
            states: 0,
            nullable: true,
            regular: true,
        })
    }

    fn size(&self, ast: &Ast, node: &Node) -> Size {
        match *node {
            Node::Empty => Size { states: 0, nullable: true, regular: true },
            Node::Char(_) | Node::Set(_) => Size { states: 1, nullable: false, regular: true },
            Node::Assert(_) => Size { states: 1, nullable: true, regular: true },
            Node::BackReference(_) => Size { states: 1, nullable: true, regular: false },
            Node::Concat(children) => {
                let all = || ast.children(children).iter().map(|&child| self.get(child));
                Size {
                    states: all().fold(0, |sum, size| sum.saturating_add(size.states)),
                    nullable: all().all(|size| size.nullable),
                    regular: all().all(|size| size.regular),
                }
            }
            Node::Alternate(children) => {
                let all = || ast.children(children).iter().map(|&child| self.get(child));
                Size {
                    states: all().fold(0, |sum, size| sum.saturating_add(size.states.max(1))),
                    nullable: all().any(|size| size.nullable),
                    regular: all().all(|size| size.regular),
                }
            }
            Node::Group { body, index } => {
                let used = index.is_some_and(|i| ast.referenced.get(i as usize) == Some(&true));
                let body = self.get(body);
                let states = body.states.saturating_add(used.into());
                Size { states, regular: body.regular && !used, ..body }
            }
            Node::Look { body, .. } => {
                let states = self.get(body).states.saturating_add(1);
                Size { states, nullable: true, regular: false }
            }
            Node::Repeat { body, min, max, .. } => {
                let body = self.get(body);
                let copies = Copies::of(body, min, max).total();
                let states = body.states.saturating_mul(copies);
                Size {
                    states: if states == 0 { 0 } else { states.saturating_add(1) },
                    nullable: body.nullable || min == 0,
                    regular: body.regular,
                }
            }
        }
    }
}

/// How often a repetition writes out its body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Copies {
    /// One after another, unconditionally.
    pub(crate) required: u32,
    /// After those.
    pub(crate) tail: Tail,
}

/// What follows the required copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tail {
    /// So many more, each optional.
    Optional(u32),
    /// One copy that is entered any number of times.
    Star,
    /// One copy that is entered once or more.
    Plus,
}

impl Copies {
    pub(crate) fn of(body: Size, min: u32, max: Option<u32>) -> Self {
        if body.states == 0 {
            return Self { required: 0, tail: Tail::Optional(0) };
        }
        match max {
            Some(max) => Self { required: min, tail: Tail::Optional(max.saturating_sub(min)) },
            // Repetitions beyond the minimum must consume, those within need not: they can share a copy only if the
            // body always consumes.
            None if min > 0 && !body.nullable => Self { required: min - 1, tail: Tail::Plus },
            None => Self { required: min, tail: Tail::Star },
        }
    }

    fn total(self) -> u64 {
        let tail = match self.tail {
            Tail::Optional(count) => count.into(),
            Tail::Star | Tail::Plus => 1,
        };
        u64::from(self.required) + tail
    }
}
