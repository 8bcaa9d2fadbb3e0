//! Formats that only draft-03 has (section 5.23).

use super::cursor::Cursor;

/// The colours that have a name (CSS 2.1, section 4.3.6), and those of a user's environment (section 18.2).
const COLORS: &[&str] = &[
    "aqua",
    "black",
    "blue",
    "fuchsia",
    "gray",
    "green",
    "lime",
    "maroon",
    "navy",
    "olive",
    "orange",
    "purple",
    "red",
    "silver",
    "teal",
    "white",
    "yellow",
    "activeborder",
    "activecaption",
    "appworkspace",
    "background",
    "buttonface",
    "buttonhighlight",
    "buttonshadow",
    "buttontext",
    "captiontext",
    "graytext",
    "highlight",
    "highlighttext",
    "inactiveborder",
    "inactivecaption",
    "inactivecaptiontext",
    "infobackground",
    "infotext",
    "menu",
    "menutext",
    "scrollbar",
    "threeddarkshadow",
    "threedface",
    "threedhighlight",
    "threedlightshadow",
    "threedshadow",
    "window",
    "windowframe",
    "windowtext",
];

/// `hh:mm:ss`
pub(super) fn time(text: &str) -> bool {
    let mut cursor = Cursor::new(text);
    let mut part = |below: u32, first: bool| {
        (first || cursor.eat(b':')) && cursor.number(2).is_some_and(|number| number < below)
    };
    part(24, true) && part(60, false) && part(60, false) && cursor.is_empty()
}

/// A colour of CSS: a name, `#rgb`, `#rrggbb`, or `rgb(…)` of three integers or three percentages.
pub(super) fn color(text: &str) -> bool {
    if let Some(digits) = text.strip_prefix('#') {
        return matches!(digits.len(), 3 | 6) && digits.bytes().all(|b| b.is_ascii_hexdigit());
    }
    let function = text.split_at_checked(4).filter(|(name, _)| name.eq_ignore_ascii_case("rgb("));
    match function.and_then(|(_, rest)| rest.strip_suffix(')')) {
        Some(parts) => is_rgb(parts),
        None => COLORS.iter().any(|name| name.eq_ignore_ascii_case(text)),
    }
}

/// Three numbers with commas between them and spaces around them, all integers or all percentages (CSS 2.1, section
/// 4.3.1: a sign, digits, and in a percentage a fraction).
fn is_rgb(parts: &str) -> bool {
    let space = [' ', '\t', '\r', '\n', '\u{c}'];
    let parts = || parts.split(',').map(|part| part.trim_matches(space));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let integer = |part: &str| digits(unsigned(part));
    let percentage = |part: &str| {
        unsigned(part).strip_suffix('%').is_some_and(|number| match number.split_once('.') {
            Some((whole, fraction)) => (whole.is_empty() || digits(whole)) && digits(fraction),
            None => digits(number),
        })
    };
    parts().count() == 3 && (parts().all(integer) || parts().all(percentage))
}

fn unsigned(number: &str) -> &str {
    number.strip_prefix(['+', '-']).unwrap_or(number)
}
