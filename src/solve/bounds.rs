//! What can be said of a position without looking at a single move.

use crate::rules::Position;
use crate::value::Verdict;

/// Returns a result that the side to move gets at least, and one that it gets at most.
///
/// The final difference cannot leave lead ± seeds on the board, and a repetition is a draw; so a side that
/// cannot be caught up with does not lose, and one that cannot catch up does not win.
pub fn simple_bounds(position: &Position) -> (Verdict, Verdict) {
    let seeds = position.ring().seeds() as i16;
    let lead = position.lead();
    let at_least = if lead >= seeds {
        Verdict::Draw
    } else {
        Verdict::Loss
    };
    let at_most = if lead <= -seeds {
        Verdict::Draw
    } else {
        Verdict::Win
    };
    (at_least, at_most)
}
