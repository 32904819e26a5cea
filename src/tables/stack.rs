//! All layers from the empty board up.

use std::sync::Arc;

use super::{Layer, TableError, TableFolder, build_layer, build_layer_lean, write_layer};
use crate::board::{Ring, Row};
use crate::index::{LayerIndex, Lexicographic, RowTable};
use crate::limits::{Control, Phase, Stop};
use crate::rules::RuleSet;
use crate::value::{Incoming, Thresholds};

/// The layers of one rule set and row length from 0 seeds up, in memory.
#[derive(Debug)]
pub struct LayerStack {
    rules: RuleSet,
    row: Row,
    rows: Option<Arc<RowTable>>,
    layers: Vec<Layer>,
    source: Source,
    faults: Vec<TableError>,
}

/// Where layers come from and where they are kept.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Source {
    /// Layers that are there are read from this folder.
    pub folder: Option<TableFolder>,
    /// Layers that are not there may be built.
    pub build: bool,
    /// Of those that were built, layers of at most so many boards are written to the folder.
    pub write_up_to: u64,
}

impl Source {
    /// Layers are built and kept in memory only.
    pub fn memory() -> Source {
        Source {
            folder: None,
            build: true,
            write_up_to: 0,
        }
    }
}

/// Edges inside the layer that a board is planned with; 2.0 to 3.1 were measured at 9 to 20 seeds.
const PLANNED_EDGES: u64 = 4;

/// Returns the bytes that building the layer of so many seeds takes at its peak, all lower ones held, or `None` if
/// that cannot be done in memory at all.
///
/// For rows and seeds whose boards have more moves than planned, building may stop at the limit later.
pub fn planned_memory(rules: &RuleSet, row: Row, seeds: u32) -> Option<u64> {
    let boards = Lexicographic::count(row, seeds)?;
    let top = halved(rules, boards);
    if seeds > Layer::MAX_SEEDS || top >= Incoming::MAX_POSITIONS {
        return None;
    }
    let lower = held_memory(rules, row, seeds)? - 2 * top;
    Some(lower + top * (7 + 14 * PLANNED_EDGES))
}

/// Returns the bytes that all layers up to so many seeds take once they are there, or `None` if that cannot be counted.
pub fn held_memory(rules: &RuleSet, row: Row, seeds: u32) -> Option<u64> {
    let all = halved(rules, Lexicographic::count_up_to(row, seeds)?);
    let rows = RowTable::memory(row, seeds)?;
    all.checked_mul(2)?.checked_add(rows)
}

/// Positions of so many boards, mirror images once; a little too many.
fn halved(rules: &RuleSet, boards: u64) -> u64 {
    if rules.has_reflection() {
        // Boards that are their own image are few, the smallest layers apart.
        boards / 2 + boards / 16 + 32
    } else {
        boards
    }
}

impl LayerStack {
    /// Makes an empty stack whose layers are built and kept in memory only.
    pub fn new(rules: RuleSet, row: Row) -> LayerStack {
        LayerStack::with_source(rules, row, Source::memory())
    }

    /// Makes an empty stack.
    pub fn with_source(rules: RuleSet, row: Row, source: Source) -> LayerStack {
        LayerStack {
            rules,
            row,
            rows: None,
            layers: Vec::new(),
            source,
            faults: Vec::new(),
        }
    }

    /// Tells whether the stack is one of these rules and this row length.
    pub fn is_for(&self, rules: &RuleSet, row: Row) -> bool {
        (self.rules, self.row) == (*rules, row)
    }

    /// Reads or builds the layers up to so many seeds that are not there yet; returns false if one is neither there nor
    /// to be built.
    ///
    /// A file that is damaged is noted ([`LayerStack::take_faults`]) and left as it is; its layer counts as not there.
    ///
    /// # Errors
    ///
    /// If a limit is reached; the layers finished by then stay.
    pub fn build_up_to(&mut self, seeds: u32, control: &Control) -> Result<bool, Stop> {
        let count = |seeds| Lexicographic::count_up_to(self.row, seeds);
        if let Some(total) = count(seeds) {
            control.progress().begin(Phase::Layers, total);
        }
        if let Some(done) = (self.layers.len() as u32).checked_sub(1).and_then(count) {
            control.progress().advance(done);
        }
        while self.layers.len() as u32 <= seeds {
            match self.push(seeds, control)? {
                Some(Made::Read) => {}
                Some(Made::Built { replaces_damaged }) => {
                    if !replaces_damaged {
                        self.keep();
                    }
                }
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Reads or builds the next layer and puts it on top; `None` if it is neither there nor to be built. Layers up to
    /// `seeds` are to follow.
    ///
    /// # Errors
    ///
    /// If a limit is reached; nothing is put on top then.
    pub fn push(&mut self, seeds: u32, control: &Control) -> Result<Option<Made>, Stop> {
        control.check()?;
        let next = self.layers.len() as u32;
        let rows = self.rows_up_to(seeds.max(next)).ok_or(Stop::Memory)?;
        let index = LayerIndex::new(rows.clone(), next, self.rules.has_reflection())
            .filter(|_| next <= Layer::MAX_SEEDS)
            .filter(|index| index.positions() < Incoming::MAX_POSITIONS)
            .ok_or(Stop::Memory)?;
        let (layer, made) = match self.read(&rows, next) {
            Found::Layer(layer) => {
                control.progress().advance(layer.index().positions());
                (layer, Made::Read)
            }
            _ if !self.source.build => return Ok(None),
            found => {
                let replaces_damaged = matches!(found, Found::Damaged);
                let fits = planned_memory(&self.rules, self.row, next)
                    .is_some_and(|bytes| control.check_memory(bytes).is_ok());
                let build = if fits { build_layer } else { build_layer_lean };
                let layer = build(&self.rules, index, &self.layers, control)?;
                (layer, Made::Built { replaces_damaged })
            }
        };
        self.layers.push(layer);
        Ok(Some(made))
    }

    /// Drops the layers of more seeds.
    pub fn truncate(&mut self, seeds: u32) {
        self.layers.truncate(seeds as usize + 1);
    }

    /// Reads a layer from the folder.
    fn read(&mut self, rows: &Arc<RowTable>, seeds: u32) -> Found {
        let Some(folder) = &self.source.folder else {
            return Found::Nothing;
        };
        let read = folder
            .open(&self.rules, self.row, seeds)
            .and_then(|file| file.map(|file| file.load(rows)).transpose());
        match read {
            Ok(Some(layer)) => Found::Layer(layer),
            Ok(None) => Found::Nothing,
            Err(fault) => {
                self.faults.push(fault);
                Found::Damaged
            }
        }
    }

    /// Writes the top layer, if it is one to be kept.
    fn keep(&self) {
        if let Some(folder) = &self.source.folder
            && let Some(layer) = self.layers.last()
            && layer.index().boards() <= self.source.write_up_to
        {
            // A cache that cannot be written is no reason to have no answer: the next run builds again.
            let _ = self.write_top(folder);
        }
    }

    /// Writes the top layer to its file in a folder, which is made if need be; gives the file's bytes.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    ///
    /// # Panics
    ///
    /// If there is no layer.
    pub fn write_top(&self, folder: &TableFolder) -> Result<u64, TableError> {
        let layer = self.layers.last().expect("a layer on top");
        let path = folder.layer_path(&self.rules, self.row, layer.index().seeds());
        folder.create()?;
        write_layer(&self.rules, layer, &path)
    }

    /// Returns what was wrong with files so far, once.
    pub fn take_faults(&mut self) -> Vec<TableError> {
        std::mem::take(&mut self.faults)
    }

    /// Returns the row table, made anew if it does not go up to so many seeds.
    fn rows_up_to(&mut self, seeds: u32) -> Option<Arc<RowTable>> {
        let kept = self.rows.take().filter(|rows| rows.seeds() >= seeds);
        let rows = match kept {
            Some(rows) => rows,
            None => Arc::new(RowTable::new(self.row, seeds)?),
        };
        self.rows = Some(rows.clone());
        Some(rows)
    }

    /// Returns the layers from 0 seeds up.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Returns the bytes of memory that it holds.
    pub fn memory(&self) -> u64 {
        let rows = self.rows.as_ref();
        let rows = rows.and_then(|rows| RowTable::memory(self.row, rows.seeds()));
        self.layers.iter().map(Layer::memory).sum::<u64>() + rows.unwrap_or(0)
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

/// How a layer was come by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Made {
    /// It was read from its file.
    Read,
    /// It was built.
    Built {
        /// Whether a file of it is there that is damaged.
        replaces_damaged: bool,
    },
}

/// What a folder has of a layer.
enum Found {
    Layer(Layer),
    Damaged,
    Nothing,
}
