//! Lints: what is valid without the `u` flag only, and what to write so that it is valid with it.
//!
//! A lint is not an error: the pattern has the meaning that Annex B of ECMA-262 gives it. Implementations that know the
//! `u` flag alone refuse such a pattern. Invariant: a pattern has no lints exactly if it is one of the `u` grammar.

use std::fmt;

/// A token of a pattern that has its reading of Annex B.
///
/// ```
/// let limits = jsonbound_pattern::PatternLimits::untrusted();
/// let compiled = jsonbound_pattern::compile(r"^\w+\@$", &limits)?;
/// let [lint] = compiled.lints.as_slice() else { panic!() };
/// assert_eq!(lint.offset, 4);
/// assert_eq!(lint.to_string(), r"`\@` is no escape with the `u` flag: write `@` (at byte 4 of the pattern)");
/// # Ok::<(), jsonbound_pattern::PatternError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lint {
    /// The byte offset of the token into the pattern.
    pub offset: usize,
    /// What the token is.
    pub kind: LintKind,
}

/// The readings of Annex B (B.1.2) that are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LintKind {
    /// An escaped ASCII character that needs no escape, neither a letter nor a digit: `\_`. The offset is that of the
    /// backslash.
    IdentityEscape(char),
    /// A `]`, `{` or `}` that is not escaped and closes or opens nothing.
    LoneBracket(char),
    /// A hyphen in a class with an escape for a set beside it, `[\w-.]`, so that it is no range but a hyphen. The
    /// offset is that of the hyphen.
    SetInRange,
    /// A quantifier behind a look-ahead: `(?=a)*`. The offset is that of the quantifier.
    QuantifiedLookAhead,
}

impl LintKind {
    /// A stable name for the kind of lint, for machines.
    pub fn code(self) -> &'static str {
        match self {
            Self::IdentityEscape(_) => "pattern_identity_escape",
            Self::LoneBracket(_) => "pattern_lone_bracket",
            Self::SetInRange => "pattern_set_in_range",
            Self::QuantifiedLookAhead => "pattern_quantified_look_ahead",
        }
    }
}

impl fmt::Display for LintKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            // A control character is not shown: messages end up in terminals.
            Self::IdentityEscape(c) if c.is_ascii_control() => write!(
                f,
                "an escaped control character is no escape with the `u` flag: write `\\x{:02X}`",
                u32::from(c)
            ),
            Self::IdentityEscape(c) => {
                write!(f, "`\\{c}` is no escape with the `u` flag: write `{c}`")
            }
            Self::LoneBracket(c) => {
                write!(f, "a lone `{c}` is an error with the `u` flag: write `\\{c}`")
            }
            Self::SetInRange => f.write_str(
                "a range cannot end in a set with the `u` flag, and this hyphen is a character: write `\\-`",
            ),
            Self::QuantifiedLookAhead => f.write_str(
                "look-ahead cannot be repeated with the `u` flag: remove the quantifier, or write \
                 `(?:(?=...))` around it",
            ),
        }
    }
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {} of the pattern)", self.kind, self.offset)
    }
}
