//! Match speed beside the crates regex, fancy-regex and regress. `cargo bench -p jsonbound-pattern`, or with `-- date`
//! for one pattern.
//!
//! Compiling is not measured. The patterns are of the kinds that schemas hold, the texts are made up: for each pattern
//! one that matches and one that does not, of which the latter fails late. The other crates neither count nor stop.

mod common;

use std::hint::black_box;

use common::{INPUTS, Input, Unlimited};
use criterion::{Criterion, criterion_group, criterion_main};
use jsonbound_pattern::{PatternLimits, compile};

/// Both texts, by one matcher; checked once before they are measured.
fn bench(
    criterion: &mut Criterion,
    engine: &str,
    input: &Input,
    mut is_match: impl FnMut(&str) -> bool,
) {
    assert!(is_match(input.valid) && !is_match(input.invalid), "{engine}: `{}`", input.pattern);
    criterion.bench_function(&format!("{}/{engine}", input.name), |bench| {
        bench.iter(|| (is_match(black_box(input.valid)), is_match(black_box(input.invalid))));
    });
}

fn all(criterion: &mut Criterion) {
    for input in INPUTS {
        let ours = compile(input.pattern, &PatternLimits::untrusted()).expect("a pattern");
        let mut cache = ours.matcher.cache();
        bench(criterion, "jsonbound", input, |text| {
            ours.matcher.is_match(text, &mut cache, &mut Unlimited).expect("no limit")
        });
        if let Ok(regex) = regex::Regex::new(input.pattern) {
            bench(criterion, "regex", input, |text| regex.is_match(text));
        }
        let fancy = fancy_regex::Regex::new(input.pattern).expect("a pattern");
        bench(criterion, "fancy-regex", input, |text| fancy.is_match(text).expect("no limit"));
        let regress = regress::Regex::with_flags(input.pattern, "u").expect("a pattern");
        bench(criterion, "regress", input, |text| regress.find(text).is_some());
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
