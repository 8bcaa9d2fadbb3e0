//! An inspection as text for people: a title, and parts with a blank line between them.
//!
//! Invariant: whatever comes from input is escaped, and so stays on its line.

use std::fmt::{Display, Write as _};

use jsonbound::LIMITS;
use jsonbound::references::{Place, References, Target};

use crate::args::Part;
use crate::escape::Plain;
use crate::help::amount;
use crate::inspect::Inspection;
use crate::style;

/// Columns grow no wider than this; what is longer moves the rest of its line.
const WIDEST: usize = 60;

const LEGEND: &str = "\
Verdicts come from the section `fast`, which passes made from `plain`; reports come from `plain`, which has an
instruction for each keyword. Evaluation begins at `entry`.

bN PLACE cost C   a block: one schema, and the steps that each entry costs
  accepts KINDS   other kinds of values fail where they would enter
  tracks WHAT     it notes down what it evaluates, for `unevaluated*`
INSTRUCTION bN    the blocks that an instruction applies stand behind it
bN^L              leads L levels of schemas down, where 1 is not said
bN@M              enters another resource, and binds dynamic anchors: `scope @M SLOT=bN`
2..=5, 2..=       from 2 to 5, 2 or more
object            the members: `\"a\"!` is required, `/\"^a\"/` a pattern, `*` all others
select            the one branch for the value's kind, or `by` a member's string";

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
    if inspection.shows(Part::Lints) {
        page.lints(inspection);
    }
    if inspection.shows(Part::Program) {
        page.program(inspection);
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
            "  {aside}{:<22}  {:<14}{:>14}{:>14}{:>16}{aside:#}",
            "limit", "unit", "used", "untrusted", "trusted"
        ));
        for row in LIMITS {
            let Some(used) = inspection.usage.get(row.name) else { continue };
            let [number, untrusted, trusted] = [used, row.untrusted, row.trusted].map(amount);
            let mut line = format!(
                "  {:<22}  {:<14}{number:>14}{untrusted:>14}{trusted:>16}",
                row.name, row.unit
            );
            let above = [("trusted", row.trusted), ("untrusted", row.untrusted)];
            if let Some((profile, _)) = above.into_iter().find(|&(_, limit)| used > limit) {
                let _ = write!(line, "  {over}above {profile}{over:#}");
            }
            self.line(line);
        }
        self.aside("limits of instances and validations are not among them");
    }

    /// The patterns that other implementations may refuse, and what to write instead.
    fn lints(&mut self, inspection: &Inspection<'_>) {
        self.title("Lints");
        let Some(validator) = &inspection.validator else {
            return self.aside("not known: it does not compile");
        };
        if validator.lints().len() == 0 {
            return self.aside("none");
        }
        let own = inspection.references.as_ref().and_then(own_resource);
        for linted in validator.lints() {
            let place = Plain(local(&linted.absolute_keyword_location, own));
            self.line(format_args!("  {place}  `{}`", Plain(linted.pattern)));
            for lint in linted.lints {
                self.line(format_args!("    {}", Plain(lint)));
            }
        }
    }

    /// The program, with the places of the schema's own resource by their fragment alone. After a pass only what it
    /// made.
    fn program(&mut self, inspection: &Inspection<'_>) {
        self.title("Program");
        let Some(program) = &inspection.program else {
            return self.aside("none: it does not compile");
        };
        self.aside(LEGEND);
        let own = inspection.references.as_ref().and_then(own_resource);
        let text = program.to_string();
        let fast = text.find("section fast\n").filter(|_| inspection.args.pass.is_some());
        let title = style::TITLE;
        for line in text[fast.unwrap_or(0)..].lines() {
            let shown = match line.split_once(' ') {
                Some((block, place)) => format!("{block} {}", local(place, own)),
                None => line.to_owned(),
            };
            let line = Plain(shown).to_string();
            match line.starts_with("section ") {
                true => self.line(format_args!("\n  {title}{line}{title:#}")),
                false => self.line(format_args!("  {line}")),
            }
        }
    }
}

/// The URI of the resource that the schema's document is.
fn own_resource(tables: &References) -> Option<&str> {
    let mut resources = tables.resources().iter();
    let own = resources
        .find(|row| row.place.document() == tables.document() && row.place.pointer().is_empty());
    own.map(|row| &*row.uri)
}

/// A place, in the schema's own resource by its fragment alone.
fn local<'t>(place: &'t str, own: Option<&str>) -> &'t str {
    let fragment = own.and_then(|own| place.strip_prefix(own));
    fragment.filter(|fragment| fragment.starts_with('#')).unwrap_or(place)
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
