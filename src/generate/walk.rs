//! The main line of a problem, with every choice that the solver has on it.

use super::Unique;
use crate::board::Side;
use crate::limits::Stop;
use crate::rules::{Ending, Move, Ply, Position, Record, Trace};
use crate::solve::{GoalStudy, LineEnd, Standing, Study};
use crate::value::{Goal, Thresholds, Verdict, WinsWithLead};

/// One choice of the solver's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    /// The move.
    pub mv: Move,
    /// Whether it keeps the goal.
    pub keeps: bool,
    /// What the solver gets by it in the end, as far as a win, a draw or a loss goes; `None` where that was not asked.
    pub verdict: Option<Verdict>,
    /// Whether it draws with any lead, won with none: the other side can go round for ever.
    pub goes_round: bool,
}

/// One ply of the main line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WalkPly {
    /// The position that it is played in, at the score of the game.
    pub before: Position,
    /// The ply.
    pub ply: Ply,
    /// Its sowing lap by lap; `None` for a pass and a sowing without end.
    pub trace: Option<Trace>,
    /// Where the solver is to move, all his choices in the fixed order; elsewhere empty.
    pub offers: Vec<Offer>,
}

impl WalkPly {
    /// Returns how many of the solver's choices keep the goal.
    pub fn keeping(&self) -> usize {
        self.offers.iter().filter(|offer| offer.keeps).count()
    }

    /// Tells whether the solver had a choice here and one move alone keeps the goal.
    pub fn is_only_move(&self) -> bool {
        self.keeping() == 1 && self.offers.len() > 1
    }

    /// Tells whether the solver had a choice here in which something could go wrong.
    pub fn can_fail(&self) -> bool {
        self.keeping() < self.offers.len()
    }
}

/// The main line of a problem and how much of it is its solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Walk {
    /// Who is to reach the goal: the side to move at the start.
    pub solver: Side,
    /// The goal, at scores with the handicap.
    pub goal: Goal,
    /// By how much the solver's lead counts for more, where a margin is asked for.
    pub handicap: i16,
    /// The plies, to the end of the game.
    pub plies: Vec<WalkPly>,
    /// How it ends.
    pub ending: Ending,
    /// How many plies belong to the solution: it ends with the solver's last only move, and what is left of that turn.
    pub cut: usize,
    /// Whether after the solution nothing can go wrong on the main line.
    pub safe_after: bool,
}

impl Walk {
    /// Follows best play from a studied position, which may have a handicap, as the same position without it is played.
    ///
    /// The solution ends before the first turn of the solver's in which two moves keep the goal; it has no plies where the first move is not the
    /// only one, and the key alone where the first turn has such a choice later on.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn new(study: &Study, goal: Goal) -> Result<Walk, Stop> {
        let start = *study.position();
        let solver = start.to_move();
        let line = study.line(Record::new(start))?;
        let handicap = start.handicap(solver);
        let mut before = start;
        let mut plies = Vec::new();
        for ply in line.plies {
            let lead = before.lead();
            let offer = |(mv, offered): (Move, Thresholds)| {
                let verdict = offered.verdict(lead);
                Offer {
                    mv,
                    keeps: goal.is_met_by(verdict),
                    verdict: Some(verdict),
                    goes_round: verdict == Verdict::Draw && offered.wins() == WinsWithLead::Never,
                }
            };
            let offers = match before.to_move() == solver {
                true => study.offers(&before).into_iter().map(offer).collect(),
                false => Vec::new(),
            };
            plies.push(WalkPly {
                before: before.with_handicap(solver, 0),
                trace: before.rules().trace(before.ring(), ply.mv),
                offers,
                ply: Ply {
                    position: ply.position.with_handicap(solver, 0),
                    ..ply
                },
            });
            before = ply.position;
        }
        Ok(Walk::of(solver, goal, handicap, plies, line.ending))
    }

    /// Follows play towards a goal that the verdict does not answer, as an exact margin; `None` where it cannot be forced.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn towards(study: &GoalStudy, start: &Position) -> Result<Option<Walk>, Stop> {
        let solver = start.to_move();
        let mut standing = Standing {
            position: *start,
            stood: Vec::new(),
            used: 0,
        };
        let first = study.look(&standing)?;
        let LineEnd::Over(ending) = first.line.end else {
            return Ok(None);
        };
        if !first.reaches {
            return Ok(None);
        }
        let mut plies = Vec::new();
        for ply in &first.line.plies {
            let before = standing.position;
            let moves = match (before.to_move() == solver, plies.is_empty()) {
                (false, _) => Vec::new(),
                (true, true) => first.moves.clone(),
                (true, false) => study.look(&standing)?.moves,
            };
            let offers = moves.into_iter().map(|(mv, keeps, _)| Offer {
                mv,
                keeps,
                verdict: None,
                goes_round: false,
            });
            plies.push(WalkPly {
                before,
                trace: before.rules().trace(before.ring(), ply.mv),
                offers: offers.collect(),
                ply: *ply,
            });
            standing.stood.push(before);
            standing.position = ply.position;
        }
        Ok(Some(Walk::of(solver, Goal::Win, 0, plies, ending)))
    }

    fn of(solver: Side, goal: Goal, handicap: i16, plies: Vec<WalkPly>, ending: Ending) -> Walk {
        let mut walk = Walk {
            solver,
            goal,
            handicap,
            plies,
            ending,
            cut: 0,
            safe_after: false,
        };
        walk.cut = walk.cut();
        walk.safe_after = walk.plies[walk.cut..].iter().all(|ply| !ply.can_fail());
        walk
    }

    fn cut(&self) -> usize {
        let Some(key) = self.plies.first() else {
            return 0;
        };
        if !key.is_only_move() {
            return 0;
        }
        let mut cut = 1;
        let mut start = 0;
        while start < self.plies.len() {
            let end = self.turn_end(start);
            let turn = &self.plies[start..end];
            if turn[0].before.to_move() == self.solver {
                if turn.iter().any(|ply| ply.keeping() > 1) {
                    break;
                }
                if turn.iter().any(WalkPly::is_only_move) {
                    cut = end;
                }
            }
            start = end;
        }
        cut
    }

    /// Returns where the turn ends that begins at a ply: the number of the first ply after it.
    pub fn turn_end(&self, start: usize) -> usize {
        let side = self.plies[start].before.to_move();
        let rest = self.plies[start..].iter();
        start + rest.take_while(|ply| ply.before.to_move() == side).count()
    }

    /// Returns the plies of the solution.
    pub fn solution(&self) -> &[WalkPly] {
        &self.plies[..self.cut]
    }

    /// Returns the solver's plies of the solution.
    pub fn solvers(&self) -> impl Iterator<Item = &WalkPly> {
        let solver = self.solver;
        let solution = self.solution().iter();
        solution.filter(move |ply| ply.before.to_move() == solver)
    }

    /// Returns how many only moves the solution has.
    pub fn only_moves(&self) -> u32 {
        self.solution()
            .iter()
            .filter(|ply| ply.is_only_move())
            .count() as u32
    }

    /// Tells whether the solution is the only one as far as is asked.
    pub fn is_unique(&self, unique: Unique) -> bool {
        let whole_turn = self.cut > 0 && self.cut >= self.turn_end(0);
        match unique {
            Unique::Key => self.cut > 0,
            Unique::Line => whole_turn && self.safe_after,
        }
    }
}
