//! The format vocabularies (Validation 7) and the content vocabulary (Validation 8). What is not asserted annotates.

use jsonbound_json::DocumentNode;
use jsonbound_program::{FormatId, Instr};

use crate::format::{BASE64, BASE64_JSON, JSON};
use crate::lowering::{Failed, Lowering};

type Lowered = Result<(), Failed>;

fn text<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Result<&'d str, Failed> {
    value.as_str().ok_or_else(|| cx.expected("a string", value))
}

fn emit(cx: &mut dyn Lowering<'_>, check: Option<FormatId>) -> Lowered {
    if let Some(check) = check {
        cx.emit(Instr::Format(check));
    }
    Ok(())
}

/// A format that is not known annotates, wherever formats are asserted (Validation 7.2.3).
pub(super) fn format<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let name = text(cx, value)?;
    let check = cx.format(name);
    emit(cx, check)
}

fn is_base64(encoding: &str) -> bool {
    encoding.eq_ignore_ascii_case("base64")
}

/// `contentEncoding` (Validation 8.3).
pub(super) fn content_encoding<'d>(cx: &mut dyn Lowering<'d>, value: DocumentNode<'d>) -> Lowered {
    let check = if is_base64(text(cx, value)?) { cx.content(&BASE64) } else { None };
    emit(cx, check)
}

/// `contentMediaType` (Validation 8.4), of what `contentEncoding` makes of the string. Parameters of the media type say
/// nothing about JSON (RFC 8259, section 11).
pub(super) fn content_media_type<'d>(
    cx: &mut dyn Lowering<'d>,
    value: DocumentNode<'d>,
) -> Lowered {
    let media_type = text(cx, value)?;
    let essence = media_type.split_once(';').map_or(media_type, |(essence, _)| essence).trim_end();
    if !essence.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    let check = match cx.sibling("contentEncoding")?.map(|encoding| encoding.as_str()) {
        None => cx.content(&JSON),
        Some(Some(encoding)) if is_base64(encoding) => cx.content(&BASE64_JSON),
        Some(_) => None,
    };
    emit(cx, check)
}
