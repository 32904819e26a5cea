//! The positions that can be reached from one, and the moves between them.

use super::batch::{BATCH, PARALLEL_FROM, in_parts};
use super::rows::Rows;
use super::transpositions::{Key, Transpositions, four};
use crate::board::Ring;
use crate::limits::{Control, Phase, Stop};
use crate::rules::{RuleSet, Step};
use crate::tables::LayerStack;
use crate::value::{Incoming, Thresholds};
use std::ops::Range;

use fixedbitset::FixedBitSet;
use petgraph::Direction;
use petgraph::visit::{
    GraphBase, IntoNeighbors, IntoNeighborsDirected, IntoNodeIdentifiers, NodeCount, NodeIndexable,
    Visitable,
};

/// Positions whose thresholds are known beforehand, as from tables.
pub trait Known: Sync {
    /// Returns the thresholds of a board as the player to move sees it, if they are known.
    fn thresholds(&self, ring: &Ring) -> Option<Thresholds>;

    /// Returns the bytes of memory that the knowledge takes.
    fn memory(&self) -> u64;
}

/// Nothing is known beforehand.
#[derive(Debug, Clone, Copy, Default)]
pub struct NothingKnown;

impl Known for NothingKnown {
    fn thresholds(&self, _: &Ring) -> Option<Thresholds> {
        None
    }

    fn memory(&self) -> u64 {
        0
    }
}

impl Known for LayerStack {
    fn thresholds(&self, ring: &Ring) -> Option<Thresholds> {
        LayerStack::thresholds(self, ring)
    }

    fn memory(&self) -> u64 {
        LayerStack::memory(self)
    }
}

/// A move from one position of the graph to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// The position that it leads to.
    pub to: u32,
    /// Whether the mover keeps the turn (G6).
    pub keeps_turn: bool,
    /// Seeds captured by it.
    pub captured: u8,
}

/// The graph of all continuations of a position, without values.
///
/// Positions are numbered in the order in which they were found, breadth first, the root being 0. The edges of each
/// lie together, and those that lead to each (compressed rows in both directions), so petgraph's algorithms
/// run on it through its `visit` traits without a copy.
#[derive(Debug)]
pub struct Graph {
    rules: RuleSet,
    positions: Transpositions,
    /// What ends and endless sowings offer at each position; [`Thresholds::NOTHING`] where there are none.
    offered: Vec<Thresholds>,
    /// The edges of position p lie from `starts[p]` to `starts[p + 1]`.
    starts: Vec<u32>,
    targets: Vec<u32>,
    captured: Vec<u8>,
    incoming: Rows<Incoming>,
}

/// The bit of a target that says that the mover keeps the turn.
const KEEPS_TURN: u32 = 1 << 31;

/// Returns the one of a board and its mirror image that stands for both: the lesser, where reflection is a
/// symmetry of the game.
#[inline]
pub fn canonical(rules: &RuleSet, ring: &Ring) -> Ring {
    if rules.has_reflection() {
        ring.reflected().min(*ring)
    } else {
        *ring
    }
}

/// What expanding some positions gave.
struct Expansion {
    /// What each position's end or endless sowings offer, and the number of its edges.
    positions: Vec<(Thresholds, u32)>,
    /// The edges of all of them, in order.
    edges: Vec<FoundEdge>,
}

/// An edge to a position that may not have a number yet.
struct FoundEdge {
    to: Key,
    keeps_turn: bool,
    captured: u8,
}

impl Graph {
    /// Collects all positions that can be reached from a board, as the player to move sees it.
    ///
    /// Positions whose thresholds `known` gives are not looked into. With `at_most`, gives up and returns `None` when there are
    /// more positions than that.
    ///
    /// # Errors
    ///
    /// If a limit is reached. Memory is counted with what valuing the graph will need.
    pub fn explore(
        rules: &RuleSet,
        root: &Ring,
        known: &(impl Known + ?Sized),
        at_most: Option<usize>,
        control: &Control,
    ) -> Result<Option<Graph>, Stop> {
        control.progress().begin(Phase::Exploring, 0);
        let mut graph = Graph {
            rules: *rules,
            positions: Transpositions::new(4),
            offered: Vec::new(),
            starts: vec![0],
            targets: Vec::new(),
            captured: Vec::new(),
            incoming: Rows::sort(0, Incoming::new(0, false), std::iter::empty()),
        };
        graph.positions.insert(&canonical(rules, root).words(0));
        let mut next = 0;
        while next < graph.positions.len() {
            control.check()?;
            let batch = next..graph.positions.len().min(next + BATCH);
            next = batch.end;
            let expansions = in_parts(batch.clone(), PARALLEL_FROM, |part| {
                graph.expand(known, part, control)
            });
            let expansions = expansions.into_iter().collect::<Result<Vec<_>, Stop>>()?;
            let edges: usize = expansions.iter().map(|some| some.edges.len()).sum();
            control.check_memory(known.memory() + graph.memory_with(edges))?;
            if graph.targets.len() + edges >= u32::MAX as usize
                || graph.positions.len() + edges > Transpositions::MAX_STATES
            {
                return Err(Stop::Memory);
            }
            for expansion in expansions {
                graph.take_in(expansion);
            }
            control.check_nodes(graph.positions.len() as u64)?;
            if at_most.is_some_and(|most| graph.positions.len() > most) {
                return Ok(None);
            }
            control.progress().advance(batch.len() as u64);
        }
        graph.turn_edges_round();
        Ok(Some(graph))
    }

    /// Plays all moves of some positions.
    fn expand(
        &self,
        known: &(impl Known + ?Sized),
        numbers: Range<usize>,
        control: &Control,
    ) -> Result<Expansion, Stop> {
        let go_on = || control.check().is_ok();
        let mut expansion = Expansion {
            positions: Vec::with_capacity(numbers.len()),
            edges: Vec::with_capacity(4 * numbers.len()),
        };
        for number in numbers {
            // Sowings of some thousand laps each add up.
            if number.is_multiple_of(64) {
                control.check()?;
            }
            let ring = self.ring(number as u32);
            let before = expansion.edges.len();
            let mut offered = Thresholds::NOTHING;
            let over = self.rules.expand_while(&ring, &go_on, |_, step| {
                let (next, keeps_turn, captured) = match step {
                    Step::Endless => return offered = offered.or(Thresholds::UNDECIDED),
                    Step::Keep(next) => (next, true, 0),
                    Step::Turn { ring, captured } => (ring, false, captured),
                };
                if let Some(there) = known.thresholds(&next) {
                    offered = offered.or(match keeps_turn {
                        true => there,
                        false => there.through_turn(captured),
                    });
                    return;
                }
                expansion.edges.push(FoundEdge {
                    to: canonical(&self.rules, &next).words(0),
                    keeps_turn,
                    captured,
                });
            });
            if let Some(difference) = over.map_err(|_| control.why_given_up())? {
                offered = Thresholds::ended(difference);
            }
            let edges = expansion.edges.len() - before;
            expansion.positions.push((offered, edges as u32));
        }
        Ok(expansion)
    }

    /// Enters what was found; done in order, so that the numbers do not depend on the threads.
    fn take_in(&mut self, expansion: Expansion) {
        for edge in expansion.edges {
            let to = self.positions.insert(&edge.to);
            let flag = if edge.keeps_turn { KEEPS_TURN } else { 0 };
            self.targets.push(to | flag);
            self.captured.push(edge.captured);
        }
        let mut start = self.targets.len() as u32;
        for (_, edges) in &expansion.positions {
            start -= edges;
        }
        for (offered, edges) in expansion.positions {
            start += edges;
            self.offered.push(offered);
            self.starts.push(start);
        }
    }

    fn turn_edges_round(&mut self) {
        let edges = (0..self.len() as u32).flat_map(|from| {
            self.edges(from)
                .map(move |edge| (edge.to, Incoming::new(from, edge.keeps_turn)))
        });
        self.incoming = Rows::sort(self.len(), Incoming::new(0, false), edges);
    }

    /// Returns the bytes held once `more` edges, each perhaps with a new position, are there, and all that valuing needs.
    pub(super) fn memory_with(&self, more: usize) -> u64 {
        let positions = (self.positions.len() + more) as u64;
        let edges = (self.targets.len() + more) as u64;
        // Edges in both directions: 4 + 1 + 4. Positions: starts 4 + 4, offered and value 4 + 4, finish order, component,
        // members and their starts 4 each, pending 1, visited 1.
        self.positions.memory_with(more) + 9 * edges + 34 * positions
    }

    /// Returns the rules that it was explored by.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Tells whether there are none; there is always the root.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns the number of a board as the player to move sees it, if it is there.
    pub fn find(&self, ring: &Ring) -> Option<u32> {
        self.positions.find(&canonical(&self.rules, ring).words(0))
    }

    /// Returns a position's board as the player to move sees it.
    pub fn ring(&self, position: u32) -> Ring {
        Ring::from_words(four(self.positions.key(position))).0
    }

    /// Returns what a position's end or endless sowings offer, without its edges.
    pub fn offered(&self, position: u32) -> Thresholds {
        self.offered[position as usize]
    }

    /// Returns a position's edges.
    pub fn edges(&self, position: u32) -> impl Iterator<Item = Edge> + Clone + '_ {
        let at = position as usize;
        let range = self.starts[at] as usize..self.starts[at + 1] as usize;
        let captured = self.captured[range.clone()].iter();
        self.targets[range]
            .iter()
            .zip(captured)
            .map(|(&target, &captured)| Edge {
                to: target & !KEEPS_TURN,
                keeps_turn: target & KEEPS_TURN != 0,
                captured,
            })
    }

    /// Returns the edges that lead to a position.
    pub fn incoming(&self, position: u32) -> &[Incoming] {
        self.incoming.of(position)
    }
}

impl GraphBase for Graph {
    type NodeId = u32;
    type EdgeId = ();
}

impl NodeCount for Graph {
    fn node_count(&self) -> usize {
        self.len()
    }
}

impl NodeIndexable for Graph {
    fn node_bound(&self) -> usize {
        self.len()
    }

    fn to_index(&self, position: u32) -> usize {
        position as usize
    }

    fn from_index(&self, index: usize) -> u32 {
        index as u32
    }
}

impl IntoNodeIdentifiers for &Graph {
    type NodeIdentifiers = Range<u32>;

    fn node_identifiers(self) -> Self::NodeIdentifiers {
        0..self.len() as u32
    }
}

impl Visitable for Graph {
    type Map = FixedBitSet;

    fn visit_map(&self) -> FixedBitSet {
        FixedBitSet::with_capacity(self.len())
    }

    fn reset_map(&self, map: &mut FixedBitSet) {
        map.clear();
        map.grow(self.len());
    }
}

/// The neighbours of a position, along its edges or against them.
pub enum Neighbors<'a> {
    /// Targets of edges.
    Outgoing(std::slice::Iter<'a, u32>),
    /// Origins of edges.
    Incoming(std::slice::Iter<'a, Incoming>),
}

impl Iterator for Neighbors<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        match self {
            Neighbors::Outgoing(targets) => targets.next().map(|target| target & !KEEPS_TURN),
            Neighbors::Incoming(edges) => edges.next().map(|edge| edge.from()),
        }
    }
}

impl<'a> IntoNeighbors for &'a Graph {
    type Neighbors = Neighbors<'a>;

    fn neighbors(self, position: u32) -> Neighbors<'a> {
        let at = position as usize;
        let range = self.starts[at] as usize..self.starts[at + 1] as usize;
        Neighbors::Outgoing(self.targets[range].iter())
    }
}

impl<'a> IntoNeighborsDirected for &'a Graph {
    type NeighborsDirected = Neighbors<'a>;

    fn neighbors_directed(self, position: u32, direction: Direction) -> Neighbors<'a> {
        match direction {
            Direction::Outgoing => self.neighbors(position),
            Direction::Incoming => Neighbors::Incoming(self.incoming(position).iter()),
        }
    }
}
