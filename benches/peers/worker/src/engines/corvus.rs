//! The crate corvus-json-schema, over values and over its own documents.

use corvus_json_schema::{JsonDocument, Validator, compile};

use crate::modes::{Data, Mode, Task, again, each, each_text};

pub(super) fn value(mode: Mode, data: &Data) -> Result<Task<'_>, String> {
    super::values::prepare(
        mode,
        data,
        |schema| compile(schema).map_err(|error| error.to_string()),
        Validator::is_valid,
    )
}

pub(super) fn document(mode: Mode, data: &Data) -> Result<Task<'_>, String> {
    if mode == Mode::Parse {
        return Ok(each_text(data, |text| JsonDocument::parse(text).is_ok()));
    }
    let validator = compile(&data.schema()?).map_err(|error| error.to_string())?;
    let valid =
        move |document: &JsonDocument<'_>| validator.validate_instance(document.root()) == Ok(true);
    Ok(match mode {
        Mode::Validate => {
            let documents = data.texts.iter().map(|text| parse(text));
            each(documents.collect::<Result<Vec<_>, _>>()?, valid)
        }
        Mode::Text => {
            each_text(data, move |text| parse(text).is_ok_and(|document| valid(&document)))
        }
        Mode::Small => again(parse(data.small()?)?, valid),
        Mode::Compile | Mode::Cold | Mode::Parse => return Err("not measured".to_owned()),
    })
}

fn parse(text: &str) -> Result<JsonDocument<'_>, String> {
    JsonDocument::parse(text).map_err(|error| error.message().to_owned())
}
