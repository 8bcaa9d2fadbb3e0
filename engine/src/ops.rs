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
mod shape;
mod tracked;

use jsonbound_json::{Key, Node, Object, lookup_cost};
use jsonbound_program::{Choice, EdgeId, Exhausted, Instr, NameTable};

pub(crate) use leaf::{leaf, missing_name};
pub(crate) use tracked::{drop_bits, drop_marks};

use crate::enter::Here;
use crate::frame::{Frame, Spot, State, Token};
use crate::fuel::Fuel;
use crate::machine::{Flow, Machine, Step};
use crate::sink::Sink;

/// Begins or continues an instruction that applies blocks.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn apply<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    instr: Instr,
    child: Option<bool>,
) -> Step {
    let &mut Frame { spot, depth, inplace, .. } = m.top();
    let here = Here { spot, room: m.room(depth, inplace) };
    match instr {
        Instr::Ref(edge) => inplace::reference(m, edge, child),
        Instr::DynamicRef(id) => inplace::dynamic_ref(m, id, child),
        Instr::AllOf(list) => inplace::all_of::<N, S, false>(m, here, list, child),
        Instr::AnyOf(list) => inplace::any_of::<N, S, false>(m, here, list, child),
        Instr::OneOf(list) => inplace::one_of::<N, S, false>(m, here, list, child),
        Instr::Not(edge) => inplace::not::<N, S, false>(m, here, edge, child),
        Instr::If(id) => inplace::condition::<N, S, false>(m, here, id, child),
        Instr::DependentSchemas(id) => inplace::dependent_schemas(m, id, child),
        Instr::PrefixItems(list) => array::prefix_items(m, list, here, child),
        Instr::Items(id) => array::items(m, id, here, child),
        Instr::Contains(id) => array::contains(m, id, child),
        Instr::Properties(id) => object::properties(m, id, child),
        Instr::PatternProperties(id) => object::pattern_properties(m, id, child),
        Instr::AdditionalProperties(id) => object::additional_properties(m, id, child),
        Instr::Object(id) => shape::object(m, id, here, child),
        Instr::Select(id) => inplace::select(m, id, child),
        Instr::PropertyNames(edge) => object::property_names(m, edge, child),
        Instr::UnevaluatedItems(edge) => tracked::unevaluated_items(m, edge, child),
        Instr::UnevaluatedProperties(edge) => tracked::unevaluated_properties(m, edge, child),
        // Leaves do not come here; if one did, it would not pass unseen.
        _ => Ok(Flow::Fail),
    }
}

/// Goes as far with an instruction as no frame is needed.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn ahead<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    instr: Instr,
    here: Here<'a, N>,
) -> Step {
    match instr {
        Instr::Object(id) => shape::ahead(m, id, here),
        Instr::Items(id) => array::items_ahead(m, id, here),
        Instr::PrefixItems(list) => array::prefix_ahead(m, list, here),
        Instr::AllOf(list) => inplace::all_of::<N, S, true>(m, here, list, None),
        Instr::AnyOf(list) => inplace::any_of::<N, S, true>(m, here, list, None),
        Instr::OneOf(list) => inplace::one_of::<N, S, true>(m, here, list, None),
        Instr::Not(edge) => inplace::not::<N, S, true>(m, here, edge, None),
        Instr::If(id) => inplace::condition::<N, S, true>(m, here, id, None),
        _ => Ok(Flow::Wait),
    }
}

/// Whether an instruction only goes on to one other block for the same value: that of [`next`].
pub(crate) fn is_tail(instr: Instr) -> bool {
    matches!(instr, Instr::Ref(_) | Instr::Select(_))
}

/// Where an instruction goes on to one other block for the same value, that block's edge, if it is not decided before.
pub(crate) fn next<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    instr: Instr,
    spot: Spot<'a, N>,
) -> Result<Choice<EdgeId>, Exhausted> {
    match instr {
        Instr::Ref(edge) => Ok(Choice::Branch(edge)),
        Instr::Select(id) => inplace::selected(m, id, spot),
        _ => Ok(Choice::Never),
    }
}

/// Takes the result of a part under way: whether to go on with the next. A report goes on after failures.
#[inline]
fn outlive<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    child: Option<bool>,
) -> bool {
    if child == Some(false) {
        m.top().passed = false;
        return S::REPORTS;
    }
    true
}

/// Pays for comparing a long name.
#[inline]
fn long(fuel: &mut Fuel, key: Key<'_>) -> Result<(), Exhausted> {
    if key.len() > NameTable::LONG { fuel.pay(key.len() as u64 / 32) } else { Ok(()) }
}

/// What looking up all names of a table in an object costs.
fn lookups(names: &NameTable, members: usize) -> u64 {
    let each = 1 + lookup_cost(members);
    (names.len() as u64).saturating_mul(each).saturating_add(names.bytes() as u64 / 32)
}

/// The way from the value of a frame to the one that its instruction has under way, for the place of a stop.
pub(crate) fn token<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &Machine<'p, '_, 'a, N, S>,
    frame: &Frame<'p, 'a, N, S>,
) -> Token<'p> {
    let instr = m.section.instr(frame.at);
    match &frame.state {
        State::Items { at, .. } => Token::Index(at - 1),
        State::Position { at, .. } => match instr {
            Instr::Properties(id) => {
                let names = m.tables.names(m.section.properties(id).names);
                Token::Member(names.key(*at as usize).as_str())
            }
            _ => Token::Here,
        },
        State::Members { at, .. } => {
            let member = frame.spot.object().and_then(|object| object.members().nth(at - 1));
            match (member, instr) {
                (Some((key, _)), Instr::PropertyNames(_)) => Token::Name(key.as_str()),
                (Some((key, _)), _) => Token::Member(key.as_str()),
                (None, _) => Token::Here,
            }
        }
        State::Shape { next, .. } => {
            m.pending.get(next - 1).map_or(Token::Here, |pending| Token::Member(pending.name))
        }
        State::Start => Token::Here,
    }
}
