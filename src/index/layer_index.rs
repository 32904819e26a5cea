//! The numbering of a layer's boards that tables use.
//!
//! A board is a pair of rows, the mover's own and the enemy's, each read from its owner's left. With i seeds in the own
//! row, a block of numbers holds all pairs of an own row with i seeds and an enemy row with the others; rows are numbered by [`RowTable`].
//! Where reflection is a symmetry of the game, a board and its mirror image have one number:
//!
//! ```text
//!   block i:  own row is the first of a pair    h_i · R_j   numbers: own · R_j + enemy
//!             own row is its own mirror image   p_i · (h_j + p_j): own · (h_j + p_j) + enemy, the enemy row
//!                                               likewise reduced to the first of its pair
//! ```
//!
//! with j the other seeds, R all contents, h pairs, p own images. Without the symmetry all R_i · R_j pairs stand as in the first line.

use std::sync::Arc;

use super::{Lexicographic, RowTable};
use crate::board::{Ring, Row};

/// Numbers the boards of a layer from 0 to `positions() - 1`, mirror images once if they are the same to the game.
#[derive(Debug, Clone)]
pub struct LayerIndex {
    rows: Arc<RowTable>,
    seeds: u32,
    reflection: bool,
    /// Where the block of i own seeds begins; one more for the end.
    blocks: Vec<u64>,
    boards: u64,
}

impl LayerIndex {
    /// Makes the numbering of a layer, or `None` if the row table has not as many seeds or the boards cannot be counted in
    /// 64 bits.
    pub fn new(rows: Arc<RowTable>, seeds: u32, reflection: bool) -> Option<LayerIndex> {
        if seeds > rows.seeds() {
            return None;
        }
        let boards = Lexicographic::count(rows.row(), seeds)?;
        let mut blocks = vec![0];
        let mut end = 0u64;
        for own in 0..=seeds {
            end += LayerIndex::block_size(&rows, own, seeds - own, reflection);
            blocks.push(end);
        }
        Some(LayerIndex {
            rows,
            seeds,
            reflection,
            blocks,
            boards,
        })
    }

    fn block_size(rows: &RowTable, own: u32, enemy: u32, reflection: bool) -> u64 {
        let (own_all, own_pairs) = (rows.count(own), rows.pairs(own));
        let (enemy_all, enemy_pairs) = (rows.count(enemy), rows.pairs(enemy));
        if reflection {
            let own_images = own_all - 2 * own_pairs;
            own_pairs * enemy_all + own_images * (enemy_all - enemy_pairs)
        } else {
            own_all * enemy_all
        }
    }

    /// Returns the length of a row.
    pub fn row(&self) -> Row {
        self.rows.row()
    }

    /// Returns the number of seeds.
    pub fn seeds(&self) -> u32 {
        self.seeds
    }

    /// Returns how many numbers there are.
    pub fn positions(&self) -> u64 {
        self.blocks[self.blocks.len() - 1]
    }

    /// Returns how many boards there are, mirror images counted twice.
    pub fn boards(&self) -> u64 {
        self.boards
    }

    /// Returns the number of a board as the player to move sees it.
    ///
    /// # Panics
    ///
    /// Perhaps, if the board has another row length or number of seeds; marks are left aside.
    #[inline]
    pub fn rank(&self, ring: &Ring) -> u64 {
        debug_assert_eq!((ring.row(), ring.seeds()), (self.row(), self.seeds));
        let own_seeds = ring.own_seeds();
        let enemy_seeds = self.seeds - own_seeds;
        let (own_row, enemy_row) = ring.cells().split_at(self.row().pits());
        let own = u64::from(self.rows.number(own_row, own_seeds as u8));
        let enemy = u64::from(self.rows.number(enemy_row, enemy_seeds as u8));
        let block = self.blocks[own_seeds as usize];
        let enemy_all = self.rows.count(enemy_seeds);
        if !self.reflection {
            return block + own * enemy_all + enemy;
        }
        // Numbers from `first_image` on are images of those from 0 on.
        let own_pairs = self.rows.pairs(own_seeds);
        let own_first_image = self.rows.count(own_seeds) - own_pairs;
        let enemy_pairs = self.rows.pairs(enemy_seeds);
        let enemy_first_image = enemy_all - enemy_pairs;
        if own < own_pairs {
            block + own * enemy_all + enemy
        } else if own >= own_first_image {
            // The image of the whole board has the first of the pair in front.
            let enemy = if enemy < enemy_pairs {
                enemy + enemy_first_image
            } else if enemy >= enemy_first_image {
                enemy - enemy_first_image
            } else {
                enemy
            };
            block + (own - own_first_image) * enemy_all + enemy
        } else {
            let enemy = if enemy >= enemy_first_image {
                enemy - enemy_first_image
            } else {
                enemy
            };
            block + own_pairs * enemy_all + (own - own_pairs) * enemy_first_image + enemy
        }
    }

    /// Returns how many boards share the number of this one: two, or one if it is its own image or the game has no
    /// reflection.
    pub fn boards_at(&self, ring: &Ring) -> u64 {
        if self.reflection && ring.reflected() != *ring {
            2
        } else {
            1
        }
    }

    /// Returns a cursor at a number, from which boards can be read one after another.
    ///
    /// # Panics
    ///
    /// If there is no such number.
    pub fn cursor(&self, rank: u64) -> Cursor<'_> {
        assert!(rank < self.positions(), "no board number {rank}");
        let own_seeds = self.blocks.partition_point(|&start| start <= rank) as u32 - 1;
        let enemy_seeds = self.seeds - own_seeds;
        let (own_pairs, enemy_all) = (self.rows.pairs(own_seeds), self.rows.count(enemy_seeds));
        let in_block = rank - self.blocks[own_seeds as usize];
        let full = match self.reflection {
            true => own_pairs,
            false => self.rows.count(own_seeds),
        };
        let (own, enemy) = if in_block < full * enemy_all {
            (in_block / enemy_all, in_block % enemy_all)
        } else {
            let reduced = enemy_all - self.rows.pairs(enemy_seeds);
            let rest = in_block - full * enemy_all;
            (full + rest / reduced, rest % reduced)
        };
        Cursor {
            index: self,
            own_seeds,
            own,
            enemy,
        }
    }

    /// Returns the board with a number; of two mirror images, one.
    ///
    /// # Panics
    ///
    /// If there is no such number.
    pub fn ring(&self, rank: u64) -> Ring {
        self.cursor(rank).ring()
    }
}

/// A place in the numbering.
#[derive(Debug, Clone)]
pub struct Cursor<'a> {
    index: &'a LayerIndex,
    own_seeds: u32,
    own: u64,
    enemy: u64,
}

impl Cursor<'_> {
    /// Returns the board that stands here.
    #[inline]
    pub fn ring(&self) -> Ring {
        let rows = &self.index.rows;
        let enemy_seeds = self.index.seeds - self.own_seeds;
        Ring::from_rows(
            rows.row(),
            rows.contents(self.own, self.own_seeds),
            rows.contents(self.enemy, enemy_seeds),
        )
    }

    /// Goes on to the next number; after the last it stays nowhere.
    #[inline]
    pub fn advance(&mut self) {
        let rows = &self.index.rows;
        let enemy_seeds = self.index.seeds - self.own_seeds;
        let (own_pairs, enemy_all) = (rows.pairs(self.own_seeds), rows.count(enemy_seeds));
        let (owns, enemies) = if !self.index.reflection {
            (rows.count(self.own_seeds), enemy_all)
        } else {
            let owns = rows.count(self.own_seeds) - own_pairs;
            match self.own < own_pairs {
                true => (owns, enemy_all),
                false => (owns, enemy_all - rows.pairs(enemy_seeds)),
            }
        };
        self.enemy += 1;
        if self.enemy < enemies {
            return;
        }
        self.enemy = 0;
        self.own += 1;
        if self.own == owns && self.own_seeds < self.index.seeds {
            self.own = 0;
            self.own_seeds += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn index(n: usize, seeds: u32, reflection: bool) -> LayerIndex {
        let rows = Arc::new(RowTable::new(Row::new(n).unwrap(), seeds).unwrap());
        LayerIndex::new(rows, seeds, reflection).unwrap()
    }

    /// Every board has a number, every number a board, and only mirror images share one.
    #[test]
    fn small_layers_are_numbered_without_gaps() {
        for n in 2..=5 {
            for seeds in 0..=6 {
                let plain = Lexicographic::new(Row::new(n).unwrap(), seeds).unwrap();
                for reflection in [false, true] {
                    let index = index(n, seeds, reflection);
                    assert_eq!(index.boards(), plain.positions());
                    let mut met = vec![0; index.positions() as usize];
                    let mut ring = plain.unrank(0);
                    loop {
                        let rank = index.rank(&ring);
                        met[rank as usize] += 1;
                        let stands = index.ring(rank);
                        assert!(stands == ring || (reflection && stands.reflected() == ring));
                        if !plain.advance(&mut ring) {
                            break;
                        }
                    }
                    let mut cursor = index.cursor(0);
                    for (rank, met) in (0..).zip(met) {
                        let ring = cursor.ring();
                        assert_eq!(index.rank(&ring), rank);
                        let two = reflection && ring.reflected() != ring;
                        assert_eq!(met, 1 + usize::from(two));
                        cursor.advance();
                    }
                }
            }
        }
    }

    proptest! {
        #[test]
        fn mirror_images_share_a_number(
            cells in prop::collection::vec(0u8..=2, 16), reflection: bool
        ) {
            let ring = Ring::from_cells(&cells);
            let index = index(8, ring.seeds(), reflection);
            let rank = index.rank(&ring);
            let stands = index.ring(rank);
            prop_assert!(stands == ring || (reflection && stands == ring.reflected()));
            prop_assert_eq!(index.rank(&stands), rank);
            if reflection {
                prop_assert_eq!(index.rank(&ring.reflected()), rank);
            }
        }
    }
}
