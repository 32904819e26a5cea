//! Random rule sets, boards and positions.

use std::ops::RangeInclusive;

use bonduc::board::{Pit, Ring, Side};
use bonduc::rules::naive::NaiveBoard;
use bonduc::rules::{Game, Position, RuleSet, Setup};
use proptest::prelude::*;
use proptest::sample::Index;

/// One of the two games.
pub fn game() -> impl Strategy<Value = Game> {
    prop::sample::select(Game::BOTH.to_vec())
}

/// One of the two sides.
pub fn side() -> impl Strategy<Value = Side> {
    prop::sample::select(Side::BOTH.to_vec())
}

/// All rule sets of a game, the option left out that has no bearing on play (K2).
pub fn all_rules(game: Game) -> Vec<RuleSet> {
    let mut all = vec![game.defaults()];
    for spec in game.options().iter().filter(|spec| spec.name != "setup") {
        let with_value = |rules: &RuleSet, value| {
            let mut rules = *rules;
            rules.set_option(spec.name, value).unwrap();
            rules
        };
        all = all
            .iter()
            .flat_map(|rules| spec.values.iter().map(|value| with_value(rules, value)))
            .collect();
    }
    all
}

/// A rule set of a game.
pub fn rules(game: Game) -> impl Strategy<Value = RuleSet> {
    prop::sample::select(all_rules(game))
}

/// A board as the side to move sees it, in Kiothi with marks on some occupied boma.
///
/// The seeds fall into some of its pits only, so sparse and dense boards both come up.
pub fn ring(
    game: Game,
    pits: RangeInclusive<usize>,
    seeds: RangeInclusive<usize>,
) -> impl Strategy<Value = Ring> {
    let marks = match game {
        Game::Giuthi => Just(0).boxed(),
        Game::Kiothi => prop_oneof![Just(0), any::<u32>(), Just(u32::MAX)].boxed(),
    };
    let holders = pits.prop_flat_map(|n| {
        let cells: Vec<usize> = (0..2 * n).collect();
        (
            Just(2 * n),
            prop::sample::subsequence(cells, 1..=2 * n).prop_shuffle(),
        )
    });
    let drops = prop::collection::vec(any::<Index>(), seeds);
    (holders, drops, marks).prop_map(|((cells, holders), drops, marks)| {
        let mut contents = vec![0; cells];
        for drop in drops {
            contents[*drop.get(&holders)] += 1;
        }
        let mut ring = Ring::from_cells(&contents);
        let occupied = (0..cells).filter(|&cell| contents[cell] > 0);
        ring.set_nki(marks & occupied.fold(0, |bits, cell| bits | 1 << cell));
        ring
    })
}

/// A rule set of a game and a board for it.
pub fn rules_and_ring(
    game: Game,
    pits: RangeInclusive<usize>,
    seeds: RangeInclusive<usize>,
) -> impl Strategy<Value = (RuleSet, Ring)> {
    (rules(game), ring(game, pits, seeds))
}

/// The position with this board as the side to move sees it, and this lead of his.
pub fn position(rules: RuleSet, ring: &Ring, to_move: Side, lead: i32) -> Position {
    let board = NaiveBoard::from_ring(ring, to_move);
    let row = |row: &[usize]| row.iter().map(|&content| content as u8).collect();
    let marked = (0..ring.row().cells())
        .filter(|&cell| ring.is_nki(cell))
        .map(|cell| Pit::at_cell(cell, ring.row(), to_move))
        .collect();
    let mut captured = [0; 2];
    captured[to_move.index()] = lead.max(0) as u32;
    captured[(!to_move).index()] = (-lead).max(0) as u32;
    Position::from_setup(&Setup {
        rules,
        north: row(&board.north),
        south: row(&board.south),
        marked,
        captured,
        to_move,
    })
    .unwrap()
}

/// The board as `viewer` sees it.
pub fn seen_by(board: &NaiveBoard, viewer: Side) -> Ring {
    let north = board.north.iter().rev();
    let cells: Vec<u8> = board.south.iter().chain(north).map(|&c| c as u8).collect();
    let north_nki = board.north_nki.iter().rev();
    let marks = (0..).zip(board.south_nki.iter().chain(north_nki));
    let mut ring = Ring::from_cells(&cells);
    ring.set_nki(marks.fold(0, |bits, (cell, &mark)| bits | u32::from(mark) << cell));
    match viewer {
        Side::South => ring,
        Side::North => ring.turned(),
    }
}
