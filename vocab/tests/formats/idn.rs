//! Internationalised labels: the rules that a table of strings does not reach.

use proptest::prelude::*;

use super::is;

/// What a code point may be in a label (RFC 5892, appendix B.1), for some of each reason.
#[test]
fn code_points() {
    let valid = [
        'a',
        '\u{df}',
        '\u{e0}',
        '\u{f6}',
        '\u{f8}',
        '\u{131}',
        '\u{138}',
        '\u{180}',
        '\u{1f0}',
        '\u{250}',
        '\u{3ac}',
        '\u{3c2}',
        '\u{430}',
        '\u{561}',
        '\u{904}',
        '\u{966}',
        '\u{e01}',
        '\u{f0b}',
        '\u{10d0}',
        '\u{13a0}',
        '\u{1780}',
        '\u{1e01}',
        '\u{1fb6}',
        '\u{3007}',
        '\u{3041}',
        '\u{30a1}',
        '\u{4e00}',
        '\u{a641}',
        '\u{ac00}',
        '\u{10428}',
        '\u{20000}',
    ];
    let invalid = [
        '_',
        '\u{80}',
        '\u{a0}',
        '\u{aa}',
        '\u{ad}',
        '\u{b5}',
        '\u{d7}',
        '\u{c0}',
        '\u{132}',
        '\u{149}',
        '\u{17f}',
        '\u{1c4}',
        '\u{2b0}',
        '\u{345}',
        '\u{37a}',
        '\u{3d0}',
        '\u{587}',
        '\u{640}',
        '\u{7fa}',
        '\u{958}',
        '\u{e33}',
        '\u{1100}',
        '\u{115f}',
        '\u{180b}',
        '\u{1c80}',
        '\u{1e9b}',
        '\u{1f71}',
        '\u{1f80}',
        '\u{200b}',
        '\u{2028}',
        '\u{20d0}',
        '\u{2126}',
        '\u{212a}',
        '\u{2160}',
        '\u{302e}',
        '\u{3031}',
        '\u{303b}',
        '\u{a960}',
        '\u{ab70}',
        '\u{d7b0}',
        '\u{e000}',
        '\u{f900}',
        '\u{fb01}',
        '\u{fdd0}',
        '\u{fe00}',
        '\u{ff41}',
        '\u{ffff}',
        '\u{1d100}',
        '\u{1d200}',
        '\u{1d400}',
        '\u{1f600}',
        '\u{e0100}',
        '\u{378}',
    ];
    // `ö` and `א` make a U-label of each.
    for c in valid {
        assert!(is("idn-hostname", &format!("\u{f6}{c}\u{f6}")), "{c:?} {:x}", u32::from(c));
    }
    for c in ['\u{5d0}', '\u{5ef}', '\u{620}', '\u{6fd}', '\u{1e922}'] {
        assert!(is("idn-hostname", &format!("\u{5d0}{c}")), "{c:?} {:x}", u32::from(c));
    }
    for c in invalid {
        assert!(!is("idn-hostname", &format!("\u{f6}{c}\u{f6}")), "{c:?} {:x}", u32::from(c));
        assert!(!is("idn-hostname", &format!("\u{5d0}{c}")), "{c:?} {:x}", u32::from(c));
    }
}

/// Names and their ASCII forms.
#[test]
fn both_forms_of_a_name() {
    let pairs = [
        ("b\u{fc}cher", "xn--bcher-kva"),
        ("\u{3b4}\u{3bf}\u{3ba}\u{3b9}\u{3bc}\u{3ae}", "xn--jxalpdlp"),
        ("\u{43f}\u{440}\u{438}\u{43c}\u{435}\u{440}", "xn--e1afmkfd"),
        ("\u{4f8b}\u{5b50}", "xn--fsqu00a"),
        ("\u{645}\u{62b}\u{627}\u{644}", "xn--mgbh0fb"),
        ("\u{5d8}\u{5e2}\u{5e1}\u{5d8}", "xn--deba0ad"),
        ("\u{915}\u{94d}\u{200d}\u{937}", "xn--11b2ezcw70k"),
    ];
    for (unicode, ascii) in pairs {
        assert!(is("idn-hostname", unicode) && is("idn-hostname", ascii), "{unicode} {ascii}");
        assert!(is("hostname", ascii) && is("hostname", &ascii.to_uppercase()), "{ascii}");
        // Any other last digit is another label, or none in canonical form.
        let (stem, last) = ascii.split_at(ascii.len() - 1);
        let others = ('a'..='z').filter(|c| *c != last.chars().next().unwrap_or_default());
        let valid = others.filter(|c| is("hostname", &format!("{stem}{c}"))).count();
        assert!(valid < 26, "{ascii}");
    }
}

#[test]
fn what_is_marked_is_an_a_label() {
    for wrong in
        ["xn--a", "xn--bcher-kv", "xn---bcher-kva", "xn--bcher-", "xn--b_cher-kva", "xn--9"]
    {
        assert!(!is("hostname", wrong) && !is("idn-hostname", wrong), "{wrong}");
        assert!(!is("hostname", &format!("a.{wrong}.b")), "{wrong}");
    }
}

/// The length of a label is that of its ASCII form.
#[test]
fn lengths_are_of_the_ascii_form() {
    // `ü` a hundred times is far shorter in Punycode than its bytes, and too long all the same.
    let longest = (1..100).take_while(|&count| is("idn-hostname", &"\u{fc}".repeat(count))).count();
    assert!((50..60).contains(&longest), "{longest}");
    let label = "\u{fc}".repeat(longest);
    let name = [label.as_str(); 3].join(".");
    assert!(is("idn-hostname", &name));
    assert!(!is("idn-hostname", &[name.as_str(), &label, &label].join(".")));
}

/// The bidi rule of RFC 5893, section 2, by its conditions.
#[test]
fn directions() {
    // Right to left: `א`, then what conditions 2 to 4 say.
    for valid in
        ["\u{5d0}", "\u{5d0}1", "\u{5d0}\u{661}", "\u{5d0}-\u{5d0}", "\u{5d0}\u{5b0}", "\u{627}1"]
    {
        assert!(is("idn-hostname", valid), "{valid}");
    }
    for invalid in ["\u{5d0}a", "\u{5d0}1\u{661}", "1\u{5d0}", "\u{661}\u{5d0}", "\u{661}"] {
        assert!(!is("idn-hostname", invalid), "{invalid}");
    }
    // Left to right, beside a label that is not: conditions 1, 5 and 6.
    for (label, valid) in [("a", true), ("a1", true), ("a-b", true), ("1a", false), ("1", false)] {
        assert!(is("idn-hostname", label));
        assert_eq!(is("idn-hostname", &format!("{label}.\u{5d0}")), valid, "{label}");
        assert_eq!(is("idn-hostname", &format!("\u{5d0}.{label}")), valid, "{label}");
        assert_eq!(is("idn-hostname", &format!("{label}.xn--4db")), valid, "{label}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// An internationalised mailbox has an internationalised domain.
    #[test]
    fn domains_of_mailboxes(label in "[a-z\u{e0}-\u{ff}\u{3b1}-\u{3c9}\u{5d0}-\u{5ea}\u{300}-]{1,8}") {
        if is("idn-hostname", &label) {
            let mailbox = format!("a@{label}");
            prop_assert!(is("idn-email", &mailbox));
        }
    }

    /// All that is a host name is an internationalised one, as long as nothing is written from right to left.
    #[test]
    fn host_names_are_internationalised_ones(name in "[a-z0-9-]{1,5}(\\.(xn--)?[a-z0-9-]{1,8}){0,2}") {
        if is("hostname", &name) && !name.contains("xn--") {
            prop_assert!(is("idn-hostname", &name));
        }
        if is("idn-hostname", &name) {
            prop_assert!(is("hostname", &name));
        }
    }
}
