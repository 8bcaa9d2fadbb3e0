//! Classes, `[...]`: CharacterClass of ECMA-262, section 22.2.1, with the `u` flag.
//!
//! There are no set operators and no classes in classes: `&&`, `~~`, `--` and `[` are characters. Of Annex B it takes a
//! range with an end that is a set, `[\w-.]`, as its three parts. Invariant: the ranges gathered are paid for from the
//! limit `pattern_ranges` before they are stored.

use super::Parser;
use crate::ast::SetId;
use crate::charset::CharSet;
use crate::error::{PatternError, PatternErrorKind};
use crate::lint::{Lint, LintKind};

/// One end of a range.
enum Atom {
    Code(u32),
    Set(SetId),
}

impl Parser<'_> {
    /// A class, whose `[` is behind the cursor.
    pub(super) fn class(&mut self, start: usize) -> Result<CharSet, PatternError> {
        let negated = self.cursor.eat("^");
        let mut ranges = Vec::new();
        while !self.cursor.eat("]") {
            let at = self.cursor.at();
            let low = self.class_atom(start)?;
            let rest = self.cursor.rest();
            if !rest.starts_with('-') || rest.starts_with("-]") {
                self.gather(&mut ranges, low)?;
                continue;
            }
            let hyphen = self.cursor.at();
            self.cursor.eat("-");
            let before = self.lints.len();
            let high = self.class_atom(start)?;
            match (low, high) {
                (Atom::Code(low), Atom::Code(high)) if low <= high => {
                    self.pay_ranges(1)?;
                    ranges.push((low, high));
                }
                (Atom::Code(_), Atom::Code(_)) => {
                    return Err(PatternError::new(PatternErrorKind::RangeOrder, at));
                }
                (low, high) => {
                    // The other end may have a lint of its own, which comes after this one.
                    self.lints.insert(before, Lint { offset: hyphen, kind: LintKind::SetInRange });
                    self.gather(&mut ranges, low)?;
                    self.gather(&mut ranges, Atom::Code('-'.into()))?;
                    self.gather(&mut ranges, high)?;
                }
            }
        }
        let set = CharSet::new(ranges);
        Ok(if negated { set.negated() } else { set })
    }

    fn gather(&mut self, ranges: &mut Vec<(u32, u32)>, atom: Atom) -> Result<(), PatternError> {
        match atom {
            Atom::Code(code) => {
                self.pay_ranges(1)?;
                ranges.push((code, code));
            }
            Atom::Set(id) => {
                let count = self.sets.get(id.0 as usize).map_or(0, |set| set.ranges().len());
                self.pay_ranges(count)?;
                if let Some(set) = self.sets.get(id.0 as usize) {
                    ranges.extend_from_slice(set.ranges());
                }
            }
        }
        Ok(())
    }

    /// One character, escape or set; `start` is the class's offset, for errors.
    fn class_atom(&mut self, start: usize) -> Result<Atom, PatternError> {
        let at = self.cursor.at();
        let Some(c) = self.cursor.bump() else {
            return Err(PatternError::new(PatternErrorKind::UnclosedClass, start));
        };
        if c != '\\' {
            return Ok(Atom::Code(c.into()));
        }
        if let Some(set) = self.set_escape(at)? {
            return Ok(Atom::Set(set));
        }
        if self.cursor.eat("b") {
            return Ok(Atom::Code(0x08));
        }
        self.character(at, true).map(Atom::Code)
    }
}
