//! Moves, boards, positions, rule sets, games and numbered diagrams as text, both ways, without loss.

mod board;
mod moves;
mod numbered;
mod play;
mod position;
mod record_text;
mod redistribution;
mod stage;
mod text_fault;

pub use board::{Rows, parse_side, push_board};
pub use moves::{MoveTextError, NamedMove};
pub use numbered::{
    NotNumbered, Numbered, is_numbered_text, numbered_text, parse_numbered, split_numbered,
};
pub use play::{PlayTextError, play_text};
pub use position::{
    PositionTextError, board_text, parse_board, parse_position, position_text, rules_text,
};
pub use record_text::{
    GameResult, TextMove, TextRecord, TextTag, WrittenPly, is_record_text, parse_record,
    record_text, split_capture, split_moves, split_records,
};
pub use redistribution::{RedistributionTextError, is_redistribution, parse_redistribution};
pub use stage::{parse_stage, stage_text};
pub use text_fault::TextFault;
