//! Sets of code points, as sorted ranges.
//!
//! A set may hold surrogates, which `\u` escapes can name; no character of a string is one, so they match nothing.
//! Invariant: ranges are inclusive, sorted, disjoint and not adjacent, so equal sets are equal values.

/// The last code point.
const LAST: u32 = 0x10_FFFF;

/// A set of code points.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CharSet {
    ranges: Box<[(u32, u32)]>,
    /// The ASCII part again, one bit a character: most text is ASCII.
    ascii: u128,
}

impl CharSet {
    /// The union of inclusive ranges, in any order.
    pub(crate) fn new(mut ranges: Vec<(u32, u32)>) -> Self {
        ranges.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
        for (low, high) in ranges {
            match merged.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        let ascii = (merged.iter().take_while(|&&(low, _)| low < 128))
            .fold(0, |bits, &(low, high)| bits | u128::MAX >> (127 - (high.min(127) - low)) << low);
        Self { ranges: merged.into(), ascii }
    }

    /// The code points that are not in this set.
    pub(crate) fn negated(&self) -> Self {
        let mut gaps = Vec::with_capacity(self.ranges.len() + 1);
        let mut next = 0;
        for &(low, high) in &self.ranges {
            if low > next {
                gaps.push((next, low - 1));
            }
            next = high + 1;
        }
        if next <= LAST {
            gaps.push((next, LAST));
        }
        Self::new(gaps)
    }

    /// Whether the character is in the set.
    pub fn contains(&self, c: char) -> bool {
        let c = u32::from(c);
        if c < 128 { self.ascii >> c & 1 == 1 } else { search(&self.ranges, c) }
    }

    /// The ASCII characters of the set, a bit for each.
    pub(crate) fn ascii(&self) -> u128 {
        self.ascii
    }

    /// The set as inclusive ranges of code points: sorted, disjoint, not adjacent.
    pub fn ranges(&self) -> &[(u32, u32)] {
        &self.ranges
    }

    /// `\d`: the ASCII digits.
    pub(crate) fn digit() -> Self {
        Self::new(vec![(0x30, 0x39)])
    }

    /// `\w`: ASCII letters, digits and `_`.
    pub(crate) fn word() -> Self {
        Self::new(vec![(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)])
    }

    /// `\s`: WhiteSpace and LineTerminator of ECMA-262, sections 12.2 and 12.3.
    pub(crate) fn space() -> Self {
        Self::new(vec![
            (0x09, 0x0D),
            (0x20, 0x20),
            (0xA0, 0xA0),
            (0x1680, 0x1680),
            (0x2000, 0x200A),
            (0x2028, 0x2029),
            (0x202F, 0x202F),
            (0x205F, 0x205F),
            (0x3000, 0x3000),
            (0xFEFF, 0xFEFF),
        ])
    }

    /// `.`: everything but the four line terminators.
    pub(crate) fn dot() -> Self {
        Self::new(vec![(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)]).negated()
    }
}

fn search(ranges: &[(u32, u32)], c: u32) -> bool {
    let after = ranges.partition_point(|&(low, _)| low <= c);
    after.checked_sub(1).and_then(|i| ranges.get(i)).is_some_and(|&(_, high)| c <= high)
}
