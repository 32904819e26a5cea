//! Boards that are given to make problems of.

use std::ops::RangeInclusive;

use anyhow::bail;
use bonduc::board::Ring;
use bonduc::generate::{Brief, near};
use bonduc::puzzle::{Puzzle, load};

/// Puzzles whose boards are to be looked at.
pub struct Given {
    puzzles: Vec<Puzzle>,
}

impl Given {
    /// Reads them; all have to be sound.
    pub fn load(paths: &[String]) -> anyhow::Result<Given> {
        let mut puzzles = Vec::new();
        for entry in load(paths, &mut std::io::stdin()) {
            match entry.puzzle {
                Ok(puzzle) => puzzles.push(puzzle),
                Err(faults) => {
                    super::super::out::refusal(&entry.id, &entry.origin, &faults);
                    bail!("not every board of --from could be read");
                }
            }
        }
        Ok(Given { puzzles })
    }

    /// Returns the game of the first.
    pub fn game(&self) -> Option<&'static str> {
        let first = self.puzzles.first();
        first.map(|puzzle| puzzle.position.rules().game().name())
    }

    /// Returns the length of a row of the first.
    pub fn pits(&self) -> Option<u8> {
        let first = self.puzzles.first();
        first.map(|puzzle| puzzle.position.row().pits() as u8)
    }

    /// Returns how many seeds lie on the boards.
    pub fn seeds(&self) -> Option<RangeInclusive<u32>> {
        let seeds = self.puzzles.iter();
        let seeds = seeds.map(|puzzle| puzzle.position.ring().seeds());
        Some(seeds.clone().min()?..=seeds.max()?)
    }

    /// Returns how many seeds the games have, if that is one number.
    pub fn total(&self) -> Option<u32> {
        let total = |puzzle: &Puzzle| {
            let captured = bonduc::board::Side::BOTH.map(|side| puzzle.position.captured(side));
            captured.iter().map(|seeds| u32::from(*seeds)).sum::<u32>()
                + puzzle.position.ring().seeds()
        };
        let first = total(self.puzzles.first()?);
        let one = self.puzzles.iter().all(|puzzle| total(puzzle) == first);
        one.then_some(first)
    }

    /// Returns the boards, seen by the side to move, and perhaps those near them.
    pub fn boards(&self, brief: &Brief, and_near: bool) -> anyhow::Result<Vec<Ring>> {
        let (game, row) = (brief.rules.game(), brief.row);
        for puzzle in &self.puzzles {
            let (own, pits) = (puzzle.position.rules().game(), puzzle.position.row().pits());
            let seeds = puzzle.position.ring().seeds();
            if own != game || pits != row.pits() || !brief.seeds.contains(&seeds) {
                bail!(
                    "{}: found {own} on 2x{pits} with {seeds} seeds, expected {game} on 2x{} with {} to {} seeds",
                    puzzle.id,
                    row.pits(),
                    brief.seeds.start(),
                    brief.seeds.end()
                );
            }
        }
        let boards = self.puzzles.iter().map(|puzzle| *puzzle.position.ring());
        let boards: Vec<Ring> = boards.collect();
        Ok(match and_near {
            true => near(&brief.rules, &boards),
            false => boards,
        })
    }
}
