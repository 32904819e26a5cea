//! Whose choice it is, and all that can come of it.

use super::{Direction, EndlessSowing, Game, Move, Next, Outcome, RuleSet};
use crate::board::Ring;

/// What the rules ask of the player whose view the ring is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// He has at least one legal sowing.
    Sow,
    /// He has none, the other has: he must pass (G10).
    Pass,
    /// The game is over (G11, K12).
    Over {
        /// How many of the seeds on the board fall to him.
        own: u8,
        /// How many fall to the other.
        other: u8,
    },
}

/// What one choice leads to, for the solvers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A sowing that never ends: a draw.
    Endless,
    /// The same player chooses again on this board, as he sees it. Nothing was captured (G6).
    Keep(Ring),
    /// The other player chooses, on this board as *he* sees it.
    Turn {
        /// The board as the other player sees it.
        ring: Ring,
        /// Seeds captured by the choice.
        captured: u8,
    },
}

impl RuleSet {
    /// Plays one choice of the player whose view the ring is.
    ///
    /// A pass is illegal here: whether it is due is for [`RuleSet::turn`] to say.
    pub fn sow(&self, ring: &Ring, mv: Move) -> Outcome {
        use super::{Illegal, giuthi, kiothi};
        match (self, mv) {
            (RuleSet::Giuthi(rules), Move::Sow { cell, direction }) => {
                giuthi::sow(rules, ring, usize::from(cell), direction)
            }
            (RuleSet::Kiothi(rules), Move::Lift { cell, count }) => {
                kiothi::lift(rules, ring, usize::from(cell), count)
            }
            (_, Move::Pass) => Outcome::Illegal(Illegal::PassNotDue),
            _ => Outcome::Illegal(Illegal::OtherGame),
        }
    }

    /// Calls `f` with every choice that G2 or K5 offers, legal or not, until it returns true.
    ///
    /// Cells from the player's left, `+` before `-`, smaller lifts first. Returns whether `f` did.
    pub(super) fn any_candidate(&self, ring: &Ring, mut f: impl FnMut(Move) -> bool) -> bool {
        let own = &ring.cells()[..ring.row().pits()];
        for (cell, &content) in (0u8..).zip(own) {
            let found = match self {
                RuleSet::Giuthi(_) => {
                    content >= 2
                        && Direction::BOTH
                            .into_iter()
                            .any(|direction| f(Move::Sow { cell, direction }))
                }
                RuleSet::Kiothi(_) => (1..=content).any(|count| f(Move::Lift { cell, count })),
            };
            if found {
                return true;
            }
        }
        false
    }

    /// Tells whether the player whose view the ring is has a legal sowing.
    pub fn can_sow(&self, ring: &Ring) -> bool {
        let giuthi_draws =
            self.game() == Game::Giuthi && self.endless_sowing() == EndlessSowing::Draw;
        self.any_candidate(ring, |mv| {
            giuthi_draws || !matches!(self.sow(ring, mv), Outcome::Illegal(_))
        })
    }

    /// Says what the rules ask of the player whose view the ring is (G10, G11, K12).
    pub fn turn(&self, ring: &Ring) -> Turn {
        if self.can_sow(ring) {
            Turn::Sow
        } else {
            self.turn_without_sowing(ring)
        }
    }

    /// Does the same where it is known that the player cannot sow.
    fn turn_without_sowing(&self, ring: &Ring) -> Turn {
        let own = ring.own_seeds() as u8;
        let all = ring.seeds() as u8;
        let other_can = self.can_sow(&ring.turned());
        match self.game() {
            Game::Giuthi if other_can => Turn::Pass,
            // K12: what is left goes to the player who can still move.
            Game::Kiothi if other_can => Turn::Over { own: 0, other: all },
            _ => Turn::Over {
                own,
                other: all - own,
            },
        }
    }

    /// Calls `f` with every legal choice of the player whose view the ring is, a forced pass included.
    ///
    /// Cells from the player's left, `+` before `-`, smaller lifts first. If the game is over,
    /// `f` is not called and the result is the difference still to come (G11, K12), positive in
    /// favour of the player; otherwise it is `None`.
    pub fn expand(&self, ring: &Ring, mut f: impl FnMut(Move, Step)) -> Option<i16> {
        let mut any = false;
        self.any_candidate(ring, |mv| {
            let step = match self.sow(ring, mv) {
                Outcome::Illegal(_) => return false,
                Outcome::Endless => Step::Endless,
                Outcome::Sown(sown) => match sown.next {
                    Next::Again => Step::Keep(sown.ring),
                    Next::Opponent => Step::Turn {
                        ring: sown.ring.turned(),
                        captured: sown.captured,
                    },
                },
            };
            any = true;
            f(mv, step);
            false
        });
        if any {
            return None;
        }
        match self.turn_without_sowing(ring) {
            Turn::Over { own, other } => Some(i16::from(own) - i16::from(other)),
            _ => {
                f(
                    Move::Pass,
                    Step::Turn {
                        ring: ring.turned(),
                        captured: 0,
                    },
                );
                None
            }
        }
    }
}
