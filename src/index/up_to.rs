//! The number of a board among all with at most so many seeds.
//!
//! The same order as [`Lexicographic`](super::Lexicographic), with the seeds that are missing as one cell more at the end. It packs a board that comes of another
//! into few bits: seeds only leave the board.

use super::lexicographic::binomial;
use crate::board::{MAX_SEEDS, Ring, Row};

/// Numbers the boards with a certain row length and at most so many seeds, from 0 to `boards() - 1`. Marks are left aside.
#[derive(Debug, Clone)]
pub struct UpTo {
    row: Row,
    seeds: u8,
    boards: u64,
    /// `at_most[k - 1][r]`: ways to put at most r seeds into k cells.
    at_most: Vec<Vec<u64>>,
}

impl UpTo {
    /// Makes the numbering, or `None` if its numbers do not fit 64 bits or there are more than 255 seeds.
    pub fn new(row: Row, seeds: u32) -> Option<UpTo> {
        let most = u8::try_from(seeds).ok().filter(|_| seeds <= MAX_SEEDS)?;
        let entry = |k: usize, r: u32| binomial(u64::from(r) + k as u64, k as u64);
        let at_most: Vec<Vec<u64>> = (1..=row.cells())
            .map(|k| (0..=seeds).map(|r| entry(k, r)).collect::<Option<_>>())
            .collect::<Option<_>>()?;
        Some(UpTo {
            row,
            seeds: most,
            boards: at_most[row.cells() - 1][usize::from(most)],
            at_most,
        })
    }

    /// Returns the number of boards.
    pub fn boards(&self) -> u64 {
        self.boards
    }

    /// Returns the number of a board.
    ///
    /// # Panics
    ///
    /// If it has more seeds. Right only for boards of this row length.
    #[inline]
    pub fn rank(&self, ring: &Ring) -> u64 {
        debug_assert_eq!(ring.row(), self.row);
        let mut left = usize::from(self.seeds);
        let mut rank = 0;
        for (&content, at_most) in ring.cells().iter().zip(self.at_most.iter().rev()) {
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
        assert!(rank < self.boards, "no board number {rank}");
        let mut ring = Ring::empty(self.row);
        let mut left = usize::from(self.seeds);
        let mut rank = rank;
        for (cell, at_most) in ring.cells_mut().iter_mut().zip(self.at_most.iter().rev()) {
            let before = at_most[left];
            while left > 0 && before - at_most[left - 1] <= rank {
                left -= 1;
                *cell += 1;
            }
            rank -= before - at_most[left];
        }
        ring
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn small_boards_are_numbered_in_order() {
        for n in 2..=3 {
            let row = Row::new(n).unwrap();
            let up_to = UpTo::new(row, 6).unwrap();
            let mut before: Option<Ring> = None;
            for rank in 0..up_to.boards() {
                let ring = up_to.unrank(rank);
                assert_eq!(up_to.rank(&ring), rank);
                assert!(ring.seeds() <= 6);
                assert!(before.is_none_or(|before| before.cells() < ring.cells()));
                before = Some(ring);
            }
            let all = super::super::Lexicographic::count_up_to(row, 6);
            assert_eq!(Some(up_to.boards()), all);
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert!(UpTo::new(Row::new(12).unwrap(), 255).is_none());
        assert!(UpTo::new(Row::new(2).unwrap(), 256).is_none());
        assert!(UpTo::new(Row::new(8).unwrap(), 64).is_some());
    }

    proptest! {
        #[test]
        fn large_boards_go_both_ways(n in 2usize..=8, seeds in 0u32..=60, part in 0.0f64..1.0) {
            let up_to = UpTo::new(Row::new(n).unwrap(), seeds).unwrap();
            let rank = ((up_to.boards() - 1) as f64 * part) as u64;
            prop_assert_eq!(up_to.rank(&up_to.unrank(rank)), rank);
        }
    }
}
