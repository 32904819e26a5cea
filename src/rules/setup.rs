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
    /// A mark that cannot be.
    #[error("{pit} is marked{}", .why.clause())]
    Mark {
        /// Its place in [`Setup::marked`].
        index: usize,
        /// The pit.
        pit: Pit,
        /// What is wrong with it.
        why: MarkFault,
    },
}

/// What is wrong with a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkFault {
    /// Giuthi has no marks.
    InGiuthi,
    /// K4: only occupied boma are nki.
    OnEmpty,
    /// The board has no such pit.
    OffBoard,
    /// The same pit was marked before.
    Twice,
}

impl MarkFault {
    /// Returns the fault as the end of a sentence that begins "c is marked".
    pub fn clause(self) -> &'static str {
        match self {
            MarkFault::InGiuthi => ", but Giuthi has no marks",
            MarkFault::OnEmpty => " but empty (K4)",
            MarkFault::OffBoard => " but not on the board",
            MarkFault::Twice => " twice",
        }
    }
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
            let mut fault = |why| faults.push(SetupFault::Mark { index, pit, why });
            match self.content(pit) {
                _ if matches!(self.rules, RuleSet::Giuthi(_)) => fault(MarkFault::InGiuthi),
                None => fault(MarkFault::OffBoard),
                Some(0) => fault(MarkFault::OnEmpty),
                Some(_) => {}
            }
            if self.marked[..index].contains(&pit) {
                fault(MarkFault::Twice);
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
