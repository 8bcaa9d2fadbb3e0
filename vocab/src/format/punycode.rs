//! Punycode (RFC 3492), for labels: bounded by the length of a label, so that what is quadratic stays small.

use super::hostname::LABEL_MAX;

const BASE: u32 = 36;
const T_MIN: u32 = 1;
const T_MAX: u32 = 26;
const SKEW: u32 = 38;
const DAMP: u32 = 700;
const FIRST_BIAS: u32 = 72;
const FIRST: u32 = 0x80;

/// The code points that a label in lower case stands for (section 6.2).
pub(super) fn decode(text: &str) -> Option<Vec<char>> {
    if text.len() > LABEL_MAX {
        return None;
    }
    let (basic, digits) = text.rsplit_once('-').unwrap_or(("", text));
    let mut output: Vec<char> = basic.chars().collect();
    let (mut code, mut at, mut bias) = (FIRST, 0u32, FIRST_BIAS);
    let mut digits = digits.bytes().peekable();
    while digits.peek().is_some() {
        let before = at;
        let mut weight = 1u32;
        for k in (1..).map(|k| k * BASE) {
            let digit = value(digits.next()?)?;
            at = at.checked_add(digit.checked_mul(weight)?)?;
            let threshold = threshold(k, bias);
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(BASE - threshold)?;
        }
        let len = u32::try_from(output.len()).ok()? + 1;
        bias = adapt(at - before, len, before == 0);
        code = code.checked_add(at / len)?;
        at %= len;
        output.insert(usize::try_from(at).ok()?, char::from_u32(code)?);
        at += 1;
    }
    Some(output)
}

/// The form of a label in ASCII, without a prefix (section 6.3). None if there is none that fits a label.
pub(super) fn encode(label: &[char]) -> Option<String> {
    let mut output: String = label.iter().filter(|c| c.is_ascii()).collect();
    let basic = u32::try_from(output.len()).ok()?;
    if basic > 0 {
        output.push('-');
    }
    let (mut code, mut delta, mut bias, mut done) = (FIRST, 0u32, FIRST_BIAS, basic);
    while let Some(next) = label.iter().map(|&c| u32::from(c)).filter(|&c| c >= code).min() {
        delta = delta.checked_add((next - code).checked_mul(done + 1)?)?;
        code = next;
        for c in label.iter().map(|&c| u32::from(c)) {
            if c < code {
                delta = delta.checked_add(1)?;
            } else if c == code {
                push(&mut output, delta, bias)?;
                bias = adapt(delta, done + 1, done == basic);
                delta = 0;
                done += 1;
            }
        }
        delta = delta.checked_add(1)?;
        code += 1;
    }
    Some(output)
}

/// Appends a number of variable length.
fn push(output: &mut String, delta: u32, bias: u32) -> Option<()> {
    let mut rest = delta;
    for k in (1..).map(|k| k * BASE) {
        if output.len() >= LABEL_MAX {
            return None;
        }
        let threshold = threshold(k, bias);
        if rest < threshold {
            break;
        }
        output.push(digit(threshold + (rest - threshold) % (BASE - threshold))?);
        rest = (rest - threshold) / (BASE - threshold);
    }
    output.push(digit(rest)?);
    Some(())
}

fn threshold(k: u32, bias: u32) -> u32 {
    k.saturating_sub(bias).clamp(T_MIN, T_MAX)
}

/// The next bias (section 6.1).
fn adapt(delta: u32, len: u32, first: bool) -> u32 {
    let mut delta = if first { delta / DAMP } else { delta / 2 };
    delta += delta / len;
    let mut k = 0;
    while delta > (BASE - T_MIN) * T_MAX / 2 {
        delta /= BASE - T_MIN;
        k += BASE;
    }
    k + (BASE - T_MIN + 1) * delta / (delta + SKEW)
}

fn value(digit: u8) -> Option<u32> {
    char::from(digit).to_digit(BASE).map(|value| (value + 26) % BASE)
}

fn digit(value: u32) -> Option<char> {
    char::from_digit((value + 10) % BASE, BASE)
}
