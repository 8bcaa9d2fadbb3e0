//! The crate jsonschema.

use crate::modes::{Data, Mode, Task};

pub(super) fn value(mode: Mode, data: &Data) -> Result<Task<'_>, String> {
    super::values::prepare(
        mode,
        data,
        |schema| jsonschema::validator_for(schema).map_err(|error| error.to_string()),
        |validator, value| validator.is_valid(value),
    )
}
