//! Leaves: instructions that look at the value alone.

use alloc::boxed::Box;
use core::cmp::Ordering;

use bumpalo::collections::Vec as BumpVec;
use jsonbound_json::{Array, Key, Kind, Node, Number, Object, View, equal, hash, try_equal};
use jsonbound_program::{
    Cache, CheckId, DependentsId, EnumId, Exhausted, FormatId, Instance, Instr, KindSet, Literal,
    LiteralId, NamesId, NumberId, PatternId, Span,
};

use super::lookups;
use crate::frame::{Frame, Spot};
use crate::machine::Machine;
use crate::sink::Sink;
use crate::stopped::Limit;

type Answer = Result<bool, Exhausted>;

/// Whether the value passes. An instruction has nothing against values of kinds that it does not speak of.
#[inline]
pub(crate) fn leaf<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    instr: Instr,
    spot: Spot<'a, N>,
) -> Answer {
    match instr {
        Instr::Type(kinds) => typed(m, kinds, &spot.view()),
        Instr::Strings(names) => strings(m, names, spot),
        Instr::Const(id) => constant(m, id, spot),
        Instr::Enum(id) => enumeration(m, id, spot),
        Instr::Custom(id) => custom(m, id, spot),
        Instr::Range(_)
        | Instr::Maximum(_)
        | Instr::ExclusiveMaximum(_)
        | Instr::Minimum(_)
        | Instr::ExclusiveMinimum(_)
        | Instr::MultipleOf(_) => match spot.view() {
            View::Number(number) => on_number(m, instr, &number),
            _ => Ok(true),
        },
        Instr::Length(_)
        | Instr::MaxLength(_)
        | Instr::MinLength(_)
        | Instr::Pattern(_)
        | Instr::Format(_) => match spot.view() {
            View::String(text) => on_string(m, instr, text),
            _ => Ok(true),
        },
        Instr::ItemCount(_) | Instr::MaxItems(_) | Instr::MinItems(_) | Instr::UniqueItems => {
            match spot.view() {
                View::Array(array) => on_array(m, instr, array),
                _ => Ok(true),
            }
        }
        Instr::MemberCount(_)
        | Instr::MaxProperties(_)
        | Instr::MinProperties(_)
        | Instr::Required(_)
        | Instr::DependentRequired(_) => match spot.view() {
            View::Object(object) => on_object(m, instr, object),
            _ => Ok(true),
        },
        Instr::IntegerForm => integer_form(m, spot),
        // Nothing but a failure is left, and what speaks only of the items and members that this value has not.
        _ => Ok(instr != Instr::Fail),
    }
}

/// Only schemas up to draft-04 have it, so others are not to pay for it.
#[cold]
#[inline(never)]
fn integer_form<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    spot: Spot<'a, N>,
) -> Answer {
    let (Spot::Node(node), View::Number(number)) = (spot, spot.view()) else { return Ok(true) };
    m.fuel.pay(number.cost())?;
    Ok(node.is_integer_form())
}

fn on_number<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    instr: Instr,
    number: &Number<'_>,
) -> Answer {
    let mut compared = |bound: NumberId| -> Result<Ordering, Exhausted> {
        let bound = m.tables.number(bound);
        m.fuel.pay(number.cost().saturating_add(bound.cost()))?;
        Ok(number.cmp(bound))
    };
    Ok(match instr {
        Instr::Range(id) => {
            let range = m.tables.range(id);
            let low = match range.low {
                None => true,
                Some(bound) => {
                    let order = compared(bound.number)?;
                    order.is_gt() || (order.is_eq() && !bound.exclusive)
                }
            };
            low && match range.high {
                None => true,
                Some(bound) => {
                    let order = compared(bound.number)?;
                    order.is_lt() || (order.is_eq() && !bound.exclusive)
                }
            }
        }
        Instr::Maximum(bound) => compared(bound)?.is_le(),
        Instr::ExclusiveMaximum(bound) => compared(bound)?.is_lt(),
        Instr::Minimum(bound) => compared(bound)?.is_ge(),
        Instr::ExclusiveMinimum(bound) => compared(bound)?.is_gt(),
        Instr::MultipleOf(divisor) => {
            let divisor = m.tables.number(divisor);
            m.fuel.pay(number.cost().saturating_add(divisor.cost()))?;
            m.fuel.pay(number.multiple_cost(divisor))?;
            number.is_multiple_of(divisor)
        }
        _ => true,
    })
}

fn on_string<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    instr: Instr,
    text: &str,
) -> Answer {
    match instr {
        Instr::Length(id) => length(m, text, m.tables.span(id)),
        Instr::MaxLength(bound) => Ok(!longer(m, text, m.tables.count(bound))?),
        Instr::MinLength(bound) => match m.tables.count(bound) {
            0 => Ok(true),
            bound => longer(m, text, bound - 1),
        },
        Instr::Pattern(id) => matches(m, id, text),
        Instr::Format(id) => of_format(m, id, text),
        _ => Ok(true),
    }
}

/// Whether the string is of the format. One that is too long to be checked is invalid if its length alone says so.
fn of_format<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: FormatId,
    text: &str,
) -> Answer {
    let check = &m.tables.format(id).check;
    if check.max_bytes().is_some_and(|most| text.len() > most) {
        return Ok(false);
    }
    if text.len() as u64 > m.max_format {
        return Err(m.fuel.stop(Limit::FormatBytes));
    }
    check.is_valid(text, &mut m.fuel)
}

fn on_array<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    instr: Instr,
    array: N::Array,
) -> Answer {
    let len = array.len() as u64;
    match instr {
        Instr::ItemCount(id) => Ok(m.tables.span(id).contains(len)),
        Instr::MaxItems(bound) => Ok(len <= m.tables.count(bound)),
        Instr::MinItems(bound) => Ok(len >= m.tables.count(bound)),
        Instr::UniqueItems => unique(m, array),
        _ => Ok(true),
    }
}

fn on_object<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    instr: Instr,
    object: N::Object,
) -> Answer {
    let len = object.len() as u64;
    match instr {
        Instr::MemberCount(id) => Ok(m.tables.span(id).contains(len)),
        Instr::MaxProperties(bound) => Ok(len <= m.tables.count(bound)),
        Instr::MinProperties(bound) => Ok(len >= m.tables.count(bound)),
        Instr::Required(names) => required(m, names, object),
        Instr::DependentRequired(id) => dependent_required(m, id, object),
        _ => Ok(true),
    }
}

/// Whether the value is of one of the types; a number is an integer if its fraction is zero (Core 4.2.1), which only
/// reading it tells.
fn typed<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    kinds: KindSet,
    view: &View<'a, N>,
) -> Answer {
    let kind = match view {
        View::Null => KindSet::NULL,
        View::Boolean(_) => KindSet::BOOLEAN,
        View::Number(_) if kinds.contains(KindSet::NUMBER) => KindSet::NUMBER,
        View::Number(_) if !kinds.intersects(KindSet::NUMBER) => return Ok(false),
        View::Number(number) => {
            m.fuel.pay(number.cost())?;
            if number.is_integer() { KindSet::INTEGER } else { KindSet::FRACTION }
        }
        View::String(_) => KindSet::STRING,
        View::Array(_) => KindSet::ARRAY,
        View::Object(_) => KindSet::OBJECT,
    };
    Ok(kinds.contains(kind))
}

fn constant<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: LiteralId,
    spot: Spot<'a, N>,
) -> Answer {
    let literal = m.tables.literal(id);
    m.fuel.pay(literal.cost)?;
    is_literal(m, spot, literal)
}

/// Whether the value equals the literal, whose cost is paid. The instance's numbers can be longer than what they are
/// compared with.
fn is_literal<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    spot: Spot<'a, N>,
    literal: &Literal,
) -> Answer {
    let root = literal.document.root();
    match spot {
        Spot::Node(node) => try_equal(node, root, &mut |steps| m.fuel.pay(steps)),
        Spot::Name(name) => Ok(root.as_str() == Some(name)),
    }
}

/// Whether the value is one of these strings.
fn strings<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    names: NamesId,
    spot: Spot<'a, N>,
) -> Answer {
    let View::String(text) = spot.view() else { return Ok(false) };
    let names = m.tables.names(names);
    m.fuel.pay(text.len() as u64 / 32 + names.lookup_cost())?;
    Ok(names.get(Key::new(text)).is_some())
}

fn enumeration<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: EnumId,
    spot: Spot<'a, N>,
) -> Answer {
    let values = m.tables.enumeration(id);
    if spot.kind() == Kind::String {
        return strings(m, values.strings, spot);
    }
    m.fuel.pay(values.cost)?;
    for literal in m.tables.literals(values) {
        if is_literal(m, spot, literal)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether the string has more code points than `bound`. Counts only where the number of bytes does not decide, and
/// pays for that.
fn longer<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    text: &str,
    bound: u64,
) -> Answer {
    let bytes = text.len() as u64;
    if bytes <= bound {
        return Ok(false);
    }
    // A code point takes four bytes at most.
    if bytes > bound.saturating_mul(4) {
        return Ok(true);
    }
    m.fuel.pay(bytes / 32)?;
    Ok(text.chars().count() as u64 > bound)
}

/// Whether the string has so many code points; counts at most once, as [`longer`] does.
fn length<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    text: &str,
    span: Span,
) -> Answer {
    let bytes = text.len() as u64;
    // A code point takes one byte at least, and four at most.
    if bytes < span.min || bytes > span.max.saturating_mul(4) {
        return Ok(false);
    }
    if bytes <= span.max && bytes >= span.min.saturating_mul(4) {
        return Ok(true);
    }
    m.fuel.pay(bytes / 32)?;
    Ok(span.contains(text.chars().count() as u64))
}

/// Whether the pattern matches in the text.
pub(super) fn matches<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: PatternId,
    text: &str,
) -> Answer {
    let matcher = &m.tables.pattern(id).matcher;
    let cache: &mut Cache = match m.caches.get_mut(id.index()) {
        Some(place) => place.get_or_insert_with(|| matcher.cache()),
        None => &mut (Box::new(()) as Cache),
    };
    matcher.is_match(text, cache, &mut m.fuel)
}

/// Whether all names are there.
fn required<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    names: NamesId,
    object: N::Object,
) -> Answer {
    let names = m.tables.names(names);
    if names.len() > object.len() {
        return Ok(false);
    }
    m.fuel.pay(lookups(names, object.len()))?;
    Ok(names.iter().all(|name| object.get(name).is_some()))
}

fn dependent_required<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: DependentsId,
    object: N::Object,
) -> Answer {
    let dependents = m.tables.dependents(id);
    let names = m.tables.names(dependents.names);
    m.fuel.pay(lookups(names, object.len()))?;
    for (name, &asked) in names.iter().zip(&dependents.required) {
        if object.get(name).is_some() && !required(m, asked, object)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The member that the current instruction misses, for a report.
pub(crate) fn missing_name<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
) -> Result<Option<&'p str>, Exhausted> {
    let &mut Frame { spot, at, .. } = m.top();
    let Some(object) = spot.object() else { return Ok(None) };
    let tables = m.tables;
    let asked: &[NamesId] = match m.section.instr(at) {
        Instr::Required(names) => &[names],
        Instr::DependentRequired(id) => &tables.dependents(id).required,
        _ => return Ok(None),
    };
    let conditions = match m.section.instr(at) {
        Instr::DependentRequired(id) => Some(tables.names(tables.dependents(id).names)),
        _ => None,
    };
    for (position, &names) in asked.iter().enumerate() {
        let names = tables.names(names);
        m.fuel.pay(1 + lookups(names, object.len()))?;
        if conditions.is_none_or(|asking| object.get(asking.key(position)).is_some())
            && let Some(name) = names.iter().find(|&name| object.get(name).is_none())
        {
            return Ok(Some(name.as_str()));
        }
    }
    Ok(None)
}

/// What an item counts for in the table of `uniqueItems`, in scratch units.
const ITEM_UNITS: u64 = 32;

/// Whether no two items are equal: a hash table with keyed hashes. Hashing an item pays for its size, which covers
/// one comparison with it; items are compared only if their hashes are equal, so the first comparison that is made
/// for real ends the search.
fn unique<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    array: N::Array,
) -> Answer {
    let len = array.len();
    if len < 2 {
        return Ok(true);
    }
    let units = (len as u64).saturating_mul(ITEM_UNITS);
    m.fuel.pay(len as u64)?;
    m.fuel.hold(units)?;
    let mask = len.saturating_mul(2).next_power_of_two() - 1;
    let mut seen: BumpVec<'_, (u64, N)> = BumpVec::with_capacity_in(len, m.bump);
    let mut table: BumpVec<'_, u32> = BumpVec::with_capacity_in(mask + 1, m.bump);
    table.resize(mask + 1, 0);
    let mut distinct = true;
    for item in array.items() {
        let (hash, _) = hash(item, m.keys, &mut |steps| m.fuel.pay(steps))?;
        let mut slot = hash as usize & mask;
        while table[slot] != 0 && distinct {
            let (other, node) = seen[table[slot] as usize - 1];
            distinct = other != hash || !equal(item, node);
            slot = (slot + 1) & mask;
        }
        if !distinct {
            break;
        }
        seen.push((hash, item));
        table[slot] = u32::try_from(seen.len()).unwrap_or(u32::MAX);
    }
    m.fuel.release(units);
    Ok(distinct)
}

/// What a custom check sees.
struct Seen<'a, N>(Spot<'a, N>);

impl<'a, N: Node<'a>> Instance for Seen<'a, N> {
    fn kind(&self) -> Kind {
        self.0.kind()
    }
    fn as_bool(&self) -> Option<bool> {
        match self.0.view() {
            View::Boolean(value) => Some(value),
            _ => None,
        }
    }
    fn as_number(&self) -> Option<Number<'_>> {
        match self.0.view() {
            View::Number(number) => Some(number),
            _ => None,
        }
    }
    fn as_str(&self) -> Option<&str> {
        match self.0.view() {
            View::String(text) => Some(text),
            _ => None,
        }
    }
    fn size(&self) -> Option<usize> {
        match self.0.view() {
            View::Array(array) => Some(array.len()),
            View::Object(object) => Some(object.len()),
            _ => None,
        }
    }
}

fn custom<'p, 'a: 'p, N: Node<'a>, S: Sink<'p>>(
    m: &mut Machine<'p, '_, 'a, N, S>,
    id: CheckId,
    spot: Spot<'a, N>,
) -> Answer {
    m.tables.check(id).check.is_valid(&Seen(spot), &mut m.fuel)
}
