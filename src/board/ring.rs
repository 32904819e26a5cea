//! What lies in the pits, as one player sees it.

use super::{MAX_CELLS, Row};

/// The contents of a board as one player sees it, with the marks of protected pits.
///
/// ```text
///   cells   0 1 … n-1 | n n+1 … 2n-1 | unused, always 0 (up to 24)
///           own row   | enemy row, on counter-clockwise
///           from his  |
///           left      |
/// ```
///
/// Cell `r` lies opposite cell `2n-1-r`. The whole state fits 32 bytes, which is
/// also the full key of the transposition table: two rings are equal exactly if
/// their boards and marks are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ring {
    cells: [u8; MAX_CELLS],
    /// Bit `r` is set where cell `r` is nki (Kiothi, K4).
    nki: u32,
    row: Row,
}

impl Ring {
    /// Makes an empty board.
    pub fn empty(row: Row) -> Ring {
        Ring {
            cells: [0; MAX_CELLS],
            nki: 0,
            row,
        }
    }

    /// Makes a ring from the contents of its cells, without marks.
    ///
    /// # Panics
    ///
    /// If there are not 4, 6, … 24 cells.
    pub fn from_cells(contents: &[u8]) -> Ring {
        assert!(
            contents.len().is_multiple_of(2),
            "a ring has two equal rows"
        );
        let row = Row::new(contents.len() / 2).expect("a row has 2 to 12 pits");
        let mut ring = Ring::empty(row);
        ring.cells[..contents.len()].copy_from_slice(contents);
        ring
    }

    /// Makes a ring from the two rows, each from its owner's left, without marks.
    ///
    /// # Panics
    ///
    /// If a row has not as many pits as `row` says.
    #[inline]
    pub fn from_rows(row: Row, own: &[u8], enemy: &[u8]) -> Ring {
        let n = row.pits();
        let mut ring = Ring::empty(row);
        ring.cells[..n].copy_from_slice(own);
        ring.cells[n..2 * n].copy_from_slice(enemy);
        ring
    }

    /// Returns the length of its rows.
    pub fn row(&self) -> Row {
        self.row
    }

    /// Returns the contents of all cells, own row first.
    pub fn cells(&self) -> &[u8] {
        &self.cells[..self.row.cells()]
    }

    /// Returns the contents of all cells, to be changed.
    pub fn cells_mut(&mut self) -> &mut [u8] {
        &mut self.cells[..self.row.cells()]
    }

    /// Returns all 24 bytes, the unused ones 0: sowing adds to them at one stroke.
    pub(crate) fn raw_cells_mut(&mut self) -> &mut [u8; MAX_CELLS] {
        &mut self.cells
    }

    /// Returns the marks, bit `r` for cell `r`.
    pub fn nki(&self) -> u32 {
        self.nki
    }

    /// Sets the marks, bit `r` for cell `r`.
    pub fn set_nki(&mut self, nki: u32) {
        debug_assert_eq!(nki >> self.row.cells(), 0, "marks off the board");
        self.nki = nki;
    }

    /// Tells whether a cell is marked as protected (K4).
    pub fn is_nki(&self, cell: usize) -> bool {
        self.nki >> cell & 1 == 1
    }

    /// Returns the number of seeds on the board, 0 to 255.
    pub fn seeds(&self) -> u32 {
        self.cells().iter().map(|&c| u32::from(c)).sum()
    }

    /// Returns the number of seeds in the viewer's own row.
    pub fn own_seeds(&self) -> u32 {
        self.cells[..self.row.pits()]
            .iter()
            .map(|&c| u32::from(c))
            .sum()
    }

    /// Returns the cell opposite another.
    pub fn opposite(&self, cell: usize) -> usize {
        self.row.cells() - 1 - cell
    }

    /// Returns the same board as the other player sees it (half a turn).
    pub fn turned(&self) -> Ring {
        let (n, m) = (self.row.pits(), self.row.cells());
        let mut turned = Ring::empty(self.row);
        turned.cells[..n].copy_from_slice(&self.cells[n..m]);
        turned.cells[n..m].copy_from_slice(&self.cells[..n]);
        let own = (1u32 << n) - 1;
        turned.nki = self.nki >> n | (self.nki & own) << n;
        turned
    }

    /// Returns the board with left and right exchanged in both rows.
    ///
    /// A symmetry of Giuthi (with the directions exchanged), not of Kiothi.
    pub fn reflected(&self) -> Ring {
        let (n, m) = (self.row.pits(), self.row.cells());
        let mut reflected = *self;
        reflected.cells[..n].reverse();
        reflected.cells[n..m].reverse();
        if self.nki != 0 {
            reflected.nki = (0..m)
                .filter(|&cell| self.is_nki(cell))
                .map(|cell| {
                    1 << if cell < n {
                        n - 1 - cell
                    } else {
                        m + n - 1 - cell
                    }
                })
                .fold(0, |marks: u32, bit: u32| marks | bit);
        }
        reflected
    }

    /// Returns the key as four words: equal words for equal rings, and only for these.
    ///
    /// `extra` is mixed into the unused bits (24 bits of cells' marks and the row
    /// length leave room), so that a state with a number attached has a full key too.
    pub fn words(&self, extra: u16) -> [u64; 4] {
        let word = |i: usize| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&self.cells[8 * i..8 * i + 8]);
            u64::from_le_bytes(bytes)
        };
        let rest = u64::from(self.nki) | (self.row.pits() as u64) << 32 | u64::from(extra) << 48;
        [word(0), word(1), word(2), rest]
    }

    /// Tells whether words, from who knows where, are the [`Ring::words`] of some ring.
    pub fn is_words(words: [u64; 4]) -> bool {
        let Some(row) = Row::new((words[3] >> 32 & 0xffff) as usize) else {
            return false;
        };
        let cells = words[..3].iter().flat_map(|word| word.to_le_bytes());
        let mut unused = cells.skip(row.cells());
        unused.all(|cell| cell == 0) && words[3] as u32 >> row.cells() == 0
    }

    /// Makes the ring whose [`Ring::words`] these are, and gives the number attached.
    ///
    /// # Panics
    ///
    /// If the words were not made by [`Ring::words`].
    pub fn from_words(words: [u64; 4]) -> (Ring, u16) {
        let row = Row::new((words[3] >> 32 & 0xffff) as usize).expect("words of a ring");
        let mut ring = Ring::empty(row);
        for (i, word) in words[..3].iter().enumerate() {
            ring.cells[8 * i..8 * i + 8].copy_from_slice(&word.to_le_bytes());
        }
        ring.nki = words[3] as u32;
        (ring, (words[3] >> 48) as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rings() -> impl Strategy<Value = Ring> {
        (2usize..=12).prop_flat_map(|n| {
            (prop::collection::vec(0u8..=10, 2 * n), any::<u32>()).prop_map(
                move |(cells, marks)| {
                    let mut ring = Ring::from_cells(&cells);
                    ring.set_nki(marks & ((1u32 << (2 * n)) - 1));
                    ring
                },
            )
        })
    }

    proptest! {
        #[test]
        fn turning_twice_and_reflecting_twice_change_nothing(ring in rings()) {
            prop_assert_eq!(ring.turned().turned(), ring);
            prop_assert_eq!(ring.reflected().reflected(), ring);
            prop_assert_eq!(ring.turned().reflected(), ring.reflected().turned());
            prop_assert_eq!(ring.reflected().seeds(), ring.seeds());
        }

        #[test]
        fn opposite_cells_stay_opposite(ring in rings()) {
            let (turned, reflected) = (ring.turned(), ring.reflected());
            for cell in 0..ring.row().cells() {
                let n = ring.row().pits();
                let there = (cell + n) % (2 * n);
                prop_assert_eq!(turned.cells()[there], ring.cells()[cell]);
                prop_assert_eq!(turned.is_nki(there), ring.is_nki(cell));
                let mirror = if cell < n { n - 1 - cell } else { 3 * n - 1 - cell };
                prop_assert_eq!(reflected.is_nki(mirror), ring.is_nki(cell));
                prop_assert_eq!(reflected.opposite(mirror) + 1 + mirror, 2 * n);
            }
        }

        #[test]
        fn words_lose_nothing(ring in rings(), extra: u16) {
            prop_assert_eq!(Ring::from_words(ring.words(extra)), (ring, extra));
            prop_assert!(Ring::is_words(ring.words(extra)));
        }
    }
}
