//! Whole answers against the naive solver.

use bonduc::board::{Ring, Row, Side};
use bonduc::index::Lexicographic;
use bonduc::limits::Control;
use bonduc::rules::naive::NaiveBoard;
use bonduc::rules::{Ending, Game, Move, PlyNext, Position, RuleSet, Turn};
use bonduc::search::Distances;
use bonduc::solve::{Answer, Length, MoveAnswer, Solver, TableUse};
use bonduc::tables::TableFolder;
use bonduc::value::Verdict;
use proptest::prelude::*;

use super::graphs::valued;
use super::random::{all_rules, position, rules_and_ring, seen_by, side};
use crate::naive_solver::{After, Choice, NaiveSolver, Place};
use crate::values::{solve, solved, solver};

/// Compares the two solvers on a board at every lead that can matter.
fn agree_at_all_leads(
    solver: &mut Solver,
    naive: &NaiveSolver,
    rules: RuleSet,
    ring: &Ring,
    side: Side,
) {
    let place = (NaiveBoard::from_ring(ring, side), side);
    let root = solve(solver, position(rules, ring, side, 0));
    let thresholds = solved(&root).thresholds;
    for lead in leads(ring) {
        let (verdict, plies) = naive.verdict(&place, south_lead(side, lead));
        let about = || format!("{rules:?} {ring:?} {side} {lead}");
        assert_eq!(
            thresholds.unwrap().verdict(lead as i16),
            verdict,
            "{}",
            about()
        );
        let answer = solve(solver, position(rules, ring, side, lead));
        let found = solved(&answer);
        assert_eq!(found.thresholds, thresholds, "{}", about());
        assert_eq!(found.verdict, verdict, "{}", about());
        assert_eq!(found.length, length(plies), "{}", about());
        moves_agree(naive, &place, lead, &answer, &about());
    }
}

/// Compares the moves of an answer, all their fields, and the keys.
fn moves_agree(naive: &NaiveSolver, place: &Place, lead: i32, answer: &Answer, about: &str) {
    let found = &solved(answer).moves;
    let Choice::Moves(moves) = naive.choice(place) else {
        assert!(found.is_empty(), "{about}");
        return;
    };
    assert_eq!(found.len(), moves.len(), "{about}");
    let verdict = solved(answer).verdict;
    let mut keys: Vec<Move> = Vec::new();
    for (found, &(mv, after)) in found.iter().zip(moves) {
        let about = format!("{about} {mv:?}");
        let (move_verdict, plies) = move_value(naive, place.1, lead, after);
        assert_eq!(found.mv, mv, "{about}");
        assert_eq!(found.verdict, move_verdict, "{about}");
        assert_eq!(found.length, length(plies), "{about}");
        move_thresholds_agree(naive, place.1, found, after, &about);
        follows(naive, place, answer, found, after, &about);
        if verdict == move_verdict && verdict != Verdict::Loss {
            keys.push(mv);
        }
    }
    assert_eq!(answer.keys(), Some(keys), "{about}");
}

/// What the mover gets by a move, and in how many plies with this one.
fn move_value(naive: &NaiveSolver, mover: Side, lead: i32, after: After) -> (Verdict, Option<u32>) {
    let After::Place { number, captured } = after else {
        return (Verdict::Draw, None);
    };
    let place = naive.place(number);
    let (verdict, plies) = naive.verdict(place, south_lead(mover, lead + captured));
    let verdict = if place.1 == mover { verdict } else { !verdict };
    (verdict, plies.map(|plies| plies + 1))
}

/// A move's thresholds give its verdict at every lead that the naive solver has looked at too.
fn move_thresholds_agree(
    naive: &NaiveSolver,
    mover: Side,
    found: &MoveAnswer,
    after: After,
    about: &str,
) {
    let seeds = naive_seeds(naive, after);
    for lead in -seeds - 1..=seeds + 1 {
        let (verdict, _) = move_value(naive, mover, lead, after);
        let threshold = found.thresholds.unwrap().verdict(lead as i16);
        assert_eq!(threshold, verdict, "{about} at {lead}");
    }
}

fn naive_seeds(naive: &NaiveSolver, after: After) -> i32 {
    match after {
        After::Endless => 0,
        After::Place { number, captured } => {
            let (board, _) = naive.place(number);
            let left: usize = board.south.iter().chain(&board.north).sum();
            left as i32 + captured
        }
    }
}

/// What is said to follow a move is right, and so is what it captured.
fn follows(
    naive: &NaiveSolver,
    place: &Place,
    answer: &Answer,
    found: &MoveAnswer,
    after: After,
    about: &str,
) {
    let After::Place { number, captured } = after else {
        assert_eq!(found.next, PlyNext::Endless, "{about}");
        assert_eq!(found.captured, 0, "{about}");
        return;
    };
    assert_eq!(i32::from(found.captured), captured, "{about}");
    let next_place = naive.place(number);
    let expected = if next_place == place {
        PlyNext::Over(Ending::Repetition {
            first_ply: Some(0),
            again_ply: 1,
        })
    } else if let Choice::Over { south, north } = naive.choice(next_place) {
        let total = |side, falls: i32| {
            let took = if side == place.1 { captured } else { 0 };
            (i32::from(answer.position.captured(side)) + took + falls) as u16
        };
        PlyNext::Over(Ending::NoMoves {
            south: total(Side::South, *south),
            north: total(Side::North, *north),
        })
    } else if next_place.1 == place.1 {
        PlyNext::Again
    } else {
        PlyNext::Opponent
    };
    assert_eq!(found.next, expected, "{about}");
}

fn leads(ring: &Ring) -> std::ops::RangeInclusive<i32> {
    let seeds = ring.seeds() as i32;
    -seeds - 1..=seeds + 1
}

fn south_lead(side: Side, lead: i32) -> i32 {
    match side {
        Side::South => lead,
        Side::North => -lead,
    }
}

fn length(plies: Option<u32>) -> Length {
    plies.map_or(Length::Draw, Length::Proved)
}

fn naive_for(rules: RuleSet, rings: &[Ring], sides: &[Side]) -> NaiveSolver {
    let mut roots = Vec::new();
    for ring in rings {
        for &side in sides {
            let place = (NaiveBoard::from_ring(ring, side), side);
            roots.extend(leads(ring).map(|lead| (place.clone(), south_lead(side, lead))));
        }
    }
    NaiveSolver::new(rules, roots)
}

fn one_agrees(rules: RuleSet, ring: &Ring, side: Side) {
    let naive = naive_for(rules, &[*ring], &[side]);
    agree_at_all_leads(&mut solver(), &naive, rules, ring, side);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_answers_agree_in_giuthi(
        (rules, ring) in rules_and_ring(Game::Giuthi, 2..=4, 0..=7), side in side()
    ) {
        one_agrees(rules, &ring, side);
    }

    #[test]
    fn random_answers_agree_in_kiothi(
        (rules, ring) in rules_and_ring(Game::Kiothi, 2..=5, 0..=6), side in side()
    ) {
        one_agrees(rules, &ring, side);
    }
}

/// Whatever length is known of a state on the way from a board at this lead is the naive one.
fn known_lengths_agree(rules: RuleSet, ring: &Ring, side: Side, lead: i32) {
    let root = (NaiveBoard::from_ring(ring, side), side);
    let naive = NaiveSolver::new(rules, [(root.clone(), south_lead(side, lead))]);
    let valued = valued(&rules, ring);
    let distances = Distances::new(
        &rules,
        &|ring: &Ring| valued.thresholds(ring).unwrap(),
        [(*ring, lead as i16)].into_iter(),
        valued.memory(),
        &Control::unlimited(),
    );
    let distances = distances.unwrap();
    for (place, south_lead) in naive.states() {
        let (board, to_move) = place;
        let lead = match to_move {
            Side::South => south_lead,
            Side::North => -south_lead,
        };
        let known = distances.plies(&seen_by(board, *to_move), lead as i16);
        let (_, plies) = naive.verdict(place, south_lead);
        assert!(known.is_none() || known == plies, "{place:?} {lead}");
        assert!(known.is_some() || plies.is_none() || *place != root);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn known_lengths_agree_in_giuthi(
        (rules, ring) in rules_and_ring(Game::Giuthi, 2..=5, 2..=8), side in side(), lead in -4i32..=4
    ) {
        known_lengths_agree(rules, &ring, side, lead);
    }

    #[test]
    fn known_lengths_agree_in_kiothi(
        (rules, ring) in rules_and_ring(Game::Kiothi, 2..=5, 2..=8), side in side(), lead in -4i32..=4
    ) {
        known_lengths_agree(rules, &ring, side, lead);
    }
}

/// Answers by different tables, in memory and in files, are the same in all that was found.
fn tables_change_nothing(position: Position) {
    let found = |tables: TableUse| {
        let mut solver = solver().with_tables(tables);
        let found = solved(&solve(&mut solver, position)).clone();
        assert!(solver.take_table_faults().is_empty());
        found
    };
    let usual = found(TableUse::default());
    let seeds = position.ring().seeds();
    let home = tempfile::tempdir().unwrap();
    for (files, build) in [(false, true), (true, true), (true, false)] {
        for up_to in [seeds.saturating_sub(1), seeds / 2, 0] {
            let folder = files.then(|| TableFolder::new(home.path()));
            let tables = TableUse {
                folder,
                up_to,
                build,
            };
            assert_eq!(found(tables.clone()), usual, "{position:?} {tables:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn tables_change_no_answer(
        (rules, ring) in rules_and_ring(Game::Giuthi, 2..=5, 1..=9), side in side(), lead in -4i32..=4
    ) {
        tables_change_nothing(position(rules, &ring, side, lead));
    }
}

/// All boards with at most so many seeds, without marks.
fn all_boards(pits: usize, seeds: u32) -> Vec<Ring> {
    let row = Row::new(pits).unwrap();
    let layer = |seeds| {
        let order = Lexicographic::new(row, seeds).unwrap();
        (0..order.positions()).map(move |rank| order.unrank(rank))
    };
    (0..=seeds).flat_map(layer).collect()
}

/// A board with every choice of marks on its occupied boma.
fn with_all_marks(ring: Ring) -> Vec<Ring> {
    let cells = ring.row().cells();
    let occupied =
        |nki: &u32| (0..cells).all(|cell| nki >> cell & 1 == 0 || ring.cells()[cell] > 0);
    let marked = |nki| {
        let mut marked = ring;
        marked.set_nki(nki);
        marked
    };
    (0..1 << cells).filter(occupied).map(marked).collect()
}

/// Compares all these boards under every rule set of the game.
fn all_agree(game: Game, rings: &[Ring]) {
    for rules in all_rules(game) {
        let naive = naive_for(rules, rings, &[Side::South]);
        let mut solver = solver();
        for ring in rings {
            agree_at_all_leads(&mut solver, &naive, rules, ring, Side::South);
        }
    }
}

#[test]
fn small_layers_agree_in_giuthi() {
    all_agree(Game::Giuthi, &all_boards(2, 6));
    all_agree(Game::Giuthi, &all_boards(3, 5));
}

#[test]
fn small_layers_agree_in_kiothi() {
    all_agree(Game::Kiothi, &all_boards(2, 6));
    all_agree(Game::Kiothi, &all_boards(3, 5));
}

#[test]
fn small_layers_with_marks_agree_in_kiothi() {
    let marked =
        |rings: Vec<Ring>| -> Vec<Ring> { rings.into_iter().flat_map(with_all_marks).collect() };
    all_agree(Game::Kiothi, &marked(all_boards(2, 5)));
    all_agree(Game::Kiothi, &marked(all_boards(3, 3)));
}

#[test]
fn players_with_endless_sowings_only_agree_in_giuthi() {
    // Where these are illegal, the first two boards are over and the others ask for a pass (G10, G11).
    let mut rules = Game::Giuthi.defaults();
    rules.set_option("endless_sowing", "illegal").unwrap();
    for (cells, over) in [
        (&[1, 7, 1, 1][..], true),
        (&[7, 1, 1, 1], true),
        (&[1, 5, 1, 6], false),
        (&[1, 7, 1, 5], false),
        (&[1, 1, 4, 1, 1, 3], false),
    ] {
        let ring = Ring::from_cells(cells);
        assert!(!rules.can_sow(&ring));
        assert_eq!(rules.turn(&ring) == Turn::Pass, !over);
        assert!(Game::Giuthi.defaults().can_sow(&ring));
        for side in Side::BOTH {
            one_agrees(rules, &ring, side);
            one_agrees(Game::Giuthi.defaults(), &ring, side);
        }
    }
}
