//! All layers from the empty board up.

use super::{Layer, build_layer};
use crate::board::{Ring, Row};
use crate::index::LayerIndex;
use crate::limits::{Control, Phase, Stop};
use crate::rules::RuleSet;
use crate::value::{Incoming, Thresholds};

/// The layers of one rule set and row length from 0 seeds up, in memory.
#[derive(Debug)]
pub struct LayerStack {
    rules: RuleSet,
    row: Row,
    layers: Vec<Layer>,
}

/// Edges inside the layer that a board is planned with; 2.0 to 3.1 were measured at 9 to 20 seeds.
const PLANNED_EDGES: u64 = 4;

/// Returns the bytes that building all layers up to so many seeds takes at its peak, or `None` if
/// that cannot be done in memory at all.
///
/// For rows and seeds whose boards have more moves than planned, building may stop at the limit later.
pub fn planned_memory(row: Row, seeds: u32) -> Option<u64> {
    let top = LayerIndex::new(row, seeds)?.positions();
    let all = LayerIndex::count_up_to(row, seeds)?;
    if seeds > Layer::MAX_SEEDS || top >= Incoming::MAX_POSITIONS {
        return None;
    }
    Some(2 * (all - top) + top * (7 + 8 * PLANNED_EDGES))
}

impl LayerStack {
    /// Makes an empty stack.
    pub fn new(rules: RuleSet, row: Row) -> LayerStack {
        LayerStack {
            rules,
            row,
            layers: Vec::new(),
        }
    }

    /// Tells whether the stack is one of these rules and this row length.
    pub fn is_for(&self, rules: &RuleSet, row: Row) -> bool {
        (self.rules, self.row) == (*rules, row)
    }

    /// Builds the layers up to so many seeds that are not there yet.
    ///
    /// # Errors
    ///
    /// If a limit is reached; the layers finished by then stay.
    pub fn build_up_to(&mut self, seeds: u32, control: &Control) -> Result<(), Stop> {
        let count = |seeds| LayerIndex::count_up_to(self.row, seeds);
        if let Some(total) = count(seeds) {
            control.progress().begin(Phase::Layers, total);
        }
        if let Some(done) = (self.layers.len() as u32).checked_sub(1).and_then(count) {
            control.progress().advance(done);
        }
        for next in self.layers.len() as u32..=seeds {
            let index = LayerIndex::new(self.row, next)
                .filter(|_| next <= Layer::MAX_SEEDS)
                .filter(|index| index.positions() < Incoming::MAX_POSITIONS)
                .ok_or(Stop::Memory)?;
            let layer = build_layer(&self.rules, index, &self.layers, control)?;
            self.layers.push(layer);
        }
        Ok(())
    }

    /// Returns the layers from 0 seeds up.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Returns the bytes of memory that it holds.
    pub fn memory(&self) -> u64 {
        self.layers.iter().map(Layer::memory).sum()
    }

    /// Returns the thresholds of a board without marks, or `None` if its layer is not there.
    pub fn thresholds(&self, ring: &Ring) -> Option<Thresholds> {
        if ring.row() != self.row || ring.nki() != 0 {
            return None;
        }
        let layer = self.layers.get(ring.seeds() as usize)?;
        Some(layer.thresholds(ring))
    }
}
