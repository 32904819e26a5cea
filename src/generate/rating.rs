//! How hard a problem is and how good, in numbers that can be counted out.

use std::ops::RangeInclusive;

use super::{Theme, Walk};
use crate::limits::Stop;
use crate::rules::{Direction, Move, Next, Outcome, Position, Trace};
use crate::solve::Study;
use crate::value::Verdict;

/// Easy, medium or hard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Difficulty below 35.
    Easy,
    /// Difficulty from 35 to 59.
    Medium,
    /// Difficulty from 60 up.
    Hard,
}

impl Level {
    /// All levels.
    pub const ALL: [Level; 3] = [Level::Easy, Level::Medium, Level::Hard];

    /// Returns the level of a difficulty.
    pub fn of(difficulty: u32) -> Level {
        let levels = Level::ALL.into_iter();
        let mut levels = levels.filter(|level| level.range().contains(&difficulty));
        levels.next().unwrap_or(Level::Hard)
    }

    /// Returns the difficulties of the level.
    pub fn range(self) -> RangeInclusive<u32> {
        match self {
            Level::Easy => 0..=34,
            Level::Medium => 35..=59,
            Level::Hard => 60..=100,
        }
    }

    /// Returns its name, as tags of puzzles have it.
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
        }
    }

    /// Reads [`Level::name`].
    pub fn from_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// What difficulty is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Difficulty {
    /// Only moves of the solution.
    pub only_moves: u32,
    /// Plausible wrong first moves: they capture at least as much as the key, or keep the turn as it does, and are not over within four plies.
    pub tempting: u32,
    /// How many plies the wrong first move that lasts longest is from the end of the game; a wrong move that draws lasts as long as the main line.
    pub late: u32,
    /// Laps of the solver's sowings in the solution.
    pub laps: u32,
}

impl Difficulty {
    /// Returns the difficulty: with r = 6 (only − 1) + 3 tempting + late / 2 + laps / 2, tempting up to 6 and late up to 40, it is
    /// 100 r / (r + 30), rounded down; 0 to 99.
    pub fn score(&self) -> u32 {
        let halves = 12 * self.only_moves.saturating_sub(1)
            + 6 * self.tempting.min(6)
            + self.late.min(40)
            + self.laps;
        100 * halves / (halves + 60)
    }

    /// Counts the parts out.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub(super) fn of(walk: &Walk, study: Option<&Study>) -> Result<Difficulty, Stop> {
        let position = &walk.plies[0].before;
        let key = walk.plies[0].ply.mv;
        let (own_captured, own_keeps) = at_once(position, key);
        let line = walk.plies.len() as u32;
        let (mut tempting, mut late) = (0, 0);
        let lengths = match study {
            Some(study) => study.lengths(study.position())?,
            None => Vec::new(),
        };
        let wrong = walk.plies[0].offers.iter().map(|offer| offer.mv);
        for mv in wrong.filter(|mv| *mv != key) {
            let length = lengths.iter().find(|(own, _)| *own == mv);
            let lasts = length.and_then(|(_, plies)| *plies).unwrap_or(line);
            late = late.max(lasts);
            let (captured, keeps) = at_once(position, mv);
            let looks_good = captured >= own_captured && (captured > 0 || keeps >= own_keeps);
            tempting += u32::from(looks_good && lasts > 4);
        }
        let traces = walk.solvers().filter_map(|ply| ply.trace.as_ref());
        Ok(Difficulty {
            only_moves: walk.only_moves(),
            tempting,
            late,
            laps: traces.map(|trace| trace.laps.len() as u32).sum(),
        })
    }
}

/// Returns what a first move captures, and whether it keeps the turn.
fn at_once(position: &Position, mv: Move) -> (u8, bool) {
    match position.rules().sow(position.ring(), mv) {
        Outcome::Sown(sown) => (sown.captured, sown.next == Next::Again),
        _ => (0, false),
    }
}

/// What quality is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Quality {
    /// Economy, 0 to 30: 15 for a bare board, less the more seeds there are for its size; 15 times the part of the occupied pits that the solution
    /// sows from, passes or takes.
    pub economy: u32,
    /// Length, 0 to 25: five for each only move after the first.
    pub length: u32,
    /// Surprise, 0 to 25: seven each for a quiet key, a waiting key or a sacrifice, and a refused capture; four where every wrong first
    /// move loses (a win is asked for) or there are four or more of them.
    pub surprise: u32,
    /// Themes, 0 to 20: four each.
    pub themes: u32,
}

impl Quality {
    /// Returns the quality: the sum of its parts, 0 to 100.
    pub fn score(&self) -> u32 {
        self.economy + self.length + self.surprise + self.themes
    }

    pub(super) fn of(walk: &Walk, themes: &[Theme]) -> Quality {
        let ring = *walk.plies[0].before.ring();
        let cells = ring.row().cells() as u32;
        let (occupied, used) = pits_in_play(walk);
        let bare = 15 - (15 * ring.seeds() / (3 * cells)).min(15);
        let has = |some: &[Theme]| some.iter().any(|theme| themes.contains(theme));
        let groups: [&[Theme]; 3] = [
            &[Theme::QuietKey],
            &[Theme::Waiting, Theme::Sacrifice],
            &[Theme::RefusedCapture],
        ];
        let surprises = groups.iter().filter(|group| has(group)).count() as u32;
        Quality {
            economy: bare + 15 * used / occupied.max(1),
            length: (5 * walk.only_moves().saturating_sub(1)).min(25),
            surprise: 7 * surprises + if all_wrong_lose(walk) { 4 } else { 0 },
            themes: (4 * themes.len() as u32).min(20),
        }
    }
}

fn all_wrong_lose(walk: &Walk) -> bool {
    let key = &walk.plies[0];
    let mut wrong = key.offers.iter().filter(|offer| offer.mv != key.ply.mv);
    wrong.clone().count() >= 4 || wrong.all(|offer| offer.verdict == Some(Verdict::Loss))
}

/// Returns how many pits are occupied at the start, and how many of these the solution sows from, passes or takes.
fn pits_in_play(walk: &Walk) -> (u32, u32) {
    let ring = *walk.plies[0].before.ring();
    let m = ring.row().cells();
    let mut touched = vec![false; m];
    for ply in walk.solution() {
        let turned = ply.before.to_move() != walk.solver;
        if let Some(trace) = &ply.trace {
            touch(trace, turned, &mut touched);
        }
    }
    let occupied = (0..m).filter(|&cell| ring.cells()[cell] > 0);
    let used = occupied.clone().filter(|&cell| touched[cell]).count();
    (occupied.count() as u32, used as u32)
}

/// Notes the cells into which a sowing drops seeds, as the sower sees them.
pub(super) fn drops(trace: &Trace, sown: &mut [bool]) {
    let m = sown.len();
    for lap in &trace.laps {
        let mut at = usize::from(lap.cell);
        for _ in 0..usize::from(lap.hand).min(m) {
            at = match lap.direction {
                Direction::Ccw => (at + 1) % m,
                Direction::Cw => (at + m - 1) % m,
            };
            sown[at] = true;
        }
    }
}

/// Notes the cells that a sowing lifts from, sows into or takes from; `turned`: of the side opposite the one that counts cells.
pub(super) fn touch(trace: &Trace, turned: bool, touched: &mut [bool]) {
    let m = touched.len();
    let mut own = vec![false; m];
    drops(trace, &mut own);
    for lap in &trace.laps {
        own[usize::from(lap.cell)] = true;
    }
    for taken in &trace.taken {
        own[usize::from(taken.cell)] = true;
    }
    for cell in (0..m).filter(|&cell| own[cell]) {
        touched[if turned { (cell + m / 2) % m } else { cell }] = true;
    }
}

/// All that a generated problem is told by, beside its solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rating {
    /// Its themes, in the order of their list.
    pub themes: Vec<Theme>,
    /// How hard.
    pub difficulty: Difficulty,
    /// How good.
    pub quality: Quality,
    /// Plies of the main line to the end of the game.
    pub plies: u32,
}

impl Rating {
    /// Returns the level.
    pub fn level(&self) -> Level {
        Level::of(self.difficulty.score())
    }

    /// Writes it as the tags of a puzzle: themes, level, and `name=number` for every part.
    pub fn tags(&self) -> Vec<String> {
        let mut tags: Vec<String> = self
            .themes
            .iter()
            .map(|theme| theme.name().to_owned())
            .collect();
        tags.push(self.level().name().to_owned());
        let (difficulty, quality) = (&self.difficulty, &self.quality);
        let numbers = [
            ("difficulty", difficulty.score()),
            ("only-moves", difficulty.only_moves),
            ("tempting", difficulty.tempting),
            ("late", difficulty.late),
            ("laps", difficulty.laps),
            ("quality", quality.score()),
            ("economy", quality.economy),
            ("length", quality.length),
            ("surprise", quality.surprise),
            ("plies", self.plies),
        ];
        tags.extend(numbers.map(|(name, number)| format!("{name}={number}")));
        tags
    }

    /// Reads [`Rating::tags`], among other tags perhaps; `None` if a part is not there.
    pub fn from_tags(tags: &[String]) -> Option<Rating> {
        let number = |name: &str| {
            let mut parts = tags.iter().filter_map(|tag| tag.split_once('='));
            let (_, number) = parts.find(|(own, _)| *own == name)?;
            number.parse::<u32>().ok()
        };
        let themes: Vec<Theme> = tags
            .iter()
            .filter_map(|tag| Theme::from_name(tag))
            .collect();
        Some(Rating {
            difficulty: Difficulty {
                only_moves: number("only-moves")?,
                tempting: number("tempting")?,
                late: number("late")?,
                laps: number("laps")?,
            },
            quality: Quality {
                economy: number("economy")?,
                length: number("length")?,
                surprise: number("surprise")?,
                themes: (4 * themes.len() as u32).min(20),
            },
            themes,
            plies: number("plies")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_go_both_ways() {
        let rating = Rating {
            themes: vec![Theme::LongRelay, Theme::Waiting],
            difficulty: Difficulty {
                only_moves: 4,
                tempting: 2,
                late: 17,
                laps: 12,
            },
            quality: Quality {
                economy: 20,
                length: 15,
                surprise: 7,
                themes: 8,
            },
            plies: 19,
        };
        assert_eq!(Rating::from_tags(&rating.tags()), Some(rating.clone()));
        assert_eq!(rating.quality.score(), 50);
        let mut more = rating.tags();
        more.insert(0, "selected".to_owned());
        assert_eq!(Rating::from_tags(&more), Some(rating.clone()));
        more.retain(|tag| !tag.starts_with("late"));
        assert_eq!(Rating::from_tags(&more), None);
    }

    #[test]
    fn difficulty_grows_with_each_part() {
        let base = Difficulty {
            only_moves: 2,
            tempting: 1,
            late: 5,
            laps: 5,
        };
        let more = [
            Difficulty {
                only_moves: 3,
                ..base
            },
            Difficulty {
                tempting: 2,
                ..base
            },
            Difficulty { late: 9, ..base },
            Difficulty { laps: 9, ..base },
        ];
        assert!(more.iter().all(|more| more.score() > base.score()));
        assert_eq!(Difficulty::default().score(), 0);
        let most = Difficulty {
            only_moves: 1000,
            tempting: 99,
            late: 999,
            laps: 9999,
        };
        assert_eq!(most.score(), 99);
        assert_eq!(
            [34, 35, 59, 60].map(Level::of),
            [Level::Easy, Level::Medium, Level::Medium, Level::Hard]
        );
    }
}
