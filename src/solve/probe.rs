//! A position's moves from table files alone.

use std::sync::Arc;
use std::time::Instant;

use super::line::{candidates_by, over};
use super::{Answer, AnswerLevel, Length, Method, Solved, Status};
use crate::board::Ring;
use crate::index::{LayerIndex, RowTable};
use crate::rules::{Position, Step, Turn};
use crate::tables::{LayerFile, TableError, TableFolder, layer_name};
use crate::value::{Stipulation, Thresholds, Verdict};

/// Why a position cannot be looked up.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// A table file is damaged.
    #[error("{0}")]
    Table(#[from] TableError),
    /// A layer that is needed has no file.
    #[error("the table of {layer} is not there; build it with: bonduc table build")]
    NotThere {
        /// The layer.
        layer: String,
    },
    /// Boards with marks are in no table.
    #[error("tables hold boards without marks only; use solve")]
    Marked,
}

/// Looks up a position and all its moves in the table files of a folder. Lengths and lines are not in tables.
///
/// # Errors
///
/// If a file is damaged or not there, or the board has marks.
pub fn probe(
    position: &Position,
    stipulation: Option<Stipulation>,
    folder: &TableFolder,
) -> Result<Answer, ProbeError> {
    let clock = Instant::now();
    let (status, method) = match position.turn() {
        Turn::Over { own, other } => {
            let difference = i16::from(own) - i16::from(other);
            (over(position, difference), Method::Rules)
        }
        _ if position.ring().nki() != 0 => return Err(ProbeError::Marked),
        _ => (Status::Solved(look_up(position, folder)?), Method::Tables),
    };
    Ok(Answer {
        position: *position,
        history: Vec::new(),
        stipulation,
        asked: None,
        level: AnswerLevel::Full,
        status,
        method,
        positions: 0,
        seconds: clock.elapsed().as_secs_f64(),
    })
}

/// The files of the layers that are met, opened when they are.
struct Probes<'a> {
    position: &'a Position,
    folder: &'a TableFolder,
    rows: Arc<RowTable>,
    files: Vec<Option<(LayerFile, LayerIndex)>>,
}

impl Probes<'_> {
    fn thresholds(&mut self, ring: &Ring) -> Result<Thresholds, ProbeError> {
        let (rules, row, seeds) = (self.position.rules(), self.position.row(), ring.seeds());
        let slot = &mut self.files[seeds as usize];
        let (file, index) = match slot {
            Some(open) => open,
            None => {
                let not_there = || ProbeError::NotThere {
                    layer: layer_name(rules, row, seeds),
                };
                let file = self.folder.open(rules, row, seeds)?.ok_or_else(not_there)?;
                let index = file.index(&self.rows)?;
                slot.insert((file, index))
            }
        };
        Ok(file.thresholds(index, ring)?)
    }
}

fn look_up(position: &Position, folder: &TableFolder) -> Result<Solved, ProbeError> {
    let seeds = position.ring().seeds();
    let rows = RowTable::new(position.row(), seeds).ok_or_else(|| ProbeError::NotThere {
        layer: layer_name(position.rules(), position.row(), seeds),
    })?;
    let mut probes = Probes {
        position,
        folder,
        rows: Arc::new(rows),
        files: (0..=seeds).map(|_| None).collect(),
    };
    let thresholds = probes.thresholds(position.ring())?;
    let mut fault = None;
    let candidates = candidates_by(position, |step| {
        let found = match step {
            Step::Endless => Ok(Thresholds::UNDECIDED),
            Step::Keep(ring) => probes.thresholds(&ring),
            Step::Turn { ring, captured } => probes
                .thresholds(&ring)
                .map(|there| there.through_turn(captured)),
        };
        found.unwrap_or_else(|error| {
            fault = Some(error);
            Thresholds::UNDECIDED
        })
    });
    if let Some(error) = fault {
        return Err(error);
    }
    let lead = position.lead();
    let length = |verdict| match verdict {
        Verdict::Draw => Length::Draw,
        _ => Length::Unknown,
    };
    let moves = candidates
        .iter()
        .map(|candidate| candidate.answer(position, length(candidate.offered.verdict(lead))))
        .collect();
    let verdict = thresholds.verdict(lead);
    Ok(Solved {
        verdict,
        thresholds: Some(thresholds),
        moves,
        length: length(verdict),
        line: None,
        certificate: None,
        stop: None,
    })
}
