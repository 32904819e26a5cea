//! Where the exact values of candidates come from.

use super::Brief;
use crate::board::Ring;
use crate::index::Lexicographic;
use crate::limits::{Control, Stop};
use crate::rules::Game;
use crate::search::{Graph, NothingKnown, ValuedGraph};
use crate::solve::{TableUse, Values};
use crate::tables::{LayerStack, Source, TableError, planned_memory};
use crate::value::Thresholds;

/// Whole layers as far as they can be had; what lies beyond is explored down to them.
#[derive(Debug)]
pub struct Ground {
    layers: LayerStack,
    rules: crate::rules::RuleSet,
}

/// Layers of Kiothi, which marked boards lead to late, are built as long as there are at most so many boards up to them.
const KIOTHI_BOARDS: u64 = 32_000_000;

/// Of a board beyond the layers so many positions are explored at most; one with more is no candidate.
const MOST_POSITIONS: usize = 300_000;

/// Layers of at most so many boards are written to the folder of tables.
const WRITE_UP_TO: u64 = 4_000_000;

impl Ground {
    /// Reads or builds the layers that a brief needs, as far as memory and `tables` allow.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn prepare(brief: &Brief, tables: &TableUse, control: &Control) -> Result<Ground, Stop> {
        let (rules, row) = (&brief.rules, brief.row);
        let fits = |&seeds: &u32| {
            let boards = Lexicographic::count_up_to(row, seeds);
            let few = rules.game() == Game::Giuthi
                || boards.is_some_and(|boards| boards <= KIOTHI_BOARDS);
            let memory = planned_memory(rules, row, seeds);
            few && memory.is_some_and(|bytes| control.check_memory(bytes).is_ok())
        };
        let mut layers = LayerStack::with_source(
            *rules,
            row,
            Source {
                folder: tables.folder.clone(),
                build: tables.build,
                write_up_to: WRITE_UP_TO,
            },
        );
        let most = tables.up_to.min(*brief.seeds.end());
        if let Some(top) = (0..=most).rev().find(fits)
            && tables.up_to > 0
        {
            // Where a layer may not be built, those below it are what there is.
            layers.build_up_to(top, control)?;
        }
        Ok(Ground {
            layers,
            rules: *rules,
        })
    }

    /// Returns what was wrong with table files, once.
    pub fn take_faults(&mut self) -> Vec<TableError> {
        self.layers.take_faults()
    }

    /// Returns the most seeds that there is a layer of; `None`: there is none.
    pub fn top(&self) -> Option<u32> {
        (self.layers.layers().len() as u32).checked_sub(1)
    }

    /// Returns the values of a board and everything that can follow; `None` if that is too much.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn values(&self, ring: &Ring, control: &Control) -> Result<Option<Values<'_>>, Stop> {
        if self.layers.thresholds(ring).is_some() {
            return Ok(Some(Values::Layers(&self.layers)));
        }
        let on_layers = self.top().is_some();
        let most = Some(MOST_POSITIONS);
        let graph = match on_layers {
            true => Graph::explore(&self.rules, ring, &self.layers, most, control)?,
            false => Graph::explore(&self.rules, ring, &NothingKnown, most, control)?,
        };
        let Some(graph) = graph else { return Ok(None) };
        let graph = Box::new(ValuedGraph::new(graph, control)?);
        Ok(Some(Values::Graph(
            graph,
            on_layers.then_some(&self.layers),
        )))
    }

    /// Returns the thresholds of a board, whatever it follows from; `None` if finding them is too much.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn thresholds(&self, ring: &Ring, control: &Control) -> Result<Option<Thresholds>, Stop> {
        let values = self.values(ring, control)?;
        Ok(values.map(|values| values.of(ring)))
    }
}
