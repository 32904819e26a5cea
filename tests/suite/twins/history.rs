//! Where a search that carries its path goes wrong: the graph-history trap, on positions where play goes round.

use std::collections::HashMap;

use bonduc::board::{Ring, Side};
use bonduc::limits::Control;
use bonduc::rules::{RuleSet, Step};
use bonduc::search::{GrowingGraph, NothingKnown, canonical};
use bonduc::value::{Thresholds, Verdict};

use super::graphs::valued;

/// How a depth-first search that takes a repetition on its path as a draw treats history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum History {
    /// Rightly: the path holds actual boards, and nothing that was found is kept.
    Actual,
    /// Whatever was found is kept and used on other paths, refutations that rest on a repetition too.
    Cached,
    /// A board counts as repeated when its mirror image stood before.
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
    fn search(rules: RuleSet, history: History, ring: &Ring, lead: i16) -> Option<Verdict> {
        let mut search = PathSearch {
            rules,
            history,
            path: Vec::new(),
            cache: HashMap::new(),
            left: 300_000,
        };
        search.verdict(ring, Side::South, lead)
    }

    fn verdict(&mut self, ring: &Ring, side: Side, lead: i16) -> Option<Verdict> {
        self.left = self.left.checked_sub(1)?;
        // A board as its mover sees it and who that is are the actual position.
        let board = match self.history {
            History::Mirrored => canonical(&self.rules, ring),
            History::Actual | History::Cached => *ring,
        };
        let key = board.words(side.index() as u16);
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

#[test]
#[ignore]
fn find() {
    use bonduc::board::Row;
    use bonduc::index::Lexicographic;
    let rules = bonduc::rules::Game::Giuthi.defaults();
    for (n, most) in [(2, 7), (3, 7), (4, 5)] {
        for seeds in 2..=most {
            let layer = Lexicographic::new(Row::new(n).unwrap(), seeds).unwrap();
            for number in 0..layer.positions() {
                let ring = layer.unrank(number);
                let exact = valued(&rules, &ring);
                for lead in -2..=2 {
                    let truth = exact.thresholds(&ring).unwrap().verdict(lead);
                    if PathSearch::search(rules, History::Actual, &ring, lead) != Some(truth) {
                        continue;
                    }
                    for history in [History::Cached, History::Mirrored] {
                        let found = PathSearch::search(rules, history, &ring, lead);
                        if found.is_some_and(|f| f != truth) {
                            println!(
                                "{history:?} {:?} lead {lead} truth {truth:?} found {found:?}",
                                ring.cells()
                            );
                        }
                    }
                }
            }
        }
    }
}
