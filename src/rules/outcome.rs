//! What one sowing does.

use crate::board::Ring;

/// Who chooses after a sowing; whether he can is not looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Next {
    /// The same player sows again (G6).
    Again,
    /// The turn passes.
    Opponent,
}

/// A sowing that came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sown {
    /// The board afterwards, as the sower sees it.
    pub ring: Ring,
    /// Seeds taken off the board by this sowing.
    pub captured: u8,
    /// Whose choice is next.
    pub next: Next,
    /// Number of laps, at least 1.
    pub laps: u64,
}

/// Why a choice is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Illegal {
    /// The kind of move belongs to the other game.
    #[error("that is not how this game is sown")]
    OtherGame,
    /// The pit is not in the player's own row.
    #[error("the pit is not the player's own")]
    NotOwn,
    /// G2: fewer than two seeds.
    #[error("a sowing starts from at least two seeds, found {0} (G2)")]
    TooFewSeeds(u8),
    /// K5: none or more than there are.
    #[error("cannot lift {wanted} of {there} (K5)")]
    CannotLift {
        /// How many were to be lifted.
        wanted: u8,
        /// How many are there.
        there: u8,
    },
    /// K6: the first lap's last warrior falls into an occupied own boma.
    #[error("the last warrior of the first lap falls into an occupied own boma (K6)")]
    IntoOwnOccupied,
    /// The laps never end, and the rule set calls that illegal.
    #[error("the sowing never ends, which this rule set does not allow")]
    Endless,
    /// G10: a pass although there is a legal sowing, or in a game without passes.
    #[error("a player who can sow may not pass")]
    PassNotDue,
}

/// What comes of a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The sowing ends.
    Sown(Sown),
    /// Its laps never end, and that is a draw.
    Endless,
    /// It may not be chosen.
    Illegal(Illegal),
}
