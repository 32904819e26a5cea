//! An answer from the growing graph, where neither layers nor the whole graph of continuations can be had.

use std::collections::HashSet;

use super::evidence::{Evidence, wins_from};
use super::line::{best_play, state_after};
use super::{AnswerLevel, Length, Line, MoveAnswer, Request, Solved, Status, Unsolved, Values};
use crate::board::{Ring, Side};
use crate::certificate::{Aim, Certificate, FromLead, Proof, Proved, Start};
use crate::limits::{Control, Stop};
use crate::rules::{Move, Ply, Position, Record, Step};
use crate::search::{Distances, GrowingGraph, Known, NothingKnown};
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
///
/// Evidence is for wins and losses alone, and for the verdict.
pub(super) fn searched(
    request: &Request,
    level: AnswerLevel,
    layers: Option<&LayerStack>,
    control: &Control,
) -> (Status, u64) {
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
    };
    let status = match search.solve(level, request.certify.is_some()) {
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
    fn solve(&mut self, level: AnswerLevel, certify: bool) -> Result<Solved, Stop> {
        let position = self.position;
        let verdict = self.verdict(position)?;
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let (ply, _) = played(&Record::new(*position), mv);
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
        }
        let line = self.line(verdict);
        let certificate = match (certify, verdict) {
            (true, Verdict::Win) => Some(self.certificate(position.to_move())),
            (true, Verdict::Loss) => Some(self.certificate(!position.to_move())),
            _ => None,
        };
        let certificate = certificate.transpose();
        Ok(Solved {
            verdict,
            thresholds: None,
            moves,
            length: match verdict {
                Verdict::Draw => Length::Draw,
                Verdict::Win | Verdict::Loss => Length::Unknown,
            },
            stop: line.as_ref().err().or(certificate.as_ref().err()).copied(),
            line: line.ok(),
            certificate: certificate.ok().flatten(),
        })
    }

    /// Collects the positions of a win that was found: through the graph by lower and lower ranks, then through the layers to the end.
    fn certificate(&mut self, side: Side) -> Result<Certificate, Stop> {
        let position = self.position;
        let rules = position.rules();
        let own = |to_move: Side, lead: i16| if to_move == side { lead } else { -lead };
        let mut seen: HashSet<([u64; 4], Side)> = HashSet::new();
        let mut open = vec![(*position.ring(), position.to_move(), position.lead())];
        let (mut found, mut ends, mut leaves) = (Vec::new(), Vec::new(), Vec::new());
        // 1. What the graph knows.
        while let Some((ring, to_move, lead)) = open.pop() {
            if !seen.insert((ring.words(lead as u16), to_move)) {
                continue;
            }
            if seen.len().is_multiple_of(256) {
                self.control.check()?;
            }
            let from = FromLead::At(own(to_move, lead));
            let mut proved = Proved {
                ring,
                to_move,
                from,
                rank: 0,
                mv: None,
            };
            let mut steps = Vec::new();
            if rules
                .expand(&ring, |mv, step| steps.push((mv, step)))
                .is_some()
            {
                ends.push(proved);
                continue;
            }
            if self
                .layers
                .is_some_and(|layers| layers.thresholds(&ring).is_some())
            {
                leaves.push((ring, to_move, lead));
                continue;
            }
            proved.rank = self.graph.found(&ring, lead).expect("a won state");
            if to_move == side {
                steps.sort_by(|a, b| a.0.order(b.0, to_move));
                let mv = self.ranked_move(&steps, lead, Verdict::Win);
                steps.retain(|(one, _)| *one == mv);
                proved.mv = Some(mv);
            }
            for (_, step) in steps {
                let (ring, next) = state_after(step, lead).expect("no endless sowing in a win");
                let mover = match step {
                    Step::Keep(_) => to_move,
                    Step::Turn { .. } | Step::Endless => !to_move,
                };
                open.push((ring, mover, next));
            }
            found.push(proved);
        }
        // 2. What the layers know; all ranks above are greater.
        let mut positions = match self.layers {
            Some(layers) if !leaves.is_empty() => self.below(side, layers, &leaves)?,
            _ => Vec::new(),
        };
        let known: HashSet<_> = positions
            .iter()
            .map(|proved| (proved.ring.words(0), proved.to_move, proved.from))
            .collect();
        let is_new =
            |proved: &Proved| !known.contains(&(proved.ring.words(0), proved.to_move, proved.from));
        positions.extend(ends.into_iter().filter(is_new));
        let below = positions.iter().map(|proved| proved.rank).max();
        let offset = below.map_or(0, |rank| rank + 1);
        let found = found.into_iter().map(|proved| Proved {
            rank: proved.rank + offset,
            ..proved
        });
        let positions = found.chain(positions).collect();
        Ok(Certificate {
            position: *position,
            proofs: vec![Proof {
                side,
                aim: Aim::Win,
                starts: vec![Start::Here],
                positions,
            }],
        })
    }

    /// Collects the positions of wins from boards of the layers.
    fn below(
        &self,
        side: Side,
        layers: &LayerStack,
        leaves: &[(Ring, Side, i16)],
    ) -> Result<Vec<Proved>, Stop> {
        let values = Values::Layers(layers);
        let distances = Distances::new(
            self.position.rules(),
            &|ring: &Ring| values.of(ring),
            leaves.iter().map(|(ring, _, lead)| (*ring, *lead)),
            layers.memory(),
            self.control,
        )?;
        let evidence = Evidence {
            position: self.position,
            goal: None,
            verdict: Verdict::Win,
            moves: &[],
            values: &values,
            distances: &distances,
            control: self.control,
        };
        let from: Vec<(Ring, Side, FromLead)> = leaves
            .iter()
            .map(|&(ring, to_move, lead)| {
                let own = if to_move == side { lead } else { -lead };
                (ring, to_move, FromLead::At(own))
            })
            .collect();
        wins_from(&evidence, side, &from)
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
                Verdict::Win | Verdict::Loss => self.ranked_move(&steps(&here), here.lead(), own),
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
        for (mv, step) in steps(here) {
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
    fn ranked_move(&self, steps: &[(Move, Step)], lead: i16, verdict: Verdict) -> Move {
        let mut best: Option<(u32, Move)> = None;
        for &(mv, step) in steps {
            let Some((ring, lead)) = state_after(step, lead) else {
                continue;
            };
            let (at_least, at_most) = self.graph.bounds(&ring, lead);
            if at_least != at_most || seen_before(step, at_least) != verdict {
                continue;
            }
            let rank = self.graph.found(&ring, lead).map_or(0, |rank| rank + 1);
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
