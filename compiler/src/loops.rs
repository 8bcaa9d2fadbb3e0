//! Loops that do not end: blocks that apply each other to the same value, with no condition on the way. What an earlier
//! keyword of such a block would say makes no difference (Core 9.4.1 leaves them undefined).
//!
//! Only edges that are followed for every value count: references, all of `allOf`, the first of `anyOf` and `oneOf`,
//! `not`, `if`. A loop through a condition is the interpreter's to find.
//!
//! Invariant: nothing here recurses.

use jsonbound_program::{BlockId, EdgeId, Instr, Program, Section};

use crate::error::CompileErrorKind;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    Open,
    Done,
}

/// Looks for a loop: a depth-first search over unconditional edges.
pub(crate) fn check(program: &Program) -> Result<(), CompileErrorKind> {
    let section = program.plain();
    let mut visits = vec![Visit::New; section.blocks().len()];
    for start in 0..visits.len() {
        if visits[start] != Visit::New {
            continue;
        }
        visits[start] = Visit::Open;
        let mut path = vec![(start, edges(section, start))];
        while let Some((at, rest)) = path.last_mut() {
            let Some(next) = rest.pop().map(|edge| section.edge(edge).block.index()) else {
                visits[*at] = Visit::Done;
                path.pop();
                continue;
            };
            match visits[next] {
                Visit::Done => {}
                Visit::New => {
                    visits[next] = Visit::Open;
                    path.push((next, edges(section, next)));
                }
                Visit::Open => {
                    let cycle =
                        path.iter().map(|&(block, _)| block).skip_while(|&block| block != next);
                    let places = cycle.chain([next]).map(|block| place(program, block));
                    return Err(CompileErrorKind::RefLoop(places.take(16).collect()));
                }
            }
        }
    }
    Ok(())
}

fn place(program: &Program, block: usize) -> String {
    let location = program.plain().blocks()[block].location;
    program.tables().location(location).collect()
}

/// The edges of a block that every value follows, last first.
fn edges(section: &Section, block: usize) -> Vec<EdgeId> {
    let block = section.block(BlockId::next(block));
    let mut edges = Vec::new();
    for at in block.range().rev() {
        match section.instr(at) {
            Instr::Ref(edge) | Instr::Not(edge) => edges.push(edge),
            Instr::AllOf(list) => {
                let list = section.list(list);
                edges.extend((list.first.0..list.first.0 + list.len).rev().map(EdgeId));
            }
            Instr::AnyOf(list) | Instr::OneOf(list) => {
                edges.extend((section.list(list).len > 0).then_some(section.list(list).first));
            }
            Instr::If(id) => edges.push(section.condition(id).test),
            _ => {}
        }
    }
    edges
}
