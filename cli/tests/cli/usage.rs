//! Arguments, and everything that ends with status 2 before there is a schema.

use crate::program::Folder;

fn folder(name: &str) -> Folder {
    Folder::new(name).file("s.json", r#"{"type":"integer"}"#).file("i.json", "7")
}

#[test]
fn help_and_version_end_well() {
    let folder = folder("help");
    let help = folder.run("validate --help");
    assert_eq!((help.status, &*help.stderr), (0, ""));
    for part in ["Exit status", "validation_steps", "--registry <URI=FILE>"] {
        assert!(help.stdout.contains(part), "{part}");
    }
    assert!(help.stdout.contains("--assert-formats"));
    folder.run("--version").is(0, concat!("jsonbound ", env!("CARGO_PKG_VERSION"), "\n"), "");
}

#[test]
fn wrong_arguments_are_refused() {
    let folder = folder("arguments");
    for line in
        ["", "validate", "validate s.json", "frobnicate", "validate s.json i.json --limits none"]
    {
        let run = folder.run(line);
        assert_eq!((run.status, &*run.stdout), (2, ""), "{line}");
        assert!(!run.stderr.is_empty(), "{line}");
    }
}

#[test]
fn an_unknown_limit_lists_the_limits() {
    let folder = folder("unknown-limit");
    let run = folder.run("validate s.json i.json --limit steps=5");
    run.fails(
        2,
        "error: invalid value 'steps=5' for '--limit <NAME=VALUE>': no limit has this name",
    );
    assert!(jsonbound::LIMITS.iter().all(|row| run.stderr.contains(row.name)));
}

#[test]
fn values_of_limits_are_whole_numbers() {
    let folder = folder("limit-values");
    for value in ["", "-1", "1.5", "1e3", "18446744073709551616", "many"] {
        let run = folder.run(&format!("validate s.json i.json --limit errors={value}"));
        run.fails(2, "error: invalid value");
        assert!(run.stderr.contains("a whole number up to 18446744073709551615, or `unlimited`"));
    }
    folder.run("validate s.json i.json --limit errors").fails(2, "error: invalid value");
}

#[test]
fn uris_have_to_be_absolute() {
    let folder = folder("uris");
    folder.run("validate s.json i.json --base-uri order").fails(2, "error: invalid value 'order'");
    folder.run("validate s.json i.json --registry a.json=s.json").fails(2, "error: invalid value");
    folder.run("validate s.json i.json --registry a.json").fails(2, "error: invalid value");
    let run = folder.run("validate s.json i.json --registry urn:a=s.json --registry urn:a=s.json");
    run.fails(2, "--registry: error: two schemas have the URI \"urn:a\"");
}

#[test]
fn formats_are_asserted_on_demand() {
    let folder = folder("formats")
        .file("date.json", r#"{"format":"date"}"#)
        .file("text.json", r#""2023-02-29""#);
    assert_eq!(folder.run("validate date.json text.json").status, 0);
    assert_eq!(folder.run("validate date.json text.json --assert-formats").status, 1);
}

#[test]
fn standard_input_is_read_once() {
    let folder = folder("stdin-once");
    let message = "error: standard input (`-`) can be read only once\n";
    for line in ["- -", "s.json - -", "s.json - --registry urn:a=-"] {
        folder.run_with(&format!("validate {line}"), "7").is(2, "", message);
    }
}

#[test]
fn answers_that_nobody_takes_do_not_pass_for_good_ones() {
    let folder = folder("broken-pipe").file("many.jsonl", "1\n".repeat(100_000));
    let mut child = folder.command("validate s.json many.jsonl").spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(2), Vec::new()));
}
