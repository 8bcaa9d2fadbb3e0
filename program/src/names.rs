//! Tables of member names: from a name to its position, in one probe.
//!
//! A look-up tests the name's length against a bitmap, then probes a perfect hash of the first eight bytes as a word,
//! the last eight as another, and the length. Names of at most sixteen bytes are decided by these three. Longer names
//! that share them form a group, which is searched by bisection, so that names built to collide cost a logarithm and
//! not a scan.
//!
//! The hash is built with fixed seeds, since programs must be the same on every machine, so names can be chosen to
//! defeat it. The search for it is therefore bounded by the number of names, and a set that defeats all seeds gets a
//! sorted table instead ([`Probe::Sorted`]), with the same answers.
//!
//! Invariant: `get` gives for every name the first position that it was given at, and `None` for every other string.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use jsonbound_json::Key;

/// A set of distinct names, each with a position.
#[derive(Clone)]
pub struct NameTable {
    text: Box<str>,
    /// In the order in which they were given.
    names: Box<[Name]>,
    /// Bit n for names of n bytes; bit 63 for all that are longer.
    lengths: u64,
    /// Positions, sorted by (word, length, text).
    sorted: Box<[u32]>,
    probe: Probe,
    cost: u64,
    member_cost: u64,
}

#[derive(Clone, Copy)]
struct Name {
    word: u64,
    tail: u64,
    start: u32,
    len: u32,
}

/// A run of `sorted` whose names share both words and the length.
#[derive(Clone, Copy)]
struct Group {
    start: u32,
    len: u32,
}

/// A place of the hash table: a group with all that is needed to decide on a name, or none (`count` is zero).
#[derive(Clone, Copy, Default)]
struct Slot {
    word: u64,
    tail: u64,
    len: u32,
    /// The group's length, and where it starts in `sorted`; for a single name its position.
    count: u32,
    at: u32,
    /// Where the text of a single name begins.
    text: u32,
}

#[derive(Clone)]
enum Probe {
    /// Hash and displace: the bucket's displacement leads to the slot.
    Hashed { seed: u64, displacements: Box<[u16]>, slots: Box<[Slot]> },
    /// Bisection over all of `sorted`.
    Sorted,
}

/// Odd constants without structure (fractions of the square roots of 2, 3, 5 and 7).
const SEEDS: [u64; 4] =
    [0x6a09_e667_f3bc_c909, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1];

/// How many placements that fail a seed is given: what small tables may need, and what large ones need for each name.
const PATIENCE: usize = 128;
const PATIENCE_EACH: usize = 4;

/// The last eight bytes of a name as a word; zero for a name of eight bytes or fewer, which the first word holds.
#[inline]
fn tail(name: &str) -> u64 {
    match name.as_bytes().last_chunk::<8>() {
        Some(&bytes) if name.len() > 8 => u64::from_le_bytes(bytes),
        _ => 0,
    }
}

/// A multiplication that keeps both halves of the product.
#[inline]
fn hash(word: u64, tail: u64, len: u32, seed: u64) -> u64 {
    let factor = SEEDS[1] ^ tail.rotate_left(29) ^ u64::from(len) << 1;
    let product = u128::from(word ^ seed) * u128::from(factor | 1);
    (product as u64) ^ ((product >> 64) as u64)
}

/// The place of a hash: a step that depends on the hash, as many times as its bucket says.
fn place(hash: u64, displacement: u16, mask: usize) -> usize {
    let (base, step) = (hash as u32, (hash >> 32) as u32 | 1);
    base.wrapping_add(step.wrapping_mul(u32::from(displacement))) as usize & mask
}

fn bucket(hash: u64, mask: usize) -> usize {
    (hash >> 48) as usize & mask
}

impl NameTable {
    /// Comparing names of no more bytes than this costs nothing beyond the step.
    pub const LONG: usize = 64;

    /// Builds the table. Names that are given twice keep their first position.
    pub fn new<'a>(given: impl IntoIterator<Item = &'a str>) -> Self {
        let mut text = String::new();
        let mut names = Vec::new();
        for name in given {
            names.push(Name {
                word: jsonbound_json::word(name.as_bytes()),
                tail: tail(name),
                start: u32::try_from(text.len()).unwrap_or(u32::MAX),
                len: u32::try_from(name.len()).unwrap_or(u32::MAX),
            });
            text.push_str(name);
        }
        let mut table = NameTable {
            text: text.into_boxed_str(),
            names: names.into_boxed_slice(),
            lengths: 0,
            sorted: Box::default(),
            probe: Probe::Sorted,
            cost: 0,
            member_cost: 1,
        };
        let mut sorted: Vec<u32> =
            (0..u32::try_from(table.names.len()).unwrap_or(u32::MAX)).collect();
        sorted.sort_by(|&a, &b| table.order(a).cmp(&table.order(b)).then(a.cmp(&b)));
        sorted.dedup_by(|b, a| table.order(*a) == table.order(*b));
        table.sorted = sorted.into_boxed_slice();
        table.lengths =
            table.names.iter().fold(0, |bits, name| bits | length_bit(name.len as usize));
        let groups = table.groups();
        if let Some(probe) = SEEDS.iter().find_map(|&seed| table.hashed(&groups, seed)) {
            table.probe = probe;
        }
        let longest = match table.probe {
            Probe::Hashed { .. } => groups.iter().map(|group| group.len).max().unwrap_or(0),
            Probe::Sorted => u32::try_from(table.sorted.len()).unwrap_or(u32::MAX),
        };
        table.cost = if longest < 2 { 0 } else { 2 * u64::from(longest.ilog2() + 1) };
        table.member_cost = 1 + table.cost;
        table
    }

    /// The same table without its perfect hash, so that tests reach the path for names that defeat it.
    #[doc(hidden)]
    #[must_use]
    pub fn without_hash(mut self) -> Self {
        self.probe = Probe::Sorted;
        self
    }

    fn order(&self, position: u32) -> (u64, u64, u32, &str) {
        let name = self.names[position as usize];
        (name.word, name.tail, name.len, self.name(position as usize))
    }

    /// What the names of a group share.
    fn shared(&self, group: Group) -> (u64, u64, u32) {
        let name = self.names[self.sorted[group.start as usize] as usize];
        (name.word, name.tail, name.len)
    }

    fn groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for at in 0..u32::try_from(self.sorted.len()).unwrap_or(u32::MAX) {
            let alone = Group { start: at, len: 1 };
            match groups.last_mut() {
                Some(group) if self.shared(*group) == self.shared(alone) => group.len += 1,
                _ => groups.push(alone),
            }
        }
        groups
    }

    fn slot(&self, group: Group) -> Slot {
        let (word, tail, len) = self.shared(group);
        let position = self.sorted[group.start as usize];
        let (at, text) = match group.len {
            1 => (position, self.names[position as usize].start),
            _ => (group.start, 0),
        };
        Slot { word, tail, len, count: group.len, at, text }
    }

    /// Finds a displacement for each bucket that sends its groups to free slots, largest buckets first.
    fn hashed(&self, groups: &[Group], seed: u64) -> Option<Probe> {
        let buckets = (groups.len() / 3).max(1).next_power_of_two();
        let mask = (groups.len() * 2).max(1).next_power_of_two() - 1;
        let mut members: Vec<Vec<(u64, Slot)>> = vec![Vec::new(); buckets];
        for &group in groups {
            let (word, tail, len) = self.shared(group);
            let hash = hash(word, tail, len, seed);
            members[bucket(hash, buckets - 1)].push((hash, self.slot(group)));
        }
        let mut order: Vec<usize> = (0..buckets).collect();
        order.sort_by_key(|&bucket| (core::cmp::Reverse(members[bucket].len()), bucket));
        let mut displacements = vec![0u16; buckets];
        let mut slots = vec![Slot::default(); mask + 1];
        let mut patience = PATIENCE + PATIENCE_EACH * groups.len();
        for bucket in order {
            let (members, displacement) = (&members[bucket], &mut displacements[bucket]);
            while !settle(members, *displacement, mask, &mut slots) {
                *displacement = displacement.checked_add(1)?;
                patience = patience.checked_sub(members.len())?;
            }
        }
        Some(Probe::Hashed {
            seed,
            displacements: displacements.into_boxed_slice(),
            slots: slots.into_boxed_slice(),
        })
    }

    /// The position of a name.
    #[inline(always)]
    pub fn get(&self, key: Key<'_>) -> Option<usize> {
        if self.lengths & length_bit(key.len()) == 0 {
            return None;
        }
        let len = u32::try_from(key.len()).ok()?;
        let Probe::Hashed { seed, displacements, slots } = &self.probe else {
            return self.find(&self.sorted, key, len);
        };
        let tail = tail(key.as_str());
        let hash = hash(key.word(), tail, len, *seed);
        let displacement = displacements[bucket(hash, displacements.len() - 1)];
        let slot = &slots[place(hash, displacement, slots.len() - 1)];
        if slot.word != key.word() || slot.tail != tail || slot.len != len {
            return None;
        }
        match slot.count {
            0 => None,
            1 if len <= 16 => Some(slot.at as usize),
            1 => same(&self.text.as_bytes()[slot.text as usize..], key.as_str().as_bytes())
                .then_some(slot.at as usize),
            count => self.find(&self.sorted[slot.at as usize..][..count as usize], key, len),
        }
    }

    fn find(&self, run: &[u32], key: Key<'_>, len: u32) -> Option<usize> {
        run.binary_search_by(|&at| {
            self.order(at).cmp(&(key.word(), tail(key.as_str()), len, key.as_str()))
        })
        .ok()
        .map(|found| run[found] as usize)
    }

    /// What finding a name costs beyond its step: nothing, or two steps for each halving where names were made to
    /// collide.
    #[inline]
    pub fn lookup_cost(&self) -> u64 {
        self.cost
    }

    /// What finding one of the names of an object costs, a step included; beyond it, a name of more than
    /// [`LONG`](Self::LONG) bytes costs a step for each 32.
    #[inline]
    pub fn member_cost(&self) -> u64 {
        self.member_cost
    }

    /// The name at a position.
    #[inline]
    pub fn name(&self, position: usize) -> &str {
        let name = self.names[position];
        &self.text[name.start as usize..][..name.len as usize]
    }

    /// The key at a position.
    #[inline]
    pub fn key(&self, position: usize) -> Key<'_> {
        Key::new(self.name(position))
    }

    /// The number of names.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no name.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The bytes of all names together.
    pub fn bytes(&self) -> usize {
        self.text.len()
    }

    /// The names in order of their positions.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Key<'_>> {
        (0..self.len()).map(|position| self.key(position))
    }
}

/// Whether a text begins with a name of more than sixteen bytes, of which the first and the last eight are known to be
/// equal.
#[inline]
fn same(text: &[u8], name: &[u8]) -> bool {
    let inner = 8..name.len() - 8;
    text.get(inner.clone()) == name.get(inner)
}

/// Puts the groups of a bucket into their slots if all of these are free and distinct, and nothing otherwise.
fn settle(members: &[(u64, Slot)], displacement: u16, mask: usize, slots: &mut [Slot]) -> bool {
    for (done, &(hash, group)) in members.iter().enumerate() {
        let at = place(hash, displacement, mask);
        if slots[at].count != 0 {
            for &(hash, _) in &members[..done] {
                slots[place(hash, displacement, mask)] = Slot::default();
            }
            return false;
        }
        slots[at] = group;
    }
    true
}

#[inline]
fn length_bit(len: usize) -> u64 {
    1 << len.min(63)
}

impl fmt::Debug for NameTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl PartialEq for NameTable {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl Eq for NameTable {}

#[cfg(test)]
mod tests;
