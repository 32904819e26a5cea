//! Certificates, proofs and the positions that they are made of.

use crate::board::{Ring, Side};
use crate::rules::{Move, Position};
use crate::value::{Goal, Required, Within};

/// What a proof's side reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aim {
    /// To win.
    Win,
    /// At least to draw.
    Draw,
    /// Not to be beaten in fewer plies than a position's rank.
    Delay,
}

impl Aim {
    /// Returns the word that files use.
    pub fn name(self) -> &'static str {
        match self {
            Aim::Win => "win",
            Aim::Draw => "draw",
            Aim::Delay => "delay",
        }
    }

    /// Reads [`Aim::name`].
    pub fn from_name(name: &str) -> Option<Aim> {
        let all = [Aim::Win, Aim::Draw, Aim::Delay];
        all.into_iter().find(|aim| aim.name() == name)
    }

    /// Tells whether the positions of such a proof have ranks.
    pub fn has_ranks(self) -> bool {
        self != Aim::Draw
    }
}

impl From<Goal> for Aim {
    fn from(goal: Goal) -> Aim {
        match goal {
            Goal::Win => Aim::Win,
            Goal::Draw => Aim::Draw,
        }
    }
}

/// What a proof is about: an end that its side reaches, or keeps the other side from.
///
/// With [`Aim::Win`] the side reaches it; with [`Aim::Draw`] the other side does not; with [`Aim::Delay`] it is always a win of the other's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Terms {
    /// The final difference, seen by the side that is to reach it; never [`Required::NotLosing`].
    pub required: Required,
    /// How soon the game has to be over.
    pub within: Option<Within>,
}

impl Terms {
    /// A win, however late.
    pub const WIN: Terms = Terms {
        required: Required::AtLeast(1),
        within: None,
    };

    /// Tells whether a proof that speaks for a lead speaks for every greater one: not where the difference has to be exact.
    pub fn is_monotone(self) -> bool {
        matches!(self.required, Required::AtLeast(_))
    }

    /// Tells whether a side that reaches this keeps the other from what that requires of its own difference.
    pub fn excludes(self, other: Required) -> bool {
        match self.required {
            // The other has so many at most.
            Required::AtLeast(least) => match other {
                Required::AtLeast(wanted) | Required::Exactly(wanted) => -least < wanted,
                Required::NotLosing => least > 0,
            },
            Required::Exactly(exactly) => !other.is_met_with(-exactly),
            Required::NotLosing => false,
        }
    }
}

/// A position with the proofs of what is claimed of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The position, with its score and rules.
    pub position: Position,
    /// Earlier positions that count for repetition (G12, K13). If there are any, the position itself counts as well.
    pub history: Vec<Position>,
    /// The proofs.
    pub proofs: Vec<Proof>,
}

impl Certificate {
    /// Returns the number of positions in all proofs.
    pub fn positions(&self) -> usize {
        self.proofs.iter().map(|proof| proof.positions.len()).sum()
    }
}

/// That a side reaches an aim, whatever the other does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// The side.
    pub side: Side,
    /// What it reaches.
    pub aim: Aim,
    /// What that is about.
    pub terms: Terms,
    /// From where: what the proof is there to show.
    pub starts: Vec<Start>,
    /// The positions from which it is shown to reach it, in any order.
    pub positions: Vec<Proved>,
}

/// From where a proof shows that the aim is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// From the certificate's position.
    Here,
    /// From what comes of a move of the side to move there.
    After(Move),
}

/// A board from which a proof's side reaches its aim, from some lead on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proved {
    /// The board as the player to move sees it.
    pub ring: Ring,
    /// Who is to move.
    pub to_move: Side,
    /// The leads of the proof's side for which it speaks; where the terms ask for an exact difference, this lead alone.
    pub from: FromLead,
    /// To win: no more than so many plies to the end of the game. To delay: no defeat in fewer plies than so many. To draw: 0, without
    /// meaning.
    pub rank: u32,
    /// Where the terms say how soon: for how many turns or sowings left, the one under way included; otherwise 0.
    pub left: u8,
    /// What the proof's side plays, where it is to move and the game is not over; to draw, nothing is needed either where its lead is as great as
    /// the number of seeds left.
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

    /// Tells whether a side with any of these leads cannot lose any more: it leads by at least as many seeds as are left on a board.
    ///
    /// Every seed that is left is captured or dealt out once (G11, K12), or stays where it is when the game ends in a draw (G12, K13, an endless
    /// sowing). So the lead falls by no more than their number. False for any lead whatever.
    pub fn holds_whatever(self, ring: &Ring) -> bool {
        match self {
            FromLead::Any => false,
            FromLead::At(lead) => i32::from(lead) >= ring.seeds() as i32,
        }
    }
}
