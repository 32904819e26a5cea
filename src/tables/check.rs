//! The proof that a layer is right, going forward through the rules.
//!
//! Two things make values right, given that the layers below are:
//!
//! 1. *Agreement.* Every W and D is the least that the board's moves offer.
//! 2. *Descent.* Agreement alone would let boards vouch for one another in a circle. So every finite W and every finite D
//!    (which says that the position is lost at leads below) has to be founded: on moves out of the layer and ends,
//!    or on boards of the layer whose values are founded already. Boards are marked as founded again and again until
//!    nothing more is; the order of marking is the order in which a win can be followed down to the end.
//!
//! With both, no W is too great and no D too small, since the least fixpoint agrees with itself, and none is too good,
//! since what is founded can be forced. Nothing here is shared with building but playing the moves.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use rayon::prelude::*;

use super::Layer;
use crate::board::Ring;
use crate::limits::{Control, Phase, Stop};
use crate::rules::{RuleSet, Step};
use crate::value::Thresholds;

/// Boards of a task.
const CHUNK: usize = 1 << 13;

/// What is wrong with a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrongValue {
    /// A board, as the player to move sees it.
    pub ring: Ring,
    /// What the layer says.
    pub found: Thresholds,
    /// What its moves offer; the same where the value is only unfounded.
    pub offered: Thresholds,
}

/// The mark of a board whose W, if it is finite, is founded; and whose D is.
const WON: u8 = 1;
const LOST: u8 = 2;

/// Checks a layer whose lower layers, `lower[s]` of s seeds, are right. Gives the first wrong value, if there is one.
///
/// # Errors
///
/// If a limit is reached.
pub fn check_layer(
    rules: &RuleSet,
    layer: &Layer,
    lower: &[Layer],
    control: &Control,
) -> Result<Option<WrongValue>, Stop> {
    let index = layer.index();
    let positions = index.positions();
    control.progress().begin(Phase::Checking, positions);
    let held: u64 = lower.iter().map(Layer::memory).sum();
    control.check_memory(held + layer.memory() + positions)?;
    let there = |step: Step| match step {
        Step::Endless => Thresholds::UNDECIDED,
        Step::Keep(ring) => layer.thresholds(&ring),
        Step::Turn { ring, captured } => {
            let seeds = index.seeds() as usize - usize::from(captured);
            let layer = lower.get(seeds).unwrap_or(layer);
            layer.thresholds(&ring).through_turn(captured)
        }
    };
    let marks: Vec<AtomicU8> = (0..positions).map(|_| AtomicU8::new(0)).collect();
    let wrong = AtomicU64::new(u64::MAX);
    // 1. Agreement, and what needs no founding.
    each_chunk(&marks, control, |start, marks| {
        let mut cursor = index.cursor(start);
        for (rank, mark) in (start..).zip(marks) {
            let ring = cursor.ring();
            let found = layer.at(rank);
            if offered(rules, &ring, there) != found {
                wrong.fetch_min(rank, Ordering::Relaxed);
            }
            let won = if found.won_from().is_none() { WON } else { 0 };
            let lost = if found.lost_from().is_none() { LOST } else { 0 };
            mark.store(won | lost, Ordering::Relaxed);
            cursor.advance();
        }
        control.progress().advance(marks.len() as u64);
        true
    })?;
    // 2. Descent.
    let founded = |ring: &Ring, mark: u8| {
        marks[index.rank(ring) as usize].load(Ordering::Relaxed) & mark == mark
    };
    while wrong.load(Ordering::Relaxed) == u64::MAX {
        let marked = each_chunk(&marks, control, |start, marks| {
            let mut cursor = index.cursor(start);
            let mut marked = false;
            for (rank, mark) in (start..).zip(marks) {
                let before = mark.load(Ordering::Relaxed);
                if before != WON | LOST {
                    let ring = cursor.ring();
                    let now = before | foundations(rules, &ring, layer.at(rank), &there, &founded);
                    if now != before {
                        mark.store(now, Ordering::Relaxed);
                        marked = true;
                    }
                }
                cursor.advance();
            }
            marked
        })?;
        if !marked {
            let unfounded = (0u64..)
                .zip(&marks)
                .find(|(_, mark)| mark.load(Ordering::Relaxed) != WON | LOST);
            wrong.fetch_min(
                unfounded.map_or(u64::MAX, |(rank, _)| rank),
                Ordering::Relaxed,
            );
            break;
        }
    }
    Ok(match wrong.into_inner() {
        u64::MAX => None,
        rank => {
            let ring = index.ring(rank);
            Some(WrongValue {
                ring,
                found: layer.at(rank),
                offered: offered(rules, &ring, there),
            })
        }
    })
}

/// Calls `work` on all chunks of marks with the number of the first; tells whether any call returned true.
fn each_chunk(
    marks: &[AtomicU8],
    control: &Control,
    work: impl Fn(u64, &[AtomicU8]) -> bool + Sync,
) -> Result<bool, Stop> {
    marks
        .par_chunks(CHUNK)
        .enumerate()
        .map(|(chunk, marks)| {
            control.check()?;
            Ok(work((chunk * CHUNK) as u64, marks))
        })
        .try_reduce(|| false, |a, b| Ok(a || b))
}

/// Returns the least that a board's moves offer.
fn offered(rules: &RuleSet, ring: &Ring, there: impl Fn(Step) -> Thresholds) -> Thresholds {
    let mut offered = Thresholds::NOTHING;
    match rules.expand(ring, |_, step| offered = offered.or(there(step))) {
        Some(difference) => Thresholds::ended(difference),
        None => offered,
    }
}

/// Returns the marks that a board has earned: its W if a move offers it whose value is founded, its D if the values of all moves
/// that could offer less are.
fn foundations(
    rules: &RuleSet,
    ring: &Ring,
    found: Thresholds,
    there: &impl Fn(Step) -> Thresholds,
    founded: &impl Fn(&Ring, u8) -> bool,
) -> u8 {
    let (mut won, mut lost) = (false, true);
    let over = rules.expand(ring, |_, step| {
        let offer = there(step);
        // What a move offers is W where the other side is lost or the same side has won, and D the other way round.
        let (to_win, to_lose) = match step {
            // An endless sowing offers no win and saves from every loss.
            Step::Endless => (false, false),
            Step::Keep(ring) => (founded(&ring, WON), founded(&ring, LOST)),
            Step::Turn { ring, captured: 0 } => (founded(&ring, LOST), founded(&ring, WON)),
            Step::Turn { .. } => (true, true),
        };
        won |= to_win && offer.won_from() == found.won_from();
        lost &= to_lose;
    });
    let won = if won || over.is_some() { WON } else { 0 };
    let lost = if lost || over.is_some() { LOST } else { 0 };
    won | lost
}
