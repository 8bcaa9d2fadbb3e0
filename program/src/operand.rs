//! What each type of operand is to the verifier, to the disassembler.
//!
//! Invariant: every operand type of the instruction table has one row here, so a new instruction cannot forget one.

use core::fmt;

use crate::ids::*;
use crate::kinds::KindSet;
use crate::section::Section;
use crate::tables::Tables;

/// Where operands are looked up.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'p> {
    pub tables: &'p Tables,
    pub section: &'p Section,
}

pub(crate) trait Operand: Copy {
    /// Whether this and everything it leads to is in range.
    fn verify(self, scope: Scope<'_>) -> bool;

    /// Prints it for the disassembly.
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl Operand for KindSet {
    fn verify(self, _: Scope<'_>) -> bool {
        self.is_valid()
    }
    fn print(self, _: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self, f)
    }
}

impl Operand for NumberId {
    fn verify(self, scope: Scope<'_>) -> bool {
        self.index() < scope.tables.numbers.len()
    }
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", scope.tables.number(self))
    }
}

impl Operand for CountId {
    fn verify(self, scope: Scope<'_>) -> bool {
        self.index() < scope.tables.counts.len()
    }
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", scope.tables.count(self))
    }
}

impl Operand for LiteralId {
    fn verify(self, scope: Scope<'_>) -> bool {
        self.index() < scope.tables.literals.len()
    }
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", scope.tables.literal(self).document.root())
    }
}

impl Operand for EnumId {
    fn verify(self, scope: Scope<'_>) -> bool {
        scope.tables.enums.get(self.index()).is_some_and(|values| {
            let literals = scope.tables.literals.len();
            let end = values.first.index().checked_add(values.len as usize);
            values.strings.verify(scope) && end.is_some_and(|end| end <= literals)
        })
    }
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = scope.tables.enumeration(self);
        values.strings.print(scope, f)?;
        for literal in scope.tables.literals(values) {
            write!(f, " {}", literal.document.root())?;
        }
        Ok(())
    }
}

impl Operand for NamesId {
    fn verify(self, scope: Scope<'_>) -> bool {
        self.index() < scope.tables.names.len()
    }
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", scope.tables.names(self))
    }
}

impl Operand for PatternId {
    fn verify(self, scope: Scope<'_>) -> bool {
        self.index() < scope.tables.patterns.len()
    }
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", scope.tables.string(scope.tables.pattern(self).source))
    }
}

impl Operand for FormatId {
    fn verify(self, scope: Scope<'_>) -> bool {
        self.index() < scope.tables.formats.len()
    }
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", scope.tables.string(scope.tables.format(self).name))
    }
}

impl Operand for CheckId {
    fn verify(self, scope: Scope<'_>) -> bool {
        self.index() < scope.tables.checks.len()
    }
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", scope.tables.string(scope.tables.check(self).name))
    }
}

impl Operand for DependentsId {
    fn verify(self, scope: Scope<'_>) -> bool {
        scope.tables.dependents.get(self.index()).is_some_and(|dependents| {
            dependents.names.verify(scope)
                && dependents.required.len() == scope.tables.names(dependents.names).len()
                && dependents.required.iter().all(|names| names.verify(scope))
        })
    }
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dependents = scope.tables.dependents(self);
        let names = scope.tables.names(dependents.names);
        for (position, (name, required)) in names.iter().zip(&dependents.required).enumerate() {
            let comma = if position > 0 { ", " } else { "" };
            write!(f, "{comma}{name:?}: {:?}", scope.tables.names(*required))?;
        }
        Ok(())
    }
}

impl Operand for EdgeId {
    fn verify(self, scope: Scope<'_>) -> bool {
        self.index() < scope.section.edges.len()
    }
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let edge = scope.section.edge(self);
        write!(f, "b{}", edge.block.0)?;
        match edge.scope {
            Some(entered) => write!(f, "@{}", entered.0),
            None => Ok(()),
        }
    }
}

impl Operand for ConditionId {
    fn verify(self, scope: Scope<'_>) -> bool {
        scope.section.conditions.get(self.index()).is_some_and(|condition| {
            condition.test.verify(scope)
                && condition.then.verify(scope)
                && condition.otherwise.verify(scope)
        })
    }
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let condition = scope.section.condition(self);
        condition.test.print(scope, f)?;
        f.write_str(" then ")?;
        condition.then.print(scope, f)?;
        f.write_str(" else ")?;
        condition.otherwise.print(scope, f)
    }
}

impl Operand for ListId {
    fn verify(self, scope: Scope<'_>) -> bool {
        scope.section.lists.get(self.index()).is_some_and(|list| {
            let end = list.first.index().checked_add(list.len as usize);
            end.is_some_and(|end| end <= scope.section.edges.len())
        })
    }
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = scope.section.list(self);
        for position in 0..list.len {
            f.write_str(if position > 0 { " " } else { "" })?;
            EdgeId(list.first.0 + position).print(scope, f)?;
        }
        Ok(())
    }
}

impl Operand for ItemsId {
    fn verify(self, scope: Scope<'_>) -> bool {
        scope.section.items.get(self.index()).is_some_and(|items| items.edge.verify(scope))
    }
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let items = scope.section.items(self);
        items.edge.print(scope, f)?;
        if items.skip > 0 {
            write!(f, " after {}", items.skip)?;
        }
        Ok(())
    }
}

impl Operand for ContainsId {
    fn verify(self, scope: Scope<'_>) -> bool {
        scope.section.contains.get(self.index()).is_some_and(|contains| contains.edge.verify(scope))
    }
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let contains = scope.section.contains(self);
        contains.edge.print(scope, f)?;
        write!(f, " {}..=", contains.min)?;
        match contains.max {
            u64::MAX => Ok(()),
            max => write!(f, "{max}"),
        }
    }
}

impl Operand for PropertiesId {
    fn verify(self, scope: Scope<'_>) -> bool {
        scope.section.properties.get(self.index()).is_some_and(|properties| {
            properties.names.verify(scope) && {
                let len = scope.tables.names(properties.names).len();
                let end = properties.first.index().checked_add(len);
                end.is_some_and(|end| end <= scope.section.edges.len())
            }
        })
    }
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let properties = scope.section.properties(self);
        for (position, name) in scope.tables.names(properties.names).iter().enumerate() {
            let comma = if position > 0 { ", " } else { "" };
            write!(f, "{comma}{name:?}: ")?;
            properties.edge(position).print(scope, f)?;
        }
        Ok(())
    }
}

impl Operand for PatternsId {
    fn verify(self, scope: Scope<'_>) -> bool {
        scope.section.patterns.get(self.index()).is_some_and(|patterns| {
            patterns.rows.iter().all(|(pattern, edge)| pattern.verify(scope) && edge.verify(scope))
        })
    }
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, (pattern, edge)) in scope.section.patterns(self).rows.iter().enumerate() {
            f.write_str(if position > 0 { ", " } else { "" })?;
            pattern.print(scope, f)?;
            f.write_str(": ")?;
            edge.print(scope, f)?;
        }
        Ok(())
    }
}

impl Operand for AdditionalId {
    fn verify(self, scope: Scope<'_>) -> bool {
        scope.section.additional.get(self.index()).is_some_and(|additional| {
            additional.names.verify(scope)
                && additional.patterns.verify(scope)
                && additional.edge.verify(scope)
        })
    }
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let additional = scope.section.additional(self);
        additional.edge.print(scope, f)?;
        write!(f, " but {:?}", scope.tables.names(additional.names))?;
        for (pattern, _) in &scope.section.patterns(additional.patterns).rows {
            f.write_str(" ")?;
            pattern.print(scope, f)?;
        }
        Ok(())
    }
}

impl Operand for DynamicId {
    fn verify(self, scope: Scope<'_>) -> bool {
        scope.section.dynamics.get(self.index()).is_some_and(|dynamic| {
            dynamic.slot.0 < scope.section.slots && dynamic.edge.verify(scope)
        })
    }
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dynamic = scope.section.dynamic(self);
        write!(f, "slot {} else ", dynamic.slot.0)?;
        dynamic.edge.print(scope, f)
    }
}
