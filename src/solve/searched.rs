//! An answer from the growing graph, where neither layers nor the whole graph of continuations can be had.

use super::line::{best_play, state_after};
use super::{AnswerLevel, Length, Line, MoveAnswer, Solved, Status, Unsolved, Values};
use crate::board::Ring;
use crate::limits::{Control, Stop};
use crate::rules::{Move, Position, Record, Step};
use crate::search::{Distances, GrowingGraph, Known, NothingKnown, Ranks};
use crate::tables::LayerStack;
use crate::value::Verdict;

/// A search from a position.
struct Search<'a> {
    position: &'a Position,
    graph: GrowingGraph<'a, dyn Known>,
    layers: Option<&'a LayerStack>,
    control: &'a Control,
}

/// Searches for the verdict of a position and, unless only that is asked for, of every move; gives the number of states, too.
pub(super) fn searched(
    position: &Position,
    level: AnswerLevel,
    layers: Option<&LayerStack>,
    control: &Control,
) -> (Status, u64) {
    let known: &dyn Known = match layers {
        Some(layers) => layers,
        None => &NothingKnown,
    };
    let mut search = Search {
        position,
        graph: GrowingGraph::new(position.rules(), known),
        layers,
        control,
    };
    let status = match search.solve(level) {
        Ok(solved) => Status::Solved(solved),
        Err(stop) => {
            let (at_least, at_most) = search.graph.bounds(position.ring(), position.lead());
            Status::Unsolved(Unsolved {
                at_least,
                at_most,
                stop,
            })
        }
    };
    (status, search.graph.len() as u64)
}

impl Search<'_> {
    fn solve(&mut self, level: AnswerLevel) -> Result<Solved, Stop> {
        let position = self.position;
        let verdict = self.verdict(position)?;
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let (ply, record) = played(&Record::new(*position), mv);
            // What is not asked for is only looked up.
            let verdict = match level {
                AnswerLevel::Verdict => self.bounds_after(mv).0,
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
            drop(record);
        }
        let line = self.line(verdict);
        Ok(Solved {
            verdict,
            thresholds: None,
            moves,
            length: match verdict {
                Verdict::Draw => Length::Draw,
                Verdict::Win | Verdict::Loss => Length::Unknown,
            },
            stop: line.as_ref().err().copied(),
            line: line.ok(),
            certificate: None,
        })
    }

    fn verdict(&mut self, at: &Position) -> Result<Verdict, Stop> {
        self.graph.verdict(at.ring(), at.lead(), self.control)
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

    fn bounds_after(&self, mv: Move) -> (Verdict, Verdict) {
        let step = self.step(mv);
        let Some((ring, lead)) = state_after(step, self.position.lead()) else {
            return (Verdict::Draw, Verdict::Draw);
        };
        let (at_least, at_most) = self.graph.bounds(&ring, lead);
        let (a, b) = (seen_before(step, at_least), seen_before(step, at_most));
        (a.min(b), a.max(b))
    }

    /// Plays a line that ends with the verdict: a win by lower and lower ranks, against the moves that keep highest; a draw by the first moves in the
    /// fixed order that keep it. Once it comes to layers, best play.
    fn line(&mut self, verdict: Verdict) -> Result<Line, Stop> {
        let ranks = self.graph.ranks();
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
                Verdict::Win | Verdict::Loss => self.ranked_move(&here, own, &ranks),
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

    /// Returns the first move that keeps a draw.
    fn drawing_move(&mut self, here: &Position) -> Result<Move, Stop> {
        for mv in here.legal_moves() {
            let step = here.rules().step(here.ring(), mv).expect("a legal move");
            let verdict = match state_after(step, here.lead()) {
                None => Verdict::Draw,
                Some((ring, lead)) => {
                    seen_before(step, self.graph.verdict(&ring, lead, self.control)?)
                }
            };
            if verdict == Verdict::Draw {
                return Ok(mv);
            }
        }
        unreachable!("a draw without a move that keeps it")
    }

    /// Returns the winner's move to the lowest rank, or the loser's to the highest; what is known beforehand is lowest.
    fn ranked_move(&self, here: &Position, verdict: Verdict, ranks: &Ranks) -> Move {
        let mut best: Option<(u32, Move)> = None;
        for mv in here.legal_moves() {
            let step = here.rules().step(here.ring(), mv).expect("a legal move");
            let Some((ring, lead)) = state_after(step, here.lead()) else {
                continue;
            };
            let (at_least, at_most) = self.graph.bounds(&ring, lead);
            if at_least != at_most || seen_before(step, at_least) != verdict {
                continue;
            }
            let rank = self
                .graph
                .rank(ranks, &ring, lead)
                .map_or(0, |rank| rank + 1);
            let better = best.is_none_or(|(best, _)| match verdict {
                Verdict::Win => rank < best,
                Verdict::Draw | Verdict::Loss => rank > best,
            });
            if better {
                best = Some((rank, mv));
            }
        }
        let (_, mv) = best.expect("a move that keeps what is decided");
        mv
    }
}

fn played(record: &Record, mv: Move) -> (crate::rules::Ply, Record) {
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
