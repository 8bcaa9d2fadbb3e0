//! The table of keywords, in the order in which a block runs them: cheap assertions first, then applicators, and what
//! asks for their annotations last.
//!
//! A name that means different things in different dialects has several rows.
//!
//! Invariant: names are unique in each dialect, and a keyword stands after those whose annotations it reads.

mod applicator;
mod core;
mod format;
mod legacy;
mod validation;

use crate::dialect::{Dialect, Dialects};
use crate::keyword::{Holds, Keyword, Lower};
use crate::vocabulary::Vocabulary;

const fn row(
    dialects: Dialects,
    name: &'static str,
    vocabulary: Vocabulary,
    holds: Holds,
    lower: Lower,
) -> Keyword {
    Keyword { dialects, name, vocabulary, holds, lower }
}

const ALL: Dialects = Dialects::ALL;
const ONLY_3: Dialects = Dialects::only(Dialect::Draft3);
const ONLY_4: Dialects = Dialects::only(Dialect::Draft4);
const UNTIL_4: Dialects = Dialects::until(Dialect::Draft4);
const UNTIL_2019: Dialects = Dialects::until(Dialect::Draft201909);
const FROM_4: Dialects = Dialects::since(Dialect::Draft4);
const UNTIL_7: Dialects = Dialects::until(Dialect::Draft7);
const FROM_6: Dialects = Dialects::since(Dialect::Draft6);
const FROM_6_UNTIL_2019: Dialects = Dialects::between(Dialect::Draft6, Dialect::Draft201909);
const FROM_7: Dialects = Dialects::since(Dialect::Draft7);
const FROM_2019: Dialects = Dialects::since(Dialect::Draft201909);
const FROM_2019_UNTIL_2020: Dialects =
    Dialects::between(Dialect::Draft201909, Dialect::Draft202012);
const ONLY_2019: Dialects = Dialects::only(Dialect::Draft201909);
const FROM_2020: Dialects = Dialects::since(Dialect::Draft202012);

use Holds::{Data, Members, Schema, SchemaOrBoolean, SchemaOrSchemas, Schemas};
use Lower::{Silent, With};
use Vocabulary::{Applicator, Content, Core, FormatAnnotation, MetaData, Unevaluated, Validation};

/// All keywords of all dialects.
pub const KEYWORDS: &[Keyword] = &[
    row(ALL, "$schema", Core, Data, Silent),
    row(FROM_2019_UNTIL_2020, "$vocabulary", Core, Data, Silent),
    row(UNTIL_4, "id", Core, Data, Silent),
    row(FROM_6, "$id", Core, Data, Silent),
    row(FROM_2019, "$anchor", Core, Data, Silent),
    row(ONLY_2019, "$recursiveAnchor", Core, Data, Silent),
    row(FROM_2020, "$dynamicAnchor", Core, Data, Silent),
    row(FROM_7, "$comment", Core, Data, Silent),
    row(FROM_2019, "$defs", Core, Members, Silent),
    // Draft-03 does not say what holds schemas that references lead to; everybody writes them so.
    row(UNTIL_7, "definitions", Core, Members, Silent),
    row(ONLY_3, "type", Validation, Schemas, With(legacy::types_or_schemas)),
    row(ONLY_4, "type", Validation, Data, With(legacy::types)),
    row(FROM_6, "type", Validation, Data, With(validation::types)),
    row(ONLY_3, "disallow", Validation, Schemas, With(legacy::disallow)),
    row(FROM_6, "const", Validation, Data, With(validation::constant)),
    row(ALL, "enum", Validation, Data, With(validation::enumeration)),
    row(UNTIL_4, "maximum", Validation, Data, With(legacy::maximum)),
    row(FROM_6, "maximum", Validation, Data, With(validation::maximum)),
    row(UNTIL_4, "exclusiveMaximum", Validation, Data, Silent),
    row(FROM_6, "exclusiveMaximum", Validation, Data, With(validation::exclusive_maximum)),
    row(UNTIL_4, "minimum", Validation, Data, With(legacy::minimum)),
    row(FROM_6, "minimum", Validation, Data, With(validation::minimum)),
    row(UNTIL_4, "exclusiveMinimum", Validation, Data, Silent),
    row(FROM_6, "exclusiveMinimum", Validation, Data, With(validation::exclusive_minimum)),
    row(ONLY_3, "divisibleBy", Validation, Data, With(validation::multiple_of)),
    row(FROM_4, "multipleOf", Validation, Data, With(validation::multiple_of)),
    row(ALL, "maxLength", Validation, Data, With(validation::max_length)),
    row(ALL, "minLength", Validation, Data, With(validation::min_length)),
    row(ALL, "maxItems", Validation, Data, With(validation::max_items)),
    row(ALL, "minItems", Validation, Data, With(validation::min_items)),
    row(FROM_4, "maxProperties", Validation, Data, With(validation::max_properties)),
    row(FROM_4, "minProperties", Validation, Data, With(validation::min_properties)),
    row(ONLY_3, "required", Validation, Data, Silent),
    row(FROM_4, "required", Validation, Data, With(validation::required)),
    row(FROM_2019, "dependentRequired", Validation, Data, With(validation::dependent_required)),
    row(ALL, "pattern", Validation, Data, With(validation::pattern)),
    row(ALL, "uniqueItems", Validation, Data, With(validation::unique_items)),
    row(ALL, "format", FormatAnnotation, Data, With(format::format)),
    row(FROM_7, "contentEncoding", Content, Data, With(format::content_encoding)),
    row(FROM_7, "contentMediaType", Content, Data, With(format::content_media_type)),
    row(FROM_2019, "maxContains", Validation, Data, Silent),
    row(FROM_2019, "minContains", Validation, Data, Silent),
    row(ALL, "$ref", Core, Data, With(core::reference)),
    row(ONLY_2019, "$recursiveRef", Core, Data, With(core::reference)),
    row(FROM_2020, "$dynamicRef", Core, Data, With(core::reference)),
    row(ONLY_3, "extends", Applicator, SchemaOrSchemas, With(legacy::extends)),
    row(FROM_4, "allOf", Applicator, Schemas, With(applicator::all_of)),
    row(FROM_4, "anyOf", Applicator, Schemas, With(applicator::any_of)),
    row(FROM_4, "oneOf", Applicator, Schemas, With(applicator::one_of)),
    row(FROM_4, "not", Applicator, Schema, With(applicator::not)),
    row(FROM_7, "if", Applicator, Schema, With(applicator::condition)),
    row(FROM_7, "then", Applicator, Schema, Silent),
    row(FROM_7, "else", Applicator, Schema, Silent),
    row(FROM_2019, "dependentSchemas", Applicator, Members, With(applicator::dependent_schemas)),
    row(ONLY_3, "dependencies", Applicator, Members, With(legacy::dependencies_on_names)),
    row(FROM_4, "dependencies", Applicator, Members, With(legacy::dependencies)),
    row(FROM_2020, "prefixItems", Applicator, Schemas, With(applicator::prefix_items)),
    row(UNTIL_2019, "items", Applicator, SchemaOrSchemas, With(legacy::items)),
    row(FROM_2020, "items", Applicator, Schema, With(applicator::items)),
    row(UNTIL_4, "additionalItems", Applicator, SchemaOrBoolean, With(legacy::additional_items)),
    row(FROM_6_UNTIL_2019, "additionalItems", Applicator, Schema, With(legacy::additional_items)),
    row(FROM_6_UNTIL_2019, "contains", Applicator, Schema, With(legacy::contains)),
    row(FROM_2020, "contains", Applicator, Schema, With(applicator::contains)),
    row(ONLY_3, "properties", Applicator, Members, With(legacy::properties)),
    row(FROM_4, "properties", Applicator, Members, With(applicator::properties)),
    row(ALL, "patternProperties", Applicator, Members, With(applicator::pattern_properties)),
    row(
        UNTIL_4,
        "additionalProperties",
        Applicator,
        SchemaOrBoolean,
        With(applicator::additional_properties),
    ),
    row(
        FROM_6,
        "additionalProperties",
        Applicator,
        Schema,
        With(applicator::additional_properties),
    ),
    row(FROM_6, "propertyNames", Applicator, Schema, With(applicator::property_names)),
    row(ONLY_2019, "unevaluatedItems", Applicator, Schema, With(applicator::unevaluated_items)),
    row(FROM_2020, "unevaluatedItems", Unevaluated, Schema, With(applicator::unevaluated_items)),
    row(
        ONLY_2019,
        "unevaluatedProperties",
        Applicator,
        Schema,
        With(applicator::unevaluated_properties),
    ),
    row(
        FROM_2020,
        "unevaluatedProperties",
        Unevaluated,
        Schema,
        With(applicator::unevaluated_properties),
    ),
    row(ALL, "title", MetaData, Data, Silent),
    row(ALL, "description", MetaData, Data, Silent),
    row(ALL, "default", MetaData, Data, Silent),
    row(FROM_2019, "deprecated", MetaData, Data, Silent),
    row(FROM_7, "readOnly", MetaData, Data, Silent),
    row(FROM_7, "writeOnly", MetaData, Data, Silent),
    row(FROM_6, "examples", MetaData, Data, Silent),
    row(FROM_2019, "contentSchema", Content, Schema, Silent),
];
