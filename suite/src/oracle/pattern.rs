//! ECMA-262 patterns (with the flag `u`) by translation to the crate fancy-regex.
//!
//! Whatever the two dialects write alike but mean differently is spelled out: `\d`, `\w`, `\s`, `\b`, `.`, `^`, `$`,
//! classes. Not covered: references to groups that did not take part (empty in ECMA-262), errors for what ECMA-262
//! forbids and fancy-regex allows.

use std::iter::Peekable;
use std::str::Chars;

use fancy_regex::Regex;

const DIGIT: &str = "0-9";
const WORD: &str = "0-9A-Za-z_";
const SPACE: &str = r"\t\n\x0b\x0c\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}";

/// Whether the pattern matches anywhere in the text.
pub(crate) fn matches(pattern: &str, text: &str) -> Result<bool, String> {
    let translated = translate(pattern)?;
    let regex = Regex::new(&translated).map_err(|e| format!("pattern {pattern:?}: {e}"))?;
    regex.is_match(text).map_err(|e| format!("pattern {pattern:?}: {e}"))
}

/// The pattern in the dialect of fancy-regex.
pub(super) fn translate(pattern: &str) -> Result<String, String> {
    let mut translator = Translator { rest: pattern.chars().peekable(), out: String::new() };
    translator.run().map_err(|e| format!("pattern {pattern:?}: {e}"))?;
    Ok(translator.out)
}

/// What an escape stands for: one character, or a set as the body of a class.
enum Atom {
    Char(char),
    Set { body: String, negated: bool },
}

impl Atom {
    fn set(body: &str, negated: bool) -> Atom {
        Atom::Set { body: body.to_owned(), negated }
    }

    /// As a part of a class.
    fn in_class(&self) -> String {
        match self {
            Atom::Char(c) => literal(*c),
            Atom::Set { .. } => self.outside(),
        }
    }

    fn outside(&self) -> String {
        match self {
            Atom::Char(c) => literal(*c),
            Atom::Set { body, negated: false } => format!("[{body}]"),
            Atom::Set { body, negated: true } => format!("[^{body}]"),
        }
    }
}

fn literal(c: char) -> String {
    if c.is_ascii_alphanumeric() { c.to_string() } else { format!(r"\x{{{:x}}}", u32::from(c)) }
}

struct Translator<'p> {
    rest: Peekable<Chars<'p>>,
    out: String,
}

impl Translator<'_> {
    fn eat(&mut self, c: char) -> bool {
        self.rest.next_if_eq(&c).is_some()
    }

    fn run(&mut self) -> Result<(), String> {
        while let Some(c) = self.rest.next() {
            match c {
                '\\' => self.escape_outside()?,
                '[' => self.class()?,
                '.' => self.out += r"[^\n\r\x{2028}\x{2029}]",
                '^' => self.out += r"\A",
                '$' => self.out += r"\z",
                '(' => self.group(),
                ')' | '|' | '*' | '+' | '?' | '{' | '}' => self.out.push(c),
                // The comma and the digits may be inside a counter.
                ',' | '0'..='9' => self.out.push(c),
                other => self.out += &literal(other),
            }
        }
        Ok(())
    }

    /// Groups are the same in both but for the spelling of names.
    fn group(&mut self) {
        self.out.push('(');
        if !self.eat('?') {
            return;
        }
        self.out.push('?');
        if !self.eat('<') {
            self.out.extend(self.rest.next_if(|c| matches!(c, ':' | '=' | '!')));
            return;
        }
        match self.rest.next_if(|c| matches!(c, '=' | '!')) {
            Some(c) => self.out.extend(['<', c]),
            None => {
                self.out += "P<";
                self.name();
            }
        }
    }

    /// The rest of a group's name and `>`.
    fn name(&mut self) {
        for c in self.rest.by_ref() {
            self.out.push(c);
            if c == '>' {
                return;
            }
        }
    }

    fn escape_outside(&mut self) -> Result<(), String> {
        let (inside, outside) = (format!("[{WORD}]"), format!("(?![{WORD}])"));
        match self.rest.peek() {
            Some('b') => {
                self.rest.next();
                self.out += &format!("(?:(?<={inside}){outside}|(?<!{inside})(?={inside}))");
            }
            Some('B') => {
                self.rest.next();
                self.out += &format!("(?:(?<={inside})(?={inside})|(?<!{inside}){outside})");
            }
            Some('k') => {
                self.rest.next();
                self.out += r"\k";
                self.name();
            }
            Some('1'..='9') => {
                // In a group, so that a digit after it is not taken for a part of the number.
                self.out += r"(?:\";
                while let Some(digit) = self.rest.next_if(char::is_ascii_digit) {
                    self.out.push(digit);
                }
                self.out.push(')');
            }
            _ => {
                let atom = self.escape()?;
                self.out += &atom.outside();
            }
        }
        Ok(())
    }

    /// An escape that means the same inside and outside of classes, after its backslash.
    fn escape(&mut self) -> Result<Atom, String> {
        let c = self.rest.next().ok_or("a backslash at the end")?;
        Ok(match c {
            'd' | 'D' => Atom::set(DIGIT, c == 'D'),
            'w' | 'W' => Atom::set(WORD, c == 'W'),
            's' | 'S' => Atom::set(SPACE, c == 'S'),
            'p' | 'P' => Atom::set(&self.property()?, c == 'P'),
            't' => Atom::Char('\t'),
            'n' => Atom::Char('\n'),
            'v' => Atom::Char('\u{b}'),
            'f' => Atom::Char('\u{c}'),
            'r' => Atom::Char('\r'),
            '0' if !self.rest.peek().is_some_and(char::is_ascii_digit) => Atom::Char('\0'),
            'c' => match self.rest.next() {
                Some(letter) if letter.is_ascii_alphabetic() => {
                    Atom::Char(char::from(letter as u8 % 32))
                }
                _ => return Err("a control escape without a letter".into()),
            },
            'x' => Atom::Char(char::from(self.hex(2)? as u8)),
            'u' => Atom::Char(self.unicode()?),
            '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|'
            | '/' => Atom::Char(c),
            other => return Err(format!("the escape \\{other}")),
        })
    }

    fn property(&mut self) -> Result<String, String> {
        let mut text = String::from(r"\p");
        loop {
            let c = self.rest.next().ok_or("a property escape without its end")?;
            text.push(c);
            match c {
                '}' => return Ok(text),
                '{' | '=' | '_' => {}
                _ if c.is_ascii_alphanumeric() => {}
                _ => return Err("a property escape without its name".into()),
            }
        }
    }

    fn hex(&mut self, digits: usize) -> Result<u32, String> {
        let mut value = 0;
        for _ in 0..digits {
            let digit = self.rest.next().and_then(|c| c.to_digit(16));
            value = value * 16 + digit.ok_or("an escape without its hexadecimal digits")?;
        }
        Ok(value)
    }

    /// `\u{1F4A9}`, `\u0041`, `\ud83d\udca9`
    fn unicode(&mut self) -> Result<char, String> {
        let mut value = 0_u32;
        if self.eat('{') {
            while !self.eat('}') {
                value = value.saturating_mul(16).saturating_add(self.hex(1)?);
            }
        } else {
            value = self.hex(4)?;
            if (0xd800..0xdc00).contains(&value) && self.eat('\\') && self.eat('u') {
                let low = self.hex(4)?;
                if !(0xdc00..0xe000).contains(&low) {
                    return Err("a lone surrogate".into());
                }
                value = 0x10000 + ((value - 0xd800) << 10) + (low - 0xdc00);
            }
        }
        char::from_u32(value).ok_or_else(|| "an escape that is no character".into())
    }

    /// A class, after its bracket.
    fn class(&mut self) -> Result<(), String> {
        let negated = self.eat('^');
        let mut body = String::new();
        loop {
            if self.eat(']') {
                break;
            }
            let first = self.class_atom()?;
            body += &first.in_class();
            if !self.eat('-') {
                continue;
            }
            if self.rest.peek() == Some(&']') {
                body += &literal('-');
                continue;
            }
            match (first, self.class_atom()?) {
                (Atom::Char(_), last @ Atom::Char(_)) => body += &format!("-{}", last.in_class()),
                _ => return Err("a range that begins or ends with a set".into()),
            }
        }
        self.out += &match (body.is_empty(), negated) {
            (true, false) => r"(?!)".to_owned(),
            (true, true) => r"(?s:.)".to_owned(),
            (false, false) => format!("[{body}]"),
            (false, true) => format!("[^{body}]"),
        };
        Ok(())
    }

    fn class_atom(&mut self) -> Result<Atom, String> {
        match self.rest.next().ok_or("a class without its end")? {
            '\\' => match self.rest.peek() {
                Some('b') => {
                    self.rest.next();
                    Ok(Atom::Char('\u{8}'))
                }
                Some('-') => {
                    self.rest.next();
                    Ok(Atom::Char('-'))
                }
                _ => self.escape(),
            },
            c => Ok(Atom::Char(c)),
        }
    }
}
