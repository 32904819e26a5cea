//! What is to be generated.

use std::ops::RangeInclusive;

use super::Theme;
use crate::board::{MAX_SEEDS, Ring, Row};
use crate::rules::{Game, RuleSet};
use crate::value::{Kind, Stipulation, Target};

/// How far a solution has to be the only one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unique {
    /// The key is the only first move; the solution goes on as long as only moves follow.
    Key,
    /// Along the main line every choice of the solver is the only one, until nothing can go wrong any more on it.
    Line,
}

/// Where candidates come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// Random boards, until there are as many puzzles as are wanted, or so many boards were tried.
    Sample {
        /// The most boards; `None`: as many as it takes.
        most: Option<u64>,
    },
    /// So many random boards, of which the best are taken.
    Best {
        /// How many.
        boards: u64,
    },
    /// All boards, without marks, of which the best are taken.
    All,
    /// These boards, as South, who is to move, sees them, of which the best are taken.
    Boards(Vec<Ring>),
}

/// What puzzles are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brief {
    /// The rules.
    pub rules: RuleSet,
    /// The length of a row.
    pub row: Row,
    /// Seeds on the board.
    pub seeds: RangeInclusive<u32>,
    /// Seeds in the game: those off the board were captured.
    pub total: u32,
    /// Whether boma may be marked (Kiothi).
    pub marks: bool,
    /// What is asked of the solver; `None`: to win or else to draw.
    pub asked: Option<Stipulation>,
    /// How far the solution has to be the only one.
    pub unique: Unique,
    /// How many only moves the solution has.
    pub only_moves: RangeInclusive<u32>,
    /// How many plies the main line has to its end.
    pub plies: RangeInclusive<u32>,
    /// Themes: of each group at least one.
    pub themes: Vec<Vec<Theme>>,
    /// Difficulty, 0 to 100.
    pub difficulty: RangeInclusive<u32>,
    /// The least quality, 0 to 100.
    pub quality: u32,
    /// How many puzzles.
    pub count: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Where candidates come from.
    pub source: Source,
}

/// Why puzzles cannot be generated to a brief.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BriefFault {
    /// A range without anything in it, or that begins at no seeds.
    #[error("found seeds {from}..{to}, expected a range from 2 up, the smaller number first")]
    Seeds {
        /// Its start.
        from: u32,
        /// Its end.
        to: u32,
    },
    /// More seeds on the board than in the game, or more than a game can have.
    #[error(
        "found {total} seeds in the game with {seeds} on the board, expected at least as many and at most {MAX_SEEDS}"
    )]
    Total {
        /// Seeds in the game.
        total: u32,
        /// Seeds on the board.
        seeds: u32,
    },
    /// A stipulation that is not generated for.
    #[error(
        "found {found}, expected win, draw, margin>=N, capture>=N or margin=N, for the side to move"
    )]
    Stipulation {
        /// In words.
        found: String,
    },
}

impl Brief {
    /// Makes a brief with what is usual left as it is: any number of only moves from two, any length, theme, difficulty and quality, as many
    /// random boards as it takes.
    pub fn new(rules: RuleSet, row: Row, seeds: RangeInclusive<u32>) -> Brief {
        let game = rules.game();
        Brief {
            rules,
            row,
            total: usual_total(game, row).max(*seeds.end()).min(MAX_SEEDS),
            seeds,
            marks: game == Game::Kiothi,
            asked: None,
            unique: Unique::Line,
            only_moves: 2..=u32::MAX,
            plies: 1..=u32::MAX,
            themes: Vec::new(),
            difficulty: 0..=100,
            quality: 0,
            count: 10,
            seed: 1,
            source: Source::Sample { most: None },
        }
    }

    /// Looks whether the brief can be worked to.
    ///
    /// # Errors
    ///
    /// If not, why.
    pub fn check(&self) -> Result<(), BriefFault> {
        let (from, to) = (*self.seeds.start(), *self.seeds.end());
        if from < 2 || from > to {
            return Err(BriefFault::Seeds { from, to });
        }
        if self.total < to || self.total > MAX_SEEDS {
            let total = self.total;
            return Err(BriefFault::Total { total, seeds: to });
        }
        match self.asked {
            Some(asked) if !is_generated_for(&asked) => Err(BriefFault::Stipulation {
                found: asked.words(self.rules.game()),
            }),
            _ => Ok(()),
        }
    }

    /// Tells whether the best are chosen from all that pass, rather than the first taken.
    pub fn chooses(&self) -> bool {
        !matches!(self.source, Source::Sample { .. })
    }
}

fn is_generated_for(asked: &Stipulation) -> bool {
    let target = match asked.target {
        Target::Win | Target::Draw | Target::CaptureAtLeast(_) => true,
        Target::MarginAtLeast(least) => least > 0,
        Target::MarginExactly(exactly) => exactly > 0,
    };
    target && asked.side.is_none() && asked.within.is_none() && asked.kind == Kind::Direct
}

/// Returns how many seeds a game has on such a board: those of a recorded set-up (G1, K2), or four a pit.
fn usual_total(game: Game, row: Row) -> u32 {
    match (game, row.pits()) {
        (Game::Kiothi, _) => 60,
        (Game::Giuthi, 7) => 84,
        (Game::Giuthi, 10) => 180,
        (Game::Giuthi, pits) => 8 * pits as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;

    #[test]
    fn briefs_are_looked_at() {
        let row = Row::new(6).unwrap();
        let brief = |seeds| Brief::new(Game::Giuthi.defaults(), row, seeds);
        assert_eq!(brief(6..=9).check(), Ok(()));
        assert!(matches!(
            brief(1..=9).check(),
            Err(BriefFault::Seeds { .. })
        ));
        #[expect(clippy::reversed_empty_ranges)]
        let turned_round = 9..=8;
        assert!(matches!(
            brief(turned_round).check(),
            Err(BriefFault::Seeds { .. })
        ));
        let total = Brief {
            total: 8,
            ..brief(9..=9)
        };
        assert!(matches!(total.check(), Err(BriefFault::Total { .. })));
        let other = Stipulation {
            side: Some(Side::North),
            ..Stipulation::plain(crate::value::Goal::Win)
        };
        let other = Brief {
            asked: Some(other),
            ..brief(9..=9)
        };
        assert!(matches!(other.check(), Err(BriefFault::Stipulation { .. })));
    }
}
