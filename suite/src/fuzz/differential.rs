//! Another implementation says the same, where it can hold the values and is not known to be wrong.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{compiled, limits, outcome, read};
use crate::value;

/// Asks another implementation about the instances that the bytes are, or choose. It gives a verdict for each instance,
/// or `None` if it takes the schema for none.
///
/// # Panics
///
/// If the verdicts differ.
pub fn body(bytes: &[u8], peer: impl Fn(&Value, &[Value]) -> Option<Vec<bool>>) {
    let (input, limits) = (read(bytes), limits());
    let Some(validator) = compiled(&input.schema, &limits) else { return };
    let Some(schema) = value::hold(&input.schema) else { return };
    let instances: Vec<Value> =
        input.instances.iter().filter_map(|instance| value::hold(instance)).collect();
    let mut scratch = jsonbound::Scratch::new();
    let ours = instances.iter().map(|instance| outcome(&validator, &mut scratch, instance).verdict);
    // Where a limit stops us, nobody knows how long another would take.
    let Ok(ours) = ours.collect::<Result<Vec<bool>, _>>() else { return };
    let Some(theirs) = peer(&schema, &instances) else {
        panic!("the peer refuses {}", input.schema);
    };
    for (instance, (ours, theirs)) in instances.iter().zip(ours.iter().zip(&theirs)) {
        let known = ours != theirs && takes_ref_for_dynamic(&schema);
        assert!(ours == theirs || known, "{ours}\nschema {}\ninstance {instance}", input.schema);
    }
}

/// Whether there is a `$ref` to the name of a dynamic anchor. The crate jsonschema follows it into the dynamic scope,
/// which only `$dynamicRef` does (Core 8.2.3.1).
fn takes_ref_for_dynamic(schema: &Value) -> bool {
    let (mut anchors, mut references) = (BTreeSet::new(), BTreeSet::new());
    let mut left = vec![schema];
    while let Some(value) = left.pop() {
        match value {
            Value::Array(items) => left.extend(items),
            Value::Object(members) => {
                let text = |name| members.get(name).and_then(Value::as_str);
                anchors.extend(text("$dynamicAnchor"));
                references.extend(text("$ref").and_then(|uri| Some(uri.split_once('#')?.1)));
                left.extend(members.values());
            }
            _ => {}
        }
    }
    !anchors.is_disjoint(&references)
}
