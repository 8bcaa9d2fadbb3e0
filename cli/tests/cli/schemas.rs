//! Schemas that are refused, the registry, and the places that refusals name.

use crate::program::Folder;

/// The run of a schema against an instance that is not to be reached.
#[track_caller]
fn refused(name: &str, schema: &str, arguments: &str, status: i32, message: &str) {
    let folder = Folder::new(name).file("s.json", schema).file("i.json", "1");
    folder.run(&format!("validate s.json i.json {arguments}")).fails(status, message);
}

#[test]
fn a_schema_that_cannot_be_read() {
    let folder = Folder::new("schema-none").folder("folder").file("i.json", "1");
    let message = "none.json: error: it cannot be read: No such file or directory (os error 2)\n";
    folder.run("validate none.json i.json").is(2, "", message);
    folder.run("validate folder i.json").is(
        2,
        "",
        "folder: error: it cannot be read: Is a directory (os error 21)\n",
    );
    folder
        .run_with("validate - i.json", b"\xFF")
        .fails(2, "-:1:1: error: it is not JSON: expected UTF-8");
}

#[test]
fn a_schema_that_is_not_json() {
    refused("schema-text", "{\n", "", 2, "s.json:2:1: error: it is not JSON: expected");
    refused(
        "schema-empty",
        "",
        "",
        2,
        "s.json:1:1: error: it is not JSON: expected a value, found nothing\n",
    );
}

#[test]
fn a_schema_that_is_none() {
    let message = "s.json:1:1: error: a schema must be an object or a boolean; \
                   up to draft-04 it must be an object\n";
    refused("schema-array", "[]", "", 3, message);
    let schema = "{\"properties\":\n {\"a\": {\"minLength\": -1}}}";
    let message = "s.json:2:22: error: it is not valid against its meta-schema: \
                   \"/properties/a/minLength\" must be at least 0";
    refused("schema-meta", schema, "", 3, message);
    let message = "s.json:2:1: error: ";
    refused("schema-pattern", "{\"pattern\":\n\"(a\"}", "", 3, message);
}

#[test]
fn references_that_lead_nowhere() {
    let message =
        "s.json:1:9: error: the reference \"#/$defs/a\" leads to no schema (at \"/$ref\")\n";
    refused("dangling", r##"{"$ref":"#/$defs/a"}"##, "", 3, message);
    let message = "s.json:1:9: error: references lead to documents that were not given: \
                   https://example.com/a.json; nothing is ever fetched: add them to the registry \
                   (at \"/$ref\")\n";
    refused("external", r#"{"$ref":"https://example.com/a.json"}"#, "", 3, message);
    let message = "s.json:1:9: error: references lead to documents that were not given: \
                   https://example.com/b/a.json;";
    let arguments = "--base-uri https://example.com/b/s.json";
    refused("base", r#"{"$ref":"a.json"}"#, arguments, 3, message);
}

#[test]
fn a_loop_of_references_is_refused() {
    let schema = r##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/a"}}}"##;
    refused("loop", schema, "", 3, "s.json: error: references form a loop that does not end");
}

#[test]
fn unknown_dialects_are_refused() {
    let schema = r#"{"$schema":"https://example.com/mine"}"#;
    let message = "s.json:1:12: error: unknown dialect \"https://example.com/mine\"";
    refused("dialect", schema, "", 3, message);
}

#[test]
fn duplicate_members_depend_on_the_profile() {
    let schema = r#"{"type":"string","type":"integer"}"#;
    let message = "s.json:1:18: error: expected unique names, found \"type\" again";
    refused("duplicate", schema, "--limits untrusted", 3, message);
    let folder = Folder::new("duplicate-trusted").file("s.json", schema).file("i.json", "1");
    folder.run("validate s.json i.json").is(0, "i.json: valid\n", "");
}

#[test]
fn the_registry_answers_references() {
    let folder = Folder::new("registry")
        .file("s.json", r#"{"$ref":"https://example.com/a.json?v=1"}"#)
        .file("a.json", r#"{"$ref":"b.json#/$defs/n"}"#)
        .file("b.json", r#"{"$defs":{"n":{"type":"integer"}}}"#)
        .file("i.jsonl", "1\ntrue\n");
    let a = "--registry https://example.com/a.json?v=1=a.json";
    let b = "--registry https://example.com/b.json=b.json";
    folder.run(&format!("validate s.json i.jsonl {a} {b}")).is(
        1,
        "i.jsonl:1: valid\n\
         i.jsonl:2:1: invalid: at \"\": must be integer (https://example.com/b.json#/$defs/n/type)\n",
        "",
    );
    let run = folder.run(&format!("validate s.json i.jsonl {a}"));
    run.fails(3, "a.json:1:9: error: references lead to documents that were not given");
}

#[test]
fn documents_of_the_registry_are_blamed_by_their_files() {
    let folder = Folder::new("registry-blame")
        .file("s.json", r#"{"$ref":"urn:a"}"#)
        .file("i.json", "1")
        .file("a.json", "{\n \"minLength\": -1}")
        .file("bytes.json", b"\xFF")
        .file("text.json", "{");
    let run = |file: &str, more: &str| {
        folder.run(&format!("validate s.json i.json --registry urn:a={file} {more}"))
    };
    run("a.json", "").fails(3, "a.json:2:15: error: it is not valid against its meta-schema");
    run("none.json", "").fails(2, "none.json: error: it cannot be read: No such file or directory");
    run("bytes.json", "").fails(2, "bytes.json:1:1: error: it is not JSON: expected UTF-8");
    run("text.json", "").fails(2, "text.json:1:2: error: it is not JSON: expected");
    run("a.json", "--limit schema_bytes=17").fails(3, "a.json:2:16: error: expected at most 17");
}

#[test]
fn an_unused_document_may_be_wrong() {
    let folder = Folder::new("registry-unused")
        .file("s.json", "true")
        .file("i.json", "1")
        .file("a.json", r#"{"minLength":-1}"#);
    folder.run("validate s.json i.json --registry urn:a=a.json").is(0, "i.json: valid\n", "");
}

#[test]
fn the_file_of_the_registry_is_blamed_however_its_uri_is_written() {
    for uri in ["https://example.com/b", "https://example.com/a/../b", "https://example.com/b#"] {
        let folder = Folder::new("blame")
            .file("s.json", r#"{"$ref":"https://example.com/b"}"#)
            .file("b.json", "\n{\"type\": 7}");
        let run = folder.run(&format!("validate s.json s.json --registry {uri}=b.json"));
        assert_eq!(run.status, 3);
        assert!(run.stderr.starts_with("b.json:2:10: error: "), "{}", run.stderr);
    }
}
