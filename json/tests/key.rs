//! Member names and their words.

use jsonbound_json::{Key, word};

#[test]
fn words_are_the_first_eight_bytes_padded_with_zeros() {
    let name = "abcdefghijkl";
    for length in 0..=name.len() {
        let name = &name[..length];
        let mut padded = name.as_bytes().to_vec();
        padded.resize(padded.len().max(8), 0);
        let expected: u64 = (0..8).map(|place| u64::from(padded[place]) << (8 * place)).sum();
        assert_eq!(word(name.as_bytes()), expected, "{name}");
        assert_eq!(Key::new(name).word(), expected, "{name}");
    }
    assert_eq!(word(&[0xff; 7]), 0x00ff_ffff_ffff_ffff);
}

#[test]
fn keys_are_equal_if_their_names_are() {
    let names = [
        "",
        "\0",
        "a",
        "a\0",
        "ab",
        "abcdefgh",
        "abcdefgh\0",
        "abcdefghi",
        "abcdefghj",
        "Abcdefghi",
    ];
    for (i, left) in names.iter().enumerate() {
        for (j, right) in names.iter().enumerate() {
            assert_eq!(Key::new(left) == Key::from(*right), i == j, "{left:?} and {right:?}");
        }
        assert_eq!(Key::new(left).len(), left.len());
        assert_eq!(Key::new(left).is_empty(), left.is_empty());
        assert_eq!(format!("{:?}", Key::new(left)), format!("{left:?}"));
    }
}
