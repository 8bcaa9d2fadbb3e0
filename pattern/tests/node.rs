//! Answers against those of Node, where it is installed: the corner cases, and a few thousand generated ones.
//!
//! `JSONBOUND_NODE_PAIRS=1000000` asks for more generated pairs of a pattern and a text, and prints what they were.
#![allow(clippy::print_stderr)]

mod common;

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

use common::{Budget, cases};
use jsonbound_pattern::{PatternErrorKind, PatternLimits, compile};

/// Reads lines of a pattern and texts in `encodeURIComponent`'s form, between tabs. Answers for each text: `1` or `0`;
/// `t` or `f` if the pattern is valid without the `u` flag only; `e` if it is not valid at all.
const SCRIPT: &str = r"
const lines = require('fs').readFileSync(0, 'utf8').split('\n').filter(Boolean);
const compile = (pattern, flags) => { try { return new RegExp(pattern, flags); } catch { return null; } };
process.stdout.write(lines.map((line) => {
    const [pattern, ...texts] = line.split('\t').map(decodeURIComponent);
    const [strict, loose] = [compile(pattern, 'u'), compile(pattern, '')];
    return texts.map((text) => {
        if (strict) return strict.test(text) ? '1' : '0';
        return loose ? (loose.test(text) ? 't' : 'f') : 'e';
    }).join('');
}).join(''));
";

struct Case {
    pattern: String,
    texts: Vec<String>,
}

/// Node's answers, text by text, or none if there is no Node.
fn ask(cases: &[Case]) -> Option<Vec<char>> {
    let mut child = Command::new("node")
        .args(["-e", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut lines = String::new();
    for case in cases {
        lines.push_str(&encode(&case.pattern));
        for text in &case.texts {
            lines.push('\t');
            lines.push_str(&encode(text));
        }
        lines.push('\n');
    }
    child.stdin.take()?.write_all(lines.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    let answers: Vec<char> = String::from_utf8(output.stdout).ok()?.chars().collect();
    let pairs: usize = cases.iter().map(|case| case.texts.len()).sum();
    assert_eq!(answers.len(), pairs, "Node answers each case");
    Some(answers)
}

fn encode(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// What happened, counted, and the pairs that differ.
#[derive(Debug, Default)]
struct Outcome {
    patterns: BTreeMap<&'static str, u64>,
    pairs: BTreeMap<&'static str, u64>,
    lints: BTreeMap<&'static str, u64>,
    differences: Vec<String>,
}

impl Outcome {
    /// Compares our answers for one pattern with Node's.
    fn compare(&mut self, case: &Case, theirs: &[char]) {
        let first = theirs.first().copied().unwrap_or('e');
        let compiled = match compile(&case.pattern, &PatternLimits::untrusted()) {
            Ok(compiled) => compiled,
            Err(error) => {
                let what = match (first, error.kind()) {
                    (_, PatternErrorKind::Limit { .. }) => "refused by a limit",
                    ('e', _) => "invalid in both",
                    ('t' | 'f', _) => "valid without the flag only, refused",
                    _ => return self.differ(case, &format!("refused: {error}")),
                };
                return count(&mut self.patterns, what);
            }
        };
        for lint in &compiled.lints {
            count(&mut self.lints, lint.kind.code());
        }
        match (first, compiled.lints.is_empty()) {
            ('1' | '0', true) => count(&mut self.patterns, "valid in both"),
            ('t' | 'f', false) => count(&mut self.patterns, "valid without the flag only, linted"),
            // Its escapes of the `u` grammar are something else without the flag.
            ('e', false) if !means_the_same_without_flag(&case.pattern, "") => {
                return count(&mut self.patterns, "of both grammars at once, linted");
            }
            (_, strict) => return self.differ(case, &format!("compiles, strict: {strict}")),
        }
        let mut cache = compiled.matcher.cache();
        for (text, &theirs) in case.texts.iter().zip(theirs) {
            if matches!(theirs, 't' | 'f') && !means_the_same_without_flag(&case.pattern, text) {
                count(&mut self.pairs, "not comparable without the flag");
                continue;
            }
            let expected = matches!(theirs, '1' | 't');
            match compiled.matcher.is_match(text, &mut cache, &mut Budget::of(100_000)) {
                Err(_) => count(&mut self.pairs, "stopped"),
                Ok(found) if found != expected => {
                    self.differ(case, &format!("{found} on {text:?}, Node says {theirs}"));
                }
                Ok(true) => count(&mut self.pairs, "match in both"),
                Ok(false) => count(&mut self.pairs, "match in neither"),
            }
        }
    }

    fn differ(&mut self, case: &Case, how: &str) {
        self.differences.push(format!("`{}`: {how}", case.pattern));
    }
}

fn count(counts: &mut BTreeMap<&'static str, u64>, what: &'static str) {
    *counts.entry(what).or_default() += 1;
}

/// Whether the flag makes no difference but to what is valid: no code points beyond 16 bits, no escapes that are
/// letters without it.
fn means_the_same_without_flag(pattern: &str, text: &str) -> bool {
    let astral = |text: &str| text.chars().any(|c| c.len_utf16() > 1);
    !astral(pattern)
        && !astral(text)
        && ![r"\p", r"\P", r"\u{", r"\k"].iter().any(|escape| pattern.contains(escape))
}

/// Compares, and fails if anything differs. Returns whether there is a Node.
fn compare(cases: &[Case], outcome: &mut Outcome) -> bool {
    let Some(answers) = ask(cases) else {
        eprintln!("skipped: there is no `node` to compare with");
        return false;
    };
    let mut rest = answers.as_slice();
    for case in cases {
        let (theirs, others) = rest.split_at(case.texts.len());
        outcome.compare(case, theirs);
        rest = others;
    }
    assert!(outcome.differences.is_empty(), "{:#?}", outcome.differences);
    true
}

#[test]
fn corner_cases() {
    let all: Vec<Case> = [cases::UNICODE, cases::ANNEX_B]
        .into_iter()
        .flatten()
        .flat_map(|rule| rule.cases)
        .map(|&(pattern, text, _)| Case { pattern: pattern.into(), texts: vec![text.into()] })
        .collect();
    compare(&all, &mut Outcome::default());
}

#[test]
fn generated_patterns() {
    const TEXTS: usize = 5;
    let pairs = std::env::var("JSONBOUND_NODE_PAIRS").ok().map(|pairs| pairs.parse::<usize>());
    let patterns = pairs.clone().map_or(1_500, |pairs| pairs.expect("a number").div_ceil(TEXTS));
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut outcome = Outcome::default();
    let mut rounds = 0..patterns;
    loop {
        let chunk: Vec<Case> =
            rounds.by_ref().take(5_000).map(|round| random.case(round, TEXTS)).collect();
        if chunk.is_empty() || !compare(&chunk, &mut outcome) {
            break;
        }
    }
    if pairs.is_some() {
        eprintln!("{outcome:#?}");
    }
}

/// A generator of patterns and texts over few characters, so that they often meet.
struct Random(u64);

impl Random {
    /// A number below `end` (xorshift64*).
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % end
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    /// A pattern and texts for it. In turn: with astral characters, as made, and with slips.
    ///
    /// Astral characters are for anchored patterns: others V8 tries between the halves of a surrogate pair as well,
    /// where AdvanceStringIndex (section 22.2.7.3) never stops.
    fn case(&mut self, round: usize, texts: usize) -> Case {
        let astral = round.is_multiple_of(3);
        let mut pattern = self.pattern();
        match round % 3 {
            0 => pattern = format!("^(?:{pattern})$"),
            1 => {}
            _ => pattern = self.slip(&pattern),
        }
        Case { pattern, texts: (0..texts).map(|_| self.text(astral)).collect() }
    }

    /// The pattern with one to three characters removed, added or replaced. Counts stay small, or Node would not end.
    fn slip(&mut self, pattern: &str) -> String {
        const SOUP: &str = r"\\\()[[]]{}{}*+?|^$.--,:=!<>abnkuxcpdDwSB012_@#' /é";
        let soup: Vec<char> = SOUP.chars().collect();
        let mut chars: Vec<char> = pattern.chars().collect();
        for _ in 0..1 + self.below(3) {
            let at = self.below(chars.len() + 1);
            let removed = if self.below(2) == 0 { 0 } else { 1.min(chars.len() - at) };
            let c = soup[self.below(soup.len())];
            let added = if self.below(4) == 0 { vec![] } else { vec![c] };
            chars.splice(at..at + removed, added);
        }
        let large = chars.windows(2).any(|pair| pair.iter().all(char::is_ascii_digit));
        if large { pattern.into() } else { chars.into_iter().collect() }
    }

    fn text(&mut self, astral: bool) -> String {
        let length = self.below(7);
        let chars = ["a", "a", "b", "b", "c", "1", "-", " ", "\n", "\u{e9}", "\u{1F600}"];
        let known = chars.len() - usize::from(!astral);
        (0..length).map(|_| self.pick(&chars[..known])).collect()
    }

    /// A pattern of a few terms, some of which are groups around what came before.
    fn pattern(&mut self) -> String {
        let atoms = [
            "a",
            "b",
            "c",
            "a",
            "b",
            ".",
            "[ab]",
            "[^a]",
            r"\d",
            r"\w",
            r"\W",
            r"\s",
            r"\S",
            r"[\s\S]",
            r"\p{L}",
            r"\u{1F600}",
            "[a-c1]",
            "[]",
            "[^]",
            "",
        ];
        let tests = ["^", "$", r"\b", r"\B", "^", "$"];
        let references = [r"\1", r"\1", r"\2", r"\k<n>"];
        let groups = ["(", "(", "(?:", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<n>"];
        let quantifiers = [
            "", "", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{0,2}", "{1,}", "{2,3}?",
            "{0}",
        ];
        let mut pattern = String::new();
        for _ in 0..2 + self.below(5) {
            match self.below(12) {
                0 => pattern.push('|'),
                1 | 2 => pattern.push_str(self.pick(&tests)),
                3 => pattern.push_str(self.pick(&references)),
                4..=6 if !pattern.is_empty() => {
                    pattern =
                        format!("{}{pattern}){}", self.pick(&groups), self.pick(&quantifiers));
                }
                _ => {
                    pattern.push_str(self.pick(&atoms));
                    pattern.push_str(self.pick(&quantifiers));
                }
            }
        }
        pattern
    }
}
