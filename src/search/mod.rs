//! The graph of a position's continuations, valued exactly.
//!
//! [`Graph`] collects the positions that can be reached, each once, in a [`Transpositions`] table with full keys;
//! [`Components`] finds its cycles; [`ValuedGraph`] works out the thresholds, component by component from the ends of
//! the game backwards; [`Distances`] finds how long forced wins take, and [`Forced`] what
//! can be forced beyond winning: exact margins, in time, beside a history.
//!
//! Boards are kept as the player to move sees them, and Giuthi's reflections once: values and lengths are the same on
//! both. Repetition along a line is judged on actual boards elsewhere ([`Record`](crate::rules::Record)).

mod avoiding;
mod batch;
mod chunks;
mod components;
mod composed;
mod distances;
mod forced;
mod graph;
mod growing;
mod own_row;
mod packing;
mod rows;
mod transpositions;
mod valued;

pub use avoiding::Avoiding;
pub use components::Components;
pub use composed::{ComposedLines, composed_lines};
pub use distances::Distances;
pub use forced::{Certain, Forced, Hopeless, Seeking, Sought};
pub use graph::{Edge, Graph, Known, NothingKnown, canonical};
pub use growing::{GrowingGraph, SavedFault, remove_search};
pub use own_row::OwnRows;
pub use transpositions::Transpositions;
pub use valued::{Cycles, ValuedGraph};
