//! The measures of a board on a picture.

use crate::board::{Pit, Ring, Row, Side};

/// The width of a pit with the wood around it.
pub(super) const PITCH: f64 = 72.0;
/// The radius of a pit.
pub(super) const PIT: f64 = 31.0;
/// The wood with the letters above and below the rows.
pub(super) const RIM: f64 = 23.0;
/// The wood between the rows.
pub(super) const BETWEEN: f64 = 8.0;
/// The wood left and right of the rows.
pub(super) const END: f64 = 8.0;
/// The radius of the board's corners.
pub(super) const CORNER: f64 = 16.0;
/// The height of a board.
pub(super) const BOARD_HEIGHT: f64 = 2.0 * RIM + 4.0 * PIT + BETWEEN;

/// Where a board lies on a picture.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub(super) row: Row,
    /// The left edge of the board.
    pub(super) left: f64,
    /// The upper edge of the board.
    pub(super) top: f64,
}

impl Frame {
    /// Returns the width of a board.
    pub(super) fn board_width(row: Row) -> f64 {
        2.0 * END + PITCH * row.pits() as f64
    }

    /// Returns the right edge.
    pub(super) fn right(&self) -> f64 {
        self.left + Frame::board_width(self.row)
    }

    /// Returns the lower edge.
    pub(super) fn bottom(&self) -> f64 {
        self.top + BOARD_HEIGHT
    }

    /// Returns the middle of a column.
    pub(super) fn column(&self, column: u8) -> f64 {
        self.left + END + PITCH * (f64::from(column) + 0.5)
    }

    /// Returns the middle of a pit.
    pub(super) fn pit(&self, pit: Pit) -> (f64, f64) {
        let y = match pit.side {
            Side::North => self.top + RIM + PIT,
            Side::South => self.bottom() - RIM - PIT,
        };
        (self.column(pit.column), y)
    }
}

/// Returns the pit at a cell of a ring that `side` looks at.
pub(super) fn pit_at(cell: u8, ring: &Ring, side: Side) -> Pit {
    Pit::at_cell(cell.into(), ring.row(), side)
}
