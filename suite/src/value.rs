//! `serde_json::Value`, where it holds what was written.

use serde_json::Value;

use crate::oracle::Json;

/// The text as a [`Value`], if that keeps every number: `None` for text that it rounds, or cannot read.
///
/// A double means its shortest decimal, so `0.1` is kept; the comparison is the oracle's.
pub fn hold(text: &str) -> Option<Value> {
    let value: Value = serde_json::from_str(text).ok()?;
    (Json::parse(&value.to_string()).ok()? == Json::parse(text).ok()?).then_some(value)
}
