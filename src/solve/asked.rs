//! Stipulations that the verdict of the side to move does not answer.
//!
//! *At least a margin, at least so many captures, goals of the other side*: a margin of k can be forced where a win can be forced with a handicap of k − 1, so
//! they go the way of all verdicts, through graphs, layers and searches. *Exactly a margin* and *in time* are no question of one
//! lead or another: [`Forced`] looks at everything that can follow. A *draw in time* is the only one that a repetition can meet, so there
//! the boards on the path belong to the question ([`InTime`]).

use super::forced_evidence;
use super::handicap::without_handicap;
use super::in_time::InTime;
use super::line::choices;
use super::solver::{GRAPH_BEFORE_SEARCH, Plan};
use super::{Answer, AnswerLevel, Asked, Certify, Found, GoalLine, Length, Line, LineEnd, Request};
use super::{Solved, Solver, Status, Values};
use crate::board::Side;
use crate::certificate::{Proof, Start};
use crate::limits::{Control, Stop};
use crate::rules::{Move, Position, Record, Step};
use crate::search::{Certain, Forced, Hopeless, Seeking, Sought};
use crate::value::{Goal, Required, Stipulation, Target, Verdict, Within};

impl Solver {
    /// Finds out what becomes of a stipulation, with the proofs of it where they are asked for.
    pub(super) fn asked(
        &mut self,
        request: &Request,
        stipulation: &Stipulation,
        level: AnswerLevel,
        control: &Control,
    ) -> (Asked, Vec<Proof>) {
        let position = &request.position;
        if let Some(why) = stipulation.impossible(position) {
            return (Asked::Impossible(why), Vec::new());
        }
        let side = stipulation.side(position);
        let required = stipulation.required(position);
        let found = match (required, stipulation.within) {
            (Required::NotLosing, None) => self.by_verdict(request, side, 0, level, control),
            (Required::AtLeast(least), None) if request.history.is_empty() => {
                self.by_verdict(request, side, 1 - least, level, control)
            }
            (Required::NotLosing, Some(within)) => self
                .by_verdict(request, side, 0, level, control)
                .and_then(|(found, _)| match found.met {
                    // What cannot be had at all cannot be had in time.
                    false => Ok((found, Vec::new())),
                    true => in_time(request, side, within, control),
                }),
            (Required::AtLeast(_) | Required::Exactly(_), within) => {
                let history = &request.history;
                let seeking = Seeking::new(position, side, required, within, history);
                self.by_forced(request, seeking, control)
            }
        };
        match found {
            Ok((found, proofs)) => (Asked::Found(found), proofs),
            Err(stop) => (Asked::Unknown(stop), Vec::new()),
        }
    }

    /// Asks whether a side wins with a handicap, or with none draws.
    fn by_verdict(
        &mut self,
        request: &Request,
        side: Side,
        handicap: i16,
        level: AnswerLevel,
        control: &Control,
    ) -> Result<(Found, Vec<Proof>), Stop> {
        let position = &request.position;
        let to_draw = request.stipulation.map(|asked| asked.target) == Some(Target::Draw);
        let own = side == position.to_move();
        let goal = if to_draw { Goal::Draw } else { Goal::Win };
        let asked = Request {
            position: position.with_handicap(side, handicap),
            // The other side's goal is no goal of the side to move; its verdict says all.
            stipulation: own.then(|| Stipulation::plain(goal)),
            history: request.history.clone(),
            lengths: request.lengths,
            certify: request.certify.map(|certify| Certify {
                keys: certify.keys && own,
                ..Certify::default()
            }),
            level: Some(level.min(AnswerLevel::Moves)),
            ..Request::new(*position)
        };
        let level = level.min(AnswerLevel::Moves);
        let (status, ..) = self.status(&asked, level, control);
        let solved = match status {
            Status::Solved(solved) => solved,
            Status::Unsolved(unsolved) => return Err(unsolved.stop),
            Status::Composed => unreachable!("play against the other side"),
        };
        let is_met = |verdict: Verdict| {
            let verdict = if own { verdict } else { !verdict };
            goal.is_met_by(verdict)
        };
        let met = is_met(solved.verdict);
        let Solved {
            moves,
            length,
            line,
            certificate,
            stop,
            ..
        } = solved;
        let keys = (level == AnswerLevel::Moves || moves.is_empty()).then(|| {
            let keys = moves.iter().filter(|answer| met && is_met(answer.verdict));
            keys.map(|answer| answer.mv).collect()
        });
        let found = Found {
            met,
            keys,
            plies: match length {
                Length::Proved(plies) if met && !to_draw => Some(plies),
                _ => None,
            },
            line: line.map(|line| line_without_handicap(line, side)),
            stop,
        };
        let proofs = certificate.map_or(Vec::new(), |certificate| {
            without_handicap(certificate.proofs, side, handicap)
        });
        Ok((found, proofs))
    }

    /// Looks at everything that can follow, as far as the seeker can force as much as he wants, or more.
    fn by_forced(
        &mut self,
        request: &Request,
        seeking: Seeking,
        control: &Control,
    ) -> Result<(Found, Vec<Proof>), Stop> {
        let position = &request.position;
        let values = match self.plan(position, Some(GRAPH_BEFORE_SEARCH), control) {
            Ok(Plan::Search { .. }) | Err((Stop::Memory | Stop::Nodes, _)) => None,
            Ok(plan) => Some(self.values(plan)),
            Err((stop, _)) => return Err(stop),
        };
        let required = seeking.required();
        let hopeless = values.as_ref().map(|values| {
            move |state: &Sought| {
                let least = match required {
                    Required::AtLeast(least) | Required::Exactly(least) => least,
                    Required::NotLosing => return false,
                };
                // With a handicap of so many less, it is a win that is wanted.
                let lead = state.lead + 1 - least;
                let thresholds = values.of(&state.ring);
                match state.seeker_to_move {
                    true => thresholds.verdict(lead) != Verdict::Win,
                    false => thresholds.verdict(-lead) != Verdict::Loss,
                }
            }
        });
        let hopeless = hopeless.as_ref().map(|hopeless| hopeless as Hopeless);
        let held = values.as_ref().map_or(0, Values::memory);
        let forced = Forced::new(seeking.clone(), position, hopeless, held, control)?;
        let start = forced.seeking().start(position);
        let plies = forced.plies(&start);
        let met = plies.is_some();
        let moves = moves_with(&forced, position);
        let keys = moves.iter().filter(|(_, _, reaches)| met && *reaches);
        let keys: Vec<Move> = keys.map(|(mv, ..)| *mv).collect();
        let line = line(&forced, position, &request.history, hopeless);
        let held = held + forced.memory();
        let proofs = request.certify.map(|certify| {
            // Evidence goes through everything that can follow.
            let whole = Forced::new(seeking, position, None, held, control)?;
            proofs(&whole, position, met, &moves, certify, control)
        });
        let (proofs, stop) = match proofs.transpose() {
            Ok(proofs) => (proofs.unwrap_or_default(), None),
            Err(stop) => (Vec::new(), Some(stop)),
        };
        let found = Found {
            met,
            keys: Some(keys),
            plies,
            line: Some(line),
            stop,
        };
        Ok((found, proofs))
    }
}

/// Takes the handicap off the positions of a line, whose leads are then what was captured.
fn line_without_handicap(line: Line, side: Side) -> GoalLine {
    let mut plies = line.plies;
    for ply in &mut plies {
        ply.position = ply.position.with_handicap(side, 0);
    }
    GoalLine {
        plies,
        end: LineEnd::Over(line.ending),
    }
}

/// Looks whether a side draws in time.
fn in_time(
    request: &Request,
    side: Side,
    within: Within,
    control: &Control,
) -> Result<(Found, Vec<Proof>), Stop> {
    let sure = sure_draw(request, side, within, control)?;
    let asked = InTime::new(&request.position, &request.history, side, within);
    let found = asked.with_sure(sure.as_ref()).found(control)?;
    Ok((found, Vec::new()))
}

/// Returns every legal move, what comes of it, and whether what is sought is forced after it.
pub(super) fn moves_with(forced: &Forced, position: &Position) -> Vec<(Move, Step, bool)> {
    let start = forced.seeking().start(position);
    let choices = choices(position.rules(), position.ring(), position.to_move());
    choices
        .into_iter()
        .map(|(mv, step)| (mv, step, forced.plies_after(&start, step).is_some()))
        .collect()
}

/// Makes the proofs of what was found: that the seeker forces it or does not and, if he is to move and the keys are to be shown, the same of each move.
fn proofs(
    forced: &Forced,
    position: &Position,
    met: bool,
    moves: &[(Move, Step, bool)],
    certify: Certify,
    control: &Control,
) -> Result<Vec<Proof>, Stop> {
    let own = forced.seeking().side() == position.to_move();
    let mut starts = [Vec::new(), Vec::new()];
    starts[usize::from(met)].push(Start::Here);
    if met && own && certify.keys {
        for &(mv, _, reaches) in moves {
            starts[usize::from(reaches)].push(Start::After(mv));
        }
    }
    let [fails, reaches] = starts;
    let mut proofs = Vec::new();
    for (starts, forces) in [(reaches, true), (fails, false)] {
        if !starts.is_empty() {
            proofs.push(forced_evidence::proof(
                forced, position, starts, forces, control,
            )?);
        }
    }
    Ok(proofs)
}

/// Plays on from a position: the seeker as fast as he can, the other side as long as it can; or, where it is not forced, both so that it
/// stays so, by the first move in the fixed order that does. What is `hopeless` has to stay so too.
pub(super) fn line(
    forced: &Forced,
    position: &Position,
    history: &[Position],
    hopeless: Option<Hopeless>,
) -> GoalLine {
    let seeking = forced.seeking();
    let mut record = Record::with_history(*position, history);
    let mut state: Sought = seeking.start(position);
    let mut is_hopeless = false;
    let mut plies = Vec::new();
    loop {
        if let Some(ending) = record.ending() {
            let end = LineEnd::Over(ending);
            return GoalLine { plies, end };
        }
        let end = match seeking.certainly(&state) {
            Some(Certain::TimeUp) => Some(LineEnd::TimeUp),
            Some(Certain::OutOfReach) => Some(LineEnd::OutOfReach),
            _ => None,
        };
        if let Some(end) = end {
            return GoalLine { plies, end };
        }
        is_hopeless |= forced.is_hopeless(&state);
        let here = record.position();
        let choices = choices(here.rules(), here.ring(), here.to_move());
        let plies_after = |step| forced.plies_after(&state, step);
        // Where a choice ends the game as a draw, the other side of it was not looked into.
        let draws = |step| seeking.after(&state, step).is_none();
        let drawn = match state.seeker_to_move {
            true => None,
            false => choices.iter().find(|(_, step)| draws(*step)),
        };
        let best = match (forced.plies(&state), hopeless) {
            // The longest defence lasts as long as the state, as does the fastest way.
            (Some(plies), _) => choices
                .iter()
                .find(|(_, step)| plies_after(*step) == Some(plies)),
            (None, Some(hopeless)) if is_hopeless => {
                let stays = |step| {
                    seeking
                        .after(&state, step)
                        .is_none_or(|next| hopeless(&next))
                };
                choices.iter().find(|(_, step)| stays(*step))
            }
            (None, _) => drawn.or_else(|| {
                choices
                    .iter()
                    .find(|(_, step)| plies_after(*step).is_none())
            }),
        };
        let &(mv, step) = best.expect("a move that keeps it so");
        plies.push(record.play(mv).expect("a legal move"));
        if let Some(next) = seeking.after(&state, step) {
            state = next;
        }
    }
}

/// Adds proofs of what was asked to the certificate of an answer, if it has one.
pub(super) fn add_proofs(answer: &mut Answer, proofs: Vec<Proof>) {
    if let Status::Solved(solved) = &mut answer.status
        && let Some(certificate) = &mut solved.certificate
    {
        for proof in proofs {
            let same = |one: &&mut Proof| {
                (one.side, one.aim, one.terms) == (proof.side, proof.aim, proof.terms)
            };
            // What is shown already need not be shown twice.
            match certificate.proofs.iter_mut().find(same) {
                Some(there)
                    if proof
                        .starts
                        .iter()
                        .all(|start| there.starts.contains(start)) => {}
                _ => certificate.proofs.push(proof),
            }
        }
    }
}

/// Drops a certificate that a limit kept from showing what was asked: it would show something else.
pub(super) fn drop_unproved(answer: &mut Answer) {
    if let (Some(Asked::Found(found)), Status::Solved(solved)) = (&answer.asked, &mut answer.status)
        && found.stop.is_some()
    {
        solved.certificate = None;
    }
}

/// Looks for an end in time that is no defeat and rests on no repetition; `None` where that is too much to look at.
fn sure_draw(
    request: &Request,
    side: Side,
    within: Within,
    control: &Control,
) -> Result<Option<Forced>, Stop> {
    let (position, history) = (&request.position, &request.history);
    let seeking = Seeking::new(position, side, Required::AtLeast(0), Some(within), history);
    match Forced::new(seeking, position, None, 0, control) {
        Ok(forced) => Ok(Some(forced)),
        Err(Stop::Memory | Stop::Nodes) => Ok(None),
        Err(stop) => Err(stop),
    }
}
