//! The standard meta-schemas, as text (Core, appendix; the specification's normative data without its prose).
//!
//! Invariant: each text is a schema whose `$id` is the URI beside it.

/// The URI of the 2020-12 dialect.
pub const DRAFT_2020_12: &str = "https://json-schema.org/draft/2020-12/schema";

/// The meta-schemas of 2020-12: URI and text. The first is the dialect's own; the others are those of its vocabularies.
pub const META_SCHEMAS: [(&str, &str); 9] = [
    ("https://json-schema.org/draft/2020-12/schema", include_str!("../meta-schemas/schema.json")),
    ("https://json-schema.org/draft/2020-12/meta/core", include_str!("../meta-schemas/core.json")),
    (
        "https://json-schema.org/draft/2020-12/meta/applicator",
        include_str!("../meta-schemas/applicator.json"),
    ),
    (
        "https://json-schema.org/draft/2020-12/meta/unevaluated",
        include_str!("../meta-schemas/unevaluated.json"),
    ),
    (
        "https://json-schema.org/draft/2020-12/meta/validation",
        include_str!("../meta-schemas/validation.json"),
    ),
    (
        "https://json-schema.org/draft/2020-12/meta/meta-data",
        include_str!("../meta-schemas/meta-data.json"),
    ),
    (
        "https://json-schema.org/draft/2020-12/meta/format-annotation",
        include_str!("../meta-schemas/format-annotation.json"),
    ),
    (
        "https://json-schema.org/draft/2020-12/meta/format-assertion",
        include_str!("../meta-schemas/format-assertion.json"),
    ),
    (
        "https://json-schema.org/draft/2020-12/meta/content",
        include_str!("../meta-schemas/content.json"),
    ),
];
