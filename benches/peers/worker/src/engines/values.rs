//! The modes of an implementation that validates `serde_json::Value`.

use serde_json::Value;

use crate::modes::{Data, Mode, Task, again, each, each_text, once};

/// Readies a task from how to compile and how to validate.
pub(super) fn prepare<'d, V: 'd>(
    mode: Mode,
    data: &'d Data,
    compile: fn(&Value) -> Result<V, String>,
    mut valid: impl FnMut(&V, &Value) -> bool + 'd,
) -> Result<Task<'d>, String> {
    let validator = move || compile(&data.schema()?);
    Ok(match mode {
        Mode::Validate => {
            let validator = validator()?;
            each(data.values()?, move |value| valid(&validator, value))
        }
        Mode::Text => {
            let validator = validator()?;
            each_text(data, move |text| {
                let value = serde_json::from_str(text);
                value.is_ok_and(|value| valid(&validator, &value))
            })
        }
        Mode::Compile => {
            let schema = data.schema()?;
            once(move || compile(&schema).is_ok())
        }
        Mode::Cold => {
            let small = data.small()?;
            once(move || {
                let validator = validator();
                let instance = serde_json::from_str(small);
                matches!((validator, instance), (Ok(validator), Ok(instance)) if valid(&validator, &instance))
            })
        }
        Mode::Small => {
            let validator = validator()?;
            let small = serde_json::from_str(data.small()?).map_err(|error| error.to_string())?;
            again(small, move |value| valid(&validator, value))
        }
        Mode::Parse => return Err("not measured".to_owned()),
    })
}
