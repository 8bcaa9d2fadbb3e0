//! What the instructions do, a small function each, in files by family.
//!
//! A leaf looks at a value and answers. An instruction that applies blocks is called with `None` to begin, and with
//! each block's result after that; what it must remember is in the frame's [`State`](crate::frame::State).
//!
//! Invariant: work that depends on the instance is paid before it is done, by an amount that depends on the program
//! and the instance alone.

mod array;
mod inplace;
mod leaf;
mod object;
mod tracked;

use jsonbound_json::{Node, lookup_cost};
use jsonbound_program::{Instr, NameTable};

pub(crate) use leaf::{leaf, missing_name};
pub(crate) use tracked::{drop_bits, drop_marks};

use crate::machine::{Flow, Machine, Step};
use crate::sink::Sink;

/// Begins or continues an instruction that applies blocks.
pub(crate) fn apply<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    instr: Instr,
    child: Option<bool>,
) -> Step<'p, 'a, N> {
    match instr {
        Instr::Ref(edge) => inplace::reference(m, edge, child),
        Instr::DynamicRef(id) => inplace::dynamic_ref(m, id, child),
        Instr::AllOf(list) => inplace::all_of(m, list, child),
        Instr::AnyOf(list) => inplace::any_of(m, list, child),
        Instr::OneOf(list) => inplace::one_of(m, list, child),
        Instr::Not(edge) => inplace::not(m, edge, child),
        Instr::If(id) => inplace::condition(m, id, child),
        Instr::DependentSchemas(id) => inplace::dependent_schemas(m, id, child),
        Instr::PrefixItems(list) => array::prefix_items(m, list, child),
        Instr::Items(id) => array::items(m, id, child),
        Instr::Contains(id) => array::contains(m, id, child),
        Instr::Properties(id) => object::properties(m, id, child),
        Instr::PatternProperties(id) => object::pattern_properties(m, id, child),
        Instr::AdditionalProperties(id) => object::additional_properties(m, id, child),
        Instr::PropertyNames(edge) => object::property_names(m, edge, child),
        Instr::UnevaluatedItems(edge) => tracked::unevaluated_items(m, edge, child),
        Instr::UnevaluatedProperties(edge) => tracked::unevaluated_properties(m, edge, child),
        // Leaves do not come here; if one did, it would not pass unseen.
        _ => Ok(Flow::Fail),
    }
}

/// Takes the result of a part under way: whether to go on with the next. A report goes on after failures.
fn outlive<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    child: Option<bool>,
) -> bool {
    if child == Some(false) {
        m.top.passed = false;
        return S::REPORTS;
    }
    true
}

/// What looking up all names of a table in an object costs.
fn lookups(names: &NameTable, members: usize) -> u64 {
    let each = 1 + lookup_cost(members);
    (names.len() as u64).saturating_mul(each).saturating_add(names.bytes() as u64 / 32)
}
