//! Whole layers: the thresholds of every board with a certain number of seeds.
//!
//! Captures only lower the number of seeds on the board, so a layer depends on itself and on lower ones. In
//! Giuthi about half of all lower boards can be reached from a position, so whole layers, indexed without
//! gaps, are cheaper than a graph with keys. Kiothi's layers here are those without marks, which depend on
//! nothing that is marked.

mod build;
mod digest;
mod layer;
mod stack;

pub use build::build_layer;
pub use digest::{LayerDigest, digest};
pub use layer::Layer;
pub use stack::{LayerStack, planned_memory};
