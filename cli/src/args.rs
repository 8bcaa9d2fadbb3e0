//! The arguments, as clap reads them, and what can be wrong with them beyond their grammar.
//!
//! Invariant: standard input is named at most once.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstream::ColorChoice;
use clap::Parser as _;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use jsonbound::{Dialect, LIMITS, Limits, Passes, RegistryBuilder};

use crate::help;
use crate::status::Status;

/// A JSON Schema validator that always stops: hard limits, no network, exact answers.
#[derive(Debug, clap::Parser)]
#[command(name = "jsonbound", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When to colour: `auto` is on a terminal, unless NO_COLOR is set or CLICOLOR is 0.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    color: Color,
}

/// When to colour.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

/// What to do.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    Validate(Validate),
    Inspect(Inspect),
    Bowtie(Bowtie),
}

/// A schema, with what it may refer to and what it may use.
#[derive(Debug, clap::Args)]
pub(crate) struct Source {
    /// The schema: a JSON file, or `-` for standard input.
    pub(crate) schema: PathBuf,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// A document that references may lead to, as URI=FILE (may be repeated). Nothing is ever fetched. The last `=`
    /// divides.
    #[arg(long, value_name = "URI=FILE", value_parser = registry_document)]
    pub(crate) registry: Vec<RegistryDocument>,
    /// The absolute URI of the schema, against which its `$id` and references resolve.
    #[arg(long, value_name = "URI", value_parser = absolute_uri)]
    pub(crate) base_uri: Option<String>,
    /// The dialect of schemas without `$schema`, by its name or its URI: draft3, draft4, draft6, draft7, draft2019-09,
    /// draft2020-12, or v1 (unstable).
    #[arg(long, value_name = "DIALECT", value_parser = dialect, default_value_t)]
    pub(crate) dialect: Dialect,
    /// Check strings against `format`, which is otherwise an annotation unless the dialect or the meta-schema says that
    /// it is not. A format whose name is not known stays an annotation.
    #[arg(long)]
    pub(crate) assert_formats: bool,
    /// Check that strings are what `contentEncoding` (base64) and `contentMediaType` (JSON) say, which are otherwise
    /// annotations.
    #[arg(long)]
    pub(crate) assert_content: bool,
}

/// Validate JSON documents with a schema.
///
/// Verdicts go to standard output; what has no verdict (text that is not JSON, a schema that does not compile, a
/// limit that was met) is explained on standard error, or with `--output json` on standard output as well. Values of
/// instances are never printed.
#[derive(Debug, clap::Args)]
#[command(after_help = help::EXIT_STATUS, after_long_help = help::validate())]
pub(crate) struct Validate {
    #[command(flatten)]
    pub(crate) source: Source,
    /// The instances: JSON files; `.jsonl` and `.ndjson` files with one instance a line, where blank lines do not
    /// count; `-` for standard input.
    #[arg(required = true)]
    pub(crate) instances: Vec<PathBuf>,
    /// Read one instance a line from every input, whatever its name.
    #[arg(long)]
    pub(crate) jsonl: bool,
    /// Print the steps of each instance, totals, and times to standard error.
    #[arg(long)]
    pub(crate) stats: bool,
    /// How to answer.
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    pub(crate) output: Format,
}

/// Show what a schema is: where its references lead, the limits that it needs, lints, the program that it compiles to.
///
/// A schema that does not compile is shown as far as it is known, and why it does not is explained on standard error.
/// What it needs is found out under the limits of the profile `trusted`, or higher ones if they are given; whether it
/// compiles, under those that are given.
#[derive(Debug, clap::Args)]
#[command(after_long_help = help::inspect())]
pub(crate) struct Inspect {
    #[command(flatten)]
    pub(crate) source: Source,
    /// A further entry point: a reference relative to the schema, such as `#/$defs/line` (may be repeated).
    #[arg(long, value_name = "REF")]
    pub(crate) entry: Vec<String>,
    /// What to show.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "PART",
        default_values_t = [Part::References, Part::Limits, Part::Lints, Part::Program])]
    pub(crate) show: Vec<Part>,
    /// Show the program as it is after this pass of the compiler, instead of after all. Limits and status are those of
    /// all.
    #[arg(long, value_name = "PASS", value_parser = passes())]
    pub(crate) pass: Option<Passes>,
    /// How to show it.
    #[arg(long, value_enum, default_value_t = View::Text)]
    pub(crate) output: View,
}

/// A part of what `inspect` shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Part {
    /// Entry points, resources, anchors, references, and missing documents.
    References,
    /// What the schema uses of each limit, beside both profiles.
    Limits,
    /// Patterns that other implementations may refuse, and what to write instead.
    Lints,
    /// The disassembled program.
    Program,
}

/// How `inspect` answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum View {
    /// Tables for people.
    Text,
    /// One JSON object.
    Json,
}

/// Serve the Bowtie harness protocol, version 1, on standard input and output.
///
/// A validation that a limit stops is answered as an error whose message begins with `stopped:`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = help::bowtie())]
pub(crate) struct Bowtie {
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// Check strings against `format`, which is otherwise an annotation unless the dialect or the meta-schema says that
    /// it is not. A format whose name is not known stays an annotation.
    #[arg(long)]
    pub(crate) assert_formats: bool,
    /// Check that strings are what `contentEncoding` (base64) and `contentMediaType` (JSON) say, which are otherwise
    /// annotations.
    #[arg(long)]
    pub(crate) assert_content: bool,
}

/// A profile of limits, and changes to it.
#[derive(Debug, clap::Args)]
pub(crate) struct LimitArgs {
    /// The profile of limits: for schemas and instances of one's own, or from peers that nobody vouches for.
    #[arg(long, value_enum, value_name = "PROFILE", default_value_t = Profile::Trusted)]
    limits: Profile,
    /// Change one limit (may be repeated); VALUE is a whole number, or `unlimited`.
    #[arg(long, value_name = "NAME=VALUE", value_parser = limit_change)]
    limit: Vec<LimitChange>,
}

/// How `validate` answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Lines for people: FILE:LINE:COLUMN, verdict, reason.
    Pretty,
    /// One JSON object a line for each instance.
    Json,
    /// No verdicts, only the exit status.
    Quiet,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Profile {
    Untrusted,
    Trusted,
}

/// A limit by its name, and its new value.
#[derive(Debug, Clone)]
struct LimitChange(&'static str, u64);

/// A document of the registry.
#[derive(Debug, Clone)]
pub(crate) struct RegistryDocument {
    /// Where it would be retrieved.
    pub(crate) uri: String,
    /// Where it is.
    pub(crate) file: PathBuf,
}

impl LimitArgs {
    /// The limits of the profile with the changes.
    pub(crate) fn to_limits(&self) -> Limits {
        let mut limits = match self.limits {
            Profile::Untrusted => Limits::untrusted(),
            Profile::Trusted => Limits::trusted(),
        };
        for &LimitChange(name, value) in &self.limit {
            if let Some(limit) = limits.get_mut(name) {
                *limit = value;
            }
        }
        limits
    }

    /// The limits to find out with what a schema needs: those that are given, or those of `trusted` where they are
    /// higher.
    pub(crate) fn to_generous_limits(&self) -> Limits {
        let mut limits = Limits::trusted();
        let mut given = self.to_limits();
        for row in LIMITS {
            if let (Some(limit), Some(given)) = (limits.get_mut(row.name), given.get_mut(row.name))
            {
                *limit = (*limit).max(*given);
            }
        }
        limits
    }
}

impl Color {
    fn choice(self) -> ColorChoice {
        match self {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        }
    }
}

/// Reads the arguments of the process, and sets the colours by them. Help and errors are printed here; they leave the
/// status to end with.
pub(crate) fn parse() -> Result<Command, ExitCode> {
    let command = Cli::try_parse().and_then(|cli| {
        cli.color.choice().write_global();
        checked(cli.command)
    });
    command.map_err(|error| {
        // There is nobody left to tell if this fails.
        let _ = error.print();
        if error.use_stderr() { Status::Unreadable.into() } else { ExitCode::SUCCESS }
    })
}

/// Checks what the grammar of the arguments cannot say.
fn checked(command: Command) -> Result<Command, clap::Error> {
    let (source, instances) = match &command {
        Command::Validate(args) => (&args.source, &*args.instances),
        Command::Inspect(args) => (&args.source, &[][..]),
        Command::Bowtie(_) => return Ok(command),
    };
    let files = source.registry.iter().map(|document| &document.file);
    let files = files.chain(instances).chain([&source.schema]);
    if files.filter(|path| is_stdin(path)).count() > 1 {
        return Err(refusal("standard input (`-`) can be read only once"));
    }
    Ok(command)
}

fn refusal(message: &str) -> clap::Error {
    clap::Error::raw(ErrorKind::ArgumentConflict, format_args!("{message}\n"))
}

/// Whether a path stands for standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The passes by their names.
fn passes() -> impl TypedValueParser<Value = Passes> {
    let none = PossibleValue::new("none").help("No pass: the plain section alone");
    let names = Passes::names().map(|(name, does)| PossibleValue::new(name).help(does));
    PossibleValuesParser::new([none].into_iter().chain(names))
        .map(|name| Passes::through(&name).unwrap_or(Passes::none()))
}

fn limit_change(text: &str) -> Result<LimitChange, String> {
    let (name, value) = text.split_once('=').ok_or("it must be NAME=VALUE")?;
    let Some(row) = LIMITS.iter().find(|row| row.name == name) else {
        let names: Vec<&str> = LIMITS.iter().map(|row| row.name).collect();
        return Err(format!("no limit has this name; the limits are {}", names.join(", ")));
    };
    let value = match value {
        "unlimited" => u64::MAX,
        _ => value.parse().map_err(|_| {
            format!("the value must be a whole number up to {}, or `unlimited`", u64::MAX)
        })?,
    };
    Ok(LimitChange(row.name, value))
}

/// The last `=` divides, since URIs may have one.
fn registry_document(text: &str) -> Result<RegistryDocument, String> {
    let (uri, file) = text.rsplit_once('=').ok_or("it must be URI=FILE")?;
    Ok(RegistryDocument { uri: absolute_uri(uri)?, file: PathBuf::from(file) })
}

fn dialect(name: &str) -> Result<Dialect, String> {
    let found = Dialect::from_name(name).or_else(|| Dialect::from_uri(name));
    found.ok_or_else(|| {
        let known: Vec<String> = Dialect::all().map(|dialect| dialect.to_string()).collect();
        format!("known are {}", known.join(", "))
    })
}

/// The URI as the library knows it. Asks the library, so that there is one rule of what an absolute URI is.
fn absolute_uri(uri: &str) -> Result<String, String> {
    let registry = RegistryBuilder::new().text(uri, "true").and_then(RegistryBuilder::build);
    match registry {
        Ok(registry) => Ok(registry.uris().next().unwrap_or(uri).to_owned()),
        Err(error) => Err(error.kind().to_string()),
    }
}
