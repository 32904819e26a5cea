//! A player's choice.

use std::cmp::Ordering;

use crate::board::Side;

/// The way round the ring of a first lap (G3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Counter-clockwise, written `+`: towards higher cells.
    Ccw,
    /// Clockwise, written `-`: towards lower cells.
    Cw,
}

impl Direction {
    /// Both directions in the order of move lists.
    pub const BOTH: [Direction; 2] = [Direction::Ccw, Direction::Cw];

    /// Returns the other direction.
    pub fn reversed(self) -> Direction {
        match self {
            Direction::Ccw => Direction::Cw,
            Direction::Cw => Direction::Ccw,
        }
    }
}

/// A choice of the player to move, with cells as he sees the ring.
///
/// His own row is cells 0 to n-1 from his left, so a move means the same for both
/// players; [`crate::notation`] names the pits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// Giuthi: lift all seeds of a cell and sow them in a direction (G2, G3).
    Sow {
        /// The own cell, 0 to n-1.
        cell: u8,
        /// The direction of the first lap.
        direction: Direction,
    },
    /// Kiothi: lift some warriors of a cell and sow them counter-clockwise (K5).
    Lift {
        /// The own cell, 0 to n-1.
        cell: u8,
        /// How many are lifted, from 1 to all.
        count: u8,
    },
    /// Giuthi: a player without a legal sowing passes (G10).
    Pass,
}

impl Move {
    /// Compares two moves of one side by the fixed order of move lists.
    ///
    /// Pits in the order of the diagram (a, b, c … or A, B, C …), then `+` before `-`,
    /// smaller lifts before greater ones.
    pub fn order(self, other: Move, side: Side) -> Ordering {
        let key = |mv: Move| match mv {
            Move::Sow { cell, direction } => (cell, direction as u8),
            Move::Lift { cell, count } => (cell, count),
            Move::Pass => (u8::MAX, 0),
        };
        let ((a, a_rest), (b, b_rest)) = (key(self), key(other));
        let cells = match side {
            Side::South => a.cmp(&b),
            Side::North => b.cmp(&a),
        };
        cells.then(a_rest.cmp(&b_rest))
    }
}
