//! Builds of the worker, and talking to one.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::benches;
use crate::options::Options;

/// The features of the builds that take times, and of those that count allocations.
const TIMED: &[&str] = &["sorted", "ordered", "parsers"];
const COUNTING: &[&str] = &["sorted,allocations", "ordered,allocations"];

type Failure = Box<dyn std::error::Error>;

/// One build of the worker.
pub(crate) struct Build {
    /// The executable.
    path: PathBuf,
    /// Whether it counts allocations, and takes no times.
    pub(crate) counts: bool,
}

/// Builds all workers that the options need.
pub(crate) fn build_all(options: &Options) -> Result<Vec<Build>, Failure> {
    let needs = |features: &str| match features {
        "parsers" => options.wants("parse"),
        "sorted,allocations" | "ordered,allocations" => options.wants("allocations"),
        _ => true,
    };
    let all = TIMED.iter().chain(COUNTING).filter(|features| needs(features));
    all.map(|features| build(features, options.builds(features))).collect()
}

/// Builds one worker and keeps its executable under a name of its own: the next build overwrites it.
fn build(features: &str, anew: bool) -> Result<Build, Failure> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target = target.unwrap_or_else(|| benches().join("target"));
    let path = target.join(format!("worker-{}", features.replace(',', "-")));
    if anew {
        eprintln!("building the worker with {features}");
        let status = Command::new(env!("CARGO"))
            .args(["build", "--release", "--quiet", "--locked", "-p", "jsonbound-peers-worker"])
            .args(["--features", features])
            .current_dir(benches())
            .env("CARGO_TARGET_DIR", &target)
            .status()?;
        if !status.success() {
            return Err(format!("the worker with {features} does not build").into());
        }
        std::fs::copy(target.join("release/jsonbound-peers-worker"), &path)?;
    }
    Ok(Build { path, counts: features.contains("allocations") })
}

impl Build {
    /// Starts a process over one data set.
    pub(crate) fn start(&self, schema: &Path, instances: &Path) -> Result<Worker, Failure> {
        let mut child = Command::new(&self.path)
            .args([schema, instances])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", self.path.display()))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = (input, output) else {
            return Err("a worker without pipes".into());
        };
        Ok(Worker { child, input, output: BufReader::new(output) })
    }
}

/// A process over one data set.
pub(crate) struct Worker {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Worker {
    /// Gives a command and takes its answer.
    pub(crate) fn ask(&mut self, command: &str) -> Result<String, Failure> {
        writeln!(self.input, "{command}")?;
        let mut answer = String::new();
        match self.output.read_line(&mut answer)? {
            0 => Err(format!("the worker ended at: {command}").into()),
            _ => Ok(answer.trim_end().to_owned()),
        }
    }

    /// Gives a command whose answer is a number.
    pub(crate) fn ask_number(&mut self, command: &str) -> Result<f64, Failure> {
        let answer = self.ask(command)?;
        answer.parse().map_err(|_| format!("{command}: {answer}").into())
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It has ended, or it ends now; either is fine.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What was compared, with versions: `name version` for each crate, the compiler and the machine.
pub(crate) fn versions() -> Result<Vec<String>, Failure> {
    let lock = std::fs::read_to_string(benches().join("Cargo.lock"))?;
    let field = |line: &str, name: &str| {
        line.strip_prefix(name).map(|rest| rest.trim_matches([' ', '=', '"']).to_owned())
    };
    let mut versions = vec![format!("jsonbound {}", revision())];
    let lines: Vec<&str> = lock.lines().collect();
    for pair in lines.windows(2) {
        if let [name, version] = pair
            && let (Some(name), Some(version)) = (field(name, "name"), field(version, "version"))
            && PEERS.contains(&name.as_str())
        {
            versions.push(format!("{name} {version}"));
        }
    }
    versions.push(output("rustc", &["--version"]));
    Ok(versions)
}

/// The crates that are compared.
const PEERS: &[&str] =
    &["jsonschema", "boon", "corvus-json-schema", "serde_json", "sonic-rs", "simd-json"];

/// The commit of the repository, with a plus if there is more than that.
fn revision() -> String {
    let commit = output("git", &["describe", "--always", "--dirty=+", "--exclude=*"]);
    if commit.is_empty() { "of no known commit".to_owned() } else { commit }
}

fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(benches()).output();
    let text = output.map(|output| output.stdout).unwrap_or_default();
    String::from_utf8_lossy(&text).trim().to_owned()
}
