//! A position as it was written down, which may be nonsense.

use super::RuleSet;
use crate::board::{MAX_ROW, MAX_SEEDS, MIN_ROW, Pit, Side};

/// A position as a file or a person gives it; every field may be wrong.
///
/// [`Position::from_setup`](super::Position::from_setup) is the only way from here to a
/// position that can be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The rules to play by.
    pub rules: RuleSet,
    /// North's pits from left to right of the diagram.
    pub north: Vec<u8>,
    /// South's pits from left to right of the diagram.
    pub south: Vec<u8>,
    /// The nki boma (Kiothi), in any order.
    pub marked: Vec<Pit>,
    /// Seeds captured so far, indexed by [`Side::index`].
    pub captured: [u32; 2],
    /// Who is to move.
    pub to_move: Side,
}

/// What is wrong with a [`Setup`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupFault {
    /// The rows differ in length.
    #[error("the rows have {north} and {south} pits, which must be equal")]
    RowsDiffer {
        /// North's number of pits.
        north: usize,
        /// South's number of pits.
        south: usize,
    },
    /// A row is too short or too long.
    #[error("a row of {0} pits, where {MIN_ROW} to {MAX_ROW} are possible")]
    RowLength(usize),
    /// More seeds in all than a game may have.
    #[error("{0} seeds on the board and captured, where at most {MAX_SEEDS} are possible")]
    TooManySeeds(u32),
    /// A mark in a game that has none.
    #[error("{0} is marked, but Giuthi has no marks")]
    MarkInGiuthi(Pit),
    /// A mark on an empty pit (K4).
    #[error("{0} is marked but empty")]
    MarkOnEmpty(Pit),
    /// A mark on a pit that the board does not have.
    #[error("{0} is marked but not on the board")]
    MarkOffBoard(Pit),
    /// The same pit marked twice.
    #[error("{0} is marked twice")]
    MarkedTwice(Pit),
}

impl Setup {
    /// Returns everything that is wrong with it, in a fixed order.
    ///
    /// The one definition of a valid position: files, texts and generators all come here.
    pub fn faults(&self) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        let (north, south) = (self.north.len(), self.south.len());
        if north != south {
            faults.push(SetupFault::RowsDiffer { north, south });
        }
        for pits in [south, north] {
            let wrong = SetupFault::RowLength(pits);
            if !(MIN_ROW..=MAX_ROW).contains(&pits) && !faults.contains(&wrong) {
                faults.push(wrong);
            }
        }
        let on_board: u32 = self.rows().map(u32::from).sum();
        let seeds = on_board
            .saturating_add(self.captured[0])
            .saturating_add(self.captured[1]);
        if seeds > MAX_SEEDS {
            faults.push(SetupFault::TooManySeeds(seeds));
        }
        for (index, &pit) in self.marked.iter().enumerate() {
            if matches!(self.rules, RuleSet::Giuthi(_)) {
                faults.push(SetupFault::MarkInGiuthi(pit));
            } else {
                match self.content(pit) {
                    None => faults.push(SetupFault::MarkOffBoard(pit)),
                    Some(0) => faults.push(SetupFault::MarkOnEmpty(pit)),
                    Some(_) => {}
                }
            }
            if self.marked[..index].contains(&pit) {
                faults.push(SetupFault::MarkedTwice(pit));
            }
        }
        faults
    }

    fn rows(&self) -> impl Iterator<Item = u8> + '_ {
        self.north.iter().chain(&self.south).copied()
    }

    fn content(&self, pit: Pit) -> Option<u8> {
        let row = match pit.side {
            Side::South => &self.south,
            Side::North => &self.north,
        };
        row.get(usize::from(pit.column)).copied()
    }
}
