//! A game as it was played, from the opening on.

use super::{
    Ending, Move, Opening, PlayError, Ply, PlyNext, Position, Record, Redistribution,
    RedistributionFault, Stage,
};
use crate::board::Side;

/// One redistribution as it was made (K3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redistributed {
    /// Who made it.
    pub side: Side,
    /// What he chose.
    pub redistribution: Redistribution,
    /// What follows: the other player's choice or, where that player is left without warriors at his first sowing, nothing.
    pub next: PlyNext,
    /// Where the game stands after it; after the second one all occupied boma are marked (K4).
    pub stage: Stage,
}

/// A game from some stage on: its redistributions, if it began in the opening, then its sowings.
///
/// Boards of the opening do not count for repetition (K13): what is chosen on them is another thing.
#[derive(Debug, Clone)]
pub struct Course {
    start: Stage,
    history: Vec<Position>,
    redistributions: Vec<Redistributed>,
    plies: Vec<Ply>,
    now: Now,
}

#[derive(Debug, Clone)]
enum Now {
    Opening(Opening),
    Sowing(Box<Record>),
}

impl Course {
    /// Starts at a stage before which some positions stood there, oldest first, which count for repetition (G12, K13); before an
    /// opening none does.
    pub fn new(start: Stage, history: &[Position]) -> Course {
        Course {
            start,
            history: history.to_vec(),
            redistributions: Vec::new(),
            plies: Vec::new(),
            now: match start {
                Stage::Opening(opening) => Now::Opening(opening),
                Stage::Sowing(position) => {
                    Now::Sowing(Box::new(Record::with_history(position, history)))
                }
            },
        }
    }

    /// Returns where it started.
    pub fn start(&self) -> &Stage {
        &self.start
    }

    /// Returns where it stands now.
    pub fn stage(&self) -> Stage {
        match &self.now {
            Now::Opening(opening) => Stage::Opening(*opening),
            Now::Sowing(record) => Stage::Sowing(*record.position()),
        }
    }

    /// Returns the positions before the start that count for repetition, oldest first.
    pub fn history(&self) -> &[Position] {
        &self.history
    }

    /// Returns the redistributions made since the start.
    pub fn redistributions(&self) -> &[Redistributed] {
        &self.redistributions
    }

    /// Returns the sowings and passes since the start, all after the redistributions.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Returns how it ended, if it did.
    pub fn ending(&self) -> Option<Ending> {
        match &self.now {
            Now::Opening(_) => None,
            Now::Sowing(record) => record.ending(),
        }
    }

    /// Returns the positions before the one that stands now which could come up again, oldest first: those with as many seeds
    /// on the board, the history among them.
    pub fn repeatable(&self) -> Vec<Position> {
        let now = *self.stage().position();
        let opened = self
            .redistributions
            .last()
            .map_or(&self.start, |last| &last.stage);
        let opened = match opened {
            Stage::Sowing(position) => Some(*position),
            Stage::Opening(_) => None,
        };
        let played = self.plies.iter().map(|ply| ply.position);
        let mut before: Vec<Position> = self.history.to_vec();
        before.extend(opened);
        before.extend(played);
        // The last one is the one that stands now.
        if opened.is_some() {
            before.pop();
        }
        before.retain(|position| position.ring().seeds() == now.ring().seeds());
        before
    }

    /// Plays a redistribution.
    ///
    /// # Errors
    ///
    /// If the opening is over, or the redistribution is not legal; the game is then as before.
    pub fn redistribute(
        &mut self,
        redistribution: &Redistribution,
    ) -> Result<&Redistributed, CourseFault> {
        let Now::Opening(opening) = &self.now else {
            return Err(match self.ending() {
                Some(_) => PlayError::GameOver.into(),
                None => CourseFault::OpeningOver,
            });
        };
        let side = opening.position().to_move();
        let stage = opening.redistribute(redistribution)?;
        self.now = match stage {
            Stage::Opening(opening) => Now::Opening(opening),
            Stage::Sowing(position) => {
                let plies = self.redistributions.len() + 1;
                Now::Sowing(Box::new(Record::opened(position, plies)))
            }
        };
        self.redistributions.push(Redistributed {
            side,
            redistribution: redistribution.clone(),
            next: self.ending().map_or(PlyNext::Opponent, PlyNext::Over),
            stage,
        });
        Ok(&self.redistributions[self.redistributions.len() - 1])
    }

    /// Plays a sowing or a pass.
    ///
    /// # Errors
    ///
    /// If the opening is not over, or as [`Record::play`]; the game is then as before.
    pub fn play(&mut self, mv: Move) -> Result<Ply, CourseFault> {
        let ply = match &mut self.now {
            Now::Opening(opening) => {
                return Err(CourseFault::InOpening(opening.position().to_move()));
            }
            Now::Sowing(record) => record.play(mv)?,
        };
        self.plies.push(ply);
        Ok(ply)
    }
}

/// Why a choice cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CourseFault {
    /// A sowing in the opening.
    #[error("{0} redistributes first (K3), as d,f>a2,b3,C5")]
    InOpening(Side),
    /// A redistribution after the opening, or in Giuthi.
    #[error("warriors are redistributed in Kiothi's opening only (K3)")]
    OpeningOver,
    /// A redistribution that is not legal.
    #[error("{0}")]
    Redistribution(#[from] RedistributionFault),
    /// A sowing or pass that cannot be played.
    #[error("{0}")]
    Play(#[from] PlayError),
}
