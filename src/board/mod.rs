//! The bare board: sides, rows, pits, the ring and what lies in it.
//!
//! Nothing here knows a rule of play. Rows hold 2 to 12 pits; a board holds at
//! most 255 seeds, so a pit's content always fits a byte.

mod pit;
mod ring;
mod row;
mod side;

pub use pit::Pit;
pub use ring::Ring;
pub use row::Row;
pub use side::Side;

/// The longest row that is accepted, in pits.
pub const MAX_ROW: usize = 12;

/// The shortest row that is accepted, in pits.
pub const MIN_ROW: usize = 2;

/// The most cells that a ring can have: two of the longest rows.
pub const MAX_CELLS: usize = 2 * MAX_ROW;

/// The most seeds a game may have in all, on the board and captured.
pub const MAX_SEEDS: u32 = 255;
