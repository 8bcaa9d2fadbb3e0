//! The crate boon.

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

use crate::modes::{Data, Mode, Task};

fn compile(schema: &Value) -> Result<(Schemas, SchemaIndex), String> {
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    let uri = "https://example.com/schema";
    compiler.add_resource(uri, schema.clone()).map_err(|error| error.to_string())?;
    let index = compiler.compile(uri, &mut schemas).map_err(|error| format!("{error:#}"))?;
    Ok((schemas, index))
}

pub(super) fn value(mode: Mode, data: &Data) -> Result<Task<'_>, String> {
    super::values::prepare(mode, data, compile, |(schemas, index), value| {
        schemas.validate(value, *index).is_ok()
    })
}
