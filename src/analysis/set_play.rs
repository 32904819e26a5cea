//! Set play: what would happen if the other side were to move.

use crate::limits::Stop;
use crate::rules::{Ply, Position, Record};
use crate::solve::Solver;
use crate::value::{Goal, Verdict};

/// What would happen if the other side were to move in the same position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetPlay {
    /// The position with the other side to move.
    pub position: Position,
    /// Whether the side to move in the puzzle would then reach its aim.
    pub reached: bool,
    /// Whether it reaches it in the position as it is.
    pub reached_with_move: bool,
    /// Best play from there, to its end.
    pub line: Vec<Ply>,
}

impl SetPlay {
    /// Tells whether having to move costs the side its aim.
    pub fn is_zugzwang(&self) -> bool {
        self.reached && !self.reached_with_move
    }
}

/// Looks at the position, whose verdict as it is is known, with the other side to move, for the goal of the side that is to move now.
///
/// `None` if the game is over there.
pub(super) fn set_play(
    solver: &mut Solver,
    position: &Position,
    verdict: Verdict,
    goal: Goal,
) -> Result<Option<SetPlay>, Stop> {
    let turned = position.with_turn_passed();
    let start = Record::new(turned);
    if start.ending().is_some() {
        return Ok(None);
    }
    let study = solver.study(&turned)?;
    Ok(Some(SetPlay {
        position: turned,
        reached: goal.is_met_by(!study.verdict(&turned)),
        reached_with_move: goal.is_met_by(verdict),
        line: study.line(start)?.plies,
    }))
}
