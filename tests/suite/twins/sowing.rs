//! Single sowings against the naive twin of the rules.

use bonduc::board::{Ring, Row, Side};
use bonduc::index::Lexicographic;
use bonduc::rules::naive::{self, NaiveBoard, NaiveOutcome};
use bonduc::rules::{Direction, Game, Move, Next, Outcome, RuleSet};
use proptest::prelude::*;

use super::random::{game, rules_and_ring};

/// The naive twin remembers every state of a sowing, so longer sowings are left out.
const MOST_LAPS: usize = 20_000;

/// Every choice that could be named, whether the rules offer it or not.
fn candidates(game: Game, ring: &Ring) -> Vec<Move> {
    let cells = (0u8..).zip(ring.cells());
    let mut moves = vec![Move::Pass];
    for (cell, content) in cells {
        let sow = |direction| Move::Sow { cell, direction };
        let lift = |count| Move::Lift { cell, count };
        match game {
            Game::Giuthi => {
                moves.extend(Direction::BOTH.map(sow));
                moves.push(lift(1));
            }
            Game::Kiothi => {
                moves.extend((0..=content.saturating_add(1)).map(lift));
                moves.push(sow(Direction::Ccw));
            }
        }
    }
    moves
}

/// Tells whether a sowing, played on a plain row of numbers, is over within [`MOST_LAPS`] laps or comes
/// round within them.
fn is_short(game: Game, ring: &Ring, mv: Move) -> bool {
    let mut cells = ring.cells().to_vec();
    let m = cells.len();
    let (mut at, mut hand, mut ccw) = match mv {
        Move::Sow { cell, direction } => (
            usize::from(cell),
            cells[usize::from(cell)],
            direction == Direction::Ccw,
        ),
        Move::Lift { cell, count } => (usize::from(cell), count, true),
        Move::Pass => return true,
    };
    if hand == 0 || hand > cells[at] {
        return true;
    }
    let mut remembered = None;
    for lap in 1..=MOST_LAPS {
        cells[at] -= hand;
        for _ in 0..hand {
            at = if ccw { (at + 1) % m } else { (at + m - 1) % m };
            cells[at] += 1;
        }
        hand = cells[at];
        if hand == 1 {
            return true;
        }
        ccw ^= game == Game::Giuthi;
        let now = (cells.clone(), at, ccw);
        if remembered.as_ref() == Some(&now) {
            return true;
        }
        // A state that is remembered for as many laps as went before it meets itself if it is on a cycle.
        if lap.is_power_of_two() {
            remembered = Some(now);
        }
    }
    false
}

/// Plays a move both ways, compares everything, and tells whether it never ends.
fn agree(rules: &RuleSet, ring: &Ring, side: Side, mv: Move) -> bool {
    let fast = rules.sow(ring, mv);
    let slow = naive::play(rules, &NaiveBoard::from_ring(ring, side), side, mv);
    let as_naive = match fast {
        Outcome::Illegal(_) => NaiveOutcome::Illegal,
        Outcome::Endless => NaiveOutcome::Endless,
        Outcome::Sown(sown) => {
            let left = sown.ring.seeds() + u32::from(sown.captured);
            assert_eq!(left, ring.seeds(), "{rules:?} {ring:?} {mv:?}");
            NaiveOutcome::Sown {
                board: NaiveBoard::from_ring(&sown.ring, side),
                captured: sown.captured.into(),
                again: sown.next == Next::Again,
                laps: sown.laps,
            }
        }
    };
    assert_eq!(as_naive, slow, "{rules:?} {ring:?} {side} {mv:?}");
    let illegal_endless = bonduc::rules::Illegal::Endless;
    fast == Outcome::Endless || fast == Outcome::Illegal(illegal_endless)
}

/// Compares every candidate of both sides on a board and returns how many never end.
fn all_agree(rules: &RuleSet, ring: &Ring) -> usize {
    let mut endless = 0;
    for side in Side::BOTH {
        for mv in candidates(rules.game(), ring) {
            if is_short(rules.game(), ring, mv) {
                endless += usize::from(agree(rules, ring, side, mv));
            }
        }
    }
    endless
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn random_sowings_agree((rules, ring) in game().prop_flat_map(|game| rules_and_ring(game, 2..=12, 0..=255))) {
        all_agree(&rules, &ring);
    }

    #[test]
    fn random_sowings_of_few_seeds_agree((rules, ring) in game().prop_flat_map(|game| rules_and_ring(game, 2..=12, 0..=40))) {
        all_agree(&rules, &ring);
    }
}

#[test]
fn endless_sowings_of_giuthi_agree() {
    // The board of the rules page (G4, G12) and all that come of it by putting one seed elsewhere.
    let cells = [1, 3, 0, 3, 1, 4, 1, 1, 1, 1];
    for endless in ["draw", "illegal"] {
        let mut rules = Game::Giuthi.defaults();
        rules.set_option("endless_sowing", endless).unwrap();
        let mut found = all_agree(&rules, &Ring::from_cells(&cells));
        assert!(found > 0);
        for from in (0..10).filter(|&from| cells[from] > 0) {
            for to in 0..10 {
                let mut near = cells;
                near[from] -= 1;
                near[to] += 1;
                found += all_agree(&rules, &Ring::from_cells(&near));
            }
        }
        assert!(found > 10, "{found} endless sowings");
    }
}

#[test]
fn endless_sowings_of_kiothi_agree() {
    // They begin at eight warriors on two rows of five.
    let row = Row::new(5).unwrap();
    for seeds in [7, 8] {
        let order = Lexicographic::new(row, seeds).unwrap();
        let mut ring = order.unrank(0);
        let mut endless = 0;
        loop {
            endless += all_agree(&Game::Kiothi.defaults(), &ring);
            if !order.advance(&mut ring) {
                break;
            }
        }
        assert_eq!(endless > 0, seeds == 8, "{seeds}: {endless}");
    }
}
