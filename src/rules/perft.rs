//! Counting lines, to test move generation.

use super::{Next, Outcome, RuleSet, Turn};
use crate::board::Ring;

/// Returns the number of lines of exactly `depth` plies from a board, as the player to move sees it.
///
/// A ply is a sowing or a forced pass. A line that has ended (nobody can move, an endless sowing) counts
/// only where its last ply is the last asked for; repetition is not looked at.
pub fn perft(rules: &RuleSet, ring: &Ring, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    match rules.turn(ring) {
        Turn::Over { .. } => 0,
        Turn::Pass => perft(rules, &ring.turned(), depth - 1),
        Turn::Sow => {
            let mut lines = 0;
            rules.any_candidate(ring, |mv| {
                lines += match rules.sow(ring, mv) {
                    Outcome::Illegal(_) => 0,
                    Outcome::Endless => u64::from(depth == 1),
                    Outcome::Sown(_) if depth == 1 => 1,
                    Outcome::Sown(sown) => {
                        let next = match sown.next {
                            Next::Again => sown.ring,
                            Next::Opponent => sown.ring.turned(),
                        };
                        perft(rules, &next, depth - 1)
                    }
                };
                false
            });
            lines
        }
    }
}
