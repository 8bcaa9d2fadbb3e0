//! Running a program under callgrind.

use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::work::MARKS;

type Failure = Box<dyn std::error::Error>;

/// Runs a build of this program under callgrind. Gives the lines that it prints, and with each of the last ones the
/// instructions of one piece of counted work, in order.
pub(crate) fn count(program: &Path, argument: &str) -> Result<(Vec<String>, Vec<u64>), Failure> {
    let folder = std::env::temp_dir().join(format!("jsonbound-callgrind-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let counted = run(program, argument, &folder);
    std::fs::remove_dir_all(&folder)?;
    counted
}

fn run(program: &Path, argument: &str, folder: &Path) -> Result<(Vec<String>, Vec<u64>), Failure> {
    let out = folder.join("out");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--quiet"])
        // At each mark the counts are written and begin anew, so every second file holds counted work.
        .arg(format!("--dump-before={MARKS}"))
        .arg(format!("--callgrind-out-file={}", out.display()))
        .args([program.as_os_str(), argument.as_ref()])
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| match error.kind() {
            ErrorKind::NotFound => {
                "valgrind is not installed. Counting needs it: the package is called `valgrind` nearly everywhere"
                    .to_owned()
            }
            _ => format!("valgrind: {error}"),
        })?;
    if !output.status.success() {
        return Err(format!("valgrind {} {argument}: {}", program.display(), output.status).into());
    }
    let lines: Vec<String> = String::from_utf8(output.stdout)?.lines().map(str::to_owned).collect();
    let mut counts = Vec::new();
    let file = |at: usize| folder.join(format!("out.{at}"));
    while let Ok(dump) = std::fs::read_to_string(file(2 * counts.len() + 2)) {
        let total = dump.lines().find_map(|line| line.strip_prefix("totals: "));
        counts.push(total.ok_or("a dump of callgrind without totals")?.trim().parse()?);
    }
    Ok((lines, counts))
}
