//! Running cases over tiers: every tier has to give the expected verdict for every test.
//!
//! A tier is a way to validate: a function of the library with a representation of values, or another implementation.
//! Where another implementation is known to be wrong, a row of [`Known`] says so; a row that no longer holds is a
//! failure like any other. What a tier's values cannot hold is counted and listed, never dropped.
//!
//! Invariant: for each tier, passed + known + unheld + failed is the number of tests it was given.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::io::Write as _;

use jsonbound::Stopped;

use crate::case::{Case, Test};

/// How many failures are written out.
const SHOWN: usize = 60;

/// What a tier says of one test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A verdict, and the steps that it took where the tier counts them.
    Decided {
        /// Whether the instance is valid.
        valid: bool,
        /// What it cost, in the engine's steps.
        steps: Option<u64>,
    },
    /// The tier's values cannot hold the schema or the instance.
    Unheld,
    /// A limit was met.
    Stopped(Stopped),
    /// There is no verdict, but an error.
    Failed(String),
}

impl Answer {
    /// A verdict without steps.
    pub fn of(result: Result<bool, String>) -> Answer {
        match result {
            Ok(valid) => Answer::Decided { valid, steps: None },
            Err(why) => Answer::Failed(why),
        }
    }
}

/// Tests that a tier is known not to pass, and why.
#[derive(Debug, Clone, Copy)]
pub struct Known {
    /// The case's file.
    pub file: &'static str,
    /// The case's description; `*` for any.
    pub case: &'static str,
    /// The test's description; `*` for any.
    pub test: &'static str,
    /// Why it does not pass.
    pub reason: &'static str,
}

impl Known {
    /// A row of the table: file, case, test, reason.
    pub const fn new(
        file: &'static str,
        case: &'static str,
        test: &'static str,
        reason: &'static str,
    ) -> Self {
        Known { file, case, test, reason }
    }

    fn covers(&self, case: &Case, test: &Test) -> bool {
        let is = |pattern: &str, text: &str| pattern == "*" || pattern == text;
        self.file == case.file
            && is(self.case, &case.description)
            && is(self.test, &test.description)
    }
}

type Judge<'c> = Box<dyn Fn(&Case) -> Vec<Answer> + 'c>;

/// A way to validate.
pub struct Tier<'c> {
    name: &'static str,
    judge: Judge<'c>,
    known: &'static [Known],
    steps: Option<&'static str>,
}

impl<'c> Tier<'c> {
    /// A tier that gives one answer for each test of a case, in order.
    pub fn new(name: &'static str, judge: impl Fn(&Case) -> Vec<Answer> + 'c) -> Self {
        Tier { name, judge: Box::new(judge), known: &[], steps: None }
    }

    /// Sets what this tier is known not to pass.
    #[must_use]
    pub fn known(self, known: &'static [Known]) -> Self {
        Tier { known, ..self }
    }

    /// Says that all tiers with this label have to take the same steps for the same test.
    #[must_use]
    pub fn same_steps(self, label: &'static str) -> Self {
        Tier { steps: Some(label), ..self }
    }

    /// One answer for each test of a case.
    pub fn judge(&self, case: &Case) -> Vec<Answer> {
        (self.judge)(case)
    }

    /// The label that [`same_steps`](Self::same_steps) set.
    pub fn steps_label(&self) -> Option<&'static str> {
        self.steps
    }
}

impl fmt::Debug for Tier<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Tier").field(&self.name).finish()
    }
}

/// Numbers of tests of one part and one tier.
#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    passed: usize,
    known: usize,
    unheld: usize,
    failed: usize,
}

/// A run in progress.
#[derive(Debug)]
pub struct Run<'c> {
    tiers: Vec<Tier<'c>>,
    table: Vec<(String, &'static str, Tally)>,
    /// For each row of each tier's known failures: how many tests it covered, how many of them failed.
    rows: BTreeMap<(usize, usize), (usize, usize)>,
    /// What tiers cannot hold, and which.
    unheld: BTreeMap<String, Vec<&'static str>>,
    /// What failed, and in which tiers.
    failures: BTreeMap<String, Vec<&'static str>>,
}

impl<'c> Run<'c> {
    /// Nothing has run yet.
    pub fn new(tiers: Vec<Tier<'c>>) -> Self {
        Run {
            tiers,
            table: Vec::new(),
            rows: BTreeMap::new(),
            unheld: BTreeMap::new(),
            failures: BTreeMap::new(),
        }
    }

    /// Runs cases over all tiers; the name of the part is for the table.
    pub fn part(&mut self, part: &str, cases: &[Case]) {
        let mut tallies = vec![Tally::default(); self.tiers.len()];
        for case in cases {
            let answers: Vec<Vec<Answer>> =
                self.tiers.iter().map(|tier| tier.judge(case)).collect();
            for (tier, (answers, tally)) in answers.iter().zip(&mut tallies).enumerate() {
                self.judge(tier, case, answers, tally);
            }
            self.compare_steps(case, &answers);
        }
        for (tier, tally) in self.tiers.iter().zip(tallies) {
            self.table.push((part.to_owned(), tier.name, tally));
        }
    }

    fn judge(&mut self, tier: usize, case: &Case, answers: &[Answer], tally: &mut Tally) {
        let Tier { name, known, .. } = self.tiers[tier];
        if answers.len() != case.tests.len() {
            let (given, wanted) = (answers.len(), case.tests.len());
            self.fail(name, format!("{case} | {given} answers for {wanted} tests"));
        }
        for (test, answer) in case.tests.iter().zip(answers) {
            let wrong = match answer {
                Answer::Unheld => {
                    tally.unheld += 1;
                    let what = format!("{case} | {}", test.description);
                    self.unheld.entry(what).or_default().push(name);
                    continue;
                }
                Answer::Decided { valid, .. } if *valid == test.valid => None,
                Answer::Decided { valid, .. } => Some(format!("valid: {valid}")),
                Answer::Stopped(stopped) => Some(stopped.to_string()),
                Answer::Failed(why) => Some(why.clone()),
            };
            let row = known.iter().position(|known| known.covers(case, test));
            if let Some(row) = row {
                let (covered, failed) = self.rows.entry((tier, row)).or_default();
                *covered += 1;
                *failed += usize::from(wrong.is_some());
            }
            match (wrong, row) {
                (None, _) => tally.passed += 1,
                (Some(_), Some(_)) => tally.known += 1,
                (Some(got), None) => {
                    tally.failed += 1;
                    let (test, wanted) = (&test.description, test.valid);
                    self.fail(name, format!("{case} | {test} | want {wanted}, got {got}"));
                }
            }
        }
    }

    fn fail(&mut self, tier: &'static str, what: String) {
        self.failures.entry(what).or_default().push(tier);
    }

    fn compare_steps(&mut self, case: &Case, answers: &[Vec<Answer>]) {
        for (index, test) in case.tests.iter().enumerate() {
            let mut first: BTreeMap<&str, (&str, u64)> = BTreeMap::new();
            for (tier, answers) in self.tiers.iter().zip(answers) {
                let (Some(label), Some(Answer::Decided { steps: Some(steps), .. })) =
                    (tier.steps, answers.get(index))
                else {
                    continue;
                };
                let (other, wanted) = *first.entry(label).or_insert((tier.name, *steps));
                if wanted != *steps {
                    let test = &test.description;
                    let what = format!("{case} | {test} | {wanted} steps in {other}, not {steps}");
                    self.failures.entry(what).or_default().push(tier.name);
                }
            }
        }
    }

    /// The table of results; `Err` if anything failed, with what it was.
    ///
    /// # Errors
    ///
    /// Unexpected answers, steps that differ, and known failures that did not fail.
    pub fn finish(mut self) -> Result<String, String> {
        for ((tier, row), (covered, failed)) in std::mem::take(&mut self.rows) {
            if failed == 0 {
                let Tier { name, known, .. } = self.tiers[tier];
                let Known { file, case, test, reason } = known[row];
                let tests = format!("{file} | {case} | {test} | {covered} of {covered} pass");
                self.fail(name, format!("{tests}: strike the row {reason:?}"));
            }
        }
        let mut text = self.to_string();
        if self.failures.is_empty() {
            return Ok(text);
        }
        for (what, tiers) in self.failures.iter().take(SHOWN) {
            text += &format!("\nFAILED {what} ({})", tiers.join(", "));
        }
        if let Some(more) = self.failures.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            text += &format!("\nand {more} more failures");
        }
        Err(text)
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} | {}", self.file, self.description)
    }
}

impl fmt::Display for Run<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.tiers.iter().map(|tier| tier.name.len()).max().unwrap_or(0);
        for (part, name, Tally { passed, known, unheld, failed }) in &self.table {
            let total = passed + known + unheld + failed;
            write!(f, "{part:<28} {name:<width$} {passed:>5}/{total:<5}")?;
            for (count, what) in [(known, "known"), (unheld, "unheld"), (failed, "FAILED")] {
                if *count > 0 {
                    write!(f, "  {count} {what}")?;
                }
            }
            f.write_char('\n')?;
        }
        for (what, tiers) in &self.unheld {
            writeln!(f, "unheld {what} ({})", tiers.join(", "))?;
        }
        Ok(())
    }
}

/// Writes past the test harness, which would keep what a passing test prints to itself.
pub fn show(text: &str) {
    // Nobody reads it if standard output is closed.
    let _ = writeln!(std::io::stdout().lock(), "{text}");
}

/// Shows the table of a run.
///
/// # Panics
///
/// If anything failed; it is for tests.
pub fn conclude(run: Run<'_>) {
    match run.finish() {
        Ok(table) => show(&table),
        Err(report) => panic!("{report}"),
    }
}
