//! All limits as one table of data: names, units, defaults of both profiles.
//!
//! Invariant: the table is complete. A limit that is not in it does not exist, and one that is in it is enforced.

use jsonbound_json::{Duplicates, ParseLimits};
use jsonbound_pattern::PatternLimits;

/// No bound.
const UNLIMITED: u64 = u64::MAX;

/// A row of the table of limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LimitRow {
    /// The limit's name, as errors and the command line have it.
    pub name: &'static str,
    /// What one of it is.
    pub unit: &'static str,
    /// The default for schemas and instances that nobody vouches for.
    pub untrusted: u64,
    /// The default for schemas and instances of one's own.
    pub trusted: u64,
    /// What it bounds.
    pub bounds: &'static str,
}

macro_rules! limits {
    ($($name:ident, $unit:literal, $untrusted:expr, $trusted:expr, $bounds:literal;)*) => {
        /// What compiling and validating may use. Start from a profile and change fields.
        ///
        /// ```
        /// let mut limits = jsonbound::Limits::untrusted();
        /// limits.validation_steps = 1_000;
        /// ```
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct Limits {
            $( #[doc = concat!($bounds, " (", $unit, ").")] pub $name: u64, )*
            /// Whether patterns may have look-around and back-references, whose matching is metered step by step.
            pub pattern_features: bool,
            /// Whether an object of a schema may have two members of one name (the last one counts then).
            pub schema_duplicates: bool,
            /// Whether an object of an instance may have two members of one name (the last one counts then).
            pub instance_duplicates: bool,
        }

        /// The table of limits.
        pub const LIMITS: &[LimitRow] = &[$(
            LimitRow {
                name: stringify!($name),
                unit: $unit,
                untrusted: $untrusted,
                trusted: $trusted,
                bounds: $bounds,
            },
        )*];

        impl Limits {
            /// For schemas and instances from peers that nobody vouches for. The library's default.
            pub fn untrusted() -> Self {
                Limits {
                    $( $name: $untrusted, )*
                    pattern_features: true,
                    schema_duplicates: false,
                    instance_duplicates: true,
                }
            }

            /// For schemas and instances of one's own. The command line's default.
            pub fn trusted() -> Self {
                Limits {
                    $( $name: $trusted, )*
                    pattern_features: true,
                    schema_duplicates: true,
                    instance_duplicates: true,
                }
            }

            /// The limit of this name, to be changed.
            pub fn get_mut(&mut self, name: &str) -> Option<&mut u64> {
                match name {
                    $( stringify!($name) => Some(&mut self.$name), )*
                    _ => None,
                }
            }
        }
    };
}

limits! {
    schema_bytes, "bytes", 1 << 20, 64 << 20, "Text of one schema document; for one given parsed, 8 for each value plus its strings";
    json_depth, "levels", 128, 1_024, "Arrays and objects inside one another: in schemas, and in instances that are read from text";
    schema_depth, "levels", 64, 512, "Subschemas inside subschemas";
    subschemas, "count", 10_000, 1_000_000, "Subschemas of one document, and compiled blocks";
    instructions, "count", 50_000, 10_000_000, "Compiled instructions, their edges, and names in their tables";
    refs, "count", 16_384, 1_000_000, "`$ref` and `$dynamicRef` keywords";
    inplace_depth, "levels", 512, 4_096, "Subschemas applied inside one another at one place of the instance";
    resources, "count", 256, 100_000, "Schema resources (`$id`) of one document";
    anchors, "count", 1_024, 100_000, "`$anchor` and `$dynamicAnchor` keywords of one document";
    uri_bytes, "bytes", 2 << 10, 64 << 10, "One resolved URI";
    uri_total_bytes, "bytes", 1 << 20, 64 << 20, "All resolved URIs of a compilation";
    literal_nodes, "count", 50_000, 10_000_000, "JSON values inside `const` and `enum`";
    patterns, "count", 256, 100_000, "Distinct regular expressions";
    pattern_bytes, "bytes", 1 << 10, 1 << 20, "One regular expression";
    pattern_total_bytes, "bytes", 32 << 10, 64 << 20, "All regular expressions";
    pattern_program, "states", 5_000, 1_000_000, "One compiled regular expression, counters expanded";
    pattern_total_program, "states", 50_000, 20_000_000, "All compiled regular expressions";
    pattern_ranges, "count", 50_000, 5_000_000, "Code point ranges in the classes of one regular expression";
    pattern_nesting, "levels", 64, 250, "Groups inside groups of a regular expression";
    number_digits, "digits", 1_100, 100_000, "One number as it is written, without its exponent";
    number_exponent, "absolute value", 5_000, 1_000_000, "The exponent of one number as it is written";
    compile_steps, "steps", 5_000_000, 5_000_000_000, "All work of a compilation, the check against the meta-schema included";
    instance_bytes, "bytes", 4 << 20, 1 << 30, "Text of one instance, when the library parses it";
    instance_nodes, "count", 500_000, UNLIMITED, "JSON values of one instance, when the library parses it";
    string_bytes, "bytes", 1 << 20, UNLIMITED, "One string or member name of an instance, when the library parses it";
    validation_steps, "steps", 20_000_000, 20_000_000_000, "All work of a validation, its report included";
    validation_depth, "levels", 1_024, 16_384, "Subschemas applied inside one another: descents and applications in place";
    scratch_units, "units", 32 << 20, 1 << 30, "What is kept while validating: frames, evaluated sets, hash tables, rows of a report; a unit is about a byte";
    format_bytes, "bytes", 8 << 10, 1 << 20, "One string that a format is checked of; a longer one is invalid if no string of its format is so long";
    errors, "count", 100, 10_000, "Failures that a report keeps";
    error_bytes, "bytes", 64 << 10, 16 << 20, "Text of a report; each place of a stop";
}

impl Default for Limits {
    fn default() -> Self {
        Limits::untrusted()
    }
}

fn duplicates(allowed: bool) -> Duplicates {
    if allowed { Duplicates::LastWins } else { Duplicates::Refuse }
}

impl Limits {
    /// The limits for reading the text of an instance.
    pub fn instance_text(&self) -> ParseLimits {
        ParseLimits {
            bytes: self.instance_bytes,
            bytes_name: "instance_bytes",
            depth: u32::try_from(self.json_depth).unwrap_or(u32::MAX),
            nodes: self.instance_nodes,
            string_bytes: self.string_bytes,
            number_digits: self.number_digits,
            number_exponent: self.number_exponent,
            duplicates: duplicates(self.instance_duplicates),
        }
    }

    /// The limits for reading the text of a schema. Its values and strings are bounded by its bytes.
    pub fn schema_text(&self) -> ParseLimits {
        ParseLimits {
            bytes: self.schema_bytes,
            bytes_name: "schema_bytes",
            nodes: u64::MAX,
            string_bytes: u64::MAX,
            duplicates: duplicates(self.schema_duplicates),
            ..self.instance_text()
        }
    }

    pub(crate) fn compile(&self) -> jsonbound_compiler::Limits {
        let mut pattern = PatternLimits::trusted();
        pattern.bytes = self.pattern_bytes;
        pattern.program = self.pattern_program;
        pattern.nesting = self.pattern_nesting;
        pattern.ranges = self.pattern_ranges;
        pattern.features = self.pattern_features;
        jsonbound_compiler::Limits {
            schema_depth: self.schema_depth,
            subschemas: self.subschemas,
            instructions: self.instructions,
            refs: self.refs,
            resources: self.resources,
            anchors: self.anchors,
            uri_bytes: self.uri_bytes,
            uri_total_bytes: self.uri_total_bytes,
            literal_nodes: self.literal_nodes,
            patterns: self.patterns,
            pattern_total_bytes: self.pattern_total_bytes,
            pattern_total_program: self.pattern_total_program,
            pattern,
            compile_steps: self.compile_steps,
        }
    }

    pub(crate) fn engine(&self) -> jsonbound_engine::Limits {
        jsonbound_engine::Limits {
            validation_steps: self.validation_steps,
            validation_depth: self.validation_depth,
            inplace_depth: self.inplace_depth,
            scratch_units: self.scratch_units,
            errors: self.errors,
            error_bytes: self.error_bytes,
            format_bytes: self.format_bytes,
        }
    }
}
