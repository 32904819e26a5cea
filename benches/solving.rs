//! What sowing, layers and graphs cost, beside their slow twins. Each bench asserts what it computes.

use bonduc::board::{Ring, Row, Side};
use bonduc::limits::Control;
use bonduc::rules::{Game, RuleSet, Step};
use bonduc::search::{Graph, NothingKnown, ValuedGraph};
use bonduc::value::Thresholds;

fn main() {
    divan::main();
}

/// Single sowings, the fast path and the naive twin, over the same boards.
mod sowing {
    use super::*;
    use bonduc::rules::naive::{self, NaiveBoard, NaiveOutcome};
    use bonduc::rules::{Direction, Move, Outcome};
    use divan::Bencher;
    use divan::counter::ItemsCount;

    const BOARDS: u64 = 64;

    /// A fixed sequence of numbers without a pattern (splitmix64; Steele, Lea, Flood 2014).
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = self.0;
            mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((mixed ^ mixed >> 31) % bound as u64) as usize
        }
    }

    /// A board of the game's common size, from sparse to full; in Kiothi half of its occupied boma are nki.
    fn board(game: Game, number: u64) -> Ring {
        let mut numbers = Numbers(number);
        let cells = match game {
            Game::Giuthi => 16,
            Game::Kiothi => 20,
        };
        let mut contents = vec![0; cells];
        for _ in 0..12 + numbers.below(37) {
            contents[numbers.below(cells)] += 1;
        }
        let mut ring = Ring::from_cells(&contents);
        if game == Game::Kiothi {
            let nki = (0..cells).filter(|&cell| contents[cell] > 0 && numbers.below(2) == 0);
            ring.set_nki(nki.fold(0, |bits, cell| bits | 1 << cell));
        }
        ring
    }

    /// All boards with every choice of the player.
    fn choices(game: Game) -> Vec<(Ring, Move)> {
        let mut choices = Vec::new();
        for ring in (0..BOARDS).map(|number| board(game, number)) {
            for (cell, &content) in (0..).zip(&ring.cells()[..ring.row().pits()]) {
                let sow = |direction| Move::Sow { cell, direction };
                let lift = |count| Move::Lift { cell, count };
                match game {
                    Game::Giuthi if content < 2 => {}
                    Game::Giuthi => choices.extend(Direction::BOTH.map(|d| (ring, sow(d)))),
                    Game::Kiothi => choices.extend((1..=content).map(|c| (ring, lift(c)))),
                }
            }
        }
        choices
    }

    /// Seeds that all choices together capture.
    fn captured(game: Game) -> usize {
        match game {
            Game::Giuthi => 581,
            Game::Kiothi => 242,
        }
    }

    #[divan::bench(args = Game::BOTH)]
    fn fast(bencher: Bencher, game: Game) {
        let (rules, choices) = (game.defaults(), choices(game));
        let play = |(ring, mv): &(Ring, Move)| match rules.sow(ring, *mv) {
            Outcome::Sown(sown) => usize::from(sown.captured),
            _ => 0,
        };
        bencher
            .counter(ItemsCount::new(choices.len()))
            .bench_local(|| {
                assert_eq!(choices.iter().map(play).sum::<usize>(), captured(game));
            });
    }

    #[divan::bench(args = Game::BOTH)]
    fn naive_twin(bencher: Bencher, game: Game) {
        let rules = game.defaults();
        let choices: Vec<(NaiveBoard, Move)> = choices(game)
            .into_iter()
            .map(|(ring, mv)| (NaiveBoard::from_ring(&ring, Side::South), mv))
            .collect();
        let play =
            |(board, mv): &(NaiveBoard, Move)| match naive::play(&rules, board, Side::South, *mv) {
                NaiveOutcome::Sown { captured, .. } => captured,
                _ => 0,
            };
        bencher
            .counter(ItemsCount::new(choices.len()))
            .bench_local(|| {
                assert_eq!(choices.iter().map(play).sum::<usize>(), captured(game));
            });
    }
}

/// Exact thresholds of Giuthi boards on two rows of five, up to eight seeds: by layers, by sweeping until nothing
/// changes, and by the graph of one of these boards.
mod thresholds {
    use super::*;
    use bonduc::index::Lexicographic;
    use bonduc::tables::{LayerStack, digest};
    use bonduc::value::{DrawsWithLead, WinsWithLead};
    use divan::Bencher;
    use divan::counter::ItemsCount;

    const SEEDS: u32 = 8;

    /// Boards of the top layer that cannot be won, and that can always be drawn: `tests/data/layers.jsonl`.
    const NEVER_WIN: usize = 8247;
    const ALWAYS_DRAW: usize = 11877;

    /// A board of the top layer from which about half of all boards can be reached, mirror images counted once.
    const ROOT: [u8; 10] = [2, 0, 1, 2, 0, 0, 2, 0, 0, 1];
    const REACHED: usize = 10_130;

    fn row() -> Row {
        Row::new(5).expect("a row of five")
    }

    fn rules() -> RuleSet {
        Game::Giuthi.defaults()
    }

    fn all_boards() -> ItemsCount {
        ItemsCount::new(Lexicographic::count_up_to(row(), SEEDS).expect("a small number"))
    }

    fn assert_root(value: Thresholds) {
        assert_eq!(value.wins(), WinsWithLead::At(-7));
        assert_eq!(value.draws(), DrawsWithLead::Always);
    }

    fn built() -> LayerStack {
        let mut layers = LayerStack::new(rules(), row());
        let built = layers.build_up_to(SEEDS, &Control::unlimited());
        built.expect("no limit");
        layers
    }

    #[divan::bench]
    fn layers(bencher: Bencher) {
        let top = digest(&built().layers()[SEEDS as usize]);
        assert_eq!(top.never_win, NEVER_WIN as u64);
        assert_eq!(top.always_draw, ALWAYS_DRAW as u64);
        bencher.counter(all_boards()).bench_local(|| {
            let value = built().thresholds(&Ring::from_cells(&ROOT));
            assert_root(value.expect("a board of the top layer"));
        });
    }

    #[divan::bench]
    fn graph(bencher: Bencher) {
        let root = Ring::from_cells(&ROOT);
        bencher.counter(ItemsCount::new(REACHED)).bench_local(|| {
            let valued = explored_and_valued(&rules(), &root, REACHED);
            assert_root(valued.thresholds(&root).expect("the root"));
        });
    }

    #[divan::bench(sample_count = 20)]
    fn naive_sweeps(bencher: Bencher) {
        bencher.counter(all_boards()).bench_local(|| {
            let mut layers = Vec::new();
            for seeds in 0..=SEEDS {
                layers.push(Swept::new(seeds));
                sweep_until_stable(&mut layers);
            }
            let top = layers.last().expect("layers");
            let is_never = |value: &&Thresholds| value.wins() == WinsWithLead::Never;
            let is_always = |value: &&Thresholds| value.draws() == DrawsWithLead::Always;
            assert_eq!(top.values.iter().filter(is_never).count(), NEVER_WIN);
            assert_eq!(top.values.iter().filter(is_always).count(), ALWAYS_DRAW);
            assert_root(known(&Ring::from_cells(&ROOT), &layers));
        });
    }

    /// A layer of boards in lexicographic order.
    struct Swept {
        order: Lexicographic,
        values: Vec<Thresholds>,
    }

    impl Swept {
        fn new(seeds: u32) -> Swept {
            let order = Lexicographic::new(row(), seeds).expect("a small layer");
            let values = vec![Thresholds::UNDECIDED; order.positions() as usize];
            Swept { order, values }
        }
    }

    /// Applies the equations to every board of the last layer, all moves played anew, until nothing changes.
    fn sweep_until_stable(layers: &mut [Swept]) {
        let top = layers.len() - 1;
        let mut changed = true;
        while changed {
            changed = false;
            let mut ring = layers[top].order.unrank(0);
            for rank in 0..layers[top].values.len() {
                let value = best(&ring, layers);
                changed |= value != layers[top].values[rank];
                layers[top].values[rank] = value;
                layers[top].order.advance(&mut ring);
            }
        }
    }

    /// The best of what a board's moves offer by the values known so far.
    fn best(ring: &Ring, layers: &[Swept]) -> Thresholds {
        let mut offered = Thresholds::NOTHING;
        let over = rules().expand(ring, |_, step| {
            offered = offered.or(match step {
                Step::Endless => Thresholds::UNDECIDED,
                Step::Keep(ring) => known(&ring, layers),
                Step::Turn { ring, captured } => known(&ring, layers).through_turn(captured),
            });
        });
        over.map_or(offered, Thresholds::ended)
    }

    fn known(ring: &Ring, layers: &[Swept]) -> Thresholds {
        let layer = &layers[ring.seeds() as usize];
        layer.values[layer.order.rank(ring) as usize]
    }
}

/// The continuations of a Kiothi position of nine warriors on two rows of ten, two boma nki.
mod kiothi {
    use super::*;
    use bonduc::value::{DrawsWithLead, WinsWithLead};
    use divan::Bencher;
    use divan::counter::ItemsCount;

    const ROOT: [u8; 20] = [0, 2, 0, 1, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 3, 0, 0];
    const REACHED: usize = 40_027;

    fn root() -> Ring {
        let mut root = Ring::from_cells(&ROOT);
        root.set_nki(1 << 1 | 1 << 11);
        root
    }

    #[divan::bench]
    fn explore(bencher: Bencher) {
        let (rules, root) = (Game::Kiothi.defaults(), root());
        bencher
            .counter(ItemsCount::new(REACHED))
            .bench_local(|| explored(&rules, &root, REACHED));
    }

    #[divan::bench]
    fn explore_and_value(bencher: Bencher) {
        let (rules, root) = (Game::Kiothi.defaults(), root());
        bencher.counter(ItemsCount::new(REACHED)).bench_local(|| {
            let valued = explored_and_valued(&rules, &root, REACHED);
            let value = valued.thresholds(&root).expect("the root");
            assert_eq!(value.wins(), WinsWithLead::At(-8));
            assert_eq!(value.draws(), DrawsWithLead::At(-9));
        });
    }
}

fn explored(rules: &RuleSet, root: &Ring, positions: usize) -> Graph {
    let graph = Graph::explore(rules, root, &NothingKnown, None, &Control::unlimited());
    let graph = graph.expect("no limit").expect("no bound");
    assert_eq!(graph.len(), positions);
    graph
}

fn explored_and_valued(rules: &RuleSet, root: &Ring, positions: usize) -> ValuedGraph {
    let graph = explored(rules, root, positions);
    ValuedGraph::new(graph, &Control::unlimited()).expect("no limit")
}
