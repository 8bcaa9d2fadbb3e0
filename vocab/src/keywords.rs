//! The table of keywords, in the order in which a block runs them: cheap assertions first, then applicators, and what
//! asks for their annotations last.
//!
//! Invariant: names are unique, and a keyword stands after those whose annotations it reads.

mod applicator;
mod core;
mod format;
mod validation;

use crate::keyword::{Holds, Keyword, Lower};
use crate::vocabulary::Vocabulary;

const fn row(name: &'static str, vocabulary: Vocabulary, holds: Holds, lower: Lower) -> Keyword {
    Keyword { name, vocabulary, holds, lower }
}

use Holds::{Data, Members, Schema, Schemas};
use Lower::{Silent, With};
use Vocabulary::{Applicator, Content, Core, FormatAnnotation, MetaData, Unevaluated, Validation};

/// All keywords of 2020-12.
pub const KEYWORDS: &[Keyword] = &[
    row("$schema", Core, Data, Silent),
    row("$vocabulary", Core, Data, Silent),
    row("$id", Core, Data, Silent),
    row("$anchor", Core, Data, Silent),
    row("$dynamicAnchor", Core, Data, Silent),
    row("$comment", Core, Data, Silent),
    row("$defs", Core, Members, Silent),
    row("type", Validation, Data, With(validation::types)),
    row("const", Validation, Data, With(validation::constant)),
    row("enum", Validation, Data, With(validation::enumeration)),
    row("maximum", Validation, Data, With(validation::maximum)),
    row("exclusiveMaximum", Validation, Data, With(validation::exclusive_maximum)),
    row("minimum", Validation, Data, With(validation::minimum)),
    row("exclusiveMinimum", Validation, Data, With(validation::exclusive_minimum)),
    row("multipleOf", Validation, Data, With(validation::multiple_of)),
    row("maxLength", Validation, Data, With(validation::max_length)),
    row("minLength", Validation, Data, With(validation::min_length)),
    row("maxItems", Validation, Data, With(validation::max_items)),
    row("minItems", Validation, Data, With(validation::min_items)),
    row("maxProperties", Validation, Data, With(validation::max_properties)),
    row("minProperties", Validation, Data, With(validation::min_properties)),
    row("required", Validation, Data, With(validation::required)),
    row("dependentRequired", Validation, Data, With(validation::dependent_required)),
    row("pattern", Validation, Data, With(validation::pattern)),
    row("uniqueItems", Validation, Data, With(validation::unique_items)),
    row("format", FormatAnnotation, Data, With(format::format)),
    row("contentEncoding", Content, Data, With(format::content_encoding)),
    row("contentMediaType", Content, Data, With(format::content_media_type)),
    row("maxContains", Validation, Data, Silent),
    row("minContains", Validation, Data, Silent),
    row("$ref", Core, Data, With(core::reference)),
    row("$dynamicRef", Core, Data, With(core::reference)),
    row("allOf", Applicator, Schemas, With(applicator::all_of)),
    row("anyOf", Applicator, Schemas, With(applicator::any_of)),
    row("oneOf", Applicator, Schemas, With(applicator::one_of)),
    row("not", Applicator, Schema, With(applicator::not)),
    row("if", Applicator, Schema, With(applicator::condition)),
    row("then", Applicator, Schema, Silent),
    row("else", Applicator, Schema, Silent),
    row("dependentSchemas", Applicator, Members, With(applicator::dependent_schemas)),
    row("prefixItems", Applicator, Schemas, With(applicator::prefix_items)),
    row("items", Applicator, Schema, With(applicator::items)),
    row("contains", Applicator, Schema, With(applicator::contains)),
    row("properties", Applicator, Members, With(applicator::properties)),
    row("patternProperties", Applicator, Members, With(applicator::pattern_properties)),
    row("additionalProperties", Applicator, Schema, With(applicator::additional_properties)),
    row("propertyNames", Applicator, Schema, With(applicator::property_names)),
    row("unevaluatedItems", Unevaluated, Schema, With(applicator::unevaluated_items)),
    row("unevaluatedProperties", Unevaluated, Schema, With(applicator::unevaluated_properties)),
    row("title", MetaData, Data, Silent),
    row("description", MetaData, Data, Silent),
    row("default", MetaData, Data, Silent),
    row("deprecated", MetaData, Data, Silent),
    row("readOnly", MetaData, Data, Silent),
    row("writeOnly", MetaData, Data, Silent),
    row("examples", MetaData, Data, Silent),
    row("contentSchema", Content, Schema, Silent),
];
