//! Why a pattern was refused, where, and what to write instead.
//!
//! Nothing here concerns matching: running out while matching is [`Exhausted`](jsonbound_program::Exhausted).
//! Invariant: an offset is a byte offset into the pattern, on a boundary between characters.

use std::fmt;
use std::sync::Arc;

/// A pattern that does not compile.
///
/// ```
/// let limits = jsonbound_pattern::PatternLimits::untrusted();
/// let error = jsonbound_pattern::compile(r"^\d+\Z", &limits).unwrap_err();
/// assert_eq!(error.code(), "pattern_escape");
/// assert_eq!(error.offset(), 4);
/// assert_eq!(error.to_string(), r"`\Z` is not an ECMA-262 escape: write `$` (at byte 4 of the pattern)");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternError {
    kind: PatternErrorKind,
    offset: usize,
}

impl PatternError {
    /// An error at a byte offset of the pattern.
    pub fn new(kind: PatternErrorKind, offset: usize) -> Self {
        Self { kind, offset }
    }

    /// What is wrong.
    pub fn kind(&self) -> &PatternErrorKind {
        &self.kind
    }

    /// The byte offset into the pattern of what is wrong; 0 for what concerns the whole.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// A stable name for the kind of error, for machines. A limit's code is the limit's name.
    pub fn code(&self) -> &'static str {
        self.kind.code()
    }
}

/// What is wrong with a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatternErrorKind {
    /// A limit of [`PatternLimits`](crate::PatternLimits) is exceeded.
    Limit {
        /// The limit's name, such as `pattern_program`.
        name: &'static str,
        /// What the limit admits.
        limit: u64,
        /// What the pattern needs, or as much of it as was counted.
        found: u64,
    },
    /// A group is never closed.
    UnclosedGroup,
    /// A `)` closes nothing.
    UnopenedGroup,
    /// A class is never closed.
    UnclosedClass,
    /// A quantifier follows nothing that can be repeated.
    NothingToRepeat,
    /// A quantifier's minimum is above its maximum.
    QuantifierOrder,
    /// A range in a class ends before it starts.
    RangeOrder,
    /// A backslash ends the pattern.
    TrailingBackslash,
    /// A letter or digit follows a backslash that ECMA-262 gives no meaning there.
    Escape(char),
    /// `\u`, `\x` or `\c` is not followed by what it needs.
    IncompleteEscape(char),
    /// `\u{...}` names no code point.
    CodePoint,
    /// `\p{...}` is not of the form `\p{Name}` or `\p{Name=Value}`.
    PropertySyntax,
    /// `\p{...}` names a property or value that ECMA-262 does not list.
    Property(Box<str>),
    /// `(?` is followed by something that ECMA-262 gives no meaning. Holds the text from `(?` on, a few characters.
    GroupSyntax(Box<str>),
    /// The name of a group is not an identifier.
    GroupName,
    /// Two groups have the same name.
    DuplicateGroup(Box<str>),
    /// A back-reference to a group that does not exist. Holds the number or name.
    UnknownGroup(Box<str>),
    /// What another [`Engine`](crate::Engine) has to say.
    Other(Arc<str>),
}

impl PatternErrorKind {
    fn code(&self) -> &'static str {
        match self {
            Self::Limit { name, .. } => name,
            Self::UnclosedGroup => "pattern_unclosed_group",
            Self::UnopenedGroup => "pattern_unopened_group",
            Self::UnclosedClass => "pattern_unclosed_class",
            Self::NothingToRepeat => "pattern_nothing_to_repeat",
            Self::QuantifierOrder => "pattern_quantifier_order",
            Self::RangeOrder => "pattern_range_order",
            Self::TrailingBackslash => "pattern_trailing_backslash",
            Self::Escape(_) => "pattern_escape",
            Self::IncompleteEscape(_) => "pattern_incomplete_escape",
            Self::CodePoint => "pattern_code_point",
            Self::PropertySyntax => "pattern_property_syntax",
            Self::Property(_) => "pattern_property",
            Self::GroupSyntax(_) => "pattern_group_syntax",
            Self::GroupName => "pattern_group_name",
            Self::DuplicateGroup(_) => "pattern_duplicate_group",
            Self::UnknownGroup(_) => "pattern_unknown_group",
            Self::Other(_) => "pattern_other",
        }
    }
}

impl fmt::Display for PatternErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit { name: "pattern_features", .. } => f.write_str(
                "look-around and back-references are switched off (`pattern_features`): rewrite the pattern without \
                 them",
            ),
            Self::Limit { name, limit, found } => {
                write!(f, "the limit `{name}` is {limit}, and the pattern needs at least {found}")
            }
            Self::UnclosedGroup => f.write_str("this group is never closed: add `)`, or write `\\(`"),
            Self::UnopenedGroup => f.write_str("this `)` closes nothing: remove it, or write `\\)`"),
            Self::UnclosedClass => f.write_str("this class is never closed: add `]`, or write `\\[`"),
            Self::NothingToRepeat => {
                f.write_str("there is nothing here to repeat: remove the quantifier, or escape it with `\\`")
            }
            Self::QuantifierOrder => f.write_str("the minimum is above the maximum: write `{min,max}`"),
            Self::RangeOrder => {
                f.write_str("the range ends before it starts: swap its ends, or write `\\-` for a hyphen")
            }
            Self::TrailingBackslash => f.write_str("a backslash ends the pattern: write `\\\\`"),
            Self::Escape(c) => {
                let mut shown = [0; 4];
                let shown = c.encode_utf8(&mut shown);
                write!(f, "`\\{}` is not an ECMA-262 escape: {}", Shown(shown), escape_remedy(*c))
            }
            Self::IncompleteEscape('u') => {
                f.write_str("`\\u` needs four hexadecimal digits, or `{` digits `}`")
            }
            Self::IncompleteEscape('x') => f.write_str("`\\x` needs two hexadecimal digits"),
            Self::IncompleteEscape(_) => f.write_str("`\\c` needs an ASCII letter"),
            Self::CodePoint => f.write_str("there is no such code point: the last one is `\\u{10FFFF}`"),
            Self::PropertySyntax => {
                f.write_str("a property is written `\\p{Name}` or `\\p{Name=Value}`, such as `\\p{L}`")
            }
            Self::Property(name) => write!(
                f,
                "`{name}` is not a property of ECMA-262: write one of its names, exactly spelled, such as `L`, \
                 `Lu`, `Alphabetic` or `Script=Greek`"
            ),
            Self::GroupSyntax(text) => {
                write!(f, "`{}` is not ECMA-262: {}", Shown(text), group_remedy(text))
            }
            Self::GroupName => f.write_str("a group is named by an identifier, as in `(?<year>...)`"),
            Self::DuplicateGroup(name) => {
                write!(f, "another group is named `{name}`: give each group its own name")
            }
            Self::UnknownGroup(name) => {
                write!(f, "there is no group `{name}` to refer to: name a group of this pattern")
            }
            Self::Other(message) => f.write_str(message),
        }
    }
}

/// Text of a pattern, on one line: what is not printable is escaped, since messages end up in terminals.
struct Shown<'t>(&'t str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '\\' | '"' | '\'' => write!(f, "{c}"),
            c => write!(f, "{}", c.escape_debug()),
        })
    }
}

/// What to write for an escape that other languages have.
fn escape_remedy(c: char) -> &'static str {
    match c {
        'A' => "write `^`",
        'Z' | 'z' => "write `$`",
        'a' => "write `\\x07`",
        'e' => "write `\\x1B`",
        'h' => "write `[\\t\\p{Zs}]`",
        'H' => "write `[^\\t\\p{Zs}]`",
        'R' => "write `(?:\\r\\n|[\\n\\v\\f\\r\\x85\\u2028\\u2029])`",
        'N' => "write `.`",
        'X' => "write `\\P{M}\\p{M}*`",
        'Q' | 'E' => "escape each special character with `\\` instead",
        'k' => "write `\\k<name>`",
        'B' => "it has no meaning in a class",
        '0'..='9' => "write `\\xHH`, or `\\N` outside classes for a group's number",
        _ => "write the character without the backslash",
    }
}

/// What to write for a kind of group that other languages have.
fn group_remedy(text: &str) -> &'static str {
    if text.starts_with("(?P<") {
        "write `(?<name>...)`"
    } else if text.starts_with("(?P=") {
        "write `\\k<name>`"
    } else if text.starts_with("(?#") {
        "it has no comments, remove this one"
    } else if text.starts_with("(?>") {
        "it has no atomic groups, write `(?:...)`"
    } else {
        "flags cannot be set inside a pattern, write for example `[aA]` for either case, or `\\(\\?` for the text itself"
    }
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {} of the pattern)", self.kind, self.offset)
    }
}

impl std::error::Error for PatternError {}
