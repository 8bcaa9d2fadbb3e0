//! Labels of internationalised names: IDNA 2008 (RFC 5890 to 5893).
//!
//! What a code point may do in a label is derived from Unicode's properties, as RFC 5892 says, and not from a table of
//! one version of Unicode. Sets of code points are written as ECMA-262 classes and read by the workspace's own parser.
//!
//! Invariant: a label is measured before anything is done with it that takes more than linear time.

use std::sync::LazyLock;

use jsonbound_pattern::{CharSet, Node, PatternLimits, parse};
use jsonbound_program::{Exhausted, Meter};
use unicode_bidi::{BidiClass, bidi_class};
use unicode_joining_type::{JoiningType, get_joining_type};
use unicode_normalization::char::{canonical_combining_class, is_combining_mark};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick, is_nfkc_quick};

use super::hostname::LABEL_MAX;
use super::punycode;

/// What marks an A-label, in lower case.
const MARK: &str = "xn--";
/// The canonical combining class of a virama.
const VIRAMA: u8 = 9;

/// What a name has to know of a label.
#[derive(Debug, Clone, Copy)]
pub(super) struct Label {
    /// The bytes of its ASCII form.
    pub length: usize,
    /// Whether it has a character that is written from right to left, or an Arabic number.
    pub right_to_left: bool,
    /// Whether it follows the bidi rule.
    pub bidi: bool,
}

impl Label {
    fn new(label: &[char], length: usize) -> Label {
        use BidiClass::{AL, AN, R};
        let classes: Vec<BidiClass> = label.iter().map(|&c| bidi_class(c)).collect();
        let right_to_left = classes.iter().any(|class| matches!(class, R | AL | AN));
        Label { length, right_to_left, bidi: follows_bidi_rule(&classes) }
    }

    /// A label of ASCII that is no A-label: letters, digits, and hyphens inside. It follows the bidi rule if a letter
    /// comes first.
    pub(super) fn ascii(label: &str, length: usize) -> Label {
        let bidi = label.starts_with(|c: char| c.is_ascii_alphabetic());
        Label { length, right_to_left: false, bidi }
    }
}

/// Whether a label is marked as an A-label.
pub(super) fn is_marked(label: &str) -> bool {
    label.get(..MARK.len()).is_some_and(|prefix| prefix.eq_ignore_ascii_case(MARK))
}

/// A text in Normalization Form C.
pub(super) fn normalized(text: &str) -> String {
    text.nfc().collect()
}

/// Pays for a label of so many characters. Looking up the properties of one takes as long as 32 steps.
fn pay(characters: usize, meter: &mut dyn Meter) -> Result<(), Exhausted> {
    meter.pay(32 * characters.min(LABEL_MAX) as u64)
}

/// An A-label, in any case: it decodes to a U-label that encodes to it again (RFC 5890, section 2.3.2.1).
pub(super) fn a_label(label: &str, meter: &mut dyn Meter) -> Result<Option<Label>, Exhausted> {
    pay(label.len(), meter)?;
    let label = label.to_ascii_lowercase();
    let decoded = label.strip_prefix(MARK).and_then(|encoded| {
        let (again, label) = valid(&punycode::decode(encoded)?)?;
        (again == *encoded).then_some(label)
    });
    Ok(decoded)
}

/// A U-label (RFC 5890, section 2.3.2.1).
pub(super) fn u_label(label: &str, meter: &mut dyn Meter) -> Result<Option<Label>, Exhausted> {
    // One that is cut is too long in any case.
    let label: Vec<char> = label.chars().take(LABEL_MAX).collect();
    pay(label.len(), meter)?;
    Ok(valid(&label).map(|(_, label)| label))
}

/// The rules for registering a label (RFC 5891, section 4.2). Gives its Punycode if they are met.
fn valid(label: &[char]) -> Option<(String, Label)> {
    let first = *label.first()?;
    let hyphens =
        first == '-' || label.last() == Some(&'-') || label.get(2..4) == Some(&['-', '-']);
    if hyphens || is_combining_mark(first) || label.iter().all(char::is_ascii) {
        return None;
    }
    let encoded = punycode::encode(label)?;
    let length = MARK.len() + encoded.len();
    let admitted = || (0..label.len()).all(|at| is_admitted(label, at)) && together(label);
    if length > LABEL_MAX || !is_normal(label) || !admitted() {
        return None;
    }
    let found = Label::new(label, length);
    (found.bidi || !found.right_to_left).then_some((encoded, found))
}

/// Whether a label is in Normalization Form C.
fn is_normal(label: &[char]) -> bool {
    let characters = || label.iter().copied();
    match is_nfc_quick(characters()) {
        IsNormalized::Yes => true,
        IsNormalized::No => false,
        IsNormalized::Maybe => characters().nfc().eq(characters()),
    }
}

/// Whether the code points of a label may be in one: a katakana middle dot beside a letter of Japanese, digits of one
/// of two Arabic sets (RFC 5892, appendices A.7 to A.9).
fn together(label: &[char]) -> bool {
    let has = |is: fn(char) -> bool| label.iter().any(|&c| is(c));
    let dot = has(|c| c == '\u{30FB}');
    let digits = has(|c| matches!(c, '\u{660}'..='\u{669}'));
    (!dot || has(|c| SETS.japanese.contains(c)))
        && !(digits && has(|c| matches!(c, '\u{6F0}'..='\u{6F9}')))
}

/// Whether a label may have its code point at a position (RFC 5892, section 3, and the rules of appendix A).
fn is_admitted(label: &[char], at: usize) -> bool {
    let Some(&c) = label.get(at) else { return false };
    let before = at.checked_sub(1).and_then(|at| label.get(at)).copied();
    let after = label.get(at + 1).copied();
    let follows_virama = || before.is_some_and(|c| canonical_combining_class(c) == VIRAMA);
    match c {
        '-' | '0'..='9' | 'a'..='z' => true,
        '\0'..='\x7F' => false,
        // Exceptions (section 2.6).
        'ß' | 'ς' | '\u{6FD}' | '\u{6FE}' | '\u{F0B}' | '\u{3007}' => true,
        '\u{640}' | '\u{7FA}' | '\u{302E}' | '\u{302F}' | '\u{3031}'..='\u{3035}' | '\u{303B}' => {
            false
        }
        // Zero width non-joiner and joiner (appendices A.1 and A.2).
        '\u{200C}' => follows_virama() || joins_across(label, at),
        '\u{200D}' => follows_virama(),
        // Middle dot, keraia, geresh and gershayim (appendices A.3 to A.6).
        '\u{B7}' => before == Some('l') && after == Some('l'),
        '\u{375}' => after.is_some_and(|c| SETS.greek.contains(c)),
        '\u{5F3}' | '\u{5F4}' => before.is_some_and(|c| SETS.hebrew.contains(c)),
        // What depends on the whole label.
        '\u{30FB}' | '\u{660}'..='\u{669}' | '\u{6F0}'..='\u{6F9}' => true,
        c => {
            SETS.letters.contains(c)
                && !SETS.excluded.contains(c)
                && is_nfkc_quick(std::iter::once(c)) != IsNormalized::No
        }
    }
}

/// Whether the letters around a zero width non-joiner would be joined without it (RFC 5892, appendix A.1).
fn joins_across(label: &[char], at: usize) -> bool {
    use JoiningType::{DualJoining, LeftJoining, RightJoining, Transparent};
    let (before, after) = label.split_at(at);
    let kind = |&c: &char| Some(get_joining_type(c)).filter(|&kind| kind != Transparent);
    let before = before.iter().rev().find_map(kind);
    let after = after.iter().skip(1).find_map(kind);
    matches!(before, Some(LeftJoining | DualJoining))
        && matches!(after, Some(RightJoining | DualJoining))
}

/// The bidi rule (RFC 5893, section 2), its six conditions in two directions, for the classes of a label's characters.
fn follows_bidi_rule(classes: &[BidiClass]) -> bool {
    use BidiClass::{AL, AN, BN, CS, EN, ES, ET, L, NSM, ON, R};
    let last = classes.iter().rev().find(|&&class| class != NSM);
    match classes.first() {
        Some(L) => {
            let admits = |class: &_| matches!(class, L | EN | ES | CS | ET | ON | BN | NSM);
            matches!(last, Some(L | EN)) && classes.iter().all(admits)
        }
        Some(R | AL) => {
            let admits =
                |class: &_| matches!(class, R | AL | AN | EN | ES | CS | ET | ON | BN | NSM);
            let digits = classes.contains(&EN) && classes.contains(&AN);
            matches!(last, Some(R | AL | EN | AN)) && classes.iter().all(admits) && !digits
        }
        _ => false,
    }
}

/// Sets of code points.
struct Sets {
    /// LetterDigits (RFC 5892, section 2.1).
    letters: CharSet,
    /// What is taken out of them (sections 2.2 to 2.9). Unstable is what changes when case is folded, and what changes
    /// in Normalization Form KC, which is asked of each character.
    excluded: CharSet,
    greek: CharSet,
    hebrew: CharSet,
    /// Hiragana, Katakana and Han.
    japanese: CharSet,
}

static SETS: LazyLock<Sets> = LazyLock::new(|| Sets {
    letters: set(r"[\p{Ll}\p{Lu}\p{Lo}\p{Nd}\p{Lm}\p{Mn}\p{Mc}]"),
    excluded: set(concat!(
        r"[\p{Changes_When_Casefolded}",
        r"\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Noncharacter_Code_Point}",
        // Combining marks for symbols, and musical symbols.
        r"\u{20D0}-\u{20FF}\u{1D100}-\u{1D24F}",
        // Conjoining Hangul jamo.
        r"\u{1100}-\u{11FF}\u{A960}-\u{A97F}\u{D7B0}-\u{D7FF}]",
    )),
    greek: set(r"\p{Script=Greek}"),
    hebrew: set(r"\p{Script=Hebrew}"),
    japanese: set(r"[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]"),
});

/// The set that a class stands for. An empty one if it is none, which the tests would notice.
fn set(class: &str) -> CharSet {
    let ast = parse(class, &PatternLimits::trusted()).ok();
    let set = ast.as_ref().and_then(|ast| match ast.node(ast.root()) {
        Node::Set(id) => ast.set(*id).cloned(),
        _ => None,
    });
    set.unwrap_or_default()
}
