//! Moves, boards, positions and rule sets as text, both ways, without loss.

mod board;
mod moves;
mod position;

pub use board::{Rows, parse_side, push_board};
pub use moves::{MoveTextError, NamedMove};
pub use position::{
    PositionTextError, board_text, parse_board, parse_position, position_text, rules_text,
};
