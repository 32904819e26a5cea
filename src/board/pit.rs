//! A pit by its name.

use super::{Row, Side};
use std::fmt;

/// A pit of the diagram: a side and a column, counted from the left of the diagram.
///
/// South's pits are named `a b c …`, North's `A B C …`; `C` lies opposite `c`.
/// The order (South before North, then by column) is not that of the ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pit {
    /// Whose row it lies in.
    pub side: Side,
    /// The column from the left of the diagram, from 0 to 11.
    pub column: u8,
}

impl Pit {
    /// Returns the pit's letter.
    pub fn letter(self) -> char {
        let first = match self.side {
            Side::South => b'a',
            Side::North => b'A',
        };
        char::from(first + self.column)
    }

    /// Reads a pit's letter, or `None` if it names no pit of such a board.
    pub fn from_letter(letter: char, row: Row) -> Option<Pit> {
        let (side, first) = match letter {
            'a'..='z' => (Side::South, 'a'),
            'A'..='Z' => (Side::North, 'A'),
            _ => return None,
        };
        let column = letter as u8 - first as u8;
        (usize::from(column) < row.pits()).then_some(Pit { side, column })
    }

    /// Returns the pit's cell in the ring as `viewer` sees it, from 0 to 2n-1.
    ///
    /// Cells 0 to n-1 are the viewer's own row from his left; the ring goes on
    /// counter-clockwise through the enemy row.
    pub fn cell(self, row: Row, viewer: Side) -> usize {
        let (n, column) = (row.pits(), usize::from(self.column));
        let south_view = match self.side {
            Side::South => column,
            Side::North => 2 * n - 1 - column,
        };
        match viewer {
            Side::South => south_view,
            Side::North => (south_view + n) % (2 * n),
        }
    }

    /// Returns the pit at a cell of the ring as `viewer` sees it.
    ///
    /// # Panics
    ///
    /// If the cell is not on the ring.
    pub fn at_cell(cell: usize, row: Row, viewer: Side) -> Pit {
        let n = row.pits();
        assert!(cell < 2 * n, "cell {cell} is not on a ring of {}", 2 * n);
        let south_view = match viewer {
            Side::South => cell,
            Side::North => (cell + n) % (2 * n),
        };
        if south_view < n {
            Pit {
                side: Side::South,
                column: south_view as u8,
            }
        } else {
            Pit {
                side: Side::North,
                column: (2 * n - 1 - south_view) as u8,
            }
        }
    }
}

impl fmt::Display for Pit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_cells_go_both_ways() {
        for n in 2..=12 {
            let row = Row::new(n).unwrap();
            for viewer in Side::BOTH {
                for cell in 0..2 * n {
                    let pit = Pit::at_cell(cell, row, viewer);
                    assert_eq!(pit.cell(row, viewer), cell);
                    assert_eq!(Pit::from_letter(pit.letter(), row), Some(pit));
                    assert_eq!(pit.side == viewer, cell < n);
                }
            }
        }
    }

    #[test]
    fn opposite_pits_share_a_letter() {
        let row = Row::new(8).unwrap();
        for cell in 0..16 {
            let here = Pit::at_cell(cell, row, Side::South);
            let there = Pit::at_cell(15 - cell, row, Side::South);
            assert!(here.letter().eq_ignore_ascii_case(&there.letter()));
        }
    }

    #[test]
    fn left_is_the_players_own_left() {
        let row = Row::new(5).unwrap();
        assert_eq!(Pit::at_cell(0, row, Side::South).letter(), 'a');
        assert_eq!(Pit::at_cell(0, row, Side::North).letter(), 'E');
    }
}
