//! Graphs of continuations against layers, the rules, symmetries and petgraph's own components.

use std::collections::BTreeSet;

use bonduc::board::{Ring, Row, Side};
use bonduc::limits::Control;
use bonduc::rules::{Direction, Game, Move, RuleSet, Step};
use bonduc::search::{Components, Cycles, Graph, NothingKnown, ValuedGraph};
use bonduc::solve::{Answer, Length};
use bonduc::tables::LayerStack;
use bonduc::value::{Thresholds, Verdict};
use petgraph::algo::tarjan_scc;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::random::{all_rules, game, position, ring, rules_and_ring, side};
use crate::values::{solve, solved, solver};

pub fn graph(rules: &RuleSet, ring: &Ring) -> Graph {
    let graph = Graph::explore(rules, ring, &NothingKnown, None, &Control::unlimited());
    graph.unwrap().expect("no bound was set")
}

pub fn valued(rules: &RuleSet, ring: &Ring) -> ValuedGraph {
    ValuedGraph::new(graph(rules, ring), &Control::unlimited()).unwrap()
}

/// Every position's thresholds, with its board.
fn all_values(valued: &ValuedGraph) -> impl Iterator<Item = (Ring, Thresholds)> + '_ {
    (0..valued.graph().len() as u32).map(|position| {
        let ring = valued.graph().ring(position);
        (ring, valued.thresholds(&ring).unwrap())
    })
}

/// The graph of every random board without marks holds the same thresholds as whole layers.
fn graphs_agree_with_layers(game: Game, pits: usize, seeds: usize) {
    for rules in all_rules(game) {
        let mut layers = LayerStack::new(rules, Row::new(pits).unwrap());
        let built = layers.build_up_to(seeds as u32, &Control::unlimited());
        built.unwrap();
        let mut runner = TestRunner::new(ProptestConfig::with_cases(8));
        let boards = ring(game, pits..=pits, 0..=seeds).prop_map(|mut ring| {
            ring.set_nki(0);
            ring
        });
        let outcome = runner.run(&boards, |root| {
            for (ring, thresholds) in all_values(&valued(&rules, &root)) {
                prop_assert_eq!(Some(thresholds), layers.thresholds(&ring), "{:?}", ring);
            }
            Ok(())
        });
        outcome.unwrap_or_else(|failure| panic!("{rules:?}: {failure}"));
    }
}

#[test]
fn graphs_agree_with_layers_in_giuthi() {
    for pits in 3..=5 {
        graphs_agree_with_layers(Game::Giuthi, pits, 9);
    }
}

#[test]
fn graphs_agree_with_layers_on_rows_of_six() {
    graphs_agree_with_layers(Game::Giuthi, 6, 8);
}

#[test]
fn graphs_agree_with_layers_in_kiothi() {
    for pits in [2, 4, 5] {
        graphs_agree_with_layers(Game::Kiothi, pits, 8);
    }
}

#[test]
fn a_graph_agrees_with_layers_of_several_parts() {
    for game in Game::BOTH {
        let rules = game.defaults();
        let root = Ring::from_cells(&[1, 2, 0, 2, 1, 2, 0, 1, 2, 2]);
        let mut layers = LayerStack::new(rules, root.row());
        let built = layers.build_up_to(root.seeds(), &Control::unlimited());
        built.unwrap();
        let valued = valued(&rules, &root);
        assert!(valued.graph().len() > 10_000, "{game}");
        for (ring, thresholds) in all_values(&valued) {
            assert_eq!(
                Some(thresholds),
                layers.thresholds(&ring),
                "{game} {ring:?}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn graphs_down_to_layers_hold_the_same(
        (rules, root) in game().prop_flat_map(|game| rules_and_ring(game, 2..=5, 1..=9)), less in 1u32..=4
    ) {
        let whole = valued(&rules, &root);
        let mut layers = LayerStack::new(rules, root.row());
        let up_to = root.seeds().saturating_sub(less);
        prop_assert!(layers.build_up_to(up_to, &Control::unlimited()).unwrap());
        let graph = Graph::explore(&rules, &root, &layers, None, &Control::unlimited());
        let graph = graph.unwrap().expect("no bound was set");
        let part = ValuedGraph::new(graph, &Control::unlimited()).unwrap();
        prop_assert!(part.graph().len() <= whole.graph().len());
        for (ring, thresholds) in all_values(&part) {
            prop_assert!(ring == root || ring.nki() != 0 || ring.seeds() > up_to);
            prop_assert_eq!(Some(thresholds), whole.thresholds(&ring), "{:?}", ring);
        }
    }
}

/// What the moves of a board offer by the thresholds of their targets: the one-step equation.
fn one_step(rules: &RuleSet, valued: &ValuedGraph, ring: &Ring) -> Thresholds {
    let mut offered = Thresholds::NOTHING;
    let there = |ring: &Ring| valued.thresholds(ring).expect("every target is there");
    let over = rules.expand(ring, |_, step| {
        offered = offered.or(match step {
            Step::Endless => Thresholds::UNDECIDED,
            Step::Keep(ring) => there(&ring),
            Step::Turn { ring, captured } => there(&ring).through_turn(captured),
        });
    });
    over.map_or(offered, Thresholds::ended)
}

/// The components by petgraph's recursive way, which wants a large stack.
fn tarjan(graph: &Graph) -> Vec<Vec<u32>> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(1 << 28);
        let found = thread.spawn_scoped(scope, || tarjan_scc(graph));
        found.unwrap().join().unwrap()
    })
}

fn small_boards() -> impl Strategy<Value = (RuleSet, Ring)> {
    game().prop_flat_map(|game| rules_and_ring(game, 2..=6, 0..=9))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_position_is_the_best_of_its_moves((rules, root) in small_boards()) {
        let valued = valued(&rules, &root);
        for (ring, thresholds) in all_values(&valued) {
            prop_assert_eq!(thresholds, one_step(&rules, &valued, &ring), "{:?}", ring);
        }
    }

    #[test]
    fn edges_stand_the_same_both_ways((rules, root) in small_boards()) {
        let graph = graph(&rules, &root);
        let positions = 0..graph.len() as u32;
        let mut forward: Vec<_> = positions
            .clone()
            .flat_map(|from| graph.edges(from).map(move |edge| (edge.to, from, edge.keeps_turn)))
            .collect();
        let mut backward: Vec<_> = positions
            .flat_map(|to| {
                let edges = graph.incoming(to).iter();
                edges.map(move |edge| (to, edge.from(), edge.keeps_turn()))
            })
            .collect();
        forward.sort_unstable();
        backward.sort_unstable();
        prop_assert_eq!(forward, backward);
    }

    #[test]
    fn components_are_those_of_tarjan((rules, root) in small_boards()) {
        let graph = graph(&rules, &root);
        let components = Components::new(&graph, &Control::unlimited()).unwrap();
        let ours: BTreeSet<BTreeSet<u32>> = (0..components.len())
            .map(|component| components.members(component).iter().copied().collect())
            .collect();
        let theirs: BTreeSet<BTreeSet<u32>> =
            tarjan(&graph).into_iter().map(|members| members.into_iter().collect()).collect();
        prop_assert_eq!(components.len(), theirs.len());
        prop_assert_eq!(ours, theirs);
        for from in 0..graph.len() as u32 {
            prop_assert!(components.members(components.of(from) as usize).contains(&from));
            for edge in graph.edges(from) {
                prop_assert!(components.of(from) >= components.of(edge.to));
            }
        }
    }

    #[test]
    fn cycles_are_counted((rules, root) in small_boards()) {
        let valued = valued(&rules, &root);
        let mut cycles = Cycles::default();
        for members in tarjan(valued.graph()) {
            let loops = |&from: &u32| valued.graph().edges(from).any(|edge| edge.to == from);
            if members.len() > 1 || members.iter().any(loops) {
                cycles.components += 1;
                cycles.positions += members.len();
                cycles.largest = cycles.largest.max(members.len());
            }
        }
        prop_assert_eq!(valued.cycles(), cycles);
    }
}

/// The parts of an answer that a symmetry keeps, its moves in the order of their cells.
fn kept(answer: &Answer, image: impl Fn(Move) -> Move) -> (Thresholds, Length, Vec<MoveValue>) {
    let solved = solved(answer);
    let value = |mv: &bonduc::solve::MoveAnswer| {
        let image = image(mv.mv);
        (
            image,
            mv.verdict,
            mv.thresholds.unwrap(),
            mv.length,
            mv.captured,
        )
    };
    let mut moves: Vec<MoveValue> = solved.moves.iter().map(value).collect();
    moves.sort_by(|a, b| a.0.order(b.0, Side::South));
    (solved.thresholds.unwrap(), solved.length, moves)
}

type MoveValue = (Move, Verdict, Thresholds, Length, u8);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn half_a_turn_changes_nothing((rules, ring) in small_boards(), lead in -3i32..=3) {
        let [south, north] =
            Side::BOTH.map(|side| solve(&mut solver(), position(rules, &ring, side, lead)));
        prop_assert_eq!(kept(&south, |mv| mv), kept(&north, |mv| mv));
    }

    #[test]
    fn reflection_changes_nothing(
        (rules, ring) in rules_and_ring(Game::Giuthi, 2..=6, 0..=9), side in side(), lead in -3i32..=3
    ) {
        let n = ring.row().pits() as u8;
        let reflected = |mv| match mv {
            Move::Sow { cell, direction } => {
                Move::Sow { cell: n - 1 - cell, direction: direction.reversed() }
            }
            other => other,
        };
        prop_assert_eq!(valued(&rules, &ring).thresholds(&ring), valued(&rules, &ring.reflected()).thresholds(&ring));
        let here = solve(&mut solver(), position(rules, &ring, side, lead));
        let there = solve(&mut solver(), position(rules, &ring.reflected(), side, lead));
        prop_assert_eq!(kept(&here, |mv| mv), kept(&there, reflected));
    }
}

#[test]
fn reflecting_a_move_reverses_it() {
    // A test of the test above: reflection with the directions left as they are is no symmetry.
    let rules = Game::Giuthi.defaults();
    let ring = Ring::from_cells(&[2, 0, 1, 0, 0, 3]);
    let sow = |ring: &Ring, cell, direction| rules.sow(ring, Move::Sow { cell, direction });
    assert_ne!(
        format!("{:?}", sow(&ring, 0, Direction::Ccw)),
        format!("{:?}", sow(&ring.reflected(), 2, Direction::Ccw)),
    );
}
