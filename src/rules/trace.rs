//! A sowing told lap by lap, for those who watch it.
//!
//! The fast path says only what a sowing comes to. Here it is played once more with its laps noted; what was captured is the difference between the
//! board after the last lap and the board afterwards.

use super::lap;
use super::{Direction, Move, Outcome, RuleSet, Sown};
use crate::board::Ring;

/// One lap: a lift and where its seeds fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lap {
    /// The cell lifted from.
    pub cell: u8,
    /// How many seeds were lifted, at least 1.
    pub hand: u8,
    /// The way round the ring.
    pub direction: Direction,
    /// The cell where the last seed fell.
    pub last: u8,
}

/// Seeds taken off a cell by a capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taken {
    /// The cell.
    pub cell: u8,
    /// How many, at least 1.
    pub seeds: u8,
}

/// A sowing from its first lift to its capture; cells are those of the ring as the sower sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// Its laps, at least one; every one after the first starts where the one before ended.
    pub laps: Vec<Lap>,
    /// What was captured, by cells: the seed that captured in the own row first, then what lay in the enemy row, in the order of the
    /// capture (G7, G8, K10, K11).
    pub taken: Vec<Taken>,
    /// What it came to.
    pub sown: Sown,
}

impl Trace {
    /// Returns how many enemy pits were emptied by the capture.
    pub fn pits_taken(&self) -> usize {
        let n = self.sown.ring.row().pits();
        let enemy = self.taken.iter();
        enemy.filter(|taken| usize::from(taken.cell) >= n).count()
    }
}

impl RuleSet {
    /// Follows a sowing lap by lap; `None` if it is not legal or never ends, and for a pass.
    pub fn trace(&self, ring: &Ring, mv: Move) -> Option<Trace> {
        let Outcome::Sown(sown) = self.sow(ring, mv) else {
            return None;
        };
        let (cell, hand, direction) = match mv {
            Move::Sow { cell, direction } => (cell, ring.cells()[usize::from(cell)], direction),
            Move::Lift { cell, count } => (cell, count, Direction::Ccw),
            Move::Pass => return None,
        };
        let mut board = *ring;
        let mut laps = Vec::new();
        let (mut cell, mut hand, mut direction) = (cell, hand, direction);
        for _ in 0..sown.laps {
            board.cells_mut()[usize::from(cell)] -= hand;
            let last = lap::sow(&mut board, cell.into(), hand, direction);
            laps.push(Lap {
                cell,
                hand,
                direction,
                last: last as u8,
            });
            cell = last as u8;
            hand = board.cells()[last];
            if let RuleSet::Giuthi(_) = self {
                direction = direction.reversed();
            }
        }
        Some(Trace {
            taken: taken(&board, &sown, &laps),
            laps,
            sown,
        })
    }
}

/// Compares the board after the last lap with the one afterwards.
fn taken(before: &Ring, sown: &Sown, laps: &[Lap]) -> Vec<Taken> {
    let m = before.row().cells();
    let pairs = before.cells().iter().zip(sown.ring.cells());
    let mut taken: Vec<Taken> = (0..)
        .zip(pairs)
        .filter(|(_, (before, after))| after < before)
        .map(|(cell, (before, after))| Taken {
            cell,
            seeds: before - after,
        })
        .collect();
    // The capturing seed, the pit opposite, and on along the row from there.
    let last = laps.last().map_or(0, |lap| usize::from(lap.last));
    taken.sort_by_key(|taken| match usize::from(taken.cell) {
        cell if cell == last => 0,
        cell => 1 + (cell + last + 1).abs_diff(m),
    });
    taken
}

#[cfg(test)]
mod tests {
    use super::super::{Game, Next};
    use super::*;
    use proptest::prelude::*;

    fn moves(game: Game, ring: &Ring) -> Vec<Move> {
        let mut moves = Vec::new();
        game.defaults().expand(ring, |mv, _| moves.push(mv));
        moves.retain(|mv| *mv != Move::Pass);
        moves
    }

    proptest! {
        #[test]
        fn laps_and_captures_make_the_sowing(
            cells in (2usize..=10).prop_flat_map(|n| prop::collection::vec(0u8..=4, 2 * n)),
            giuthi: bool,
        ) {
            let game = if giuthi { Game::Giuthi } else { Game::Kiothi };
            let ring = Ring::from_cells(&cells);
            let m = cells.len();
            for mv in moves(game, &ring) {
                let Some(trace) = game.defaults().trace(&ring, mv) else {
                    prop_assert_eq!(game.defaults().sow(&ring, mv), Outcome::Endless);
                    continue;
                };
                prop_assert_eq!(trace.laps.len() as u64, trace.sown.laps);
                // Seed by seed.
                let mut board = cells.clone();
                let mut at = usize::from(trace.laps[0].cell);
                for lap in &trace.laps {
                    prop_assert_eq!(usize::from(lap.cell), at);
                    board[at] -= lap.hand;
                    for _ in 0..lap.hand {
                        at = match lap.direction {
                            Direction::Ccw => (at + 1) % m,
                            Direction::Cw => (at + m - 1) % m,
                        };
                        board[at] += 1;
                    }
                    prop_assert_eq!(usize::from(lap.last), at);
                }
                // What was taken is there before and gone afterwards, and it is the whole capture.
                for taken in &trace.taken {
                    prop_assert_eq!(board[usize::from(taken.cell)], taken.seeds);
                    board[usize::from(taken.cell)] = 0;
                }
                prop_assert_eq!(&board[..], trace.sown.ring.cells());
                let captured: u8 = trace.taken.iter().map(|taken| taken.seeds).sum();
                prop_assert_eq!(captured, trace.sown.captured);
                prop_assert!(captured == 0 || trace.sown.next == Next::Opponent);
                if captured > 0 {
                    prop_assert_eq!(usize::from(trace.taken[0].cell), at);
                    prop_assert_eq!(trace.pits_taken(), trace.taken.len() - 1);
                }
            }
        }
    }
}
