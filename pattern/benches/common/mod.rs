//! The patterns and texts, and a meter that never runs out.

use jsonbound_program::{Exhausted, Meter};

/// A pattern with a text that matches and one that does not.
pub(crate) struct Input {
    pub(crate) name: &'static str,
    pub(crate) pattern: &'static str,
    pub(crate) valid: &'static str,
    pub(crate) invalid: &'static str,
}

/// Shapes that schemas hold.
pub(crate) const INPUTS: &[Input] = &[
    Input { name: "prefix", pattern: "^x-", valid: "x-internal-name", invalid: "internal-name" },
    Input {
        name: "contains",
        pattern: "Sample",
        valid: "a text that has a Sample of it near the end",
        invalid: "a text that has none of it anywhere near the end",
    },
    Input {
        name: "alternatives",
        pattern: "^(draft|open|closed|merged)$",
        valid: "merged",
        invalid: "merges",
    },
    Input {
        name: "identifier",
        pattern: "^[A-Za-z_][A-Za-z0-9_]*$",
        valid: "a_rather_long_Name_With_2_digits",
        invalid: "a_rather_long_Name_With_a-hyphen",
    },
    Input {
        name: "date",
        pattern: r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
        valid: "2031-11-05",
        invalid: "2031-11-5",
    },
    Input {
        name: "uuid",
        pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
        valid: "01234567-89ab-cdef-0123-456789abcdef",
        invalid: "01234567-89ab-cdef-0123-456789abcdeg",
    },
    Input {
        name: "version",
        pattern: r"^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$",
        valid: "10.204.3-beta.2.x",
        invalid: "10.204.3-beta.2.",
    },
    Input {
        name: "mailbox",
        pattern: r"^[^\s@]+@[^\s@]+\.[^\s@]+$",
        valid: "first.last@mail.example.org",
        invalid: "first.last@mail-example-org",
    },
    Input {
        name: "letters",
        pattern: r"^\p{L}+$",
        valid: "Größenänderungsmaßstäbe",
        invalid: "Größenänderungsmaßstäbe1",
    },
    Input {
        name: "length",
        pattern: "^.{1,64}$",
        valid: "a line of text that has nothing special in it",
        invalid: "a line of text that has nothing special in it but that is far too long",
    },
    Input {
        name: "list",
        pattern: r"^([a-z]+,)*[a-z]+$",
        valid: "one,two,three,four,five,six,seven",
        invalid: "one,two,three,four,five,six,seven,",
    },
    Input {
        name: "look-ahead",
        pattern: r"^(?!.*\.\.)[a-z.]+$",
        valid: "a.name.of.several.parts",
        invalid: "a.name.of.several..parts",
    },
    Input {
        name: "back-reference",
        pattern: r#"^(["'])[^"']*\1$"#,
        valid: "'a quoted text of some words'",
        invalid: "'a quoted text of some words\"",
    },
];

/// Pays for everything.
pub(crate) struct Unlimited;

impl Meter for Unlimited {
    fn pay(&mut self, _steps: u64) -> Result<(), Exhausted> {
        Ok(())
    }
    fn hold(&mut self, _units: u64) -> Result<(), Exhausted> {
        Ok(())
    }
    fn release(&mut self, _units: u64) {}
}
