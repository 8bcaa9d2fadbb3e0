//! Folders of real schemas and instances: `NAME/schema.json` with `NAME/instances.jsonl`, one instance a line.
//!
//! Schemas of older drafts are rewritten to 2020-12, and `format` is taken out of all of them (see [`rewrite`]), so
//! that every implementation is given the same schema and the same work. It measures nothing and validates nothing.
//!
//! Invariant: data sets come in the order of their names, and a folder that cannot be read is an error, not a gap.

pub mod rewrite;

use std::fs;
use std::path::{Path, PathBuf};

/// The variable that names the folder of data sets.
pub const VARIABLE: &str = "JSONBOUND_BENCH_DATA";

/// A schema and its instances.
#[derive(Debug, Clone)]
pub struct Dataset {
    /// The name of its folder.
    pub name: String,
    /// The schema as JSON text, in 2020-12 and without `format`; or why it cannot be written in 2020-12.
    pub schema: Result<String, String>,
    /// The dialect that the schema was written in.
    pub draft: rewrite::Draft,
    /// The instances as JSON texts, none of them empty.
    pub instances: Vec<String>,
}

/// The folder of data sets that the environment names.
pub fn folder() -> Result<PathBuf, String> {
    let folder = std::env::var_os(VARIABLE);
    folder.map(PathBuf::from).ok_or_else(|| {
        format!(
            "set {VARIABLE} to a folder of NAME/schema.json and NAME/instances.jsonl, such as the folder `schemas` of \
             https://github.com/sourcemeta-research/jsonschema-benchmark"
        )
    })
}

/// Reads all data sets of a folder. What has no `schema.json` is not one.
pub fn read(folder: &Path) -> Result<Vec<Dataset>, String> {
    let mut sets = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| at(folder, &error))? {
        let path = entry.map_err(|error| at(folder, &error))?.path();
        if path.join("schema.json").is_file() {
            sets.push(read_one(&path)?);
        }
    }
    sets.sort_by(|a: &Dataset, b| a.name.cmp(&b.name));
    match sets.is_empty() {
        true => Err(at(folder, &"no data sets")),
        false => Ok(sets),
    }
}

fn read_one(path: &Path) -> Result<Dataset, String> {
    let text = |name: &str| {
        let path = path.join(name);
        fs::read_to_string(&path).map_err(|error| at(&path, &error))
    };
    let mut schema = serde_json::from_str(&text("schema.json")?)
        .map_err(|error| at(&path.join("schema.json"), &error))?;
    let draft = rewrite::Draft::of(&schema);
    let lines = text("instances.jsonl")?;
    let instances = lines.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned);
    Ok(Dataset {
        name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        schema: rewrite::rewrite(&mut schema).map(|()| schema.to_string()),
        draft,
        instances: instances.collect(),
    })
}

fn at(path: &Path, error: &dyn std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}
