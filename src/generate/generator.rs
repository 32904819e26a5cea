//! The run: batches in parallel, results in order.

use rayon::prelude::*;

use super::{Brief, Candidates, Examiner, Found, Ground, Registry, Rejected};
use crate::limits::{Control, Stop};
use crate::puzzle::Puzzle;
use crate::rules::Game;

/// How many candidates were tried and what became of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Numbers looked at.
    pub tried: u64,
    /// Puzzles taken; where the best are chosen, all that passed.
    pub kept: u64,
    /// Candidates rejected, by the order of [`Rejected::ALL`].
    pub rejected: [u64; Rejected::ALL.len()],
}

impl Tally {
    /// Returns how many were rejected for a reason.
    pub fn rejected_for(&self, reason: Rejected) -> u64 {
        self.rejected[reason as usize]
    }

    fn note(&mut self, reason: Rejected) {
        self.rejected[reason as usize] += 1;
    }
}

/// Returns how many candidates are looked at together: those of Kiothi take longer.
fn batch(game: Game) -> u64 {
    match game {
        Game::Giuthi => 4096,
        Game::Kiothi => 64,
    }
}

/// A run for a brief: the candidates in order, those that pass taken unless they repeat others.
#[derive(Debug)]
pub struct Generator<'a> {
    brief: &'a Brief,
    ground: &'a Ground,
    candidates: Candidates<'a>,
    registry: Registry,
    tally: Tally,
    /// What passed so far, in the order of the candidates.
    found: Vec<Found>,
}

impl<'a> Generator<'a> {
    /// Starts a run; `None` if the boards of the brief are too many to be numbered.
    pub fn new(brief: &'a Brief, ground: &'a Ground) -> Option<Generator<'a>> {
        Some(Generator {
            brief,
            ground,
            candidates: Candidates::new(brief)?,
            registry: Registry::default(),
            tally: Tally::default(),
            found: Vec::new(),
        })
    }

    /// Takes a puzzle in that is there already, which no new one may repeat.
    pub fn besides(&mut self, puzzle: &Puzzle) {
        self.registry.take(puzzle);
    }

    /// Takes up a run that came as far as a tally with these puzzles found.
    pub fn take_up(&mut self, tally: Tally, found: Vec<Found>) {
        if !self.brief.chooses() {
            for found in &found {
                self.registry.take(&found.puzzle);
            }
        }
        self.tally = tally;
        self.found = found;
    }

    /// Returns what became of the candidates so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Returns what was found so far.
    pub fn found(&self) -> &[Found] {
        &self.found
    }

    /// Tells whether no more candidates have to be looked at.
    pub fn is_done(&self) -> bool {
        let enough = !self.brief.chooses() && self.found.len() >= self.brief.count;
        enough
            || self
                .candidates
                .end()
                .is_some_and(|end| self.tally.tried >= end)
    }

    /// Looks at the next candidates.
    ///
    /// # Errors
    ///
    /// If a limit is reached; the run stands then as before.
    pub fn go_on(&mut self, control: &Control) -> Result<(), Stop> {
        let start = self.tally.tried;
        let end = self
            .candidates
            .end()
            .unwrap_or(u64::MAX)
            .min(start + batch(self.brief.rules.game()));
        let examiner = Examiner::new(self.brief, self.ground, control);
        let looked_at: Vec<Result<Found, Rejected>> = (start..end)
            .into_par_iter()
            .map(|number| {
                control.check()?;
                match self.candidates.board(number) {
                    Some(ring) => examiner.examine(&ring),
                    None => Ok(Err(Rejected::Image)),
                }
            })
            .collect::<Result<_, Stop>>()?;
        for result in looked_at {
            if self.is_done() {
                break;
            }
            self.tally.tried += 1;
            match result {
                Err(reason) => self.tally.note(reason),
                Ok(found) if self.brief.chooses() => self.take(found),
                Ok(found) => match self.registry.take(&found.puzzle) {
                    true => self.take(found),
                    false => self.tally.note(Rejected::Repeats),
                },
            }
        }
        Ok(())
    }

    fn take(&mut self, found: Found) {
        self.tally.kept += 1;
        self.found.push(found);
    }

    /// Ends the run: the puzzles, in the order in which they were found or, where the best are chosen, the best first.
    pub fn finish(mut self) -> (Tally, Vec<Found>) {
        if self.brief.chooses() {
            let mut found = std::mem::take(&mut self.found);
            found.sort_by(|a, b| {
                let quality = |found: &Found| found.rating.quality.score();
                let order = quality(b).cmp(&quality(a));
                order.then_with(|| a.puzzle.id.cmp(&b.puzzle.id))
            });
            for found in found {
                if self.found.len() == self.brief.count {
                    break;
                }
                match self.registry.take(&found.puzzle) {
                    true => self.found.push(found),
                    false => self.tally.note(Rejected::Repeats),
                }
            }
        }
        self.found.truncate(self.brief.count);
        (self.tally, self.found)
    }
}
