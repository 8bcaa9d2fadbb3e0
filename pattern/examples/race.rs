//! Match speed on real patterns and strings, beside the crates regex, fancy-regex and regress.
//!
//! ```text
//! cargo run --release -p jsonbound-pattern --example race -- FOLDER...
//! ```
//!
//! Each distinct pattern in the files (see `corpus`) is matched with strings that occur in them. A row is a kind of
//! matcher; a number is an engine's time over ours, as a geometric mean over the patterns: less than one is a loss of
//! ours, in bold. The engines take turns, and the median of the rounds counts. A pair that an engine answers otherwise is
//! counted: regex and fancy-regex have another syntax.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod corpus;

use std::collections::{BTreeMap, BTreeSet};
use std::hint::black_box;
use std::time::Instant;

use jsonbound_pattern::{PatternLimits, compile};
use jsonbound_program::{Exhausted, Meter};
use serde_json::Value;

/// How many of the strings are matched, spread evenly over all, and how long they may be.
const STRINGS: usize = 500;
const LONGEST: usize = 200;
const ROUNDS: usize = 7;

struct Unlimited;

impl Meter for Unlimited {
    fn pay(&mut self, _: u64) -> Result<(), Exhausted> {
        Ok(())
    }
    fn hold(&mut self, _: u64) -> Result<(), Exhausted> {
        Ok(())
    }
    fn release(&mut self, _: u64) {}
}

/// An engine's answer, if it has one.
type Match<'e> = Box<dyn FnMut(&str) -> Option<bool> + 'e>;

/// The other engines, each with the pattern if it takes it.
fn others(pattern: &str) -> [Option<Match<'static>>; 3] {
    let regex = regex::Regex::new(pattern).ok();
    let fancy = fancy_regex::Regex::new(pattern).ok();
    let regress = regress::Regex::with_flags(pattern, "u").ok();
    [
        regex.map(|regex| Box::new(move |text: &str| Some(regex.is_match(text))) as Match<'_>),
        fancy.map(|regex| Box::new(move |text: &str| regex.is_match(text).ok()) as Match<'_>),
        regress
            .map(|regex| Box::new(move |text: &str| Some(regex.find(text).is_some())) as Match<'_>),
    ]
}

/// What is known of one kind of matcher.
#[derive(Default)]
struct Row {
    patterns: u32,
    /// For each of the others: the logarithms of the ratios, summed; how many; pairs with another answer.
    others: [(f64, u32, u64); 3],
}

fn main() -> std::io::Result<()> {
    let (mut patterns, mut strings) = (BTreeSet::new(), BTreeSet::new());
    corpus::each(std::env::args_os().skip(1), |document| {
        patterns.extend(corpus::patterns(document).map(str::to_owned));
        let all = corpus::values(document).filter_map(Value::as_str);
        strings.extend(all.filter(|text| text.len() <= LONGEST).map(str::to_owned));
    })?;
    let step = strings.len().div_ceil(STRINGS).max(1);
    let strings: Vec<String> = strings.into_iter().step_by(step).collect();
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    for pattern in &patterns {
        let Ok(compiled) = compile(pattern, &PatternLimits::untrusted()) else { continue };
        let row = rows.entry(corpus::matcher(&compiled)).or_default();
        row.patterns += 1;
        let mut cache = compiled.matcher.cache();
        let ours: Match<'_> =
            Box::new(|text: &str| compiled.matcher.is_match(text, &mut cache, &mut Unlimited).ok());
        race(ours, others(pattern), &strings, row);
    }
    println!("{} patterns, {} strings\n", patterns.len(), strings.len());
    println!("| matcher | patterns | regex | fancy-regex | regress | other answers |");
    println!("| --- | ---: | ---: | ---: | ---: | --- |");
    for (name, row) in rows {
        let ratio = |(sum, count, _): (f64, u32, u64)| match (sum / f64::from(count)).exp() {
            _ if count == 0 => "-".to_owned(),
            ratio if ratio < 1.0 => format!("**{ratio:.2}**"),
            ratio => format!("{ratio:.2}"),
        };
        let [a, b, c] = row.others.map(ratio);
        let differ = row.others.map(|(.., differ)| differ);
        println!("| {name} | {} | {a} | {b} | {c} | {differ:?} |", row.patterns);
    }
    Ok(())
}

/// Matches all strings by all engines, and adds what came of it.
fn race<'e>(ours: Match<'e>, others: [Option<Match<'e>>; 3], strings: &[String], row: &mut Row) {
    let mut engines: Vec<Option<Match<'e>>> = Vec::from([Some(ours)]);
    engines.extend(others);
    let answers: Vec<Vec<Option<bool>>> = engines
        .iter_mut()
        .map(|engine| match engine {
            Some(engine) => strings.iter().map(|text| engine(text)).collect(),
            None => Vec::new(),
        })
        .collect();
    let mut times = vec![[0.0; ROUNDS]; engines.len()];
    for round in 0..ROUNDS {
        for (engine, times) in engines.iter_mut().zip(&mut times) {
            let Some(engine) = engine else { continue };
            let start = Instant::now();
            for text in strings {
                black_box(engine(black_box(text)));
            }
            times[round] = start.elapsed().as_secs_f64();
        }
    }
    let medians: Vec<f64> = times
        .iter_mut()
        .map(|times| {
            times.sort_by(f64::total_cmp);
            times[ROUNDS / 2]
        })
        .collect();
    for (other, sums) in row.others.iter_mut().enumerate() {
        if engines[other + 1].is_some() {
            sums.0 += (medians[other + 1] / medians[0]).ln();
            sums.1 += 1;
            let pairs = answers[0].iter().zip(&answers[other + 1]);
            sums.2 += pairs.filter(|(a, b)| a != b).count() as u64;
        }
    }
}
