//! Who can go round in his own row.
//!
//! A Giuthi player who sows within his own row sows again (G6), and a board that comes up again is a draw (G12). So one who can come back to where his
//! row stood, or to where it stood on the way, does not lose, whatever the score. What such sowings do hangs on his own row alone: no seed of theirs falls
//! into the other. On half of all 2×8 boards and more the side to move draws with any lead, often so.

use std::collections::HashMap;

use crate::board::{MAX_ROW, Ring};
use crate::rules::{Direction, Game, Move, Next, Outcome, RuleSet};

/// Finds out which rows one can go round in, and remembers it.
#[derive(Debug, Default)]
pub struct OwnRows {
    /// For each row that was looked at, whether a way round was found from it; `None` while that is being found out.
    rows: HashMap<[u8; MAX_ROW], Option<bool>>,
}

impl OwnRows {
    /// Tells whether the player to move, whose view the ring is, was found to be able to bring about a repetition by sowing within his own row.
    pub fn can_go_round(&mut self, rules: &RuleSet, ring: &Ring) -> bool {
        if rules.game() != Game::Giuthi {
            return false;
        }
        let n = ring.row().pits();
        // The other row does not matter, so it is left empty.
        let mut alone = Ring::empty(ring.row());
        alone.cells_mut()[..n].copy_from_slice(&ring.cells()[..n]);
        self.look(rules, &alone, 0)
    }

    /// Returns the bytes that are held, roughly.
    pub fn memory(&self) -> u64 {
        self.rows.capacity() as u64 * (MAX_ROW as u64 + 4)
    }

    /// Goes on, depth first, until a row comes up that lies on the way. Ways that are very long are given up: a no only says that none was found.
    fn look(&mut self, rules: &RuleSet, ring: &Ring, depth: usize) -> bool {
        const LONG: usize = 200;
        let n = ring.row().pits();
        let mut key = [0; MAX_ROW];
        key[..n].copy_from_slice(&ring.cells()[..n]);
        match self.rows.get(&key) {
            Some(Some(known)) => return *known,
            // It lies on the way here: play has gone round.
            Some(None) => return true,
            None if depth == LONG => return false,
            None => {}
        }
        self.rows.insert(key, None);
        let found = (0..n as u8).any(|cell| {
            Direction::BOTH.into_iter().any(|direction| {
                match rules.sow(ring, Move::Sow { cell, direction }) {
                    Outcome::Sown(sown) if sown.next == Next::Again => {
                        self.look(rules, &sown.ring, depth + 1)
                    }
                    _ => false,
                }
            })
        });
        self.rows.insert(key, Some(found));
        found
    }
}
