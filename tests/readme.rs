//! The README says what the code has.

use jsonbound::LIMITS;

fn cell(value: u64) -> String {
    if value == u64::MAX {
        return "unlimited".into();
    }
    let digits = value.to_string();
    let mut grouped = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[test]
fn the_table_of_limits_is_complete() {
    let rows: Vec<String> = LIMITS
        .iter()
        .map(|row| {
            let (untrusted, trusted) = (cell(row.untrusted), cell(row.trusted));
            format!("| `{}` | {} | {} | {untrusted} | {trusted} |", row.name, row.bounds, row.unit)
        })
        .collect();
    let readme = include_str!("../README.md");
    let missing: Vec<&String> = rows.iter().filter(|row| !readme.contains(row.as_str())).collect();
    assert!(missing.is_empty(), "README.md lacks rows of the limits table:\n{missing:#?}");
    let written = readme.lines().filter(|line| line.starts_with("| `")).count();
    assert_eq!(written, rows.len(), "README.md has rows that are no limits");
}
