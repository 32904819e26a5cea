//! Numbering the boards of a layer without gaps.
//!
//! [`LayerIndex`] is the numbering that tables use: through the two rows, mirror images once. [`Lexicographic`] is
//! the plain one, in which digests are defined.

mod layer_index;
mod lexicographic;
mod rows;

pub use layer_index::{Cursor, LayerIndex};
pub use lexicographic::Lexicographic;
pub use rows::RowTable;
