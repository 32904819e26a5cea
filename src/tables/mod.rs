//! Whole layers: the thresholds of every board with a certain number of seeds.
//!
//! Captures only lower the number of seeds on the board, so a layer depends on itself and on lower ones. In
//! Giuthi about half of all lower boards can be reached from a position, so whole layers, indexed without
//! gaps, are cheaper than a graph with keys. Kiothi's layers here are those without marks, which depend on
//! nothing that is marked.

mod build;
mod check;
mod digest;
mod file;
mod folder;
mod format;
mod layer;
mod lean;
mod part;
mod settle;
mod stack;
mod statistics;
mod write;

pub use build::build_layer;
pub use check::{WrongValue, check_layer};
pub use digest::{LayerDigest, digest};
pub use file::LayerFile;
pub use folder::TableFolder;
pub use format::{Header, TableError, TableFault, layer_name, rules_name, rules_named};
pub use layer::Layer;
pub use lean::build_layer_lean;
pub use stack::{LayerStack, Made, Source, held_memory, planned_memory};
pub use statistics::{LayerStatistics, statistics};
pub use write::write_layer;
