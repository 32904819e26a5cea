//! What composers ask, held against whole answers to every position concerned.

use bonduc::analysis::{Branch, ThreatKind, Wanted, analyse};
use bonduc::board::{Ring, Side};
use bonduc::rules::{Ending, Game, Move, Ply, PlyNext, Position, Record, RuleSet, Turn};
use bonduc::solve::{Length, Solver};
use bonduc::value::{Goal, Verdict};
use proptest::prelude::*;

use super::random::{position, rules_and_ring, side};
use crate::values::{solve, solved, solver};

/// The side whose aim it is, and the aim; each question is answered by a solver that knows nothing of the others.
struct Hero {
    side: Side,
    goal: Goal,
}

impl Hero {
    fn new(solver: &mut Solver, position: Position, goal: Option<Goal>) -> Hero {
        let side = position.to_move();
        let verdict = solved(&solve(solver, position)).verdict;
        let (side, goal) = match (goal, verdict) {
            (Some(goal), _) => (side, goal),
            (None, Verdict::Win) => (side, Goal::Win),
            (None, Verdict::Draw) => (side, Goal::Draw),
            (None, Verdict::Loss) => (!side, Goal::Win),
        };
        Hero { side, goal }
    }

    /// Whether he reaches his aim from where a game stands.
    fn reaches(&self, solver: &mut Solver, record: &Record) -> bool {
        let at = *record.position();
        let (to_move, verdict) = match record.ending() {
            Some(Ending::NoMoves { south, north }) => {
                let difference = south as i16 - north as i16;
                (Side::South, Verdict::of_difference(difference))
            }
            Some(_) => (Side::South, Verdict::Draw),
            None => (at.to_move(), solved(&solve(solver, at)).verdict),
        };
        let own = if to_move == self.side {
            verdict
        } else {
            !verdict
        };
        self.goal.is_met_by(own)
    }
}

fn after(record: &Record, mv: Move) -> (Ply, Record) {
    let mut after = record.clone();
    let ply = after.play(mv).unwrap();
    (ply, after)
}

fn moves(record: &Record) -> Vec<(Ply, Record)> {
    if record.ending().is_some() {
        return Vec::new();
    }
    let moves = record.position().legal_moves().into_iter();
    moves.map(|mv| after(record, mv)).collect()
}

/// How long a game lasts by a ply after which it stands so.
fn plies(solver: &mut Solver, after: &Record) -> Option<u32> {
    match after.ending() {
        Some(Ending::NoMoves { .. }) => match solved(&solve(solver, *after.position())).length {
            // The end of a drawn game has a length as an end, though a draw has none as a verdict.
            Length::Proved(plies) => Some(1 + plies),
            _ => Some(1),
        },
        Some(_) => None,
        None => match solved(&solve(solver, *after.position())).length {
            Length::Proved(plies) => Some(1 + plies),
            _ => None,
        },
    }
}

fn tree_is_right(
    solver: &mut Solver,
    hero: &Hero,
    record: &Record,
    branches: &[Branch],
    depth: u32,
    root: bool,
) {
    if depth == 0 || record.ending().is_some() {
        assert!(branches.is_empty());
        return;
    }
    let own = record.position().to_move() == hero.side;
    let mut expected = moves(record);
    if own {
        expected.retain(|(_, after)| hero.reaches(solver, after));
    }
    let only = own.then_some(expected.len() == 1);
    if own && !root {
        // One of them, and none is faster.
        assert_eq!(branches.len(), usize::from(!expected.is_empty()));
        let winner = Hero {
            side: hero.side,
            goal: Goal::Win,
        };
        let fastest = expected
            .iter()
            .filter_map(|(_, after)| match winner.reaches(solver, after) {
                true => plies(solver, after),
                false => None,
            })
            .min();
        for branch in branches {
            assert!(expected.iter().any(|(ply, _)| *ply == branch.ply));
            if solved(&solve(solver, *record.position())).verdict == Verdict::Win {
                assert_eq!(branch.plies, fastest);
            }
        }
    } else {
        let found: Vec<Ply> = branches.iter().map(|branch| branch.ply).collect();
        let expected: Vec<Ply> = expected.iter().map(|(ply, _)| *ply).collect();
        assert_eq!(found, expected);
    }
    for branch in branches {
        let (_, after) = after(record, branch.ply.mv);
        assert_eq!(branch.only, only);
        assert_eq!(branch.plies, plies(solver, &after));
        tree_is_right(solver, hero, &after, &branch.next, depth - 1, false);
    }
}

/// The refutation of a first move, if it is a try: all ways through the turn, shortest first.
fn refutation(solver: &mut Solver, hero: &Hero, first: Ply, after: Record) -> Option<(usize, Ply)> {
    let mut ways = vec![(vec![first], after)];
    for _ in 0..6 {
        let mut longer = Vec::new();
        for (plies, record) in ways {
            let next = moves(&record);
            if record.position().to_move() == hero.side {
                longer.extend(next.into_iter().map(|(ply, after)| {
                    let mut plies = plies.clone();
                    plies.push(ply);
                    (plies, after)
                }));
                continue;
            }
            let count = next.len();
            let refuting: Vec<Ply> = next
                .into_iter()
                .filter(|(_, after)| !hero.reaches(solver, after))
                .map(|(ply, _)| ply)
                .collect();
            if let ([refutation], 2..) = (&refuting[..], count) {
                return Some((plies.len(), *refutation));
            }
        }
        ways = longer;
    }
    None
}

fn analysis_is_right(rules: RuleSet, ring: &Ring, side: Side, lead: i32, goal: Option<Goal>) {
    let mut solver = solver();
    let position = position(rules, ring, side, lead);
    let start = Record::new(position);
    if start.ending().is_some() {
        return;
    }
    let wanted = Wanted {
        tree: Some(4),
        tries: true,
        set_play: true,
        threats: true,
        graph: Some(4),
    };
    let analysis = analyse(&mut solver, &position, goal, wanted).unwrap();
    let hero = Hero::new(&mut solver, position, goal);
    // 1. Variations.
    let tree = analysis.tree.unwrap();
    tree_is_right(&mut solver, &hero, &start, &tree, 4, true);
    // 2. Tries, as far as the twin looks.
    let has_key = hero.side == side && {
        let moves = moves(&start);
        moves
            .iter()
            .any(|(_, after)| hero.reaches(&mut solver, after))
    };
    let tries = analysis.tries.unwrap();
    for (ply, after) in moves(&start) {
        let fails = has_key && !hero.reaches(&mut solver, &after);
        let expected = match fails {
            true => refutation(&mut solver, &hero, ply, after),
            false => None,
        };
        let found = tries.iter().find(|tried| tried.plies[0] == ply);
        let found = found.map(|tried| (tried.plies.len(), tried.refutation));
        if found.is_none_or(|(length, _)| length <= 6) {
            assert_eq!(found, expected);
        }
    }
    // 3. Set play.
    let turned = Record::new(position.with_turn_passed());
    match analysis.set_play.unwrap() {
        None => assert!(turned.ending().is_some()),
        Some(set_play) => {
            let own = Hero {
                side,
                goal: hero.goal,
            };
            assert_eq!(set_play.reached, own.reaches(&mut solver, &turned));
            assert_eq!(set_play.reached_with_move, own.reaches(&mut solver, &start));
            replays(turned, &set_play.line);
        }
    }
    // 4. Threats: of every key.
    let keys: Vec<Ply> = moves(&start)
        .into_iter()
        .filter(|(_, after)| hero.side == side && hero.reaches(&mut solver, after))
        .map(|(ply, _)| ply)
        .collect();
    let threats = analysis.threats.unwrap();
    let found: Vec<Ply> = threats.iter().map(|threat| threat.turn[0]).collect();
    assert_eq!(found, keys);
    for threat in &threats {
        let mut record = start.clone();
        for ply in &threat.turn {
            assert_eq!(record.position().to_move(), side);
            assert_eq!(record.play(ply.mv), Ok(*ply));
            assert!(hero.reaches(&mut solver, &record));
        }
        let at = *record.position();
        let passed = Record::new(at.with_turn_passed());
        let over = record.ending().is_some() || at.turn() != Turn::Sow;
        match &threat.kind {
            ThreatKind::Nothing => assert!(over),
            ThreatKind::Waiting => {
                assert!(!over);
                let can_sow = passed.position().turn() == Turn::Sow;
                assert!(!can_sow || !hero.reaches(&mut solver, &passed));
            }
            ThreatKind::Threat(line) => {
                assert!(!over && hero.reaches(&mut solver, &passed));
                replays(passed, line);
            }
        }
    }
    // 5. The graph: sound syntax as far as can be told, no position twice.
    graph_is_right(&analysis.graph.unwrap());
}

fn replays(mut record: Record, line: &[Ply]) {
    for ply in line {
        assert_eq!(record.play(ply.mv), Ok(*ply));
    }
    assert!(
        line.is_empty()
            || matches!(
                line[line.len() - 1].next,
                PlyNext::Over(_) | PlyNext::Endless
            )
    );
}

fn graph_is_right(dot: &str) {
    assert!(dot.starts_with("digraph solution {\n") && dot.ends_with("}\n"));
    assert_eq!(dot.matches('{').count(), dot.matches('}').count());
    assert_eq!(dot.matches('"').count() % 2, 0);
    let nodes: Vec<&str> = dot
        .lines()
        .filter(|line| line.contains("fillcolor") && !line.contains("->"))
        .collect();
    let edges: Vec<&str> = dot.lines().filter(|line| line.contains(" -> ")).collect();
    for edge in edges {
        let mut ends = edge.split('[').next().unwrap().split("->");
        for _ in 0..2 {
            let end: usize = ends.next().unwrap().trim().parse().unwrap();
            assert!(end < nodes.len(), "{edge}");
        }
    }
    let mut labels: Vec<&str> = nodes
        .iter()
        .map(|node| {
            node.split("label=\"")
                .nth(1)
                .unwrap()
                .split('"')
                .next()
                .unwrap()
        })
        .filter(|label| !label.contains("never ends") && !label.contains("over"))
        .collect();
    let count = labels.len();
    labels.sort();
    labels.dedup();
    assert_eq!(labels.len(), count);
}

fn goal() -> impl Strategy<Value = Option<Goal>> {
    prop::sample::select(vec![None, Some(Goal::Win), Some(Goal::Draw)])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn giuthi_is_analysed_rightly(
        (rules, ring) in rules_and_ring(Game::Giuthi, 2..=4, 2..=8),
        side in side(),
        lead in -4..=4,
        goal in goal(),
    ) {
        analysis_is_right(rules, &ring, side, lead, goal);
    }

    #[test]
    fn kiothi_is_analysed_rightly(
        (rules, ring) in rules_and_ring(Game::Kiothi, 2..=5, 2..=6),
        side in side(),
        lead in -4..=4,
        goal in goal(),
    ) {
        analysis_is_right(rules, &ring, side, lead, goal);
    }
}
