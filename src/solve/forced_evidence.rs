//! Evidence from what a side can force: strategies taken from [`Forced`], position by position.
//!
//! Where the seeker forces what he wants, his move is one of the fastest, and the plies are the ranks. Where he does not, the other side
//! keeps to states that are not forced; of several moves it takes one that leads to a position that is there already, or the first.

use std::collections::HashMap;

use super::line::choices;
use crate::board::Side;
use crate::certificate::{Aim, FromLead, Proof, Proved, Start, Terms};
use crate::limits::{Control, Phase, Stop};
use crate::rules::{Move, Position};
use crate::search::{Certain, Forced, Sought};

/// The bytes of memory that a position takes while a proof is made.
const POSITION_BYTES: u64 = 200;

/// Makes the proof that from some starts the seeker forces what he wants (`forces`), or that from none of them he does.
///
/// # Errors
///
/// If a limit is reached.
///
/// # Panics
///
/// If that is not so.
pub(super) fn proof(
    forced: &Forced,
    position: &Position,
    starts: Vec<Start>,
    forces: bool,
    control: &Control,
) -> Result<Proof, Stop> {
    control.progress().begin(Phase::Certifying, 0);
    let seeking = forced.seeking();
    let side = match forces {
        true => seeking.side(),
        false => !seeking.side(),
    };
    let mut builder = Builder {
        forced,
        position,
        side,
        numbers: HashMap::new(),
        states: Vec::new(),
        moves: Vec::new(),
    };
    let start = seeking.start(position);
    for start_move in &starts {
        match start_move {
            Start::Here => builder.need(start),
            Start::After(mv) => {
                let step = position.rules().step(position.ring(), *mv);
                let after = seeking.after(&start, step.expect("a legal move"));
                after.into_iter().for_each(|state| builder.need(state));
            }
        }
    }
    let mut next = 0;
    while let Some(&state) = builder.states.get(next) {
        if next.is_multiple_of(256) {
            control.check()?;
            let bytes = builder.states.len() as u64 * POSITION_BYTES;
            control.check_memory(forced.memory() + bytes)?;
            control.progress().advance(256);
        }
        next += 1;
        builder.look(&state, forces);
    }
    Ok(Proof {
        side,
        aim: if forces { Aim::Win } else { Aim::Draw },
        terms: Terms {
            required: seeking.required(),
            within: seeking.within(),
        },
        starts,
        positions: builder.positions(forces),
    })
}

struct Builder<'a> {
    forced: &'a Forced,
    position: &'a Position,
    /// The proof's side.
    side: Side,
    /// The states by board, mover, lead and what is left.
    numbers: HashMap<([u64; 4], u8), usize>,
    states: Vec<Sought>,
    /// The proof's side's moves, where it has to name one.
    moves: Vec<Option<Move>>,
}

impl Builder<'_> {
    fn mover(&self, state: &Sought) -> Side {
        self.forced.seeking().mover(state)
    }

    fn key(&self, state: &Sought) -> ([u64; 4], u8) {
        // As boards stand, without reflection; the lead and who is to move make one number.
        let number = 2 * state.lead + i16::from(state.seeker_to_move);
        (state.ring.words(number as u16), state.left)
    }

    /// Sees to it that a state is there.
    fn need(&mut self, state: Sought) {
        let key = self.key(&state);
        if !self.numbers.contains_key(&key) {
            self.numbers.insert(key, self.states.len());
            self.states.push(state);
        }
    }

    /// Chooses a move or follows all moves of a state; they are looked at in the order in which states were found.
    fn look(&mut self, state: &Sought, forces: bool) {
        self.moves.push(None);
        let seeking = self.forced.seeking();
        match seeking.certainly(state) {
            // Within a proof that it is reached, only ends stop play.
            Some(Certain::OutOfReach | Certain::TimeUp) if !forces => return,
            Some(Certain::Reached | Certain::Missed) => return,
            _ => {}
        }
        let mover = self.mover(state);
        let steps = choices(self.position.rules(), &state.ring, mover);
        if mover != self.side {
            for (_, step) in steps {
                if let Some(next) = seeking.after(state, step) {
                    self.need(next);
                }
            }
            return;
        }
        let plies = self.forced.plies(state);
        let will_do = |&&(_, step): &&(_, _)| match forces {
            true => self.forced.plies_after(state, step) == plies,
            false => self.forced.plies_after(state, step).is_none(),
        };
        let mut fit = steps.iter().filter(will_do);
        let first = *fit.clone().next().expect("a move that does it");
        let there = fit.find(|(_, step)| match seeking.after(state, *step) {
            // A draw at once asks for nothing.
            None => true,
            Some(next) => self.numbers.contains_key(&self.key(&next)),
        });
        let (mv, step) = there.copied().unwrap_or(first);
        *self.moves.last_mut().expect("the one just pushed") = Some(mv);
        if let Some(next) = seeking.after(state, step) {
            self.need(next);
        }
    }

    fn positions(&self, forces: bool) -> Vec<Proved> {
        let states = self.states.iter().zip(&self.moves);
        states
            .map(|(state, &mv)| Proved {
                ring: state.ring,
                to_move: self.mover(state),
                from: FromLead::At(match forces {
                    true => state.lead,
                    false => -state.lead,
                }),
                rank: match forces {
                    true => self.forced.plies(state).expect("a forced state"),
                    false => 0,
                },
                left: state.left,
                mv,
            })
            .collect()
    }
}
