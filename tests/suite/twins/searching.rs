//! The growing graph against exact values.

use bonduc::board::{Ring, Side};
use bonduc::certificate::{
    Aim, Certificate, Claim, FromLead, certificate_lines, check, check_solution,
};
use bonduc::limits::{Control, Limits};
use bonduc::notation::{parse_position, position_text};
use bonduc::puzzle::Solution;
use bonduc::report::solution;
use bonduc::rules::{Ending, Game, PlyNext, Position, Record, RuleSet, Step};
use bonduc::search::{GrowingGraph, Known, NothingKnown, OwnRows};
use bonduc::solve::{
    Answer, AnswerLevel, Certify, Method, Request, Solved, Solver, Status, TableUse,
};
use bonduc::tables::LayerStack;
use bonduc::value::{DrawsWithLead, Goal, Stipulation, Verdict};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::graphs::valued;
use super::random::{position, rules_and_ring, side};
use crate::slow_checker::slow_check;
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

/// A solver that gives up the whole graph early, with layers of up to so many seeds.
fn searcher(nodes: u64, up_to: u32) -> Solver {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let tables = TableUse {
        folder: None,
        up_to,
        build: up_to > 0,
    };
    Solver::new(limits, Default::default(), Default::default()).with_tables(tables)
}

/// What certificates of searched answers were made of.
#[derive(Debug, Default, Clone, Copy)]
struct Seen {
    searched: u32,
    /// Answers with all thresholds.
    thresholds: u32,
    draws: u32,
    /// Draws held for any lead, where play goes round.
    rounds: u32,
    /// Draws held by the lead alone.
    leads: u32,
    /// Of them those where the side that holds is to move.
    own_leads: u32,
    /// Draws held by a sowing without end.
    endless: u32,
}

impl Seen {
    fn add(&mut self, verdict: Verdict, certificate: &Certificate) {
        self.draws += u32::from(verdict == Verdict::Draw);
        let rules = certificate.position.rules();
        for proof in certificate.proofs.iter().filter(|p| p.aim == Aim::Draw) {
            for proved in &proof.positions {
                let step = proved.mv.map(|mv| rules.step(&proved.ring, mv));
                let own = proved.to_move == proof.side;
                self.endless += u32::from(step == Some(Ok(Step::Endless)));
                self.rounds += u32::from(
                    proved.from == FromLead::Any && matches!(step, Some(Ok(Step::Keep(_)))),
                );
                let over = rules.expand(&proved.ring, |_, _| {}).is_some();
                let held = !over && proved.mv.is_none() && proved.from.holds_whatever(&proved.ring);
                self.leads += u32::from(held);
                self.own_leads += u32::from(held && own);
            }
        }
    }
}

/// What a search answers, at two levels, agrees with the whole answer, and has evidence for all that was asked for and can be had; where it gives up,
/// its bounds hold.
fn answers_agree(position: Position, nodes: u64, up_to: u32, seen: &mut Seen) {
    let whole = solve(&mut solver(), position);
    let whole = solved(&whole);
    for number in 0..12 {
        let level = match number & 1 {
            0 => AnswerLevel::Moves,
            _ => AnswerLevel::Verdict,
        };
        let certify = Certify {
            keys: number & 2 == 0,
            moves: number & 4 == 0,
            length: number & 8 > 0,
        };
        let goal = [None, Some(Goal::Win), Some(Goal::Draw)][number % 3];
        let answer = searcher(nodes, up_to).solve(&Request {
            level: Some(level),
            certify: Some(certify),
            stipulation: goal.map(Stipulation::plain),
            ..Request::new(position)
        });
        if answer.method != Method::Search {
            return;
        }
        match &answer.status {
            Status::Composed => panic!("nothing of the kind was asked"),
            Status::Unsolved(unsolved) => {
                assert!(unsolved.at_least <= whole.verdict && whole.verdict <= unsolved.at_most);
            }
            Status::Solved(found) => {
                answer_agrees(&answer, found, whole);
                let asked = [(certify.keys, Claim::Keys), (certify.moves, Claim::Moves)];
                let asked = asked.into_iter().filter(|(asked, _)| *asked);
                certificate_passes(&answer, found, asked.map(|(_, claim)| claim));
                if let Some(certificate) = &found.certificate {
                    seen.searched += 1;
                    seen.add(found.verdict, certificate);
                }
            }
        }
    }
}

/// The thresholds that a search finds, lead by lead, are those of the whole answer; where it gives up, it says none for the position.
fn thresholds_agree(position: Position, nodes: u64, up_to: u32, seen: &mut Seen) {
    let whole = solve(&mut solver(), position);
    let whole = solved(&whole);
    let answer = searcher(nodes, up_to).solve(&Request {
        level: Some(AnswerLevel::Full),
        ..Request::new(position)
    });
    let Status::Solved(found) = &answer.status else {
        return;
    };
    if answer.method != Method::Search {
        return;
    }
    answer_agrees(&answer, found, whole);
    assert!(found.thresholds.is_some() || found.stop.is_some());
    seen.thresholds += u32::from(found.thresholds.is_some());
    for (found, whole) in [(found.thresholds, whole.thresholds)].into_iter().chain(
        found
            .moves
            .iter()
            .zip(&whole.moves)
            .map(|(f, w)| (f.thresholds, w.thresholds)),
    ) {
        assert!(found.is_none() || found == whole, "{found:?} {whole:?}");
    }
}

/// An answer that was searched has evidence down to the end of the game for all that it says and was to show, as long as no limit comes first.
fn certificate_passes(answer: &Answer, found: &Solved, asked: impl Iterator<Item = Claim>) {
    let Some(certificate) = &found.certificate else {
        assert!(found.stop.is_some());
        return;
    };
    let text: String = certificate_lines(certificate)
        .map(|line| line + "\n")
        .collect();
    let checked =
        check(text.as_bytes(), u64::MAX).unwrap_or_else(|error| panic!("{error}\n{text}"));
    if certificate.positions() < 300 {
        slow_check(text.as_bytes()).unwrap_or_else(|why| panic!("slowly: {why}\n{text}"));
    }
    assert_eq!(*checked.position(), answer.position);
    let object = Solution {
        position: Some(position_text(&answer.position)),
        ..solution("random", answer)
    };
    let findings =
        check_solution(&object, &checked).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    assert!(findings.certified.contains(&Claim::Verdict));
    for claim in asked {
        let said = answer.level == AnswerLevel::Moves;
        assert_eq!(
            findings.certified.contains(&claim),
            said,
            "{claim:?}\n{text}"
        );
        assert!(!findings.stated.contains(&claim), "{claim:?}\n{text}");
    }
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
        if answer.level > AnswerLevel::Verdict {
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
    let all = std::cell::Cell::new(Seen::default());
    for (game, pits, seeds, leads, up_to, cases) in [
        (Game::Giuthi, 5..=5, 8..=10, -4..=4, 0, 30),
        (Game::Giuthi, 5..=6, 9..=11, -9..=9, 5, 30),
        (Game::Kiothi, 6..=8, 8..=10, -4..=4, 0, 20),
        (Game::Kiothi, 5..=6, 8..=10, -9..=9, 0, 10),
    ] {
        let mut runner = TestRunner::new(ProptestConfig::with_cases(cases));
        let boards = (rules_and_ring(game, pits, seeds), side(), leads);
        let outcome = runner.run(&boards, |((rules, ring), side, lead)| {
            let mut seen = all.get();
            let at = position(rules, &ring, side, lead);
            answers_agree(at, 3000, up_to, &mut seen);
            thresholds_agree(at, 3000, up_to, &mut seen);
            all.set(seen);
            Ok(())
        });
        outcome.unwrap_or_else(|failure| panic!("{failure}"));
    }
    let seen = all.get();
    assert!(seen.searched > 100 && seen.draws > 10, "{seen:?}");
    assert!(seen.leads > 10 && seen.thresholds > 10, "{seen:?}");
}

/// Draws held by going round in the own row and by sowings without end, with layers and without.
#[test]
fn draws_that_go_round_have_evidence() {
    let mut seen = Seen::default();
    for text in [
        "giuthi 1,1,1,1,4/1,3,0,3,1 s 0-9",
        "giuthi 1,1,1,1,4/1,3,0,3,1 s 0-20",
        "giuthi 1,1,1,1,4/1,3,0,3,1 s 9-0",
    ] {
        for up_to in [0, 8] {
            answers_agree(parse_position(text).unwrap(), 20_000, up_to, &mut seen);
        }
    }
    assert!(seen.endless > 0, "{seen:?}");
    // Boards on which South can go round, and trails by more than is left.
    let boards = rules_and_ring(Game::Giuthi, 6..=6, 10..=12);
    let mut runner = TestRunner::deterministic();
    let mut count = 0;
    while count < 8 {
        let (rules, ring) = boards.new_tree(&mut runner).unwrap().current();
        if OwnRows::default().can_go_round(&rules, &ring) {
            let at = position(rules, &ring, Side::South, [-20, -3, 0, 20][count % 4]);
            answers_agree(at, 5000, [0, 6][count / 4], &mut seen);
            count += 1;
        }
    }
    assert!(seen.searched > 30 && seen.rounds > 10, "{seen:?}");
    assert!(seen.own_leads > 0, "{seen:?}");
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
