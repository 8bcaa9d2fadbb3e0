//! Sets of JSON types, as the keyword `type` and the flow of kinds through a program want them.
//!
//! There are seven: the six kinds of RFC 8259, with numbers split into integers and others, since `integer` is a type
//! of JSON Schema (Core 4.2.1, Validation 6.1.1).
//!
//! Invariant: a set has no bits beyond the seven.

use core::fmt;

use jsonbound_json::Kind;

/// A set of JSON types.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct KindSet(u8);

/// The names of the types, in the order of their bits.
const NAMES: [(&str, KindSet); 8] = [
    ("null", KindSet::NULL),
    ("boolean", KindSet::BOOLEAN),
    ("number", KindSet::NUMBER),
    ("integer", KindSet::INTEGER),
    ("fraction", KindSet::FRACTION),
    ("string", KindSet::STRING),
    ("array", KindSet::ARRAY),
    ("object", KindSet::OBJECT),
];

impl KindSet {
    /// No type.
    pub const NONE: KindSet = KindSet(0);
    /// `null`
    pub const NULL: KindSet = KindSet(1);
    /// `boolean`
    pub const BOOLEAN: KindSet = KindSet(2);
    /// `integer`: numbers without a fractional part.
    pub const INTEGER: KindSet = KindSet(4);
    /// Numbers with a fractional part.
    pub const FRACTION: KindSet = KindSet(8);
    /// `number`
    pub const NUMBER: KindSet = KindSet(12);
    /// `string`
    pub const STRING: KindSet = KindSet(16);
    /// `array`
    pub const ARRAY: KindSet = KindSet(32);
    /// `object`
    pub const OBJECT: KindSet = KindSet(64);
    /// All types.
    pub const ALL: KindSet = KindSet(127);

    /// The type of this name, if JSON Schema has it.
    pub fn from_name(name: &str) -> Option<KindSet> {
        NAMES.iter().find(|(known, _)| *known == name && name != "fraction").map(|&(_, set)| set)
    }

    /// The set of all types of this kind.
    #[inline]
    pub fn of(kind: Kind) -> KindSet {
        match kind {
            Kind::Null => KindSet::NULL,
            Kind::Boolean => KindSet::BOOLEAN,
            Kind::Number => KindSet::NUMBER,
            Kind::String => KindSet::STRING,
            Kind::Array => KindSet::ARRAY,
            Kind::Object => KindSet::OBJECT,
        }
    }

    /// Types of either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: KindSet) -> KindSet {
        KindSet(self.0 | other.0)
    }

    /// Types of both sets.
    #[inline]
    #[must_use]
    pub const fn intersection(self, other: KindSet) -> KindSet {
        KindSet(self.0 & other.0)
    }

    /// All numbers, if some are in the set and some are not; else none.
    #[must_use]
    pub const fn partial_numbers(self) -> KindSet {
        let partial = self.intersects(KindSet::NUMBER) && !self.contains(KindSet::NUMBER);
        if partial { KindSet::NUMBER } else { KindSet::NONE }
    }

    /// Types of this set that are not in the other.
    #[inline]
    #[must_use]
    pub const fn without(self, other: KindSet) -> KindSet {
        KindSet(self.0 & !other.0)
    }

    /// Whether every type of `other` is in this set.
    #[inline]
    pub const fn contains(self, other: KindSet) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether some type is in both sets.
    #[inline]
    pub const fn intersects(self, other: KindSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether the set is one that these bits can mean.
    pub(crate) const fn is_valid(self) -> bool {
        self.0 <= KindSet::ALL.0
    }

    /// The names of the types in the set; `number` stands for both kinds of numbers.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let numbers = self.contains(KindSet::NUMBER);
        NAMES.iter().filter_map(move |&(name, set)| {
            let part = KindSet::NUMBER.contains(set) && set != KindSet::NUMBER;
            (self.contains(set) && !(numbers && part)).then_some(name)
        })
    }
}

impl fmt::Debug for KindSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Prints the names with bars between them: `string|null`; all types are `any`.
impl fmt::Display for KindSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            KindSet::ALL => return f.write_str("any"),
            KindSet::NONE => return f.write_str("none"),
            _ => {}
        }
        for (position, name) in self.names().enumerate() {
            if position > 0 {
                f.write_str("|")?;
            }
            f.write_str(name)?;
        }
        Ok(())
    }
}
