//! The arguments, as clap reads them, and what can be wrong with them beyond their grammar.
//!
//! Invariant: standard input is named at most once.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser as _;
use clap::error::ErrorKind;
use jsonbound::{LIMITS, Limits, RegistryBuilder};

use crate::status::Status;

const EXIT_STATUS: &str = "\
Exit status (the highest wins):
  0  all instances are valid
  1  some instance is invalid
  2  wrong usage, a file that cannot be read or written, or text that is not JSON
  3  the schema does not compile, or exceeds a limit
  4  a limit stopped the reading or the validation of some instance: undecided";

/// A JSON Schema 2020-12 validator that always stops: hard limits, no network, exact answers.
#[derive(Debug, clap::Parser)]
#[command(name = "jsonbound", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// What to do.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    Validate(Validate),
    Bowtie(Bowtie),
}

/// Validate JSON documents with a schema.
///
/// Verdicts go to standard output; what has no verdict (text that is not JSON, a schema that does not compile, a
/// limit that was met) is explained on standard error, or with `--output json` on standard output as well. Values of
/// instances are never printed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXIT_STATUS, after_long_help = long_help())]
pub(crate) struct Validate {
    /// The schema: a JSON file, or `-` for standard input.
    pub(crate) schema: PathBuf,
    /// The instances: JSON files; `.jsonl` and `.ndjson` files with one instance a line, where blank lines do not
    /// count; `-` for standard input.
    #[arg(required = true)]
    pub(crate) instances: Vec<PathBuf>,
    /// Read one instance a line from every input, whatever its name.
    #[arg(long)]
    pub(crate) jsonl: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// A document that references may lead to, as URI=FILE (may be repeated). Nothing is ever fetched. The last `=`
    /// divides.
    #[arg(long, value_name = "URI=FILE", value_parser = registry_document)]
    pub(crate) registry: Vec<RegistryDocument>,
    /// The absolute URI of the schema, against which its `$id` and references resolve.
    #[arg(long, value_name = "URI", value_parser = absolute_uri)]
    pub(crate) base_uri: Option<String>,
    /// Print the steps of each instance, and totals, to standard error.
    #[arg(long)]
    pub(crate) stats: bool,
    /// How to answer.
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    pub(crate) output: Format,
    #[arg(long, hide = true)]
    assert_formats: bool,
}

/// Serve the Bowtie harness protocol, version 1, on standard input and output.
///
/// A validation that a limit stops is answered as an error whose message begins with `stopped:`.
#[derive(Debug, clap::Args)]
pub(crate) struct Bowtie {
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[arg(long, hide = true)]
    assert_formats: bool,
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
}

/// Reads the arguments of the process. Help and errors are printed here; they leave the status to end with.
pub(crate) fn parse() -> Result<Command, ExitCode> {
    Cli::try_parse().and_then(|cli| checked(cli.command)).map_err(|error| {
        // There is nobody left to tell if this fails.
        let _ = error.print();
        if error.use_stderr() { Status::Unreadable.into() } else { ExitCode::SUCCESS }
    })
}

/// Checks what the grammar of the arguments cannot say.
fn checked(command: Command) -> Result<Command, clap::Error> {
    let (Command::Validate(Validate { assert_formats, .. })
    | Command::Bowtie(Bowtie { assert_formats, .. })) = command;
    if assert_formats {
        return Err(refusal("formats are not asserted yet: `--assert-formats` is not available"));
    }
    if let Command::Validate(args) = &command {
        let files = args.registry.iter().map(|document| document.file.as_path());
        let files = files.chain(args.instances.iter().map(PathBuf::as_path));
        if files.chain([args.schema.as_path()]).filter(|path| is_stdin(path)).count() > 1 {
            return Err(refusal("standard input (`-`) can be read only once"));
        }
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

/// The URI as the library knows it. Asks the library, so that there is one rule of what an absolute URI is.
fn absolute_uri(uri: &str) -> Result<String, String> {
    let registry = RegistryBuilder::new().text(uri, "true").and_then(RegistryBuilder::build);
    match registry {
        Ok(registry) => Ok(registry.uris().next().unwrap_or(uri).to_owned()),
        Err(error) => Err(error.kind().to_string()),
    }
}

/// The exit status, and the table of limits with both profiles.
fn long_help() -> String {
    let mut help = format!("{EXIT_STATUS}\n\nLimits (untrusted, trusted):");
    for row in LIMITS {
        let (untrusted, trusted) = (shown(row.untrusted), shown(row.trusted));
        // A `String` takes every write.
        let _ = write!(
            help,
            "\n  {:<22} {untrusted:>9} {trusted:>12}  {}: {}",
            row.name, row.unit, row.bounds
        );
    }
    help
}

fn shown(value: u64) -> String {
    if value == u64::MAX { "unlimited".into() } else { value.to_string() }
}
