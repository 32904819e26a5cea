//! Numbering the boards of a layer without gaps.
//!
//! [`LayerIndex`] is the numbering that tables use: through the two rows, mirror images once. [`Lexicographic`] is
//! the plain one, in which digests are defined. [`UpTo`] goes through all layers up to one.

mod layer_index;
mod lexicographic;
mod rows;
mod up_to;

pub use layer_index::{Cursor, LayerIndex};
pub use lexicographic::Lexicographic;
pub use rows::RowTable;
pub use up_to::UpTo;
