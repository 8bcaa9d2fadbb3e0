//! Documents in files and folders of JSON, and the patterns and strings in them.
//!
//! Nothing recurses on a document but serde_json, whose depth is limited.

use std::ffi::OsString;
use std::path::PathBuf;

use jsonbound_pattern::{Compiled, Kind};
use serde_json::Value;

/// Reads all `.json` and `.jsonl` files, the latter with a document in each line; gives the number of documents.
pub(crate) fn each(
    paths: impl Iterator<Item = OsString>,
    mut take: impl FnMut(&Value),
) -> std::io::Result<usize> {
    let mut pending: Vec<PathBuf> = paths.map(PathBuf::from).collect();
    let mut documents = 0;
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            for entry in std::fs::read_dir(path)? {
                pending.push(entry?.path());
            }
            continue;
        }
        let lines = match path.extension().and_then(|extension| extension.to_str()) {
            Some("json") => false,
            Some("jsonl") => true,
            _ => continue,
        };
        let text = std::fs::read_to_string(&path)?;
        let texts: Vec<&str> = if lines { text.lines().collect() } else { vec![&text] };
        for text in texts {
            match serde_json::from_str(text) {
                Ok(document) => {
                    documents += 1;
                    take(&document);
                }
                Err(error) => eprintln!("{}: {error}", path.display()),
            }
        }
    }
    Ok(documents)
}

/// All values in a document.
pub(crate) fn values(document: &Value) -> impl Iterator<Item = &Value> {
    let mut pending = vec![document];
    std::iter::from_fn(move || {
        let value = pending.pop()?;
        match value {
            Value::Array(items) => pending.extend(items),
            Value::Object(members) => pending.extend(members.values()),
            _ => {}
        }
        Some(value)
    })
}

/// The patterns of a document: every `pattern`, and the names in every `patternProperties`.
pub(crate) fn patterns(document: &Value) -> impl Iterator<Item = &str> {
    values(document).filter_map(Value::as_object).flat_map(|members| {
        let rules = members.get("patternProperties").and_then(Value::as_object);
        let one = members.get("pattern").and_then(Value::as_str);
        one.into_iter().chain(rules.into_iter().flat_map(|rules| rules.keys().map(String::as_str)))
    })
}

/// What serves a pattern.
pub(crate) fn matcher(compiled: &Compiled) -> &'static str {
    match (compiled.kind, format!("{:?}", compiled.matcher)) {
        (Kind::Literal, _) => "literal",
        (Kind::Metered, _) => "backtracker",
        (_, name) if name.starts_with("Table") => "table",
        _ => "simulation",
    }
}
