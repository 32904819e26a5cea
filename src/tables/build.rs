//! Building one layer from the layers below it.
//!
//! 1. Forward, on all cores: every board's moves are played once. What leads out of the layer, an end or
//!    an endless sowing is folded into the board's start values; the rest are edges inside the layer.
//! 2. The edges are turned round.
//! 3. One pass over the leads settles the layer ([`Settler`]).
//!
//! Seven bytes a board and eight bytes an edge while it is built, two bytes a board afterwards.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use rayon::prelude::*;

use super::Layer;
use super::layer::Packed;
use crate::index::LayerIndex;
use crate::limits::{Control, Stop};
use crate::rules::{RuleSet, Step};
use crate::value::{Edges, Incoming, Ledger, Settler, Thresholds};

/// Boards that one task of the forward phase looks at.
const CHUNK: usize = 1 << 13;

/// Builds the layer of `index`. `lower[s]` is the layer of s seeds, for every s below.
///
/// # Errors
///
/// If a limit is reached.
///
/// # Panics
///
/// If the layer has more than [`Layer::MAX_SEEDS`] seeds or more boards than
/// [`Incoming::MAX_POSITIONS`].
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
        // Start values, counters, and later the starts of the turned edges.
        held: AtomicU64::new(held + 7 * positions as u64),
    };
    // 1. Forward.
    let mut values = vec![Packed { wins: 0, draws: 0 }; positions];
    let mut pending = vec![0u8; positions];
    let edges = values
        .par_chunks_mut(CHUNK)
        .zip(pending.par_chunks_mut(CHUNK))
        .enumerate()
        .map(|(chunk, (values, pending))| forward.chunk(chunk * CHUNK, values, pending))
        .collect::<Result<Vec<Vec<Incoming>>, Stop>>()?;
    control.check()?;
    // 2. Turn the edges round.
    if edges.iter().map(|edges| edges.len() as u64).sum::<u64>() > u32::MAX.into() {
        return Err(Stop::Memory);
    }
    let reversed = Reversed::new(&pending, edges);
    control.check()?;
    // 3. Settle.
    let mut ledger = LayerLedger { values, pending };
    let members = 0..positions as u32;
    Settler::new().settle(&reversed, &mut ledger, members, index.seeds());
    Ok(Layer::new(index, ledger.values))
}

struct Forward<'a> {
    rules: &'a RuleSet,
    index: &'a LayerIndex,
    lower: &'a [Layer],
    control: &'a Control,
    /// Bytes held so far.
    held: AtomicU64,
}

impl Forward<'_> {
    /// Looks at the boards from `start` on; gives their edges inside the layer, in order, as (target, keeps turn).
    fn chunk(
        &self,
        start: usize,
        values: &mut [Packed],
        pending: &mut [u8],
    ) -> Result<Vec<Incoming>, Stop> {
        self.control.check()?;
        let mut edges = Vec::with_capacity(values.len() * 3);
        let mut ring = self.index.unrank(start as u64);
        for (value, pending) in values.iter_mut().zip(&mut *pending) {
            let before = edges.len();
            let mut offered = Thresholds::NOTHING;
            let over = self.rules.expand(&ring, |_, step| match step {
                Step::Endless => offered = offered.or(Thresholds::UNDECIDED),
                Step::Keep(next) => edges.push(Incoming::new(self.index.rank(&next) as u32, true)),
                Step::Turn { ring, captured: 0 } => {
                    edges.push(Incoming::new(self.index.rank(&ring) as u32, false));
                }
                Step::Turn { ring, captured } => {
                    let layer = &self.lower[self.index.seeds() as usize - usize::from(captured)];
                    offered = offered.or(layer.thresholds(&ring).through_turn(captured));
                }
            });
            if let Some(difference) = over {
                offered = Thresholds::ended(difference);
            }
            *value = Packed::pack(offered);
            *pending = (edges.len() - before) as u8;
            self.index.advance(&mut ring);
        }
        edges.shrink_to_fit();
        // Each edge stands once in either direction while they are turned.
        let bytes = 2 * size_of::<Incoming>() as u64 * edges.len() as u64;
        let held = self.held.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.control.check_memory(held)?;
        self.control.progress().advance(values.len() as u64);
        Ok(edges)
    }
}

/// The edges inside the layer, by their target.
struct Reversed {
    /// The edges of target t lie from `starts[t]` to `starts[t + 1]`.
    starts: Vec<u32>,
    edges: Vec<Incoming>,
}

impl Reversed {
    /// Turns round edges that stand in the order of their origins, `pending` of each.
    fn new(pending: &[u8], forward: Vec<Vec<Incoming>>) -> Reversed {
        let counts: Vec<AtomicU32> = (0..=pending.len()).map(|_| AtomicU32::new(0)).collect();
        forward.par_iter().flatten_iter().for_each(|edge| {
            counts[edge.from() as usize].fetch_add(1, Ordering::Relaxed);
        });
        let mut sum = 0;
        for count in &counts {
            sum += count.swap(sum, Ordering::Relaxed);
        }
        let edges: Vec<AtomicU32> = (0..sum).map(|_| AtomicU32::new(0)).collect();
        forward
            .into_par_iter()
            .zip(pending.par_chunks(CHUNK))
            .enumerate()
            .for_each(|(chunk, (forward, pending))| {
                let mut forward = forward.iter();
                for (origin, &count) in (chunk * CHUNK..).zip(pending) {
                    for edge in forward.by_ref().take(count.into()) {
                        let at = counts[edge.from() as usize].fetch_add(1, Ordering::Relaxed);
                        let back = Incoming::new(origin as u32, edge.keeps_turn());
                        edges[at as usize].store(back.bits(), Ordering::Relaxed);
                    }
                }
            });
        // Each start has moved to its end, which is the start of the next target.
        let ends = counts.into_iter().map(AtomicU32::into_inner);
        let ends = ends.take(pending.len());
        let starts = std::iter::once(0).chain(ends).collect();
        let edges = edges
            .into_iter()
            .map(|edge| Incoming::from_bits(edge.into_inner()))
            .collect();
        Reversed { starts, edges }
    }
}

impl Edges for Reversed {
    fn incoming(&self, position: u32) -> impl Iterator<Item = Incoming> + '_ {
        let at = position as usize;
        let range = self.starts[at] as usize..self.starts[at + 1] as usize;
        self.edges[range].iter().copied()
    }
}

struct LayerLedger {
    values: Vec<Packed>,
    pending: Vec<u8>,
}

impl Ledger for LayerLedger {
    fn get(&self, position: u32) -> Thresholds {
        self.values[position as usize].unpack()
    }

    fn set(&mut self, position: u32, thresholds: Thresholds) {
        self.values[position as usize] = Packed::pack(thresholds);
    }

    fn pending(&self, position: u32) -> u8 {
        self.pending[position as usize]
    }

    fn come_in(&mut self, position: u32) -> u8 {
        self.pending[position as usize] -= 1;
        self.pending[position as usize]
    }
}
