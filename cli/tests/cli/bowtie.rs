//! Conversations in the Bowtie harness protocol.

use serde_json::{Value, json};

use crate::program::{Folder, Run};

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// A conversation: the lines that are sent.
#[track_caller]
fn talk(name: &str, options: &str, lines: &[&str]) -> Run {
    Folder::new(&format!("bowtie-{name}")).run_with(&format!("bowtie {options}"), lines.join("\n"))
}

/// The answer to the command `run` with this seq and case.
#[track_caller]
fn case(name: &str, options: &str, seq: &str, case: &str) -> Value {
    let run = talk(name, options, &[&format!(r#"{{"cmd":"run","seq":{seq},"case":{case}}}"#)]);
    assert_eq!((run.status, &*run.stderr, run.stdout.lines().count()), (0, "", 1), "{run:?}");
    run.json().remove(0)
}

#[test]
fn a_whole_conversation() {
    let run = talk(
        "whole",
        "",
        &[
            r#"{"cmd":"start","version":1}"#,
            r#"{"cmd":"dialect","dialect":"https://json-schema.org/draft/2020-12/schema"}"#,
            r#"{"cmd":"dialect","dialect":"http://json-schema.org/draft-07/schema#"}"#,
            r#"{"cmd":"dialect","dialect":"http://json-schema.org/draft-05/schema#"}"#,
            "",
            r#"{"cmd":"run","seq":1,"output":"flag","case":{"description":"d","schema":{"type":"integer"},"registry":{},"tests":[{"description":"a","instance":1},{"description":"b","instance":"x"}]}}"#,
            r#"{"cmd":"run","seq":2,"output":"annotations","case":{"description":"d","schema":{},"tests":[]}}"#,
            r#"{"cmd":"stop"}"#,
            "what comes after is not read",
        ],
    );
    let start = format!(
        r#"{{"version":1,"implementation":{{"language":"rust","name":"jsonbound","version":"{}","homepage":"https://github.com/jsonbound/jsonbound","issues":"https://github.com/jsonbound/jsonbound/issues","source":"https://github.com/jsonbound/jsonbound","dialects":["{DIALECT}","https://json-schema.org/draft/2019-09/schema","http://json-schema.org/draft-07/schema#","http://json-schema.org/draft-06/schema#","http://json-schema.org/draft-04/schema#","http://json-schema.org/draft-03/schema#"]}}}}"#,
        env!("CARGO_PKG_VERSION")
    );
    let replies = [
        &*start,
        r#"{"ok":true}"#,
        r#"{"ok":true}"#,
        r#"{"ok":false}"#,
        r#"{"seq":1,"results":[{"valid":true},{"valid":false}]}"#,
        r#"{"seq":2,"skipped":true,"message":"only the output `flag` is supported"}"#,
        "",
    ];
    run.is(0, &replies.join("\n"), "");
}

#[test]
fn the_end_of_input_is_the_end() {
    talk("end", "", &[]).is(0, "", "");
    let run = talk("end-line", "", &[r#"{"cmd":"dialect","dialect":""}"#, ""]);
    run.is(0, "{\"ok\":false}\n", "");
}

#[test]
fn seq_is_echoed_unchanged() {
    let text = r#"{"schema":true,"tests":[]}"#;
    let seqs = [
        "0",
        "-0.0",
        "1e400",
        "10000000000000000000000000000001",
        "null",
        "true",
        "\"\\u0041\\n\"",
        "[1, 2]",
        "{\"a\": {}, \"a\": 1.0}",
    ];
    let lines: Vec<String> =
        seqs.iter().map(|seq| format!(r#"{{"case":{text},"seq":{seq} ,"cmd":"run"}}"#)).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let replies: String =
        seqs.iter().map(|seq| format!("{{\"seq\":{seq},\"results\":[]}}\n")).collect();
    talk("seq", "", &lines).is(0, &replies, "");
}

#[test]
fn numbers_keep_their_text() {
    let reply = case(
        "numbers",
        "",
        "1",
        r#"{"schema":{"anyOf":[{"const":1e400},{"const":1000000000000000000000000000001},{"multipleOf":0.01}],"not":{"const":0.30000000000000004}},
            "tests":[{"instance":1e400},{"instance":1000000000000000000000000000001},{"instance":1000000000000000000000000000002.5},{"instance":1e-400},{"instance":19.99}]}"#
            .replace('\n', " ")
            .as_str(),
    );
    let valid: Vec<&Value> =
        reply["results"].as_array().unwrap().iter().map(|result| &result["valid"]).collect();
    assert_eq!(valid, [true, true, true, false, true]);
}

#[test]
fn the_registry_answers_references() {
    let reply = case(
        "registry",
        "",
        "1",
        r#"{"schema":{"$ref":"http://localhost:1234/a/n.json"},"registry":{"http://localhost:1234/a/n.json":{"$ref":"../b.json#x"},"http://localhost:1234/b.json":{"$defs":{"x":{"$anchor":"x","const":1e1}}}},"tests":[{"instance":10},{"instance":1}]}"#,
    );
    assert_eq!(reply, json!({"seq": 1, "results": [{"valid": true}, {"valid": false}]}));
}

#[test]
fn a_schema_that_does_not_compile_is_errored() {
    let cases = [
        (r#"{"$ref":"http://localhost:1234/n.json"}"#, "http://localhost:1234/n.json"),
        (r##"{"$ref":"#/$defs/a"}"##, "#/$defs/a"),
        (r#"{"pattern":"(a"}"#, "pattern"),
        (r#"{"type":1}"#, "meta-schema"),
        (r#"{"$schema":"https://example.com/mine"}"#, "dialect"),
        ("[]", "object or a boolean"),
    ];
    for (index, (schema, message)) in cases.into_iter().enumerate() {
        let text = format!(r#"{{"schema":{schema},"tests":[{{"instance":1}}]}}"#);
        let reply = case(&format!("errored-{index}"), "", "\"s\"", &text);
        assert_eq!((&reply["seq"], &reply["errored"]), (&json!("s"), &json!(true)), "{reply}");
        assert!(reply["context"]["message"].as_str().unwrap().contains(message), "{reply}");
        assert_eq!(reply.as_object().unwrap().len(), 3);
    }
}

#[test]
fn a_limit_errors_one_test() {
    let schema = r##"{"items":{"$ref":"#"}}"##;
    let text = format!(
        r#"{{"schema":{schema},"tests":[{{"instance":[]}},{{"instance":[[[[]]]]}},{{"instance":[[]]}},{{}}]}}"#
    );
    let reply = case("stopped", "--limit validation_depth=5", "1", &text);
    let results = &reply["results"];
    let message = results[1]["context"]["message"].as_str().unwrap();
    assert!(message.starts_with("stopped: validation_depth (limit 5)"), "{message}");
    assert_eq!(results[1]["errored"], true);
    assert_eq!([&results[0], &results[2]], [&json!({"valid": true}); 2]);
    assert_eq!(results[3]["context"]["message"], "the test has no instance");
}

#[test]
fn limits_hold_for_each_text_alone() {
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    let text = format!(
        r#"{{"schema":{{"const":1}},"tests":[{{"instance":{deep}}},{{"instance":1e9999}},{{"instance":1}}]}}"#
    );
    let results = &case("limits", "--limits untrusted", "1", &text)["results"];
    let message = |index: usize| results[index]["context"]["message"].as_str().unwrap_or_default();
    assert!(message(0).starts_with("stopped: json_depth (limit 128)"), "{results}");
    assert!(message(1).starts_with("stopped: number_exponent (limit 5000)"), "{results}");
    assert_eq!(results[2], json!({"valid": true}));
    let reply = case("trusted", "", "1", &text);
    assert_eq!(reply["results"], json!([{"valid": false}, {"valid": false}, {"valid": true}]));

    let text = format!(r#"{{"schema":{{"const":{deep}}},"tests":[]}}"#);
    let reply = case("schema-depth", "--limits untrusted", "1", &text);
    assert!(reply["context"]["message"].as_str().unwrap().contains("json_depth"), "{reply}");
    let text = r#"{"schema":{"type":"string","type":"integer"},"tests":[{"instance":1}]}"#;
    let reply = case("schema-duplicate", "--limits untrusted", "1", text);
    assert_eq!(reply["errored"], true);
    let reply = case("schema-duplicate-trusted", "", "1", text);
    assert_eq!(reply["results"], json!([{"valid": true}]));
}

#[test]
fn cases_that_are_none_are_errored() {
    let cases = [
        ("1", "the case has no schema"),
        (r#"{"tests":[]}"#, "the case has no schema"),
        (r#"{"schema":true}"#, "the case has no tests"),
        (r#"{"schema":true,"tests":{}}"#, "the case has no tests"),
        (r#"{"schema":true,"tests":[],"registry":[]}"#, "the registry is not an object"),
    ];
    for (index, (text, message)) in cases.into_iter().enumerate() {
        let reply = case(&format!("none-{index}"), "", "1", text);
        assert_eq!(reply, json!({"seq": 1, "errored": true, "context": {"message": message}}));
    }
    let run = talk("no-case", "", &[r#"{"cmd":"run","seq":[]}"#]);
    let message = json!({"message": "the command has no case"});
    assert_eq!(run.json(), [json!({"seq": [], "errored": true, "context": message})]);
    let text = r#"{"schema":true,"tests":[],"registry":{"n.json":true}}"#;
    assert_eq!(case("relative", "", "1", text)["errored"], true);
}

#[test]
fn what_is_not_of_the_protocol_ends_it() {
    let ok = r#"{"cmd":"dialect","dialect":"https://json-schema.org/draft/2020-12/schema"}"#;
    let cases: [(&str, &str); 8] = [
        ("not json", "a line is not JSON: expected"),
        ("{} {}", "a line is not JSON: expected the end of the text"),
        ("[]", "a line is no command"),
        ("{\"cmd\":1}", "a line is no command"),
        ("{\"cmd\":\"\\u001b[2J\"}", "unknown command \"\\u{1b}[2J\""),
        ("{\"cmd\":\"run\",\"case\":{}}", "the command `run` has no seq"),
        ("{\"cmd\":\"start\",\"version\":2}", "only version 1 of the protocol is known"),
        ("{\"cmd\":\"start\"}", "only version 1 of the protocol is known"),
    ];
    for (index, (line, message)) in cases.into_iter().enumerate() {
        let run = talk(&format!("wrong-{index}"), "", &[ok, line, ok]);
        assert_eq!((run.status, &*run.stdout), (2, "{\"ok\":true}\n"), "{line}");
        let message = format!("bowtie: error: {message}");
        assert!(run.stderr.starts_with(&message), "{}\ninstead of\n{message}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1);
    }
}

#[test]
fn formats_are_asserted_on_demand() {
    let dated = r#"{"schema":{"format":"date"},"tests":[{"instance":"2023-02-29"}]}"#;
    let valid = |options| case("formats", options, "1", dated)["results"][0]["valid"].clone();
    assert_eq!((valid(""), valid("--assert-formats")), (json!(true), json!(false)));
}

/// The dialect is that of the schema and of the documents beside it, unless they say otherwise.
#[test]
fn the_dialect_can_change() {
    let run = r##"{"cmd":"run","seq":1,"case":{"schema":{"items":[{"$ref":"http://localhost:1234/a"}],"additionalItems":false,"prefixItems":[{}]},"registry":{"http://localhost:1234/a":{"minimum":1,"exclusiveMinimum":true}},"tests":[{"instance":[1]},{"instance":[2]},{"instance":[2,3]}]}}"##;
    let dialect =
        |name| format!(r#"{{"cmd":"dialect","dialect":"http://json-schema.org/{name}"}}"#);
    let (old, unstable) = (dialect("draft-04/schema#"), dialect("v1"));
    let run = talk("dialects", "", &[&old, run, &unstable, run]);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!([lines[0], lines[2]], [r#"{"ok":true}"#; 2]);
    assert_eq!(lines[1], r#"{"seq":1,"results":[{"valid":false},{"valid":true},{"valid":false}]}"#);
    assert!(lines[3].contains("meta-schema"), "{}", lines[3]);
}

#[test]
fn contents_are_asserted_on_demand() {
    let text = r#"{"schema":{"contentEncoding":"base64"},"tests":[{"instance":"%"}]}"#;
    let valid = |options| case("content", options, "1", text)["results"][0]["valid"].clone();
    assert_eq!((valid(""), valid("--assert-content")), (json!(true), json!(false)));
}
