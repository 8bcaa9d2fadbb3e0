//! The long division, on limbs that make quotients come out one too large: decimal texts hardly ever do.

use alloc::vec::Vec;

use super::{Modulus, low, multiply_add};

const EDGES: [u64; 6] = [0, 1, 2, 1 << 63, u64::MAX - 1, u64::MAX];
const TOPS: [u64; 3] = [1 << 63, (1 << 63) + 1, u64::MAX];

/// Every number of so many limbs, all but the highest among the edges.
fn numbers(limbs: u32, tops: &[u64]) -> Vec<Vec<u64>> {
    let mut numbers: Vec<Vec<u64>> = Vec::from([Vec::new()]);
    for limb in 0..limbs {
        let choices = if limb + 1 == limbs { tops } else { &EDGES };
        let longer =
            |number: &Vec<u64>, choice: u64| number.iter().copied().chain([choice]).collect();
        numbers = numbers
            .iter()
            .flat_map(|number| choices.iter().map(move |&choice| longer(number, choice)))
            .collect();
    }
    numbers
}

fn less(left: &[u64], right: &[u64]) -> bool {
    left.iter().rev().lt(right.iter().rev())
}

/// `modulus × quotient + rest`, with one limb more.
fn product(modulus: &[u64], quotient: u64, rest: &[u64]) -> Vec<u64> {
    let mut product = modulus.to_vec();
    let carry = multiply_add(&mut product, quotient, 0);
    product.push(low(carry));
    let mut carry = false;
    for (limb, more) in product.iter_mut().zip(rest.iter().copied().chain([0])) {
        let sum = u128::from(*limb) + u128::from(more) + u128::from(carry);
        *limb = low(sum);
        carry = sum >> 64 > 0;
    }
    product
}

#[test]
fn dividing_a_product_gives_the_rest_back() {
    let (mut divided, mut too_large) = (0, 0);
    for limbs in 2..=3 {
        for modulus in numbers(limbs, &TOPS) {
            for rest in numbers(limbs, &EDGES).iter().filter(|rest| less(rest, &modulus)) {
                for quotient in EDGES {
                    let mut remainder = product(&modulus, quotient, rest);
                    let modulus = Modulus { limbs: modulus.clone(), shift: 0 };
                    let estimate = modulus.quotient(&remainder);
                    assert!(estimate == quotient || estimate - 1 == quotient);
                    modulus.subtract(&mut remainder, estimate);
                    assert_eq!(remainder.split_last(), Some((&0, &rest[..])));
                    divided += 1;
                    too_large += u32::from(estimate != quotient);
                }
            }
        }
    }
    assert!(divided > 10_000 && too_large > 100, "{too_large} of {divided}");
}
