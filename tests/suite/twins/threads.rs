//! The number of threads changes no number, no value and no length.

use bonduc::board::{Ring, Row, Side};
use bonduc::limits::Control;
use bonduc::rules::Game;
use bonduc::search::{Distances, Edge, ValuedGraph};
use bonduc::solve::{Answer, Status};
use bonduc::tables::{LayerDigest, LayerStack, digest};

use super::graphs::{graph, valued};
use super::random::position;
use crate::values::{solve, solver};

fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.unwrap().install(work)
}

/// Does the work with one, two and four threads and requires the same each time.
fn same_with_all<T: Send + PartialEq>(work: impl Fn() -> T + Sync) -> T {
    let alone = with_threads(1, &work);
    for threads in [2, 4] {
        // Not assert_eq: what differs may be megabytes.
        let together = with_threads(threads, &work);
        assert!(together == alone, "{threads} threads differ from one");
    }
    alone
}

/// Boards with some thousands of continuations: enough for batches to be spread over threads.
fn roots() -> [(Game, Ring); 2] {
    let mut marked =
        Ring::from_cells(&[0, 3, 0, 1, 0, 0, 0, 2, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0]);
    marked.set_nki(1 << 1 | 1 << 11);
    [
        (
            Game::Giuthi,
            Ring::from_cells(&[2, 0, 1, 2, 0, 0, 3, 0, 0, 1]),
        ),
        (Game::Kiothi, marked),
    ]
}

#[test]
fn graphs_are_numbered_the_same() {
    for (game, ring) in roots() {
        let rules = game.defaults();
        let (len, _) = same_with_all(|| {
            let graph = graph(&rules, &ring);
            let positions = 0..graph.len() as u32;
            let all: Vec<(Ring, Vec<Edge>)> = positions
                .map(|position| (graph.ring(position), graph.edges(position).collect()))
                .collect();
            (graph.len(), all)
        });
        assert!(len > 5_000, "{game}: {len} positions");
    }
}

#[test]
fn layers_have_the_same_digests() {
    for game in Game::BOTH {
        let digests: Vec<LayerDigest> = same_with_all(|| {
            let mut layers = LayerStack::new(game.defaults(), Row::new(5).unwrap());
            let built = layers.build_up_to(12, &Control::unlimited());
            built.unwrap();
            layers.layers().iter().map(digest).collect()
        });
        // A layer of this size is settled in several parts.
        assert_eq!(digests[12].positions, 293_930);
    }
}

/// The length from every position at every lead, where it is decided.
fn all_lengths(valued: &ValuedGraph, ring: &Ring) -> (usize, Vec<Option<u32>>) {
    let seeds = ring.seeds() as i16;
    let distances = Distances::new(
        valued.graph().rules(),
        &|ring: &Ring| valued.thresholds(ring).unwrap(),
        (-seeds..=seeds).map(|lead| (*ring, lead)),
        valued.memory(),
        &Control::unlimited(),
    )
    .unwrap();
    let mut lengths = Vec::new();
    for position in 0..valued.graph().len() as u32 {
        let ring = valued.graph().ring(position);
        lengths.extend((-seeds - 1..=seeds + 1).map(|lead| distances.plies(&ring, lead)));
    }
    (distances.len(), lengths)
}

#[test]
fn lengths_are_the_same() {
    for (game, ring) in roots() {
        let valued = valued(&game.defaults(), &ring);
        let (states, _) = same_with_all(|| all_lengths(&valued, &ring));
        assert!(states > 1_000, "{game}: {states} states");
    }
}

#[test]
fn answers_are_the_same() {
    for (game, ring) in roots() {
        let answer: (Status, u64) = same_with_all(|| {
            let position = position(game.defaults(), &ring, Side::North, 0);
            let Answer {
                status, positions, ..
            } = solve(&mut solver(), position);
            (status, positions)
        });
        assert!(matches!(answer.0, Status::Solved(_)));
    }
}
