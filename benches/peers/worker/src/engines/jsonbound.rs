//! jsonbound, under its limits for trusted schemas and instances, over documents and over values.

use jsonbound::{Builder, Document, Limits, Parser, Passes, Scratch, Validator, Verdict};
use serde_json::Value;

use crate::modes::{Data, Mode, Task, again, each, each_text, once};

fn builder(check: bool) -> Builder {
    Validator::builder().limits(Limits::trusted()).check_schema(check)
}

fn compile_text(text: &str, check: bool) -> Result<Validator, String> {
    builder(check).build_str(text).map_err(|error| error.to_string())
}

fn compile_value(schema: &Value) -> Result<Validator, String> {
    builder(true).build(schema).map_err(|error| error.to_string())
}

fn parse<'t>(text: &'t str, validator: &Validator) -> Result<Document<'t>, String> {
    let document = Document::parse_with(text.as_bytes(), validator.text_limits());
    document.map_err(|error| error.to_string())
}

/// Over `&serde_json::Value`.
pub(super) fn value(mode: Mode, data: &Data) -> Result<Task<'_>, String> {
    let mut scratch = Scratch::new();
    super::values::prepare(mode, data, compile_value, move |validator, value| {
        validator.check_with(&mut scratch, value) == Ok(Verdict::Valid)
    })
}

/// Over its own documents, with parser and scratch kept where a caller can keep them.
pub(super) fn document(mode: Mode, data: &Data) -> Result<Task<'_>, String> {
    match mode {
        Mode::Compile => return compiling(data, true),
        Mode::Cold => return cold(data, true),
        _ => {}
    }
    over_documents(mode, data, compile_text(&data.schema, true)?)
}

/// The program as it was lowered, with no pass over it.
pub(super) fn plain(mode: Mode, data: &Data) -> Result<Task<'_>, String> {
    let validator = builder(true).passes(Passes::none()).build_str(&data.schema);
    over_documents(mode, data, validator.map_err(|error| error.to_string())?)
}

fn over_documents(mode: Mode, data: &Data, validator: Validator) -> Result<Task<'_>, String> {
    let mut parser = Parser::new(*validator.text_limits());
    let mut scratch = Scratch::new();
    let texts = validator.clone();
    let mut valid = move |document: &Document<'_>| {
        validator.check_with(&mut scratch, document.root()) == Ok(Verdict::Valid)
    };
    Ok(match mode {
        Mode::Text => each_text(data, move |text| {
            let Ok(document) = parser.parse(text.as_bytes()) else { return false };
            let valid = valid(&document);
            parser.recycle(document);
            valid
        }),
        Mode::Small => again(parse(data.small()?, &texts)?, valid),
        _ => {
            let documents = data.texts.iter().map(|text| parse(text, &texts));
            each(documents.collect::<Result<Vec<_>, _>>()?, valid)
        }
    })
}

/// The schema is not checked against its meta-schema.
pub(super) fn unchecked(mode: Mode, data: &Data) -> Result<Task<'_>, String> {
    match mode {
        Mode::Compile => compiling(data, false),
        _ => cold(data, false),
    }
}

/// Nothing is kept from one call to the next.
pub(super) fn fresh(mode: Mode, data: &Data) -> Result<Task<'_>, String> {
    let validator = compile_text(&data.schema, true)?;
    Ok(match mode {
        Mode::Text => each_text(data, move |text| {
            validator.check_bytes(text.as_bytes()) == Ok(Verdict::Valid)
        }),
        _ => again(parse(data.small()?, &validator)?, move |document| {
            validator.is_valid(document.root())
        }),
    })
}

fn compiling(data: &Data, check: bool) -> Result<Task<'_>, String> {
    let schema = data.schema()?;
    Ok(once(move || builder(check).build(&schema).is_ok()))
}

fn cold(data: &Data, check: bool) -> Result<Task<'_>, String> {
    let small = data.small()?;
    Ok(once(move || {
        let validator = compile_text(&data.schema, check);
        validator
            .is_ok_and(|validator| validator.check_bytes(small.as_bytes()) == Ok(Verdict::Valid))
    }))
}
