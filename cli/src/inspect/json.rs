//! An inspection as one JSON object; `--help` says what is in it.

use std::fmt::Write as _;

use jsonbound::references::{Place, References, Target};
use jsonbound::{LIMITS, Validator};

use crate::args::Part;
use crate::escape::JsonString;
use crate::inspect::Inspection;
use crate::json::{Object, object};
use crate::output::json_error;

/// The object, and a line feed.
pub(crate) fn of(inspection: &Inspection<'_>) -> String {
    let mut out = String::new();
    object(&mut out, |out| {
        out.string("schema", &inspection.file());
        match &inspection.refusal {
            None => out.string("verdict", "compiles"),
            Some(refusal) => {
                out.string("verdict", "error").object("error", |out| json_error(out, refusal))
            }
        };
        if let Some(tables) =
            inspection.references.as_ref().filter(|_| inspection.shows(Part::References))
        {
            references(out, tables);
        }
        if inspection.shows(Part::Limits) {
            limits(out, inspection);
        }
        if let Some(validator) =
            inspection.validator.as_ref().filter(|_| inspection.shows(Part::Lints))
        {
            lints(out, validator);
        }
        if let Some(program) =
            inspection.program.as_ref().filter(|_| inspection.shows(Part::Program))
        {
            out.string("program", &program.to_string());
        }
    });
    out.push('\n');
    out
}

fn references(out: &mut Object<'_>, tables: &References) {
    out.string("document", tables.document());
    out.array("entries", tables.entries(), |out, row| {
        object(out, |out| {
            out.string("reference", &row.reference);
            target(out, &row.target);
        });
    });
    out.array("resources", tables.resources(), |out, row| {
        object(out, |out| {
            out.string("uri", &row.uri);
            place(out, "place", &row.place);
        });
    });
    out.array("anchors", tables.anchors(), |out, row| {
        object(out, |out| {
            out.string("uri", &row.uri).member("dynamic", row.dynamic);
            place(out, "place", &row.place);
        });
    });
    out.array("references", tables.references(), |out, row| {
        object(out, |out| {
            place(out, "place", &row.place);
            out.string("uri", &row.uri);
            target(out, &row.target);
        });
    });
    out.array("missing", tables.missing(), |out, uri| {
        // A `String` takes every write.
        let _ = write!(out, "{}", JsonString(uri));
    });
}

fn place(out: &mut Object<'_>, name: &str, place: &Place) {
    out.object(name, |out| {
        out.string("document", place.document()).string("pointer", place.pointer());
    });
}

fn target(out: &mut Object<'_>, target: &Target) {
    out.object("target", |out| match target {
        Target::Schema(to) => place(out.string("kind", "schema"), "place", to),
        Target::Dynamic { anchor, default } => {
            place(out.string("kind", "dynamic").string("anchor", anchor), "place", default);
        }
        Target::Missing => {
            out.string("kind", "missing");
        }
        Target::Broken(why) => {
            out.string("kind", "broken").string("message", &why.to_string());
        }
        // A kind that the library learned later.
        other => {
            out.string("kind", "other").string("message", &format!("{other:?}"));
        }
    });
}

fn lints(out: &mut Object<'_>, validator: &Validator) {
    out.array("lints", validator.lints(), |out, linted| {
        object(out, |out| {
            out.string("absoluteKeywordLocation", &linted.absolute_keyword_location);
            out.string("pattern", linted.pattern);
            out.array("lints", linted.lints, |out, lint| {
                object(out, |out| {
                    out.string("code", lint.kind.code()).string("message", &lint.to_string());
                    out.member("offset", lint.offset);
                });
            });
        });
    });
}

fn limits(out: &mut Object<'_>, inspection: &Inspection<'_>) {
    let rows = LIMITS.iter().filter_map(|row| Some((row, inspection.usage.get(row.name)?)));
    out.array("limits", rows, |out, (row, used)| {
        object(out, |out| {
            out.string("name", row.name).string("unit", row.unit).member("used", used);
            for (profile, limit) in [("untrusted", row.untrusted), ("trusted", row.trusted)] {
                match limit {
                    u64::MAX => out.member(profile, "null"),
                    _ => out.member(profile, limit),
                };
            }
        });
    });
}
