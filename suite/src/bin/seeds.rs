//! Writes inputs for fuzzers to begin with: `seeds FOLDER` makes `FOLDER/TARGET/*` for each target.
//!
//! They are samples, as bytes that choose them and as text; the same ones each time.

use std::path::Path;
use std::{env, fs, io};

use jsonbound_suite::generate::{Sample, patterns, sample};

const TARGETS: [&str; 6] = ["parse", "pattern", "compile", "validate", "tiers", "differential"];

/// How many samples there are.
const SEEDS: u64 = 400;

fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1).ok_or_else(|| io::Error::other("usage: seeds FOLDER"))?;
    for target in TARGETS {
        let folder = Path::new(&folder).join(target);
        fs::create_dir_all(&folder)?;
        for seed in 0..SEEDS {
            let bytes = bytes(seed);
            let Sample { schema, instances } = sample(&bytes);
            if target != "parse" {
                fs::write(folder.join(format!("bytes-{seed}")), &bytes)?;
            }
            let text = match target {
                "parse" => schema,
                "pattern" => {
                    let (pattern, texts) = patterns(&bytes);
                    format!("/{pattern}\n{}\n", texts.join("\n"))
                }
                _ => format!("{schema}\n{}\n", instances.join("\n")),
            };
            fs::write(folder.join(format!("text-{seed}")), text)?;
        }
    }
    Ok(())
}

/// Bytes by xorshift; more of them for greater seeds.
fn bytes(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    (0..seed).map(|_| next()).collect()
}
