//! Dates and times by counting.

use super::is;

fn days(year: u32) -> usize {
    let days = (0..=99).flat_map(|month| (0..=99).map(move |day| (month, day)));
    days.filter(|(month, day)| is("date", &format!("{year:04}-{month:02}-{day:02}"))).count()
}

#[test]
fn years_have_as_many_days_as_they_have() {
    for leap in [0, 4, 1600, 1996, 2000, 2024, 9996] {
        assert_eq!(days(leap), 366, "{leap}");
    }
    for common in [1, 100, 1700, 1900, 2023, 2100, 9999] {
        assert_eq!(days(common), 365, "{common}");
    }
}

#[test]
fn a_day_has_as_many_seconds_as_it_has() {
    let mut count = 0;
    for (hour, minute) in
        (0..=99).flat_map(|hour| [0, 1, 30, 58, 59, 60, 99].map(|minute| (hour, minute)))
    {
        for second in 0..=99 {
            count += usize::from(is("time", &format!("{hour:02}:{minute:02}:{second:02}Z")));
        }
    }
    // Five of the minutes exist, and one of them has a leap second.
    assert_eq!(count, 24 * 5 * 60 + 1);
}

/// One instant, written with every offset there is.
#[test]
fn leap_seconds_are_in_utc() {
    let written = |day: [u32; 3], utc: i32, offset: i32| {
        let local = utc + offset;
        let (year, month, day) = match (local.div_euclid(1440), day) {
            (0, [_, _, day]) => (2016, 12, day),
            (1, [.., 31]) => (2017, 1, 1),
            (1, [.., day]) => (2016, 12, day + 1),
            _ => (2016, 12, day[2] - 1),
        };
        let (hour, minute) = (local.rem_euclid(1440) / 60, local.rem_euclid(60));
        let (sign, offset) = (if offset < 0 { '-' } else { '+' }, offset.abs());
        let (hours, minutes) = (offset / 60, offset % 60);
        format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:60{sign}{hours:02}:{minutes:02}")
    };
    for offset in -1439..=1439 {
        let at = |day, minute| written([2016, 12, day], minute, offset);
        assert!(is("date-time", &at(31, 1439)), "{}", at(31, 1439));
        assert!(!is("date-time", &at(30, 1439)), "{}", at(30, 1439));
        assert!(!is("date-time", &at(31, 1438)), "{}", at(31, 1438));
        let time = at(30, 1439);
        assert!(is("time", &time[11..]), "{time}");
        assert!(!is("time", &at(31, 1438)[11..]));
    }
}
