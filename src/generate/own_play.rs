//! The solver's play by itself, wherever it stands, on whatever board.

use xxhash_rust::xxh3::xxh3_64;

use super::rating::touch;
use crate::board::Side;
use crate::rules::{Direction, Move, Position};

/// With fewer sowings of the solver's, two problems with the same play may well be about different things.
const LEAST: usize = 2;

/// With so many, what they capture makes no other problem of it.
const LONG: usize = 4;

/// The solver's sowings of a solution, their pits counted from the key's: pit, direction or number lifted and, in short solutions, what each captures.
///
/// A problem that is moved along the rows, put on a longer board, or given another pile far away in the enemy row keeps it.
pub(super) struct OwnPlay {
    solver: Side,
    key: Option<u8>,
    sowings: Vec<(i16, Step, u8)>,
    touched: Vec<bool>,
}

/// What is done with a pit.
#[derive(Clone, Copy, Debug)]
enum Step {
    Sow(Direction),
    Lift(u8),
}

impl OwnPlay {
    pub(super) fn new(start: &Position) -> OwnPlay {
        OwnPlay {
            solver: start.to_move(),
            key: None,
            sowings: Vec::new(),
            touched: vec![false; start.row().cells()],
        }
    }

    /// Takes a ply of the solution in.
    pub(super) fn tell(&mut self, before: &Position, mv: Move, captured: u8) {
        if before.to_move() != self.solver {
            return;
        }
        let (cell, step) = match mv {
            Move::Sow { cell, direction } => (cell, Step::Sow(direction)),
            Move::Lift { cell, count } => (cell, Step::Lift(count)),
            Move::Pass => return,
        };
        let key = *self.key.get_or_insert(cell);
        self.sowings.push((offset(cell, key), step, captured));
        if let Some(trace) = before.rules().trace(before.ring(), mv) {
            touch(&trace, false, &mut self.touched);
        }
    }

    /// Returns a number for the play and what lies at the start in the solver's own pits that take part; the same for its mirror image, where that
    /// is the same to the game. `None` for a short solution.
    pub(super) fn mark(&self, start: &Position) -> Option<u64> {
        let key = self.key?;
        if self.sowings.len() < LEAST {
            return None;
        }
        let ring = start.ring();
        let own = (0..ring.row().pits()).filter(|&cell| self.touched[cell]);
        let own = own.filter(|&cell| ring.cells()[cell] > 0);
        let pits = own.map(|cell| {
            (
                offset(cell as u8, key),
                ring.cells()[cell],
                ring.is_nki(cell),
            )
        });
        let pits: Vec<(i16, u8, bool)> = pits.collect();
        let long = self.sowings.len() >= LONG;
        let told = |sowings: &[(i16, Step, u8)], mut pits: Vec<(i16, u8, bool)>| {
            let captured = |(offset, step, captured): &(i16, Step, u8)| {
                (*offset, *step, if long { 0 } else { *captured })
            };
            let sowings: Vec<(i16, Step, u8)> = sowings.iter().map(captured).collect();
            pits.sort_unstable();
            xxh3_64(format!("{} {sowings:?} {pits:?}", start.rules().game()).as_bytes())
        };
        let straight = told(&self.sowings, pits.clone());
        if !start.rules().has_reflection() {
            return Some(straight);
        }
        let sowings: Vec<(i16, Step, u8)> = self
            .sowings
            .iter()
            .map(|(offset, step, captured)| match step {
                Step::Sow(direction) => (-offset, Step::Sow(direction.reversed()), *captured),
                Step::Lift(count) => (-offset, Step::Lift(*count), *captured),
            })
            .collect();
        let pits = pits
            .into_iter()
            .map(|(offset, seeds, nki)| (-offset, seeds, nki));
        Some(straight.min(told(&sowings, pits.collect())))
    }
}

fn offset(cell: u8, key: u8) -> i16 {
    i16::from(cell) - i16::from(key)
}
