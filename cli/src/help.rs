//! The longer texts of `--help`.
//!
//! Invariant: tables of the library are printed from the library, so that no text goes out of date.

use std::fmt::Write as _;

use jsonbound::LIMITS;

/// What a run ends with.
pub(crate) const EXIT_STATUS: &str = "\
Exit status (the highest wins):
  0  all instances are valid
  1  some instance is invalid
  2  wrong usage, a file that cannot be read or written, or text that is not JSON
  3  the schema does not compile, or exceeds a limit
  4  a limit stopped the reading or the validation of some instance: undecided";

const VALIDATE: &str = "\
Examples:
  One schema, some instances:
    jsonbound validate order.schema.json order-1.json order-2.json
  A schema from a stranger, one instance a line, machine-readable answers:
    jsonbound validate --limits untrusted --output json schema.json orders.jsonl
  From a pipe, with a lower budget for each instance:
    cat orders.jsonl | jsonbound validate --jsonl --limit validation_steps=100000 schema.json -
  A schema that refers to another document:
    jsonbound validate --registry https://example.com/item.json=item.json schema.json order.json

With `--output json` each line is an object:
  instance, line       the file, and its line if each is an instance
  verdict              \"valid\", \"invalid\", \"stopped\" or \"error\"
  steps                what the verdict and the report took
  errors               of an invalid instance: keyword, instanceLocation, keywordLocation,
                       absoluteKeywordLocation, message, line, column
  cut, leftOut, limit  whether the report is cut, the failures it left out, and the limit to raise
  error                otherwise: code, message, line, column, and what else is known
A schema that does not compile has one line: schema, verdict \"error\", and error, which has document, pointer,
and missing, the URIs of documents that were not given.";

const INSPECT: &str = "\
Exit status:
  0  the schema compiles
  2  wrong usage, a file that cannot be read or written, or text that is not JSON
  3  the schema does not compile, or exceeds a limit; what is known of it is printed all the same

Examples:
  Everything about a schema:
    jsonbound inspect order.schema.json
  Would it do for a host that trusts nobody, and what would it need?
    jsonbound inspect --limits untrusted --show limits schema.json
  Which documents are missing, and who refers to them?
    jsonbound inspect --show references --output json schema.json
  The program with a further entry point, and without what makes it fast:
    jsonbound inspect --show program --entry '#/$defs/line' --pass none order.schema.json

With `--output json` there is one object, on one line:
  schema, verdict      the file; \"compiles\" or \"error\"
  error                if it does not compile: code, message, line, column, document, pointer, missing
  document             the URI of the schema's document; places in it are places in the file
  entries              reference, target
  resources            uri, place
  anchors              uri, dynamic, place
  references           place, uri, target
  missing              the URIs of documents that were not given
  limits               name, unit, used, untrusted, trusted; null stands for unlimited
  lints                of each pattern that other implementations may refuse: absoluteKeywordLocation, pattern, and
                       lints, each with code, message, and offset, in bytes
  program              the disassembly, as text
A place is document and pointer. A target is a kind, \"schema\", \"dynamic\", \"missing\" or \"broken\", with the
place that it leads to, the anchor that is looked for, or the message that says what is wrong.";

const BOWTIE: &str = "\
Example:
  echo '{\"cmd\": \"start\", \"version\": 1}' | jsonbound bowtie";

/// Of `validate`.
pub(crate) fn validate() -> String {
    format!("{EXIT_STATUS}\n\n{VALIDATE}\n\n{}", limits())
}

/// Of `inspect`.
pub(crate) fn inspect() -> String {
    format!("{INSPECT}\n\n{}", limits())
}

/// Of `bowtie`.
pub(crate) fn bowtie() -> String {
    format!("{BOWTIE}\n\n{}", limits())
}

/// The table of limits with both profiles.
fn limits() -> String {
    let mut help = String::from("Limits (untrusted, trusted):");
    for row in LIMITS {
        let (untrusted, trusted) = (amount(row.untrusted), amount(row.trusted));
        // A `String` takes every write.
        let _ = write!(
            help,
            "\n  {:<22} {untrusted:>11} {trusted:>15}  {}: {}",
            row.name, row.unit, row.bounds
        );
    }
    help
}

/// A limit as text, with its digits in groups of three.
pub(crate) fn amount(value: u64) -> String {
    if value == u64::MAX {
        return "unlimited".into();
    }
    let mut text = String::new();
    let digits = value.to_string();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
