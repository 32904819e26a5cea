//! Sentences and short texts about positions, moves and endings.

use std::fmt::Write as _;

use crate::board::Side;
use crate::notation::{NamedMove, rules_text};
use crate::rules::{Ending, Game, Ply, Position, Stage, Turn};

/// Describes a position's game, mover and score in a line.
pub fn position_words(position: &Position) -> String {
    let rules = match rules_text(position.rules()) {
        rules if rules.is_empty() => String::new(),
        rules => format!(" ({rules})"),
    };
    format!(
        "{} 2x{}{rules}, {} to move, captured South {} : North {}",
        position.rules().game(),
        position.row().pits(),
        position.to_move(),
        position.captured(Side::South),
        position.captured(Side::North),
    )
}

/// Describes where a game stands in a line: as [`position_words`], in the opening with what is to be done (K3).
pub fn stage_words(stage: &Stage) -> String {
    let words = position_words(stage.position());
    match stage {
        Stage::Sowing(_) => words,
        Stage::Opening(opening) => {
            let step = match opening.redistributed() {
                0 => "first",
                _ => "second",
            };
            format!("{words}, opening: the {step} redistribution")
        }
    }
}

/// Names a ply's move, with what it captured: `b+ x5`.
pub(super) fn ply_text(ply: &Ply) -> String {
    let mut text = NamedMove::new(ply.mv, ply.side, ply.position.row()).to_string();
    if ply.captured > 0 {
        let _ = write!(text, " x{}", ply.captured);
    }
    text
}

/// Writes a line turn by turn, the sowings of a turn joined by commas: who, what.
pub fn turns_text(plies: &[Ply]) -> Vec<(Side, String)> {
    plies
        .chunk_by(|a, b| a.side == b.side)
        .map(|turn| {
            let texts: Vec<String> = turn.iter().map(ply_text).collect();
            (turn[0].side, texts.join(","))
        })
        .collect()
}

/// Explains how a game ended, in a sentence or two. `last` is the position at the end.
pub fn ending_words(ending: Ending, last: &Position) -> String {
    let game = last.rules().game();
    match ending {
        Ending::NoMoves { south, north } => {
            let why = match game {
                Game::Giuthi => {
                    "Neither player can sow; each keeps what lies in his row (G11).".to_owned()
                }
                Game::Kiothi => {
                    let side = last.to_move();
                    match last.turn() {
                        Turn::Over { own: 0, other: 1.. } => format!(
                            "{side} has no legal choice; what is left falls to {} (K12).",
                            !side
                        ),
                        Turn::Over { own: 0, other: 0 } => {
                            format!("{side} has no legal choice; nothing is left (K12).")
                        }
                        _ => "Neither player has a legal choice; each keeps his row (K12)."
                            .to_owned(),
                    }
                }
            };
            let result = match south.cmp(&north) {
                std::cmp::Ordering::Greater => format!("South wins by {}", south - north),
                std::cmp::Ordering::Less => format!("North wins by {}", north - south),
                std::cmp::Ordering::Equal => "a draw".to_owned(),
            };
            format!("{why} South {south}, North {north}: {result}.")
        }
        Ending::Repetition {
            first_ply,
            again_ply,
        } => {
            let rule = match game {
                Game::Giuthi => "G12",
                Game::Kiothi => "K13",
            };
            let first = match first_ply {
                None => "before, in the history".to_owned(),
                Some(0) => "at the start".to_owned(),
                Some(ply) => format!("after ply {ply}"),
            };
            format!(
                "After ply {again_ply} the board stands as it stood {first}, {} to move again: \
                 a draw by repetition ({rule}).",
                last.to_move()
            )
        }
        Ending::EndlessSowing => "The last sowing never ends: a draw.".to_owned(),
    }
}
