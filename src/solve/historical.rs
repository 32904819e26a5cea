//! Answers beside a history: boards that stood before are draws when they come up again (G12, K13).
//!
//! A history can only turn wins into draws. So what is drawn as a game of its own stays drawn, and of a win it has to be found out whether
//! the winner can do without the boards of the history and the position's own ([`Avoiding`], which knows lengths as well).
//! Only boards with as many seeds as the position has matter; after a capture everything is worth what tables and graphs say.

use super::evidence::proofs_to_make;
use super::forced_evidence::proof;
use super::line::{Candidate, best_play, candidates, state_after};
use super::solver::{GRAPH_BEFORE_SEARCH, Plan};
use super::{AnswerLevel, Certify, Length, Line, Method, MoveAnswer, Request, Solved, Solver};
use super::{Status, Unsolved, Values};
use crate::board::{Ring, Side};
use crate::certificate::{Aim, Certificate, certificate_lines, check};
use crate::limits::{Control, Stop};
use crate::rules::{Position, Record, Step};
use crate::search::{Avoiding, Forced, Seeking};
use crate::value::{Required, Verdict};

impl Solver {
    /// Answers a request with a history, about a position at which the game is not over.
    pub(super) fn historical(
        &mut self,
        request: &Request,
        level: AnswerLevel,
        control: &Control,
    ) -> (Status, Method, u64) {
        let position = &request.position;
        let unsolved = |stop| Status::Unsolved(Unsolved::by_numbers(position, stop));
        let mut plan = self.plan(position, Some(GRAPH_BEFORE_SEARCH), control);
        if let Ok(Plan::Search { .. }) = plan {
            if let Some(found) = self.by_search(request, level, control) {
                return found;
            }
            plan = self.plan(position, None, control);
        }
        let plan = match plan {
            Ok(plan) => plan,
            Err((stop, method)) => return (unsolved(stop), method, self.progress.read().1),
        };
        let values = self.values(plan);
        let own = [*position];
        let boards = |positions: &[Position]| {
            let boards = positions.iter();
            boards
                .map(|board| (*board.ring(), board.to_move()))
                .collect::<Vec<_>>()
        };
        let history = boards(&request.history);
        let beside = Beside {
            request,
            values: &values,
            stood: [&history[..], &boards(&own)].concat(),
            history,
            control,
        };
        let status = beside.solved(level).map_or_else(unsolved, Status::Solved);
        (status, values.method(), values.positions(position))
    }
}

impl Solver {
    /// Searches as if nothing had stood before, and has the evidence held to the history by the checker: if that passes, the answer holds beside it.
    ///
    /// `None` if it does not pass, so that a board of the history may matter, or if a limit is reached.
    fn by_search(
        &mut self,
        request: &Request,
        level: AnswerLevel,
        control: &Control,
    ) -> Option<(Status, Method, u64)> {
        let every = level > AnswerLevel::Verdict;
        let alone = Request {
            history: Vec::new(),
            certify: Some(Certify {
                keys: every,
                moves: every,
                length: false,
            }),
            ..request.clone()
        };
        let (status, method, positions) =
            self.answer(&alone, level.min(AnswerLevel::Moves), control);
        let Status::Solved(mut solved) = status else {
            return None;
        };
        let certificate = Certificate {
            history: request.history.clone(),
            ..solved.certificate.take()?
        };
        let lines = certificate_lines(&certificate);
        let text: String = lines.map(|line| line + "\n").collect();
        check(text.as_bytes(), u64::MAX).ok()?;
        // A move that ends the game as a draw has a verdict that is shown, too; only what follows it is told anew.
        for answer in &mut solved.moves {
            let mut record = Record::with_history(request.position, &request.history);
            answer.next = record.play(answer.mv).ok()?.next;
        }
        solved.thresholds = None;
        solved.line = solved.line.and_then(|line| {
            let mut record = Record::with_history(request.position, &request.history);
            let mut plies = Vec::new();
            for ply in line.plies {
                plies.push(record.play(ply.mv).ok()?);
                if let Some(ending) = record.ending() {
                    return Some(Line { plies, ending });
                }
            }
            None
        });
        if let Some(line) = &solved.line {
            let result = Verdict::of_ending(line.ending, request.position.to_move());
            // A win over a board that stood before is none.
            solved.line = solved.line.take_if(|_| result == solved.verdict);
        }
        solved.certificate = request.certify.map(|_| certificate);
        Some((Status::Solved(solved), method, positions))
    }
}

/// A position beside its history.
struct Beside<'a> {
    request: &'a Request,
    values: &'a Values<'a>,
    /// The boards of the history.
    history: Vec<(Ring, Side)>,
    /// These and the position's own.
    stood: Vec<(Ring, Side)>,
    control: &'a Control,
}

impl Beside<'_> {
    fn solved(&self, level: AnswerLevel) -> Result<Solved, Stop> {
        let position = &self.request.position;
        // 1. The moves. All of them are looked at, whatever is asked: without thresholds the verdict comes from them.
        let mut moves = Vec::new();
        for candidate in candidates(position, self.values) {
            moves.push(self.answer(&candidate)?);
        }
        let verdict = moves.iter().map(|answer| answer.verdict).max();
        let verdict = verdict.expect("a move where the game is not over");
        // 2. The length: that of the best move.
        let kept = moves.iter().filter(|answer| answer.verdict == verdict);
        let plies = kept.filter_map(|answer| match answer.length {
            Length::Proved(plies) => Some(plies),
            Length::Draw | Length::Unknown => None,
        });
        let best = match verdict {
            Verdict::Win => plies.min(),
            Verdict::Loss => plies.max(),
            Verdict::Draw => None,
        };
        // 3. Line and evidence.
        let line = self.line(verdict);
        let every = level > AnswerLevel::Verdict;
        let certificate = self.request.certify.map(|certify| {
            let certify = Certify {
                keys: certify.keys && every,
                moves: certify.moves && every,
                length: false,
            };
            self.certificate(verdict, &moves, certify)
        });
        let certificate = certificate.transpose();
        let stops = [line.as_ref().err(), certificate.as_ref().err()];
        let stop = stops.into_iter().find_map(|stop| stop.copied());
        Ok(Solved {
            verdict,
            // A history may count at one lead and not at another.
            thresholds: None,
            moves,
            length: best.map_or(Length::Draw, Length::Proved),
            line: line.ok().flatten(),
            certificate: certificate.ok().flatten(),
            stop,
        })
    }

    /// Says what a choice at the position comes to.
    fn answer(&self, candidate: &Candidate) -> Result<MoveAnswer, Stop> {
        let position = &self.request.position;
        let ply = Record::with_history(*position, &self.request.history)
            .play(candidate.mv)
            .expect("a choice that the rules offer");
        let (verdict, plies) = self.worth(position, candidate)?;
        Ok(MoveAnswer {
            mv: candidate.mv,
            verdict,
            thresholds: None,
            length: plies.map_or(Length::Draw, Length::Proved),
            captured: ply.captured,
            next: ply.next,
        })
    }

    /// Returns what a choice gives its player, and in how many plies it wins or loses.
    fn worth(&self, at: &Position, candidate: &Candidate) -> Result<(Verdict, Option<u32>), Stop> {
        const DRAW: (Verdict, Option<u32>) = (Verdict::Draw, None);
        let verdict = candidate.offered.verdict(at.lead());
        let Some((ring, lead)) = state_after(candidate.step, at.lead()) else {
            return Ok(DRAW);
        };
        let mover = match candidate.step {
            Step::Keep(_) => at.to_move(),
            Step::Turn { .. } | Step::Endless => !at.to_move(),
        };
        if verdict == Verdict::Draw || self.stood.contains(&(ring, mover)) {
            return Ok(DRAW);
        }
        let avoiding = self.avoiding((ring, mover, lead), &self.stood)?;
        Ok(match avoiding.plies(&ring, mover, lead) {
            Some(plies) => (verdict, Some(plies + 1)),
            None => DRAW,
        })
    }

    fn avoiding(
        &self,
        state: (Ring, Side, i16),
        boards: &[(Ring, Side)],
    ) -> Result<Avoiding, Stop> {
        let values = |ring: &Ring| self.values.of(ring);
        let rules = self.request.position.rules();
        let held = self.values.memory();
        Avoiding::new(rules, &values, state, boards, held, self.control)
    }

    /// Plays on as best beside the history.
    fn line(&self, verdict: Verdict) -> Result<Option<Line>, Stop> {
        let position = &self.request.position;
        let mut record = Record::with_history(*position, &self.request.history);
        if verdict != Verdict::Draw {
            // The winner never needs the position's own board.
            let state = (*position.ring(), position.to_move(), position.lead());
            let avoiding = self.avoiding(state, &self.history)?;
            return Ok(best_play(record, self.values, |ring, mover, lead| {
                avoiding.plies(ring, mover, lead)
            }));
        }
        let mut plies = Vec::new();
        loop {
            if let Some(ending) = record.ending() {
                return Ok(Some(Line { plies, ending }));
            }
            let here = *record.position();
            let mut kept = None;
            for candidate in candidates(&here, self.values) {
                // What would win without the history does not win here, but does not lose either.
                let loses = candidate.offered.verdict(here.lead()) == Verdict::Loss;
                if !loses || self.worth(&here, &candidate)?.0 != Verdict::Loss {
                    kept = Some(candidate.mv);
                    break;
                }
            }
            let mv = kept.expect("a move that keeps the draw");
            plies.push(record.play(mv).expect("a choice that the rules offer"));
        }
    }

    /// Makes the certificate, from everything that can follow.
    fn certificate(
        &self,
        verdict: Verdict,
        moves: &[MoveAnswer],
        certify: Certify,
    ) -> Result<Certificate, Stop> {
        let position = &self.request.position;
        let history = &self.request.history;
        let mut forced: [Option<Forced>; 2] = [None, None];
        let mut proofs = Vec::new();
        for wanted in proofs_to_make(position, self.request.goal(), verdict, moves, certify) {
            let forces = wanted.aim == Aim::Win;
            let seeker = if forces { wanted.side } else { !wanted.side };
            let slot = &mut forced[seeker.index()];
            let forced = match slot {
                Some(forced) => forced,
                None => {
                    let required = Required::AtLeast(1);
                    let seeking = Seeking::new(position, seeker, required, None, history);
                    let held = self.values.memory();
                    slot.insert(Forced::new(seeking, position, None, held, self.control)?)
                }
            };
            proofs.push(proof(
                forced,
                position,
                wanted.starts,
                forces,
                self.control,
            )?);
        }
        Ok(Certificate {
            position: *position,
            history: history.clone(),
            proofs,
        })
    }
}
