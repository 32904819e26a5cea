//! Pictures in words, for those who listen to them.

use super::super::opening::next_words;
use super::frame::pit_at;
use crate::board::Side;
use crate::rules::{Direction, Ending, Position, Stage, Trace};

/// Describes a board: rows from the left, marks, captures, who is to move.
pub(super) fn board_words(position: &Position) -> String {
    let row = |side| {
        let pits = position.pits(side).map(|pit| {
            let mark = if position.is_marked(pit) { " nki" } else { "" };
            format!("{pit} {}{mark}", position.content(pit))
        });
        let pits: Vec<String> = pits.collect();
        let captured = position.captured(side);
        format!(
            "{side}, captured {captured}, from the left: {}.",
            pits.join(", ")
        )
    };
    let (north, south) = (row(Side::North), row(Side::South));
    format!("{north} {south} {} to move.", position.to_move())
}

/// Describes a sowing lap by lap, and what it takes.
pub(in super::super) fn lap_words(trace: &Trace, side: Side) -> String {
    let ring = &trace.sown.ring;
    let laps = trace.laps.iter().zip(1..).map(|(lap, number)| {
        let (from, to) = (pit_at(lap.cell, ring, side), pit_at(lap.last, ring, side));
        let way = match lap.direction {
            Direction::Ccw => "counter-clockwise",
            Direction::Cw => "clockwise",
        };
        format!("lap {number} lifts {} from {from}, {way} to {to}", lap.hand)
    });
    let laps: Vec<String> = laps.collect();
    let mut words = laps.join("; ");
    if !trace.taken.is_empty() {
        let taken = trace.taken.iter();
        let taken =
            taken.map(|taken| format!("{} from {}", taken.seeds, pit_at(taken.cell, ring, side)));
        let taken: Vec<String> = taken.collect();
        words += &format!("; captures {}", taken.join(", "));
    }
    words
}

/// Says in a line to what moves have led.
pub(super) fn outcome_words(stage: &Stage, ending: Option<Ending>) -> String {
    match ending {
        None => format!("Then: {}", next_words(stage)),
        Some(Ending::NoMoves { south, north }) => {
            let result = match south.cmp(&north) {
                std::cmp::Ordering::Greater => format!("South wins by {}", south - north),
                std::cmp::Ordering::Less => format!("North wins by {}", north - south),
                std::cmp::Ordering::Equal => "a draw".to_owned(),
            };
            format!("The end: South {south}, North {north}; {result}.")
        }
        Some(Ending::Repetition { .. }) => "The end: a draw by repetition.".to_owned(),
        Some(Ending::EndlessSowing) => "The end: a draw, as the sowing never ends.".to_owned(),
    }
}
