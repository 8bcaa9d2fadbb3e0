//! The characters of a pattern, in classes: two characters are of one class if nothing in it tells them apart.
//!
//! A large Unicode set is one class or a few, so that a table over classes is small. Invariant: every character has a
//! class, and each class has a representative that behaves like all of it.

use std::collections::BTreeMap;

use crate::ast::{Assertion, Ast, Node};
use crate::charset::CharSet;

/// The most classes, so that one is a byte and the end of the text can be one more.
const MAX_CLASSES: usize = 255;

/// The most places where the class may change: a bound on the work and the memory.
const MAX_BOUNDARIES: usize = 8_192;

/// The code points of a block, within which the class is searched for.
const BLOCK: u32 = 128;

/// The classes of a pattern.
#[derive(Debug)]
pub(crate) struct Alphabet {
    ascii: [u8; 128],
    /// The code points from which on the class is the one of the same index in `classes`.
    starts: Vec<u32>,
    classes: Vec<u8>,
    /// By code point divided by [`BLOCK`]: how many starts come before the block.
    blocks: Vec<u16>,
    representatives: Vec<char>,
}

impl Alphabet {
    /// The classes of a pattern; none if they are too many.
    pub(crate) fn of(ast: &Ast) -> Option<Self> {
        let sets = distinct_sets(ast);
        let events = events(&sets)?;
        let mut members = vec![0u64; sets.len().div_ceil(64)];
        let mut known: BTreeMap<Vec<u64>, u8> = BTreeMap::new();
        let (mut starts, mut classes, mut representatives) = (Vec::new(), Vec::new(), Vec::new());
        let mut events = events.into_iter().peekable();
        while let Some(&(start, _)) = events.peek() {
            while let Some((_, set)) = events.next_if(|&(at, _)| at == start) {
                if let Some(word) = set.and_then(|set| members.get_mut(set / 64).map(|w| (w, set)))
                {
                    *word.0 ^= 1 << (word.1 % 64);
                }
            }
            let end = events.peek().map_or(0x11_0000, |&(next, _)| next);
            let Some(representative) = first_char(start, end) else { continue };
            let class = match known.get(&members) {
                Some(&class) => class,
                None if known.len() == MAX_CLASSES => return None,
                None => {
                    let class = u8::try_from(known.len()).ok()?;
                    known.insert(members.clone(), class);
                    representatives.push(representative);
                    class
                }
            };
            starts.push(start);
            classes.push(class);
        }
        let blocks = blocks(&starts)?;
        let mut alphabet = Self { ascii: [0; 128], starts, classes, blocks, representatives };
        alphabet.ascii = std::array::from_fn(|c| alphabet.search(c as u32));
        Some(alphabet)
    }

    /// The class of a character.
    #[inline]
    pub(crate) fn class(&self, c: char) -> u8 {
        match self.ascii.get(c as usize) {
            Some(&class) => class,
            None => self.search(c.into()),
        }
    }

    /// A character of each class, in the order of the classes.
    pub(crate) fn representatives(&self) -> &[char] {
        &self.representatives
    }

    fn search(&self, c: u32) -> u8 {
        let block = (c / BLOCK) as usize;
        let bound = |i: usize| self.blocks.get(i).map(|&starts| usize::from(starts));
        let low = bound(block).or(self.blocks.last().map(|&starts| starts.into())).unwrap_or(0);
        let high = bound(block + 1).unwrap_or(self.starts.len());
        let within = self.starts.get(low..high).unwrap_or_default();
        let after = low + within.partition_point(|&start| start <= c);
        after.checked_sub(1).and_then(|i| self.classes.get(i)).copied().unwrap_or(0)
    }
}

/// For each block up to that of the last start, how many starts come before it.
fn blocks(starts: &[u32]) -> Option<Vec<u16>> {
    let last = starts.last().map_or(0, |&start| start / BLOCK);
    let mut before = 0;
    (0..=last)
        .map(|block| {
            while starts.get(before).is_some_and(|&start| start / BLOCK < block) {
                before += 1;
            }
            u16::try_from(before).ok()
        })
        .collect()
}

/// The sets that a pattern names, each once; single characters are sets too.
fn distinct_sets(ast: &Ast) -> Vec<CharSet> {
    let mut chars = Vec::new();
    let mut numbers = Vec::new();
    let mut boundaries = false;
    for node in ast.nodes() {
        match *node {
            Node::Char(c) => chars.push(u32::from(c)),
            Node::Set(set) => numbers.push(set),
            Node::Assert(Assertion::WordBoundary | Assertion::NotWordBoundary) => boundaries = true,
            _ => {}
        }
    }
    chars.sort_unstable();
    chars.dedup();
    numbers.sort_unstable();
    numbers.dedup();
    let mut sets: Vec<CharSet> = chars.into_iter().map(|c| CharSet::new(vec![(c, c)])).collect();
    sets.extend(numbers.iter().filter_map(|&set| ast.set(set).cloned()));
    if boundaries {
        sets.push(CharSet::word());
    }
    sets
}

/// Where characters enter or leave a set, in order: the code point and the set. The first is at 0 and of no set.
fn events(sets: &[CharSet]) -> Option<Vec<(u32, Option<usize>)>> {
    let count: usize = sets.iter().map(|set| 2 * set.ranges().len()).sum();
    if count > MAX_BOUNDARIES {
        return None;
    }
    let mut events = vec![(0, None)];
    for (number, set) in sets.iter().enumerate() {
        for &(low, high) in set.ranges() {
            events.extend([(low, Some(number)), (high + 1, Some(number))]);
        }
    }
    events.retain(|&(at, _)| at < 0x11_0000);
    events.sort_unstable();
    Some(events)
}

/// The first character from `start` on and before `end`, surrogates not being characters.
fn first_char(start: u32, end: u32) -> Option<char> {
    let code = if (0xD800..0xE000).contains(&start) { 0xE000 } else { start };
    char::from_u32(code).filter(|_| code < end)
}
