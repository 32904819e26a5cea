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
//! Marking would play a board's moves again and again. So each board keeps, for either sense, one board that it waits for, and
//! its moves are played again only when that one is founded. For a win, where any of several moves may do, that can be the
//! wrong one to wait for; so when nothing more is marked, all are looked at once whatever they wait for.
//!
//! With both, no W is too great and no D too small, since the least fixpoint agrees with itself, and none is too good,
//! since what is founded can be forced. Nothing here is shared with building but playing the moves.

use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};

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
    // Marks 1, waiting 4 + 4.
    control.check_memory(held + layer.memory() + 9 * positions)?;
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
    let descent = Descent {
        rules,
        layer,
        there: &there,
        marks: &marks,
        waiting: [WON, LOST].map(|_| (0..positions).map(|_| AtomicU32::new(ANY)).collect()),
    };
    let mut all = true;
    while wrong.load(Ordering::Relaxed) == u64::MAX {
        let marked = each_chunk(&marks, control, |start, marks| {
            descent.mark(start, marks.len(), all)
        })?;
        if !marked && all {
            let unfounded = (0u64..)
                .zip(&marks)
                .find(|(_, mark)| mark.load(Ordering::Relaxed) != WON | LOST);
            wrong.fetch_min(
                unfounded.map_or(u64::MAX, |(rank, _)| rank),
                Ordering::Relaxed,
            );
            break;
        }
        all = !marked;
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

/// What a board waits for: any change.
const ANY: u32 = u32::MAX;

/// Marking founded values.
struct Descent<'a, T> {
    rules: &'a RuleSet,
    layer: &'a Layer,
    there: &'a T,
    marks: &'a [AtomicU8],
    /// By sense, won and lost: the board that each board waits for.
    waiting: [Vec<AtomicU32>; 2],
}

impl<T: Fn(Step) -> Thresholds> Descent<'_, T> {
    /// Looks at `count` boards from `start` on, at `all` of them or those only that waited for what has been marked; tells
    /// whether any was marked.
    fn mark(&self, start: u64, count: usize, all: bool) -> bool {
        let mut marked = false;
        for rank in start..start + count as u64 {
            let before = self.marks[rank as usize].load(Ordering::Relaxed);
            let missing = !before & (WON | LOST);
            if missing == 0 || !(all || self.ready(rank, missing)) {
                continue;
            }
            let now = before | self.foundations(rank);
            if now != before {
                self.marks[rank as usize].store(now, Ordering::Relaxed);
                marked = true;
            }
        }
        marked
    }

    /// Tells whether what a board waits for, in one of the senses that it misses, has come.
    fn ready(&self, rank: u64, missing: u8) -> bool {
        let came = |sense: usize, mark: u8| {
            let waits = self.waiting[sense][rank as usize].load(Ordering::Relaxed);
            // The lowest bit says in which sense the other board has to be founded.
            let other = [WON, LOST][(waits & 1) as usize];
            missing & mark != 0
                && (waits == ANY
                    || self.marks[(waits >> 1) as usize].load(Ordering::Relaxed) & other != 0)
        };
        came(0, WON) || came(1, LOST)
    }

    /// Returns the marks that a board has earned: its W if a move offers it whose value is founded, its D if the values of all
    /// moves that could offer less are. Notes what it waits for otherwise.
    fn foundations(&self, rank: u64) -> u8 {
        let index = self.layer.index();
        let found = self.layer.at(rank);
        let (mut won, mut lost) = (false, true);
        let mut waits = [ANY, ANY];
        let over = self.rules.expand(&index.ring(rank), |_, step| {
            // What a move offers is W where the other side is lost or the same side has won, and D the other way round.
            let (ring, keeps) = match step {
                // An endless sowing offers no win and saves from every loss: D is no finite number then.
                Step::Endless => return,
                Step::Keep(ring) => (ring, true),
                Step::Turn { ring, captured: 0 } => (ring, false),
                Step::Turn { .. } => {
                    won |= (self.there)(step).won_from() == found.won_from();
                    return;
                }
            };
            let target = index.rank(&ring);
            let marks = self.marks[target as usize].load(Ordering::Relaxed);
            let (to_win, to_lose) = if keeps { (WON, LOST) } else { (LOST, WON) };
            let wait = |mark: u8| (target as u32) << 1 | u32::from(mark == LOST);
            if (self.there)(step).won_from() == found.won_from() {
                match marks & to_win {
                    0 => waits[0] = wait(to_win),
                    _ => won = true,
                }
            }
            if marks & to_lose == 0 {
                lost = false;
                waits[1] = wait(to_lose);
            }
        });
        for (sense, waits) in self.waiting.iter().zip(waits) {
            sense[rank as usize].store(waits, Ordering::Relaxed);
        }
        let won = if won || over.is_some() { WON } else { 0 };
        let lost = if lost || over.is_some() { LOST } else { 0 };
        won | lost
    }
}
