//! From the tree to a program, counters expanded.
//!
//! A worklist takes the place of recursion. Jumps go to labels, which are resolved at the end. Registers that only
//! back-references could tell apart are left out: a group nobody refers to stores nothing. Where single paths are
//! followed, as much as possible is left to [automata](crate::automaton): look-around and the end of the pattern, if
//! they are regular.
//!
//! Invariant: the caller has measured the tree and found it within its limits.

use crate::alphabet::Alphabet;
use crate::ast::{Assertion, Ast, Node, NodeId};
use crate::automaton::{Automaton, Begins};
use crate::charset::CharSet;
use crate::cost;
use crate::first::First;
use crate::measure::{Copies, Measure, Tail};
use crate::program::{Code, Direction, Inst, Program, Run};

/// Lowers a measured pattern, for those who follow all paths at once.
pub(crate) fn lower(ast: Ast, measure: &Measure) -> Program {
    let mut lowering = Lowering::new(&ast, measure);
    lowering.tasks.push(Task::Visit(ast.root, Direction::Forward));
    lowering.run();
    let Lowering { insts, .. } = lowering;
    Program { insts, sets: ast.sets, slots: 0, automata: Vec::new(), alphabet: None }
}

/// Lowers a measured pattern for the backtracker. Automata for parts of it are made over the alphabet, if there is one.
pub(crate) fn lower_metered(ast: Ast, measure: &Measure, alphabet: Option<Alphabet>) -> Program {
    let mut slots = 0;
    let mut captures = Vec::with_capacity(ast.referenced.len() + 1);
    for used in &ast.referenced {
        captures.push(slots);
        slots += u32::from(*used) * 2;
    }
    captures.push(slots);
    let states = usize::try_from(measure.get(ast.root).states).unwrap_or(usize::MAX);
    let mut lowering = Lowering {
        captures,
        marks: vec![None; ast.nodes.len()],
        slots,
        single: true,
        alphabet: alphabet.as_ref(),
        budget: cost::determinize(states),
        ..Lowering::new(&ast, measure)
    };
    lowering.root();
    lowering.run();
    let Lowering { insts, slots, automata, characters, .. } = lowering;
    let mut sets = ast.sets;
    sets.extend(characters);
    let alphabet = alphabet.filter(|_| !automata.is_empty());
    let mut program = Program { insts, sets, slots, automata, alphabet };
    mark_runs(&mut program);
    program
}

/// Finds the runs that need not give anything back.
fn mark_runs(program: &mut Program) {
    for at in 0..program.insts.len() {
        let Some(&Inst::Run(run)) = program.insts.get(at) else { continue };
        let first = First::of(program, count(at + 1), run.direction);
        let keeps = program.sets.get(run.set as usize).is_some_and(|set| first.excludes(set));
        if let Some(inst) = program.insts.get_mut(at) {
            *inst = Inst::Run(Run { keeps, ..run });
        }
    }
}

/// The states from which on the end of a pattern is worth an automaton.
const WORTH: u64 = 3;

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
    /// Whether paths are followed one at a time.
    single: bool,
    /// What automata are made over, if they are wanted; what may be spent on them, and those that there are.
    alphabet: Option<&'a Alphabet>,
    budget: u64,
    automata: Vec<Automaton>,
    /// Sets of a single character, beside those of the tree.
    characters: Vec<CharSet>,
    insts: Vec<Inst>,
    /// Where each label is bound.
    labels: Vec<u32>,
    tasks: Vec<Task>,
}

impl<'a> Lowering<'a> {
    fn new(ast: &'a Ast, measure: &'a Measure) -> Self {
        Lowering {
            ast,
            measure,
            captures: Vec::new(),
            marks: Vec::new(),
            slots: 0,
            single: false,
            alphabet: None,
            budget: 0,
            automata: Vec::new(),
            characters: Vec::new(),
            insts: Vec::new(),
            labels: Vec::new(),
            tasks: Vec::new(),
        }
    }

    /// Begins with the whole pattern, its end left to an automaton.
    fn root(&mut self) {
        let ast = self.ast;
        let terms = match ast.node(ast.root) {
            Node::Concat(children) => ast.children(*children),
            _ => std::slice::from_ref(&ast.root),
        };
        // Programs that begin with `^` are to be seen to do so.
        let is_start = |term: &NodeId| matches!(ast.node(*term), Node::Assert(Assertion::Start));
        let regular = |term: &&NodeId| self.measure.get(**term).regular && !is_start(term);
        let split = terms.len() - terms.iter().rev().take_while(regular).count();
        let (head, tail) = terms.split_at_checked(split).unwrap_or((terms, &[]));
        let states = tail.iter().map(|&term| self.measure.get(term).states);
        let worth = states.fold(0, u64::saturating_add) >= WORTH;
        let rest = if worth { self.automaton(tail, Direction::Forward) } else { None };
        self.tasks.extend(rest.map(|rest| Task::Emit(Inst::Rest(rest))));
        let visited = if rest.is_some() { head } else { terms };
        self.visit_all(visited, Direction::Forward);
    }

    /// An automaton for terms that are regular, if it is wanted and can be had.
    fn automaton(&mut self, terms: &[NodeId], direction: Direction) -> Option<u32> {
        let alphabet = self.alphabet?;
        let mut part = Lowering::new(self.ast, self.measure);
        part.visit_all(terms, direction);
        part.run();
        if direction == Direction::Backward {
            part.insts.iter_mut().for_each(mirror);
        }
        let code = Code { insts: &part.insts, sets: &self.ast.sets };
        let Some(automaton) =
            Automaton::of(code, alphabet, Begins::Here(direction), &mut self.budget)
        else {
            // The work that is allowed is done.
            self.alphabet = None;
            return None;
        };
        self.automata.push(automaton);
        Some(count(self.automata.len() - 1))
    }

    /// Visits terms one after another, before anything else.
    fn visit_all(&mut self, terms: &[NodeId], direction: Direction) {
        let visits = terms.iter().map(|&term| Task::Visit(term, direction));
        match direction {
            Direction::Forward => self.tasks.extend(visits.rev()),
            Direction::Backward => self.tasks.extend(visits),
        }
    }

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
                self.visit_all(ast.children(children), direction);
            }
            Node::Alternate(children) => self.alternate(ast.children(children), direction),
            Node::Group { body, index } => self.group(body, index, direction),
            Node::Look { body, behind, negative } => {
                let inner = if behind { Direction::Backward } else { Direction::Forward };
                self.look(body, inner, negative);
            }
            Node::Repeat { body, min, max, lazy, ref groups } => {
                let clear = (self.slot(groups.start), self.slot(groups.end));
                let size = self.measure.get(body);
                let checked = self.single && size.nullable;
                let mark = checked.then(|| self.mark(id));
                let repeat = Loop { body, direction, lazy, clear, mark };
                self.repeat(repeat, Copies::of(size, min, max));
            }
        }
    }

    fn look(&mut self, body: NodeId, direction: Direction, negative: bool) {
        if self.measure.get(body).regular
            && let Some(automaton) = self.automaton(&[body], direction)
        {
            self.insts.push(Inst::Peek(negative, automaton));
            return;
        }
        let after = self.label();
        self.insts.push(Inst::Look(negative, after));
        self.tasks.push(Task::Bind(after));
        self.tasks.push(Task::Emit(Inst::LookEnd));
        self.tasks.push(Task::Visit(body, direction));
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

    /// The set of a body that is a single character, if it is one.
    fn character(&mut self, mut body: NodeId) -> Option<u32> {
        loop {
            match *self.ast.node(body) {
                Node::Group { body: inner, .. } if self.measure.get(body).regular => body = inner,
                Node::Set(set) => return Some(set.0),
                Node::Char(c) => {
                    self.characters.push(CharSet::new(vec![(c.into(), c.into())]));
                    return Some(count(self.ast.sets.len() + self.characters.len() - 1));
                }
                _ => return None,
            }
        }
    }

    fn repeat(&mut self, repeat: Loop, copies: Copies) {
        let Loop { body, direction, lazy, .. } = repeat;
        if self.single
            && !lazy
            && let Some(set) = self.character(body)
        {
            let (more, max) = match copies.tail {
                Tail::Optional(max) => (0, max),
                Tail::Star => (0, u32::MAX),
                Tail::Plus => (1, u32::MAX),
            };
            let run = Run { set, max, direction, keeps: false };
            self.tasks.push(Task::Emit(Inst::Run(run)));
            self.tasks.push(Task::Required(repeat, copies.required.saturating_add(more)));
            return;
        }
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

/// Turns an assertion around, for a text that is read backwards.
fn mirror(inst: &mut Inst) {
    match inst {
        Inst::Assert(assertion @ Assertion::Start) => *assertion = Assertion::End,
        Inst::Assert(assertion @ Assertion::End) => *assertion = Assertion::Start,
        _ => {}
    }
}

/// Positions and labels, which [`PatternLimits::MAX_STATES`](crate::PatternLimits::MAX_STATES) keeps within 32 bits.
fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
