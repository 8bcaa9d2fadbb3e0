//! Dates, times and durations of RFC 3339.
//!
//! Digits are ASCII digits. Letters may be lower case, as in every grammar in ABNF (RFC 5234, section 2.3).

use super::cursor::Cursor;

/// Minutes of a day.
const DAY: i32 = 24 * 60;

/// A date of the calendar.
struct Date {
    day: u32,
    /// The days that its month has.
    days: u32,
}

/// A time of day, as far as leap seconds need it.
struct Time {
    /// The minute in UTC, counted from the local day's beginning: negative on the day before.
    minute: i32,
    second: u32,
}

/// `full-date` (section 5.6), a day that exists (section 5.7).
pub(super) fn date(text: &str) -> bool {
    let mut cursor = Cursor::new(text);
    full_date(&mut cursor).is_some() && cursor.is_empty()
}

/// `full-time` (section 5.6). A leap second is the last second of a day in UTC (section 5.7).
pub(super) fn time(text: &str) -> bool {
    let mut cursor = Cursor::new(text);
    full_time(&mut cursor).is_some() && cursor.is_empty()
}

/// `date-time` (section 5.6). A leap second is the last second of a month in UTC (section 5.7).
pub(super) fn date_time(text: &str) -> bool {
    let mut cursor = Cursor::new(text);
    let parts = full_date(&mut cursor)
        .filter(|_| eat_letter(&mut cursor, b'T'))
        .and_then(|date| Some((date, full_time(&mut cursor)?)));
    let Some((date, time)) = parts.filter(|_| cursor.is_empty()) else { return false };
    time.second < 60
        || match time.minute.div_euclid(DAY) {
            0 => date.day == date.days,
            // In UTC it is still the day before, so that day is a month's last if this one is the first.
            -1 => date.day == 1,
            _ => date.day + 1 == date.days,
        }
}

fn full_date(cursor: &mut Cursor<'_>) -> Option<Date> {
    let year = cursor.number(4)?;
    let month = cursor.eat(b'-').then(|| cursor.number(2))??;
    let day = cursor.eat(b'-').then(|| cursor.number(2))??;
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return None,
    };
    (1..=days).contains(&day).then_some(Date { day, days })
}

fn full_time(cursor: &mut Cursor<'_>) -> Option<Time> {
    let local = clock(cursor)?;
    let second = cursor.eat(b':').then(|| cursor.number(2))??;
    if cursor.eat(b'.') && cursor.eat_all(|byte| byte.is_ascii_digit()) == 0 {
        return None;
    }
    let offset = match cursor.next()? {
        b'Z' | b'z' => 0,
        b'+' => clock(cursor)?,
        b'-' => -clock(cursor)?,
        _ => return None,
    };
    let minute = local - offset;
    let last = minute.rem_euclid(DAY) == DAY - 1;
    (second < 60 || second == 60 && last).then_some(Time { minute, second })
}

/// Hours and minutes, in minutes.
fn clock(cursor: &mut Cursor<'_>) -> Option<i32> {
    let hour = cursor.number(2).filter(|&hour| hour < 24)?;
    let minute = cursor.eat(b':').then(|| cursor.number(2))?.filter(|&minute| minute < 60)?;
    i32::try_from(hour * 60 + minute).ok()
}

/// `duration` (appendix A): `P`, and units that follow one another without a gap, or weeks alone.
pub(super) fn duration(text: &str) -> bool {
    let mut cursor = Cursor::new(text);
    if !eat_letter(&mut cursor, b'P') {
        return false;
    }
    let mut weeks = cursor;
    if units(&mut weeks, b"W").is_some_and(|count| count > 0) {
        return weeks.is_empty();
    }
    let Some(date) = units(&mut cursor, b"YMD") else { return false };
    if cursor.is_empty() {
        return date > 0;
    }
    let time = if eat_letter(&mut cursor, b'T') { units(&mut cursor, b"HMS") } else { None };
    time.is_some_and(|count| count > 0) && cursor.is_empty()
}

/// Reads numbers with their units: any unit of the list first, and then each time the one after it. Gives how many
/// there are.
fn units(cursor: &mut Cursor<'_>, list: &[u8]) -> Option<usize> {
    let mut next = None;
    let mut count = 0;
    while cursor.eat_all(|byte| byte.is_ascii_digit()) > 0 {
        let unit = cursor.next()?.to_ascii_uppercase();
        let position = list.iter().position(|&other| other == unit)?;
        next.is_none_or(|next| next == position).then_some(())?;
        next = Some(position + 1);
        count += 1;
    }
    Some(count)
}

fn eat_letter(cursor: &mut Cursor<'_>, letter: u8) -> bool {
    cursor.eat_if(|byte| byte.eq_ignore_ascii_case(&letter)).is_some()
}
