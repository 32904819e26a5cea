//! The lexicographic number of a board among all with as many seeds: the order of a layer's digest.
//!
//! Boards are read as the player to move sees them, own row from his left and on counter-clockwise, marks left
//! aside. With T(k, r) the number of ways to put at most r seeds into k cells, C(r+k, k), the boards
//! that agree up to cell i, where r seeds are left before and r' after it and k cells follow, and have fewer seeds in
//! cell i, number T(k, r) − T(k, r'): one subtraction of two table entries a cell (the
//! combinatorial number system).

use crate::board::{MAX_CELLS, MAX_SEEDS, Ring, Row};

/// Numbers the boards with a certain row length and number of seeds, from 0 to `positions() - 1`.
#[derive(Debug, Clone)]
pub struct Lexicographic {
    row: Row,
    seeds: u8,
    positions: u64,
    /// `at_most[k][r]`: ways to put at most r seeds into k cells.
    at_most: Vec<Vec<u64>>,
}

impl Lexicographic {
    /// Makes the numbering of a layer, or `None` if its numbers do not fit 64 bits or it has more
    /// than 255 seeds.
    pub fn new(row: Row, seeds: u32) -> Option<Lexicographic> {
        let most = u8::try_from(seeds).ok().filter(|_| seeds <= MAX_SEEDS)?;
        let positions = Lexicographic::count(row, seeds)?;
        let entry = |k: usize, r: u32| binomial(u64::from(r) + k as u64, k as u64);
        let at_most = (0..row.cells())
            .map(|k| (0..=seeds).map(|r| entry(k, r)).collect::<Option<_>>())
            .collect::<Option<_>>()?;
        Some(Lexicographic {
            row,
            seeds: most,
            positions,
            at_most,
        })
    }

    /// Returns the number of boards with exactly so many seeds, or `None` beyond 64 bits.
    pub fn count(row: Row, seeds: u32) -> Option<u64> {
        let others = row.cells() as u64 - 1;
        binomial(u64::from(seeds) + others, others)
    }

    /// Returns the number of boards with at most so many seeds, or `None` beyond 64 bits.
    pub fn count_up_to(row: Row, seeds: u32) -> Option<u64> {
        let cells = row.cells() as u64;
        binomial(u64::from(seeds) + cells, cells)
    }

    /// Returns the length of a row.
    pub fn row(&self) -> Row {
        self.row
    }

    /// Returns the number of seeds.
    pub fn seeds(&self) -> u32 {
        self.seeds.into()
    }

    /// Returns the number of boards.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns the number of a board.
    ///
    /// Right only for boards of this row length and number of seeds; for others it is any number.
    #[inline]
    pub fn rank(&self, ring: &Ring) -> u64 {
        debug_assert_eq!((ring.row(), ring.seeds()), (self.row, self.seeds()));
        let cells = ring.cells();
        let mut left = usize::from(self.seeds);
        let mut rank = 0u64;
        // The last cell has no choice left.
        for (&content, at_most) in cells[..cells.len() - 1]
            .iter()
            .zip(self.at_most.iter().rev())
        {
            let before = at_most[left];
            left -= usize::from(content);
            rank += before - at_most[left];
        }
        rank
    }

    /// Returns the board with a number.
    ///
    /// # Panics
    ///
    /// If there is no such number.
    pub fn unrank(&self, rank: u64) -> Ring {
        assert!(rank < self.positions, "no board number {rank}");
        let mut ring = Ring::empty(self.row);
        let cells = ring.cells_mut();
        let last = cells.len() - 1;
        let mut left = self.seeds;
        let mut rank = rank;
        for (cell, at_most) in cells[..last].iter_mut().zip(self.at_most.iter().rev()) {
            let before = at_most[usize::from(left)];
            let fewer = |content: &u8| before - at_most[usize::from(left - content)] <= rank;
            *cell = (1..=left).take_while(fewer).count() as u8;
            rank -= before - at_most[usize::from(left - *cell)];
            left -= *cell;
        }
        cells[last] = left;
        ring
    }

    /// Changes a board into the next one in order; returns false after the last.
    #[inline]
    pub fn advance(&self, ring: &mut Ring) -> bool {
        advance(ring.cells_mut())
    }
}

/// Changes contents into the next in lexicographic order with as many seeds; returns false after the last.
#[inline]
pub(super) fn advance(contents: &mut [u8]) -> bool {
    let last = contents.len() - 1;
    // The last non-empty cell gives one seed to the cell before it and the rest to the very last cell.
    let Some(from) = (1..=last).rev().find(|&cell| contents[cell] > 0) else {
        return false;
    };
    let rest = std::mem::take(&mut contents[from]);
    contents[from - 1] += 1;
    contents[last] = rest - 1;
    true
}

/// Returns C(n, k), or `None` beyond 64 bits.
pub(super) fn binomial(n: u64, k: u64) -> Option<u64> {
    let k = k.min(n.checked_sub(k)?);
    let mut result = 1u128;
    for i in 0..k {
        // A product of i+1 consecutive numbers is divisible by (i+1)!, and with n < 300 and k < 30
        // nothing here comes near 128 bits.
        result = result.checked_mul(u128::from(n - i))? / u128::from(i + 1);
    }
    u64::try_from(result).ok()
}

const _: () = assert!(MAX_CELLS < 30 && MAX_SEEDS as usize + MAX_CELLS < 300);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn small_layers_are_numbered_in_order() {
        for n in 2..=4 {
            let row = Row::new(n).unwrap();
            let mut up_to = 0;
            for seeds in 0..=7 {
                let index = Lexicographic::new(row, seeds).unwrap();
                let mut ring = index.unrank(0);
                let mut before: Option<Ring> = None;
                for rank in 0..index.positions() {
                    assert_eq!(index.rank(&ring), rank);
                    assert_eq!(index.unrank(rank), ring);
                    assert_eq!(ring.seeds(), seeds);
                    assert!(before.is_none_or(|before| before.cells() < ring.cells()));
                    before = Some(ring);
                    assert_eq!(index.advance(&mut ring), rank + 1 < index.positions());
                }
                up_to += index.positions();
                assert_eq!(Lexicographic::count_up_to(row, seeds), Some(up_to));
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let row = Row::new(12).unwrap();
        assert!(Lexicographic::new(row, 256).is_none());
        assert!(Lexicographic::new(row, 255).is_none());
        assert_eq!(Lexicographic::count_up_to(row, 255), None);
        assert!(Lexicographic::new(Row::new(2).unwrap(), 255).is_some());
    }

    proptest! {
        #[test]
        fn large_layers_go_both_ways(n in 2usize..=8, seeds in 0u32..=40, part in 0.0f64..1.0) {
            let index = Lexicographic::new(Row::new(n).unwrap(), seeds).unwrap();
            let rank = ((index.positions() - 1) as f64 * part) as u64;
            prop_assert_eq!(index.rank(&index.unrank(rank)), rank);
        }
    }
}
