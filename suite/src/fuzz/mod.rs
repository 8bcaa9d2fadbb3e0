//! The bodies of the fuzz targets: each takes bytes and panics if a promise of jsonbound is broken.
//!
//! The package `fuzz/` hands them to libFuzzer. The tests `random` and `regressions` run them on a stable toolchain,
//! over random bytes and over the inputs that once broke something.
//!
//! Invariant: a body is a function of its bytes alone, but for the keys of hash tables, which may change nothing.

pub mod compile;
pub mod differential;
pub mod parse;
pub mod pattern;
pub mod tiers;
pub mod validate;

use jsonbound::{CompileErrorKind, Document, Limit, Limits, Node, Scratch, Validator};

use crate::generate::{Sample, sample};

/// Reads the input of a target. One that begins with `{` is text, a line of schema and then lines of instances, which
/// is what people and dictionaries write; any other chooses a generated sample.
pub fn read(bytes: &[u8]) -> Sample {
    if !bytes.starts_with(b"{") {
        return sample(bytes);
    }
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.lines().map(str::to_owned);
    Sample { schema: lines.next().unwrap_or_default(), instances: lines.take(8).collect() }
}

/// Limits under which an input takes a moment, and most inputs get an answer.
pub fn limits() -> Limits {
    let mut limits = Limits::untrusted();
    limits.validation_steps = 100_000;
    limits.validation_depth = 256;
    limits.inplace_depth = 64;
    limits.scratch_units = 1 << 20;
    limits
}

/// A number that the bytes choose, different for each `salt`.
fn chosen(bytes: &[u8], salt: u64) -> u64 {
    // FNV-1a, twice over its own result, as its high bits are better than the low ones.
    let mix = |hash: u64, byte: u64| (hash ^ byte).wrapping_mul(0x0100_0000_01b3);
    let hash = bytes.iter().fold(mix(0xcbf2_9ce4_8422_2325, salt), |hash, &b| mix(hash, b.into()));
    mix(hash, hash >> 32) >> 16
}

/// Compiles a schema, unless it is refused.
fn compiled(schema: &str, limits: &Limits) -> Option<Validator> {
    match Validator::builder().limits(limits.clone()).build_str(schema) {
        Ok(validator) => Some(validator),
        Err(error) => {
            let broken = matches!(error.kind(), CompileErrorKind::Internal(_));
            assert!(!broken, "the verifier refuses what the compiler made: {error}");
            None
        }
    }
}

/// The instances that are JSON, and within the limits.
fn documents<'t>(instances: &'t [String], validator: &Validator) -> Vec<Document<'t>> {
    let parse =
        |text: &'t String| Document::parse_with(text.as_bytes(), validator.text_limits()).ok();
    instances.iter().filter_map(parse).collect()
}

/// What a validation came to, and on how many steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Outcome {
    /// Whether the instance is valid, or the limit that stopped the validation.
    verdict: Result<bool, Limit>,
    steps: u64,
}

fn outcome<'n>(validator: &Validator, scratch: &mut Scratch, instance: impl Node<'n>) -> Outcome {
    let verdict = validator.check_with(scratch, instance);
    let verdict = verdict.map(|verdict| verdict.is_valid()).map_err(|stopped| stopped.limit());
    Outcome { verdict, steps: scratch.steps() }
}
