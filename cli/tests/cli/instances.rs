//! Instances: where they come from, and what each of them ends with.

use crate::program::Folder;

fn folder(name: &str) -> Folder {
    Folder::new(name).file("s.json", r#"{"items":{"type":"integer"}}"#)
}

#[test]
fn the_highest_status_wins() {
    let folder = folder("highest")
        .file("valid.json", "[1, 2]")
        .file("invalid.json", "[1,\n  2, \"three\"]")
        .file("broken.json", "[1, 2")
        .file("deep.json", "[[[[[]]]]]");
    let valid = "valid.json: valid\n";
    let invalid = "invalid.json:2:6: invalid: at \"/2\": must be integer \
                   (json-schema:///#/items/type)\n";
    let broken =
        "broken.json:1:6: error: it is not JSON: expected `,` or `]`, found the end of the text\n";
    let deep = "deep.json:1:5: stopped: json_depth (limit 4) after 0 steps at instance \"\"; \
                undecided: raise the limit to get an answer\n";
    let run = |files: &str| folder.run(&format!("validate s.json {files} --limit json_depth=4"));
    run("valid.json").is(0, valid, "");
    run("invalid.json valid.json").is(1, &format!("{invalid}{valid}"), "");
    run("broken.json invalid.json").is(2, invalid, broken);
    run("deep.json broken.json invalid.json valid.json").is(
        4,
        &format!("{invalid}{valid}"),
        &format!("{deep}{broken}"),
    );
}

#[test]
fn what_cannot_be_read_does_not_end_the_batch() {
    let folder = folder("unreadable").file("valid.json", "[]").folder("folder").folder("x.jsonl");
    let run = folder.run("validate s.json none.json folder x.jsonl none.ndjson valid.json");
    let stderr = "none.json: error: it cannot be read: No such file or directory (os error 2)\n\
                  folder: error: it cannot be read: Is a directory (os error 21)\n\
                  x.jsonl: error: it cannot be read: Is a directory (os error 21)\n\
                  none.ndjson: error: it cannot be read: No such file or directory (os error 2)\n";
    run.is(2, "valid.json: valid\n", stderr);
}

#[test]
fn text_that_is_not_json_is_refused() {
    let cases: [(&[u8], &str); 6] = [
        (b"", "1:1: error: it is not JSON: expected a value, found nothing"),
        (b"\xEF\xBB\xBF1", "1:1: error: it is not JSON: expected a value, found a byte order mark"),
        (b"[\"\xFF\"]", "1:3: error: it is not JSON: expected UTF-8, found the byte 0xFF"),
        (
            b"[1,]",
            "1:4: error: it is not JSON: expected a value, found `]` (JSON has no trailing commas)",
        ),
        (b"1 2", "1:3: error: it is not JSON: expected the end of the text, found `2`"),
        (
            b"\"\x1b[31m\"",
            "1:2: error: it is not JSON: expected an escape such as \\n, found U+001B",
        ),
    ];
    for (index, (text, message)) in cases.into_iter().enumerate() {
        let folder = folder(&format!("not-json-{index}")).file("i.json", text);
        folder.run("validate s.json i.json").fails(2, &format!("i.json:{message}"));
    }
}

#[test]
fn standard_input_can_be_schema_or_instance() {
    let folder = folder("stdin").file("i.json", "[\"a\"]").file("valid.json", "[1]");
    folder.run_with("validate s.json -", "[1]").is(0, "-: valid\n", "");
    assert_eq!(folder.run_with("validate s.json valid.json -", "[null]").status, 1);
    let run = folder.run_with("validate - i.json", r#"{"items":{"type":"string"}}"#);
    run.is(0, "i.json: valid\n", "");
    let run = folder.run_with("validate --jsonl s.json -", "[1]\n[\"a\"]");
    run.is(
        1,
        "-:1: valid\n-:2:2: invalid: at \"/0\": must be integer (json-schema:///#/items/type)\n",
        "",
    );
}

#[test]
fn a_line_is_an_instance() {
    let text = b"[1]\n\n[true,\n  [\"a\", \"\xFF\"]\r\n \t\r\n\t[2, \"\xC3\xA9\", {}]\r\n[3]";
    let folder =
        folder("lines").file("i.JsonL", text).file("i.ndjson", "\n\n").file("i.txt", "1\n2");
    let stdout = "i.JsonL:1: valid\n\
                  i.JsonL:6:6: invalid: at \"/1\": must be integer (json-schema:///#/items/type)\n\
                  i.JsonL:6:11: invalid: at \"/2\": must be integer (json-schema:///#/items/type)\n\
                  i.JsonL:7: valid\n";
    let stderr = "i.JsonL:3:7: error: it is not JSON: expected a value, found the end of the text\n\
                  i.JsonL:4:10: error: it is not JSON: expected UTF-8, found the byte 0xFF\n";
    folder.run("validate s.json i.JsonL").is(2, stdout, stderr);
    folder.run("validate s.json i.ndjson").is(0, "", "");
    folder
        .run("validate s.json i.txt")
        .fails(2, "i.txt:2:1: error: it is not JSON: expected the end of the text");
    folder.run("validate s.json i.txt --jsonl").is(0, "i.txt:1: valid\ni.txt:2: valid\n", "");
}

#[test]
fn lines_that_are_too_long_are_skipped() {
    let text = format!("[1]\n[{}]\n[22]\n{}\n[4444", "1,".repeat(200_000), " ".repeat(6));
    let folder = folder("long-lines").file("i.jsonl", text);
    let run = folder.run("validate s.json i.jsonl --limit instance_bytes=4 --output json");
    let verdicts: Vec<_> =
        run.json().iter().map(|line| format!("{} {}", line["line"], line["verdict"])).collect();
    let expected =
        ["1 \"valid\"", "2 \"stopped\"", "3 \"valid\"", "4 \"stopped\"", "5 \"stopped\""];
    assert_eq!(verdicts, expected);
    assert_eq!(run.status, 4);
}

#[test]
fn places_are_those_of_editors() {
    let text = "{\n  \"é\": [\"😀\", 1],\n\n  \"a\": 1, \"b\": 2 }";
    let folder = Folder::new("places")
        .file("s.json", r#"{"additionalProperties":{"items":{"type":"string"},"type":"array"}}"#)
        .file("i.json", text);
    let run = folder.run("validate s.json i.json --output json");
    let lines = run.json();
    let place = |error: &serde_json::Value| {
        let part = |name| error[name].to_string();
        [part("instanceLocation"), part("line"), part("column")].join(" ")
    };
    let mut places: Vec<_> = lines[0]["errors"].as_array().unwrap().iter().map(place).collect();
    places.sort();
    assert_eq!(places, ["\"/a\" 4 8", "\"/b\" 4 16", "\"/é/1\" 2 14"]);
}

#[test]
fn numbers_are_exact() {
    let folder = Folder::new("numbers")
        .file("s.json", r#"{"enum":[1e400,1000000000000000000000000000001]}"#)
        .file("i.jsonl", "1e400\n10.00e399\n1e401\n1000000000000000000000000000001\n1e30\n");
    let run = folder.run("validate s.json i.jsonl --output json");
    let verdicts: Vec<_> = run.json().iter().map(|line| line["verdict"].clone()).collect();
    assert_eq!(verdicts, ["valid", "valid", "invalid", "valid", "invalid"]);
}

#[test]
fn the_examples_are_what_they_say() {
    let folder = Folder::new("examples");
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    let schema = format!("{examples}/order.schema.json");
    let run = folder.run(&format!("validate {schema} {examples}/orders.jsonl --limits untrusted"));
    assert_eq!((run.status, run.stdout.lines().count()), (0, 4), "{}", run.stderr);
    let run = folder.run(&format!("validate {schema} {examples}/broken-orders.jsonl"));
    assert_eq!((run.status, run.stdout.contains(": valid")), (2, false));
}
