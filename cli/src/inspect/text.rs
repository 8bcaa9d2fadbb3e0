//! An inspection as text for people: a title, and parts with a blank line between them.
//!
//! Invariant: whatever comes from input is escaped, and so stays on its line.

use std::fmt::{Display, Write as _};

use jsonbound::references::{Place, References, Target};
use jsonbound::{LIMITS, Validator};

use crate::args::Part;
use crate::escape::Plain;
use crate::help::amount;
use crate::inspect::Inspection;
use crate::style;

/// Columns grow no wider than this; what is longer moves the rest of its line.
const WIDEST: usize = 60;

const LEGEND: &str = "\
`bN` is a block: one schema, its place, the steps that each entry costs, what it notes down for `unevaluated*`.
Below it stand its instructions, with the blocks that they apply. `bN@M` enters another resource, and binds its
dynamic anchors as `scope @M` says. `entry` is where evaluation begins. The section `plain` has an instruction for
each keyword, and reports come from it; `fast` is made from it, and verdicts come from that. In `object`, `!` marks
members that are required, and `*` stands for all others.";

/// All parts that are to be shown.
pub(crate) fn of(inspection: &Inspection<'_>) -> String {
    let mut page = Page(String::new());
    page.head(inspection);
    if inspection.shows(Part::References) {
        match &inspection.references {
            Some(tables) => page.references(tables),
            None => {
                page.title("References");
                page.aside(
                    "not known, since identifiers of the schema are wrong or a limit is met",
                );
            }
        }
    }
    if inspection.shows(Part::Limits) {
        page.limits(inspection);
    }
    if let Some(validator) =
        inspection.validator.as_ref().filter(|_| inspection.shows(Part::Program))
    {
        page.program(validator);
    }
    page.0
}

/// What is written so far.
struct Page(String);

/// A row of a table: its cells, and a remark that is not aligned, with its style.
struct Row<'r> {
    cells: Vec<String>,
    remark: (anstyle::Style, &'r str),
}

impl Page {
    /// A line of the page.
    fn line(&mut self, line: impl Display) {
        // A `String` takes every write.
        let _ = writeln!(self.0, "{line}");
    }

    /// Begins a part.
    fn title(&mut self, title: &str) {
        let style = style::TITLE;
        self.line(format_args!("\n{style}{title}{style:#}"));
    }

    /// A remark in a part.
    fn aside(&mut self, text: &str) {
        let style = style::ASIDE;
        for line in text.lines() {
            self.line(format_args!("  {style}{line}{style:#}"));
        }
    }

    fn head(&mut self, inspection: &Inspection<'_>) {
        let title = style::TITLE;
        let (style, verdict) = match inspection.refusal {
            None => (style::GOOD, "compiles"),
            Some(_) => (style::BAD, "does not compile"),
        };
        let file = inspection.file();
        self.line(format_args!("{title}{}{title:#}: {style}{verdict}{style:#}", Plain(file)));
    }

    fn references(&mut self, tables: &References) {
        let place = |place: &Place| shown(tables, place);
        let plain = |cells| Row { cells, remark: (style::ASIDE, "") };
        self.title("Entry points");
        self.table(tables.entries().iter().map(|row| {
            let name = if row.reference.is_empty() { "(the root)" } else { &*row.reference };
            leading(tables, name.into(), &row.uri, &row.target)
        }));
        self.title("Resources");
        let resources = tables.resources().iter();
        self.table(resources.map(|row| plain(vec![row.uri.clone(), place(&row.place)])));
        self.title("Anchors");
        self.table(tables.anchors().iter().map(|row| Row {
            cells: vec![row.uri.clone(), place(&row.place)],
            remark: (style::ASIDE, if row.dynamic { "dynamic" } else { "" }),
        }));
        self.title("References");
        let references = tables.references().iter();
        self.table(references.map(|row| leading(tables, place(&row.place), &row.uri, &row.target)));
        let missing = tables.missing();
        if !missing.is_empty() {
            self.title("Missing documents");
            self.aside("nothing is ever fetched: give them with --registry URI=FILE");
            self.table(missing.into_iter().map(|uri| plain(vec![uri.to_owned()])));
        }
    }

    /// Rows with aligned columns.
    fn table<'r>(&mut self, rows: impl Iterator<Item = Row<'r>>) {
        let rows: Vec<Row<'_>> = rows
            .map(|Row { cells, remark }| Row {
                cells: cells.into_iter().map(|cell| Plain(cell).to_string()).collect(),
                remark,
            })
            .collect();
        if rows.is_empty() {
            self.aside("none");
        }
        let width = |column: usize| {
            let widths = rows.iter().filter_map(|row| Some(row.cells.get(column)?.chars().count()));
            widths.filter(|&width| width <= WIDEST).max().unwrap_or_default()
        };
        let widths = [width(0), width(1)];
        for Row { cells, remark: (style, remark) } in &rows {
            let cells = cells.iter().zip(widths).map(|(cell, width)| format!("  {cell:<width$}"));
            let mut line: String = cells.collect();
            line.truncate(line.trim_end().len());
            match remark.is_empty() {
                true => self.line(line),
                false => self.line(format_args!("{line}  {style}{remark}{style:#}")),
            }
        }
    }

    fn limits(&mut self, inspection: &Inspection<'_>) {
        self.title("Limits that it needs");
        if inspection.validator.is_none() {
            self.aside("it does not compile: these are for reading it alone");
        }
        let (aside, over) = (style::ASIDE, style::LIMIT);
        self.line(format_args!(
            "  {aside}{:<22}{:>14}{:>14}{:>16}{aside:#}",
            "limit", "used", "untrusted", "trusted"
        ));
        for row in LIMITS {
            let Some(used) = inspection.usage.get(row.name) else { continue };
            let [number, untrusted, trusted] = [used, row.untrusted, row.trusted].map(amount);
            let mut line = format!("  {:<22}{number:>14}{untrusted:>14}{trusted:>16}", row.name);
            let above = [("trusted", row.trusted), ("untrusted", row.untrusted)];
            if let Some((profile, _)) = above.into_iter().find(|&(_, limit)| used > limit) {
                let _ = write!(line, "  {over}above {profile}{over:#}");
            }
            self.line(line);
        }
    }

    fn program(&mut self, validator: &Validator) {
        self.title("Program");
        self.aside(LEGEND);
        let title = style::TITLE;
        for line in validator.to_string().lines() {
            let line = Plain(line).to_string();
            match line.starts_with("section ") {
                true => self.line(format_args!("\n  {title}{line}{title:#}")),
                false => self.line(format_args!("  {line}")),
            }
        }
    }
}

/// A row that leads from something to the target of a URI.
fn leading<'r>(tables: &References, from: String, uri: &str, target: &Target) -> Row<'r> {
    let (to, remark) = match target {
        Target::Schema(place) => (shown(tables, place), (style::ASIDE, "")),
        Target::Dynamic { anchor, default } => {
            let to = format!("the outermost `{anchor}`, else {}", shown(tables, default));
            (to, (style::ASIDE, "dynamic"))
        }
        Target::Missing => (uri.to_owned(), (style::BAD, "missing")),
        Target::Broken(why) => (why.to_string(), (style::BAD, "broken")),
        // A kind that the library learned later.
        other => (format!("{other:?}"), (style::ASIDE, "")),
    };
    Row { cells: vec![from, to], remark }
}

/// A place as a URI; without the document's, if it is that of the schema.
fn shown(tables: &References, place: &Place) -> String {
    let text = place.to_string();
    let document = place.document();
    match text.get(document.len()..) {
        Some(fragment) if document == tables.document() => fragment.to_owned(),
        _ => text,
    }
}
