//! The two numbers that say everything about a position.
//!
//! Whether a position is won depends on the score so far, a draw by repetition does not, and more lead
//! never hurts. So a position p, seen by the side to move, is described by
//!
//! * W(p), the least lead with which it can force a win (never: ∞), and
//! * D(p), the least lead with which it can force at least a draw (always: −∞).
//!
//! Always D ≤ W − 1; at the leads between, the result is a draw by repetition or an endless sowing only.
//! W and D are the least over the moves: a move that captures c and gives the turn to q offers
//! W = 1 − D(q) − c and D = 1 − W(q) − c, one that keeps the turn offers W(q) and D(q),
//! an endless sowing that draws offers ∞ and −∞; an end with difference δ to come has 1 − δ and −δ.
//! The right values are the limit when all W start at ∞ and all D at −∞, W only falls and D only rises: a
//! win has to come in finitely many plies, and what stays undecided is a draw.

use super::Verdict;

/// The least lead with which the side to move can force a win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum WinsWithLead {
    /// This lead, or more.
    At(i16),
    /// No lead suffices.
    Never,
}

/// The least lead with which the side to move can force at least a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DrawsWithLead {
    /// Any lead suffices, however negative.
    Always,
    /// This lead, or more.
    At(i16),
}

/// The two thresholds of a position or of a move, from the view of the side to move.
///
/// Kept as two numbers of 16 bits, since tables hold millions of them; no finite threshold
/// leaves the range −511 to 512.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thresholds {
    /// `NEVER` stands for ∞.
    wins: i16,
    /// `ALWAYS` stands for −∞; `NEVER` only in [`Thresholds::NOTHING`].
    draws: i16,
}

const NEVER: i16 = i16::MAX;
const ALWAYS: i16 = i16::MIN;

impl Thresholds {
    /// What an endless sowing offers, and what a position has of which nothing is settled.
    pub const UNDECIDED: Thresholds = Thresholds {
        wins: NEVER,
        draws: ALWAYS,
    };

    /// What no move at all offers: the start of a least over moves.
    pub const NOTHING: Thresholds = Thresholds {
        wins: NEVER,
        draws: NEVER,
    };

    /// Makes thresholds of their two numbers.
    pub fn new(wins: WinsWithLead, draws: DrawsWithLead) -> Thresholds {
        Thresholds {
            wins: match wins {
                WinsWithLead::At(lead) => lead,
                WinsWithLead::Never => NEVER,
            },
            draws: match draws {
                DrawsWithLead::At(lead) => lead,
                DrawsWithLead::Always => ALWAYS,
            },
        }
    }

    /// Returns those of a game that is over with this difference still to come (G11, K12).
    pub fn ended(difference: i16) -> Thresholds {
        Thresholds {
            wins: 1 - difference,
            draws: -difference,
        }
    }

    /// Returns what a move offers that captures and gives the turn to a position with these.
    #[inline]
    pub fn through_turn(self, captured: u8) -> Thresholds {
        let captured = i16::from(captured);
        Thresholds {
            wins: match self.draws {
                ALWAYS => NEVER,
                draws => 1 - draws - captured,
            },
            draws: match self.wins {
                NEVER => ALWAYS,
                wins => 1 - wins - captured,
            },
        }
    }

    /// Returns the least of each: what a player has who may choose between the two.
    #[inline]
    pub fn or(self, other: Thresholds) -> Thresholds {
        Thresholds {
            wins: self.wins.min(other.wins),
            draws: self.draws.min(other.draws),
        }
    }

    /// Returns the least lead that wins.
    pub fn wins(self) -> WinsWithLead {
        match self.wins {
            NEVER => WinsWithLead::Never,
            lead => WinsWithLead::At(lead),
        }
    }

    /// Returns the least lead that draws.
    pub fn draws(self) -> DrawsWithLead {
        match self.draws {
            ALWAYS => DrawsWithLead::Always,
            lead => DrawsWithLead::At(lead),
        }
    }

    /// Returns the result at a lead.
    pub fn verdict(self, lead: i16) -> Verdict {
        if lead >= self.wins {
            Verdict::Win
        } else if lead >= self.draws {
            Verdict::Draw
        } else {
            Verdict::Loss
        }
    }

    /// Returns x such that the position is won from lead x on, for settling by leads; `None` for ∞.
    pub(crate) fn won_from(self) -> Option<i16> {
        (self.wins != NEVER).then_some(self.wins)
    }

    /// Returns the least x such that the position is lost at lead −x, for settling by leads: 1 − D.
    ///
    /// `None` where D is −∞. For [`Thresholds::NOTHING`] it is the least number there is.
    pub(crate) fn lost_from(self) -> Option<i16> {
        match self.draws {
            ALWAYS => None,
            NEVER => Some(i16::MIN),
            draws => Some(1 - draws),
        }
    }

    /// Returns W and D as signed bytes, ∞ as 127 and −∞ as −128; finite ones must lie between.
    #[inline]
    pub(crate) fn to_i8(self) -> [i8; 2] {
        let byte = |number: i16| match number {
            NEVER => i8::MAX,
            ALWAYS => i8::MIN,
            number => {
                debug_assert!((-127..=126).contains(&number));
                number as i8
            }
        };
        [byte(self.wins), byte(self.draws)]
    }

    /// Makes thresholds of [`Thresholds::to_i8`].
    #[inline]
    pub(crate) fn from_i8(bytes: [i8; 2]) -> Thresholds {
        let number = |byte: i8| match byte {
            i8::MAX => NEVER,
            i8::MIN => ALWAYS,
            byte => i16::from(byte),
        };
        Thresholds {
            wins: number(bytes[0]),
            draws: number(bytes[1]),
        }
    }

    /// Sets that the position is won from lead x on.
    pub(crate) fn settle_won(&mut self, x: i16) {
        self.wins = x;
    }

    /// Sets that the position is lost at lead −x and draws with one more.
    pub(crate) fn settle_lost(&mut self, x: i16) {
        self.draws = 1 - x;
    }

    /// Sets that the position draws at any lead.
    pub(crate) fn settle_always(&mut self) {
        self.draws = ALWAYS;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_judged_by_its_difference() {
        for difference in -5..=5 {
            let ended = Thresholds::ended(difference);
            for lead in -7..=7 {
                let verdict = Verdict::of_difference(lead + difference);
                assert_eq!(ended.verdict(lead), verdict);
            }
        }
    }

    #[test]
    fn the_other_side_sees_the_opposite_verdict() {
        let some = [
            Thresholds::ended(3),
            Thresholds::UNDECIDED,
            Thresholds::new(WinsWithLead::At(-2), DrawsWithLead::Always),
            Thresholds::new(WinsWithLead::Never, DrawsWithLead::At(4)),
            Thresholds::new(WinsWithLead::At(5), DrawsWithLead::At(-1)),
        ];
        for q in some {
            for captured in [0u8, 1, 7] {
                let p = q.through_turn(captured);
                for lead in -20..=20 {
                    let after = q.verdict(-(lead + i16::from(captured)));
                    assert_eq!(p.verdict(lead), !after, "{q:?} {captured} {lead}");
                }
            }
        }
    }
}
