//! A line played through, and as data for the page's own script.

use serde::Serialize;

use super::super::svg::lap_words;
use super::super::words::ply_text;
use crate::board::{Pit, Row, Side};
use crate::notation::NamedMove;
use crate::rules::{Direction, Move, Ply, PlyNext, Position, Record, Trace};

/// A ply as the page tells and shows it.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub(super) ply: Ply,
    trace: Option<Trace>,
}

/// A sowing of more laps is told by their number alone.
const TOLD_LAPS: usize = 8;

impl Step {
    /// Says what happens, lap by lap.
    fn words(&self) -> String {
        match &self.trace {
            Some(trace) if trace.laps.len() <= TOLD_LAPS => lap_words(trace, self.ply.side),
            Some(trace) => format!("{} laps", trace.laps.len()),
            None if self.ply.mv == Move::Pass => "no legal sowing".to_owned(),
            None => "its laps never end".to_owned(),
        }
    }
}

/// Plays moves from a position; in a series the other side's turns are passed over. `None` if one cannot be played.
///
/// Repetition is not looked at: where a line ends is for its solution to say.
pub(super) fn steps(start: &Position, moves: &[&str]) -> Option<Vec<Step>> {
    let mut now = *start;
    let (game, row) = (start.rules().game(), start.row());
    let mut steps = Vec::new();
    for text in moves {
        let named = NamedMove::parse(text, game, row).ok()?;
        let side = match named {
            NamedMove::Sow { pit, .. } | NamedMove::Lift { pit, .. } => pit.side,
            NamedMove::Pass => now.to_move(),
        };
        if side != now.to_move() {
            now = now.with_turn_passed();
        }
        let mv = named.for_side(side, row)?;
        let trace = match mv {
            Move::Pass => None,
            mv => now.rules().trace(now.ring(), mv),
        };
        let ply = Record::new(now).play(mv).ok()?;
        now = ply.position;
        steps.push(Step { ply, trace });
    }
    Some(steps)
}

/// A line for the script.
#[derive(Debug, Serialize)]
pub(super) struct LineData {
    start: BoardData,
    steps: Vec<StepData>,
}

#[derive(Debug, Serialize)]
struct StepData {
    text: String,
    words: String,
    /// The cell, the hand, 1 or -1 for the way round.
    laps: Vec<(usize, u8, i8)>,
    /// The cells emptied by the capture.
    taken: Vec<usize>,
    board: BoardData,
}

/// A board, its cells as South sees the ring.
#[derive(Debug, Serialize)]
struct BoardData {
    pits: Vec<u8>,
    marks: Vec<usize>,
    captured: [u8; 2],
    /// 0: South.
    to_move: usize,
}

impl BoardData {
    fn new(position: &Position) -> BoardData {
        let row = position.row();
        let pits = (0..row.cells()).map(|cell| Pit::at_cell(cell, row, Side::South));
        let marked = position.marked().into_iter();
        BoardData {
            pits: pits.map(|pit| position.content(pit)).collect(),
            marks: marked.map(|pit| pit.cell(row, Side::South)).collect(),
            captured: Side::BOTH.map(|side| position.captured(side)),
            to_move: position.to_move().index(),
        }
    }
}

impl LineData {
    pub(super) fn new(start: &Position, steps: &[Step]) -> LineData {
        LineData {
            start: BoardData::new(start),
            steps: steps
                .iter()
                .map(|step| step_data(step, start.row()))
                .collect(),
        }
    }

    /// Writes it as JSON that may stand inside a script of HTML and of XML.
    pub(super) fn json(&self) -> String {
        let json = serde_json::to_string(self).unwrap_or_default();
        json.replace('&', "\\u0026")
            .replace('<', "\\u003c")
            .replace('>', "\\u003e")
    }
}

fn step_data(step: &Step, row: Row) -> StepData {
    let ply = &step.ply;
    let cell = |cell: u8| Pit::at_cell(cell.into(), row, ply.side).cell(row, Side::South);
    let mut board = BoardData::new(&ply.position);
    if let PlyNext::Over(_) | PlyNext::Endless = ply.next {
        // Nobody is to move.
        board.to_move = Side::BOTH.len();
    }
    let trace = step.trace.iter();
    let laps = trace.clone().flat_map(|trace| &trace.laps);
    let taken = trace.flat_map(|trace| &trace.taken);
    StepData {
        text: format!("{} {}", ply.side, ply_text(ply)),
        words: step.words(),
        laps: laps
            .map(|lap| {
                let way = match lap.direction {
                    Direction::Ccw => 1,
                    Direction::Cw => -1,
                };
                (cell(lap.cell), lap.hand, way)
            })
            .collect(),
        taken: taken.map(|taken| cell(taken.cell)).collect(),
        board,
    }
}
