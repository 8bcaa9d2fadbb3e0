//! The oracle's JSON values and their reader.
//!
//! Not a parser to copy: it recurses, it copies, and it stops at [`MAX_DEPTH`](super::MAX_DEPTH) levels.
//!
//! Invariant: two values are equal (`==`) exactly if JSON Schema calls them equal (core, section 4.2.2).

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::pow;

use super::MAX_DEPTH;

/// The largest absolute decimal exponent that the oracle writes out.
pub const MAX_EXPONENT: i64 = 5_000;

/// A JSON value with exact numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as a fraction.
    Number(BigRational),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// An object; of members with the same name the last one counts.
    Object(BTreeMap<String, Json>),
}

impl Json {
    /// Reads JSON text (RFC 8259).
    ///
    /// # Errors
    ///
    /// Text that is not JSON, and values that the oracle declines.
    pub fn parse(text: &str) -> Result<Json, String> {
        let mut reader = Reader { rest: text };
        let value = reader.value(0)?;
        reader.space();
        if reader.rest.is_empty() { Ok(value) } else { reader.fail("the end") }
    }
}

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn fail<T>(&self, wanted: &str) -> Result<T, String> {
        let found: String = self.rest.chars().take(20).collect();
        Err(format!("expected {wanted}, found {found:?}"))
    }

    fn space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    fn peek(&mut self) -> Option<char> {
        self.space();
        self.rest.chars().next()
    }

    fn eat(&mut self, token: &str) -> bool {
        self.space();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.eat(token) { Ok(()) } else { self.fail(token) }
    }

    fn value(&mut self, depth: usize) -> Result<Json, String> {
        if depth > MAX_DEPTH {
            return Err("the value is too deep for the oracle".into());
        }
        match self.peek() {
            Some('n') => self.expect("null").map(|()| Json::Null),
            Some('t') => self.expect("true").map(|()| Json::Bool(true)),
            Some('f') => self.expect("false").map(|()| Json::Bool(false)),
            Some('"') => self.string().map(Json::String),
            Some('[') => self.array(depth),
            Some('{') => self.object(depth),
            _ => self.number(),
        }
    }

    fn array(&mut self, depth: usize) -> Result<Json, String> {
        self.expect("[")?;
        let mut items = Vec::new();
        if self.eat("]") {
            return Ok(Json::Array(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if self.eat("]") {
                return Ok(Json::Array(items));
            }
            self.expect(",")?;
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, String> {
        self.expect("{")?;
        let mut members = BTreeMap::new();
        if self.eat("}") {
            return Ok(Json::Object(members));
        }
        loop {
            self.space();
            let name = self.string()?;
            self.expect(":")?;
            members.insert(name, self.value(depth + 1)?);
            if self.eat("}") {
                return Ok(Json::Object(members));
            }
            self.expect(",")?;
        }
    }

    fn string(&mut self) -> Result<String, String> {
        let Some(rest) = self.rest.strip_prefix('"') else { return self.fail("a string") };
        self.rest = rest;
        let mut text = String::new();
        loop {
            let Some(c) = self.rest.chars().next() else { return self.fail("a quote") };
            if c < ' ' {
                return self.fail("an escape");
            }
            self.rest = &self.rest[c.len_utf8()..];
            match c {
                '"' => return Ok(text),
                '\\' => text.push(self.escape()?),
                other => text.push(other),
            }
        }
    }

    /// What follows a backslash; a pair of surrogates is one character.
    fn escape(&mut self) -> Result<char, String> {
        let Some(c) = self.rest.chars().next() else { return self.fail("an escape") };
        self.rest = &self.rest[c.len_utf8()..];
        Ok(match c {
            '"' | '\\' | '/' => c,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let mut units = vec![self.unit()?];
                if (0xd800..0xdc00).contains(&units[0]) {
                    match self.rest.strip_prefix("\\u") {
                        Some(rest) => self.rest = rest,
                        None => return self.fail("the second half of a surrogate pair"),
                    }
                    units.push(self.unit()?);
                }
                match String::from_utf16(&units).ok().and_then(|s| s.chars().next()) {
                    Some(c) => c,
                    None => return self.fail("a surrogate pair"),
                }
            }
            _ => return self.fail("an escape"),
        })
    }

    fn unit(&mut self) -> Result<u16, String> {
        let digits = self.rest.get(..4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        match digits.and_then(|d| u16::from_str_radix(d, 16).ok()) {
            Some(unit) => {
                self.rest = &self.rest[4..];
                Ok(unit)
            }
            None => self.fail("four hexadecimal digits"),
        }
    }

    fn digits(&mut self) -> Result<String, String> {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        if digits.is_empty() {
            return self.fail("a digit");
        }
        self.rest = rest;
        Ok(digits.to_owned())
    }

    fn strip(&mut self, c: char) -> bool {
        let stripped = self.rest.strip_prefix(c);
        self.rest = stripped.unwrap_or(self.rest);
        stripped.is_some()
    }

    fn number(&mut self) -> Result<Json, String> {
        let negative = self.strip('-');
        let mut digits = self.digits()?;
        if digits.len() > 1 && digits.starts_with('0') {
            return Err("a number begins with a zero".into());
        }
        let mut exponent = 0;
        if self.strip('.') {
            let fraction = self.digits()?;
            exponent -= fraction.len() as i64;
            digits += &fraction;
        }
        if self.strip('e') || self.strip('E') {
            let negative = self.strip('-');
            if !negative {
                self.strip('+');
            }
            let written: i64 = self.digits()?.parse().unwrap_or(i64::MAX / 2);
            exponent += if negative { -written } else { written };
        }
        let mantissa: BigInt = digits.parse().map_err(|_| "a number cannot be read")?;
        let value = scale(if negative { -mantissa } else { mantissa }, exponent)?;
        Ok(Json::Number(value))
    }
}

/// `mantissa * 10^exponent`
fn scale(mantissa: BigInt, exponent: i64) -> Result<BigRational, String> {
    if exponent.abs() > MAX_EXPONENT {
        return Err("a number's exponent is too large for the oracle".into());
    }
    let power = pow(BigInt::from(10), exponent.unsigned_abs() as usize);
    Ok(match exponent {
        0.. => BigRational::from_integer(mantissa * power),
        _ => BigRational::new(mantissa, power),
    })
}
