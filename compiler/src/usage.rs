//! What a compilation used, by the names of the limits.
//!
//! Invariant: a limit on what is listed here would do at this value, and would not at one less.

macro_rules! usage {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        /// What a compilation used of each limit that it can count: the least with which it would have succeeded.
        ///
        /// Documents of a registry are scanned each under limits of their own, so where one that is reached needs more
        /// than the schema, its need is what counts. A meta-schema that had to be compiled for the check of a schema
        /// counts in steps only.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        #[non_exhaustive]
        pub struct Usage {
            $( $(#[$doc])* pub $name: u64, )*
        }

        impl Usage {
            /// The names of the limits, and what was used of each.
            pub fn rows(&self) -> impl Iterator<Item = (&'static str, u64)> {
                [$( (stringify!($name), self.$name), )*].into_iter()
            }

            /// What would do for both.
            #[must_use]
            pub fn max(self, other: Usage) -> Usage {
                Usage { $( $name: self.$name.max(other.$name), )* }
            }
        }
    };
}

usage! {
    /// Subschemas inside subschemas.
    schema_depth;
    /// Subschemas of one document, or blocks of the program.
    subschemas;
    /// Instructions, edges and names of the program.
    instructions;
    /// `$ref` and `$dynamicRef` keywords that were resolved.
    refs;
    /// Schema resources of one document.
    resources;
    /// `$anchor` and `$dynamicAnchor` keywords of one document.
    anchors;
    /// Bytes of the longest URI.
    uri_bytes;
    /// Bytes of all URIs.
    uri_total_bytes;
    /// JSON values inside literals.
    literal_nodes;
    /// Distinct patterns.
    patterns;
    /// Bytes of the longest pattern.
    pattern_bytes;
    /// Bytes of all patterns.
    pattern_total_bytes;
    /// States of the largest pattern.
    pattern_program;
    /// States of all patterns.
    pattern_total_program;
    /// Code point ranges of the pattern with most.
    pattern_ranges;
    /// Groups inside groups of the deepest pattern.
    pattern_nesting;
    /// Steps.
    compile_steps;
}
