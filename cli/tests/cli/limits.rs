//! Limits from the command line: each can be zero or absurd, and each ends with a clear error.

use jsonbound::LIMITS;

use crate::program::Folder;

const SCHEMA: &str = r##"{
    "$id": "https://example.com/s.json", "$anchor": "root", "$ref": "#/$defs/a", "minLength": 1,
    "$defs": {"a": {"pattern": "^(?:(a|b){1,9})*c?$", "not": {"const": {"b": [1.5]}}}}
}"##;

fn folder(name: &str) -> Folder {
    Folder::new(name).file("s.json", SCHEMA).file("i.json", r#""ab""#).file("x.json", r#""""#)
}

/// Limits of instances, and of what a report may be.
const OF_INSTANCES: [&str; 9] = [
    "instance_bytes",
    "instance_nodes",
    "string_bytes",
    "validation_steps",
    "validation_depth",
    "inplace_depth",
    "scratch_units",
    "errors",
    "error_bytes",
];

#[test]
fn zero_is_a_limit() {
    let folder = folder("zero");
    let mut undecided = 0;
    for row in LIMITS {
        let run = folder.run(&format!("validate s.json i.json --limit {}=0", row.name));
        let of_instances = OF_INSTANCES.contains(&row.name);
        match run.status {
            0 => assert_eq!(&*run.stdout, "i.json: valid\n", "{}", row.name),
            3 => assert!(!of_instances && run.stderr.starts_with("s.json"), "{run:?}"),
            4 => assert!(of_instances && run.stderr.starts_with("i.json"), "{run:?}"),
            _ => panic!("{}: {run:?}", row.name),
        }
        if run.status > 0 {
            undecided += 1;
            assert!(run.stderr.contains(row.name), "{}: {}", row.name, run.stderr);
        }
    }
    assert!(undecided > LIMITS.len() / 2, "{undecided}");
}

#[test]
fn absurd_limits_are_no_limits() {
    let folder = folder("absurd");
    for value in ["18446744073709551615", "unlimited", "18446744073709551614", "4294967296"] {
        let limits: Vec<String> =
            LIMITS.iter().map(|row| format!("--limit {}={value}", row.name)).collect();
        let run = folder.run(&format!("validate s.json i.json {}", limits.join(" ")));
        run.is(0, "i.json: valid\n", "");
    }
}

#[test]
fn the_last_of_two_values_counts() {
    let folder = folder("last");
    let run = folder
        .run("validate s.json i.json --limit validation_steps=1000 --limit validation_steps=0");
    let stderr = "i.json:1:1: stopped: validation_steps (limit 0) after 0 steps at instance \"\"";
    run.fails(4, stderr);
}

#[test]
fn limits_of_schemas_are_compile_errors() {
    let folder = folder("schema-limits");
    folder
        .run("validate s.json i.json --limit schema_bytes=3")
        .fails(3, "s.json:2:2: error: expected at most 3 by the limit schema_bytes, found more\n");
    folder.run("validate s.json i.json --limit json_depth=1").fails(3, "s.json:3:");
    let run = folder.run("validate s.json i.json --limit compile_steps=10");
    run.fails(3, "s.json");
    assert!(run.stderr.contains("it exceeds the limit compile_steps of 10"), "{}", run.stderr);
}

#[test]
fn files_are_read_no_further_than_their_limit() {
    let folder = folder("large").file("large.json", " ".repeat(3 << 20));
    let limit = "--limit instance_bytes=1000 --limit schema_bytes=1000";
    let stderr = "large.json:1:1001: stopped: instance_bytes (limit 1000) after 0 steps";
    folder.run(&format!("validate s.json large.json {limit}")).fails(4, stderr);
    let stderr = "large.json:1:1001: error: expected at most 1000 by the limit schema_bytes";
    folder.run(&format!("validate large.json s.json {limit}")).fails(3, stderr);
    // Endless input ends as well.
    #[cfg(unix)]
    {
        folder.run(&format!("validate s.json /dev/zero {limit}")).fails(4, "/dev/zero:1:1001: ");
        folder.run(&format!("validate /dev/zero s.json {limit}")).fails(3, "/dev/zero:1:1001: ");
    }
}

#[test]
fn a_report_can_be_cut_but_not_the_verdict() {
    let folder = folder("cut");
    let failure = "x.json:1:1: invalid: at \"\": must have at least 1 character \
                   (https://example.com/s.json#/minLength)\n";
    folder.run("validate s.json x.json").is(1, failure, "");
    for limit in ["errors", "error_bytes"] {
        let cut =
            format!("x.json: invalid: failures left out of the report by the limit {limit}: 1\n");
        folder.run(&format!("validate s.json x.json --limit {limit}=0")).is(1, &cut, "");
    }
    let json = folder.run("validate s.json x.json --limit errors=0 --output json").json();
    let expected = serde_json::json!([true, 1, "errors"]);
    assert_eq!(serde_json::json!([json[0]["cut"], json[0]["leftOut"], json[0]["limit"]]), expected);
    assert_eq!(json[0]["errors"].as_array().map(Vec::len), Some(0));
}

#[test]
fn profiles_differ() {
    let deep = format!("{}{}", "[".repeat(500), "]".repeat(500));
    let folder = folder("profiles").file("deep.json", deep);
    folder.run("validate s.json deep.json").is(0, "deep.json: valid\n", "");
    folder.run("validate s.json deep.json --limits trusted").is(0, "deep.json: valid\n", "");
    let stderr = "deep.json:1:129: stopped: json_depth (limit 128)";
    folder.run("validate s.json deep.json --limits untrusted").fails(4, stderr);
    let line = "validate s.json deep.json --limits untrusted --limit json_depth=500";
    folder.run(line).is(0, "deep.json: valid\n", "");
}
