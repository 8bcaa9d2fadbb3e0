//! Unicode property escapes: the names that ECMA-262 admits, and the sets they stand for.
//!
//! ECMA-262 wants names exactly as Unicode spells them (tables 66 to 69 of edition 2024), where most engines match
//! names loosely; so the names are here and the data is regex-syntax's. `Changes_When_NFKC_Casefolded`, which that
//! data lacks, is refused.
//!
//! Invariant: a name is looked up whole, and found only in the table of its property.

use std::sync::LazyLock;

use regex_syntax::hir::{Class, HirKind};

use crate::charset::CharSet;

/// A property, or the value of one, by its first name in the tables below.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Property {
    Any,
    Ascii,
    Assigned,
    Category(&'static str),
    Script(&'static str),
    ScriptExtensions(&'static str),
    Binary(&'static str),
}

impl Property {
    /// What `\p{name}` or `\p{name=value}` stands for, if ECMA-262 has it.
    pub(crate) fn of(name: &str, value: Option<&str>) -> Option<Self> {
        match (name, value) {
            ("General_Category" | "gc", Some(value)) => {
                canonical(CATEGORIES, value).map(Self::Category)
            }
            ("Script" | "sc", Some(value)) => canonical(SCRIPTS, value).map(Self::Script),
            ("Script_Extensions" | "scx", Some(value)) => {
                canonical(SCRIPTS, value).map(Self::ScriptExtensions)
            }
            (_, Some(_)) => None,
            ("Any", None) => Some(Self::Any),
            ("ASCII", None) => Some(Self::Ascii),
            ("Assigned", None) => Some(Self::Assigned),
            (name, None) => (canonical(CATEGORIES, name).map(Self::Category))
                .or_else(|| canonical(BINARY, name).map(Self::Binary)),
        }
    }

    /// The code points that have it. None only if the data lacks it, which no name of the tables does.
    pub(crate) fn set(self) -> Option<CharSet> {
        match self {
            Self::Any => Some(CharSet::new(vec![(0, 0x10_FFFF)])),
            Self::Ascii => Some(CharSet::new(vec![(0, 0x7F)])),
            Self::Assigned => Some(Self::Category("Unassigned").set()?.negated()),
            // The data is about scalar values, which surrogates are not.
            Self::Category("Surrogate") => Some(CharSet::new(vec![SURROGATES])),
            Self::Category("Other") => {
                let mut ranges = query("gc=Other")?.ranges().to_vec();
                ranges.push(SURROGATES);
                Some(CharSet::new(ranges))
            }
            // Unassigned, private use and surrogates: UAX #24, section 2.3.
            Self::Script("Unknown") | Self::ScriptExtensions("Unknown") => {
                let mut ranges = query("gc=Unassigned")?.ranges().to_vec();
                ranges.extend_from_slice(query("gc=Private_Use")?.ranges());
                ranges.push(SURROGATES);
                Some(CharSet::new(ranges))
            }
            Self::Category(name) => query(&format!("gc={name}")),
            Self::Script(name) => query(&format!("sc={name}")),
            Self::ScriptExtensions(name) => query(&format!("scx={name}")),
            Self::Binary(name) => query(name),
        }
    }
}

/// Whether an identifier may start with the character: ID_Start, for names of groups.
pub(crate) fn is_id_start(c: char) -> bool {
    static SET: LazyLock<Option<CharSet>> = LazyLock::new(|| Property::Binary("ID_Start").set());
    SET.as_ref().is_some_and(|set| set.contains(c))
}

/// Whether an identifier may hold the character beyond its start: ID_Continue, for names of groups.
pub(crate) fn is_id_continue(c: char) -> bool {
    static SET: LazyLock<Option<CharSet>> = LazyLock::new(|| Property::Binary("ID_Continue").set());
    SET.as_ref().is_some_and(|set| set.contains(c))
}

const SURROGATES: (u32, u32) = (0xD800, 0xDFFF);

/// Asks regex-syntax, whose tables are reachable through its parser alone. The pattern is one flat escape, so the
/// parser's recursion is of constant depth.
fn query(property: &str) -> Option<CharSet> {
    let escape = format!(r"\p{{{property}}}");
    let hir = regex_syntax::Parser::new().parse(&escape).ok()?;
    match hir.into_kind() {
        HirKind::Class(Class::Unicode(class)) => Some(CharSet::new(
            class.iter().map(|range| (range.start().into(), range.end().into())).collect(),
        )),
        HirKind::Literal(literal) => {
            let text = std::str::from_utf8(&literal.0).ok()?;
            Some(CharSet::new(text.chars().map(|c| (c.into(), c.into())).collect()))
        }
        _ => None,
    }
}

/// The first name of the row that holds `name`. Rows are separated by `|`, names by spaces.
fn canonical(table: &'static str, name: &str) -> Option<&'static str> {
    let row = table.split('|').find(|row| row.split(' ').any(|alias| alias == name))?;
    row.split(' ').next()
}

/// Values of General_Category (table 68).
const CATEGORIES: &str = "\
    Cased_Letter LC|Close_Punctuation Pe|Connector_Punctuation Pc|Control Cc cntrl|\
    Currency_Symbol Sc|Dash_Punctuation Pd|Decimal_Number Nd digit|Enclosing_Mark Me|\
    Final_Punctuation Pf|Format Cf|Initial_Punctuation Pi|Letter L|Letter_Number Nl|\
    Line_Separator Zl|Lowercase_Letter Ll|Mark M Combining_Mark|Math_Symbol Sm|\
    Modifier_Letter Lm|Modifier_Symbol Sk|Nonspacing_Mark Mn|Number N|Open_Punctuation Ps|\
    Other C|Other_Letter Lo|Other_Number No|Other_Punctuation Po|Other_Symbol So|\
    Paragraph_Separator Zp|Private_Use Co|Punctuation P punct|Separator Z|Space_Separator Zs|\
    Spacing_Mark Mc|Surrogate Cs|Symbol S|Titlecase_Letter Lt|Unassigned Cn|Uppercase_Letter Lu";

/// Binary properties (table 67), but for those that are computed above.
const BINARY: &str = "\
    ASCII_Hex_Digit AHex|Alphabetic Alpha|Bidi_Control Bidi_C|Bidi_Mirrored Bidi_M|\
    Case_Ignorable CI|Cased|Changes_When_Casefolded CWCF|Changes_When_Casemapped CWCM|\
    Changes_When_Lowercased CWL|Changes_When_Titlecased CWT|Changes_When_Uppercased CWU|Dash|\
    Default_Ignorable_Code_Point DI|Deprecated Dep|Diacritic Dia|Emoji|Emoji_Component EComp|\
    Emoji_Modifier EMod|Emoji_Modifier_Base EBase|Emoji_Presentation EPres|\
    Extended_Pictographic ExtPict|Extender Ext|Grapheme_Base Gr_Base|Grapheme_Extend Gr_Ext|\
    Hex_Digit Hex|IDS_Binary_Operator IDSB|IDS_Trinary_Operator IDST|ID_Continue IDC|\
    ID_Start IDS|Ideographic Ideo|Join_Control Join_C|Logical_Order_Exception LOE|\
    Lowercase Lower|Math|Noncharacter_Code_Point NChar|Pattern_Syntax Pat_Syn|\
    Pattern_White_Space Pat_WS|Quotation_Mark QMark|Radical|Regional_Indicator RI|\
    Sentence_Terminal STerm|Soft_Dotted SD|Terminal_Punctuation Term|Unified_Ideograph UIdeo|\
    Uppercase Upper|Variation_Selector VS|White_Space space|XID_Continue XIDC|XID_Start XIDS";

/// Values of Script and Script_Extensions (Unicode 16; `PropertyValueAliases.txt`).
const SCRIPTS: &str = "\
    Adlam Adlm|Ahom|Anatolian_Hieroglyphs Hluw|Arabic Arab|Armenian Armn|Avestan Avst|\
    Balinese Bali|Bamum Bamu|Bassa_Vah Bass|Batak Batk|Bengali Beng|Bhaiksuki Bhks|\
    Bopomofo Bopo|Brahmi Brah|Braille Brai|Buginese Bugi|Buhid Buhd|Canadian_Aboriginal Cans|\
    Carian Cari|Caucasian_Albanian Aghb|Chakma Cakm|Cham|Cherokee Cher|Chorasmian Chrs|\
    Common Zyyy|Coptic Copt Qaac|Cuneiform Xsux|Cypriot Cprt|Cypro_Minoan Cpmn|Cyrillic Cyrl|\
    Deseret Dsrt|Devanagari Deva|Dives_Akuru Diak|Dogra Dogr|Duployan Dupl|\
    Egyptian_Hieroglyphs Egyp|Elbasan Elba|Elymaic Elym|Ethiopic Ethi|Garay Gara|Georgian Geor|\
    Glagolitic Glag|Gothic Goth|Grantha Gran|Greek Grek|Gujarati Gujr|Gunjala_Gondi Gong|\
    Gurmukhi Guru|Gurung_Khema Gukh|Han Hani|Hangul Hang|Hanifi_Rohingya Rohg|Hanunoo Hano|\
    Hatran Hatr|Hebrew Hebr|Hiragana Hira|Imperial_Aramaic Armi|Inherited Qaai Zinh|\
    Inscriptional_Pahlavi Phli|Inscriptional_Parthian Prti|Javanese Java|Kaithi Kthi|\
    Kannada Knda|Katakana Kana|Kawi|Kayah_Li Kali|Kharoshthi Khar|Khitan_Small_Script Kits|\
    Khmer Khmr|Khojki Khoj|Khudawadi Sind|Kirat_Rai Krai|Lao Laoo|Latin Latn|Lepcha Lepc|\
    Limbu Limb|Linear_A Lina|Linear_B Linb|Lisu|Lycian Lyci|Lydian Lydi|Mahajani Mahj|\
    Makasar Maka|Malayalam Mlym|Mandaic Mand|Manichaean Mani|Marchen Marc|Masaram_Gondi Gonm|\
    Medefaidrin Medf|Meetei_Mayek Mtei|Mende_Kikakui Mend|Meroitic_Cursive Merc|\
    Meroitic_Hieroglyphs Mero|Miao Plrd|Modi|Mongolian Mong|Mro Mroo|Multani Mult|Myanmar Mymr|\
    Nabataean Nbat|Nag_Mundari Nagm|Nandinagari Nand|New_Tai_Lue Talu|Newa|Nko Nkoo|Nushu Nshu|\
    Nyiakeng_Puachue_Hmong Hmnp|Ogham Ogam|Ol_Chiki Olck|Ol_Onal Onao|Old_Hungarian Hung|\
    Old_Italic Ital|Old_North_Arabian Narb|Old_Permic Perm|Old_Persian Xpeo|Old_Sogdian Sogo|\
    Old_South_Arabian Sarb|Old_Turkic Orkh|Old_Uyghur Ougr|Oriya Orya|Osage Osge|Osmanya Osma|\
    Pahawh_Hmong Hmng|Palmyrene Palm|Pau_Cin_Hau Pauc|Phags_Pa Phag|Phoenician Phnx|\
    Psalter_Pahlavi Phlp|Rejang Rjng|Runic Runr|Samaritan Samr|Saurashtra Saur|Sharada Shrd|\
    Shavian Shaw|Siddham Sidd|SignWriting Sgnw|Sinhala Sinh|Sogdian Sogd|Sora_Sompeng Sora|\
    Soyombo Soyo|Sundanese Sund|Sunuwar Sunu|Syloti_Nagri Sylo|Syriac Syrc|Tagalog Tglg|\
    Tagbanwa Tagb|Tai_Le Tale|Tai_Tham Lana|Tai_Viet Tavt|Takri Takr|Tamil Taml|Tangsa Tnsa|\
    Tangut Tang|Telugu Telu|Thaana Thaa|Thai|Tibetan Tibt|Tifinagh Tfng|Tirhuta Tirh|\
    Todhri Todr|Toto|Tulu_Tigalari Tutg|Ugaritic Ugar|Unknown Zzzz|Vai Vaii|Vithkuqi Vith|\
    Wancho Wcho|Warang_Citi Wara|Yezidi Yezi|Yi Yiii|Zanabazar_Square Zanb";

/// All names that may stand in `\p{...}`.
#[cfg(test)]
pub(crate) fn names() -> Vec<String> {
    let all = |table: &'static str| table.split(['|', ' ']);
    let mut names: Vec<String> = ["Any", "ASCII", "Assigned"].map(String::from).into();
    names.extend(all(BINARY).map(String::from));
    for value in all(CATEGORIES) {
        names.extend([value.into(), format!("gc={value}"), format!("General_Category={value}")]);
    }
    for value in all(SCRIPTS) {
        names
            .extend(["sc", "Script", "scx", "Script_Extensions"].map(|of| format!("{of}={value}")));
    }
    names
}
