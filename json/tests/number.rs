//! Numbers by example: grammar, order, integers, multiples, spelling.

use std::cmp::Ordering;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use jsonbound_json::Number;

fn number(text: &str) -> Number<'_> {
    Number::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn double(value: f64) -> Number<'static> {
    Number::from_f64(value).expect("finite")
}

fn hash(number: &Number<'_>) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(number)
}

#[test]
fn the_grammar_is_that_of_rfc_8259() {
    let good = [
        "0",
        "-0",
        "1",
        "-1",
        "10",
        "0.0",
        "0.10",
        "1e1",
        "1E1",
        "1e+1",
        "1e-1",
        "1e01",
        "1.5e10",
        "-0.0e-0",
        "123456789012345678901234567890",
        "1e99999999999999999999",
    ];
    for text in good {
        assert!(Number::parse(text).is_ok(), "{text}");
    }
    let bad = [
        ("", 0),
        ("-", 1),
        ("+1", 0),
        ("01", 1),
        ("-01", 2),
        ("00", 1),
        (".5", 0),
        ("1.", 2),
        ("1.e1", 2),
        ("1e", 2),
        ("1e+", 3),
        ("1e1.5", 3),
        ("0x10", 1),
        ("1 ", 1),
        (" 1", 0),
        ("1_000", 1),
        ("NaN", 0),
        ("Infinity", 0),
        ("--1", 1),
        ("1e5e5", 3),
        ("1.2.3", 3),
        ("٣", 0),
        ("1\0", 1),
        ("-é", 1),
    ];
    for (text, offset) in bad {
        let error = Number::parse(text).expect_err(text);
        assert_eq!(error.offset(), offset, "{text}");
        assert!(error.to_string().ends_with(&format!("at byte {offset}")), "{error}");
    }
}

/// Each class is one number in several spellings, in ascending order.
const CLASSES: &[&[&str]] = &[
    &["-1e99999999999999999999999", "-10e99999999999999999999998"],
    &["-1e400", "-10.0e399"],
    &["-18446744073709551616"],
    &["-9223372036854775809"],
    &["-9223372036854775808", "-9223372036854775808.0", "-9.223372036854775808e18"],
    &["-9223372036854775807"],
    &["-10", "-1e1", "-100e-1"],
    &["-1", "-1.0"],
    &["-0.5", "-5e-1"],
    &["-1e-400"],
    &["-1e-99999999999999999999999"],
    &["0", "-0", "0.0", "-0.000e10", "0e-5", "0e99999999999999999999"],
    &["1e-99999999999999999999999"],
    &["1e-99999999999999999999998", "0.1e-99999999999999999999997"],
    &["1e-400", "0.1e-399", "10e-401"],
    &["5e-324"],
    &["1e-7", "0.0000001"],
    &["0.1", "0.10", "1e-1", "100e-3"],
    &["0.1000000000000000055511151231257827"],
    &["0.3"],
    &["0.30000000000000004"],
    &["1", "1.0", "10e-1", "0.001e3", "1e0", "1e-0"],
    &["1.5"],
    &["2"],
    &["9"],
    &["10", "1e1"],
    &["4503599627370495.5"],
    &["9007199254740991"],
    &["9007199254740992"],
    &["9007199254740992.5"],
    &["9007199254740993"],
    &["9223372036854775807"],
    &["9223372036854775808", "9.223372036854775808e18"],
    &["18446744073709551615", "18446744073709551615.000"],
    &["18446744073709551616"],
    &["18446744073709551617"],
    &["100000000000000000000", "1e20", "1000e17"],
    &["100000000000000000001"],
    &["100000000000000000002"],
    &["1e23", "100000000000000000000000"],
    &["1.7976931348623157e308"],
    &["1e399"],
    &["1e400", "10e399"],
    &["1e999999999999999999", "0.1e1000000000000000000", "10e999999999999999998"],
    &["1e1000000000000000000"],
    &["1e1000000000000000001"],
    &["1e99999999999999999999998"],
    &["1e99999999999999999999999", "10e99999999999999999999998"],
    &["1.5e99999999999999999999999"],
];

#[test]
fn order_equality_and_hash_are_by_value() {
    let spellings = CLASSES.iter().enumerate();
    let mut numbers = Vec::new();
    for (class, text) in
        spellings.flat_map(|(class, texts)| texts.iter().map(move |text| (class, *text)))
    {
        let number = number(text);
        numbers.push((class, number.clone()));
        numbers.push((class, number.clone().into_owned()));
        if let Some(integer) = number.to_i64() {
            numbers.push((class, Number::from(integer)));
        }
        if let Some(integer) = number.to_u64() {
            numbers.push((class, Number::from(integer)));
        }
        let near = number.to_f64();
        if near.is_finite() && double(near) == number {
            numbers.push((class, double(near)));
        }
    }
    for (left_class, left) in &numbers {
        for (right_class, right) in &numbers {
            let expected = left_class.cmp(right_class);
            assert_eq!(left.cmp(right), expected, "{left:?} and {right:?}");
            assert_eq!(left == right, expected == Ordering::Equal, "{left:?} and {right:?}");
            if left == right {
                assert_eq!(hash(left), hash(right), "{left:?} and {right:?}");
                assert_eq!(left.digits(), right.digits(), "{left:?} and {right:?}");
                assert_eq!(left.exponent(), right.exponent(), "{left:?} and {right:?}");
                assert_eq!(left.is_integer(), right.is_integer(), "{left:?} and {right:?}");
                assert_eq!(left.to_i64(), right.to_i64(), "{left:?} and {right:?}");
                assert_eq!(left.to_u64(), right.to_u64(), "{left:?} and {right:?}");
            }
        }
    }
}

#[test]
fn a_double_means_its_shortest_decimal() {
    assert_eq!(double(1e23), number("1e23"));
    assert_eq!(double(0.1), number("0.1"));
    assert_eq!(double(0.1 + 0.2), number("0.30000000000000004"));
    assert_eq!(double(-0.0), number("0"));
    assert_eq!(double(f64::MAX), number("1.7976931348623157e308"));
    assert_eq!(double(5e-324), number("5e-324"));
    assert_eq!(double(9_007_199_254_740_992.0), number("9007199254740992"));
    assert_eq!(double(1_152_921_504_606_846_976.0), number("1152921504606847000"));
    assert_eq!(double(1_152_921_504_606_846_976.0).to_i64(), Some(1_152_921_504_606_847_000));
    assert_eq!(double(18_446_744_073_709_551_616.0), number("18446744073709552000"));
    for none in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(Number::from_f64(none).is_none());
    }
}

#[test]
fn doubles_compare_exactly_with_integers() {
    let two_53 = 9_007_199_254_740_992_i64;
    assert!(double(9_007_199_254_740_994.0) > Number::from(two_53 + 1));
    assert!(double(9_007_199_254_740_994.0) < Number::from(two_53 + 3));
    assert!(double(1e19) > Number::from(i64::MAX));
    assert!(double(1e19) < Number::from(u64::MAX));
    assert!(double(-1e19) < Number::from(i64::MIN));
    // The double nearest to 2^63 means a decimal that is 192 more.
    let top = double(9_223_372_036_854_775_808.0);
    assert_eq!(top, number("9223372036854776000"));
    assert!(top > Number::from(i64::MAX));
    assert!(top > Number::from(1_u64 << 63));
    assert!(double(0.5) > Number::from(0_i64));
    assert!(double(0.5) < Number::from(i64::MAX));
    assert!(double(-0.5) > Number::from(i64::MIN));
}

#[test]
fn integers_are_told_by_value() {
    for text in ["0", "-0.0", "1.0", "10e-1", "1e400", "120e-1", "5e99999999999999999999"] {
        assert!(number(text).is_integer(), "{text}");
    }
    for text in ["0.5", "1e-400", "12e-1", "1.0000000000000000000001", "5e-99999999999999999999"] {
        assert!(!number(text).is_integer(), "{text}");
    }
    assert!(double(1e300).is_integer());
    assert!(!double(1e-300).is_integer());
}

#[test]
fn conversions_are_exact_or_none() {
    assert_eq!(number("10e1").to_i64(), Some(100));
    assert_eq!(number("1.0").to_u64(), Some(1));
    assert_eq!(number("-1").to_u64(), None);
    assert_eq!(number("0.5").to_i64(), None);
    assert_eq!(number("-9223372036854775808").to_i64(), Some(i64::MIN));
    assert_eq!(number("9223372036854775808").to_i64(), None);
    assert_eq!(number("9223372036854775808").to_u64(), Some(1 << 63));
    assert_eq!(number("18446744073709551615").to_u64(), Some(u64::MAX));
    assert_eq!(number("18446744073709551616").to_u64(), None);
    assert_eq!(number("1e400").to_u64(), None);
    assert_eq!(number("0e400").to_u64(), Some(0));
    assert_eq!(number("1e400").to_f64(), f64::INFINITY);
    assert_eq!(number("-1e99999999999999999999").to_f64(), f64::NEG_INFINITY);
    assert_eq!(number("1e-400").to_f64(), 0.0);
    assert_eq!(number("0.1").to_f64(), 0.1);
    assert_eq!(Number::from(u64::MAX).to_f64(), 18_446_744_073_709_551_615.0);
}

#[test]
fn digits_and_exponents_are_those_of_the_value() {
    let rows = [
        ("0", 1, 0),
        ("0.000", 1, 0),
        ("7", 1, 0),
        ("700", 1, 2),
        ("0.07", 1, -2),
        ("-12.50", 3, -1),
        ("1e400", 1, 400),
        ("100e-1", 1, 1),
        ("9223372036854775807", 19, 0),
        ("-9223372036854775808", 19, 0),
        ("18446744073709551615", 20, 0),
        ("1e99999999999999999999", 1, i64::MAX),
        ("1e-99999999999999999999", 1, i64::MIN),
    ];
    for (text, digits, exponent) in rows {
        assert_eq!((number(text).digits(), number(text).exponent()), (digits, exponent), "{text}");
    }
    assert_eq!(number(&format!("1{}", "0".repeat(5_000))).digits(), 1);
    assert_eq!(number(&format!("0.{}1", "0".repeat(5_000))).digits(), 1);
    assert_eq!(number(&format!("1{}1", "0".repeat(5_000))).digits(), 5_002);
}

#[test]
fn multiples_are_exact() {
    let rows = [
        ("0.3", "0.1", true),
        ("0.3", "0.2", false),
        ("4.35", "0.01", true),
        ("0.0075", "0.0001", true),
        ("0.00751", "0.0001", false),
        ("1e308", "0.123456789", false),
        ("1e308", "0.125", true),
        ("1e308", "0.5", true),
        ("1e400", "3", false),
        ("3e400", "3", true),
        ("1e400", "1024", true),
        ("1e9", "1024", false),
        ("1e10", "1024", true),
        ("1e10", "9765625", true),
        ("1e9", "9765625", false),
        ("1e999999999", "7", false),
        ("7e999999999", "7", true),
        ("1e-999999999", "7", false),
        ("1", "1e-999999999", true),
        ("1", "7e-999999999", false),
        ("1e99999999999999999999", "1e99999999999999999998", true),
        ("1e99999999999999999998", "1e99999999999999999999", false),
        ("4e99999999999999999999", "8e99999999999999999999", false),
        ("4e99999999999999999999", "8e99999999999999999998", true),
        ("0", "7", true),
        ("-0.0", "1e400", true),
        ("-6", "3", true),
        ("-7", "3", false),
        ("1.0", "1", true),
        ("1.5", "1", false),
        ("9007199254740993", "3", true),
        ("9007199254740993", "2", false),
        ("18446744073709551615", "5", true),
        ("18446744073709551616", "2", true),
        ("18446744073709551616", "18446744073709551616", true),
        ("36893488147419103232", "18446744073709551616", true),
        ("36893488147419103233", "18446744073709551616", false),
        ("18446744073709551615", "18446744073709551616", false),
        ("340282366920938463463374607431768211456", "18446744073709551616", true),
        ("340282366920938463463374607431768211455", "18446744073709551615", true),
        ("340282366920938463463374607431768211455", "18446744073709551617", true),
        ("340282366920938463463374607431768211456", "18446744073709551617", false),
        ("1e40", "1099511627776e-1", true),
        ("1e100", "1267650600228229401496703205376", true),
        ("1e99", "1267650600228229401496703205376", false),
        // No multiple of a divisor that is not positive.
        ("0", "0", false),
        ("1", "0", false),
        ("6", "-3", false),
        ("0", "-0.0", false),
        ("0.6", "-0.3", false),
    ];
    for (value, divisor, expected) in rows {
        let (value, divisor) = (number(value), number(divisor));
        assert_eq!(value.is_multiple_of(&divisor), expected, "{value:?} of {divisor:?}");
        assert!(value.multiple_cost(&divisor) >= 1);
    }
    assert!(double(0.3).is_multiple_of(&double(0.1)));
    assert!(double(4.35).is_multiple_of(&double(0.01)));
    assert!(double(1e308).is_multiple_of(&double(0.5)));
    assert!(!Number::from(i64::MIN).is_multiple_of(&Number::from(-1_i64)));
}

#[test]
fn the_cost_of_a_multiple_grows_with_digits_not_with_exponents() {
    let cost = |value: &str, divisor: &str| number(value).multiple_cost(&number(divisor));
    assert_eq!(cost("6", "3"), 1);
    assert_eq!(cost("6.0", "3"), 1);
    assert_eq!(cost("9223372036854775807", "9223372036854775807"), 1);
    assert_eq!(cost("1", "0"), 1);
    assert_eq!(cost("0.1", "3"), 1);
    assert!(cost("1e999999999", "7") < 20);
    assert_eq!(cost("1e999999999", "7"), cost("1e99999999999999999999", "7"));
    let (thousand, ten_thousand) = ("7".repeat(1_000), "7".repeat(10_000));
    assert!(cost(&ten_thousand, "7") >= 10_000 / 16);
    assert!(cost(&ten_thousand, &thousand) >= 10_000 * 1_000 / 64);
    assert!(cost(&ten_thousand, &thousand) <= 10_000 * 1_000 / 16);
    // A shorter value is settled at once.
    assert_eq!(cost(&thousand, &ten_thousand), 1);
}

#[test]
fn display_reads_back_as_the_same_number() {
    for value in [0.1, 1e23, 1e-7, 5e-324, f64::MAX, -2.5, 1e15, -1.5e300] {
        let shown = double(value).to_string();
        assert_eq!(number(&shown), double(value), "{shown}");
    }
    assert_eq!(double(-2.75).to_string(), "-2.75");
    assert_eq!(double(1e300).to_string(), "1e+300");
    for text in ["-0", "1.50", "1E+5", "12345678901234567890123"] {
        assert_eq!(number(text).to_string(), text);
        assert_eq!(number(text).into_owned().as_text(), Some(text));
    }
    assert_eq!(Number::from(i64::MIN).to_string(), "-9223372036854775808");
    assert_eq!(Number::from(u64::MAX).to_string(), "18446744073709551615");
    assert_eq!(number("42").as_text(), None);
    assert_eq!(format!("{:?}", number("1.5")), "Number(1.5)");
}

#[test]
fn long_numbers_are_read_in_linear_time() {
    let text = "123456789".repeat(100_000);
    let (left, right) = (number(&text), number(&text).into_owned());
    assert_eq!(left, right);
    assert_eq!(left.digits(), 900_000);
    assert_eq!(hash(&left), hash(&right));
    assert!(left.is_multiple_of(&Number::from(9_i64)));
    assert!(left.into_owned() > Number::from(0_i64));
}

#[test]
fn cost_is_that_of_the_digits_and_of_long_text() {
    let digits = "7".repeat(72);
    let rows = [("7", 4), ("9999999", 4), ("99999999", 5), ("-1.7976931348623157e308", 6)];
    for (text, cost) in rows.into_iter().chain([(&digits[..32], 4 + 4), (&*digits, 4 + 9 + 5)]) {
        assert_eq!(Number::parse(text).unwrap().cost(), cost, "{text}");
    }
    for exponent in 0..18u32 {
        for near in [10u64.pow(exponent) - 1, 10u64.pow(exponent), 10u64.pow(exponent) + 1] {
            let written = format!("{near}.0");
            assert_eq!(
                Number::from(near).cost(),
                Number::parse(&written).unwrap().cost(),
                "{near}"
            );
        }
    }
    for (double, text) in
        [(1.5, "1.50"), (1e22, "10000000000000000000000"), (0.1, "0.1"), (2e8, "200000000")]
    {
        let double = Number::from_f64(double).unwrap();
        assert_eq!(double.cost(), Number::parse(text).unwrap().cost(), "{text}");
    }
}

/// Of two shortest decimals that are as near, everybody takes the one that ends in an even digit.
#[test]
fn ties_of_shortest_decimals_are_even() {
    for (double, text) in [
        (3_602_879_701_896_397.0 / 4.0, "900719925474099.2"),
        (3_602_879_701_896_399.0 / 4.0, "900719925474099.8"),
        (-3_602_879_701_896_397.0 / 4.0, "-900719925474099.2"),
    ] {
        let number = Number::from_f64(double).unwrap();
        assert_eq!(number, Number::parse(text).unwrap());
        assert_eq!(number.to_string(), text);
        assert_eq!(serde_json::to_string(&double).unwrap(), text);
    }
}

/// Equal numbers can be written in several ways, which older drafts of JSON Schema tell apart.
#[test]
fn integers_by_their_form() {
    for (text, form) in [
        ("0", true),
        ("-0", true),
        ("-12", true),
        ("18446744073709551616", true),
        ("1.0", false),
        ("1e0", false),
        ("1E2", false),
        ("0.5", false),
    ] {
        assert_eq!(number(text).is_integer_form(), form, "{text}");
        assert_eq!(number(text).into_owned().is_integer_form(), form, "{text}");
    }
    assert!(Number::from(i64::MIN).is_integer_form() && Number::from(u64::MAX).is_integer_form());
    assert!(!double(0.5).is_integer_form() && !double(1e300).is_integer_form());
}
