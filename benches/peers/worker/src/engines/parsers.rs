//! Parsers by themselves, each to its own kind of value, which is dropped again.

use jsonbound::{Document, Limits, Parser};
use serde_json::Value;

use crate::modes::{Data, Mode, Task, each_text};

/// jsonbound with a parser that is kept.
pub(super) fn jsonbound(_: Mode, data: &Data) -> Result<Task<'_>, String> {
    let mut parser = Parser::new(Limits::trusted().instance_text());
    Ok(each_text(data, move |text| {
        let document = parser.parse(text.as_bytes());
        document.map(|document| parser.recycle(document)).is_ok()
    }))
}

/// jsonbound with nothing kept.
pub(super) fn jsonbound_fresh(_: Mode, data: &Data) -> Result<Task<'_>, String> {
    let limits = Limits::trusted().instance_text();
    Ok(each_text(data, move |text| Document::parse_with(text.as_bytes(), &limits).is_ok()))
}

pub(super) fn serde_json(_: Mode, data: &Data) -> Result<Task<'_>, String> {
    Ok(each_text(data, |text| serde_json::from_str::<Value>(text).is_ok()))
}

pub(super) fn sonic(_: Mode, data: &Data) -> Result<Task<'_>, String> {
    Ok(each_text(data, |text| sonic_rs::from_str::<sonic_rs::Value>(text).is_ok()))
}

/// simd-json parses in place, so it is given a copy of the text, in memory that is kept, as its own buffers are.
pub(super) fn simd(_: Mode, data: &Data) -> Result<Task<'_>, String> {
    let mut bytes = Vec::new();
    let mut buffers = simd_json::Buffers::default();
    Ok(each_text(data, move |text| {
        bytes.clear();
        bytes.extend_from_slice(text.as_bytes());
        simd_json::to_borrowed_value_with_buffers(&mut bytes, &mut buffers).is_ok()
    }))
}
