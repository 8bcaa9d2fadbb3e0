//! What each type of operand is to the verifier, to the disassembler.
//!
//! Invariant: every operand type of the instruction table has one row here, so a new instruction cannot forget one.

use core::fmt;

use crate::ids::*;
use crate::kinds::KindSet;
use crate::rows::Choice;
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

impl Operand for SpanId {
    fn verify(self, scope: Scope<'_>) -> bool {
        self.index() < scope.tables.spans.len()
    }
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let span = scope.tables.span(self);
        write!(f, "{}..=", span.min)?;
        match span.max {
            u64::MAX => Ok(()),
            max => write!(f, "{max}"),
        }
    }
}

impl Operand for RangeId {
    fn verify(self, scope: Scope<'_>) -> bool {
        self.index() < scope.tables.ranges.len()
    }
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = scope.tables.range(self);
        let ends = [(range.low, ">=", ">"), (range.high, "<=", "<")];
        let ends = ends.into_iter().filter_map(|(bound, at, beyond)| {
            bound.map(|bound| (bound.number, if bound.exclusive { beyond } else { at }))
        });
        for (position, (number, sign)) in ends.enumerate() {
            let space = if position > 0 { " " } else { "" };
            write!(f, "{space}{sign}{}", scope.tables.number(number))?;
        }
        Ok(())
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
        self.index() < scope.section.rows.edges.len()
    }
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let edge = scope.section.edge(self);
        write!(f, "b{}", edge.block.0)?;
        if let Some(entered) = edge.scope {
            write!(f, "@{}", entered.0)?;
        }
        match edge.levels {
            1 => Ok(()),
            levels => write!(f, "^{levels}"),
        }
    }
}

impl Operand for ConditionId {
    fn verify(self, scope: Scope<'_>) -> bool {
        scope.section.rows.conditions.get(self.index()).is_some_and(|condition| {
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
        scope.section.rows.lists.get(self.index()).is_some_and(|list| {
            let end = list.first.index().checked_add(list.len as usize);
            end.is_some_and(|end| end <= scope.section.rows.edges.len())
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
        scope.section.rows.items.get(self.index()).is_some_and(|items| items.edge.verify(scope))
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
        scope
            .section
            .rows
            .contains
            .get(self.index())
            .is_some_and(|contains| contains.edge.verify(scope))
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
        scope.section.rows.properties.get(self.index()).is_some_and(|properties| {
            properties.names.verify(scope) && {
                let len = properties.len as usize;
                let end = properties.first.index().checked_add(len);
                len == scope.tables.names(properties.names).len()
                    && end.is_some_and(|end| end <= scope.section.rows.edges.len())
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
        scope.section.rows.patterns.get(self.index()).is_some_and(|patterns| {
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
        scope.section.rows.additional.get(self.index()).is_some_and(|additional| {
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
        scope.section.rows.dynamics.get(self.index()).is_some_and(|dynamic| {
            dynamic.slot.0 < scope.section.slots && dynamic.edge.verify(scope)
        })
    }
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dynamic = scope.section.dynamic(self);
        write!(f, "slot {} else ", dynamic.slot.0)?;
        dynamic.edge.print(scope, f)
    }
}

impl Operand for ShapeId {
    fn verify(self, scope: Scope<'_>) -> bool {
        scope.section.rows.shapes.get(self.index()).is_some_and(|shape| {
            let right = |edge: Option<EdgeId>| edge.is_none_or(|edge| edge.verify(scope));
            let required = shape.members.iter().filter(|member| member.required).count();
            shape.names.verify(scope)
                && shape.members.len() == scope.tables.names(shape.names).len()
                && shape.members.iter().all(|member| right(member.edge))
                && required == shape.required as usize
                && shape
                    .patterns
                    .iter()
                    .all(|&(pattern, edge)| pattern.verify(scope) && right(edge))
                && right(shape.other)
        })
    }
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = scope.section.shape(self);
        let mut comma = "";
        let row = |edge: Option<EdgeId>, f: &mut fmt::Formatter<'_>| match edge {
            Some(edge) => edge.print(scope, f),
            None => f.write_str("any"),
        };
        for (name, member) in scope.tables.names(shape.names).iter().zip(&shape.members) {
            write!(f, "{comma}{name:?}{}: ", if member.required { "!" } else { "" })?;
            row(member.edge, f)?;
            comma = ", ";
        }
        for &(pattern, edge) in &shape.patterns {
            write!(f, "{comma}/")?;
            pattern.print(scope, f)?;
            f.write_str("/: ")?;
            row(edge, f)?;
            comma = ", ";
        }
        if let Some(edge) = shape.other {
            write!(f, "{comma}*: ")?;
            edge.print(scope, f)?;
        }
        Ok(())
    }
}

impl Operand for SelectId {
    fn verify(self, scope: Scope<'_>) -> bool {
        scope.section.rows.selects.get(self.index()).is_some_and(|select| {
            let kinds = select.kinds.iter().all(|choice| match choice {
                Choice::Branch(edge) => edge.verify(scope),
                _ => true,
            });
            let tag = select.tag.is_none_or(|tag| {
                tag.name.verify(scope) && tag.values.verify(scope) && {
                    let len = tag.len as usize;
                    let end = tag.first.index().checked_add(len);
                    scope.tables.names(tag.name).len() == 1
                        && scope.tables.names(tag.values).len() == len
                        && end.is_some_and(|end| end <= scope.section.rows.edges.len())
                }
            });
            kinds && tag
        })
    }
    fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let select = scope.section.select(self);
        const KINDS: [&str; 6] = ["null", "boolean", "number", "string", "array", "object"];
        let mut comma = "";
        for (choice, kind) in select.kinds.iter().zip(KINDS) {
            match choice {
                Choice::Never => continue,
                Choice::Always => write!(f, "{comma}{kind}: any")?,
                Choice::Branch(edge) => {
                    write!(f, "{comma}{kind}: ")?;
                    edge.print(scope, f)?;
                }
            }
            comma = ", ";
        }
        if let Some(tag) = select.tag {
            write!(f, "{comma}object by {:?}", scope.tables.names(tag.name).key(0))?;
            for (position, value) in scope.tables.names(tag.values).iter().enumerate() {
                write!(f, "{}{value:?}: ", if position > 0 { ", " } else { " " })?;
                EdgeId(tag.first.0 + position as u32).print(scope, f)?;
            }
        }
        Ok(())
    }
}
