//! Regular expressions and texts for them.
//!
//! Patterns are of the ECMA-262 grammar, or nearly so: a few have slips. Texts are of the few characters that patterns
//! are about, so that they often match.

use super::Choices;

const TESTS: &[&str] = &["^", "$", r"\b", r"\B"];

const REFERENCES: &[&str] = &[r"\1", r"\2", r"\k<n>"];

const GROUPS: &[&str] = &["(?:", "(", "(?=", "(?!", "(?<=", "(?<!", "(?<n>"];

const QUANTIFIERS: &[&str] = &[
    "", "*", "+", "?", "{2}", "*?", "+?", "??", "{0,2}", "{1,}", "{2,3}?", "{0}", "{17}", "{0,90}",
    "{400,}", "{,2}",
];

const ATOMS: &[&str] = &[
    "a",
    "b",
    "c",
    ".",
    "[ab]",
    "[^a]",
    r"\d",
    r"\w",
    r"\W",
    r"\s",
    r"\S",
    r"[\s\S]",
    "[a-c1-]",
    r"[\w-.]",
    "[]",
    "[^]",
    r"\p{L}",
    r"\P{Lu}",
    r"[^\p{Script=Greek}a]",
    r"\u{1F600}",
    r"\ud83d\ude00",
    r"\x61",
    r"\cJ",
    r"[\b\n]",
    r"\-",
    "é",
    "aa",
    "ab",
    "a-b",
    "]",
    "{",
];

/// What slips put in.
const SOUP: &[&str] = &[
    r"\", "(", ")", "[", "]", "{", "}", "*", "+", "?", "|", "^", "$", ".", "-", ",", ":", "=", "!",
    "<", ">", "k", "u", "p", "0", "1", "😀",
];

const CHARACTERS: &[&str] =
    &["a", "b", "c", "1", "-", " ", "\n", "a-b", "é", "😀", "_", "Ω", "\u{2028}", "\u{212a}"];

/// How many texts there are for a pattern.
const TEXTS: usize = 4;

/// A pattern and texts for it.
pub fn patterns(bytes: &[u8]) -> (String, Vec<String>) {
    let mut choices = Choices::from_the_back(bytes);
    let texts = (0..TEXTS).map(|_| text(&mut choices)).collect();
    (pattern(&mut Choices::new(bytes)), texts)
}

/// A few terms, some of them groups around all that came before.
fn pattern(choices: &mut Choices<'_>) -> String {
    let mut pattern = String::new();
    for _ in 0..1 + choices.below(10) {
        match choices.below(16) {
            0..=7 => pattern += &format!("{}{}", choices.of(ATOMS), choices.of(QUANTIFIERS)),
            8..=11 => {
                pattern = format!("{}{pattern}){}", choices.of(GROUPS), choices.of(QUANTIFIERS));
            }
            12 => pattern.push('|'),
            13 => pattern += choices.of(TESTS),
            14 => pattern += choices.of(REFERENCES),
            _ => slip(choices, &mut pattern),
        }
    }
    pattern
}

/// Puts something in, somewhere.
fn slip(choices: &mut Choices<'_>, pattern: &mut String) {
    let at = choices.below(pattern.chars().count() + 1);
    let at = pattern.char_indices().nth(at).map_or(pattern.len(), |(at, _)| at);
    pattern.insert_str(at, choices.of(SOUP));
}

/// Few characters, or one of them many times with others around it.
fn text(choices: &mut Choices<'_>) -> String {
    let mut text: String = (0..choices.below(12)).map(|_| choices.of(CHARACTERS)).collect();
    if choices.once_in(4) {
        text += &choices.of(CHARACTERS).repeat(choices.below(200));
        text += choices.of(CHARACTERS);
    }
    text
}
