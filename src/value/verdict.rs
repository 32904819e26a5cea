//! The result for the side to move, and what a puzzle asks for.

use std::fmt;
use std::ops::Not;

use crate::board::Side;
use crate::rules::Ending;

/// The result of best play for the side to move, at a given score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The other side forces a win.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side to move forces a win.
    Win,
}

impl Verdict {
    /// Returns `win`, `draw` or `loss`, the word that files use.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Loss => "loss",
            Verdict::Draw => "draw",
            Verdict::Win => "win",
        }
    }

    /// Returns the verdict for a final score difference.
    pub fn of_difference(difference: i16) -> Verdict {
        match difference {
            1.. => Verdict::Win,
            0 => Verdict::Draw,
            _ => Verdict::Loss,
        }
    }
}

impl Verdict {
    /// Returns a side's result at the end of a game.
    pub fn of_ending(ending: Ending, side: Side) -> Verdict {
        let difference = match (ending, side) {
            (Ending::NoMoves { south, north }, Side::South) => south as i16 - north as i16,
            (Ending::NoMoves { south, north }, Side::North) => north as i16 - south as i16,
            (Ending::Repetition { .. } | Ending::EndlessSowing, _) => 0,
        };
        Verdict::of_difference(difference)
    }
}

impl Not for Verdict {
    type Output = Verdict;

    /// The same result seen by the other side.
    fn not(self) -> Verdict {
        match self {
            Verdict::Loss => Verdict::Win,
            Verdict::Draw => Verdict::Draw,
            Verdict::Win => Verdict::Loss,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a puzzle asks the side to move for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Goal {
    /// To win.
    Win,
    /// At least to draw.
    Draw,
}

impl Goal {
    /// Returns what is to be reached: the goal that was asked for or, without one, the verdict itself; `None` for a loss.
    pub fn asked(goal: Option<Goal>, verdict: Verdict) -> Option<Goal> {
        goal.or(match verdict {
            Verdict::Win => Some(Goal::Win),
            Verdict::Draw => Some(Goal::Draw),
            Verdict::Loss => None,
        })
    }

    /// Tells whether a verdict meets the goal.
    pub fn is_met_by(self, verdict: Verdict) -> bool {
        verdict
            >= match self {
                Goal::Win => Verdict::Win,
                Goal::Draw => Verdict::Draw,
            }
    }
}
