//! One sowing of Giuthi (G2 to G9).

use super::lap::{self, GivenUp, GoOn, Recurrence};
use super::{ChainGap, Direction, EmptyOpposite, EndlessSowing, GiuthiRules};
use super::{Illegal, Next, Outcome, Sown};
use crate::board::Ring;

/// Tells whether a lap of `hand` seeds from `cell` drops one into the enemy row.
#[inline]
fn crosses(n: usize, cell: usize, hand: u8, direction: Direction) -> bool {
    let hand = usize::from(hand);
    let own_cells_first = match direction {
        // From the last enemy cell the whole own row comes first.
        Direction::Ccw if cell == 2 * n - 1 => n,
        Direction::Ccw if cell >= n => 0,
        Direction::Ccw => n - 1 - cell,
        // From the first enemy cell likewise.
        Direction::Cw if cell == n => n,
        Direction::Cw if cell > n => 0,
        Direction::Cw => cell,
    };
    hand > own_cells_first
}

/// Plays one sowing from a cell of the own row.
///
/// # Errors
///
/// If `go_on` says no in the middle of very many laps.
pub(super) fn sow(
    rules: &GiuthiRules,
    ring: &Ring,
    cell: usize,
    direction: Direction,
    go_on: GoOn,
) -> Result<Outcome, GivenUp> {
    let n = ring.row().pits();
    // 1. What may be sown (G2).
    if cell >= n {
        return Ok(Outcome::Illegal(Illegal::NotOwn));
    }
    if ring.cells()[cell] < 2 {
        let there = ring.cells()[cell];
        return Ok(Outcome::Illegal(Illegal::TooFewSeeds(there)));
    }
    // 2. Laps, each in the opposite direction to the one before (G3, G4).
    let mut ring = *ring;
    let (mut cell, mut direction) = (cell, direction);
    let mut crossed = false;
    let mut recurrence = Recurrence::new();
    let last = loop {
        let hand = std::mem::take(&mut ring.cells_mut()[cell]);
        crossed |= crosses(n, cell, hand, direction);
        let last = lap::sow(&mut ring, cell, hand, direction);
        if ring.cells()[last] == 1 {
            break last;
        }
        (cell, direction) = (last, direction.reversed());
        if recurrence.again(&ring, cell, direction, go_on)? {
            return Ok(match rules.endless_sowing {
                EndlessSowing::Draw => Outcome::Endless,
                EndlessSowing::Illegal => Outcome::Illegal(Illegal::Endless),
            });
        }
    };
    // 3. Where the last seed fell (G5 to G9).
    let laps = recurrence.laps();
    let (captured, next) = if last >= n {
        (0, Next::Opponent)
    } else if !crossed {
        (0, Next::Again)
    } else {
        (capture(rules, &mut ring, last, direction), Next::Opponent)
    };
    Ok(Outcome::Sown(Sown {
        ring,
        captured,
        next,
        laps,
    }))
}

/// Takes what a last seed in an empty own cell captures (G7, G8).
fn capture(rules: &GiuthiRules, ring: &mut Ring, last: usize, direction: Direction) -> u8 {
    let n = ring.row().pits();
    let m = ring.row().cells();
    let cells = ring.cells_mut();
    if cells[m - 1 - last] == 0 && rules.empty_opposite == EmptyOpposite::NoCapture {
        return 0;
    }
    let mut captured = std::mem::take(&mut cells[last]);
    captured += std::mem::take(&mut cells[m - 1 - last]);
    let mut run = last;
    loop {
        run = match direction {
            Direction::Ccw if run + 1 < n => run + 1,
            Direction::Cw if run > 0 => run - 1,
            _ => return captured,
        };
        let there = m - 1 - run;
        if cells[run] != 0 || (cells[there] == 0 && rules.chain_gap == ChainGap::Stop) {
            return captured;
        }
        captured += std::mem::take(&mut cells[there]);
    }
}
