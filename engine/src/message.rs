//! The English text of a failure, one line an instruction.
//!
//! Invariant: a message says what was expected and never shows a value of the instance; names of members are quoted
//! and escaped.

use core::fmt::{self, Write};

use jsonbound_program::{Instr, Section, Tables};

use crate::sink::{PathPair, Row};

pub(crate) fn write(
    out: &mut impl Write,
    tables: &Tables,
    section: &Section,
    instr: Instr,
    row: &Row<'_, PathPair>,
) -> fmt::Result {
    if let (Some(name), true) = (row.name, row.is_name) {
        write!(out, "the member name {:?}: ", clip(name))?;
    }
    match instr {
        Instr::Fail => match row.name {
            Some(name) if !row.is_name => write!(out, "the member {:?} is not allowed", clip(name)),
            _ => out.write_str("nothing is allowed here"),
        },
        Instr::Type(kinds) => {
            out.write_str("must be ")?;
            for (position, kind) in kinds.names().enumerate() {
                out.write_str(if position > 0 { " or " } else { "" })?;
                out.write_str(kind)?;
            }
            Ok(())
        }
        Instr::Const(_) => out.write_str("must equal the constant"),
        Instr::Enum(_) => out.write_str("must equal one of the listed values"),
        Instr::Custom(id) => {
            write!(out, "must pass the check {:?}", tables.string(tables.check(id).name))
        }
        Instr::IntegerForm => out.write_str("must be written without a fraction and an exponent"),
        Instr::MultipleOf(number) => {
            write!(out, "must be a multiple of {}", tables.number(number))
        }
        Instr::Maximum(number) => write!(out, "must be at most {}", tables.number(number)),
        Instr::ExclusiveMaximum(number) => {
            write!(out, "must be less than {}", tables.number(number))
        }
        Instr::Minimum(number) => write!(out, "must be at least {}", tables.number(number)),
        Instr::ExclusiveMinimum(number) => {
            write!(out, "must be greater than {}", tables.number(number))
        }
        Instr::MaxLength(count) => counted(out, "at most", tables.count(count), "character"),
        Instr::MinLength(count) => counted(out, "at least", tables.count(count), "character"),
        Instr::Pattern(id) => {
            write!(out, "must match the pattern {:?}", tables.string(tables.pattern(id).source))
        }
        Instr::Format(id) => {
            write!(out, "must be of the format {:?}", tables.string(tables.format(id).name))
        }
        Instr::MaxItems(count) => counted(out, "at most", tables.count(count), "item"),
        Instr::MinItems(count) => counted(out, "at least", tables.count(count), "item"),
        Instr::UniqueItems => out.write_str("must not have two equal items"),
        Instr::MaxProperties(count) => counted(out, "at most", tables.count(count), "member"),
        Instr::MinProperties(count) => counted(out, "at least", tables.count(count), "member"),
        Instr::Required(_) | Instr::DependentRequired(_) => match row.name {
            Some(name) => write!(out, "must have the member {:?}", clip(name)),
            None => out.write_str("must have the required members"),
        },
        Instr::Contains(id) => {
            let contains = section.contains(id);
            match contains.max {
                u64::MAX => {
                    write!(out, "must contain at least {} of the wanted items", contains.min)?
                }
                max => write!(out, "must contain {} to {max} of the wanted items", contains.min)?,
            }
            // Counting ends where there are too many.
            match row.number {
                found if found > contains.max => out.write_str(", has more"),
                found => write!(out, ", has {found}"),
            }
        }
        Instr::AnyOf(_) => out.write_str("must match at least one of the schemas, matches none"),
        Instr::OneOf(_) if row.number > 0 => {
            write!(out, "must match exactly one of the schemas, matches {}", row.number)
        }
        Instr::OneOf(_) => out.write_str("must match exactly one of the schemas, matches none"),
        Instr::Not(_) => out.write_str("must not match the schema"),
        _ => write!(out, "must pass {}", instr.mnemonic()),
    }
}

fn counted(out: &mut impl Write, bound: &str, count: u64, what: &str) -> fmt::Result {
    let plural = if count == 1 { "" } else { "s" };
    write!(out, "must have {bound} {count} {what}{plural}")
}

/// The beginning of a long name: names come from the instance, and a message must not grow with it.
fn clip(name: &str) -> &str {
    const LONGEST: usize = 200;
    name.char_indices().nth(LONGEST).map_or(name, |(end, _)| &name[..end])
}
