//! Numbering the boards of a layer without gaps.

mod layer_index;

pub use layer_index::LayerIndex;
