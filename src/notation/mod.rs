//! Moves, positions and rule sets as text, both ways, without loss.

mod moves;
mod position;

pub use moves::{MoveTextError, NamedMove};
pub use position::{PositionTextError, parse_position, position_text, rules_text};
