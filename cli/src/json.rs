//! Writing JSON objects on one line, member by member.
//!
//! Invariant: what is written is JSON as long as each value given to [`Object::member`] displays as JSON: numbers,
//! booleans, and [`JsonString`]s do.

use std::fmt::{Display, Write as _};

use crate::escape::JsonString;

/// An object that is being written.
pub(crate) struct Object<'o> {
    out: &'o mut String,
    empty: bool,
}

/// Writes an object.
pub(crate) fn object(out: &mut String, fill: impl FnOnce(&mut Object<'_>)) {
    out.push('{');
    fill(&mut Object { out, empty: true });
    out.push('}');
}

impl Object<'_> {
    /// Adds a member whose value displays as JSON.
    pub(crate) fn member(&mut self, name: &str, value: impl Display) -> &mut Self {
        self.name(name);
        // A `String` takes every write.
        let _ = write!(self.out, "{value}");
        self
    }

    /// Adds a member whose value is a string.
    pub(crate) fn string(&mut self, name: &str, value: &str) -> &mut Self {
        self.member(name, JsonString(value))
    }

    /// Adds a member whose value is an object.
    pub(crate) fn object(&mut self, name: &str, fill: impl FnOnce(&mut Object<'_>)) -> &mut Self {
        self.name(name);
        object(self.out, fill);
        self
    }

    /// Adds a member whose value is an array: `write` writes each item.
    pub(crate) fn array<T>(
        &mut self,
        name: &str,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut String, T),
    ) -> &mut Self {
        self.name(name);
        self.out.push('[');
        for (index, item) in items.into_iter().enumerate() {
            self.out.push_str(if index > 0 { "," } else { "" });
            write(self.out, item);
        }
        self.out.push(']');
        self
    }

    fn name(&mut self, name: &str) {
        let comma = if self.empty { "" } else { "," };
        self.empty = false;
        let _ = write!(self.out, "{comma}{}:", JsonString(name));
    }
}
