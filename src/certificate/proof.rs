//! Certificates, proofs and the positions that they are made of.

use crate::board::{Ring, Side};
use crate::rules::{Move, Position};
use crate::value::Goal;

/// A position with the proofs of what is claimed of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The position, with its score and rules.
    pub position: Position,
    /// The proofs.
    pub proofs: Vec<Proof>,
}

impl Certificate {
    /// Returns the number of positions in all proofs.
    pub fn positions(&self) -> usize {
        self.proofs.iter().map(|proof| proof.positions.len()).sum()
    }
}

/// That a side forces a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// The side.
    pub side: Side,
    /// What it forces.
    pub goal: Goal,
    /// From where: what the proof is there to show.
    pub starts: Vec<Start>,
    /// The positions from which it is shown to force the goal, in any order.
    pub positions: Vec<Proved>,
}

/// From where a proof shows that the goal is forced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// From the certificate's position.
    Here,
    /// From what comes of a move of the side to move there.
    After(Move),
}

/// A board from which a proof's side forces its goal, from some lead on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proved {
    /// The board as the player to move sees it.
    pub ring: Ring,
    /// Who is to move.
    pub to_move: Side,
    /// The leads of the proof's side for which it speaks.
    pub from: FromLead,
    /// A win: no more than so many plies to the end of the game. To draw: 0, without meaning.
    pub rank: u32,
    /// What the proof's side plays, where it is to move and the game is not over.
    pub mv: Option<Move>,
}

/// A lead (captured by a proof's side minus captured by the other) and all greater ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FromLead {
    /// Whatever the lead.
    Any,
    /// This lead and all greater ones.
    At(i16),
}

impl FromLead {
    /// Returns the lead after captures by the side (positive) or by the other (negative).
    pub fn after(self, captured: i16) -> FromLead {
        match self {
            FromLead::Any => FromLead::Any,
            FromLead::At(lead) => FromLead::At(lead.saturating_add(captured)),
        }
    }
}
