//! What was found out about a claim.

use crate::notation::NamedMove;
use crate::rules::{Ending, Ply};
use crate::value::{Goal, Stipulation, Verdict};

/// What a finding says of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Claimed, and good: the solver's move reaches the goal; the other side's is a best defence.
    Right,
    /// Claimed for the solver, and the goal is lost by it; the line refutes it.
    Wrong,
    /// Another first move reaches the goal, in a way of its own.
    Cook,
    /// Another move of the solver reaches the goal, but only through a position that the claim reaches in the same turn.
    Transposition,
    /// Another move of the solver leads to a won position, but the win goes back, later on, over a board that stood there before; in this
    /// game it is a draw.
    Detour,
    /// Another move reaches the goal at a later choice of the solver's, in a way of its own.
    Dual,
    /// Claimed, and cannot be played.
    Illegal,
    /// The claim ends where the solver still has to choose, and could go wrong.
    TooShort,
    /// Claimed for the other side, which has a better defence: one that escapes, or else one that lasts longer.
    WeakDefence,
}

impl Kind {
    /// Returns the word that files use.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Right => "right",
            Kind::Wrong => "wrong",
            Kind::Cook => "cook",
            Kind::Transposition => "transposition",
            Kind::Detour => "detour",
            Kind::Dual => "dual",
            Kind::Illegal => "illegal",
            Kind::TooShort => "too_short",
            Kind::WeakDefence => "weak_defence",
        }
    }

    /// Tells whether a claim with such a finding is unsound; a dual makes it so only where duals are not allowed.
    pub fn spoils(self, duals_allowed: bool) -> bool {
        match self {
            Kind::Wrong | Kind::Cook | Kind::Illegal | Kind::TooShort => true,
            Kind::Dual => !duals_allowed,
            Kind::Right | Kind::Transposition | Kind::Detour | Kind::WeakDefence => false,
        }
    }
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The moves from the claim's start to where it belongs.
    pub path: Vec<NamedMove>,
    /// What it says.
    pub kind: Kind,
    /// The move that it is about; `None` for a claim that is too short, or that is empty where the game is over and the goal missed.
    pub mv: Option<NamedMove>,
    /// Why a move cannot be played.
    pub reason: Option<String>,
    /// What follows the move: the refutation, or how the other move reaches the goal. After a weak defence: the better one and what follows
    /// it. Where the claim is too short: how to go on.
    pub line: Vec<Ply>,
    /// How that line ends.
    pub ending: Option<Ending>,
}

/// What a claim is held to, and how that stands with best play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// A win or a draw for the side to move, and its verdict.
    Plain(Goal, Verdict),
    /// Another stipulation, and whether it can be forced.
    Stipulated(Stipulation, bool),
}

/// What was found out about a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// What the claim was held to, and how that stands.
    pub asked: Asked,
    /// The findings, in the order of the claim.
    pub findings: Vec<Finding>,
}

impl Judgement {
    /// Tells whether the claim is right, complete, and has the only key; or, unless they are allowed, has no duals either.
    pub fn is_sound(&self, duals_allowed: bool) -> bool {
        self.faults(duals_allowed) == 0
    }

    /// Returns how many findings make it unsound.
    pub fn faults(&self, duals_allowed: bool) -> usize {
        let kinds = self.findings.iter().map(|finding| finding.kind);
        kinds.filter(|kind| kind.spoils(duals_allowed)).count()
    }
}
