//! From the tree to a program, counters expanded.
//!
//! A worklist takes the place of recursion. Jumps go to labels, which are resolved at the end. Registers that only
//! back-references could tell apart are left out: a group nobody refers to stores nothing.
//!
//! Invariant: the caller has measured the tree and found it within its limits.

use crate::ast::{Ast, Node, NodeId};
use crate::measure::{Copies, Measure, Tail};
use crate::program::{Direction, Inst, Program};

/// Lowers a measured pattern.
pub(crate) fn lower(ast: Ast, measure: &Measure) -> Program {
    let mut slots = 0;
    let mut captures = Vec::with_capacity(ast.referenced.len() + 1);
    for used in &ast.referenced {
        captures.push(slots);
        slots += u32::from(*used) * 2;
    }
    captures.push(slots);
    let mut lowering = Lowering {
        ast: &ast,
        measure,
        captures,
        marks: vec![None; ast.nodes.len()],
        slots,
        insts: Vec::new(),
        labels: Vec::new(),
        tasks: vec![Task::Visit(ast.root, Direction::Forward)],
    };
    lowering.run();
    let Lowering { insts, slots, .. } = lowering;
    Program { insts, slots, sets: ast.sets }
}

/// A position that is not known yet; until the end, targets hold these.
type Label = u32;

/// What remains to be emitted, last first.
#[derive(Clone, Copy)]
enum Task {
    Visit(NodeId, Direction),
    Emit(Inst),
    Bind(Label),
    Required(Loop, u32),
    Optional(Loop, u32, Label),
}

/// A repetition, as its copies need to know it.
#[derive(Clone, Copy)]
struct Loop {
    body: NodeId,
    direction: Direction,
    lazy: bool,
    /// The slots that each repetition clears.
    clear: (u32, u32),
    /// The slot that remembers where a repetition began, if it could end there.
    mark: Option<u32>,
}

struct Lowering<'a> {
    ast: &'a Ast,
    measure: &'a Measure,
    /// By group number, and one beyond: its first slot, or that of the next that has one. So ranges of groups are
    /// ranges of slots.
    captures: Vec<u32>,
    /// By node: the slot that remembers where a repetition began.
    marks: Vec<Option<u32>>,
    slots: u32,
    insts: Vec<Inst>,
    /// Where each label is bound.
    labels: Vec<u32>,
    tasks: Vec<Task>,
}

impl Lowering<'_> {
    fn run(&mut self) {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Visit(id, direction) => self.visit(id, direction),
                Task::Emit(inst) => self.insts.push(inst),
                Task::Bind(label) => {
                    let here = self.here();
                    if let Some(at) = self.labels.get_mut(label as usize) {
                        *at = here;
                    }
                }
                Task::Required(_, 0) => {}
                Task::Required(repeat, left) => {
                    self.tasks.push(Task::Required(repeat, left - 1));
                    self.push_once(repeat);
                }
                Task::Optional(_, 0, _) => {}
                Task::Optional(repeat, left, exit) => {
                    self.tasks.push(Task::Optional(repeat, left - 1, exit));
                    let enter = self.label();
                    self.push_checked(repeat);
                    self.tasks.push(Task::Bind(enter));
                    self.tasks.push(Task::Emit(split(repeat.lazy, enter, exit)));
                }
            }
        }
        self.insts.push(Inst::Match);
        self.resolve();
    }

    fn visit(&mut self, id: NodeId, direction: Direction) {
        let ast = self.ast;
        match *ast.node(id) {
            Node::Empty => {}
            Node::Char(c) => self.insts.push(Inst::Char(c, direction)),
            Node::Set(set) => self.insts.push(Inst::Set(set.0, direction)),
            Node::Assert(assertion) => self.insts.push(Inst::Assert(assertion)),
            Node::BackReference(index) => {
                let slot = self.slot(index);
                self.insts.push(Inst::BackReference(slot, direction));
            }
            Node::Concat(children) => {
                let visits = ast.children(children).iter();
                let visits = visits.map(|&child| Task::Visit(child, direction));
                match direction {
                    Direction::Forward => self.tasks.extend(visits.rev()),
                    Direction::Backward => self.tasks.extend(visits),
                }
            }
            Node::Alternate(children) => self.alternate(ast.children(children), direction),
            Node::Group { body, index } => self.group(body, index, direction),
            Node::Look { body, behind, negative } => {
                let after = self.label();
                self.insts.push(Inst::Look(negative, after));
                self.tasks.push(Task::Bind(after));
                self.tasks.push(Task::Emit(Inst::LookEnd));
                let inner = if behind { Direction::Backward } else { Direction::Forward };
                self.tasks.push(Task::Visit(body, inner));
            }
            Node::Repeat { body, min, max, lazy, ref groups } => {
                let clear = (self.slot(groups.start), self.slot(groups.end));
                let size = self.measure.get(body);
                let checked = self.measure.metered && size.nullable;
                let mark = checked.then(|| self.mark(id));
                let repeat = Loop { body, direction, lazy, clear, mark };
                self.repeat(repeat, Copies::of(size, min, max));
            }
        }
    }

    fn alternate(&mut self, branches: &[NodeId], direction: Direction) {
        let end = self.label();
        let mut tasks = Vec::with_capacity(branches.len() * 5);
        let last = branches.len().saturating_sub(1);
        for (i, &branch) in branches.iter().enumerate() {
            if i == last {
                tasks.push(Task::Visit(branch, direction));
                break;
            }
            let (here, next) = (self.label(), self.label());
            tasks.extend([
                Task::Emit(Inst::Split(here, next)),
                Task::Bind(here),
                Task::Visit(branch, direction),
                Task::Emit(Inst::Jump(end)),
                Task::Bind(next),
            ]);
        }
        tasks.push(Task::Bind(end));
        self.tasks.extend(tasks.into_iter().rev());
    }

    fn group(&mut self, body: NodeId, index: Option<u32>, direction: Direction) {
        let used = index.filter(|&i| self.ast.referenced.get(i as usize) == Some(&true));
        let Some(index) = used else {
            self.tasks.push(Task::Visit(body, direction));
            return;
        };
        let slot = self.slot(index);
        let (first, last) = match direction {
            Direction::Forward => (slot, slot + 1),
            Direction::Backward => (slot + 1, slot),
        };
        self.insts.push(Inst::Save(first));
        self.tasks.push(Task::Emit(Inst::Save(last)));
        self.tasks.push(Task::Visit(body, direction));
    }

    fn repeat(&mut self, repeat: Loop, copies: Copies) {
        let (again, enter, exit) = (self.label(), self.label(), self.label());
        self.tasks.push(Task::Bind(exit));
        match copies.tail {
            Tail::Optional(count) => self.tasks.push(Task::Optional(repeat, count, exit)),
            Tail::Star => {
                self.tasks.push(Task::Emit(Inst::Jump(again)));
                self.push_checked(repeat);
                self.tasks.push(Task::Bind(enter));
                self.tasks.push(Task::Emit(split(repeat.lazy, enter, exit)));
                self.tasks.push(Task::Bind(again));
            }
            Tail::Plus => {
                self.tasks.push(Task::Emit(split(repeat.lazy, again, exit)));
                self.push_once(repeat);
                self.tasks.push(Task::Bind(again));
            }
        }
        self.tasks.push(Task::Required(repeat, copies.required));
    }

    /// One repetition: RepeatMatcher of ECMA-262, section 22.2.2.3.1, forgets the captures in the body first.
    fn push_once(&mut self, repeat: Loop) {
        self.tasks.push(Task::Visit(repeat.body, repeat.direction));
        let (from, to) = repeat.clear;
        if from < to {
            self.tasks.push(Task::Emit(Inst::Clear(from, to)));
        }
    }

    /// One repetition beyond the minimum, which must not be empty.
    fn push_checked(&mut self, repeat: Loop) {
        if let Some(mark) = repeat.mark {
            self.tasks.push(Task::Emit(Inst::Progress(mark)));
        }
        self.push_once(repeat);
        if let Some(mark) = repeat.mark {
            self.tasks.push(Task::Emit(Inst::Save(mark)));
        }
    }

    /// Puts positions where labels were.
    fn resolve(&mut self) {
        let target = |label: u32| self.labels.get(label as usize).copied().unwrap_or(0);
        for inst in &mut self.insts {
            match inst {
                Inst::Split(first, second) => {
                    (*first, *second) = (target(*first), target(*second));
                }
                Inst::Jump(to) | Inst::Look(_, to) => *to = target(*to),
                _ => {}
            }
        }
    }

    fn label(&mut self) -> Label {
        let label = count(self.labels.len());
        self.labels.push(0);
        label
    }

    fn here(&self) -> u32 {
        count(self.insts.len())
    }

    /// The first slot of a group, or of the next that has one.
    fn slot(&self, group: u32) -> u32 {
        self.captures.get(group as usize).copied().unwrap_or(0)
    }

    /// The slot of a repetition. Its copies share it: one has ended before another begins.
    fn mark(&mut self, id: NodeId) -> u32 {
        let Some(mark) = self.marks.get_mut(id.0 as usize) else { return 0 };
        *mark.get_or_insert_with(|| {
            self.slots += 1;
            self.slots - 1
        })
    }
}

fn split(lazy: bool, enter: Label, exit: Label) -> Inst {
    if lazy { Inst::Split(exit, enter) } else { Inst::Split(enter, exit) }
}

/// Positions and labels, which [`PatternLimits::MAX_STATES`](crate::PatternLimits::MAX_STATES) keeps within 32 bits.
fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
