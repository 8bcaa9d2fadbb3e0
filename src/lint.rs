//! Lints: what a schema has that compiles here, and that other implementations refuse.
//!
//! Invariant: a lint changes nothing of what a schema means.

use jsonbound_pattern::Lint;

use crate::validator::Validator;

/// A pattern of a schema that is valid without the `u` flag of ECMA-262 only, with the meaning that Annex B gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LintedPattern<'v> {
    /// The place of the keyword that has it, `pattern` or `patternProperties`, as an absolute URI (Core 12.3.3). If
    /// several places have the pattern, it is one of them.
    pub absolute_keyword_location: String,
    /// The pattern.
    pub pattern: &'v str,
    /// What it has, and what to write instead; in the order of the pattern, not empty.
    pub lints: &'v [Lint],
}

impl Validator {
    /// The patterns of the schema, and of all that its references lead to, that are valid without the `u` flag only.
    /// JSON Schema asks for the flag (Core 6.4), so other implementations may refuse these. Each is listed once.
    ///
    /// ```
    /// let validator = jsonbound::compile_str(r#"{"properties": {"tag": {"pattern": "^[a-z\\_]+$"}}}"#)?;
    /// let [linted] = &validator.lints().collect::<Vec<_>>()[..] else { panic!() };
    /// assert_eq!(linted.absolute_keyword_location, "json-schema:///#/properties/tag/pattern");
    /// assert_eq!(linted.lints[0].kind.code(), "pattern_identity_escape");
    /// assert_eq!(linted.lints[0].to_string(), r"`\_` is no escape with the `u` flag: write `_` (at byte 5 of the pattern)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lints(&self) -> impl ExactSizeIterator<Item = LintedPattern<'_>> {
        let tables = self.program().tables();
        self.pattern_lints().iter().map(|linted| LintedPattern {
            absolute_keyword_location: tables
                .location(linted.location)
                .chain(["/", linted.keyword])
                .collect(),
            pattern: tables.string(tables.pattern(linted.pattern).source),
            lints: &linted.lints,
        })
    }
}
