//! A game under way: the position and all that came before it.

use std::collections::HashMap;

use super::{Illegal, Move, Next, Outcome, Position, Turn};
use crate::board::Side;

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// No one can move, or the player to move in Kiothi cannot (G11, K12).
    NoMoves {
        /// South's final total.
        south: u16,
        /// North's final total.
        north: u16,
    },
    /// A board came up again with the same player to move (G12, K13).
    Repetition {
        /// Number of plies played before the position stood there first; `None` if that was in the history.
        first_ply: Option<usize>,
        /// Number of plies played when it stood there again.
        again_ply: usize,
    },
    /// A sowing that never ends.
    EndlessSowing,
}

/// Whose choice follows a ply, or that the game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlyNext {
    /// The same player's (G6), even if all he can do is pass.
    Again,
    /// The other player's.
    Opponent,
    /// Nobody's: the game has ended.
    Over(Ending),
    /// Nobody's: the sowing never ends, which is a draw.
    Endless,
}

impl PlyNext {
    /// Returns the word that files use.
    pub fn name(self) -> &'static str {
        match self {
            PlyNext::Again => "again",
            PlyNext::Opponent => "opponent",
            PlyNext::Over(_) => "over",
            PlyNext::Endless => "endless",
        }
    }

    /// Returns how the game ended, if it did.
    pub fn ending(self) -> Option<Ending> {
        match self {
            PlyNext::Over(ending) => Some(ending),
            PlyNext::Endless => Some(Ending::EndlessSowing),
            _ => None,
        }
    }
}

/// One ply as it was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ply {
    /// Who played it.
    pub side: Side,
    /// What he chose.
    pub mv: Move,
    /// What the sowing took, before any dealing out at the end.
    pub captured: u8,
    /// What follows.
    pub next: PlyNext,
    /// The position right after the sowing; after an endless one, the position before it.
    pub position: Position,
}

/// Why a move cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The game is over already.
    #[error("the game is already over")]
    GameOver,
    /// The player has no legal sowing and must pass.
    #[error("{0} has no legal sowing and must pass (G10)")]
    MustPass(Side),
    /// The choice is not legal.
    #[error("{0}")]
    Illegal(#[from] Illegal),
}

/// A game from some position on, with the boards that count for repetition.
#[derive(Debug, Clone)]
pub struct Record {
    position: Position,
    /// After how many plies each board stood there first, by its full key and who was to move; `None`: in the history.
    seen: HashMap<[u64; 4], Option<usize>>,
    plies: usize,
    ending: Option<Ending>,
}

impl Record {
    /// Starts at a position; if the game is over there, it is over.
    pub fn new(position: Position) -> Record {
        Record::with_history(position, &[])
    }

    /// Starts at a position before which others stood there, which count for repetition (G12, K13); if the game is over there, it is
    /// over. Whether these led to the position is not looked at.
    pub fn with_history(position: Position, history: &[Position]) -> Record {
        let mut seen: HashMap<_, _> = history.iter().map(|before| (key(before), None)).collect();
        seen.entry(key(&position)).or_insert(Some(0));
        Record {
            position,
            seen,
            plies: 0,
            ending: no_moves(&position),
        }
    }

    /// Starts at the position after an opening of so many plies (K3), whose boards do not count for repetition.
    pub(super) fn opened(position: Position, plies: usize) -> Record {
        Record {
            position,
            seen: HashMap::from([(key(&position), Some(plies))]),
            plies,
            ending: no_moves(&position),
        }
    }

    /// Returns the position that stands now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns how many plies were played, those of an opening among them.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// Returns how the game ended, if it did.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Plays one ply.
    ///
    /// # Errors
    ///
    /// If the game is over, the move is illegal, or a pass is due or not due. The record is
    /// then as before.
    pub fn play(&mut self, mv: Move) -> Result<Ply, PlayError> {
        if self.ending.is_some() {
            return Err(PlayError::GameOver);
        }
        let before = self.position;
        let side = before.to_move();
        let (position, captured, next) = match (mv, before.turn()) {
            (Move::Pass, Turn::Pass) => {
                let next = before.followed_by(before.ring().turned(), !side, 0);
                (next, 0, PlyNext::Opponent)
            }
            (_, Turn::Pass) => return Err(PlayError::MustPass(side)),
            _ => match before.rules().sow(before.ring(), mv) {
                Outcome::Illegal(why) => return Err(why.into()),
                Outcome::Endless => (before, 0, PlyNext::Endless),
                Outcome::Sown(sown) => match sown.next {
                    Next::Again => {
                        let next = before.followed_by(sown.ring, side, sown.captured);
                        (next, sown.captured, PlyNext::Again)
                    }
                    Next::Opponent => {
                        let next = before.followed_by(sown.ring.turned(), !side, sown.captured);
                        (next, sown.captured, PlyNext::Opponent)
                    }
                },
            },
        };
        self.plies += 1;
        let next = match next {
            PlyNext::Endless => next,
            _ => self.ending_at(&position).map_or(next, PlyNext::Over),
        };
        self.position = position;
        self.seen.entry(key(&position)).or_insert(Some(self.plies));
        self.ending = next.ending();
        Ok(Ply {
            side,
            mv,
            captured,
            next,
            position,
        })
    }

    /// Looks whether the game ends at a position just reached.
    fn ending_at(&self, position: &Position) -> Option<Ending> {
        let repeated = self
            .seen
            .get(&key(position))
            .map(|&first_ply| Ending::Repetition {
                first_ply,
                again_ply: self.plies,
            });
        repeated.or_else(|| no_moves(position))
    }
}

fn key(position: &Position) -> [u64; 4] {
    position.ring().words(position.to_move().index() as u16)
}

fn no_moves(position: &Position) -> Option<Ending> {
    position
        .final_totals()
        .map(|[south, north]| Ending::NoMoves { south, north })
}
