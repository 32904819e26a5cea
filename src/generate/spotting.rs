//! Which themes a problem has.

use std::collections::HashMap;

use super::rating::drops;
use super::{Ground, Theme, Walk, WalkPly};
use crate::board::Side;
use crate::limits::{Control, Stop};
use crate::rules::{Ending, Game, Move, Next, Outcome, Position, Record, Trace, Turn};
use crate::solve::Study;
use crate::value::{Goal, Stipulation, Target, Verdict};

/// A problem with all that its themes hang on.
pub(super) struct Scene<'s, 'a> {
    /// What is known of all that follows; `None` where an exact margin was asked for, of which it says nothing.
    pub(super) study: Option<&'s Study<'a>>,
    pub(super) walk: &'s Walk,
    pub(super) asked: Stipulation,
    pub(super) ground: &'s Ground,
    pub(super) control: &'s Control,
}

impl Scene<'_, '_> {
    /// Returns the themes, in the order of their list.
    pub(super) fn themes(&self) -> Result<Vec<Theme>, Stop> {
        let game = self.start().rules().game();
        let mut themes = Vec::new();
        for theme in Theme::ALL {
            if theme.game().is_none_or(|own| own == game) && self.has(theme)? {
                themes.push(theme);
            }
        }
        Ok(themes)
    }

    fn has(&self, theme: Theme) -> Result<bool, Stop> {
        let walk = self.walk;
        let giuthi = self.start().rules().game() == Game::Giuthi;
        let of_game = |in_giuthi, in_kiothi| if giuthi { in_giuthi } else { in_kiothi };
        let traces = || walk.solvers().filter_map(|ply| ply.trace.as_ref());
        Ok(match theme {
            Theme::SeveralSowings => self.turns().any(|turn| {
                let sowings = turn.iter().filter(|ply| ply.ply.mv != Move::Pass);
                turn[0].before.to_move() == walk.solver && sowings.count() >= 3
            }),
            Theme::LongRelay => traces().any(|trace| trace.laps.len() >= of_game(6, 3)),
            Theme::FullRound => {
                let cells = self.start().row().cells();
                let goes_along = |trace: &Trace| {
                    let mut sown = vec![false; cells];
                    drops(trace, &mut sown);
                    sown[cells / 2..].iter().all(|sown| *sown)
                };
                traces().any(goes_along)
            }
            Theme::ChainCapture => traces().any(|trace| trace.pits_taken() >= 2),
            Theme::TripleCapture => traces().any(|trace| trace.pits_taken() >= 4),
            Theme::GreatCapture => walk.solvers().any(|ply| {
                let captured = u32::from(ply.ply.captured);
                captured >= 5 && 2 * captured >= ply.before.ring().seeds()
            }),
            Theme::ForcedPass => {
                let others = walk.solution().iter();
                let mut others = others.filter(|ply| ply.before.to_move() != walk.solver);
                others.any(|ply| ply.ply.mv == Move::Pass)
            }
            Theme::OwnPass => walk.solvers().any(|ply| ply.ply.mv == Move::Pass),
            Theme::QuietKey => {
                let first = self.first_captures();
                self.key_turn_captures() == 0 && first.iter().any(|(_, captured)| *captured > 0)
            }
            Theme::Waiting => self.after_key_with_solver_to_move()? == Some(false),
            Theme::MutualZugzwang => self.is_mutual_zugzwang()?,
            Theme::SetPlay => {
                let passed = self.start().with_turn_passed();
                self.reaches(&passed)? == Some(true)
            }
            Theme::Sacrifice => {
                let end = walk.turn_end(0);
                let reply = walk.plies.get(end..).unwrap_or_default();
                let reply = match reply.is_empty() {
                    true => 0,
                    false => captures(&walk.plies[end..walk.turn_end(end)]),
                };
                self.key_turn_captures() == 0 && reply as usize >= of_game(3, 2)
            }
            Theme::RefusedCapture => {
                let first = self.first_captures();
                let key = walk.plies[0].ply.mv;
                let most = first
                    .iter()
                    .map(|(_, captured)| *captured)
                    .max()
                    .unwrap_or(0);
                let mut with_most = first.iter().filter(|(_, captured)| *captured == most);
                most >= 2 && with_most.all(|(mv, _)| *mv != key)
            }
            Theme::AvoidRepetition => {
                let only = walk.solvers().filter(|ply| ply.is_only_move());
                walk.goal == Goal::Win && only.into_iter().any(may_go_round)
            }
            Theme::RepetitionDraw => {
                walk.goal == Goal::Draw
                    && matches!(walk.ending, Ending::Repetition { .. })
                    && self
                        .study
                        .is_some_and(|study| study.always_draws(study.position()))
            }
            Theme::EndlessSowing => {
                let ring = self.start().ring();
                let endless = |mv| self.start().rules().sow(ring, mv) == Outcome::Endless;
                let key = walk.plies[0].ply.mv;
                let others = walk.plies[0].offers.iter().map(|offer| offer.mv);
                let other = others.into_iter().any(|mv| mv != key && endless(mv));
                walk.ending == Ending::EndlessSowing || other
            }
            Theme::EqualEnd => walk.goal == Goal::Draw && self.final_margin() == Some(0),
            Theme::NarrowWin => {
                let captured = [walk.solver, !walk.solver].map(|side| self.start().captured(side));
                let total =
                    u32::from(captured[0]) + u32::from(captured[1]) + self.start().ring().seeds();
                let least = if total.is_multiple_of(2) { 2 } else { 1 };
                self.final_margin() == Some(least)
            }
            Theme::OneWarrior => self.asked.target == Target::MarginExactly(2),
            Theme::FromBehind => {
                let behind = -self.start().lead();
                let half = self.start().ring().seeds().div_ceil(2) as i16;
                walk.goal == Goal::Win && behind >= half.max(3)
            }
            Theme::WrongDirection => {
                let offers = &walk.plies[0].offers;
                let key = walk.plies[0].ply.mv;
                let other = offers.iter().find(|offer| {
                    matches!((offer.mv, key), (Move::Sow { cell, .. }, Move::Sow { cell: own, .. }) if cell == own)
                        && offer.mv != key
                });
                other.is_some_and(|offer| offer.verdict == Some(Verdict::Loss))
            }
            Theme::MeasuredLift => {
                let Move::Lift { cell: own, .. } = walk.plies[0].ply.mv else {
                    return Ok(false);
                };
                let same = |mv: &Move| matches!(mv, Move::Lift { cell, .. } if *cell == own);
                let offers = walk.plies[0].offers.iter();
                offers.filter(|offer| same(&offer.mv)).count() >= 3
            }
            Theme::NkiSacrifice => walk.solvers().any(gives_up_nki),
            Theme::Switchback => {
                let mut counts: HashMap<u8, usize> = HashMap::new();
                for ply in walk.solvers() {
                    if let Move::Sow { cell, .. } | Move::Lift { cell, .. } = ply.ply.mv {
                        *counts.entry(cell).or_default() += 1;
                    }
                }
                counts.into_values().any(|count| count >= of_game(3, 4))
            }
            Theme::Echo => self.has_echo()?,
            Theme::Marathon => walk.plies.len() >= 30,
        })
    }

    fn start(&self) -> &Position {
        &self.walk.plies[0].before
    }

    /// Returns the turns of the solution, of both sides.
    fn turns(&self) -> impl Iterator<Item = &[WalkPly]> {
        let solution = self.walk.solution();
        solution.chunk_by(|a, b| a.before.to_move() == b.before.to_move())
    }

    fn key_turn_captures(&self) -> u32 {
        captures(&self.walk.plies[..self.walk.turn_end(0)])
    }

    /// Returns what each first move captures at once.
    fn first_captures(&self) -> Vec<(Move, u8)> {
        let start = self.start();
        let offers = self.walk.plies[0].offers.iter();
        let captured = |mv| match start.rules().sow(start.ring(), mv) {
            Outcome::Sown(sown) if sown.next == Next::Opponent => sown.captured,
            _ => 0,
        };
        offers.map(|offer| (offer.mv, captured(offer.mv))).collect()
    }

    /// Tells whether a position reaches the solver's goal; `None` where the game is over, its mover has to pass, or finding out is too much.
    fn reaches(&self, at: &Position) -> Result<Option<bool>, Stop> {
        Ok(self
            .verdict(at)?
            .map(|verdict| self.walk.goal.is_met_by(verdict)))
    }

    /// Returns the solver's result in a position that need not follow; `None` as for [`Scene::reaches`].
    fn verdict(&self, at: &Position) -> Result<Option<Verdict>, Stop> {
        if at.turn() != Turn::Sow || self.study.is_none() {
            return Ok(None);
        }
        let solver = self.walk.solver;
        let lead = at.with_handicap(solver, self.walk.handicap).lead();
        let thresholds = self.ground.thresholds(at.ring(), self.control)?;
        Ok(thresholds.map(|thresholds| {
            let verdict = thresholds.verdict(lead);
            if at.to_move() == solver {
                verdict
            } else {
                !verdict
            }
        }))
    }

    /// Returns the position at the end of the key's turn as if the solver were to move; `None` where the game is over or the other side has
    /// to pass.
    fn after_key_passed(&self) -> Option<Position> {
        let last = &self.walk.plies[self.walk.turn_end(0) - 1];
        let after = last.ply.position;
        let goes_on = last.ply.next.ending().is_none() && after.turn() == Turn::Sow;
        goes_on.then(|| after.with_turn_passed())
    }

    fn after_key_with_solver_to_move(&self) -> Result<Option<bool>, Stop> {
        let Some(passed) = self.after_key_passed() else {
            return Ok(None);
        };
        if self.study.is_none() {
            return Ok(None);
        }
        // Who would have to pass himself threatens nothing.
        Ok(Some(self.reaches(&passed)? == Some(true)))
    }

    fn is_mutual_zugzwang(&self) -> Result<bool, Stop> {
        let Some(passed) = self.after_key_passed() else {
            return Ok(false);
        };
        Ok(self.walk.goal == Goal::Win && self.verdict(&passed)? == Some(Verdict::Loss))
    }

    /// Returns by how much the solver has more in the end; `None` where the main line does not come to an end of the game.
    fn final_margin(&self) -> Option<i32> {
        let Ending::NoMoves { south, north } = self.walk.ending else {
            return None;
        };
        let margin = i32::from(south) - i32::from(north);
        Some(match self.walk.solver {
            Side::South => margin,
            Side::North => -margin,
        })
    }

    /// Looks for two replies to the key's turn after which the solver plays the same to the end.
    fn has_echo(&self) -> Result<bool, Stop> {
        let walk = self.walk;
        let Some(study) = self.study else {
            return Ok(false);
        };
        let end = walk.turn_end(0);
        let mut record = Record::new(*study.position());
        for ply in &walk.plies[..end] {
            record.play(ply.ply.mv).expect("a ply of the main line");
        }
        if record.ending().is_some() {
            return Ok(false);
        }
        let mut answers: Vec<Vec<Move>> = Vec::new();
        for mv in record.position().legal_moves() {
            let mut after = record.clone();
            after.play(mv).expect("a legal move");
            if after.ending().is_some() {
                continue;
            }
            let mut side = after.position().to_move();
            let line = study.line(after)?;
            let mut own = Vec::new();
            for ply in &line.plies {
                if side == walk.solver && ply.mv != Move::Pass {
                    own.push(ply.mv);
                }
                side = ply.position.to_move();
            }
            if own.len() >= 3 && answers.contains(&own) {
                return Ok(true);
            }
            answers.push(own);
        }
        Ok(false)
    }
}

/// Tells whether some other choice only draws, and draws whatever the lead.
fn may_go_round(ply: &WalkPly) -> bool {
    let others = ply.offers.iter().filter(|offer| offer.mv != ply.ply.mv);
    others.into_iter().any(|offer| offer.goes_round)
}

/// Tells whether an only move takes a mark off an own boma, though another move would not.
fn gives_up_nki(ply: &WalkPly) -> bool {
    let ring = ply.before.ring();
    let own = (1u32 << ring.row().pits()) - 1;
    let keeps_all = |mv| match ply.before.rules().sow(ring, mv) {
        Outcome::Sown(sown) => ring.nki() & !sown.ring.nki() & own == 0,
        _ => true,
    };
    let mut moves = ply.offers.iter().map(|offer| offer.mv);
    ply.is_only_move() && !keeps_all(ply.ply.mv) && moves.any(keeps_all)
}

/// Returns what some plies capture together.
fn captures(plies: &[WalkPly]) -> u32 {
    plies.iter().map(|ply| u32::from(ply.ply.captured)).sum()
}
