//! Choices drawn from bytes.

/// Choices that bytes make, and then zeros.
#[derive(Debug)]
pub struct Choices<'b> {
    bytes: &'b [u8],
    from_the_back: bool,
}

impl<'b> Choices<'b> {
    /// All choices are made by these bytes, in their order.
    pub fn new(bytes: &'b [u8]) -> Self {
        Choices { bytes, from_the_back: false }
    }

    /// All choices are made by these bytes, from the last to the first.
    pub fn from_the_back(bytes: &'b [u8]) -> Self {
        Choices { bytes, from_the_back: true }
    }

    /// A number below `count`, which is not zero.
    pub(super) fn below(&mut self, count: usize) -> usize {
        let taken =
            if self.from_the_back { self.bytes.split_last() } else { self.bytes.split_first() };
        let Some((&byte, rest)) = taken else { return 0 };
        self.bytes = rest;
        usize::from(byte) % count
    }

    /// Whether something happens that happens once in so many times.
    pub(super) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    /// One of several things, of which there is at least one.
    pub(super) fn of<T: Copy>(&mut self, options: &[T]) -> T {
        options[self.below(options.len())]
    }

    /// A list of up to `most` texts, separated by commas.
    pub(super) fn list(
        &mut self,
        most: usize,
        mut item: impl FnMut(&mut Self) -> String,
    ) -> String {
        let count = self.below(most + 1);
        (0..count).map(|_| item(self)).collect::<Vec<_>>().join(",")
    }
}
