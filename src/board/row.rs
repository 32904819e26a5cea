//! The length of a row.

use super::{MAX_ROW, MIN_ROW};

/// The number of pits in each of the two rows, 2 to 12.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row(u8);

impl Row {
    /// Makes a row length, or `None` outside 2 to 12.
    pub fn new(pits: usize) -> Option<Row> {
        (MIN_ROW..=MAX_ROW)
            .contains(&pits)
            .then_some(Row(pits as u8))
    }

    /// Returns the number of pits in one row.
    pub fn pits(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the number of cells of the ring: two rows.
    pub fn cells(self) -> usize {
        2 * self.pits()
    }
}
