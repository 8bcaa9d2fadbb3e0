//! The command `validate`: a batch of instances, one schema.
//!
//! Invariant: a batch goes on after any instance, whatever became of it, and ends early only if nobody takes the
//! answers.

use std::io;
use std::path::Path;
use std::time::Instant;

use jsonbound::{Limits, Validator};

use crate::args::{Format, Validate};
use crate::input::{self, Lines};
use crate::outcome::{Judge, Outcome, Problem};
use crate::output::{self, Answer, Output};
use crate::pretty;
use crate::progress::Progress;
use crate::schema::{Refusal, Texts};
use crate::stats::Totals;
use crate::status::Status;

/// Validates what the arguments name.
pub(crate) fn run(args: &Validate) -> Status {
    let limits = args.source.limits.to_limits();
    let mut output = Output::new(args.output);
    let since = Instant::now();
    let validator = match compile(args, &limits) {
        Ok(validator) => validator,
        Err(refusal) => {
            if let Err(error) = output.refusal(&refusal) {
                output::lost(&error);
            }
            return refusal.status;
        }
    };
    let mut batch = Batch {
        judge: Judge::new(&limits),
        totals: Totals::new(since.elapsed(), validator.compile_steps()),
        progress: Progress::new(args),
        status: Status::Valid,
        text: Vec::new(),
        args,
        limits,
        validator,
        output,
    };
    // Answers that are lost must not pass for answers that are good.
    if let Err(error) = batch.run() {
        output::lost(&error);
        batch.status = batch.status.max(Status::Unreadable);
    }
    if args.stats {
        batch.totals.print();
    }
    batch.status
}

fn compile(args: &Validate, limits: &Limits) -> Result<Validator, Refusal> {
    let texts = Texts::read(&args.source, limits.schema_bytes)?;
    texts.compile(texts.builder(limits)?)
}

struct Batch<'a> {
    args: &'a Validate,
    limits: Limits,
    validator: Validator,
    judge: Judge,
    output: Output,
    /// The text at hand: a file or a line.
    text: Vec<u8>,
    totals: Totals,
    progress: Progress,
    status: Status,
}

impl Batch<'_> {
    fn run(&mut self) -> io::Result<()> {
        for path in &self.args.instances {
            let file = path.display().to_string();
            match self.args.jsonl || has_lines(path) {
                true => self.lines(path, &file)?,
                false => self.whole(path, &file)?,
            }
        }
        Ok(())
    }

    /// A file that is one instance.
    fn whole(&mut self, path: &Path, file: &str) -> io::Result<()> {
        match input::read(path, self.limits.instance_bytes, &mut self.text) {
            Ok(()) => self.judge(file, None),
            Err(error) => self.unreadable(file, None, &error),
        }
    }

    /// A file with an instance a line.
    fn lines(&mut self, path: &Path, file: &str) -> io::Result<()> {
        let mut lines = match input::open(path) {
            Ok(source) => Lines::new(source, self.limits.instance_bytes),
            Err(error) => return self.unreadable(file, None, &error),
        };
        loop {
            match lines.next(&mut self.text) {
                Ok(Some(number)) => self.judge(file, Some(number))?,
                Ok(None) => return Ok(()),
                Err(error) => return self.unreadable(file, None, &error),
            }
        }
    }

    fn judge(&mut self, file: &str, line: Option<usize>) -> io::Result<()> {
        let report = self.args.output != Format::Quiet;
        let (outcome, steps) = self.judge.judge(&self.validator, &self.text, report);
        let bytes = self.text.len() + usize::from(line.is_some());
        self.answer(Answer { file, line, outcome, steps }, bytes)
    }

    fn unreadable(&mut self, file: &str, line: Option<usize>, error: &io::Error) -> io::Result<()> {
        let outcome = Outcome::Unreadable(Problem::of_io(error));
        self.answer(Answer { file, line, outcome, steps: 0 }, 0)
    }

    fn answer(&mut self, answer: Answer<'_>, bytes: usize) -> io::Result<()> {
        self.status = self.status.max(answer.outcome.status());
        self.totals.count(&answer, bytes);
        self.progress.add(bytes);
        match answer.outcome.is_verdict() {
            true => self.output.answer(&answer)?,
            false => self.progress.aside(|| self.output.answer(&answer))?,
        }
        if self.args.stats {
            let name = pretty::name(answer.file, answer.line);
            output::complain(&format!("{name}: {} steps\n", answer.steps));
        }
        Ok(())
    }
}

/// Whether a file has one instance a line, by its name.
fn has_lines(path: &Path) -> bool {
    let is =
        |extension: &str| ["jsonl", "ndjson"].iter().any(|e| extension.eq_ignore_ascii_case(e));
    path.extension().and_then(|extension| extension.to_str()).is_some_and(is)
}
