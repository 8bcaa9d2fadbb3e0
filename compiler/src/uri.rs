//! URIs: resolution against a base, and fragments (RFC 3986, RFC 3987; Core 8.2 and 9.1).
//!
//! Fragments are read leniently, since tools write references such as `#/$defs/List<T>`: characters that RFC 3986
//! wants percent-encoded may stand for themselves. What follows a percent sign must be an encoding all the same.
//!
//! Invariant: a resolved URI is absolute and has no fragment.

use std::borrow::Cow;

use fluent_uri::pct_enc::EString;
use fluent_uri::pct_enc::encoder::Fragment;
use fluent_uri::{Iri, IriRef};
use jsonbound_json::pointer;

use crate::error::{CompileError, CompileErrorKind};

/// The base of a schema that was given none: nothing can be found there, but relative references resolve.
pub(crate) const NO_BASE: &str = "json-schema:///";

/// The URI of a schema's document: the one that it was given, or [`NO_BASE`].
pub(crate) fn base(given: Option<&str>) -> Result<String, CompileError> {
    match given {
        None => Ok(NO_BASE.to_owned()),
        Some(base) => absolute(base).map_err(|kind| CompileError::of_document(kind, base)),
    }
}

/// Splits a reference at its fragment, which is empty if there is none.
pub(crate) fn split(reference: &str) -> (&str, &str) {
    reference.split_once('#').unwrap_or((reference, ""))
}

/// Resolves a reference without a fragment against a base.
pub(crate) fn resolve(base: &str, reference: &str) -> Result<String, CompileErrorKind> {
    let refuse = |why: &dyn ToString| CompileErrorKind::Uri(reference.into(), why.to_string());
    let parsed = IriRef::parse(reference).map_err(|error| refuse(&error))?;
    let base = Iri::parse(base).map_err(|error| refuse(&error))?;
    let resolved = parsed.resolve_against(&base).map_err(|error| refuse(&error))?;
    Ok(resolved.into_string())
}

/// Checks that a text is an absolute URI without a fragment, and gives it as references resolve to it: an empty
/// fragment is dropped, and `.` and `..` are followed.
pub(crate) fn absolute(text: &str) -> Result<String, CompileErrorKind> {
    let (uri, fragment) = split(text);
    let refuse = |why: String| CompileErrorKind::Uri(text.into(), why);
    if !fragment.is_empty() {
        return Err(refuse("it has a fragment".into()));
    }
    if IriRef::parse(uri).is_ok_and(|reference| !reference.has_scheme()) {
        return Err(refuse("it is relative".into()));
    }
    resolve(uri, uri)
}

/// Undoes the percent-encoding of a fragment, once.
pub(crate) fn decode(fragment: &str) -> Option<Cow<'_, str>> {
    if !fragment.contains('%') {
        return Some(Cow::Borrowed(fragment));
    }
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte == b'%' {
            let (digits, tail) = rest.split_first_chunk::<2>()?;
            let hex = |digit: u8| char::from(digit).to_digit(16).map(|value| value as u8);
            bytes.push(hex(digits[0])? << 4 | hex(digits[1])?);
            rest = tail;
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

/// A JSON Pointer as the fragment of a URI (RFC 6901, section 6).
pub(crate) fn encode(pointer: &str) -> String {
    let mut encoded = EString::<Fragment>::new();
    encoded.encode_str::<Fragment>(pointer);
    encoded.into_string()
}

/// The tokens of a fragment that is a JSON Pointer.
pub(crate) fn tokens(fragment: &str) -> Option<pointer::Tokens<'_>> {
    pointer::tokens(fragment).ok()
}
