//! Who can go round in his own row.
//!
//! A Giuthi player who sows within his own row sows again (G6), and a board that comes up again is a draw (G12). So one who can come back to where his
//! row stood, or to where it stood on the way, does not lose, whatever the score. What such sowings do hangs on his own row alone: no seed of theirs falls
//! into the other. On half of all 2×8 boards and more the side to move draws with any lead, often so.

use hashbrown::HashTable;

use super::transpositions::hash;
use crate::board::Ring;
use crate::rules::{Direction, Game, Move, Next, Outcome, RuleSet};

/// Finds out which rows one can go round in, and remembers it.
#[derive(Debug, Default)]
pub struct OwnRows {
    /// Each row that was looked at, and whether a way round was found from it; `None` while that is being found out.
    rows: HashTable<(RowKey, Option<bool>)>,
}

/// A row's contents, zeros behind it.
type RowKey = [u64; 2];

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

    /// Returns the bytes that are held, once some more rows are there.
    pub fn memory(&self) -> u64 {
        const MORE: usize = 1 << 12;
        let capacity = match self.rows.len() + MORE > self.rows.capacity() {
            true => 3 * self.rows.capacity() + MORE,
            false => self.rows.capacity(),
        };
        let slot = size_of::<(RowKey, Option<bool>)>() + 1;
        (capacity * 8 / 7 * slot) as u64
    }

    /// Goes on, depth first, until a row comes up that lies on the way. Ways that are very long are given up: a no only says that none was found.
    fn look(&mut self, rules: &RuleSet, ring: &Ring, depth: usize) -> bool {
        const LONG: usize = 200;
        let key = key(ring);
        let hash = hash(&key);
        match self.rows.find(hash, |(row, _)| *row == key) {
            Some((_, Some(known))) => return *known,
            // It lies on the way here: play has gone round.
            Some((_, None)) => return true,
            None if depth == LONG => return false,
            None => {}
        }
        self.rows
            .insert_unique(hash, (key, None), |(row, _)| self::hash(row));
        let found = (0..ring.row().pits() as u8).any(|cell| {
            Direction::BOTH.into_iter().any(|direction| {
                match rules.sow(ring, Move::Sow { cell, direction }) {
                    Outcome::Sown(sown) if sown.next == Next::Again => {
                        self.look(rules, &sown.ring, depth + 1)
                    }
                    _ => false,
                }
            })
        });
        let there = self.rows.find_mut(hash, |(row, _)| *row == key);
        there.expect("a row that was entered").1 = Some(found);
        found
    }
}

fn key(ring: &Ring) -> RowKey {
    let mut bytes = [0; 16];
    let n = ring.row().pits();
    bytes[..n].copy_from_slice(&ring.cells()[..n]);
    let both = u128::from_le_bytes(bytes);
    [both as u64, (both >> 64) as u64]
}
