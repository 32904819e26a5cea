//! The line of every answer: legal, as long as proved, ending as stated, and first among the best at each ply.

use bonduc::board::{Ring, Side};
use bonduc::rules::{Ending, Game, Move, Position, Record, RuleSet};
use bonduc::solve::{Answer, AnswerLevel, Length, Line, Method, Request, Solved, Solver};
use bonduc::value::{Goal, Stipulation, Verdict};
use proptest::prelude::*;

use super::graphs::valued;
use super::random::{position, rules_and_ring, side};
use crate::values::{solve, solved, solver};

/// Holds the line of a position's answer to everything that is promised of it.
fn line_is_right(solver: &mut Solver, position: Position) {
    let answer = solve(solver, position);
    let found = solved(&answer).clone();
    let line = found.line.as_ref().expect("without limits there is a line");
    let mut record = Record::new(position);
    for (index, ply) in line.plies.iter().enumerate() {
        let here = solved(&solve(solver, *record.position())).clone();
        keeps_the_value(&found, position, &here, record.position(), index as u32);
        is_first_among_the_best(&here, ply.mv);
        let played = record.play(ply.mv).expect("a legal move");
        assert_eq!(played, *ply);
    }
    assert_eq!(record.ending(), Some(line.ending));
    ends_as_stated(position, found.verdict, line);
    match found.length {
        Length::Proved(plies) => assert_eq!(line.plies.len() as u32, plies),
        Length::Draw => assert_eq!(found.verdict, Verdict::Draw),
        Length::Unknown => panic!("without limits lengths are proved"),
    }
    levels_agree(solver, position, &answer);
    goals_are_judged(solver, position, &found);
}

/// After some plies the verdict is still that of the start, and the length is as much shorter.
fn keeps_the_value(start: &Solved, at_start: Position, here: &Solved, at: &Position, plies: u32) {
    let verdict = if at.to_move() == at_start.to_move() {
        here.verdict
    } else {
        !here.verdict
    };
    assert_eq!(verdict, start.verdict, "after {plies} plies");
    match (start.length, here.length) {
        (Length::Proved(all), Length::Proved(left)) => assert_eq!(all, plies + left),
        (all, left) => assert_eq!(all, left),
    }
}

/// The first move in the fixed order of those that keep verdict and length.
fn is_first_among_the_best(here: &Solved, mv: Move) {
    let mut best = here
        .moves
        .iter()
        .filter(|answer| answer.verdict == here.verdict && answer.length == here.length);
    assert_eq!(best.next().map(|answer| answer.mv), Some(mv));
}

fn ends_as_stated(start: Position, verdict: Verdict, line: &Line) {
    match line.ending {
        Ending::NoMoves { south, north } => {
            let [own, other] = match start.to_move() {
                Side::South => [south, north],
                Side::North => [north, south],
            };
            assert_eq!(
                verdict,
                Verdict::of_difference(own as i16 - other as i16),
                "{line:?}"
            );
        }
        Ending::Repetition {
            first_ply,
            again_ply,
        } => {
            assert_eq!(verdict, Verdict::Draw);
            let mut positions = vec![start];
            positions.extend(line.plies.iter().map(|ply| ply.position));
            let same = |a: &Position, b: &Position| {
                (a.ring(), a.to_move(), a.lead()) == (b.ring(), b.to_move(), b.lead())
            };
            let last = positions.pop().unwrap();
            assert_eq!(again_ply, positions.len());
            let first = positions.iter().position(|earlier| same(earlier, &last));
            assert_eq!(first, first_ply);
            for (index, position) in positions.iter().enumerate() {
                assert!(!positions[..index].iter().any(|p| same(p, position)));
            }
        }
        Ending::EndlessSowing => assert_eq!(verdict, Verdict::Draw),
    }
}

/// Whatever is asked for, what is answered is the same.
fn levels_agree(solver: &mut Solver, position: Position, full: &Answer) {
    for level in [AnswerLevel::Verdict, AnswerLevel::Moves] {
        let answer = solver.solve(&Request {
            level: Some(level),
            ..Request::new(position)
        });
        let (less, full) = (solved(&answer), solved(full));
        assert_eq!(less.verdict, full.verdict);
        assert_eq!(less.length, full.length);
        assert_eq!(less.line, full.line);
        if level == AnswerLevel::Moves {
            assert_eq!(less.moves, full.moves);
        }
    }
}

/// With a goal, the keys are the moves after which it is still forced.
fn goals_are_judged(solver: &mut Solver, position: Position, full: &Solved) {
    for (goal, needed) in [(Goal::Win, Verdict::Win), (Goal::Draw, Verdict::Draw)] {
        let answer = solver.solve(&Request {
            stipulation: Some(Stipulation::plain(goal)),
            level: Some(AnswerLevel::Moves),
            ..Request::new(position)
        });
        let forces = full.moves.iter().filter(|mv| mv.verdict >= needed);
        assert_eq!(answer.keys(), Some(forces.map(|mv| mv.mv).collect()));
        assert_eq!(answer.goal_met(), Some(full.verdict >= needed));
        assert_eq!(solved(&answer).line, full.line);
    }
}

fn near_even(rules_and_ring: (RuleSet, Ring)) -> impl Strategy<Value = (RuleSet, Ring, i32)> {
    let (rules, ring) = rules_and_ring;
    let seeds = ring.seeds() as i32;
    (Just(rules), Just(ring), -seeds / 2 - 1..=seeds / 2 + 1)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn lines_are_right_in_giuthi(
        (rules, ring, lead) in rules_and_ring(Game::Giuthi, 2..=6, 2..=9).prop_flat_map(near_even),
        side in side()
    ) {
        line_is_right(&mut solver(), position(rules, &ring, side, lead));
    }

    #[test]
    fn lines_are_right_in_kiothi(
        (rules, ring, lead) in prop_oneof![
            rules_and_ring(Game::Kiothi, 2..=5, 2..=9),
            rules_and_ring(Game::Kiothi, 6..=8, 2..=6),
        ].prop_flat_map(near_even),
        side in side()
    ) {
        line_is_right(&mut solver(), position(rules, &ring, side, lead));
    }
}

#[test]
fn answers_from_layers_are_right() {
    // From these more positions can be reached than are explored one by one, so whole layers are built; further
    // down their lines it is the other way.
    let rules = Game::Giuthi.defaults();
    let mut solver = solver();
    for (cells, lead, verdict) in [
        ([1, 1, 3, 1, 1, 0, 0, 2, 1, 1], 2, Verdict::Win),
        ([1, 1, 3, 1, 1, 0, 0, 2, 1, 1], -5, Verdict::Draw),
        ([0, 1, 1, 4, 1, 0, 1, 1, 2, 0], 4, Verdict::Loss),
    ] {
        let ring = Ring::from_cells(&cells);
        let position = position(rules, &ring, Side::North, lead);
        let answer = solve(&mut solver, position);
        assert_eq!(answer.method, Method::Layers);
        assert_eq!(solved(&answer).verdict, verdict);
        let graph = valued(&rules, &ring);
        assert_eq!(solved(&answer).thresholds, graph.thresholds(&ring));
        line_is_right(&mut solver, position);
    }
}
