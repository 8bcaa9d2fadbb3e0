//! The command `bowtie`: the Bowtie harness protocol, version 1, in its flag output.
//!
//! A line of the protocol is read without limits but one on its bytes: the harness that writes it is trusted. The
//! schemas and instances in it are then read again, each from its own piece of the line, so that they meet the same
//! limits as files do and numbers keep their text.
//!
//! Invariant: a command gets one line for an answer, flushed, or ends the conversation.

use std::io::{self, Write as _};

use jsonbound::{
    Dialect, DocumentNode, Limits, Node, Object as _, ParseLimits, Parser, Registry,
    RegistryBuilder, Validator, View,
};

use crate::args::Bowtie;
use crate::escape::{JsonString, Plain};
use crate::input::Lines;
use crate::json::{Object, object};
use crate::outcome::{Judge, Outcome};
use crate::output;
use crate::status::Status;

/// The version of the protocol.
const VERSION: i64 = 1;
/// The longest line that is read, in bytes.
const LINE_BYTES: u64 = 1 << 30;

const HOMEPAGE: &str = env!("CARGO_PKG_REPOSITORY");

/// Serves one conversation.
pub(crate) fn run(args: &Bowtie) -> Status {
    let mut harness = Harness::new(args);
    let mut stdout = io::stdout().lock();
    let mut lines = Lines::new(io::stdin().lock(), LINE_BYTES);
    let mut line = Vec::new();
    loop {
        match lines.next(&mut line) {
            Ok(Some(_)) => {}
            Ok(None) => return Status::Valid,
            Err(error) => return broken(&format!("standard input: {error}")),
        }
        let mut reply = match harness.answer(&line) {
            Ok(Some(reply)) => reply,
            Ok(None) => return Status::Valid,
            Err(message) => return broken(&message),
        };
        reply.push('\n');
        if let Err(error) = stdout.write_all(reply.as_bytes()).and_then(|()| stdout.flush()) {
            output::lost(&error);
            return Status::Unreadable;
        }
    }
}

/// Ends a conversation that does not follow the protocol: an answer could only be taken for that of another command.
fn broken(message: &str) -> Status {
    output::complain(&format!("bowtie: error: {}\n", Plain(message)));
    Status::Unreadable
}

struct Harness {
    limits: Limits,
    assert_formats: bool,
    assert_content: bool,
    dialect: Dialect,
    /// For lines of the protocol.
    parser: Parser,
    /// For instances.
    judge: Judge,
}

impl Harness {
    fn new(args: &Bowtie) -> Self {
        let limits = args.limits.to_limits();
        let bytes_name = "bytes of a line";
        let line = ParseLimits { bytes: LINE_BYTES, bytes_name, ..ParseLimits::unlimited() };
        Harness {
            judge: Judge::new(&limits),
            parser: Parser::new(line),
            dialect: Dialect::default(),
            assert_formats: args.assert_formats,
            assert_content: args.assert_content,
            limits,
        }
    }

    /// The answer to a command; `None` if it ends the conversation. An error if it is not of the protocol.
    fn answer(&mut self, line: &[u8]) -> Result<Option<String>, String> {
        let document =
            self.parser.parse(line).map_err(|error| format!("a line is not JSON: {error}"))?;
        let answer = self.command(document.root());
        self.parser.recycle(document);
        answer
    }

    fn command(&mut self, root: DocumentNode<'_>) -> Result<Option<String>, String> {
        let mut reply = String::new();
        match string(root, "cmd") {
            Some("start") => {
                let version = root.get("version").and_then(|version| version.as_number());
                if version != Some(VERSION.into()) {
                    return Err(format!("only version {VERSION} of the protocol is known"));
                }
                object(&mut reply, start);
            }
            Some("dialect") => {
                let dialect = string(root, "dialect").and_then(Dialect::from_uri);
                self.dialect = dialect.unwrap_or(self.dialect);
                object(&mut reply, |reply| {
                    reply.member("ok", dialect.is_some());
                });
            }
            Some("run") => {
                let seq = root.get("seq").and_then(text).ok_or("the command `run` has no seq")?;
                object(&mut reply, |reply| self.run(reply.member("seq", seq), root));
            }
            Some("stop") => return Ok(None),
            Some(other) => return Err(format!("unknown command {other:?}")),
            None => return Err("a line is no command: it has no string `cmd`".into()),
        }
        Ok(Some(reply))
    }

    /// Answers a case.
    fn run(&mut self, reply: &mut Object<'_>, root: DocumentNode<'_>) {
        match string(root, "output") {
            None | Some("flag") => {}
            Some(_) => {
                reply.member("skipped", true);
                reply.string("message", "only the output `flag` is supported");
                return;
            }
        }
        match self.case(root) {
            Ok((validator, tests)) => {
                reply.array("results", tests, |out, test| {
                    object(out, |result| self.test(result, &validator, test));
                });
            }
            Err(message) => errored(reply, &message),
        }
    }

    /// Compiles the schema of a case.
    fn case<'a>(
        &self,
        root: DocumentNode<'a>,
    ) -> Result<(Validator, impl Iterator<Item = DocumentNode<'a>> + use<'a>), String> {
        let case = root.get("case").ok_or("the command has no case")?;
        let schema = case.get("schema").and_then(text).ok_or("the case has no schema")?;
        let tests = case.get("tests").and_then(|tests| tests.as_array());
        let tests = tests.ok_or("the case has no tests")?;
        let registry = self.registry(case)?;
        let builder = Validator::builder()
            .registry(registry)
            .dialect(self.dialect)
            .limits(self.limits.clone())
            .assert_content(self.assert_content);
        // Without the option, it depends on the dialect.
        let builder = if self.assert_formats { builder.assert_formats(true) } else { builder };
        let validator = builder.build_str(schema).map_err(|error| error.to_string())?;
        Ok((validator, (0..).map_while(move |index| tests.get(index))))
    }

    fn registry(&self, case: DocumentNode<'_>) -> Result<Registry, String> {
        let documents = match case.get("registry").map(Node::view) {
            None | Some(View::Null) => return Ok(Registry::default()),
            Some(View::Object(documents)) => documents,
            Some(_) => return Err("the registry is not an object".into()),
        };
        let mut builder = RegistryBuilder::new();
        builder = builder.dialect(self.dialect).limits(self.limits.clone());
        for (uri, document) in documents.members() {
            let document = text(document).unwrap_or_default();
            builder = builder.text(uri.as_str(), document).map_err(|error| error.to_string())?;
        }
        builder.build().map_err(|error| error.to_string())
    }

    fn test(&mut self, result: &mut Object<'_>, validator: &Validator, test: DocumentNode<'_>) {
        let Some(instance) = test.get("instance").and_then(text) else {
            return errored(result, "the test has no instance");
        };
        let (outcome, _) = self.judge.judge(validator, instance.as_bytes(), false);
        match outcome {
            Outcome::Valid => {
                result.member("valid", true);
            }
            Outcome::Invalid { .. } => {
                result.member("valid", false);
            }
            Outcome::Stopped(stopped, _) => errored(result, &stopped.to_string()),
            Outcome::Unreadable(problem) => errored(result, &problem.message),
        }
    }
}

/// Says who answers.
fn start(reply: &mut Object<'_>) {
    reply.member("version", VERSION).object("implementation", |out| {
        out.string("language", "rust")
            .string("name", "jsonbound")
            .string("version", env!("CARGO_PKG_VERSION"))
            .string("homepage", HOMEPAGE)
            .string("issues", &format!("{HOMEPAGE}/issues"))
            .string("source", HOMEPAGE)
            .member("dialects", format_args!("[{}]", dialects()));
    });
}

/// The URIs of all dialects that are settled, the newest first.
fn dialects() -> String {
    let settled = Dialect::all().filter(|dialect| *dialect != Dialect::V1);
    let mut uris: Vec<String> =
        settled.map(|dialect| JsonString(dialect.uri()).to_string()).collect();
    uris.reverse();
    uris.join(",")
}

fn errored(reply: &mut Object<'_>, message: &str) {
    reply.member("errored", true).object("context", |out| {
        out.string("message", message);
    });
}

/// The member of this name, if it is a string.
fn string<'a>(node: DocumentNode<'a>, name: &str) -> Option<&'a str> {
    node.get(name)?.as_str()
}

/// The text of a value, as it was sent.
fn text<'a>(node: DocumentNode<'a>) -> Option<&'a str> {
    node.document().text()?.get(node.span()?)
}
