//! Running the program in a folder of its own.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A folder with the files of one test.
pub(crate) struct Folder(PathBuf);

/// What a run gave.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Folder {
    /// An empty folder; `name` is that of the test.
    pub(crate) fn new(name: &str) -> Folder {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli").join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// The folder of the files that golden tests share.
    pub(crate) fn golden() -> Folder {
        Folder(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/files"))
    }

    pub(crate) fn file(self, name: &str, text: impl AsRef<[u8]>) -> Folder {
        fs::write(self.0.join(name), text).unwrap();
        self
    }

    pub(crate) fn folder(self, name: &str) -> Folder {
        fs::create_dir(self.0.join(name)).unwrap();
        self
    }

    /// Runs the program in the folder, with the words of a line for arguments.
    pub(crate) fn run(&self, line: &str) -> Run {
        self.run_with(line, "")
    }

    /// Like `run`, with a standard input.
    pub(crate) fn run_with(&self, line: &str, stdin: impl AsRef<[u8]>) -> Run {
        let mut child = self.command(line).spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        let stdin = stdin.as_ref().to_vec();
        // From a thread, since the program may answer before it has read everything, or not read at all.
        let feeder = std::thread::spawn(move || {
            let _ = pipe.write_all(&stdin);
        });
        let output = child.wait_with_output().unwrap();
        feeder.join().unwrap();
        Run {
            status: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    pub(crate) fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_jsonbound"));
        command.current_dir(&self.0).args(line.split_whitespace());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

impl Run {
    /// Compares everything.
    #[track_caller]
    pub(crate) fn is(&self, status: i32, stdout: &str, stderr: &str) {
        let expected = (status, stdout, stderr);
        assert_eq!((self.status, &*self.stdout, &*self.stderr), expected);
    }

    /// Compares the status and the beginning of standard error; nothing may be on standard output.
    #[track_caller]
    pub(crate) fn fails(&self, status: i32, message: &str) {
        assert_eq!((self.status, &*self.stdout), (status, ""), "{}", self.stderr);
        assert!(self.stderr.starts_with(message), "{}\ninstead of\n{message}", self.stderr);
    }

    /// The lines of standard output as JSON, without what depends on the cost model.
    #[track_caller]
    pub(crate) fn json(&self) -> Vec<serde_json::Value> {
        let lines = self.stdout.lines();
        let parse =
            |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let mut lines: Vec<serde_json::Value> = lines.map(parse).collect();
        for line in &mut lines {
            if let Some(object) = line.as_object_mut() {
                object.remove("steps");
            }
        }
        lines
    }
}
