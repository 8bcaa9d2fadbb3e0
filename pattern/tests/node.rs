//! Answers against those of Node, where it is installed: the corner cases, and a few thousand generated ones.
#![allow(clippy::print_stderr)]

mod common;

use std::io::Write;
use std::process::{Command, Stdio};

use common::{Budget, cases};
use jsonbound_pattern::{PatternLimits, compile};

/// Reads lines of `flags TAB pattern TAB text`, both in `encodeURIComponent`'s form; answers `1`, `0` or `e` for each.
const SCRIPT: &str = r"
const lines = require('fs').readFileSync(0, 'utf8').split('\n').filter(Boolean);
process.stdout.write(lines.map((line) => {
    const [flags, pattern, text] = line.split('\t');
    try {
        return new RegExp(decodeURIComponent(pattern), flags).test(decodeURIComponent(text)) ? '1' : '0';
    } catch { return 'e'; }
}).join(''));
";

struct Case {
    flags: &'static str,
    pattern: String,
    text: String,
}

/// Node's answers, or none if there is no Node.
fn ask(cases: &[Case]) -> Option<Vec<char>> {
    let mut child = Command::new("node")
        .args(["-e", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut lines = String::new();
    for case in cases {
        let line = format!("{}\t{}\t{}\n", case.flags, encode(&case.pattern), encode(&case.text));
        lines.push_str(&line);
    }
    child.stdin.take()?.write_all(lines.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    let answers: Vec<char> = String::from_utf8(output.stdout).ok()?.chars().collect();
    assert_eq!(answers.len(), cases.len(), "Node answers each case");
    Some(answers)
}

fn encode(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// Our answer in the same form; `?` if it takes too long to wait for.
fn answer(case: &Case) -> char {
    let Ok(compiled) = compile(&case.pattern, &PatternLimits::untrusted()) else { return 'e' };
    let mut cache = compiled.matcher.cache();
    match compiled.matcher.is_match(&case.text, &mut cache, &mut Budget::of(100_000)) {
        Ok(true) => '1',
        Ok(false) => '0',
        Err(_) => '?',
    }
}

fn compare(cases: &[Case]) {
    let Some(answers) = ask(cases) else {
        eprintln!("skipped: there is no `node` to compare with");
        return;
    };
    for (case, theirs) in cases.iter().zip(answers) {
        let ours = answer(case);
        // Node refuses a quantified look-ahead under the flag, and we do not.
        let lenient =
            theirs == 'e' && (case.pattern.contains("(?=") || case.pattern.contains("(?!"));
        if ours != '?' && !lenient {
            assert_eq!(ours, theirs, "`{}` on {:?}", case.pattern, case.text);
        }
    }
}

#[test]
fn corner_cases() {
    let of = |flags, &(pattern, text, _): &(&str, &str, bool)| Case {
        flags,
        pattern: pattern.into(),
        text: text.into(),
    };
    let mut all: Vec<Case> = cases::UNICODE.iter().map(|case| of("u", case)).collect();
    all.extend(cases::ANNEX_B.iter().map(|case| of("", case)));
    compare(&all);
}

#[test]
fn generated_patterns() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut cases = Vec::new();
    for round in 0..1_500 {
        // Astral characters are for anchored patterns: others V8 tries between the halves of a surrogate pair as well,
        // where AdvanceStringIndex (section 22.2.7.3) never stops.
        let astral = round % 3 == 0;
        let mut pattern = random.pattern();
        if astral {
            pattern = format!("^(?:{pattern})$");
        }
        for _ in 0..5 {
            cases.push(Case { flags: "u", pattern: pattern.clone(), text: random.text(astral) });
        }
    }
    compare(&cases);
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
