//! Equality, hash and size of JSON values, of whatever node types.
//!
//! Equality is JSON's: numbers by value, strings by code points, arrays in order, objects in any order. Nothing here is
//! cached, and nothing here decides how much work is allowed: whoever calls pays.
//!
//! Invariant: every walk keeps its own stack, so depth costs memory and never the native stack. Sizes and payments are
//! functions of the value alone, the same for every node type that holds it.

use core::convert::Infallible;
use core::hash::{BuildHasher, Hash, Hasher};

use ahash::{AHasher, RandomState};
use smallvec::SmallVec;

use crate::{Array, Kind, Node, Number, Object, View, lookup_cost};

/// Depth up to which a walk allocates nothing.
const INLINE_DEPTH: usize = 8;

/// Whether two values are the same JSON value: `1` equals `1.0`, and members may come in any order.
///
/// The work is at most the [`size`] of the smaller value, in steps.
pub fn equal<'a, 'b, A: Node<'a>, B: Node<'b>>(left: A, right: B) -> bool {
    let Ok(same) = try_equal(left, right, &mut |_| Ok::<_, Infallible>(()));
    same
}

/// As [`equal`], for whoever has paid the [`size`] of `right` and nothing for `left`: where a number on the left may
/// take longer to read than the one that it is compared with, `pay` is called with its [`Number::cost`] before.
///
/// # Errors
///
/// The error of `pay`, as soon as it gives one.
pub fn try_equal<'a, 'b, A: Node<'a>, B: Node<'b>, E>(
    left: A,
    right: B,
    pay: &mut impl FnMut(u64) -> Result<(), E>,
) -> Result<bool, E> {
    let mut stack: SmallVec<[Pair<'a, 'b, A, B>; INLINE_DEPTH]> = SmallVec::new();
    let mut found = compare(left, right, pay)?;
    loop {
        match found {
            Compared::Different => return Ok(false),
            Compared::Same => {}
            Compared::Arrays(left, right) => stack.push(Pair::Arrays(left.items(), right.items())),
            Compared::Objects(left, right) => {
                stack.push(Pair::Objects(left.members(), right.members(), right));
            }
        }
        let Some(pair) = stack.last_mut() else { return Ok(true) };
        found = pair.compare_rest(pay)?;
        if matches!(found, Compared::Same) {
            stack.pop();
        }
    }
}

/// Containers of the same kind and length, of which the rest is still to be compared.
enum Pair<'a, 'b, A: Node<'a>, B: Node<'b>> {
    Arrays(<A::Array as Array<'a>>::Items, <B::Array as Array<'b>>::Items),
    Objects(<A::Object as Object<'a>>::Members, <B::Object as Object<'b>>::Members, B::Object),
}

enum Compared<'a, 'b, A: Node<'a>, B: Node<'b>> {
    Different,
    Same,
    /// Of equal length: the same if their items are.
    Arrays(A::Array, B::Array),
    /// Of equal length: the same if their members are.
    Objects(A::Object, B::Object),
}

/// Compares one level.
fn compare<'a, 'b, A: Node<'a>, B: Node<'b>, E>(
    left: A,
    right: B,
    pay: &mut impl FnMut(u64) -> Result<(), E>,
) -> Result<Compared<'a, 'b, A, B>, E> {
    let same = match (left.view(), right.view()) {
        (View::Null, View::Null) => true,
        (View::Boolean(left), View::Boolean(right)) => left == right,
        (View::Number(left), View::Number(right)) => {
            if left.cost() > 0 {
                pay(left.cost())?;
            }
            same_number(&left, &right)
        }
        (View::String(left), View::String(right)) => left == right,
        (View::Array(left), View::Array(right)) if left.len() == right.len() => {
            return Ok(Compared::Arrays(left, right));
        }
        (View::Object(left), View::Object(right)) if left.len() == right.len() => {
            return Ok(Compared::Objects(left, right));
        }
        _ => false,
    };
    Ok(if same { Compared::Same } else { Compared::Different })
}

impl<'a, 'b, A: Node<'a>, B: Node<'b>> Pair<'a, 'b, A, B> {
    /// Compares up to the first difference or the next pair of containers.
    fn compare_rest<E>(
        &mut self,
        pay: &mut impl FnMut(u64) -> Result<(), E>,
    ) -> Result<Compared<'a, 'b, A, B>, E> {
        match self {
            Pair::Arrays(lefts, rights) => {
                for (left, right) in lefts.zip(rights) {
                    match compare(left, right, pay)? {
                        Compared::Same => {}
                        other => return Ok(other),
                    }
                }
            }
            Pair::Objects(lefts, rights, object) => {
                for (name, left) in lefts {
                    // Equal objects mostly have their members in the same order.
                    let right = match rights.next() {
                        Some((other, right)) if other.as_str() == name.as_str() => right,
                        _ => match object.get(name) {
                            Some(right) => right,
                            None => return Ok(Compared::Different),
                        },
                    };
                    match compare(left, right, pay)? {
                        Compared::Same => {}
                        other => return Ok(other),
                    }
                }
            }
        }
        Ok(Compared::Same)
    }
}

/// Numbers of different lifetimes.
fn same_number(left: &Number<'_>, right: &Number<'_>) -> bool {
    left == right
}

/// The size of a value in steps, which is what comparing it or hashing it costs: one for each value, `len / 32` more
/// for a string of `len` bytes, [`Number::cost`] more for a number, and `1 + len / 32` and its
/// [`lookup_cost`] for each member's name.
///
/// `pay` is called before the work that it pays for, in bulk for each container, and the payments add up to the result.
///
/// # Errors
///
/// The error of `pay`, as soon as it gives one.
pub fn size<'a, N: Node<'a>, E>(
    node: N,
    pay: &mut impl FnMut(u64) -> Result<(), E>,
) -> Result<u64, E> {
    enum Rest<'a, N: Node<'a>> {
        Items(<N::Array as Array<'a>>::Items),
        Members(<N::Object as Object<'a>>::Members),
    }

    let mut till = Till { total: 0, pay };
    till.pay(1)?;
    let mut stack: SmallVec<[Rest<'a, N>; INLINE_DEPTH]> = SmallVec::new();
    let mut next = Some(node);
    loop {
        if let Some(node) = next.take() {
            let view = node.view();
            till.pay_view(&view)?;
            match view {
                View::Array(array) => stack.push(Rest::Items(array.items())),
                View::Object(object) => stack.push(Rest::Members(object.members())),
                _ => {}
            }
        }
        next = match stack.last_mut() {
            None => return Ok(till.total),
            Some(Rest::Items(items)) => items.next(),
            Some(Rest::Members(members)) => match members.next() {
                Some((name, node)) => {
                    till.pay_text(name.as_str())?;
                    Some(node)
                }
                None => None,
            },
        };
        if next.is_none() {
            stack.pop();
        }
    }
}

/// Hashes a value under the keys of `state`, and gives its [`size`] as well. Equal values hash equal under one state,
/// whatever their node types and the order of their members.
///
/// Members are hashed, name and value together, before their hashes are added up, so that values which merely exchange
/// their members' values differ. The payments are those of [`size`].
///
/// # Errors
///
/// The error of `pay`, as soon as it gives one.
pub fn hash<'a, N: Node<'a>, E>(
    node: N,
    state: &RandomState,
    pay: &mut impl FnMut(u64) -> Result<(), E>,
) -> Result<(u64, u64), E> {
    let mut till = Till { total: 0, pay };
    till.pay(1)?;
    let mut stack: SmallVec<[Open<'a, N>; INLINE_DEPTH]> = SmallVec::new();
    let mut next = node;
    loop {
        let view = next.view();
        till.pay_view(&view)?;
        let mut hasher = state.build_hasher();
        let mut done = match view {
            View::Null => leaf(hasher, Kind::Null, &()),
            View::Boolean(value) => leaf(hasher, Kind::Boolean, &value),
            View::Number(value) => leaf(hasher, Kind::Number, &value),
            View::String(value) => leaf(hasher, Kind::String, value),
            View::Array(array) => {
                begin(&mut hasher, Kind::Array, array.len());
                stack.push(Open::Array(array.items(), hasher));
                None
            }
            View::Object(object) => {
                begin(&mut hasher, Kind::Object, object.len());
                stack.push(Open::Object(object.members(), 0, hasher, state.build_hasher()));
                None
            }
        };
        // Finished values go into their containers until one has another value to hash.
        next = loop {
            let Some(open) = stack.last_mut() else {
                return Ok((done.unwrap_or_default(), till.total));
            };
            if let Some(value) = done.take() {
                open.add(value);
            }
            match open.next(state, &mut till)? {
                Some(node) => break node,
                None => done = stack.pop().map(Open::finish),
            }
        };
    }
}

fn leaf<T: Hash + ?Sized>(mut hasher: AHasher, kind: Kind, value: &T) -> Option<u64> {
    hasher.write_u8(kind as u8);
    value.hash(&mut hasher);
    Some(hasher.finish())
}

fn begin(hasher: &mut AHasher, kind: Kind, length: usize) {
    hasher.write_u8(kind as u8);
    hasher.write_usize(length);
}

/// A container that is being hashed.
enum Open<'a, N: Node<'a>> {
    /// The remaining items, and the hasher that the items' hashes go into.
    Array(<N::Array as Array<'a>>::Items, AHasher),
    /// The remaining members, the sum of the members' hashes, the hasher that the sum goes into in the end, and the
    /// hasher of the current member, which has taken its name.
    Object(<N::Object as Object<'a>>::Members, u64, AHasher, AHasher),
}

impl<'a, N: Node<'a>> Open<'a, N> {
    /// Takes the hash of the value that [`next`](Open::next) gave.
    fn add(&mut self, value: u64) {
        match self {
            Open::Array(_, hasher) => hasher.write_u64(value),
            Open::Object(_, sum, _, member) => {
                member.write_u64(value);
                *sum = sum.wrapping_add(member.finish());
            }
        }
    }

    /// The next value to hash.
    fn next<E, P: FnMut(u64) -> Result<(), E>>(
        &mut self,
        state: &RandomState,
        till: &mut Till<'_, P>,
    ) -> Result<Option<N>, E> {
        match self {
            Open::Array(items, _) => Ok(items.next()),
            Open::Object(members, _, _, member) => {
                let Some((name, node)) = members.next() else { return Ok(None) };
                till.pay_text(name.as_str())?;
                *member = state.build_hasher();
                name.as_str().hash(member);
                Ok(Some(node))
            }
        }
    }

    fn finish(self) -> u64 {
        match self {
            Open::Array(_, hasher) => hasher.finish(),
            Open::Object(_, sum, mut hasher, _) => {
                hasher.write_u64(sum);
                hasher.finish()
            }
        }
    }
}

/// Takes payments and adds them up.
struct Till<'p, P> {
    total: u64,
    pay: &'p mut P,
}

impl<E, P: FnMut(u64) -> Result<(), E>> Till<'_, P> {
    fn pay(&mut self, steps: u64) -> Result<(), E> {
        if steps > 0 {
            (self.pay)(steps)?;
            self.total = self.total.saturating_add(steps);
        }
        Ok(())
    }

    /// Pays for what a value holds, but for the value itself, which its container or the caller has paid.
    fn pay_view<'a, N: Node<'a>>(&mut self, view: &View<'a, N>) -> Result<(), E> {
        match view {
            View::Null | View::Boolean(_) => Ok(()),
            View::Number(number) => self.pay(number.cost()),
            View::String(text) => self.pay_text(text),
            View::Array(array) => self.pay(steps(array.len())),
            // Each member is a name, to be found in another object, and a value.
            View::Object(object) => {
                let member = 2 + lookup_cost(object.len());
                self.pay(steps(object.len()).saturating_mul(member))
            }
        }
    }

    fn pay_text(&mut self, text: &str) -> Result<(), E> {
        self.pay(steps(text.len() / 32))
    }
}

fn steps(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
