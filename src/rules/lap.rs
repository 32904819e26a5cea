//! One lap as one addition, and the exact recognition of laps that never end.
//!
//! Dropping k seeds one by one into the cells after a given one adds the same numbers
//! wherever they fall, so for k below the size of the ring the lap is an addition of a
//! ready-made mask, which the compiler turns into vector instructions. A lap round the
//! whole ring adds one to each cell first.
//!
//! Endless laps: the state of a sowing between laps is (board, cell of the hand,
//! direction), and each state has one successor. Brent's method (R. P. Brent, "An improved Monte
//! Carlo factorization algorithm", BIT 20, 1980) finds a recurrence of such a sequence
//! with one stored state; it answers "endless" only on an exact recurrence, whatever the
//! number of laps. On Kiothi boards with many warriors that can be a thousand million laps; so whoever plays
//! a sowing may be asked now and then whether to go on, and give it up unjudged.

use super::Direction;
use crate::board::{MAX_CELLS, MAX_ROW, MIN_ROW, Ring};

type Mask = [u8; MAX_CELLS];

/// `masks[n - 2][cell][k]`: what k seeds add when sown from a cell.
type Masks = [[[Mask; MAX_CELLS]; MAX_CELLS]; MAX_ROW - MIN_ROW + 1];

static CCW: Masks = masks(true);
static CW: Masks = masks(false);

const fn masks(ccw: bool) -> Masks {
    let mut all = [[[[0; MAX_CELLS]; MAX_CELLS]; MAX_CELLS]; MAX_ROW - MIN_ROW + 1];
    let mut n = MIN_ROW;
    while n <= MAX_ROW {
        let m = 2 * n;
        let mut cell = 0;
        while cell < m {
            let mut k = 1;
            while k < m {
                let mut mask = all[n - MIN_ROW][cell][k - 1];
                let to = if ccw { cell + k } else { cell + m - k };
                mask[to % m] += 1;
                all[n - MIN_ROW][cell][k] = mask;
                k += 1;
            }
            cell += 1;
        }
        n += 1;
    }
    all
}

/// Sows `hand` seeds into the cells after `cell` and returns where the last one fell.
///
/// The hand must have been lifted already; at least one seed.
#[inline]
pub(super) fn sow(ring: &mut Ring, cell: usize, hand: u8, direction: Direction) -> usize {
    let (row, m) = (ring.row(), ring.row().cells());
    let mut rest = usize::from(hand);
    debug_assert!(rest > 0 && cell < m);
    let cells = ring.raw_cells_mut();
    while rest >= m {
        for content in &mut cells[..m] {
            *content += 1;
        }
        rest -= m;
    }
    let (masks, last) = match direction {
        Direction::Ccw => (&CCW, cell + rest),
        Direction::Cw => (&CW, cell + m - rest),
    };
    let mask = &masks[row.pits() - MIN_ROW][cell][rest];
    for (content, add) in cells.iter_mut().zip(mask) {
        *content += add;
    }
    if last >= m { last - m } else { last }
}

/// Says whether a sowing of very many laps is to be played on.
pub type GoOn<'a> = &'a (dyn Fn() -> bool + Sync);

/// A sowing was given up before it ended or recurred: nothing is known of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a sowing of very many laps was given up")]
pub struct GivenUp;

/// Watches the laps of one sowing for a recurrence.
pub(super) struct Recurrence {
    laps: u64,
    /// The lap at which the next state is stored: powers of two.
    store_at: u64,
    stored: Option<(Ring, usize, Direction)>,
}

impl Recurrence {
    /// Laps before the first state is stored; nearly all sowings end sooner.
    const FIRST_STORED: u64 = 32;

    /// Laps between two questions whether to go on.
    const ASK_EVERY: u64 = 1 << 16;

    pub(super) fn new() -> Recurrence {
        Recurrence {
            laps: 1,
            store_at: Recurrence::FIRST_STORED,
            stored: None,
        }
    }

    /// Notes that a further lap is about to start from this state, hand not yet lifted.
    ///
    /// Returns true if exactly this state came before in this sowing: it never ends.
    ///
    /// # Errors
    ///
    /// If `go_on` is asked and says no.
    #[inline]
    pub(super) fn again(
        &mut self,
        ring: &Ring,
        cell: usize,
        direction: Direction,
        go_on: GoOn,
    ) -> Result<bool, GivenUp> {
        self.laps += 1;
        if self.laps < Recurrence::FIRST_STORED {
            return Ok(false);
        }
        if self.laps.is_multiple_of(Recurrence::ASK_EVERY) && !go_on() {
            return Err(GivenUp);
        }
        Ok(self.compare(ring, cell, direction))
    }

    #[cold]
    fn compare(&mut self, ring: &Ring, cell: usize, direction: Direction) -> bool {
        // A mark, once lost, stays lost and moves no seed, so the cells alone decide.
        if let Some((old, old_cell, old_direction)) = &self.stored
            && *old_cell == cell
            && *old_direction == direction
            && old.cells() == ring.cells()
        {
            return true;
        }
        if self.laps >= self.store_at {
            self.stored = Some((*ring, cell, direction));
            self.store_at *= 2;
        }
        false
    }

    /// Returns the number of laps begun.
    pub(super) fn laps(&self) -> u64 {
        self.laps
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_lap_is_its_seeds_one_by_one(
            n in 2usize..=12, cell in 0usize..24, hand in 1u8..=200, ccw: bool
        ) {
            let (m, cell) = (2 * n, cell % (2 * n));
            let direction = if ccw { Direction::Ccw } else { Direction::Cw };
            let mut fast = Ring::from_cells(&vec![1; m]);
            let last = sow(&mut fast, cell, hand, direction);
            let mut slow = vec![1u8; m];
            let mut at = cell;
            for _ in 0..hand {
                at = if ccw { (at + 1) % m } else { (at + m - 1) % m };
                slow[at] += 1;
            }
            prop_assert_eq!(fast.cells(), &slow[..]);
            prop_assert_eq!(last, at);
        }
    }
}
