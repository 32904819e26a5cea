//! Building one layer from the layers below it, on all cores.
//!
//! 1. Forward: every board's moves are played once. What leads out of the layer, an end or an endless sowing is
//!    folded into the board's start values; the rest are edges inside the layer, kept sorted by the part of the layer
//!    that they lead to.
//! 2. Reverse: each part lists, for each of its boards, where edges come from.
//! 3. Settle: one pass over the leads ([`super::settle`]).
//!
//! What limits this is random access to memory. So the layer is cut into parts small enough for a core's cache, and
//! whatever concerns another part is first written down in a list for it, one behind another, and worked off when that part's
//! turn comes (radix partitioning; Manegold, Boncz, Kersten 2002).

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::Layer;
use super::layer::Packed;
use super::part::{Found, PART, Part};
use super::settle::settle;
use crate::index::LayerIndex;
use crate::limits::{Control, Stop};
use crate::rules::{RuleSet, Step};
use crate::value::{Incoming, Thresholds};

/// Parts of the layer whose moves one task plays; few, since each task keeps a list for every part.
const TASKS_PER_THREAD: usize = 8;

/// Boards between two looks at the limits.
const CHECK_EVERY: usize = 1 << 13;

/// Builds the layer of `index`. `lower[s]` is the layer of s seeds, for every s below.
///
/// # Errors
///
/// If a limit is reached.
///
/// # Panics
///
/// If the layer has more than [`Layer::MAX_SEEDS`] seeds or [`Incoming::MAX_POSITIONS`] positions or more.
pub fn build_layer(
    rules: &RuleSet,
    index: LayerIndex,
    lower: &[Layer],
    control: &Control,
) -> Result<Layer, Stop> {
    assert!(index.seeds() <= Layer::MAX_SEEDS && index.positions() < Incoming::MAX_POSITIONS);
    let positions = index.positions() as usize;
    let held: u64 = lower.iter().map(Layer::memory).sum();
    let forward = Forward {
        rules,
        index: &index,
        lower,
        control,
        parts: positions.div_ceil(PART),
        // Values, counters and starts of lists.
        held: AtomicU64::new(held + 7 * positions as u64),
    };
    // 1. Forward.
    let mut values = vec![Packed::default(); positions];
    let mut pending = vec![0u8; positions];
    let tasks = TASKS_PER_THREAD * rayon::current_num_threads();
    let boards = positions.div_ceil(tasks).next_multiple_of(CHECK_EVERY);
    let found = values
        .par_chunks_mut(boards)
        .zip(pending.par_chunks_mut(boards))
        .enumerate()
        .map(|(task, (values, pending))| forward.task(task * boards, values, pending))
        .collect::<Result<Vec<Vec<Vec<Found>>>, Stop>>()?;
    // 2. Reverse.
    control.check()?;
    let mut by_part: Vec<Vec<Vec<Found>>> = (0..forward.parts).map(|_| Vec::new()).collect();
    for lists in found {
        for (part, list) in by_part.iter_mut().zip(lists) {
            part.push(list);
        }
    }
    let mut parts: Vec<Part> = by_part
        .into_par_iter()
        .zip(values.par_chunks_mut(PART))
        .zip(pending.par_chunks_mut(PART))
        .map(|((found, values), pending)| Part::new(values, pending, found))
        .collect();
    // 3. Settle.
    settle(&mut parts, index.seeds(), control)?;
    drop(parts);
    Ok(Layer::new(index, values))
}

struct Forward<'a> {
    rules: &'a RuleSet,
    index: &'a LayerIndex,
    lower: &'a [Layer],
    control: &'a Control,
    parts: usize,
    /// Bytes held so far.
    held: AtomicU64,
}

impl Forward<'_> {
    /// Plays the moves of the boards from number `start` on; gives their edges inside the layer, by part.
    fn task(
        &self,
        start: usize,
        values: &mut [Packed],
        pending: &mut [u8],
    ) -> Result<Vec<Vec<Found>>, Stop> {
        let go_on = || self.control.check().is_ok();
        let mut lists: Vec<Vec<Found>> = vec![Vec::new(); self.parts];
        let mut cursor = self.index.cursor(start as u64);
        let mut origin = start as u32;
        let chunks = values
            .chunks_mut(CHECK_EVERY)
            .zip(pending.chunks_mut(CHECK_EVERY));
        for (values, pending) in chunks {
            let mut found = 0u64;
            for (value, pending) in values.iter_mut().zip(pending) {
                let mut edges = 0u8;
                let mut edge = |ring: &_, keeps_turn| {
                    let target = self.index.rank(ring) as usize;
                    lists[target / PART].push(Found {
                        target: (target % PART) as u32,
                        from: Incoming::new(origin, keeps_turn),
                    });
                    edges += 1;
                };
                let mut offered = Thresholds::NOTHING;
                let over = self
                    .rules
                    .expand_while(&cursor.ring(), &go_on, |_, step| match step {
                        Step::Endless => offered = offered.or(Thresholds::UNDECIDED),
                        Step::Keep(ring) => edge(&ring, true),
                        Step::Turn { ring, captured: 0 } => edge(&ring, false),
                        Step::Turn { ring, captured } => {
                            let seeds = self.index.seeds() as usize - usize::from(captured);
                            let there = self.lower[seeds].thresholds(&ring);
                            offered = offered.or(there.through_turn(captured));
                        }
                    });
                if let Some(difference) = over.map_err(|_| self.control.why_given_up())? {
                    offered = Thresholds::ended(difference);
                }
                *value = Packed::pack(offered);
                *pending = edges;
                found += u64::from(edges);
                cursor.advance();
                origin += 1;
            }
            // An edge takes 8 bytes in its list, which may be twice as long as it is full, and then 4 once reversed.
            let held = self.held.fetch_add(14 * found, Ordering::Relaxed) + 14 * found;
            self.control.check_memory(held)?;
            self.control.check()?;
            self.control.progress().advance(values.len() as u64);
        }
        Ok(lists)
    }
}
