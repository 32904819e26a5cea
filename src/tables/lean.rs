//! Building a layer with two bytes a position and nothing else, where lists of edges do not fit.
//!
//! The equations of the thresholds are applied to all boards again and again, every board's moves played anew each time,
//! until nothing changes. All W start at ∞ and all D at −∞; W only falls and D only rises, so boards may be worked on at the same
//! time and see each other's new values or old ones: the limit is the same. Some 15 to 35 times the work of
//! [`build_layer`](super::build_layer)'s first step, and the plain twin that it is tested against.

use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};

use rayon::prelude::*;

use super::Layer;
use super::layer::Packed;
use crate::index::LayerIndex;
use crate::limits::{Control, Stop};
use crate::rules::{RuleSet, Step};
use crate::value::Thresholds;

/// Boards of a task.
const CHUNK: usize = 1 << 13;

/// Builds the layer of `index` in little memory. `lower[s]` is the layer of s seeds, for every s below.
///
/// # Errors
///
/// If a limit is reached.
///
/// # Panics
///
/// If the layer has more than [`Layer::MAX_SEEDS`] seeds.
pub fn build_layer_lean(
    rules: &RuleSet,
    index: LayerIndex,
    lower: &[Layer],
    control: &Control,
) -> Result<Layer, Stop> {
    assert!(index.seeds() <= Layer::MAX_SEEDS);
    let held: u64 = lower.iter().map(Layer::memory).sum();
    control.check_memory(held + 2 * index.positions())?;
    let start = Packed::pack(Thresholds::UNDECIDED).number() as u16;
    let values: Vec<AtomicU16> = (0..index.positions())
        .map(|_| AtomicU16::new(start))
        .collect();
    let now = |rank: u64| {
        let number = values[rank as usize].load(Ordering::Relaxed);
        Packed::from_number(number.into()).unpack()
    };
    let go_on = || control.check().is_ok();
    let mut sweep = 0;
    loop {
        let changed = AtomicBool::new(false);
        values
            .par_chunks(CHUNK)
            .enumerate()
            .try_for_each(|(chunk, values)| {
                control.check()?;
                let mut cursor = index.cursor((chunk * CHUNK) as u64);
                for value in values {
                    let mut offered = Thresholds::NOTHING;
                    let over = rules.expand_while(&cursor.ring(), &go_on, |_, step| {
                        offered = offered.or(match step {
                            Step::Endless => Thresholds::UNDECIDED,
                            Step::Keep(ring) => now(index.rank(&ring)),
                            Step::Turn { ring, captured: 0 } => {
                                now(index.rank(&ring)).through_turn(0)
                            }
                            Step::Turn { ring, captured } => {
                                let seeds = index.seeds() as usize - usize::from(captured);
                                lower[seeds].thresholds(&ring).through_turn(captured)
                            }
                        });
                    });
                    if let Some(difference) = over.map_err(|_| control.why_given_up())? {
                        offered = Thresholds::ended(difference);
                    }
                    let number = Packed::pack(offered).number() as u16;
                    if value.swap(number, Ordering::Relaxed) != number {
                        changed.store(true, Ordering::Relaxed);
                    }
                    cursor.advance();
                }
                if sweep == 0 {
                    control.progress().advance(values.len() as u64);
                }
                Ok(())
            })?;
        if !changed.into_inner() {
            break;
        }
        sweep += 1;
    }
    let values = values
        .into_iter()
        .map(|value| Packed::from_number(value.into_inner().into()))
        .collect();
    Ok(Layer::new(index, values))
}
