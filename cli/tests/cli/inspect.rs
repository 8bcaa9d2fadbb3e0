//! The command `inspect`, beyond what its golden file shows.

use jsonbound::LIMITS;

use crate::program::{Folder, Run};

const SCHEMA: &str = r##"{
    "$id": "https://example.com/s.json", "$anchor": "root", "$ref": "#/$defs/a", "minLength": 1,
    "$defs": {"a": {"pattern": "^(?:([a\\-]|b){1,9})*c?$", "not": {"const": {"b": [1.5e2]}}}}
}"##;

/// What is used of each limit that is listed.
fn used(run: &Run) -> Vec<(String, u64)> {
    let json = run.json();
    let rows = json[0]["limits"].as_array().unwrap_or_else(|| panic!("{run:?}"));
    let row = |row: &serde_json::Value| {
        (row["name"].as_str().unwrap().to_owned(), row["used"].as_u64().unwrap())
    };
    rows.iter().map(row).collect()
}

/// With what it says that it needs, a schema compiles; with less of one limit, that is the limit that it meets.
#[test]
fn limits_that_are_needed_are_exact() {
    let folder = Folder::new("inspect-limits").file("s.json", SCHEMA).file("i.json", "\"ab\"");
    let used = used(&folder.run("inspect s.json --output json"));
    assert_eq!(used.len(), 21);
    assert!(used.iter().all(|(_, used)| *used > 0), "{used:?}");
    let run = |lowered: &str| {
        let limits = used
            .iter()
            .map(|(name, used)| format!(" --limit {name}={}", used - u64::from(name == lowered)));
        folder.run(&format!("validate s.json i.json{}", limits.collect::<String>()))
    };
    run("").is(0, "i.json: valid\n", "");
    for (name, _) in &used {
        let run = run(name);
        assert_eq!(run.status, 3, "{name}: {run:?}");
        assert!(run.stderr.contains(&**name), "{name}: {run:?}");
    }
}

#[test]
fn a_schema_that_exceeds_a_limit_is_shown() {
    let folder = Folder::new("inspect-exceeds").file("s.json", SCHEMA);
    let whole = folder.run("inspect s.json --output json");
    assert_eq!(whole.status, 0);
    for row in LIMITS {
        let run = folder.run(&format!("inspect s.json --output json --limit {}=0", row.name));
        let (json, whole) = (&run.json()[0], &whole.json()[0]);
        for part in ["references", "limits", "lints", "program"] {
            assert_eq!(json[part], whole[part], "{}", row.name);
        }
        assert_eq!(run.status == 3, json["verdict"] == "error", "{}", row.name);
    }
}

#[test]
fn standard_input_is_read_once() {
    let folder = Folder::new("inspect-stdin");
    let run = folder.run_with("inspect - --limits untrusted --limit refs=0", SCHEMA);
    assert_eq!((run.status, run.stdout.contains("\nProgram\n")), (3, true), "{run:?}");
    let run = folder.run_with("inspect - --registry urn:a=-", SCHEMA);
    run.fails(2, "error: standard input (`-`) can be read only once");
}

#[test]
fn documents_of_the_registry_count() {
    let folder = Folder::new("inspect-registry")
        .file("s.json", r#"{"$ref":"urn:a"}"#)
        .file("a.json", format!(r#"{{"title":"{}","$ref":"urn:b"}}"#, "x".repeat(100)));
    let run = folder.run("inspect s.json --registry urn:a=a.json --output json");
    assert_eq!((run.status, &run.json()[0]["missing"]), (3, &serde_json::json!(["urn:b"])));
    assert_eq!(used(&run)[0], ("schema_bytes".to_owned(), 127));
    folder.run("inspect s.json --registry urn:a=b.json").fails(2, "b.json: error: ");
}

#[test]
fn nothing_of_a_schema_reaches_the_terminal_unescaped() {
    let dirty = "\\u001b31m\\u009b\\u202e\\n\\r";
    let schema = format!(
        r##"{{"$ref":"#/$defs/{dirty}","$defs":{{"{dirty}":{{
            "pattern":"]{dirty}","const":"{dirty}","required":["{dirty}"],
            "properties":{{"{dirty}":{{"$ref":"urn:{dirty}"}}}}}},"x":{{"$ref":"{dirty}#{dirty}"}}}}}}"##
    );
    let clean =
        schema.replace(&format!("urn:{dirty}"), "#").replace(&format!("{dirty}#"), "#/$defs/");
    let folder = Folder::new("inspect-dirty").file("s.json", &schema).file("clean.json", &clean);
    for line in [
        "inspect s.json",
        "inspect clean.json",
        "inspect s.json --output json",
        "inspect clean.json --output json",
    ] {
        let run = folder.run(line);
        let dirt = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
        assert!(!run.stdout.contains(dirt) && !run.stderr.contains(dirt), "{run:?}");
        assert_eq!(run.status, if line.contains("clean") { 0 } else { 3 }, "{run:?}");
        assert_eq!(run.stdout.contains("section plain"), line.contains("clean"), "{run:?}");
    }
}

#[test]
fn colours_are_for_terminals_and_those_who_ask() {
    let folder = Folder::new("inspect-colours").file("s.json", SCHEMA).file("i.json", "7");
    for line in ["inspect s.json", "validate s.json i.json"] {
        for more in ["", " --color auto", " --color never"] {
            assert!(
                !folder.run(&format!("{line}{more}")).stdout.contains('\u{1b}'),
                "{line}{more}"
            );
        }
        assert!(folder.run(&format!("{line} --color always")).stdout.contains("\u{1b}["), "{line}");
        for json in ["--output json", "--output json --color always"] {
            assert!(!folder.run(&format!("{line} {json}")).stdout.contains('\u{1b}'));
        }
    }
}

/// The example of the README is what happens.
#[test]
fn the_readme_is_right() {
    let text = include_str!("../../../README.md");
    let block = |fence: &str| {
        let (_, block) =
            text.split_once("## The command line").unwrap().1.split_once(fence).unwrap();
        block.split_once("```").unwrap().0
    };
    let folder = Folder::new("inspect-readme").file("ticket.json", block("```json\n"));
    let (line, stdout) = block("```console\n$ jsonbound ").split_once('\n').unwrap();
    let run = folder.run(line);
    assert_eq!((run.status, &*run.stdout), (3, stdout));
    assert!(run.stderr.starts_with("ticket.json:"), "{}", run.stderr);
}
