//! All tables.

use std::fmt::Write;

use jsonbound_corpus::Dataset;
use jsonbound_corpus::rewrite::Draft;

use crate::measure::{Measured, Outcome};
use crate::options::Options;
use crate::table::{Row, Spec};

/// Tables of times.
const TIMES: &[Spec] = &[
    Spec {
        title: "Validate, parsed before",
        mode: "validate",
        note: "Each implementation over the best representation that it has: jsonbound over `Document`, corvus over \
               `JsonDocument` as well. `-plain` is the program before any pass. A unit is an instance.",
        ours: &["jsonbound", "jsonbound-plain"],
        peers: &["corvus-document", "corvus", "jsonschema", "jsonschema-ordered", "boon"],
    },
    Spec {
        title: "Validate, `&serde_json::Value`",
        mode: "validate",
        note: "Everybody over the values of serde_json. A unit is an instance.",
        ours: &["jsonbound-value", "jsonbound-value-ordered"],
        peers: &["corvus", "jsonschema", "jsonschema-ordered", "boon"],
    },
    Spec {
        title: "Text to verdict",
        mode: "text",
        note: "Parse and validate. `-fresh` keeps nothing from one call to the next. A unit is an instance.",
        ours: &["jsonbound", "jsonbound-fresh", "jsonbound-value", "jsonbound-value-ordered"],
        peers: &["corvus-document", "corvus", "jsonschema", "jsonschema-ordered", "boon"],
    },
    Spec {
        title: "Small call",
        mode: "small",
        note: "The smallest instance, parsed before, again and again. `-fresh` is `is_valid`, with a new scratch each \
               time. A unit is a call.",
        ours: &["jsonbound", "jsonbound-fresh", "jsonbound-value", "jsonbound-value-ordered"],
        peers: &["corvus-document", "corvus", "jsonschema", "jsonschema-ordered", "boon"],
    },
    Spec {
        title: "Compile",
        mode: "compile",
        note: "From a parsed schema to a validator, which is dropped again. jsonschema and boon check the schema against \
               its meta-schema, corvus does not; `-unchecked` does not either. A unit is a compilation.",
        ours: &["jsonbound", "jsonbound-unchecked"],
        peers: &["jsonschema", "jsonschema-ordered", "boon", "corvus"],
    },
    Spec {
        title: "Cold call",
        mode: "cold",
        note: "From the texts of a schema and of its smallest instance to a verdict, in a process that has done it \
               before. A unit is a call.",
        ours: &["jsonbound", "jsonbound-unchecked"],
        peers: &["jsonschema", "jsonschema-ordered", "boon", "corvus"],
    },
    Spec {
        title: "First call",
        mode: "first",
        note: "The same as the first thing that a process does. A unit is a call.",
        ours: &["jsonbound", "jsonbound-unchecked"],
        peers: &["jsonschema", "jsonschema-ordered", "boon", "corvus"],
    },
    Spec {
        title: "Parse",
        mode: "parse",
        note: "From text to values, which are dropped again. A unit is an instance.",
        ours: &["jsonbound", "jsonbound-fresh"],
        peers: &["serde_json", "sonic-rs", "simd-json", "corvus-document"],
    },
];

/// Tables of counts.
const COUNTS: &[Spec] = &[
    Spec {
        title: "Allocations of a validation",
        mode: "validate allocations",
        note: "For an instance, parsed before, on the average.",
        ours: &["jsonbound", "jsonbound-value"],
        peers: &["corvus-document", "corvus", "jsonschema", "jsonschema-ordered", "boon"],
    },
    Spec {
        title: "Allocations from text to verdict",
        mode: "text allocations",
        note: "For an instance, on the average.",
        ours: &["jsonbound", "jsonbound-fresh", "jsonbound-value"],
        peers: &["corvus-document", "corvus", "jsonschema", "jsonschema-ordered", "boon"],
    },
];

/// Everything, in Markdown.
pub(crate) fn print(
    sets: &[Dataset],
    measured: &[Measured],
    options: &Options,
    versions: &[String],
) -> String {
    let names = sets.iter().map(|set| set.name.as_str());
    let rows: Vec<Row<'_>> = names.zip(measured).collect();
    let has = |spec: &&Spec| {
        measured.iter().flatten().any(|((mode, _), outcome)| {
            mode == spec.mode && matches!(outcome, Outcome::Measured { .. })
        })
    };
    let mut text = conditions(sets, options, versions);
    text.push_str(
        "\n| jsonbound's time over the fastest peer's | geometric mean | slower | worst |\n| --- | ---: | ---: | ---: |\n",
    );
    for spec in TIMES.iter().filter(has) {
        let Some(summary) = spec.summary(&rows) else { continue };
        let bold = if summary.mean > 1.0 { "**" } else { "" };
        let _ = writeln!(
            text,
            "| {} | {bold}{:.2}{bold} | {} of {} | {:.2} ({}) |",
            spec.title,
            summary.mean,
            summary.losses,
            summary.compared,
            summary.worst.0,
            summary.worst.1
        );
    }
    for spec in TIMES.iter().filter(has) {
        let _ = write!(text, "\n{}", spec.print(&rows));
    }
    for spec in COUNTS.iter().filter(has) {
        let _ = write!(text, "\n{}", spec.print_absolute(&rows));
    }
    text
}

/// What was measured with what.
fn conditions(sets: &[Dataset], options: &Options, versions: &[String]) -> String {
    let instances: usize = sets.iter().map(|set| set.instances.len()).sum();
    let rewritten: Vec<&str> = sets
        .iter()
        .filter(|set| set.draft != Draft::Draft202012)
        .map(|set| set.name.as_str())
        .collect();
    let mut text = format!(
        "{}. {} data sets, {instances} instances, medians of {} rounds of {} ms of processor time.\n",
        versions.join(", "),
        sets.len(),
        options.rounds,
        options.time.as_millis(),
    );
    let _ = writeln!(
        text,
        "Taken as 2020-12: {} schemas of older drafts, the same text for everybody. `format` is taken out of all.",
        rewritten.len()
    );
    for set in sets {
        if let Err(why) = &set.schema {
            let _ = writeln!(text, "\n- {} is left out: {why}", set.name);
        }
    }
    text
}
