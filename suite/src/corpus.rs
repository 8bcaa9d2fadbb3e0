//! Data that are not in the official suite's format, as cases: tool schemas and messages of the Model Context Protocol,
//! real schemas with documents, schemas that must not compile.
//!
//! The data are in the folder that `JSONBOUND_DATA` names; [`crate::source::data`] finds it.

use std::collections::BTreeMap;
use std::path::Path;

use jsonbound_json::{Array, DocumentNode};

use crate::case::{self, Case, Remote, Test, Texts, text_member};
use crate::source::read_file;

/// Lines of JSON, one value a line.
fn lines<T>(
    path: &Path,
    mut read: impl FnMut(&Texts<'_>) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let text = read_file(path)?;
    let mut values = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let value = Texts::parse(line).and_then(|texts| read(&texts));
        values.push(value.map_err(|error| format!("{}:{}: {error}", path.display(), number + 1))?);
    }
    Ok(values)
}

fn flag(node: DocumentNode<'_>, name: &str) -> Result<bool, String> {
    node.get(name).and_then(DocumentNode::as_bool).ok_or_else(|| format!("no flag {name:?}"))
}

fn required(texts: &Texts<'_>, name: &str) -> Result<String, String> {
    texts.member(texts.root(), name)?.ok_or_else(|| format!("no member {name:?}"))
}

/// The schemas of tools, of the dialect that they declare or of 2020-12, with instances (`schemas.jsonl`,
/// `tool_cases.jsonl`).
///
/// # Errors
///
/// Files that cannot be read or are not as described.
pub fn tools(folder: &Path) -> Result<Vec<Case>, String> {
    let mut order = Vec::new();
    let mut cases = BTreeMap::new();
    let schemas = lines(&folder.join("schemas.jsonl"), |texts| {
        let root = texts.root();
        let case = Case {
            file: "schemas.jsonl".into(),
            description: format!(
                "{} {}",
                text_member(root, "name")?,
                text_member(root, "schema_sha")?
            ),
            schema: required(texts, "schema")?,
            remotes: Vec::new(),
            tests: Vec::new(),
        };
        Ok((text_member(root, "schema_sha")?, case))
    })?;
    for (key, case) in schemas {
        order.push(key.clone());
        cases.insert(key, case);
    }
    lines(&folder.join("tool_cases.jsonl"), |texts| {
        let root = texts.root();
        if let Some(case) = cases.get_mut(&text_member(root, "schema_sha")?) {
            case.tests.push(Test {
                description: text_member(root, "case")?,
                instance: required(texts, "instance")?,
                valid: flag(root, "valid")?,
            });
        }
        Ok(())
    })?;
    // Every schema has to compile, with or without instances.
    Ok(order.iter().filter_map(|key| cases.remove(key)).collect())
}

/// The examples of the protocol's definitions (`protocol_examples.jsonl`) and the messages of its pages
/// (`doc_messages.jsonl`), for the versions whose schema is 2020-12.
///
/// # Errors
///
/// Files that cannot be read or are not as described.
pub fn protocol(folder: &Path) -> Result<Vec<Case>, String> {
    let mut tests: BTreeMap<(String, String), Vec<Test>> = BTreeMap::new();
    let mut add = |version: &str, definition: &str, description: String, instance, valid| {
        let key = (version.to_owned(), definition.to_owned());
        tests.entry(key).or_default().push(Test { description, instance, valid });
    };
    lines(&folder.join("protocol_examples.jsonl"), |texts| {
        let root = texts.root();
        let (version, definition) = (text_member(root, "version")?, text_member(root, "def")?);
        let instance = required(texts, "instance")?;
        add(&version, &definition, text_member(root, "file")?, instance, flag(root, "valid")?);
        Ok(())
    })?;
    lines(&folder.join("doc_messages.jsonl"), |texts| {
        let root = texts.root();
        let (version, file) = (text_member(root, "version")?, text_member(root, "file")?);
        let message = required(texts, "message")?;
        let valid = flag(root, "valid_JSONRPCMessage")?;
        add(&version, "JSONRPCMessage", file.clone(), message.clone(), valid);
        if root.get("def").is_some() {
            add(&version, &text_member(root, "def")?, file, message, flag(root, "valid_def")?);
        }
        Ok(())
    })?;
    let mut cases = Vec::new();
    for ((version, definition), tests) in tests {
        let schema = read_file(&folder.join("protocol").join(&version).join("schema.json"))?;
        if !Texts::parse(&schema)?.root().get("$schema").is_some_and(is_2020_12) {
            continue;
        }
        let uri = format!("https://protocol.invalid/{version}/schema.json");
        cases.push(Case {
            file: format!("protocol/{version}"),
            description: definition.clone(),
            schema: format!(r##"{{"$ref": "{uri}#/$defs/{definition}"}}"##),
            remotes: vec![Remote { uri, text: schema }],
            tests,
        });
    }
    Ok(cases)
}

fn is_2020_12(node: DocumentNode<'_>) -> bool {
    node.as_str() == Some("https://json-schema.org/draft/2020-12/schema")
}

/// A real schema with documents that are all valid (`schema.json`, `instances.jsonl`).
///
/// # Errors
///
/// Files that cannot be read or are not as described.
pub fn documents(folder: &Path) -> Result<Case, String> {
    let mut tests = lines(&folder.join("instances.jsonl"), |texts| {
        let instance = texts.of(texts.root())?;
        Ok(Test { description: String::new(), instance, valid: true })
    })?;
    for (index, test) in tests.iter_mut().enumerate() {
        test.description = format!("line {}", index + 1);
    }
    Ok(Case {
        file: folder.file_name().unwrap_or_default().display().to_string(),
        description: "every document is valid".into(),
        schema: read_file(&folder.join("schema.json"))?,
        remotes: Vec::new(),
        tests,
    })
}

/// Schemas that must not compile, as cases without tests.
///
/// # Errors
///
/// A file that cannot be read or is not as described.
pub fn refused(path: &Path) -> Result<Vec<Case>, String> {
    let text = read_file(path)?;
    let texts = Texts::parse(&text)?;
    let list = texts.root().as_array().ok_or("not an array")?;
    let read = |node: DocumentNode<'_>| {
        Ok(Case {
            file: path.file_name().unwrap_or_default().display().to_string(),
            description: text_member(node, "description")?,
            schema: texts.member(node, "schema")?.ok_or("no schema")?,
            remotes: case::remotes(&texts, node)?,
            tests: Vec::new(),
        })
    };
    list.items().map(read).collect()
}
