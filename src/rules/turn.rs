//! Whose choice it is, and all that can come of it.

use super::lap::{GivenUp, GoOn};
use super::{Direction, EndlessSowing, Game, Illegal, Move, Next, Outcome, RuleSet, Sown};
use super::{giuthi, kiothi};
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

impl From<Sown> for Step {
    fn from(sown: Sown) -> Step {
        match sown.next {
            Next::Again => Step::Keep(sown.ring),
            Next::Opponent => Step::Turn {
                ring: sown.ring.turned(),
                captured: sown.captured,
            },
        }
    }
}

impl RuleSet {
    /// Plays one choice of the player whose view the ring is.
    ///
    /// A pass is illegal here: whether it is due is for [`RuleSet::turn`] to say. An endless sowing is recognised by its
    /// recurrence, however long that takes; see [`RuleSet::sow_while`].
    pub fn sow(&self, ring: &Ring, mv: Move) -> Outcome {
        self.sow_while(ring, mv, &|| true)
            .unwrap_or_else(|GivenUp| unreachable!("a sowing that is never given up"))
    }

    /// Does the same as long as `go_on`, which is asked every 65,536 laps, says yes.
    ///
    /// # Errors
    ///
    /// If it says no; nothing is known of the sowing then.
    pub fn sow_while(&self, ring: &Ring, mv: Move, go_on: GoOn) -> Result<Outcome, GivenUp> {
        match (self, mv) {
            (RuleSet::Giuthi(rules), Move::Sow { cell, direction }) => {
                giuthi::sow(rules, ring, usize::from(cell), direction, go_on)
            }
            (RuleSet::Kiothi(rules), Move::Lift { cell, count }) => {
                kiothi::lift(rules, ring, usize::from(cell), count, go_on)
            }
            (_, Move::Pass) => Ok(Outcome::Illegal(Illegal::PassNotDue)),
            _ => Ok(Outcome::Illegal(Illegal::OtherGame)),
        }
    }

    /// Plays one choice of the player whose view the ring is, a forced pass included (G10).
    ///
    /// # Errors
    ///
    /// If the choice is not legal.
    pub fn step(&self, ring: &Ring, mv: Move) -> Result<Step, Illegal> {
        if mv == Move::Pass {
            return match self.turn(ring) {
                Turn::Pass => Ok(Step::Turn {
                    ring: ring.turned(),
                    captured: 0,
                }),
                _ => Err(Illegal::PassNotDue),
            };
        }
        match self.sow(ring, mv) {
            Outcome::Illegal(why) => Err(why),
            Outcome::Endless => Ok(Step::Endless),
            Outcome::Sown(sown) => Ok(sown.into()),
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
        let endless_is_legal = self.endless_sowing() == EndlessSowing::Draw;
        self.any_candidate(ring, |mv| match mv {
            // Where endless sowings are legal, the first lap decides.
            Move::Lift { cell, count } if endless_is_legal => {
                kiothi::illegal_lift(ring, cell.into(), count).is_none()
            }
            Move::Sow { .. } if endless_is_legal => true,
            _ => !matches!(self.sow(ring, mv), Outcome::Illegal(_)),
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
    pub fn expand(&self, ring: &Ring, f: impl FnMut(Move, Step)) -> Option<i16> {
        self.expand_while(ring, &|| true, f)
            .unwrap_or_else(|GivenUp| unreachable!("sowings that are never given up"))
    }

    /// Does the same as long as `go_on`, which is asked every 65,536 laps of a sowing, says yes.
    ///
    /// # Errors
    ///
    /// If it says no; `f` has then been called for some choices.
    #[inline]
    pub fn expand_while(
        &self,
        ring: &Ring,
        go_on: GoOn,
        mut f: impl FnMut(Move, Step),
    ) -> Result<Option<i16>, GivenUp> {
        let mut any = false;
        let mut given_up = false;
        self.any_candidate(ring, |mv| {
            let step = match self.sow_while(ring, mv, go_on) {
                Err(GivenUp) => {
                    given_up = true;
                    return true;
                }
                Ok(Outcome::Illegal(_)) => return false,
                Ok(Outcome::Endless) => Step::Endless,
                Ok(Outcome::Sown(sown)) => sown.into(),
            };
            any = true;
            f(mv, step);
            false
        });
        if given_up {
            return Err(GivenUp);
        }
        if any {
            return Ok(None);
        }
        Ok(match self.turn_without_sowing(ring) {
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
        })
    }
}
