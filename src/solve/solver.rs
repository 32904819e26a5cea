//! The solver: picks the way, keeps to the limits, puts the answer together.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::asked::{add_proofs, drop_unproved};
use super::composed::{composed_answer, find_solutions};
use super::evidence::{Evidence, over_certificate};
use super::line::{best_play, candidates, length, over, state_after};
use super::searched::searched;
use super::{
    Answer, AnswerLevel, Certify, KeptSearches, Length, Method, MoveAnswer, SearchNote, Solutions,
    Solved, Status, Study, Unsolved, Values,
};
use crate::board::{Ring, Row};
use crate::index::Lexicographic;
use crate::limits::{Control, Limits, Progress, Stop};
use crate::rules::{Game, Position, Record, RuleSet, Turn};
use crate::search::{Distances, Graph, NothingKnown, ValuedGraph};
use crate::tables::{LayerStack, Source, TableError, TableFolder, held_memory, planned_memory};
use crate::value::{Goal, Stipulation, Verdict};

/// What is asked.
#[derive(Debug, Clone)]
pub struct Request {
    /// The position.
    pub position: Position,
    /// Earlier positions that count for repetition, with as many seeds on the board.
    pub history: Vec<Position>,
    /// What is to be reached, if anything.
    pub stipulation: Option<Stipulation>,
    /// Whether to work out how long wins take, which lines of wins need.
    pub lengths: bool,
    /// What a certificate is to show, if one is wanted.
    pub certify: Option<Certify>,
    /// How much to answer; `None`: [`AnswerLevel::default_for`] the position.
    pub level: Option<AnswerLevel>,
    /// How many solutions of series and help play are listed at most; all are counted.
    pub solutions: usize,
}

impl Request {
    /// Asks for the verdict of a position with lengths, lines and as much as its size allows, for no goal, without a certificate.
    pub fn new(position: Position) -> Request {
        Request {
            position,
            history: Vec::new(),
            stipulation: None,
            lengths: true,
            certify: None,
            level: None,
            solutions: Solutions::LISTED,
        }
    }

    /// Returns what is to be reached, if it is a win or a draw for the side to move and no more.
    pub(super) fn goal(&self) -> Option<Goal> {
        let to_move = self.position.to_move();
        self.stipulation.and_then(|asked| asked.as_goal(to_move))
    }
}

/// Which tables may be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableUse {
    /// Where table files lie; `None`: nowhere.
    pub folder: Option<TableFolder>,
    /// Layers of more seeds are neither read nor built.
    pub up_to: u32,
    /// Whether layers that are not there may be built.
    pub build: bool,
}

impl Default for TableUse {
    /// Layers are built in memory as needed; no files.
    fn default() -> TableUse {
        TableUse {
            folder: None,
            up_to: u32::MAX,
            build: true,
        }
    }
}

/// Solves positions one after another, keeping layers between them.
///
/// What is kept, and what lies in tables, makes later answers faster, never different.
pub struct Solver {
    limits: Limits,
    tables: TableUse,
    interrupt: Arc<AtomicBool>,
    pub(super) progress: Arc<Progress>,
    layers: Option<LayerStack>,
    faults: Vec<TableError>,
    kept: Option<KeptSearches>,
    notes: Vec<SearchNote>,
}

/// A Giuthi position is explored as a graph up to so many positions at least before whole layers are built.
const GRAPH_AT_LEAST: u64 = 20_000;

/// Where thresholds are not asked for, a graph that does not end on layers alone is explored up to so many positions before a search is begun.
pub(super) const GRAPH_BEFORE_SEARCH: usize = 1_000_000;

/// And where they are, up to so many: a search has to ask for them lead by lead.
const GRAPH_BEFORE_THRESHOLDS: usize = 20_000_000;

/// How a position is solved.
pub(super) enum Plan {
    /// By the graph of all that can follow, down to the layers if it ends on them.
    Graph {
        graph: Box<ValuedGraph>,
        on_layers: bool,
    },
    /// By whole layers.
    Layers,
    /// By search, down to the layers if it ends on them.
    Search { on_layers: bool },
}

/// Bytes of layers that are kept whatever comes next; they are part of [`Limits::BASE_MEMORY`].
const KEPT_LAYERS: u64 = 8 << 20;

/// And up to this part of the boards that the layers would have.
const GRAPH_PART: u64 = 64;

/// Layers are built to end a graph on as long as there are at most so many boards up to them, and written to files as long
/// as a layer has at most so many.
const SMALL: u64 = 4_000_000;

impl Solver {
    /// Makes a solver that holds each position to these limits, without table files. A true `interrupt` ends the
    /// position under way.
    pub fn new(limits: Limits, interrupt: Arc<AtomicBool>, progress: Arc<Progress>) -> Solver {
        Solver {
            limits,
            tables: TableUse::default(),
            interrupt,
            progress,
            layers: None,
            faults: Vec::new(),
            kept: None,
            notes: Vec::new(),
        }
    }

    /// Holds the positions from here on to these limits. A true `interrupt` ends the one under way.
    pub fn hold_to(&mut self, limits: Limits, interrupt: Arc<AtomicBool>) {
        self.limits = limits;
        self.interrupt = interrupt;
    }

    /// Sets which tables may be used.
    pub fn with_tables(mut self, tables: TableUse) -> Solver {
        self.tables = tables;
        self
    }

    /// Sets where searches are kept that a limit stops, and taken up from.
    pub fn with_kept_searches(mut self, kept: KeptSearches) -> Solver {
        self.kept = Some(kept);
        self
    }

    /// Returns what became of searches that are kept, once.
    pub fn take_search_notes(&mut self) -> Vec<SearchNote> {
        std::mem::take(&mut self.notes)
    }

    /// Returns what was found wrong with table files so far, once. Such files are left as they are and not used.
    pub fn take_table_faults(&mut self) -> Vec<TableError> {
        let layers = self.layers.as_mut().map(LayerStack::take_faults);
        let mut faults = std::mem::take(&mut self.faults);
        faults.extend(layers.unwrap_or_default());
        faults
    }

    /// Starts the clock of the limits.
    pub(super) fn control(&self) -> Control {
        Control::start(self.limits, self.interrupt.clone(), self.progress.clone())
    }

    /// Answers a request.
    pub fn solve(&mut self, request: &Request) -> Answer {
        let clock = Instant::now();
        let control = self.control();
        let position = request.position;
        let level = request
            .level
            .unwrap_or_else(|| AnswerLevel::default_for(&position));
        if let Some(answer) = composed_answer(request, level, &control, clock) {
            return answer;
        }
        let asked = request.stipulation;
        let asked = asked.filter(|asked| asked.as_goal(position.to_move()).is_none());
        let mut own = request.clone();
        if let (Some(certify), Some(_)) = (&mut own.certify, asked) {
            // The keys are those of what is asked.
            certify.keys = false;
        }
        let (status, method, positions) = self.status(&own, level, &control);
        let mut answer = Answer {
            position,
            history: request.history.clone(),
            stipulation: request.stipulation,
            asked: None,
            level,
            status,
            method,
            positions,
            seconds: 0.0,
        };
        if let Some(stipulation) = asked {
            let (asked, proofs) = self.asked(request, &stipulation, level, &control);
            answer.asked = Some(asked);
            add_proofs(&mut answer, proofs);
            drop_unproved(&mut answer);
        }
        answer.seconds = clock.elapsed().as_secs_f64();
        answer
    }

    /// Finds the verdict and what belongs to it.
    pub(super) fn status(
        &mut self,
        request: &Request,
        level: AnswerLevel,
        control: &Control,
    ) -> (Status, Method, u64) {
        let position = &request.position;
        if let Turn::Over { own, other } = position.turn() {
            let difference = i16::from(own) - i16::from(other);
            let mut status = over(position, difference);
            if let (Status::Solved(solved), Some(_)) = (&mut status, request.certify) {
                let certificate = over_certificate(position, solved.verdict);
                solved.certificate = Some(certificate);
            }
            return (status, Method::Rules, 0);
        }
        match request.history.is_empty() {
            true => self.answer(request, level, control),
            false => self.historical(request, level, control),
        }
    }

    /// Answers a request about a position at which the game is not over: from everything that can follow or, where that is too much and
    /// thresholds are not asked for, by search.
    pub(super) fn answer(
        &mut self,
        request: &Request,
        level: AnswerLevel,
        control: &Control,
    ) -> (Status, Method, u64) {
        let position = &request.position;
        let at_most = match level {
            AnswerLevel::Verdict | AnswerLevel::Moves => GRAPH_BEFORE_SEARCH,
            AnswerLevel::Full => GRAPH_BEFORE_THRESHOLDS,
        };
        match self.plan(position, Some(at_most), control) {
            Ok(Plan::Search { on_layers }) => {
                let layers = self.layers.as_ref().filter(|_| on_layers);
                let found = searched(request, level, layers, self.kept.as_ref(), control);
                self.notes.extend(found.notes);
                (found.status, Method::Search, found.states)
            }
            Ok(plan) => {
                let values = self.values(plan);
                let solved = solved(request, level, &values, control);
                let positions = values.positions(position);
                (Status::Solved(solved), values.method(), positions)
            }
            Err((stop, method)) => {
                let (_, positions, _) = self.progress.read();
                let unsolved = Unsolved::by_numbers(position, stop);
                (Status::Unsolved(unsolved), method, positions)
            }
        }
    }

    /// Finds out everything about a position, so that more can be asked about it and what follows.
    ///
    /// # Errors
    ///
    /// If a limit is reached. It then holds for what is asked later, too.
    pub fn study(&mut self, position: &Position) -> Result<Study<'_>, Stop> {
        let control = self.control();
        let plan = self.plan(position, None, &control);
        let plan = plan.map_err(|(stop, _)| stop)?;
        Ok(Study::new(*position, self.values(plan), control))
    }

    /// Counts the solutions of series or help play, as [`find_solutions`](super::find_solutions) does, and lists so many.
    pub fn solutions(
        &mut self,
        position: &Position,
        history: &[Position],
        stipulation: &Stipulation,
        list: usize,
    ) -> Solutions {
        let control = Control::start(self.limits, self.interrupt.clone(), self.progress.clone());
        find_solutions(position, history, stipulation, list, &control)
    }

    /// Returns where the thresholds of everything that can follow come from.
    pub(super) fn values(&self, plan: Plan) -> Values<'_> {
        let layers = || self.layers.as_ref().expect("layers just made");
        match plan {
            Plan::Graph { graph, on_layers } => Values::Graph(graph, on_layers.then(layers)),
            Plan::Layers => Values::Layers(layers()),
            Plan::Search { .. } => unreachable!("a search has no thresholds"),
        }
    }

    /// Finds the thresholds of everything that can follow, or that there is more than `at_most` positions where layers end. The way depends on
    /// the position, the limits and the tables alone.
    pub(super) fn plan(
        &mut self,
        position: &Position,
        at_most: Option<usize>,
        control: &Control,
    ) -> Result<Plan, (Stop, Method)> {
        let (rules, row, ring) = (position.rules(), position.row(), position.ring());
        let seeds = ring.seeds();
        let graph_method = |stop| (stop, Method::Graph(Default::default()));
        // 1. How far layers are of use: for Giuthi only, and as far as they are there or may be built, and fit.
        let boards = Lexicographic::count_up_to(row, seeds);
        let whole = self.may_use(rules, row, seeds, self.tables.build)
            && planned_memory(rules, row, seeds)
                .is_some_and(|bytes| control.check_memory(bytes).is_ok())
            && boards.is_some_and(|boards| control.check_nodes(boards).is_ok());
        let ends = match whole {
            true => None,
            false => (0..seeds)
                .rev()
                .find(|&below| self.may_end_on(rules, row, below)),
        };
        // 2. Where whole layers can be had, the graph only as long as it stays small beside them.
        if whole {
            let at_most = boards.map(|boards| GRAPH_AT_LEAST.max(boards / GRAPH_PART) as usize);
            let graph = Graph::explore(rules, ring, &NothingKnown, at_most, control);
            if let Some(graph) = graph.map_err(graph_method)? {
                let graph = ValuedGraph::new(graph, control).map_err(graph_method)?;
                return Ok(Plan::Graph {
                    graph: Box::new(graph),
                    on_layers: false,
                });
            }
            let layers = self.layers_up_to(rules, row, seeds, false, control);
            if layers.map_err(|stop| (stop, Method::Layers))? {
                return Ok(Plan::Layers);
            }
        }
        // 3. Otherwise the graph as far as the limits allow, down to layers if there are any.
        let on_layers = match ends {
            Some(below) => self
                .layers_up_to(rules, row, below, true, control)
                .map_err(|stop| (stop, Method::Layers))?,
            None => false,
        };
        if !on_layers {
            // Kept layers would not count towards the graph's memory, so only small ones stay.
            self.drop_layers_over(KEPT_LAYERS);
        }
        let layers = self.layers.as_ref().filter(|_| on_layers);
        let graph = match layers {
            Some(layers) => Graph::explore(rules, ring, layers, at_most, control),
            None => Graph::explore(rules, ring, &NothingKnown, at_most, control),
        };
        let graph = match graph {
            // A search may still do with less.
            Err(Stop::Memory | Stop::Nodes) if at_most.is_some() => None,
            graph => graph.map_err(graph_method)?,
        };
        let Some(graph) = graph else {
            return Ok(Plan::Search { on_layers });
        };
        let graph = ValuedGraph::new(graph, control).map_err(graph_method)?;
        Ok(Plan::Graph {
            graph: Box::new(graph),
            on_layers,
        })
    }

    /// Tells whether layers up to so many seeds may be used: they may be built, or are there as files.
    fn may_use(&self, rules: &RuleSet, row: Row, seeds: u32, build: bool) -> bool {
        let there = || match &self.tables.folder {
            Some(folder) => (0..=seeds).all(|seeds| folder.layer_path(rules, row, seeds).exists()),
            None => false,
        };
        rules.game() == Game::Giuthi && seeds <= self.tables.up_to && (build || there())
    }

    /// Tells whether a graph of more seeds may end on the layers up to so many.
    fn may_end_on(&self, rules: &RuleSet, row: Row, seeds: u32) -> bool {
        let small = Lexicographic::count_up_to(row, seeds).is_some_and(|boards| boards <= SMALL);
        let room = held_memory(rules, row, seeds).is_some_and(|b| b <= self.limits.memory / 4);
        room && self.may_use(rules, row, seeds, self.tables.build && small)
    }

    /// Makes the layers up to so many seeds, and for a graph no more; false if one cannot be had.
    fn layers_up_to(
        &mut self,
        rules: &RuleSet,
        row: Row,
        seeds: u32,
        graph: bool,
        control: &Control,
    ) -> Result<bool, Stop> {
        if !self
            .layers
            .as_ref()
            .is_some_and(|layers| layers.is_for(rules, row))
        {
            self.drop_layers_over(0);
            let source = Source {
                folder: self.tables.folder.clone(),
                build: self.tables.build,
                write_up_to: SMALL,
            };
            self.layers = Some(LayerStack::with_source(*rules, row, source));
        }
        let layers = self.layers.as_mut().expect("layers just made");
        // Whatever was solved before, a graph ends on the same layers; small ones above do not count as memory.
        if graph || layers.memory() > KEPT_LAYERS {
            layers.truncate(seeds);
        }
        layers.build_up_to(seeds, control)
    }

    fn drop_layers_over(&mut self, bytes: u64) {
        if let Some(mut layers) = self.layers.take_if(|layers| layers.memory() >= bytes) {
            self.faults.extend(layers.take_faults());
        }
    }
}

/// Answers a request for a win or a draw of the side to move, without a history, from values that hold for its position and everything that can follow.
///
/// # Panics
///
/// If something else is asked, or the game is over.
pub fn answer_by(request: &Request, values: &Values, control: &Control) -> Answer {
    let clock = Instant::now();
    let position = request.position;
    let asked = request.stipulation.is_none() || request.goal().is_some();
    assert!(asked && request.history.is_empty(), "a win or a draw");
    let level = request
        .level
        .unwrap_or_else(|| AnswerLevel::default_for(&position));
    Answer {
        position,
        history: Vec::new(),
        stipulation: request.stipulation,
        asked: None,
        level,
        status: Status::Solved(solved(request, level, values, control)),
        method: values.method(),
        positions: values.positions(&position),
        seconds: clock.elapsed().as_secs_f64(),
    }
}

/// Puts together what the values say of a position.
fn solved(request: &Request, level: AnswerLevel, values: &Values, control: &Control) -> Solved {
    let position = &request.position;
    let lead = position.lead();
    let thresholds = values.of(position.ring());
    let verdict = thresholds.verdict(lead);
    // 1. Lengths: of the moves that matter for the answer, and of what the certificate has to show.
    let candidates = candidates(position, values);
    let every = level > AnswerLevel::Verdict
        || request
            .certify
            .is_some_and(|certify| certify.keys || certify.moves);
    let asked = candidates
        .iter()
        .filter(|candidate| every || candidate.offered.verdict(lead) == verdict)
        .filter_map(|candidate| state_after(candidate.step, lead));
    let own = request.certify.map(|_| (*position.ring(), lead));
    let distances = (request.lengths || request.certify.is_some()).then(|| {
        let values_of = |ring: &Ring| values.of(ring);
        Distances::new(
            position.rules(),
            &values_of,
            asked.chain(own),
            values.memory(),
            control,
        )
    });
    let distances = distances.transpose();
    let mut stop = distances.as_ref().err().copied();
    let distances = distances.ok().flatten();
    let lengths = distances.as_ref().filter(|_| request.lengths);
    // 2. The moves.
    let moves: Vec<MoveAnswer> = candidates
        .iter()
        .map(|candidate| {
            let verdict = candidate.offered.verdict(lead);
            let length = length(candidate.step, lead, verdict, lengths);
            candidate.answer(position, length)
        })
        .collect();
    // 3. The position: the best of its moves.
    let proved: Option<Vec<u32>> = moves
        .iter()
        .filter(|answer| answer.verdict == verdict)
        .map(|answer| match answer.length {
            Length::Proved(plies) => Some(plies),
            _ => None,
        })
        .collect();
    let best = proved.and_then(|plies| match verdict {
        Verdict::Loss => plies.into_iter().max(),
        _ => plies.into_iter().min(),
    });
    let length = match (verdict, best) {
        (Verdict::Draw, _) => Length::Draw,
        (_, Some(plies)) => Length::Proved(plies),
        (_, None) => Length::Unknown,
    };
    // 4. The certificate.
    let evidence = distances.as_ref().zip(request.certify);
    let certificate = evidence.and_then(|(distances, certify)| {
        let evidence = Evidence {
            position,
            goal: request.goal(),
            verdict,
            moves: &moves,
            values,
            distances,
            control,
        };
        let made = evidence.certificate(certify);
        stop = stop.or(made.as_ref().err().copied());
        made.ok()
    });
    Solved {
        verdict,
        thresholds: Some(thresholds),
        length,
        line: best_play(Record::new(*position), values, |ring, _, lead| {
            lengths.and_then(|lengths| lengths.plies(ring, lead))
        }),
        certificate,
        moves,
        stop,
    }
}
