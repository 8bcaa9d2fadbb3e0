//! What holds for any text.

use std::fmt::Write as _;

use proptest::prelude::*;

use crate::program::Folder;

/// JSON texts without white space, as somebody would write them, with any number.
fn json() -> impl Strategy<Value = String> {
    let scalar = prop_oneof![
        Just("null".to_owned()),
        Just("false".to_owned()),
        "-?(0|[1-9][0-9]{0,30})(\\.[0-9]{1,5})?([eE][+-]?[0-9]{1,3})?",
        any::<String>().prop_map(|text| serde_json::to_string(&text).unwrap()),
    ];
    scalar.prop_recursive(4, 24, 4, |inside| {
        let member = (any::<String>(), inside.clone())
            .prop_map(|(name, value)| format!("{}:{value}", serde_json::to_string(&name).unwrap()));
        prop_oneof![
            prop::collection::vec(inside, 0..4).prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec(member, 0..4)
                .prop_map(|items| format!("{{{}}}", items.join(","))),
        ]
    })
}

/// Lines that may be JSON, and may be anything else.
fn line() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        json().prop_map(String::into_bytes),
        "[\\[\\]{}\",:0-9eE+. \\\\u-]{0,12}".prop_map(String::into_bytes),
        prop::collection::vec(any::<u8>(), 0..12),
    ]
    .prop_map(|line| line.into_iter().filter(|&byte| byte != b'\n').collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn a_value_equals_itself_and_comes_back(values in prop::collection::vec(json(), 1..8)) {
        let (mut lines, mut replies) = (String::new(), String::new());
        for value in &values {
            let case = format!(r#"{{"schema":{{"const":{value}}},"tests":[{{"instance":{value}}}]}}"#);
            let _ = writeln!(lines, r#"{{"cmd":"run","seq":{value},"case":{case}}}"#);
            let _ = writeln!(replies, r#"{{"seq":{value},"results":[{{"valid":true}}]}}"#);
        }
        let run = Folder::new("itself").run_with("bowtie", lines);
        prop_assert_eq!((run.status, run.stdout, run.stderr), (0, replies, String::new()));
    }

    #[test]
    fn any_lines_get_answers(lines in prop::collection::vec(line(), 0..12), quiet in any::<bool>()) {
        let text = lines.join(&b'\n');
        let schema = r#"{"type":["object","array","number"],"maxItems":2}"#;
        let folder = Folder::new("any").file("s.json", schema).file("i.jsonl", &text);
        let run = folder.run("validate s.json i.jsonl --output json --limit json_depth=3");
        let answers = run.json();
        let blank = |line: &&Vec<u8>| line.iter().all(|byte| b" \t\r".contains(byte));
        prop_assert_eq!(answers.len(), lines.len() - lines.iter().filter(blank).count());
        let status = answers.iter().map(|answer| match answer["verdict"].as_str() {
            Some("valid") => 0,
            Some("invalid") => 1,
            Some("error") => 2,
            Some("stopped") => 4,
            _ => -1,
        });
        prop_assert_eq!(status.max().unwrap_or(0), run.status);
        prop_assert_eq!(&*run.stderr, "");

        let format = if quiet { "quiet" } else { "pretty" };
        let other = folder.run(&format!("validate s.json i.jsonl --output {format} --limit json_depth=3"));
        prop_assert_eq!(other.status, run.status);
        let dirty = |c: char| c != '\n' && c.is_control();
        prop_assert!(!other.stdout.contains(dirty) && !other.stderr.contains(dirty));
    }

    #[test]
    fn any_schema_is_answered(schema in line(), instance in json()) {
        let folder = Folder::new("any-schema").file("s.json", schema).file("i.json", instance);
        let run = folder.run("validate s.json i.json --limits untrusted --output json");
        prop_assert!((0..=4).contains(&run.status));
        prop_assert_eq!(run.json().len(), 1);
    }
}
