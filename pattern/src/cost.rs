//! The cost model: every charge that this crate makes, in one place.
//!
//! A step stands for a few nanoseconds. Each charge is a function of the pattern and the text, never of a cache, and is
//! made before the work. Invariant: changing a number here is a new version of the cost model.

/// Comparing with a literal in one place, for the literal's length in bytes.
pub(crate) fn compare(bytes: usize) -> u64 {
    1 + bytes as u64 / 32
}

/// Searching for a literal, for the text's length in bytes.
pub(crate) fn search(bytes: usize) -> u64 {
    1 + bytes as u64 / 8
}

/// Walking a table of states: a look-up for each character of the text, at least a byte long.
pub(crate) fn table(bytes: usize) -> u64 {
    1 + bytes as u64 / 4
}

/// Following a set of paths up to what consumes, for the instructions that they wait in front of.
pub(crate) fn follow(instructions: usize) -> u64 {
    1 + instructions as u64 / 2
}

/// Moving a set of paths over a character, for the instructions that were visited. Beyond ASCII, sets are searched.
pub(crate) fn consume(instructions: usize, c: char) -> u64 {
    if c.is_ascii() { instructions as u64 / 2 } else { instructions as u64 * 2 }
}

/// The most steps that the backtracker pays for at a time, before it uses them.
pub(crate) const AHEAD: u64 = 64;

/// One instruction of the backtracker.
pub(crate) const STEP: u64 = 1;

/// The bytes that a step pays for where the backtracker looks for a place to begin.
pub(crate) const SKIPPED: usize = 16;

/// The characters of ASCII that a step pays for where the backtracker takes a run of them.
pub(crate) const TAKEN: u32 = 4;

/// Walking an automaton for the backtracker, and the bytes that it pays for.
pub(crate) const WALK: u64 = 2;
pub(crate) const WALKED: usize = 8;

/// Searching a set for a character beyond ASCII, besides the instruction.
pub(crate) const SET: u64 = 2;

/// Emptying slots for an attempt, or in a repetition.
pub(crate) fn slots(count: usize) -> u64 {
    count as u64 / 8
}

/// Comparing with what a group captured, in bytes.
pub(crate) fn capture(bytes: usize) -> u64 {
    bytes as u64 / 16
}

/// Closing a look-around, for the frames above its own.
pub(crate) fn unwind(frames: usize) -> u64 {
    frames as u64 / 8
}

/// Scratch memory of a set of paths, in units for each instruction of the program.
pub(crate) const PATH_UNITS: u64 = 20;

/// Scratch memory of a slot of the backtracker, in units.
pub(crate) const SLOT_UNITS: u64 = 8;

/// Scratch memory of a frame of the backtracker, in units: 24 bytes, and what a stack leaves behind when it is copied to
/// twice its room.
pub(crate) const FRAME_UNITS: u64 = 36;

/// The frames that the backtracker takes scratch memory for at first.
pub(crate) const FRAMES: usize = 64;

/// A match by fancy-regex, for the text's length in bytes.
#[cfg(feature = "fancy-regex")]
pub(crate) fn fancy(bytes: usize) -> u64 {
    1 + bytes as u64
}

/// How much work may go into looking for a table of states. Work is counted in instructions visited, and the bound
/// grows with the program, so that all tables of a schema together are bounded by its limit on states.
pub(crate) fn determinize(instructions: usize) -> u64 {
    8_192 + 16 * instructions as u64
}
