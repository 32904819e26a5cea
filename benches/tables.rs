//! Tables: the builder against its lean twin, looking positions up in memory and in a file just opened.

use std::hint::black_box;
use std::sync::Arc;

use bonduc::board::{Ring, Row};
use bonduc::index::{LayerIndex, Lexicographic, RowTable};
use bonduc::limits::Control;
use bonduc::rules::Game;
use bonduc::tables::{Layer, LayerFile, TableFolder, build_layer, build_layer_lean, write_layer};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

type Build = fn(
    &bonduc::rules::RuleSet,
    LayerIndex,
    &[Layer],
    &Control,
) -> Result<Layer, bonduc::limits::Stop>;

fn layers(build: Build, game: Game, pits: usize, seeds: u32) -> Vec<Layer> {
    let rules = game.defaults();
    let row = Row::new(pits).expect("2 to 12 pits");
    let rows = Arc::new(RowTable::new(row, seeds).expect("a small row table"));
    let mut layers = Vec::new();
    for seeds in 0..=seeds {
        let index = LayerIndex::new(rows.clone(), seeds, rules.has_reflection()).expect("a layer");
        let layer = build(&rules, index, &layers, &Control::unlimited()).expect("no limit");
        layers.push(layer);
    }
    layers
}

/// Game, pits, seeds, and how many boards of the top layer are never won.
const BUILDS: [(Game, usize, u32); 3] = [
    (Game::Giuthi, 8, 7),
    (Game::Giuthi, 5, 11),
    (Game::Kiothi, 10, 5),
];

fn boards(pits: usize, seeds: u32) -> ItemsCount {
    let row = Row::new(pits).expect("2 to 12 pits");
    ItemsCount::new(Lexicographic::count_up_to(row, seeds).expect("a small number"))
}

#[divan::bench(args = [0, 1, 2])]
fn build(bencher: Bencher, case: usize) {
    let (game, pits, seeds) = BUILDS[case];
    bencher
        .counter(boards(pits, seeds))
        .bench(|| layers(build_layer, game, pits, seeds));
}

#[divan::bench(args = [0, 1, 2], sample_count = 10)]
fn build_lean(bencher: Bencher, case: usize) {
    let (game, pits, seeds) = BUILDS[case];
    bencher
        .counter(boards(pits, seeds))
        .bench(|| layers(build_layer_lean, game, pits, seeds));
}

/// Boards of a layer in an order that no cache foresees.
fn random_boards(index: &LayerIndex, count: u64) -> Vec<Ring> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % index.positions()
    };
    (0..count).map(|_| index.ring(next())).collect()
}

const PROBES: u64 = 100_000;

#[divan::bench]
fn probe_memory(bencher: Bencher) {
    let layers = layers(build_layer, Game::Giuthi, 8, 10);
    let layer = &layers[10];
    let boards = random_boards(layer.index(), PROBES);
    bencher.counter(ItemsCount::new(PROBES)).bench(|| {
        boards
            .iter()
            .map(|ring| layer.thresholds(black_box(ring)))
            .fold(0, wins)
    });
}

#[divan::bench]
fn probe_fresh_file(bencher: Bencher) {
    let layers = layers(build_layer, Game::Giuthi, 8, 10);
    let layer = &layers[10];
    let boards = random_boards(layer.index(), PROBES);
    let folder = tempfile::tempdir().expect("a folder");
    let rules = Game::Giuthi.defaults();
    let tables = TableFolder::new(folder.path());
    let path = tables.layer_path(&rules, layer.index().row(), 10);
    write_layer(&rules, layer, &path).expect("a table file");
    let expected = boards
        .iter()
        .map(|ring| layer.thresholds(ring))
        .fold(0, wins);
    bencher.counter(ItemsCount::new(PROBES)).bench(|| {
        let file = LayerFile::open(&path).expect("a sound file");
        let probe = |ring| file.thresholds(layer.index(), ring).expect("a sound block");
        let found = boards.iter().map(probe).fold(0, wins);
        assert_eq!(found, expected);
    });
}

fn wins(sum: i64, thresholds: bonduc::value::Thresholds) -> i64 {
    match thresholds.wins() {
        bonduc::value::WinsWithLead::At(lead) => sum + i64::from(lead),
        bonduc::value::WinsWithLead::Never => sum,
    }
}
