//! What a position is worth: verdicts, leads, the two thresholds.

mod composed_play;
mod fixpoint;
mod stipulation;
mod thresholds;
mod verdict;

pub use composed_play::{ComposedError, ComposedPlay, ComposedState, Missed};
pub use fixpoint::{Edges, Incoming, Ledger, Settler};
pub use stipulation::{Composed, Impossible, Kind, Required, Stipulation, Target, Within};
pub use thresholds::{DrawsWithLead, Thresholds, WinsWithLead};
pub use verdict::{Goal, Verdict};
