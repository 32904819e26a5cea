//! A position of which everything is known, to be asked about it and what follows.

use std::cell::RefCell;
use std::rc::Rc;

use super::line::{best_play, candidates, state_after};
use super::{Line, Values};
use crate::board::{Ring, Side};
use crate::limits::{Control, Stop};
use crate::rules::{Ending, Move, Position, Record};
use crate::search::{Avoiding, Distances};
use crate::value::{DrawsWithLead, Thresholds, Verdict};

/// A position with the exact values of everything that can follow.
///
/// Positions that it is asked about have to follow from it, or be it; others make it panic.
pub struct Study<'a> {
    position: Position,
    values: Values<'a>,
    control: Control,
    /// Lengths worked out so far.
    lengths: RefCell<Vec<Rc<Distances>>>,
}

/// How many sets of lengths are kept.
const KEPT_LENGTHS: usize = 4;

/// A decided position in the middle of a game, where boards that stood there before are draws (G12, K13).
pub struct WithoutReturn<'s, 'a> {
    study: &'s Study<'a>,
    lengths: Avoiding,
}

impl<'a> Study<'a> {
    /// Makes a study of values that hold for the position and everything that can follow.
    pub fn new(position: Position, values: Values<'a>, control: Control) -> Study<'a> {
        Study {
            position,
            values,
            control,
            lengths: RefCell::default(),
        }
    }

    /// Returns the position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the result for the side to move, as if the game began here.
    pub fn verdict(&self, at: &Position) -> Verdict {
        self.values.of(at.ring()).verdict(at.lead())
    }

    /// Tells whether the side to move has at least a draw with any lead.
    pub fn always_draws(&self, at: &Position) -> bool {
        self.values.of(at.ring()).draws() == DrawsWithLead::Always
    }

    /// Returns every legal choice in the fixed order with the result that it gives the side to move.
    pub fn moves(&self, at: &Position) -> Vec<(Move, Verdict)> {
        candidates(at, &self.values)
            .into_iter()
            .map(|candidate| (candidate.mv, candidate.offered.verdict(at.lead())))
            .collect()
    }

    /// Returns every legal choice in the fixed order with the leads, before its capture, at which it wins or draws.
    pub fn offers(&self, at: &Position) -> Vec<(Move, Thresholds)> {
        candidates(at, &self.values)
            .into_iter()
            .map(|candidate| (candidate.mv, candidate.offered))
            .collect()
    }

    /// Returns for every legal choice, in the fixed order, how many plies the game lasts by it, itself included; `None` for draws.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn lengths(&self, at: &Position) -> Result<Vec<(Move, Option<u32>)>, Stop> {
        let candidates = candidates(at, &self.values);
        let after = |step| state_after(step, at.lead());
        let roots = candidates
            .iter()
            .filter_map(|candidate| after(candidate.step));
        let distances = self.distances(&roots.collect::<Vec<_>>())?;
        Ok(candidates
            .iter()
            .map(|candidate| {
                let plies = after(candidate.step)
                    .and_then(|(ring, lead)| distances.plies(&ring, lead))
                    .map(|plies| plies + 1);
                (candidate.mv, plies)
            })
            .collect())
    }

    /// Returns the length of a decided position; `None` for a draw.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn length(&self, at: &Position) -> Result<Option<u32>, Stop> {
        let distances = self.distances(&[(*at.ring(), at.lead())])?;
        Ok(distances.plies(at.ring(), at.lead()))
    }

    /// Returns lengths that hold for some boards and leads, worked out before or now.
    fn distances(&self, roots: &[(Ring, i16)]) -> Result<Rc<Distances>, Stop> {
        let known = |distances: &Distances, &(ring, lead): &(Ring, i16)| {
            let drawn = self.values.of(&ring).verdict(lead) == Verdict::Draw;
            drawn || distances.plies(&ring, lead).is_some()
        };
        let mut kept = self.lengths.borrow_mut();
        let found = kept
            .iter()
            .rev()
            .find(|distances| roots.iter().all(|root| known(distances, root)));
        if let Some(found) = found {
            return Ok(found.clone());
        }
        if kept.len() == KEPT_LENGTHS {
            kept.remove(0);
        }
        let values = &self.values;
        let held: u64 = kept.iter().map(|distances| distances.memory()).sum();
        let distances = Rc::new(Distances::new(
            self.position.rules(),
            &|ring: &Ring| values.of(ring),
            roots.iter().copied(),
            self.values.memory() + held,
            &self.control,
        )?);
        kept.push(distances.clone());
        Ok(distances)
    }

    /// Plays on as best from where a game stands, to its end.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn line(&self, record: Record) -> Result<Line, Stop> {
        let at = *record.position();
        let distances = self.distances(&[(*at.ring(), at.lead())])?;
        let line = best_play(record, &self.values, |ring, _, lead| {
            distances.plies(ring, lead)
        });
        Ok(line.expect("the lengths of everything on the line"))
    }

    /// Looks whether the winner of a decided position still wins if certain boards may not come up.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn without_return(
        &self,
        at: &Position,
        to: &[Position],
    ) -> Result<WithoutReturn<'_, 'a>, Stop> {
        let boards: Vec<(Ring, Side)> = to
            .iter()
            .map(|position| (*position.ring(), position.to_move()))
            .collect();
        let values = &self.values;
        let lengths = Avoiding::new(
            self.position.rules(),
            &|ring: &Ring| values.of(ring),
            (*at.ring(), at.to_move(), at.lead()),
            &boards,
            self.values.memory(),
            &self.control,
        )?;
        Ok(WithoutReturn {
            study: self,
            lengths,
        })
    }
}

impl WithoutReturn<'_, '_> {
    /// Returns how many plies the win takes from the position asked about, or one that follows in best play; `None` if there is no
    /// win without return.
    pub fn plies(&self, at: &Position) -> Option<u32> {
        self.lengths.plies(at.ring(), at.to_move(), at.lead())
    }

    /// Plays the win from where a game stands; `None` if there is none.
    pub fn win(&self, record: Record) -> Option<Line> {
        self.plies(record.position())?;
        best_play(record, &self.study.values, |ring, to_move, lead| {
            self.lengths.plies(ring, to_move, lead)
        })
    }

    /// Plays on where there is no win without return: each try of the winner's is met so that one of the boards comes up.
    ///
    /// The first moves in the fixed order are taken. `None` if there is a win.
    pub fn repetition(&self, mut record: Record) -> Option<Line> {
        if self.plies(record.position()).is_some() {
            return None;
        }
        let mut plies = Vec::new();
        loop {
            if let Some(ending) = record.ending() {
                return Some(Line { plies, ending });
            }
            let here = *record.position();
            let verdict = self.study.verdict(&here);
            let moves = self.study.moves(&here).into_iter();
            // A winner's moves lead all to where he needs a board again; of the loser's, one does.
            let mv = moves
                .filter(|(_, offered)| *offered == verdict)
                .find(|&(mv, _)| {
                    let mut tried = record.clone();
                    tried.play(mv).expect("a legal choice");
                    match tried.ending() {
                        Some(Ending::NoMoves { .. }) => false,
                        Some(_) => true,
                        None => verdict == Verdict::Win || self.plies(tried.position()).is_none(),
                    }
                });
            let (mv, _) = mv?;
            plies.push(record.play(mv).expect("a legal choice"));
        }
    }
}
