//! Real schemas with their documents through `validate`, from files and from standard input, and the official suite
//! through `bowtie`. The real schemas are where `JSONBOUND_DATA` names a folder that has them.

use jsonbound::{Dialect, Document};
use jsonbound_suite::case::Case;
use jsonbound_suite::corpus;
use jsonbound_suite::run::show;
use jsonbound_suite::source::{Suite, cases_of, data};
use serde_json::{Value, json};

use crate::program::Folder;

/// A schema that is refused, with the reason: its pattern is Python's, not ECMA-262's.
const REFUSED: &str = "pattern2 5dcb0bf56a9ed897";

/// JSON text on one line.
fn line(text: &str) -> String {
    let document = Document::parse_with(text.as_bytes(), &jsonbound::ParseLimits::unlimited());
    document.unwrap().root().to_string()
}

fn verdicts(stdout: &str) -> Vec<bool> {
    let verdict = |line: &str| {
        let row: Value = serde_json::from_str(line).unwrap();
        match row["verdict"].as_str() {
            Some("valid") => true,
            Some("invalid") => false,
            _ => panic!("{line}"),
        }
    };
    stdout.lines().map(verdict).collect()
}

fn validate(case: &Case, folder: Folder) -> Folder {
    let instances: String = case.tests.iter().map(|test| line(&test.instance) + "\n").collect();
    let expected: Vec<bool> = case.tests.iter().map(|test| test.valid).collect();
    let mut folder = folder.file("schema.json", &case.schema).file("instances.jsonl", &instances);
    let mut options = String::from("--output json");
    for (number, remote) in case.remotes.iter().enumerate() {
        folder = folder.file(&format!("remote{number}.json"), &remote.text);
        options += &format!(" --registry {}=remote{number}.json", remote.uri);
    }
    let from_file = folder.run(&format!("validate schema.json instances.jsonl {options}"));
    let from_stdin =
        folder.run_with(&format!("validate schema.json - --jsonl {options}"), &instances);
    if case.description == REFUSED {
        assert_eq!((from_file.status, from_stdin.status), (3, 3), "{case}");
        assert!(from_file.stdout.contains("(?<"), "{}", from_file.stdout);
        return folder;
    }
    assert_eq!(verdicts(&from_file.stdout), expected, "{case}");
    assert_eq!(verdicts(&from_stdin.stdout), expected, "{case}");
    let status = i32::from(expected.contains(&false));
    assert_eq!((from_file.status, from_stdin.status), (status, status), "{case}");
    folder
}

#[test]
fn real_schemas() {
    let (Some(benchmark), Some(mcp)) = (data("benchmark").unwrap(), data("mcp").unwrap()) else {
        return show("validate over real schemas: not run, JSONBOUND_DATA is not set");
    };
    let mut cases = vec![corpus::documents(&benchmark.join("cql2")).unwrap()];
    cases.extend(corpus::tools(&mcp).unwrap());
    cases.extend(corpus::protocol(&mcp).unwrap());
    cases.extend(cases_of(&mcp.join("mcp-2020-12.json"), "").unwrap());
    let mut folder = Folder::new("real_schemas");
    for case in &cases {
        folder = validate(case, folder);
    }
    let tests: usize = cases.iter().map(|case| case.tests.len()).sum();
    show(&format!("validate over real schemas: {} schemas, {tests} instances", cases.len()));
}

/// The request of a case, as Bowtie sends it. Texts are pasted, so that numbers stay as they are written.
fn request(case: &Case, registry: &str) -> String {
    let tests: Vec<String> = case
        .tests
        .iter()
        .map(|test| format!(r#"{{"description":"","instance":{}}}"#, line(&test.instance)))
        .collect();
    format!(
        r#"{{"cmd":"run","seq":1,"output":"flag","case":{{"description":"","schema":{},"registry":{{{registry}}},"tests":[{}]}}}}"#,
        line(&case.schema),
        tests.join(",")
    )
}

#[test]
fn the_official_suite_speaks_bowtie() {
    let suite = Suite::load(Dialect::Draft202012).unwrap_or_else(|why| panic!("{why}"));
    let registry: Vec<String> = suite
        .remotes
        .iter()
        .map(|remote| format!("{}:{}", json!(remote.uri), line(&remote.text)))
        .collect();
    let registry = registry.join(",");
    let mut conversation = String::from("{\"cmd\":\"start\",\"version\":1}\n");
    conversation +=
        "{\"cmd\":\"dialect\",\"dialect\":\"https://json-schema.org/draft/2020-12/schema\"}\n";
    for case in &suite.required {
        conversation += &request(case, &registry);
        conversation.push('\n');
    }
    conversation += "{\"cmd\":\"stop\"}\n";
    let run = Folder::new("official_bowtie").run_with("bowtie", conversation);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let mut answers = run.stdout.lines().skip(2);
    for case in &suite.required {
        let answer: Value = serde_json::from_str(answers.next().unwrap()).unwrap();
        let expected: Vec<Value> =
            case.tests.iter().map(|test| json!({"valid": test.valid})).collect();
        assert_eq!(answer["results"], Value::Array(expected), "{case}");
    }
    assert_eq!(answers.next(), None);
}
