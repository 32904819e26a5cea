//! Whether a board makes a problem, and which.

use std::fmt;

use super::identity::{id_of, position_for};
use super::rating::{Difficulty, Quality};
use super::spotting::Scene;
use super::{Brief, Ground, Rating, Unique, Walk};
use crate::board::Ring;
use crate::limits::{Control, Stop};
use crate::notation::NamedMove;
use crate::puzzle::{About, Claim, Puzzle};
use crate::rules::{Position, Step};
use crate::solve::{GoalStudy, Study, Values};
use crate::value::{DrawsWithLead, Goal, Stipulation, Target, Thresholds, Verdict, WinsWithLead};

/// A problem that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The puzzle: id, position, what is asked, tags and the solution.
    pub puzzle: Puzzle,
    /// What its tags say.
    pub rating: Rating,
}

/// Why a board is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rejected {
    /// Its mirror image stands for it.
    Image,
    /// Fewer than three first moves.
    FewMoves,
    /// Too many positions can follow.
    TooLarge,
    /// At no score has it a single key.
    NoKey,
    /// The solution has too few only moves, or too many.
    OnlyMoves,
    /// A choice of the solver's on the main line is not the only one.
    Dual,
    /// The main line is too short or too long.
    Plies,
    /// A wanted theme is missing.
    Themes,
    /// Too easy or too hard.
    Difficulty,
    /// Not good enough.
    Quality,
    /// Too much like one that was taken.
    Repeats,
}

impl Rejected {
    /// All reasons, in the order in which they are looked for.
    pub const ALL: [Rejected; 11] = [
        Rejected::Image,
        Rejected::FewMoves,
        Rejected::TooLarge,
        Rejected::NoKey,
        Rejected::OnlyMoves,
        Rejected::Dual,
        Rejected::Plies,
        Rejected::Themes,
        Rejected::Difficulty,
        Rejected::Quality,
        Rejected::Repeats,
    ];

    /// Returns it in few words.
    pub fn words(self) -> &'static str {
        match self {
            Rejected::Image => "mirror images",
            Rejected::FewMoves => "fewer than three moves",
            Rejected::TooLarge => "too large",
            Rejected::NoKey => "no single key",
            Rejected::OnlyMoves => "too few or many only moves",
            Rejected::Dual => "duals",
            Rejected::Plies => "too short or long",
            Rejected::Themes => "other themes",
            Rejected::Difficulty => "too easy or hard",
            Rejected::Quality => "not good enough",
            Rejected::Repeats => "like others",
        }
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// For an exact margin so many states are looked at at most.
const MOST_STATES: u64 = 300_000;

/// The fewest first moves of a problem.
const LEAST_MOVES: usize = 3;

/// Looks at boards for a brief.
#[derive(Debug)]
pub struct Examiner<'a> {
    brief: &'a Brief,
    ground: &'a Ground,
    control: &'a Control,
}

impl<'a> Examiner<'a> {
    /// Makes one.
    pub fn new(brief: &'a Brief, ground: &'a Ground, control: &'a Control) -> Examiner<'a> {
        Examiner {
            brief,
            ground,
            control,
        }
    }

    /// Looks at a board, South to move.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn examine(&self, ring: &Ring) -> Result<Result<Found, Rejected>, Stop> {
        // 1. Enough to choose from, and values for all of it.
        let rules = &self.brief.rules;
        let mut steps = Vec::new();
        rules.expand(ring, |_, step| steps.push(step));
        if steps.len() < LEAST_MOVES {
            return Ok(Err(Rejected::FewMoves));
        }
        let Some(values) = self.ground.values(ring, self.control)? else {
            return Ok(Err(Rejected::TooLarge));
        };
        if let Some(asked) = self.brief.asked
            && let Target::MarginExactly(margin) = asked.target
        {
            return self.examine_exact(ring, &values, asked, margin);
        }
        // 2. A score at which one first move alone will do.
        let Some((position, asked)) = self.score_for(ring, &steps, &values) else {
            return Ok(Err(Rejected::NoKey));
        };
        let (goal, handicap) = plain(&asked, self.brief.total);
        // 3. The main line and how far it is the only one.
        let start = position.with_handicap(position.to_move(), handicap);
        let study = Study::new(start, values, self.control.clone());
        let walk = Walk::new(&study, goal)?;
        if let Some(reason) = self.unfit(&walk) {
            return Ok(Err(reason));
        }
        self.rate(Some(&study), &walk, position, asked)
    }

    /// Looks at a board for an exact margin (K14): at the scores at which at least as much can be had, each by itself, as the margin is no matter of
    /// having enough.
    fn examine_exact(
        &self,
        ring: &Ring,
        values: &Values,
        asked: Stipulation,
        margin: i16,
    ) -> Result<Result<Found, Rejected>, Stop> {
        let total = self.brief.total;
        let captured = (total - ring.seeds()) as i16;
        let reach = captured.min(ring.seeds() as i16 + margin);
        let enough = |lead: i16| values.of(ring).verdict(lead + 1 - margin) == Verdict::Win;
        let leads = (-reach..=reach).filter(|lead| (lead + captured) % 2 == 0 && enough(*lead));
        let control = self.control.with_nodes(MOST_STATES);
        let mut reason = Rejected::NoKey;
        for lead in leads {
            let position = position_for(&self.brief.rules, ring, total, lead);
            let study = GoalStudy::new(&position, &asked, control.clone());
            let walk = match Walk::towards(&study, &position) {
                Ok(Some(walk)) if walk.cut > 0 => walk,
                Ok(_) => continue,
                Err(Stop::Nodes) => return Ok(Err(Rejected::TooLarge)),
                Err(stop) => return Err(stop),
            };
            match self.unfit(&walk) {
                Some(unfit) => reason = unfit,
                None => return self.rate(None, &walk, position, asked),
            }
        }
        Ok(Err(reason))
    }

    /// Tells why a main line does not make a problem, if so.
    fn unfit(&self, walk: &Walk) -> Option<Rejected> {
        let plies = walk.plies.len() as u32;
        if !self.brief.only_moves.contains(&walk.only_moves()) {
            Some(Rejected::OnlyMoves)
        } else if !walk.is_unique(self.brief.unique) {
            Some(Rejected::Dual)
        } else if !self.brief.plies.contains(&plies) {
            Some(Rejected::Plies)
        } else {
            None
        }
    }

    /// Rates a problem and looks whether it is one of those wanted.
    fn rate(
        &self,
        study: Option<&Study>,
        walk: &Walk,
        position: Position,
        asked: Stipulation,
    ) -> Result<Result<Found, Rejected>, Stop> {
        let brief = self.brief;
        let scene = Scene {
            study,
            walk,
            asked,
            ground: self.ground,
            control: self.control,
        };
        let themes = scene.themes()?;
        let wanted = |group: &Vec<super::Theme>| group.iter().any(|theme| themes.contains(theme));
        if !brief.themes.iter().all(wanted) {
            return Ok(Err(Rejected::Themes));
        }
        let rating = Rating {
            difficulty: Difficulty::of(walk, study)?,
            quality: Quality::of(walk, &themes),
            themes,
            plies: walk.plies.len() as u32,
        };
        if !brief.difficulty.contains(&rating.difficulty.score()) {
            return Ok(Err(Rejected::Difficulty));
        }
        if rating.quality.score() < brief.quality {
            return Ok(Err(Rejected::Quality));
        }
        let row = position.row();
        let solution = walk.solution().iter();
        let solution = solution.map(|ply| NamedMove::new(ply.ply.mv, ply.ply.side, row));
        let mut tags = rating.tags();
        tags.push(match brief.unique {
            Unique::Line => "unique-line".to_owned(),
            Unique::Key if walk.is_unique(Unique::Line) => "unique-line".to_owned(),
            Unique::Key => "unique-key".to_owned(),
        });
        let puzzle = Puzzle {
            id: id_of(&position, &asked),
            position,
            opening: None,
            history: Vec::new(),
            stipulation: Some(asked),
            about: About {
                tags,
                ..About::default()
            },
            claim: Some(Claim::Line(solution.collect())),
        };
        Ok(Ok(Found { puzzle, rating }))
    }

    /// Finds the score: the least lead at which one move alone reaches the goal or, for a draw that is had with any lead, the greatest below an
    /// even score.
    fn score_for(
        &self,
        ring: &Ring,
        steps: &[Step],
        values: &Values,
    ) -> Option<(Position, Stipulation)> {
        let offers: Vec<Thresholds> = steps.iter().map(|&step| values.offered(step)).collect();
        let win = Stipulation::plain(Goal::Win);
        let draw = Stipulation::plain(Goal::Draw);
        match self.brief.asked {
            Some(asked) => self.score_for_one(ring, &offers, asked),
            None => self
                .score_for_one(ring, &offers, win)
                .or_else(|| self.score_for_one(ring, &offers, draw)),
        }
    }

    fn score_for_one(
        &self,
        ring: &Ring,
        offers: &[Thresholds],
        asked: Stipulation,
    ) -> Option<(Position, Stipulation)> {
        let captured = (self.brief.total - ring.seeds()) as i16;
        let (goal, handicap) = plain(&asked, self.brief.total);
        let window = window(offers, goal)?;
        let fits = |lead: &i16| (lead + captured) % 2 == 0 && window.holds(lead + handicap);
        let lead = match window.from {
            Some(from) => ((from - handicap).max(-captured)..=captured).find(fits),
            None => (-captured..0).rev().find(fits),
        }?;
        Some((
            position_for(&self.brief.rules, ring, self.brief.total, lead),
            asked,
        ))
    }
}

/// The leads at which one move alone reaches a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Window {
    /// The least; `None`: any.
    from: Option<i16>,
    /// One more than the greatest; `None`: any.
    until: Option<i16>,
}

impl Window {
    fn holds(&self, lead: i16) -> bool {
        self.from.is_none_or(|from| lead >= from) && self.until.is_none_or(|until| lead < until)
    }
}

/// Returns the leads at which one of some moves alone reaches a goal; for a draw those at which none wins.
fn window(offers: &[Thresholds], goal: Goal) -> Option<Window> {
    // As numbers: the least lead with which each move will do.
    let (never, always) = (i16::MAX, i16::MIN);
    let mut least: Vec<i16> = offers
        .iter()
        .map(|offer| match goal {
            Goal::Win => match offer.wins() {
                WinsWithLead::At(lead) => lead,
                WinsWithLead::Never => never,
            },
            Goal::Draw => match offer.draws() {
                DrawsWithLead::At(lead) => lead,
                DrawsWithLead::Always => always,
            },
        })
        .collect();
    least.sort_unstable();
    let (first, second) = (*least.first()?, *least.get(1)?);
    let wins = offers.iter().filter_map(|offer| match offer.wins() {
        WinsWithLead::At(lead) => Some(lead),
        WinsWithLead::Never => None,
    });
    let until = match goal {
        Goal::Win => second,
        Goal::Draw => wins.min().unwrap_or(never).min(second),
    };
    (first < until).then_some(Window {
        from: (first != always).then_some(first),
        until: (until != never).then_some(until),
    })
}

/// Returns the win or draw, and by how much the lead of the side to move counts for more, that a stipulation at least comes to (K14 apart).
fn plain(asked: &Stipulation, total: u32) -> (Goal, i16) {
    match asked.target {
        Target::Draw => (Goal::Draw, 0),
        Target::Win => (Goal::Win, 0),
        Target::MarginAtLeast(least) | Target::MarginExactly(least) => (Goal::Win, 1 - least),
        // n or more of a total of t: a margin of 2n - t or more.
        Target::CaptureAtLeast(least) => (Goal::Win, 1 - (2 * i16::from(least) - total as i16)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_have_one_move_that_will_do() {
        let offer = |wins: Option<i16>, draws: Option<i16>| {
            let wins = wins.map_or(WinsWithLead::Never, WinsWithLead::At);
            Thresholds::new(wins, draws.map_or(DrawsWithLead::Always, DrawsWithLead::At))
        };
        let offers = [
            [
                offer(Some(-3), Some(-4)),
                offer(Some(2), None),
                offer(None, Some(7)),
            ],
            [
                offer(Some(1), Some(-2)),
                offer(Some(1), Some(0)),
                offer(None, Some(7)),
            ],
            [
                offer(None, None),
                offer(None, Some(3)),
                offer(Some(9), Some(8)),
            ],
            [
                offer(None, None),
                offer(None, None),
                offer(Some(9), Some(8)),
            ],
        ];
        for offers in offers {
            for goal in [Goal::Win, Goal::Draw] {
                let window = window(&offers, goal);
                for lead in -20..=20 {
                    let reach = offers
                        .iter()
                        .filter(|offer| goal.is_met_by(offer.verdict(lead)));
                    let wins = offers
                        .iter()
                        .any(|offer| Goal::Win.is_met_by(offer.verdict(lead)));
                    let one = reach.count() == 1 && (goal == Goal::Win || !wins);
                    let held = window.is_some_and(|window| window.holds(lead));
                    assert_eq!(held, one, "{offers:?} {goal:?} {lead}");
                }
            }
        }
    }
}
