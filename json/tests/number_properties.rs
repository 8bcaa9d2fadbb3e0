//! Numbers against schoolbook arithmetic on strings of digits.

use std::cmp::Ordering;

use jsonbound_json::Number;
use proptest::prelude::*;

/// A number in the form `digits × 10^exponent`, with spellings.
#[derive(Debug, Clone)]
struct Plain {
    negative: bool,
    digits: String,
    exponent: i32,
}

impl Plain {
    /// Moves the point `places` to the left, and pads with zeros that do not matter.
    fn spell(&self, places: usize, zeros: usize) -> String {
        let digits = format!("{}{}", "0".repeat(places), self.digits);
        let (whole, part) = digits.split_at(digits.len() - places);
        let whole = match whole.trim_start_matches('0') {
            "" => "0",
            whole => whole,
        };
        let part = format!("{part}{}", "0".repeat(zeros));
        let point = if part.is_empty() { "" } else { "." };
        let exponent = self.exponent + i32::try_from(places).expect("few places");
        let sign = if self.negative { "-" } else { "" };
        format!("{sign}{whole}{point}{part}e{exponent}")
    }

    /// The digits of the value times 10^100.
    fn scaled(&self) -> String {
        let zeros = usize::try_from(self.exponent + 100).expect("small exponent");
        let digits = format!("{}{}", self.digits, "0".repeat(zeros));
        String::from(digits.trim_start_matches('0'))
    }

    fn compare(&self, other: &Plain) -> Ordering {
        let (left, right) = (self.scaled(), other.scaled());
        let magnitude = left.len().cmp(&right.len()).then_with(|| left.cmp(&right));
        match (self.negative && !left.is_empty(), other.negative && !right.is_empty()) {
            (false, false) => magnitude,
            (true, true) => magnitude.reverse(),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

fn plain() -> impl Strategy<Value = Plain> {
    (any::<bool>(), "[0-9]{1,45}|[019]{1,25}|[0-9]", -60..60_i32)
        .prop_map(|(negative, digits, exponent)| Plain { negative, digits, exponent })
}

/// Near each other, so that they are equal or differ in a late digit.
fn near() -> impl Strategy<Value = (Plain, Plain)> {
    (plain(), 0..10_u8, 0..3_usize, any::<bool>()).prop_map(|(left, digit, zeros, change)| {
        let mut right = left.clone();
        if change {
            right.digits.pop();
            right.digits.push(char::from(b'0' + digit));
        }
        right.digits.push_str(&"0".repeat(zeros));
        right.exponent -= i32::try_from(zeros).expect("few zeros");
        (left, right)
    })
}

fn multiply(left: &str, right: &str) -> String {
    let mut places = vec![0_u32; left.len() + right.len()];
    for (i, a) in left.bytes().rev().enumerate() {
        for (j, b) in right.bytes().rev().enumerate() {
            places[i + j] += u32::from(a - b'0') * u32::from(b - b'0');
        }
        for place in 0..places.len() - 1 {
            places[place + 1] += places[place] / 10;
            places[place] %= 10;
        }
    }
    let digits = places.iter().rev().map(|place| char::from_digit(*place, 10).expect("a digit"));
    let digits: String = digits.collect();
    match digits.trim_start_matches('0') {
        "" => String::from("0"),
        digits => String::from(digits),
    }
}

fn add(left: &str, right: &str) -> String {
    let (mut sum, mut carry) = (Vec::new(), 0);
    let (mut left, mut right) = (left.bytes().rev(), right.bytes().rev());
    loop {
        let pair = (left.next(), right.next());
        if pair == (None, None) && carry == 0 {
            break;
        }
        let place = carry + pair.0.map_or(0, |a| a - b'0') + pair.1.map_or(0, |b| b - b'0');
        sum.push(char::from(b'0' + place % 10));
        carry = place / 10;
    }
    sum.iter().rev().collect()
}

fn parse(text: &str) -> Number<'_> {
    Number::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn order_agrees_with_scaled_digits(
        (left, right) in prop_oneof![near(), (plain(), plain())],
        places in (0..30_usize, 0..30_usize),
    ) {
        let (left_text, right_text) = (left.spell(places.0, 0), right.spell(places.1, 2));
        prop_assert_eq!(parse(&left_text).cmp(&parse(&right_text)), left.compare(&right));
    }

    #[test]
    fn spellings_are_equal(plain in plain(), places in 0..30_usize, zeros in 0..30_usize) {
        let (left, right) = (plain.spell(0, 0), plain.spell(places, zeros));
        let (left, right) = (parse(&left), parse(&right));
        prop_assert_eq!(&left, &right);
        prop_assert_eq!(left.digits(), right.digits());
        prop_assert_eq!(left.exponent(), right.exponent());
        prop_assert_eq!(left.to_i64(), right.to_i64());
        prop_assert_eq!(left.to_f64(), right.to_f64());
    }

    #[test]
    fn doubles_and_integers_compare_as_their_texts(
        double in any::<f64>().prop_filter("finite", |double| double.is_finite()),
        scale in -70..70_i32,
        integer in prop_oneof![any::<i64>(), -100..100_i64],
    ) {
        // Around integers, and anywhere.
        for double in [double, integer as f64, integer as f64 + 0.5, 2_f64.powi(scale)] {
            let number = Number::from_f64(double).expect("finite");
            let text = serde_json::to_string(&double).expect("a number");
            prop_assert_eq!(&number, &parse(&text));
            let integer_text = format!("{integer}.0");
            let expected = parse(&text).cmp(&parse(&integer_text));
            prop_assert_eq!(number.cmp(&Number::from(integer)), expected);
            prop_assert_eq!(Number::from(integer).cmp(&number), expected.reverse());
        }
    }

    #[test]
    fn doubles_of_few_digits_mean_those_digits(digits in 0..10_u64.pow(17), cut in 0..17_u32, places in 0..25) {
        let text = format!("{}e-{places}", digits / 10_u64.pow(cut));
        let double: f64 = text.parse().expect("a number");
        let number = Number::from_f64(double).expect("finite");
        let shortest = serde_json::to_string(&double).expect("a number");
        prop_assert_eq!(&number, &parse(&shortest));
        prop_assert_eq!(number.digits(), parse(&shortest).digits());
        prop_assert_eq!(number.exponent(), parse(&shortest).exponent());
        if digits / 10_u64.pow(cut) < 10_u64.pow(15) {
            prop_assert_eq!(&number, &parse(&text));
        }
    }

    #[test]
    fn doubles_keep_their_order(
        left in any::<f64>().prop_filter("finite", |double| double.is_finite()),
        ulps in 0..3_u64,
    ) {
        let right = f64::from_bits(left.to_bits().saturating_add(ulps));
        prop_assume!(right.is_finite());
        let texts = (format!("{left:e}"), format!("{right:e}"));
        let numbers = (Number::from_f64(left), Number::from_f64(right));
        prop_assert_eq!(numbers.0.cmp(&numbers.1), parse(&texts.0).cmp(&parse(&texts.1)));
    }

    #[test]
    fn multiples_agree_with_remainders(
        value in prop_oneof![any::<u64>().prop_map(u128::from), any::<u128>()],
        divisor in prop_oneof![1..2_000_u128, any::<u64>().prop_map(u128::from), any::<u128>()],
        exponent in -20..20_i32,
        zeros in 0..12_u32,
    ) {
        prop_assume!(divisor > 0);
        let value = value / 10_u128.pow(zeros);
        let whole = value * 10_u128.pow(zeros);
        let left = format!("{value}e{}", exponent + i32::try_from(zeros).expect("few zeros"));
        let right = format!("{divisor}e{exponent}");
        prop_assert_eq!(parse(&left).is_multiple_of(&parse(&right)), whole % divisor == 0);
    }

    #[test]
    fn products_are_multiples_and_what_lies_between_is_not(
        factor in "[1-9][0-9]{0,90}|[1-9]|[1-9]0{1,30}",
        divisor in "[1-9][0-9]{1,90}|[1-9]9{30,60}|[1-9][0-9]0{1,30}|1844674407370955161[0-9]{1,40}",
        (left, right) in (-200..200_i32, 0..100_i32),
        offset in 1..10_u32,
    ) {
        let product = multiply(&factor, &divisor);
        let off = add(&product, &offset.to_string());
        let divisor_text = format!("{divisor}e{left}");
        // With a positive power of ten more, the product is all the more a multiple.
        for exponent in [left, left + right] {
            let text = format!("{product}e{exponent}");
            let (value, divisor) = (parse(&text), parse(&divisor_text));
            prop_assert!(value.is_multiple_of(&divisor), "{} of {}", value, divisor);
            let cost = value.multiple_cost(&divisor);
            prop_assert!((1..1_000).contains(&cost), "{}", cost);
        }
        if divisor.len() > 1 {
            let text = format!("{off}e{left}");
            prop_assert!(!parse(&text).is_multiple_of(&parse(&divisor_text)));
        }
    }

    #[test]
    fn any_text_gets_an_answer(text in "[-+0-9.eE]{0,12}|\\PC{0,6}") {
        let strict = Number::parse(&text);
        match serde_json::from_str::<serde_json::Value>(&text) {
            Ok(value) => prop_assert_eq!(strict.is_ok(), value.is_number() && text.trim() == text),
            Err(error) => prop_assert!(strict.is_err() || error.to_string().contains("out of range")),
        }
        if let Err(error) = strict {
            prop_assert!(error.offset() <= text.len());
        }
    }
}
