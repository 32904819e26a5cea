//! Where a search that carries its path goes wrong: the graph-history trap, on positions where play goes round.
//!
//! Two searches that are wrong on purpose are wrong on these, so the positions do test what they are for.

use std::collections::HashMap;

use bonduc::board::{Ring, Side};
use bonduc::limits::Control;
use bonduc::rules::{Game, RuleSet, Step};
use bonduc::search::{Avoiding, GrowingGraph, NothingKnown, canonical};
use bonduc::value::{Thresholds, Verdict};

use super::graphs::valued;

/// How a depth-first search that takes a repetition on its path as a draw treats history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum History {
    /// Rightly: the path holds actual boards, and nothing that was found is kept.
    Actual,
    /// Whatever was found is kept and used on other paths, refutations that rest on a repetition too.
    Cached,
    /// A board counts as repeated when its mirror image stood before. Without a history this changes nothing: mirror images are worth the same, so no
    /// win needs them. With one it does.
    Mirrored,
}

/// A search along paths, depth first.
struct PathSearch {
    rules: RuleSet,
    history: History,
    path: Vec<[u64; 4]>,
    cache: HashMap<([u64; 4], i16), Verdict>,
    /// States that it may still look into.
    left: u32,
}

impl PathSearch {
    /// Finds the result for the side to move, or nothing if that takes too long.
    fn search(
        rules: RuleSet,
        history: History,
        ring: &Ring,
        lead: i16,
        before: &[(Ring, Side)],
    ) -> Option<Verdict> {
        let mut search = PathSearch {
            rules,
            history,
            path: Vec::new(),
            cache: HashMap::new(),
            left: 300_000,
        };
        for (ring, side) in before {
            let key = search.key(ring, *side);
            search.path.push(key);
        }
        search.verdict(ring, Side::South, lead)
    }

    /// Returns what a board is remembered by: as its mover sees it and who that is are the actual position.
    fn key(&self, ring: &Ring, side: Side) -> [u64; 4] {
        let board = match self.history {
            History::Mirrored => canonical(&self.rules, ring),
            History::Actual | History::Cached => *ring,
        };
        board.words(side.index() as u16)
    }

    fn verdict(&mut self, ring: &Ring, side: Side, lead: i16) -> Option<Verdict> {
        self.left = self.left.checked_sub(1)?;
        let key = self.key(ring, side);
        if self.path.contains(&key) {
            return Some(Verdict::Draw);
        }
        if let Some(&verdict) = self.cache.get(&(key, lead)) {
            return Some(verdict);
        }
        let mut steps = Vec::new();
        if let Some(difference) = self.rules.expand(ring, |_, step| steps.push(step)) {
            return Some(Thresholds::ended(difference).verdict(lead));
        }
        self.path.push(key);
        let mut best = Verdict::Loss;
        for step in steps {
            let verdict = match step {
                Step::Endless => Verdict::Draw,
                Step::Keep(ring) => self.verdict(&ring, side, lead)?,
                Step::Turn { ring, captured } => {
                    !self.verdict(&ring, !side, -(lead + i16::from(captured)))?
                }
            };
            best = best.max(verdict);
            if best == Verdict::Win {
                break;
            }
        }
        self.path.pop();
        if self.history == History::Cached {
            self.cache.insert((key, lead), best);
        }
        Some(best)
    }
}

/// Positions where play goes round, South to move: own row, enemy row, lead, and the true result.
const ROUND: [([u8; 6], i16, Verdict); 4] = [
    ([1, 0, 2, 0, 0, 2], -2, Verdict::Loss),
    ([0, 4, 1, 0, 2, 0], 1, Verdict::Win),
    ([1, 0, 3, 0, 3, 0], 0, Verdict::Win),
    ([1, 2, 2, 0, 2, 0], 0, Verdict::Win),
];

/// Positions that South wins by one move alone, which leads to the mirror image of a board that stood before, North to move; from there play came here
/// without a capture.
const MIRRORED: [([u8; 6], [u8; 6]); 5] = [
    ([0, 1, 1, 1, 3, 0], [0, 3, 1, 1, 1, 0]),
    ([0, 3, 1, 2, 0, 0], [0, 1, 3, 2, 0, 0]),
    ([0, 4, 1, 0, 1, 0], [1, 2, 1, 2, 0, 0]),
    ([1, 1, 0, 0, 3, 1], [1, 3, 0, 0, 1, 1]),
    ([1, 1, 3, 0, 1, 0], [1, 1, 0, 0, 2, 2]),
];

/// What this program says, by search and with all values.
fn solved(ring: &Ring, lead: i16) -> Verdict {
    let rules = Game::Giuthi.defaults();
    let mut graph = GrowingGraph::new(&rules, ring, &NothingKnown);
    let searched = graph.verdict(ring, lead, &Control::unlimited());
    let exact = valued(&rules, ring).thresholds(ring).unwrap();
    assert_eq!(searched, Ok(exact.verdict(lead)));
    exact.verdict(lead)
}

#[test]
fn a_cache_of_what_hangs_on_the_path_is_wrong_where_play_goes_round() {
    let rules = Game::Giuthi.defaults();
    for (cells, lead, truth) in ROUND {
        let ring = Ring::from_cells(&cells);
        let by_path = |history| PathSearch::search(rules, history, &ring, lead, &[]);
        assert_eq!(solved(&ring, lead), truth);
        assert_eq!(by_path(History::Actual), Some(truth), "{cells:?}");
        assert_eq!(by_path(History::Mirrored), Some(truth), "{cells:?}");
        assert_eq!(by_path(History::Cached), Some(Verdict::Draw), "{cells:?}");
    }
}

#[test]
fn a_mirror_image_is_no_repetition() {
    let rules = Game::Giuthi.defaults();
    for (cells, before) in MIRRORED {
        let (ring, before) = (Ring::from_cells(&cells), Ring::from_cells(&before));
        assert_eq!(solved(&ring, 0), Verdict::Win);
        let stood = [(before, Side::North)];
        let by_path = |history| PathSearch::search(rules, history, &ring, 0, &stood);
        assert_eq!(by_path(History::Actual), Some(Verdict::Win), "{cells:?}");
        assert_eq!(by_path(History::Mirrored), Some(Verdict::Draw), "{cells:?}");
        // A win that keeps off the board that stood before is there; one that keeps off its mirror image too is not.
        let exact = valued(&rules, &ring);
        let values = |ring: &Ring| exact.thresholds(ring).unwrap();
        let plies = |avoided: &[(Ring, Side)]| {
            let root = (ring, Side::South, 0);
            let control = Control::unlimited();
            let avoiding = Avoiding::new(&rules, &values, root, avoided, 0, &control).unwrap();
            avoiding.plies(&ring, Side::South, 0)
        };
        assert!(plies(&stood).is_some(), "{cells:?}");
        let both = [(before, Side::North), (before.reflected(), Side::North)];
        assert_eq!(plies(&both), None, "{cells:?}");
    }
}
