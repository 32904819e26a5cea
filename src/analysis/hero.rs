//! The side whose aim is looked at.

use crate::board::Side;
use crate::limits::Stop;
use crate::rules::{Ending, Ply, Position, Record};
use crate::solve::Study;
use crate::value::{Goal, Verdict};

/// A studied position with the side whose aim is looked at, and the aim.
pub(super) struct Hero<'s, 'a> {
    pub(super) study: &'s Study<'a>,
    side: Side,
    goal: Goal,
}

impl<'s, 'a> Hero<'s, 'a> {
    /// Finds hero and aim: those of the goal, or of the verdict.
    pub(super) fn new(study: &'s Study<'a>, goal: Option<Goal>) -> Hero<'s, 'a> {
        let position = study.position();
        let (side, goal) = match Goal::asked(goal, study.verdict(position)) {
            Some(goal) => (position.to_move(), goal),
            None => (!position.to_move(), Goal::Win),
        };
        Hero { study, side, goal }
    }

    pub(super) fn side(&self) -> Side {
        self.side
    }

    pub(super) fn goal(&self) -> Goal {
        self.goal
    }

    /// Tells whether the hero is to move.
    pub(super) fn is_to_move(&self, at: &Position) -> bool {
        at.to_move() == self.side
    }

    /// Tells whether a result for a side to move is what the hero is after.
    fn is_met(&self, to_move: Side, verdict: Verdict) -> bool {
        let own = if to_move == self.side {
            verdict
        } else {
            !verdict
        };
        self.goal.is_met_by(own)
    }

    /// Tells whether the hero reaches his aim from where a game stands; its end is judged by itself.
    pub(super) fn reaches(&self, record: &Record) -> bool {
        let at = record.position();
        match record.ending() {
            Some(ending) => self.goal.is_met_by(Verdict::of_ending(ending, self.side)),
            None => self.is_met(at.to_move(), self.study.verdict(at)),
        }
    }

    /// Returns every legal move as it is played with the game after it, in the fixed order.
    pub(super) fn moves(&self, record: &Record) -> Vec<(Ply, Record)> {
        if record.ending().is_some() {
            return Vec::new();
        }
        let moves = record.position().legal_moves().into_iter();
        moves
            .map(|mv| {
                let mut after = record.clone();
                let ply = after.play(mv).expect("a legal move");
                (ply, after)
            })
            .collect()
    }

    /// Returns the hero's moves that reach his aim, in the fixed order.
    pub(super) fn keys(&self, record: &Record) -> Vec<(Ply, Record)> {
        let moves = self.moves(record).into_iter();
        moves.filter(|(_, after)| self.reaches(after)).collect()
    }

    /// Returns what he plays: of the moves that win, or else that reach his aim, the first in the fixed order among the fastest.
    pub(super) fn best(&self, record: &Record) -> Result<Option<(Ply, Record)>, Stop> {
        let mut keys = self.keys(record);
        let winner = Hero {
            goal: Goal::Win,
            ..*self
        };
        if !keys.iter().any(|(_, after)| winner.reaches(after)) {
            return Ok(keys.into_iter().next());
        }
        keys.retain(|(_, after)| winner.reaches(after));
        let mut best: Option<(Option<u32>, (Ply, Record))> = None;
        for (ply, after) in keys {
            let plies = self.plies(&after)?;
            let faster = best.as_ref().is_none_or(|(least, _)| plies < *least);
            if faster {
                best = Some((plies, (ply, after)));
            }
        }
        Ok(best.map(|(_, best)| best))
    }

    /// Returns how many plies a decided game still lasts; `None` for a draw.
    pub(super) fn plies(&self, record: &Record) -> Result<Option<u32>, Stop> {
        match record.ending() {
            Some(Ending::NoMoves { .. }) => Ok(Some(0)),
            Some(_) => Ok(None),
            None => self.study.length(record.position()),
        }
    }
}
