//! Boards to be looked at, by their numbers.

use std::collections::HashSet;

use super::random::Random;
use super::{Brief, Source};
use crate::board::Ring;
use crate::index::Lexicographic;
use crate::rules::RuleSet;
use crate::search::canonical;

/// The boards that a brief has to be met from, South to move, each with a number from 0 up.
///
/// Random boards: the number of seeds evenly from the range, then evenly one of the boards with so many (seeds like one another); in Kiothi, where
/// marks are wanted, half of the boards without any, in the others each occupied boma marked with probability 1/3. All boards: by seeds, then
/// in lexicographic order. Given boards: in their order. Of mirror images, where they are the same to the game, the lesser stands for both.
#[derive(Debug)]
pub struct Candidates<'a> {
    brief: &'a Brief,
    /// For each number of seeds in the range, its boards.
    layers: Vec<Lexicographic>,
}

impl Candidates<'_> {
    /// Makes the boards of a brief; `None` if those with so many seeds cannot be counted in 64 bits.
    pub fn new(brief: &Brief) -> Option<Candidates<'_>> {
        let layers = brief.seeds.clone();
        let layers = layers.map(|seeds| Lexicographic::new(brief.row, seeds));
        Some(Candidates {
            brief,
            layers: layers.collect::<Option<_>>()?,
        })
    }

    /// Returns how many numbers there are; `None` where there is no end.
    pub fn end(&self) -> Option<u64> {
        match self.brief.source {
            Source::Sample { most } => most,
            Source::Best { boards } => Some(boards),
            Source::All => Some(self.layers.iter().map(Lexicographic::positions).sum()),
            Source::Boards(ref boards) => Some(boards.len() as u64),
        }
    }

    /// Returns the board with a number, as South, who is to move, sees it; `None` for one that another stands for.
    ///
    /// # Panics
    ///
    /// If there is no such number.
    pub fn board(&self, number: u64) -> Option<Ring> {
        let rules = &self.brief.rules;
        if let Source::Boards(boards) = &self.brief.source {
            return Some(canonical(rules, &boards[number as usize]));
        }
        if self.brief.source == Source::All {
            let mut rank = number;
            let layer = self.layers.iter().find(|layer| {
                let here = rank < layer.positions();
                rank -= if here { 0 } else { layer.positions() };
                here
            });
            let ring = layer.expect("a number of a board").unrank(rank);
            return (canonical(rules, &ring) == ring).then_some(ring);
        }
        let mut random = Random::of(self.brief.seed, number);
        let layer = &self.layers[random.below(self.layers.len() as u64) as usize];
        let mut ring = layer.unrank(random.below(layer.positions()));
        if self.brief.marks && random.below(2) == 0 {
            let marks = (0..ring.row().cells())
                .filter(|&cell| ring.cells()[cell] > 0 && random.below(3) == 0)
                .fold(0, |marks, cell| marks | 1 << cell);
            ring.set_nki(marks);
        }
        Some(canonical(rules, &ring))
    }
}

/// Returns some boards and all that come of each by putting one seed into another pit, each board once, mirror images that are the same to the
/// game as one. An emptied boma loses its mark.
pub fn near(rules: &RuleSet, boards: &[Ring]) -> Vec<Ring> {
    let mut seen = HashSet::new();
    let mut near: Vec<Ring> = boards.iter().map(|ring| canonical(rules, ring)).collect();
    for ring in boards {
        let cells = 0..ring.row().cells();
        for from in cells.clone().filter(|&cell| ring.cells()[cell] > 0) {
            for to in cells.clone().filter(|&to| to != from) {
                let mut moved = *ring;
                moved.cells_mut()[from] -= 1;
                moved.cells_mut()[to] += 1;
                if moved.cells()[from] == 0 {
                    moved.set_nki(moved.nki() & !(1 << from));
                }
                near.push(canonical(rules, &moved));
            }
        }
    }
    near.retain(|ring| seen.insert(ring.words(0)));
    near
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Row;
    use crate::rules::Game;

    #[test]
    fn all_boards_come_once() {
        for game in Game::BOTH {
            let mut brief = Brief::new(game.defaults(), Row::new(3).unwrap(), 2..=4);
            brief.source = Source::All;
            let candidates = Candidates::new(&brief).unwrap();
            let end = candidates.end().unwrap();
            assert_eq!(end, 21 + 56 + 126);
            let boards: Vec<Ring> = (0..end)
                .filter_map(|number| candidates.board(number))
                .collect();
            let distinct: HashSet<[u64; 4]> = boards.iter().map(|ring| ring.words(0)).collect();
            assert_eq!(distinct.len(), boards.len());
            let images = boards
                .iter()
                .filter(|ring| ring.reflected() == **ring)
                .count();
            match game {
                Game::Giuthi => assert_eq!(2 * boards.len() - images, end as usize),
                Game::Kiothi => assert_eq!(boards.len(), end as usize),
            }
        }
    }

    #[test]
    fn random_boards_have_the_seeds_that_are_wanted() {
        let mut brief = Brief::new(Game::Kiothi.defaults(), Row::new(10).unwrap(), 6..=9);
        let candidates = Candidates::new(&brief).unwrap();
        let boards: Vec<Ring> = (0..1000)
            .filter_map(|number| candidates.board(number))
            .collect();
        for seeds in 6..=9 {
            let count = boards.iter().filter(|ring| ring.seeds() == seeds).count();
            assert!((200..300).contains(&count), "{count} of {seeds}");
        }
        let marked = boards.iter().filter(|ring| ring.nki() != 0).count();
        assert!((350..500).contains(&marked), "{marked} marked");
        brief.marks = false;
        let candidates = Candidates::new(&brief).unwrap();
        assert!((0..100).all(|number| candidates.board(number).unwrap().nki() == 0));
    }

    #[test]
    fn near_boards_differ_in_one_seed() {
        let ring = Ring::from_cells(&[2, 0, 0, 1, 0, 0]);
        let near = near(&Game::Kiothi.defaults(), &[ring]);
        // Itself, five places for each of two kinds of seed.
        assert_eq!(near.len(), 11);
        let distance = |other: &Ring| -> u32 {
            let pairs = ring.cells().iter().zip(other.cells());
            pairs.map(|(a, b)| u32::from(a.abs_diff(*b))).sum()
        };
        assert_eq!(near[0], ring);
        assert!(near[1..].iter().all(|other| distance(other) == 2));
    }
}
