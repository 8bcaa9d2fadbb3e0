//! URI references (RFC 3986): taking them apart and resolving them, as text.
//!
//! No normalization beyond dot segments, no checks of the characters: identifiers are compared as strings.

/// The five components of a reference (RFC 3986, appendix B).
struct Parts<'u> {
    scheme: Option<&'u str>,
    authority: Option<&'u str>,
    path: &'u str,
    query: Option<&'u str>,
    fragment: Option<&'u str>,
}

impl<'u> Parts<'u> {
    fn new(uri: &'u str) -> Self {
        let (rest, fragment) = cut(uri, '#');
        let (rest, query) = cut(rest, '?');
        let (scheme, rest) = match rest.split_once(':') {
            Some((scheme, rest)) if !scheme.is_empty() && !scheme.contains('/') => {
                (Some(scheme), rest)
            }
            _ => (None, rest),
        };
        let (authority, path) = match rest.strip_prefix("//") {
            Some(rest) => {
                let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
                (Some(authority), path)
            }
            None => (None, rest),
        };
        Parts { scheme, authority, path, query, fragment }
    }
}

fn cut(text: &str, mark: char) -> (&str, Option<&str>) {
    match text.split_once(mark) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

/// Resolves a reference against a base (RFC 3986, section 5.2).
pub(super) fn resolve(base: &str, reference: &str) -> String {
    let (b, r) = (Parts::new(base), Parts::new(reference));
    let (scheme, authority, path, query);
    if r.scheme.is_some() {
        (scheme, authority, path, query) = (r.scheme, r.authority, remove_dots(r.path), r.query);
    } else if r.authority.is_some() {
        (scheme, authority, path, query) = (b.scheme, r.authority, remove_dots(r.path), r.query);
    } else {
        (scheme, authority) = (b.scheme, b.authority);
        if r.path.is_empty() {
            (path, query) = (b.path.to_owned(), r.query.or(b.query));
        } else if r.path.starts_with('/') {
            (path, query) = (remove_dots(r.path), r.query);
        } else {
            (path, query) = (remove_dots(&merge(&b, r.path)), r.query);
        }
    }
    let optional = |before: &str, part: Option<&str>, after: &str| match part {
        Some(part) => format!("{before}{part}{after}"),
        None => String::new(),
    };
    optional("", scheme, ":")
        + &optional("//", authority, "")
        + &path
        + &optional("?", query, "")
        + &optional("#", r.fragment, "")
}

/// RFC 3986, section 5.2.3.
fn merge(base: &Parts<'_>, path: &str) -> String {
    if base.authority.is_some() && base.path.is_empty() {
        return format!("/{path}");
    }
    let folder = base.path.rfind('/').map_or("", |slash| &base.path[..=slash]);
    format!("{folder}{path}")
}

/// RFC 3986, section 5.2.4, on segments instead of a buffer.
fn remove_dots(path: &str) -> String {
    if !path.split('/').any(|segment| segment == "." || segment == "..") {
        return path.to_owned();
    }
    let rooted = path.starts_with('/');
    let segments: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    let mut kept: Vec<&str> = Vec::new();
    for (i, &segment) in segments.iter().enumerate() {
        let last = i + 1 == segments.len();
        match segment {
            "." => {}
            ".." => drop(kept.pop()),
            _ => kept.push(segment),
        }
        if last && matches!(segment, "." | "..") {
            kept.push("");
        }
    }
    format!("{}{}", if rooted { "/" } else { "" }, kept.join("/"))
}

/// Cuts a URI into what names a resource and the fragment, which is percent-decoded; no fragment is an empty one.
pub(super) fn split_fragment(uri: &str) -> Result<(&str, String), String> {
    let (resource, fragment) = cut(uri, '#');
    Ok((resource, percent_decode(fragment.unwrap_or_default())?))
}

/// Undoes percent-encoding once (RFC 3986, section 2.1).
fn percent_decode(text: &str) -> Result<String, String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first != b'%' {
            bytes.push(first);
            continue;
        }
        let digits = after.get(..2).filter(|d| d.iter().all(u8::is_ascii_hexdigit));
        let byte = digits
            .and_then(|d| std::str::from_utf8(d).ok())
            .and_then(|d| u8::from_str_radix(d, 16).ok());
        bytes.push(byte.ok_or_else(|| format!("bad percent-encoding in {text:?}"))?);
        rest = &after[2..];
    }
    String::from_utf8(bytes).map_err(|_| format!("percent-encoding that is not UTF-8 in {text:?}"))
}
