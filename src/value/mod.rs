//! What a position is worth: verdicts, leads, the two thresholds.

mod thresholds;
mod verdict;

pub use thresholds::{DrawsWithLead, Thresholds, WinsWithLead};
pub use verdict::{Goal, Verdict};
