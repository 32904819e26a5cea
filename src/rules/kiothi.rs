//! One sowing of Kiothi (K5 to K11).

use super::lap::{self, GivenUp, GoOn, Recurrence};
use super::{Direction, EndlessSowing, KiothiRules, Triple};
use super::{Illegal, Next, Outcome, Sown};
use crate::board::Ring;

/// The shortest row on which the triple capture applies.
const TRIPLE_ROW: usize = 4;

/// Lifts `count` warriors of a cell of the own row and plays the sowing.
///
/// # Errors
///
/// If `go_on` says no in the middle of very many laps.
pub(super) fn lift(
    rules: &KiothiRules,
    ring: &Ring,
    cell: usize,
    count: u8,
    go_on: GoOn,
) -> Result<Outcome, GivenUp> {
    let (n, m) = (ring.row().pits(), ring.row().cells());
    // 1. What may be lifted (K5), and where the first lap may not end (K6).
    if let Some(why) = illegal_lift(ring, cell, count) {
        return Ok(Outcome::Illegal(why));
    }
    // 2. Laps, all counter-clockwise (K7); what is sown from loses its mark (K8).
    let mut ring = *ring;
    let mut nki = ring.nki();
    let (mut cell, mut hand) = (cell, count);
    let mut crossed = false;
    let mut recurrence = Recurrence::new();
    let last = loop {
        ring.cells_mut()[cell] -= hand;
        nki &= !(1 << cell);
        crossed |= crosses(n, m, cell, hand);
        let last = lap::sow(&mut ring, cell, hand, Direction::Ccw);
        let content = ring.cells()[last];
        if content == 1 {
            break last;
        }
        (cell, hand) = (last, content);
        if recurrence.again(&ring, cell, Direction::Ccw, go_on)? {
            return Ok(match rules.endless_sowing {
                EndlessSowing::Draw => Outcome::Endless,
                EndlessSowing::Illegal => Outcome::Illegal(Illegal::Endless),
            });
        }
    };
    // 3. Where the last warrior fell (K9 to K11).
    let captures = last < n && (crossed || !rules.must_cross);
    let captured = if captures {
        capture(rules, &mut ring, nki, last)
    } else {
        0
    };
    ring.set_nki(nki);
    Ok(Outcome::Sown(Sown {
        ring,
        captured,
        next: Next::Opponent,
        laps: recurrence.laps(),
    }))
}

/// Returns why a lift is illegal before any relay, if it is (K5, K6).
pub(super) fn illegal_lift(ring: &Ring, cell: usize, count: u8) -> Option<Illegal> {
    let (n, m) = (ring.row().pits(), ring.row().cells());
    if cell >= n {
        return Some(Illegal::NotOwn);
    }
    let there = ring.cells()[cell];
    if count == 0 || count > there {
        return Some(Illegal::CannotLift {
            wanted: count,
            there,
        });
    }
    // The last cell holds what it held, less what was lifted there, and what full rounds dropped before.
    let hand = usize::from(count);
    let last = (cell + hand) % m;
    let held = ring.cells()[last] - if last == cell { count } else { 0 };
    let occupied = held > 0 || hand > m;
    (last < n && occupied).then_some(Illegal::IntoOwnOccupied)
}

/// Tells whether a lap of `hand` warriors from `cell` drops one into the enemy row.
#[inline]
fn crosses(n: usize, m: usize, cell: usize, hand: u8) -> bool {
    let own_cells_first = match cell {
        _ if cell == m - 1 => n,
        _ if cell >= n => 0,
        _ => n - 1 - cell,
    };
    usize::from(hand) > own_cells_first
}

/// Takes what a last warrior in an empty own cell captures (K10, K11).
fn capture(rules: &KiothiRules, ring: &mut Ring, nki: u32, last: usize) -> u8 {
    let (n, m) = (ring.row().pits(), ring.row().cells());
    let cells = ring.cells_mut();
    let prey = |cells: &[u8], cell: usize| cells[cell] > 0 && nki >> cell & 1 == 0;
    let opposite = m - 1 - last;
    if !prey(cells, opposite) {
        return 0;
    }
    let mut captured = std::mem::take(&mut cells[last]);
    captured += std::mem::take(&mut cells[opposite]);
    if last == 0 && n >= TRIPLE_ROW {
        // The captor's right is towards higher own cells, so towards lower enemy cells.
        let next_three = [opposite - 1, opposite - 2, opposite - 3];
        let run = next_three
            .iter()
            .take_while(|&&cell| prey(cells, cell))
            .count();
        let taken = match rules.triple {
            Triple::AllThree if run < 3 => 0,
            _ => run,
        };
        for &cell in &next_three[..taken] {
            captured += std::mem::take(&mut cells[cell]);
        }
    }
    captured
}
