//! A replayed game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::opening::{next_words, redistribution_turns};
use super::words::{ending_words, stage_words, turns_text};
use crate::board::Side;
use crate::notation::NamedMove;
use crate::puzzle::EndingObject;
use crate::rules::{Course, Ply, PlyNext, Position};

/// What `replay` answers to one game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameReport {
    /// The game's id.
    pub id: String,
    /// The plies that could be played.
    pub plies: Vec<PlyObject>,
    /// What stopped the game, if a move was illegal or unknown.
    pub error: Option<GameError>,
}

/// A move that could not be played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameError {
    /// The index of the move, from 0.
    pub ply: usize,
    /// Why.
    pub message: String,
}

/// One ply of a replayed game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlyObject {
    /// Who played it.
    pub side: String,
    /// The move in text.
    #[serde(rename = "move")]
    pub mv: String,
    /// What the sowing took.
    pub captured: u8,
    /// `again`, `opponent`, `over` or `endless`.
    pub next: String,
    /// How the game ended, when it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<EndingObject>,
    /// The board right after the sowing; after an endless one, the board before it.
    pub position: PositionObject,
}

/// A position as puzzle files write it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PositionObject {
    /// North's seeds from left to right of the diagram.
    pub north: Vec<u8>,
    /// South's seeds from left to right of the diagram.
    pub south: Vec<u8>,
    /// The nki boma.
    pub marked: Vec<String>,
    /// Seeds captured by each side.
    pub captured: CapturedTotals,
    /// Who is to move.
    pub to_move: String,
    /// `opening` where the side to move redistributes (K3); otherwise absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
    /// In the opening: how many redistributions have been made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redistributed: Option<u8>,
}

/// Seeds captured by each side.
pub type CapturedTotals = crate::puzzle::CapturedObject;

impl PositionObject {
    /// Writes a position.
    pub fn new(position: &Position) -> PositionObject {
        PositionObject {
            north: position.row_contents(Side::North),
            south: position.row_contents(Side::South),
            marked: position
                .marked()
                .iter()
                .map(|pit| pit.to_string())
                .collect(),
            captured: CapturedTotals {
                south: position.captured(Side::South),
                north: position.captured(Side::North),
            },
            to_move: position.to_move().name().to_owned(),
            phase: None,
            redistributed: None,
        }
    }
}

impl PlyObject {
    /// Writes a sowing or a pass.
    pub fn new(ply: &Ply) -> PlyObject {
        PlyObject {
            side: ply.side.name().to_owned(),
            mv: NamedMove::new(ply.mv, ply.side, ply.position.row()).to_string(),
            captured: ply.captured,
            next: ply.next.name().to_owned(),
            ending: match ply.next {
                PlyNext::Over(ending) => Some(ending.into()),
                _ => None,
            },
            position: PositionObject::new(&ply.position),
        }
    }
}

/// Writes a replayed game for people: its moves turn by turn, how it ended or what stopped it.
pub fn game_text(id: &str, course: &Course, error: Option<&GameError>) -> String {
    let mut text = format!("{id}: {}\n", stage_words(course.start()));
    let mut turns = redistribution_turns(course.redistributions());
    turns.extend(turns_text(course.plies()));
    text += &numbered(&turns);
    let stage = course.stage();
    match (course.ending(), error) {
        (Some(ending), _) if !turns.is_empty() => {
            text += &format!("  {}\n", ending_words(ending, stage.position()));
        }
        (None, None) if !turns.is_empty() => text += &format!("  {}\n", next_words(&stage)),
        _ => {}
    }
    if let Some(error) = error {
        let number = error.ply + 1;
        text += &format!("  stopped at move {number}: {}\n", error.message);
    }
    text
}

/// Writes plies as numbered turns, South's and North's turns as they come.
pub(super) fn turn_lines(plies: &[Ply]) -> String {
    numbered(&turns_text(plies))
}

fn numbered(turns: &[(Side, String)]) -> String {
    let width = turns.len().to_string().len();
    let lines = turns.iter().zip(1..).map(|((side, moves), number)| {
        let style = super::diagram::side_style(*side);
        format!("  {number:>width$}. {style}{side}{style:#}  {moves}\n")
    });
    lines.collect()
}
