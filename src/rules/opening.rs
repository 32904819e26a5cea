//! Kiothi's opening: two redistributions before the first sowing (K3, K4).

use super::{Game, Position};
use crate::board::{Pit, Side};

/// How many redistributions there are: one by each player (K3).
const REDISTRIBUTIONS: u8 = 2;

/// How many boma a redistribution empties (K3).
const EMPTIED: usize = 2;

/// A position of Kiothi in which the player to move has to redistribute.
///
/// Nothing is marked as yet; [`Opening::redistribute`] is the way from here to a [`Position`] that is sown from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opening {
    position: Position,
    redistributed: u8,
}

/// Where a game stands: in the opening, or where sowings are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// The player to move redistributes (Kiothi).
    Opening(Opening),
    /// The player to move sows.
    Sowing(Position),
}

impl Stage {
    /// Returns the board, whoever has what to choose on it.
    pub fn position(&self) -> &Position {
        match self {
            Stage::Opening(opening) => opening.position(),
            Stage::Sowing(position) => position,
        }
    }

    /// Returns the opening, if that is where it stands.
    pub fn opening(&self) -> Option<&Opening> {
        match self {
            Stage::Opening(opening) => Some(opening),
            Stage::Sowing(_) => None,
        }
    }
}

/// A player's choice in the opening as it was written down; every part of it may be wrong.
///
/// Warriors are alike, so what counts is how many go where: each boma stands at most once under `placed`,
/// with at least one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Redistribution {
    /// The boma that are emptied.
    pub emptied: Vec<Pit>,
    /// Into which boma, own or enemy, emptied or not, how many of their warriors go.
    pub placed: Vec<(Pit, u8)>,
}

/// Why a position cannot be one of the opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OpeningFault {
    /// Only Kiothi has an opening.
    #[error("Giuthi has no opening")]
    NotKiothi,
    /// K3: one redistribution by each player.
    #[error("{0} redistributions are made, where the opening has 0 or 1 behind it (K3)")]
    Redistributed(u8),
    /// K4: boma are marked once both players have redistributed.
    #[error("{0} is marked, but boma are marked after the opening (K4)")]
    Marked(Pit),
    /// A player who has to redistribute cannot.
    #[error(
        "{side} has to redistribute, and has {occupied} occupied boma, where two are emptied (K3)"
    )]
    TooFewBoma {
        /// The player.
        side: Side,
        /// How many occupied boma he has.
        occupied: usize,
    },
}

/// Why a redistribution is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RedistributionFault {
    /// Not two boma are emptied.
    #[error("{0} boma emptied, where exactly two are (K3)")]
    NotTwo(usize),
    /// A boma that the board does not have.
    #[error("there is no boma {0} on this board")]
    OffBoard(Pit),
    /// A boma of the other player is emptied.
    #[error("{pit} is emptied, but is not {side}'s own (K3)")]
    NotOwn {
        /// The boma.
        pit: Pit,
        /// Who redistributes.
        side: Side,
    },
    /// The same boma is emptied twice.
    #[error("{0} is emptied twice, where two different boma are (K3)")]
    EmptiedTwice(Pit),
    /// An empty boma is emptied.
    #[error("{0} is emptied, but is empty already (K3)")]
    Empty(Pit),
    /// A boma is filled with nothing.
    #[error("no warrior is put into {0}, where it is at least one or the boma is left out (K3)")]
    NoneInto(Pit),
    /// A boma is filled twice.
    #[error("{0} is filled twice; how many go into a boma stands in one place (K3)")]
    FilledTwice(Pit),
    /// Not as many are put down as were lifted.
    #[error("{placed} warriors put down, where {lifted} were lifted (K3)")]
    Count {
        /// How many are put down.
        placed: u32,
        /// How many the emptied boma held.
        lifted: u32,
    },
}

impl Opening {
    /// Makes an opening of a position after none (0) or one (1) of the redistributions.
    ///
    /// # Errors
    ///
    /// If the game is not Kiothi, more have been made, a boma is marked (K4), or a player who has still to redistribute
    /// has fewer than two occupied boma.
    pub fn new(position: Position, redistributed: u8) -> Result<Opening, OpeningFault> {
        if position.rules().game() != Game::Kiothi {
            return Err(OpeningFault::NotKiothi);
        }
        if redistributed >= REDISTRIBUTIONS {
            return Err(OpeningFault::Redistributed(redistributed));
        }
        if let Some(&pit) = position.marked().first() {
            return Err(OpeningFault::Marked(pit));
        }
        let mover = position.to_move();
        let still: &[Side] = match redistributed {
            0 => &[mover, !mover],
            _ => &[mover],
        };
        for &side in still {
            let row = position.row_contents(side);
            let occupied = row.iter().filter(|&&content| content > 0).count();
            if occupied < EMPTIED {
                return Err(OpeningFault::TooFewBoma { side, occupied });
            }
        }
        Ok(Opening {
            position,
            redistributed,
        })
    }

    /// Returns the board, without any marks, and who is to redistribute.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns how many redistributions have been made, 0 or 1.
    pub fn redistributed(&self) -> u8 {
        self.redistributed
    }

    /// Plays a redistribution (K3). After the second one every occupied boma is marked as nki (K4).
    ///
    /// # Errors
    ///
    /// The first thing by which it is not legal.
    pub fn redistribute(&self, choice: &Redistribution) -> Result<Stage, RedistributionFault> {
        let position = &self.position;
        let (row, side) = (position.row(), position.to_move());
        let cell = |pit: Pit| match usize::from(pit.column) < row.pits() {
            true => Ok(pit.cell(row, side)),
            false => Err(RedistributionFault::OffBoard(pit)),
        };
        let mut ring = *position.ring();
        // 1. Two different occupied boma of his own are emptied.
        if choice.emptied.len() != EMPTIED {
            return Err(RedistributionFault::NotTwo(choice.emptied.len()));
        }
        let mut lifted = 0;
        for (index, &pit) in choice.emptied.iter().enumerate() {
            let cell = cell(pit)?;
            if pit.side != side {
                return Err(RedistributionFault::NotOwn { pit, side });
            }
            if choice.emptied[..index].contains(&pit) {
                return Err(RedistributionFault::EmptiedTwice(pit));
            }
            match std::mem::take(&mut ring.cells_mut()[cell]) {
                0 => return Err(RedistributionFault::Empty(pit)),
                warriors => lifted += u32::from(warriors),
            }
        }
        // 2. What was lifted, no more and no less, goes into any boma.
        let counts = choice.placed.iter().map(|&(_, count)| u32::from(count));
        let placed: u32 = counts.sum();
        for (index, &(pit, count)) in choice.placed.iter().enumerate() {
            cell(pit)?;
            if count == 0 {
                return Err(RedistributionFault::NoneInto(pit));
            }
            if choice.placed[..index]
                .iter()
                .any(|&(before, _)| before == pit)
            {
                return Err(RedistributionFault::FilledTwice(pit));
            }
        }
        if placed != lifted {
            return Err(RedistributionFault::Count { placed, lifted });
        }
        for &(pit, count) in &choice.placed {
            ring.cells_mut()[cell(pit)?] += count;
        }
        // 3. The turn passes, and with the second one the opening is over.
        let redistributed = self.redistributed + 1;
        if redistributed == REDISTRIBUTIONS {
            let occupied = (0..row.cells()).filter(|&cell| ring.cells()[cell] > 0);
            ring.set_nki(occupied.fold(0, |nki, cell| nki | 1 << cell));
        }
        let position = position.followed_by(ring.turned(), !side, 0);
        Ok(match redistributed {
            REDISTRIBUTIONS => Stage::Sowing(position),
            _ => Stage::Opening(Opening {
                position,
                redistributed,
            }),
        })
    }
}
