//! An answer from the growing graph, where neither layers nor the whole graph of continuations can be had.

use std::path::{Path, PathBuf};

use super::kept::{KeptSearches, SearchNote};
use super::line::{best_play, state_after};
use super::search_evidence::SearchEvidence;
use super::{
    AnswerLevel, Certify, Length, Line, MoveAnswer, Request, Solved, Status, Unsolved, Values,
};
use crate::board::Ring;
use crate::limits::{Control, Stop};
use crate::rules::{Move, Ply, Position, Record, Step};
use crate::search::{Distances, GrowingGraph, Known, NothingKnown, remove_search};
use crate::tables::LayerStack;
use crate::value::{DrawsWithLead, Thresholds, Verdict, WinsWithLead};

/// A search from a position.
struct Search<'a> {
    position: &'a Position,
    graph: GrowingGraph<'a, dyn Known>,
    layers: Option<&'a LayerStack>,
    control: &'a Control,
    /// The verdict of the position, once it is known: the graph may forget it over other questions.
    verdict: Option<Verdict>,
}

/// How a search ended that may be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// A limit came first.
    Stopped,
    /// All that was asked is answered.
    Answered,
    /// The verdict is known, but what its line and evidence rest on is no longer there.
    WithoutEvidence,
}

/// What came of a search.
pub(super) struct Searched {
    pub(super) status: Status,
    /// The states that were met.
    pub(super) states: u64,
    /// What became of its file.
    pub(super) notes: Vec<SearchNote>,
}

/// Searches for the verdict of a position and, unless only that is asked for, of every move; at the full level for all thresholds, too.
///
/// Evidence is for what is answered: never for lengths, and for moves and keys only where every move was looked at. With `kept` the search goes on from
/// what stands there, and is kept there if it is stopped.
pub(super) fn searched(
    request: &Request,
    level: AnswerLevel,
    layers: Option<&LayerStack>,
    kept: Option<&KeptSearches>,
    control: &Control,
) -> Searched {
    let known: &dyn Known = match layers {
        Some(layers) => layers,
        None => &NothingKnown,
    };
    let position = &request.position;
    let mut search = Search {
        position,
        graph: GrowingGraph::new(position.rules(), position.ring(), known),
        layers,
        control,
        verdict: None,
    };
    let mut notes = Vec::new();
    let path = kept.map(|kept| kept.path(position));
    let path = path.filter(|path| search.take_up(path, &mut notes));
    let status = match search.solve(request, level) {
        Ok(solved) => Status::Solved(solved),
        Err(stop) => {
            let (at_least, at_most) = match search.verdict {
                Some(verdict) => (verdict, verdict),
                None => search.graph.bounds(position.ring(), position.lead()),
            };
            Status::Unsolved(Unsolved {
                at_least,
                at_most,
                stop,
            })
        }
    };
    if let Some(path) = path {
        let end = match &status {
            Status::Unsolved(_) | Status::Composed => End::Stopped,
            Status::Solved(solved) => match solved.stop {
                None => End::Answered,
                // What the evidence rests on was forgotten, or known from other tables: going on would not bring it back.
                Some(Stop::Memory) => End::WithoutEvidence,
                Some(_) => End::Stopped,
            },
        };
        search.put_away(path, end, &mut notes);
    }
    Searched {
        status,
        states: search.graph.met(),
        notes,
    }
}

impl Search<'_> {
    /// Goes on from a file, if it is there; tells whether the search may be kept there.
    fn take_up(&mut self, path: &Path, notes: &mut Vec<SearchNote>) -> bool {
        if !path.exists() {
            return true;
        }
        let loaded = self.graph.load(path, self.control);
        let path = path.to_owned();
        match loaded {
            Ok(()) => {
                let states = self.graph.len() as u64;
                notes.push(SearchNote::TakenUp { path, states });
                true
            }
            Err(fault) => {
                notes.push(SearchNote::Fault { path, fault });
                false
            }
        }
    }

    /// Keeps a search that was stopped; of one that came to its end nothing is left.
    fn put_away(&self, path: PathBuf, end: End, notes: &mut Vec<SearchNote>) {
        let done = match end {
            End::Stopped => self.graph.save(&path).map(Some),
            End::Answered | End::WithoutEvidence => remove_search(&path).map(|()| None),
        };
        match (done, end) {
            (Ok(Some(bytes)), _) => notes.push(SearchNote::Kept { path, bytes }),
            (Ok(None), End::WithoutEvidence) => notes.push(SearchNote::Dropped { path }),
            (Ok(None), _) => {}
            (Err(fault), _) => notes.push(SearchNote::Fault { path, fault }),
        }
    }

    fn solve(&mut self, request: &Request, level: AnswerLevel) -> Result<Solved, Stop> {
        let position = self.position;
        let verdict = self
            .graph
            .verdict(position.ring(), position.lead(), self.control)?;
        self.verdict = Some(verdict);
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let (ply, _) = played(&Record::new(*position), mv);
            // What is not asked for is only looked up.
            let verdict = match level {
                AnswerLevel::Verdict => self.bounds_after(self.step(mv), position.lead()).0,
                AnswerLevel::Moves | AnswerLevel::Full => self.verdict_after(mv)?,
            };
            moves.push(MoveAnswer {
                mv,
                verdict,
                thresholds: None,
                length: match verdict {
                    Verdict::Draw => Length::Draw,
                    Verdict::Win | Verdict::Loss => Length::Unknown,
                },
                captured: ply.captured,
                next: ply.next,
            });
        }
        let thresholds = match level {
            AnswerLevel::Full => self.all_thresholds(&mut moves).map(Some),
            AnswerLevel::Verdict | AnswerLevel::Moves => Ok(None),
        };
        // The line of a draw may have to look at much more than its evidence does; that of a win looks at nothing new.
        let early = (verdict != Verdict::Draw).then(|| self.line(verdict));
        let every = level > AnswerLevel::Verdict;
        let certificate = request.certify.map(|certify| {
            let certify = Certify {
                keys: certify.keys && every,
                moves: certify.moves && every,
                length: false,
            };
            let mut evidence = SearchEvidence {
                position,
                goal: request.goal(),
                verdict,
                moves: &moves,
                graph: &mut self.graph,
                layers: self.layers,
                control: self.control,
            };
            evidence.certificate(certify)
        });
        let certificate = certificate.transpose();
        let line = early.unwrap_or_else(|| self.line(verdict));
        let stops = [
            line.as_ref().err(),
            certificate.as_ref().err(),
            thresholds.as_ref().err(),
        ];
        let stop = stops.into_iter().find_map(|stop| stop.copied());
        Ok(Solved {
            verdict,
            thresholds: thresholds.ok().flatten(),
            moves,
            length: match verdict {
                Verdict::Draw => Length::Draw,
                Verdict::Win | Verdict::Loss => Length::Unknown,
            },
            stop,
            line: line.ok(),
            certificate: certificate.ok().flatten(),
        })
    }

    fn step(&self, mv: Move) -> Step {
        let step = self.position.rules().step(self.position.ring(), mv);
        step.expect("a legal move")
    }

    /// Finds what the side to move gets by a move, its position afterwards taken by itself.
    fn verdict_after(&mut self, mv: Move) -> Result<Verdict, Stop> {
        let step = self.step(mv);
        let Some((ring, lead)) = state_after(step, self.position.lead()) else {
            return Ok(Verdict::Draw);
        };
        let verdict = self.graph.verdict(&ring, lead, self.control)?;
        Ok(seen_before(step, verdict))
    }

    /// Finds the thresholds of every move, and so the position's.
    fn all_thresholds(&mut self, moves: &mut [MoveAnswer]) -> Result<Thresholds, Stop> {
        let mut own = Thresholds::NOTHING;
        for answer in moves {
            let offered = match self.step(answer.mv) {
                Step::Endless => Thresholds::UNDECIDED,
                Step::Keep(ring) => self.thresholds(&ring)?,
                Step::Turn { ring, captured } => self.thresholds(&ring)?.through_turn(captured),
            };
            answer.thresholds = Some(offered);
            own = own.or(offered);
        }
        Ok(own)
    }

    /// Finds the thresholds of a board by asking at one lead after another, each time in the middle of those that may be.
    fn thresholds(&mut self, ring: &Ring) -> Result<Thresholds, Stop> {
        let most = ring.seeds() as i16 + 1;
        let wins = self.least_lead(ring, Verdict::Win, -most, most)?;
        // Whoever leads by all that is left does not lose.
        let highest = wins.map_or(most - 1, |wins| wins - 1);
        let draws = self.least_lead(ring, Verdict::Draw, -most, highest)?;
        Ok(Thresholds::new(
            wins.map_or(WinsWithLead::Never, WinsWithLead::At),
            match draws {
                // Behind by more than is left, only a repetition can draw, and that draws at any lead.
                Some(lead) if lead > -most => DrawsWithLead::At(lead),
                _ => DrawsWithLead::Always,
            },
        ))
    }

    /// Finds the least lead from `lowest` to `highest` at which the side to move gets so much, if there is one.
    fn least_lead(
        &mut self,
        ring: &Ring,
        verdict: Verdict,
        lowest: i16,
        highest: i16,
    ) -> Result<Option<i16>, Stop> {
        let (mut low, mut high) = (lowest, highest + 1);
        // At `high` it is so, or it is beyond what is asked; below `low` it is not.
        let mut next = highest;
        while low < high {
            match self.graph.verdict(ring, next, self.control)? >= verdict {
                true => high = next,
                false => low = next + 1,
            }
            next = low + (high - low) / 2;
        }
        Ok((high <= highest).then_some(high))
    }

    /// Returns what who makes a move with a lead gets by it at least, and at most, as far as is known.
    fn bounds_after(&self, step: Step, lead: i16) -> (Verdict, Verdict) {
        let Some((ring, lead)) = state_after(step, lead) else {
            return (Verdict::Draw, Verdict::Draw);
        };
        let (at_least, at_most) = self.graph.bounds(&ring, lead);
        let (a, b) = (seen_before(step, at_least), seen_before(step, at_most));
        (a.min(b), a.max(b))
    }

    /// Plays a line that ends with the verdict: the winner makes the moves that were found to win first, the loser those that were found to lose
    /// last; a draw is kept by the first moves in the fixed order of which that is known. Once it comes to layers, best play.
    fn line(&mut self, verdict: Verdict) -> Result<Line, Stop> {
        let mut record = Record::new(*self.position);
        let mut plies = Vec::new();
        let starter = self.position.to_move();
        loop {
            if let Some(ending) = record.ending() {
                return Ok(Line { plies, ending });
            }
            let here = *record.position();
            if let Some(layers) = self.layers
                && layers.thresholds(here.ring()).is_some()
            {
                let rest = self.best_play(layers, record)?;
                plies.extend(rest.plies);
                let ending = rest.ending;
                return Ok(Line { plies, ending });
            }
            let own = match here.to_move() == starter {
                true => verdict,
                false => !verdict,
            };
            let mv = match own {
                Verdict::Draw => self.drawing_move(&here)?,
                Verdict::Win | Verdict::Loss => {
                    found_move(&self.graph, here.ring(), &steps(&here), here.lead(), own)?
                }
            };
            let (ply, after) = played(&record, mv);
            plies.push(ply);
            record = after;
        }
    }

    fn best_play(&self, layers: &LayerStack, record: Record) -> Result<Line, Stop> {
        let values = Values::Layers(layers);
        let at = record.position();
        let lengths = Distances::new(
            at.rules(),
            &|ring: &Ring| values.of(ring),
            [(*at.ring(), at.lead())].into_iter(),
            layers.memory(),
            self.control,
        )?;
        let line = best_play(record, &values, |ring, _, lead| lengths.plies(ring, lead));
        Ok(line.expect("the lengths of everything on the line"))
    }

    /// Returns the first move that is known to keep a draw; where none is, the first that does.
    fn drawing_move(&mut self, here: &Position) -> Result<Move, Stop> {
        let steps = steps(here);
        let known =
            |&&(_, step): &&(Move, Step)| self.bounds_after(step, here.lead()).0 >= Verdict::Draw;
        if let Some(&(mv, _)) = steps.iter().find(known) {
            return Ok(mv);
        }
        for (mv, step) in steps {
            if let Some((ring, lead)) = state_after(step, here.lead())
                && seen_before(step, self.graph.verdict(&ring, lead, self.control)?)
                    >= Verdict::Draw
            {
                return Ok(mv);
            }
        }
        unreachable!("a draw without a move that keeps it")
    }
}

/// Returns the winner's move that was found to win first, or the loser's that was found to lose last; what is known beforehand was found before all else.
///
/// # Errors
///
/// If what was found was forgotten: so the winner would have to go by what was found after his own position was.
pub(super) fn found_move(
    graph: &GrowingGraph<dyn Known>,
    ring: &Ring,
    steps: &[(Move, Step)],
    lead: i16,
    verdict: Verdict,
) -> Result<Move, Stop> {
    let own = graph.found(ring, lead).ok_or(Stop::Memory)?;
    let mut best: Option<(Option<u32>, Move)> = None;
    for &(mv, step) in steps {
        let Some((ring, lead)) = state_after(step, lead) else {
            continue;
        };
        let (at_least, at_most) = graph.bounds(&ring, lead);
        if at_least != at_most || seen_before(step, at_least) != verdict {
            continue;
        }
        // None is least.
        let found = graph.found(&ring, lead);
        let better = best.is_none_or(|(best, _)| match verdict {
            Verdict::Win => found < best,
            Verdict::Draw | Verdict::Loss => found > best,
        });
        if better && found < Some(own) {
            best = Some((found, mv));
        }
    }
    best.map(|(_, mv)| mv).ok_or(Stop::Memory)
}

/// Returns every legal move with what it leads to, in the fixed order.
fn steps(here: &Position) -> Vec<(Move, Step)> {
    let mut steps = Vec::new();
    here.rules()
        .expand(here.ring(), |mv, step| steps.push((mv, step)));
    steps.sort_by(|a, b| a.0.order(b.0, here.to_move()));
    steps
}

fn played(record: &Record, mv: Move) -> (Ply, Record) {
    let mut record = record.clone();
    let ply = record.play(mv).expect("a legal move");
    (ply, record)
}

/// Turns the verdict of a position into that of who made the move to it.
fn seen_before(step: Step, verdict: Verdict) -> Verdict {
    match step {
        Step::Turn { .. } => !verdict,
        Step::Keep(_) | Step::Endless => verdict,
    }
}
