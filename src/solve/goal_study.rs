//! A stipulation in the middle of a game: what is forced from where the game stands, with all boards that stood there before.

use super::asked::{line, moves_with};
use super::in_time::InTime;
use super::{GoalLine, LineEnd, Solver};
use crate::board::Side;
use crate::limits::{Control, Stop};
use crate::rules::{Move, Position};
use crate::search::{Forced, Seeking};
use crate::value::{Required, Stipulation, Within};

/// A stipulation of a position, to be asked about games that begin there.
pub struct GoalStudy {
    side: Side,
    required: Required,
    within: Option<Within>,
    control: Control,
}

/// Where a game stands.
#[derive(Debug, Clone)]
pub struct Standing {
    /// The position.
    pub position: Position,
    /// All positions that stood before it, those of a history first.
    pub stood: Vec<Position>,
    /// Turns or sowings that the side for which the stipulation is has used up.
    pub used: u8,
}

/// What is forced from where a game stands.
pub struct Look {
    /// Whether the goal is forced.
    pub reaches: bool,
    /// Every legal move in the fixed order: whether the goal is forced after it and, if so and that is known, in how many plies with this one.
    pub moves: Vec<(Move, bool, Option<u32>)>,
    /// How play goes on from there.
    pub line: GoalLine,
}

impl Solver {
    /// Prepares to be asked about a stipulation, with the solver's limits from now on.
    pub fn goal_study(&mut self, position: &Position, stipulation: &Stipulation) -> GoalStudy {
        GoalStudy::new(position, stipulation, self.control())
    }
}

impl GoalStudy {
    /// Prepares to be asked about a stipulation within the limits of a control.
    pub fn new(position: &Position, stipulation: &Stipulation, control: Control) -> GoalStudy {
        GoalStudy {
            side: stipulation.side(position),
            required: stipulation.required(position),
            within: stipulation.within,
            control,
        }
    }

    /// Returns the side for which the stipulation is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Returns what that side needs in the end.
    pub fn required(&self) -> Required {
        self.required
    }

    /// Returns whether a choice by a side that passes the turn, or does not, uses up a turn or sowing.
    pub fn uses_time(&self, mover: Side, passes_turn: bool) -> bool {
        match self.within {
            None => false,
            Some(Within::Turns(_)) => mover == self.side && passes_turn,
            Some(Within::Sowings(_)) => mover == self.side,
        }
    }

    /// Tells whether no time is left where the side would have to move on.
    pub fn is_time_up(&self, standing: &Standing) -> bool {
        let own = standing.position.to_move() == self.side;
        own && self
            .within
            .is_some_and(|within| standing.used >= within.count())
    }

    /// Looks at where a game stands, which must not be over there.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn look(&self, standing: &Standing) -> Result<Look, Stop> {
        let position = &standing.position;
        if self.is_time_up(standing) {
            return Ok(Look {
                reaches: false,
                moves: Vec::new(),
                line: GoalLine {
                    plies: Vec::new(),
                    end: LineEnd::TimeUp,
                },
            });
        }
        let left = self.within.map(|within| match within {
            Within::Turns(count) => Within::Turns(count.saturating_sub(standing.used)),
            Within::Sowings(count) => Within::Sowings(count.saturating_sub(standing.used)),
        });
        let seeds = position.ring().seeds();
        let is_earlier = |board: &&Position| board.ring().seeds() == seeds && *board != position;
        let earlier: Vec<Position> = standing.stood.iter().filter(is_earlier).copied().collect();
        // 1. A draw in time.
        if let (Required::NotLosing, Some(within)) = (self.required, left) {
            let in_time = InTime::new(position, &earlier, self.side, within);
            let look = in_time.look(&self.control)?;
            let moves = look.moves.into_iter();
            return Ok(Look {
                reaches: look.met,
                moves: moves.map(|(mv, holds)| (mv, holds, None)).collect(),
                line: look.line,
            });
        }
        // 2. A draw is what the other side cannot prevent by winning.
        let (seeker, required) = match self.required {
            Required::NotLosing => (!self.side, Required::AtLeast(1)),
            required => (self.side, required),
        };
        let inverted = seeker != self.side;
        let seeking = Seeking::new(position, seeker, required, left, &earlier);
        let forced = Forced::new(seeking, position, None, 0, &self.control)?;
        let start = forced.seeking().start(position);
        let moves = moves_with(&forced, position).into_iter();
        Ok(Look {
            reaches: forced.plies(&start).is_some() != inverted,
            moves: moves
                .map(|(mv, step, is_forced)| {
                    let plies = forced.plies_after(&start, step);
                    (mv, is_forced != inverted, plies.filter(|_| !inverted))
                })
                .collect(),
            line: line(&forced, position, &earlier, None),
        })
    }
}
