//! The growing graph against exact values.

use bonduc::board::{Ring, Side};
use bonduc::certificate::{Aim, Start, certificate_lines, check};
use bonduc::limits::{Control, Limits};
use bonduc::rules::{Ending, Game, PlyNext, Position, Record, RuleSet, Step};
use bonduc::search::{GrowingGraph, Known, NothingKnown, OwnRows};
use bonduc::solve::{
    Answer, AnswerLevel, Certify, Method, Request, Solved, Solver, Status, TableUse,
};
use bonduc::tables::LayerStack;
use bonduc::value::{DrawsWithLead, Goal, Verdict};
use proptest::prelude::*;

use super::graphs::valued;
use super::random::{position, rules_and_ring, side};
use crate::support::{data, position as position_of};
use crate::values::{solve, solved, solver};

/// One graph, asked about a board at every lead that can matter and about what comes of its moves, in this order or the other, always says
/// what is true; and its bounds never say more.
fn search_is_right(known: &(impl Known + ?Sized), rules: RuleSet, ring: &Ring, upwards: bool) {
    let exact = valued(&rules, ring);
    let control = Control::unlimited();
    let mut graph = GrowingGraph::new(&rules, ring, known);
    let seeds = ring.seeds() as i16;
    // Who can go round in his own row draws, whatever the lead.
    if OwnRows::default().can_go_round(&rules, ring) {
        assert_eq!(
            exact.thresholds(ring).unwrap().draws(),
            DrawsWithLead::Always
        );
    }
    let mut leads: Vec<i16> = (-seeds - 1..=seeds + 1).collect();
    if !upwards {
        leads.reverse();
    }
    let mut boards = vec![*ring];
    rules.expand(ring, |_, step| match step {
        Step::Endless => {}
        Step::Keep(ring) | Step::Turn { ring, .. } => boards.push(ring),
    });
    for lead in leads {
        for board in &boards {
            let verdict = exact.thresholds(board).unwrap().verdict(lead);
            let (at_least, at_most) = graph.bounds(board, lead);
            assert!(at_least <= verdict && verdict <= at_most);
            assert_eq!(
                graph.verdict(board, lead, &control),
                Ok(verdict),
                "{board:?} {lead}"
            );
            assert_eq!(graph.bounds(board, lead), (verdict, verdict));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn search_is_right_in_giuthi(
        (rules, ring) in rules_and_ring(Game::Giuthi, 2..=5, 0..=9),
        upwards: bool,
    ) {
        search_is_right(&NothingKnown, rules, &ring, upwards);
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn search_is_right_in_kiothi(
        (rules, ring) in rules_and_ring(Game::Kiothi, 2..=5, 0..=6),
        upwards: bool,
    ) {
        search_is_right(&NothingKnown, rules, &ring, upwards);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// With layers to end on, whatever they reach up to.
    #[test]
    fn search_on_layers_is_right(
        (rules, ring) in rules_and_ring(Game::Giuthi, 2..=5, 4..=10),
        below in 1u32..=6,
        upwards: bool,
    ) {
        let mut layers = LayerStack::new(rules, ring.row());
        let up_to = ring.seeds().saturating_sub(below);
        layers.build_up_to(up_to, &Control::unlimited()).unwrap();
        search_is_right(&layers, rules, &ring, upwards);
    }
}

/// A solver without tables that gives up the whole graph early.
fn searcher() -> Solver {
    let limits = Limits {
        nodes: Some(3000),
        ..Limits::default()
    };
    let tables = TableUse {
        folder: None,
        up_to: 0,
        build: false,
    };
    Solver::new(limits, Default::default(), Default::default()).with_tables(tables)
}

/// What a search answers, at two levels, agrees with the whole answer; where it gives up, its bounds hold.
fn answers_agree(position: Position) -> bool {
    let whole = solve(&mut solver(), position);
    let whole = solved(&whole);
    let mut by_search = false;
    for level in [AnswerLevel::Verdict, AnswerLevel::Moves] {
        let answer = searcher().solve(&Request {
            level: Some(level),
            certify: Some(Certify::default()),
            ..Request::new(position)
        });
        by_search |= answer.method == Method::Search;
        match &answer.status {
            Status::Unsolved(unsolved) => {
                assert!(unsolved.at_least <= whole.verdict && whole.verdict <= unsolved.at_most);
            }
            Status::Solved(found) => {
                answer_agrees(&answer, found, whole);
                certificate_passes(&answer, found);
            }
        }
    }
    by_search
}

/// A win that was searched has evidence down to the end of the game, as long as no limit comes first.
fn certificate_passes(answer: &Answer, found: &Solved) {
    let side = match found.verdict {
        Verdict::Win => answer.position.to_move(),
        Verdict::Loss => !answer.position.to_move(),
        Verdict::Draw => return,
    };
    let Some(certificate) = &found.certificate else {
        assert!(found.stop.is_some());
        return;
    };
    let text: String = certificate_lines(certificate)
        .map(|line| line + "\n")
        .collect();
    let checked =
        check(text.as_bytes(), u64::MAX).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(*checked.position(), answer.position);
    assert!(checked.shows(side, Aim::Win, Start::Here).is_some());
}

fn answer_agrees(answer: &Answer, found: &Solved, whole: &Solved) {
    let position = answer.position;
    assert_eq!(found.verdict, whole.verdict);
    assert_eq!(found.moves.len(), whole.moves.len());
    for (found, whole) in found.moves.iter().zip(&whole.moves) {
        assert_eq!(
            (found.mv, found.captured, found.next),
            (whole.mv, whole.captured, whole.next)
        );
        if answer.level == AnswerLevel::Moves {
            assert_eq!(found.verdict, whole.verdict);
        }
    }
    let Some(line) = &found.line else {
        assert!(found.stop.is_some());
        return;
    };
    let mut record = Record::new(position);
    for ply in &line.plies {
        assert_eq!(record.play(ply.mv), Ok(*ply));
    }
    assert_eq!(record.ending(), Some(line.ending));
    let result = match line.ending {
        Ending::NoMoves { south, north } => {
            let south = Verdict::of_difference(south as i16 - north as i16);
            match position.to_move() {
                Side::South => south,
                Side::North => !south,
            }
        }
        Ending::Repetition { .. } | Ending::EndlessSowing => Verdict::Draw,
    };
    assert_eq!(result, found.verdict, "{line:?}");
    // The line begins with a move that keeps the verdict.
    if let Some(first) = line.plies.first() {
        let first = whole.moves.iter().find(|mv| mv.mv == first.mv).unwrap();
        assert_eq!(first.verdict, whole.verdict);
        assert!(first.next != PlyNext::Endless || whole.verdict == Verdict::Draw);
    }
}

#[test]
fn searched_answers_agree_with_whole_ones() {
    let by_search = std::cell::Cell::new(0);
    for (game, pits, seeds, cases) in [
        (Game::Giuthi, 5..=5, 8..=10, 30),
        (Game::Kiothi, 6..=8, 8..=10, 30),
    ] {
        let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(cases));
        let boards = (rules_and_ring(game, pits, seeds), side(), -4..=4);
        let outcome = runner.run(&boards, |((rules, ring), side, lead)| {
            let searched = answers_agree(position(rules, &ring, side, lead));
            by_search.set(by_search.get() + u32::from(searched));
            Ok(())
        });
        outcome.unwrap_or_else(|failure| panic!("{failure}"));
    }
    let by_search = by_search.get();
    assert!(by_search > 10, "only {by_search} were searched");
}

/// The vectors beyond the tables (2x5, 14 to 17 seeds) at seven leads, on layers up to 10 seeds.
#[test]
fn vectors_beyond_tables_are_searched_rightly() {
    let control = Control::unlimited();
    let mut layers: Option<LayerStack> = None;
    let mut count = 0;
    for line in data("giuthi-search.jsonl") {
        let line = with_no_score(line);
        let at = position_of(&line);
        let layers = layers.get_or_insert_with(|| {
            let mut layers = LayerStack::new(*at.rules(), at.row());
            layers.build_up_to(10, &control).unwrap();
            layers
        });
        assert!(layers.is_for(at.rules(), at.row()));
        let least = |field: &str| match line[field].as_i64() {
            Some(lead) => lead,
            None if line[field] == "never" => i64::MAX,
            None => i64::MIN,
        };
        let (wins, draws) = (least("wins_with_lead"), least("draws_with_lead"));
        let mut graph = GrowingGraph::new(at.rules(), at.ring(), layers);
        for lead in -3..=3 {
            let expected = match i64::from(lead) {
                lead if lead >= wins => Verdict::Win,
                lead if lead >= draws => Verdict::Draw,
                _ => Verdict::Loss,
            };
            assert_eq!(
                graph.verdict(at.ring(), lead, &control),
                Ok(expected),
                "{line} {lead}"
            );
            assert_eq!(Goal::Win.is_met_by(expected), expected == Verdict::Win);
        }
        count += 1;
    }
    assert!(count >= 40);
}

fn with_no_score(mut line: serde_json::Value) -> serde_json::Value {
    line.as_object_mut().unwrap().remove("captured");
    line
}
