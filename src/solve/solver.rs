//! The solver: picks the way, keeps to the limits, puts the answer together.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::line::{candidates, length, principal_variation, state_after};
use super::{
    Answer, AnswerLevel, Length, Line, Method, MoveAnswer, Solved, Status, Unsolved, Values,
    simple_bounds,
};
use crate::index::LayerIndex;
use crate::limits::{Control, Limits, Progress, Stop};
use crate::rules::{Game, Position, Record, Turn};
use crate::search::{Distances, Graph, ValuedGraph};
use crate::tables::{LayerStack, planned_memory};
use crate::value::{Goal, Thresholds, Verdict};

/// What is asked.
#[derive(Debug, Clone, Copy)]
pub struct Request {
    /// The position.
    pub position: Position,
    /// What the side to move is to reach, if anything.
    pub goal: Option<Goal>,
    /// How much to answer; `None`: [`AnswerLevel::default_for`] the position.
    pub level: Option<AnswerLevel>,
}

/// Solves positions one after another, keeping layers between them.
///
/// What is kept makes later answers faster, never different.
pub struct Solver {
    limits: Limits,
    interrupt: Arc<AtomicBool>,
    progress: Arc<Progress>,
    layers: Option<LayerStack>,
}

/// A Giuthi position is explored as a graph up to so many positions at least before whole layers are built.
const GRAPH_AT_LEAST: u64 = 20_000;

/// Bytes of layers that are kept whatever comes next; they are part of [`Limits::BASE_MEMORY`].
const KEPT_LAYERS: u64 = 8 << 20;

/// And up to this part of the boards that the layers would have.
const GRAPH_PART: u64 = 64;

impl Solver {
    /// Makes a solver that holds each position to these limits. A true `interrupt` ends the one under way.
    pub fn new(limits: Limits, interrupt: Arc<AtomicBool>, progress: Arc<Progress>) -> Solver {
        Solver {
            limits,
            interrupt,
            progress,
            layers: None,
        }
    }

    /// Answers a request.
    pub fn solve(&mut self, request: &Request) -> Answer {
        let clock = Instant::now();
        let control = Control::start(self.limits, self.interrupt.clone(), self.progress.clone());
        let position = request.position;
        let level = request
            .level
            .unwrap_or_else(|| AnswerLevel::default_for(&position));
        let (status, method, positions) = match position.turn() {
            Turn::Over { own, other } => {
                let difference = i16::from(own) - i16::from(other);
                (over(&position, difference), Method::Rules, 0)
            }
            _ => match self.values(&position, &control) {
                Ok(values) => {
                    let solved = solved(&position, level, &values, &control);
                    let positions = values.positions(&position);
                    (Status::Solved(solved), values.method(), positions)
                }
                Err((stop, method)) => {
                    let (at_least, at_most) = simple_bounds(&position);
                    let (_, positions, _) = self.progress.read();
                    let unsolved = Unsolved {
                        at_least,
                        at_most,
                        stop,
                    };
                    (Status::Unsolved(unsolved), method, positions)
                }
            },
        };
        Answer {
            position,
            goal: request.goal,
            level,
            status,
            method,
            positions,
            seconds: clock.elapsed().as_secs_f64(),
        }
    }

    /// Finds the thresholds of everything that can follow. The way depends on the position and the limits alone.
    fn values(
        &mut self,
        position: &Position,
        control: &Control,
    ) -> Result<Values<'_>, (Stop, Method)> {
        let (rules, row, ring) = (position.rules(), position.row(), position.ring());
        let seeds = ring.seeds();
        let boards = LayerIndex::count_up_to(row, seeds);
        // 1. Layers, if they are of use at all: Giuthi, and they fit.
        let layers_fit = rules.game() == Game::Giuthi
            && planned_memory(row, seeds).is_some_and(|bytes| control.check_memory(bytes).is_ok())
            && boards.is_some_and(|boards| control.check_nodes(boards).is_ok());
        let graph_up_to = boards
            .filter(|_| layers_fit)
            .map(|boards| GRAPH_AT_LEAST.max(boards / GRAPH_PART) as usize);
        // 2. The graph, as long as it stays small beside the layers. Kept layers do not count towards its memory, so
        //    only small ones stay.
        let graph_method = |stop| (stop, Method::Graph(Default::default()));
        if graph_up_to.is_none() {
            self.layers.take_if(|layers| layers.memory() > KEPT_LAYERS);
        }
        let graph = Graph::explore(rules, ring, graph_up_to, control).map_err(graph_method)?;
        if let Some(graph) = graph {
            let graph = ValuedGraph::new(graph, control).map_err(graph_method)?;
            return Ok(Values::Graph(Box::new(graph)));
        }
        // 3. The layers.
        let layers = match self.layers.take() {
            Some(layers) if layers.is_for(rules, row) => layers,
            _ => LayerStack::new(*rules, row),
        };
        let layers = self.layers.insert(layers);
        layers
            .build_up_to(seeds, control)
            .map_err(|stop| (stop, Method::Layers))?;
        Ok(Values::Layers(layers))
    }
}

/// Answers a position at which the game is over.
fn over(position: &Position, difference: i16) -> Status {
    let thresholds = Thresholds::ended(difference);
    let verdict = thresholds.verdict(position.lead());
    let ending = Record::new(*position).ending().expect("the game is over");
    Status::Solved(Solved {
        verdict,
        thresholds,
        moves: Vec::new(),
        length: match verdict {
            Verdict::Draw => Length::Draw,
            _ => Length::Proved(0),
        },
        line: Some(Line {
            plies: Vec::new(),
            ending,
        }),
        stop: None,
    })
}

/// Puts together what the values say of a position.
fn solved(position: &Position, level: AnswerLevel, values: &Values, control: &Control) -> Solved {
    let lead = position.lead();
    let thresholds = values.of(position.ring());
    let verdict = thresholds.verdict(lead);
    // 1. Lengths: of the moves that matter for the answer.
    let candidates = candidates(position, values);
    let asked = candidates
        .iter()
        .filter(|candidate| {
            level > AnswerLevel::Verdict || candidate.offered.verdict(lead) == verdict
        })
        .filter_map(|candidate| state_after(candidate.step, lead));
    let distances = Distances::new(
        position.rules(),
        &|ring| values.of(ring),
        asked,
        values.memory(),
        control,
    );
    let stop = distances.as_ref().err().copied();
    let distances = distances.ok();
    // 2. The moves.
    let moves: Vec<MoveAnswer> = candidates
        .iter()
        .map(|candidate| {
            let verdict = candidate.offered.verdict(lead);
            let mut record = Record::new(*position);
            let ply = record
                .play(candidate.mv)
                .expect("a choice that the rules offer");
            MoveAnswer {
                mv: candidate.mv,
                verdict,
                thresholds: candidate.offered,
                length: length(candidate.step, lead, verdict, distances.as_ref()),
                captured: ply.captured,
                next: ply.next,
            }
        })
        .collect();
    // 3. The position: the best of its moves.
    let best = moves
        .iter()
        .filter(|answer| answer.verdict == verdict)
        .map(|answer| answer.length);
    let proved = best.map(|length| match length {
        Length::Proved(plies) => Some(plies),
        _ => None,
    });
    let length = match verdict {
        Verdict::Draw => Some(Length::Draw),
        Verdict::Win => proved
            .collect::<Option<Vec<u32>>>()
            .and_then(|plies| plies.into_iter().min())
            .map(Length::Proved),
        Verdict::Loss => proved
            .collect::<Option<Vec<u32>>>()
            .and_then(|plies| plies.into_iter().max())
            .map(Length::Proved),
    };
    Solved {
        verdict,
        thresholds,
        moves,
        length: length.unwrap_or(Length::Unknown),
        line: principal_variation(position, values, distances.as_ref()),
        stop,
    }
}
