//! Half a suite is not taken for a whole one.

use std::fs;
use std::path::Path;

use jsonbound::Dialect;
use jsonbound_suite::source::Suite;

const FILE: &str = r#"[{
    "description": "case", "schema": true,
    "tests": [{"description": "test", "data": 1, "valid": true}]
}]"#;

#[test]
fn half_a_suite_is_refused() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("half-a-suite");
    for folder in ["tests/draft2020-12/optional/format", "remotes"] {
        fs::create_dir_all(root.join(folder)).expect("the target folder can be written");
    }
    for file in ["tests/draft2020-12/type.json", "tests/draft2020-12/optional/format/date.json"] {
        fs::write(root.join(file), FILE).expect("the target folder can be written");
    }
    let why = Suite::checkout(&root, Dialect::Draft202012).expect_err("it has two tests");
    assert!(why.contains("1 required and 1 optional tests"), "{why}");
    assert!(why.contains("not the whole suite"), "{why}");
}

#[test]
fn no_suite_is_refused() {
    let why =
        Suite::checkout(Path::new("/nowhere"), Dialect::Draft7).expect_err("there is nothing");
    assert!(why.contains("/nowhere"), "{why}");
}

#[test]
fn the_suite_is_whole() {
    let suite = Suite::load(Dialect::Draft202012).unwrap_or_else(|why| panic!("{why}"));
    assert!(suite.remotes.iter().any(|remote| {
        remote.uri == "http://localhost:1234/draft2020-12/nested/foo-ref-string.json"
    }));
    assert!(suite.optional.iter().all(|case| case.file.starts_with("optional/")));
    assert!(suite.format.iter().all(|case| case.file.starts_with("optional/format/")));
}
