//! Where the official JSON Schema test suite comes from.
//!
//! Either the environment variable `JSON_SCHEMA_TEST_SUITE` names a checkout, or the script `fetch-suite.sh`
//! downloads a pinned copy, once, into `target/suite`. A suite that cannot be found is an error that says what to do,
//! never a reason to skip.
//!
//! Invariant: the number of tests is checked, so that half a suite never passes for a whole one.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use jsonbound::Dialect;

use crate::case::{self, Case, Remote};

/// The environment variable that names a checkout of the suite.
pub const CHECKOUT_VARIABLE: &str = "JSON_SCHEMA_TEST_SUITE";
/// The environment variable that names a folder with more test data.
pub const DATA_VARIABLE: &str = "JSONBOUND_DATA";

/// The URI under which the suite expects its remote documents.
const REMOTES_URI: &str = "http://localhost:1234";

/// A copy of the suite with known numbers of tests: for each dialect those that are required, and the optional ones
/// with those of formats. What it has no tests of is not listed.
struct Edition {
    name: &'static str,
    numbers: &'static [(Dialect, usize, usize)],
}

const PINNED: Edition = Edition {
    name: "PyPI source distribution jsonschema 4.26.0",
    numbers: &[
        (Dialect::Draft3, 435, 112),
        (Dialect::Draft4, 610, 253),
        (Dialect::Draft6, 829, 320),
        (Dialect::Draft7, 913, 552),
        (Dialect::Draft201909, 1227, 637),
        (Dialect::Draft202012, 1257, 649),
    ],
};
const COMMIT: Edition = Edition {
    name: "commit 44401e0",
    numbers: &[
        (Dialect::Draft3, 435, 122),
        (Dialect::Draft4, 618, 319),
        (Dialect::Draft6, 839, 431),
        (Dialect::Draft7, 927, 794),
        (Dialect::Draft201909, 1259, 915),
        (Dialect::Draft202012, 1299, 926),
        (Dialect::V1, 1133, 1045),
    ],
};

impl Edition {
    /// The numbers of required and of optional tests.
    fn numbers(&self, dialect: Dialect) -> Option<(usize, usize)> {
        let found = self.numbers.iter().find(|(known, ..)| *known == dialect);
        found.map(|&(_, required, optional)| (required, optional))
    }
}

/// The tests that the official suite has of a dialect.
#[derive(Debug)]
pub struct Suite {
    /// The dialect of schemas without `$schema`.
    pub dialect: Dialect,
    /// Which copy this is, for people.
    pub origin: String,
    /// The folder of the suite.
    pub root: PathBuf,
    /// What an implementation has to pass.
    pub required: Vec<Case>,
    /// What it may pass.
    pub optional: Vec<Case>,
    /// Formats as assertions.
    pub format: Vec<Case>,
    /// The documents that cases refer to.
    pub remotes: Vec<Remote>,
}

impl Suite {
    /// Finds and reads the suite.
    ///
    /// # Errors
    ///
    /// Says what is missing and how to get it.
    pub fn load(dialect: Dialect) -> Result<Suite, String> {
        match env::var_os(CHECKOUT_VARIABLE) {
            Some(root) => Suite::checkout(Path::new(&root), dialect),
            None => Suite::read(&fetch()?, dialect, Some(&PINNED)),
        }
    }

    /// As [`load`](Self::load), but `None` if the copy at hand has no tests of the coming release.
    ///
    /// # Errors
    ///
    /// As for `load`.
    pub fn load_v1() -> Result<Option<Suite>, String> {
        let pinned = env::var_os(CHECKOUT_VARIABLE).is_none();
        if pinned && PINNED.numbers(Dialect::V1).is_none() {
            return Ok(None);
        }
        Suite::load(Dialect::V1).map(Some)
    }

    /// Reads somebody's checkout: one of the known editions, or a larger one.
    ///
    /// # Errors
    ///
    /// A folder that has no suite, or a part of one.
    pub fn checkout(root: &Path, dialect: Dialect) -> Result<Suite, String> {
        Suite::read(root, dialect, None)
    }

    /// Reads the suite in a folder; its numbers have to be those of `edition`, if one is given.
    fn read(root: &Path, dialect: Dialect, edition: Option<&Edition>) -> Result<Suite, String> {
        let tests = root.join("tests").join(dialect.to_string());
        let optional = tests.join("optional");
        // The coming release asserts formats, so that those tests are not optional.
        let (format, prefix) = match dialect {
            Dialect::V1 => (tests.join("format"), "format/"),
            _ => (optional.join("format"), "optional/format/"),
        };
        let mut suite = Suite {
            dialect,
            origin: String::new(),
            root: root.to_owned(),
            required: cases(&tests, "")?,
            optional: cases(&optional, "optional/")?,
            format: cases(&format, prefix)?,
            remotes: remotes(&root.join("remotes"))?,
        };
        suite.origin = suite.identify(edition)?;
        Ok(suite)
    }

    /// The name of the edition, by its numbers of tests.
    fn identify(&self, edition: Option<&Edition>) -> Result<String, String> {
        let count = |cases: &[Case]| cases.iter().map(|case| case.tests.len()).sum::<usize>();
        let required = count(&self.required);
        let optional = count(&self.optional) + count(&self.format);
        let is = |edition: &Edition| edition.numbers(self.dialect) == Some((required, optional));
        let numbers =
            format!("{required} required and {optional} optional tests of {}", self.dialect);
        let root = self.root.display();
        match edition {
            Some(edition) if is(edition) => return Ok(format!("{}: {numbers}", edition.name)),
            Some(edition) => {
                return Err(format!(
                    "{root} has {numbers}, but {} has {:?}: delete the folder and run again",
                    edition.name,
                    edition.numbers(self.dialect)
                ));
            }
            None => {}
        }
        if let Some(edition) = [&COMMIT, &PINNED].into_iter().find(|edition| is(edition)) {
            return Ok(format!("{}: {numbers}", edition.name));
        }
        let least = PINNED.numbers(self.dialect).or(COMMIT.numbers(self.dialect));
        let (least_required, least_optional) = least.unwrap_or_default();
        if required < least_required || optional < least_optional {
            return Err(format!(
                "{root} has {numbers}: this is not the whole suite, which has at least \
                 {least_required} and {least_optional}"
            ));
        }
        Ok(format!("an unknown edition in {root}: {numbers}"))
    }
}

/// The folder of the pinned copy, which is downloaded if need be.
fn fetch() -> Result<PathBuf, String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let script = here.join("fetch-suite.sh");
    let target = here.join("../target/suite/jsonschema-4.26.0");
    if target.join("tests").is_dir() {
        return Ok(target);
    }
    let output = Command::new("sh").arg(&script).arg(&target).output();
    let why = match output {
        Ok(output) if output.status.success() => return Ok(target),
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(error) => error.to_string(),
    };
    Err(format!(
        "the official test suite is missing.\nEither set {CHECKOUT_VARIABLE} to a checkout of \
         json-schema-org/JSON-Schema-Test-Suite, or run {}, which failed:\n{why}",
        script.display()
    ))
}

/// The folder with more test data, if `JSONBOUND_DATA` names one.
///
/// # Errors
///
/// A name of something that is not there.
pub fn data(folder: &str) -> Result<Option<PathBuf>, String> {
    let Some(root) = env::var_os(DATA_VARIABLE) else { return Ok(None) };
    let path = Path::new(&root).join(folder);
    if path.is_dir() {
        Ok(Some(path))
    } else {
        Err(format!("{DATA_VARIABLE} has no folder {}", path.display()))
    }
}

/// The cases of all files in a folder, but not of the folders in it.
///
/// # Errors
///
/// A file that cannot be read or is not in the format.
pub fn cases(folder: &Path, prefix: &str) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for path in json_files(folder)? {
        cases.extend(cases_of(&path, prefix)?);
    }
    Ok(cases)
}

/// The cases of one file, which is called by its name after the prefix.
///
/// # Errors
///
/// A file that cannot be read or is not in the format.
pub fn cases_of(path: &Path, prefix: &str) -> Result<Vec<Case>, String> {
    let name = format!("{prefix}{}", path.file_name().unwrap_or_default().display());
    case::read(&name, &read_file(path)?)
}

/// All documents under a folder, with their URIs.
fn remotes(root: &Path) -> Result<Vec<Remote>, String> {
    let mut remotes = Vec::new();
    let mut folders = vec![(root.to_owned(), REMOTES_URI.to_owned())];
    while let Some((folder, uri)) = folders.pop() {
        for path in entries(&folder)? {
            let uri = format!("{uri}/{}", path.file_name().unwrap_or_default().display());
            if path.is_dir() {
                folders.push((path, uri));
            } else if path.extension().is_some_and(|extension| extension == "json") {
                remotes.push(Remote { uri, text: read_file(&path)? });
            }
        }
    }
    Ok(remotes)
}

fn json_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let json = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "json");
    Ok(entries(folder)?.into_iter().filter(json).collect())
}

/// What is in a folder, in a stable order.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let say = |error| format!("{}: {error}", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(say)? {
        paths.push(entry.map_err(say)?.path());
    }
    paths.sort();
    Ok(paths)
}

/// The text of a file.
///
/// # Errors
///
/// Names the file.
pub fn read_file(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}
