//! Member names: how objects find a member, and duplicates.
//!
//! An object of up to [`NARROW`] members is searched from end to end, comparing words and lengths. A wider one
//! carries its names sorted as strings are, for a binary search on the words. Sorting was chosen over hashing since
//! it has no worst case to hide behind a secret key: n names cost n log n comparisons whatever they are, with or
//! without randomness at hand, and names that come sorted cost less.
//!
//! Invariant: the names of a closed object are unique.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::{Slot, Span};
use crate::Key;

/// Objects with more members than this carry sorted names. A linear search over so few is at least as fast.
pub(crate) const NARROW: usize = 16;

/// A member name: its first eight bytes, its text, and where its quote stands in the text of the document.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Name {
    pub(crate) word: u64,
    pub(crate) span: Span,
    pub(crate) offset: u32,
}

/// An entry of the sorted names of a wide object.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SortedName {
    /// The first eight bytes, big-endian, so that words compare as the strings do.
    word: u64,
    len: u32,
    /// The index of the member in the object.
    member: u32,
}

/// The word of a name that is `len` bytes of `bytes` from `start`. Like [`crate::word`], but reads past the end of the
/// name where there is text, which is faster than copying a few bytes.
#[inline]
pub(crate) fn word_at(bytes: &[u8], start: usize, len: usize) -> u64 {
    let rest = bytes.get(start..).unwrap_or_default();
    match rest.first_chunk::<8>() {
        Some(head) if len >= 8 => u64::from_le_bytes(*head),
        Some(head) => u64::from_le_bytes(*head) & ((1 << (8 * len)) - 1),
        None => crate::word(rest.get(..len).unwrap_or_default()),
    }
}

/// `len` items from `first`; none if they are out of bounds, which no document has.
#[inline]
pub(super) fn range<T>(items: &[T], first: u32, len: u32) -> &[T] {
    let first = first as usize;
    items.get(first..first + len as usize).unwrap_or_default()
}

/// Searches names from end to end.
#[inline]
pub(super) fn scan<'d>(
    names: &[Name],
    key: Key<'_>,
    text: impl Fn(&Name) -> &'d str,
) -> Option<u32> {
    let same = |name: &Name| {
        name.word == key.word()
            && name.span.len as usize == key.len()
            && (key.len() <= 8 || text(name) == key.as_str())
    };
    // A narrow object has few members: the index fits.
    names.iter().zip(0..).find_map(|(name, index)| same(name).then_some(index))
}

/// Searches sorted names by halving.
#[inline]
pub(super) fn search<'d>(
    sorted: &[SortedName],
    names: &[Name],
    key: Key<'_>,
    text: impl Fn(&Name) -> &'d str,
) -> Option<u32> {
    let word = key.word().swap_bytes();
    let found = sorted.binary_search_by(|entry| {
        entry.word.cmp(&word).then_with(|| {
            if entry.len <= 8 && key.len() <= 8 {
                return (entry.len as usize).cmp(&key.len());
            }
            let name = names.get(entry.member as usize).map(&text).unwrap_or_default();
            name.as_bytes().cmp(key.as_str().as_bytes())
        })
    });
    found.ok().and_then(|at| sorted.get(at)).map(|entry| entry.member)
}

/// Two members of the same name, by their indices in the object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Duplicate {
    pub(super) first: usize,
    pub(super) second: usize,
}

/// The members of one object while it is closed, both vectors from `start` on.
pub(super) struct Members<'a> {
    pub(super) names: &'a mut Vec<Name>,
    pub(super) names_start: usize,
    pub(super) values: &'a mut Vec<Slot>,
    pub(super) values_start: usize,
}

impl Members<'_> {
    pub(super) fn len(&self) -> usize {
        self.names.len() - self.names_start
    }

    fn names(&self) -> &[Name] {
        self.names.get(self.names_start..).unwrap_or_default()
    }

    /// The name of a member.
    pub(super) fn name(&self, index: usize) -> Option<&Name> {
        self.names().get(index)
    }

    /// The first member of a narrow object that has the name of an earlier one.
    pub(super) fn duplicate_narrow<'d>(
        &self,
        text: impl Fn(&Name) -> &'d str + Copy,
    ) -> Option<Duplicate> {
        let names = self.names();
        // A filter of 64 bits: most names set a bit of their own, which proves them new without a search.
        let mut seen = 0_u64;
        for (second, name) in names.iter().enumerate() {
            let mix = (name.word ^ u64::from(name.span.len)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let bit = 1 << (mix >> 58);
            if seen & bit != 0 {
                let key = Key::with_word(text(name), name.word);
                let earlier = names.get(..second).unwrap_or_default();
                if let Some(first) = scan(earlier, key, text) {
                    return Some(Duplicate { first: first as usize, second });
                }
            }
            seen |= bit;
        }
        None
    }

    /// Appends the sorted names to `sorted` and gives the first member that has the name of an earlier one.
    pub(super) fn sort<'d>(
        &self,
        sorted: &mut Vec<SortedName>,
        text: impl Fn(&Name) -> &'d str + Copy,
    ) -> Option<Duplicate> {
        let names = self.names();
        let base = sorted.len();
        sorted.extend(names.iter().zip(0..).map(|(name, member)| SortedName {
            word: name.word.swap_bytes(),
            len: name.span.len,
            member,
        }));
        let added = sorted.get_mut(base..).unwrap_or_default();
        let name = |entry: &SortedName| names.get(entry.member as usize).map(text);
        let order = |a: &SortedName, b: &SortedName| {
            a.word.cmp(&b.word).then_with(|| {
                if a.len <= 8 && b.len <= 8 { a.len.cmp(&b.len) } else { name(a).cmp(&name(b)) }
            })
        };
        added.sort_unstable_by(|a, b| order(a, b).then(a.member.cmp(&b.member)));
        added
            .windows(2)
            .filter_map(|pair| match pair {
                [a, b] if order(a, b) == Ordering::Equal => {
                    Some(Duplicate { first: a.member as usize, second: b.member as usize })
                }
                _ => None,
            })
            .min_by_key(|duplicate| duplicate.second)
    }

    /// Drops all but one member of each name, given a name-sorted list: the last value, in the first one's place.
    pub(super) fn merge_sorted<'d>(
        &mut self,
        sorted: &[SortedName],
        text: impl Fn(&Name) -> &'d str + Copy,
    ) {
        let mut dropped = alloc::vec![false; self.len()];
        let mut first: Option<(usize, Key<'d>)> = None;
        for entry in sorted {
            let member = entry.member as usize;
            let Some(name) = self.names().get(member) else { continue };
            let key = Key::with_word(text(name), name.word);
            match first {
                Some((kept, name)) if name == key => {
                    // Of equal names, members come in order: each takes the place of the one before.
                    self.values[self.values_start + kept] = self.values[self.values_start + member];
                    dropped[member] = true;
                }
                _ => first = Some((member, key)),
            }
        }
        retain(self.names, self.names_start, &dropped);
        retain(self.values, self.values_start, &dropped);
    }

    /// Drops the second of two members of a narrow object, its value in the first one's place.
    pub(super) fn merge(&mut self, duplicate: Duplicate) {
        let value = self.values.remove(self.values_start + duplicate.second);
        self.names.remove(self.names_start + duplicate.second);
        self.values[self.values_start + duplicate.first] = value;
    }
}

/// Keeps the items from `start` on that are not dropped, in order; touches nothing before `start`.
fn retain<T>(items: &mut Vec<T>, start: usize, dropped: &[bool]) {
    let mut kept = start;
    for (index, _) in (start..items.len()).zip(dropped).filter(|&(_, &dropped)| !dropped) {
        items.swap(kept, index);
        kept += 1;
    }
    items.truncate(kept);
}
