//! The formats of answers: pretty, json, quiet, and statistics.

use serde_json::json;

use crate::program::Folder;

fn folder(name: &str) -> Folder {
    Folder::new(name)
        .file(
            "s.json",
            "{\n\"$id\":\"https://example.com/s\",\"properties\":{\"a\":{\"maximum\":9}}}",
        )
        .file("i.jsonl", "{}\n{\"a\":10}\n{\n")
}

#[test]
fn json_is_one_object_a_line() {
    let run = folder("json").run("validate s.json i.jsonl none.json --output json");
    assert_eq!((run.status, &*run.stderr), (2, ""));
    let expected = [
        json!({"instance": "i.jsonl", "line": 1, "verdict": "valid"}),
        json!({"instance": "i.jsonl", "line": 2, "verdict": "invalid", "cut": false, "leftOut": 0, "errors": [{
            "keyword": "maximum",
            "instanceLocation": "/a",
            "keywordLocation": "/properties/a/maximum",
            "absoluteKeywordLocation": "https://example.com/s#/properties/a/maximum",
            "message": "must be at most 9",
            "line": 2,
            "column": 6,
        }]}),
        json!({"instance": "i.jsonl", "line": 3, "verdict": "error", "error": {
            "code": "unexpected_end",
            "message": "it is not JSON: expected a name in quotes or `}`, found the end of the text",
            "line": 3,
            "column": 2,
        }}),
        json!({"instance": "none.json", "verdict": "error", "error": {
            "code": "io",
            "message": "it cannot be read: No such file or directory (os error 2)",
        }}),
    ];
    assert_eq!(run.json(), expected);
}

#[test]
fn every_verdict_has_its_steps() {
    let run = folder("json-steps").run("validate s.json i.jsonl --output json");
    assert!(run.stdout.lines().all(|line| line.contains(",\"steps\":")), "{}", run.stdout);
}

#[test]
fn json_names_limits() {
    let line = "validate s.json i.jsonl --output json --limit validation_steps=0";
    let run = folder("json-stopped").run(line);
    let expected = json!({"instance": "i.jsonl", "line": 2, "verdict": "stopped", "error": {
        "code": "validation_steps",
        "message": run.json()[1]["error"]["message"],
        "limit": 0,
        "instanceLocation": "",
        "absoluteKeywordLocation": run.json()[1]["error"]["absoluteKeywordLocation"],
        "line": 2,
        "column": 1,
    }});
    assert_eq!((run.status, &run.json()[1]), (4, &expected));
    let line = "validate s.json i.jsonl --output json --limit instance_bytes=2";
    let stopped = &folder("json-bytes").run(line).json()[1]["error"];
    assert_eq!((&stopped["code"], &stopped["limit"]), (&json!("instance_bytes"), &json!(2)));
}

#[test]
fn json_refuses_schemas_on_standard_output() {
    let folder = Folder::new("json-refusal")
        .file("s.json", "{\"$ref\":\"https://example.com/a\"}")
        .file("t.json", "{\"type\":\n7}")
        .file("u.json", "{");
    let run = |schema: &str| folder.run(&format!("validate {schema} s.json --output json"));
    let missing = run("s.json");
    assert_eq!((missing.status, &*missing.stderr), (3, ""));
    let expected = json!({"schema": "s.json", "verdict": "error", "error": {
        "code": "missing_document",
        "message": "references lead to documents that were not given: https://example.com/a; \
                    nothing is ever fetched: add them to the registry (at \"/$ref\")",
        "line": 1,
        "column": 9,
        "document": "json-schema:///",
        "pointer": "/$ref",
        "missing": ["https://example.com/a"],
    }});
    assert_eq!(missing.json(), [expected]);
    let error = &run("t.json").json()[0]["error"];
    let place = [&error["code"], &error["pointer"], &error["line"], &error["column"]];
    assert_eq!(place, [&json!("meta_schema"), &json!("/type"), &json!(2), &json!(1)]);
    assert_eq!(run("u.json").json()[0]["error"]["code"], "unexpected_end");
    let none = run("none.json");
    assert_eq!((none.status, &none.json()[0]["error"]["code"]), (2, &json!("io")));
}

#[test]
fn quiet_says_only_why_there_is_no_verdict() {
    let folder = folder("quiet").file("j.jsonl", "{}\n{\"a\":10}\n");
    folder.run("validate s.json j.jsonl --output quiet").is(1, "", "");
    let stderr = "i.jsonl:3:2: error: it is not JSON: expected a name in quotes or `}`, found the end of the text\n";
    folder.run("validate s.json i.jsonl --output quiet").is(2, "", stderr);
}

#[test]
fn statistics_add_up() {
    let folder = folder("stats");
    let run = folder.run("validate s.json i.jsonl --stats --output quiet");
    let lines: Vec<&str> = run.stderr.lines().collect();
    let [first, second, error, third, total, time] = lines[..] else { panic!("{lines:?}") };
    let steps = |line: &str, name: &str| -> u64 {
        let steps = line.strip_prefix(name).and_then(|line| line.strip_suffix(" steps"));
        steps.and_then(|steps| steps.parse().ok()).unwrap_or_else(|| panic!("{line}"))
    };
    let sum = steps(first, "i.jsonl:1: ") + steps(second, "i.jsonl:2: ");
    assert_eq!(steps(third, "i.jsonl:3: "), 0);
    assert!(error.starts_with("i.jsonl:3:2: error:"));
    let expected = format!("total: 1 valid, 1 invalid, 0 stopped, 1 unreadable; {sum} steps, ");
    assert!(total.starts_with(&expected) && total.ends_with(" compile steps"), "{total}");
    assert!(time.starts_with("time: ") && time.ends_with(" MB/s"), "{time}");
}

#[test]
fn nothing_of_an_instance_is_printed() {
    let secret = "hunter2";
    let folder = Folder::new("secret")
        .file(
            "s.json",
            r#"{"type":["object","null"],"const":1,"enum":[2],"minLength":99,"not":true}"#,
        )
        .file("i.jsonl", format!("\"{secret}\"\n[\"{secret}\"]\n{{\"a\":\"{secret}\"}}\n"));
    for format in ["pretty", "json", "quiet"] {
        let run = folder.run(&format!("validate s.json i.jsonl --output {format}"));
        assert!(!run.stdout.contains(secret) && !run.stderr.contains(secret), "{run:?}");
        assert_eq!(run.status, 1);
    }
}

#[test]
fn control_characters_are_escaped_everywhere() {
    // An escape sequence, a C1 control, and an override of the direction of text.
    let dirty = "\u{1b}[31m\u{9b}\u{202e}";
    let name = format!("{dirty}.json");
    let file = format!("{dirty}.jsonl");
    let schema = format!("{{\"required\":[{}]}}", serde_json::to_string(dirty).unwrap());
    let folder = Folder::new("dirty")
        .file("s.json", schema)
        .file("r.json", format!("{{\"$ref\":\"urn:{}\"}}", "a\\u001b\\u009b"))
        .file(&name, "{")
        .file(&file, "{}\n[\n");
    for format in ["pretty", "json", "quiet"] {
        for schema in ["s.json", "r.json", &name] {
            let line = format!("validate --output {format} --stats {schema} {name} {file}");
            let run = folder.run(&line);
            let dirt = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
            assert!(!run.stdout.contains(dirt) && !run.stderr.contains(dirt), "{run:?}");
            if format == "json" {
                assert!(!run.json().is_empty());
            }
        }
    }
    let run = folder.run(&format!("validate --output json s.json {file}"));
    assert_eq!(run.json()[0]["instance"], *file);
}
