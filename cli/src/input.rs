//! Reading files and lines, never more of them than a limit allows.
//!
//! Invariant: at most one byte above the limit is kept. A text of that size then meets the same limit in the parser,
//! which names it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::args::is_stdin;

/// Opens a file, or standard input for `-`.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    if is_stdin(path) { Ok(Box::new(io::stdin())) } else { Ok(Box::new(File::open(path)?)) }
}

/// Reads a whole file into `text`, up to one byte more than the limit.
pub(crate) fn read(path: &Path, limit: u64, text: &mut Vec<u8>) -> io::Result<()> {
    text.clear();
    open(path)?.take(kept(limit)).read_to_end(text)?;
    Ok(())
}

/// The bytes that are kept of a text. Texts of 4 GiB are refused by the parser, whatever the limit.
fn kept(limit: u64) -> u64 {
    limit.min(u64::from(u32::MAX)) + 1
}

/// The lines of a text.
pub(crate) struct Lines<R> {
    source: BufReader<R>,
    limit: u64,
    number: usize,
}

impl<R: Read> Lines<R> {
    /// Lines of at most `limit` bytes, without the line feed.
    pub(crate) fn new(source: R, limit: u64) -> Self {
        Lines { source: BufReader::with_capacity(64 << 10, source), limit, number: 0 }
    }

    /// Reads the next line that is not blank, without its line feed, and gives its number from 1; `None` at the end.
    /// Of a line that is too long, one byte more than the limit is kept, and the rest is skipped.
    pub(crate) fn next(&mut self, line: &mut Vec<u8>) -> io::Result<Option<usize>> {
        loop {
            line.clear();
            let kept = kept(self.limit);
            let read = self.source.by_ref().take(kept).read_until(b'\n', line)?;
            if read == 0 {
                return Ok(None);
            }
            self.number += 1;
            if line.last() == Some(&b'\n') {
                line.pop();
            } else if line.len() as u64 == kept {
                self.source.skip_until(b'\n')?;
            }
            let blank = line.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
            if !blank || line.len() as u64 > self.limit {
                return Ok(Some(self.number));
            }
        }
    }
}
