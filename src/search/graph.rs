//! The positions that can be reached from one, and the moves between them.

use fixedbitset::FixedBitSet;
use petgraph::Direction;
use petgraph::visit::{
    GraphBase, IntoNeighbors, IntoNeighborsDirected, IntoNodeIdentifiers, NodeCount, NodeIndexable,
    Visitable,
};
use rayon::prelude::*;

use super::transpositions::{Key, Transpositions};
use crate::board::Ring;
use crate::limits::{Control, Phase, Stop};
use crate::rules::{RuleSet, Step};
use crate::value::{Incoming, Thresholds};

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
    /// The edges to position p lie from `incoming_starts[p]` to `incoming_starts[p + 1]`.
    incoming_starts: Vec<u32>,
    incoming: Vec<Incoming>,
}

/// The bit of a target that says that the mover keeps the turn.
const KEEPS_TURN: u32 = 1 << 31;

/// Positions that are expanded between two looks at the limits.
const BATCH: usize = 1 << 12;

/// Below this many positions a batch is not worth spreading over cores.
const PARALLEL_FROM: usize = 128;

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

/// What expanding one position gave; its edges stand in the batch's common list.
struct Expanded {
    offered: Thresholds,
    edges: usize,
}

impl Graph {
    /// Collects all positions that can be reached from a board, as the player to move sees it.
    ///
    /// With `at_most`, gives up and returns `None` when there are more positions than that.
    ///
    /// # Errors
    ///
    /// If a limit is reached. Memory is counted with what valuing the graph will need.
    pub fn explore(
        rules: &RuleSet,
        root: &Ring,
        at_most: Option<usize>,
        control: &Control,
    ) -> Result<Option<Graph>, Stop> {
        control.progress().begin(Phase::Exploring, 0);
        let mut graph = Graph {
            rules: *rules,
            positions: Transpositions::new(),
            offered: Vec::new(),
            starts: vec![0],
            targets: Vec::new(),
            captured: Vec::new(),
            incoming_starts: Vec::new(),
            incoming: Vec::new(),
        };
        graph.positions.insert(canonical(rules, root).words(0));
        let mut next = 0;
        while next < graph.positions.len() {
            control.check()?;
            let batch = next..graph.positions.len().min(next + BATCH);
            next = batch.end;
            let chunks = graph.expand(batch.clone());
            let edges: usize = chunks.iter().map(|(_, edges)| edges.len()).sum();
            control.check_memory(graph.memory_with(edges))?;
            if graph.targets.len() + edges >= u32::MAX as usize
                || graph.positions.len() + edges > Transpositions::MAX_STATES
            {
                return Err(Stop::Memory);
            }
            graph.take_in(chunks);
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
    #[allow(clippy::type_complexity)]
    fn expand(&self, batch: std::ops::Range<usize>) -> Vec<(Vec<Expanded>, Vec<(Key, u32, u8)>)> {
        let expand_some = |numbers: std::ops::Range<usize>| {
            let mut expanded = Vec::with_capacity(numbers.len());
            let mut edges = Vec::with_capacity(4 * numbers.len());
            for number in numbers {
                let (ring, _) = Ring::from_words(self.positions.key(number as u32));
                let before = edges.len();
                let mut offered = Thresholds::NOTHING;
                let key = |ring: &Ring| canonical(&self.rules, ring).words(0);
                let over = self.rules.expand(&ring, |_, step| match step {
                    Step::Endless => offered = offered.or(Thresholds::UNDECIDED),
                    Step::Keep(ring) => edges.push((key(&ring), KEEPS_TURN, 0)),
                    Step::Turn { ring, captured } => edges.push((key(&ring), 0, captured)),
                });
                if let Some(difference) = over {
                    offered = Thresholds::ended(difference);
                }
                expanded.push(Expanded {
                    offered,
                    edges: edges.len() - before,
                });
            }
            (expanded, edges)
        };
        if batch.len() < PARALLEL_FROM {
            return vec![expand_some(batch)];
        }
        let part = batch
            .len()
            .div_ceil(4 * rayon::current_num_threads())
            .max(64);
        let starts: Vec<usize> = batch.clone().step_by(part).collect();
        starts
            .into_par_iter()
            .map(|start| expand_some(start..batch.end.min(start + part)))
            .collect()
    }

    /// Enters what was found, in order, so that the numbers do not depend on the threads.
    fn take_in(&mut self, chunks: Vec<(Vec<Expanded>, Vec<(Key, u32, u8)>)>) {
        for (expanded, edges) in chunks {
            for (key, keeps_turn, captured) in edges {
                let to = self.positions.insert(key);
                self.targets.push(to | keeps_turn);
                self.captured.push(captured);
            }
            for Expanded { offered, edges } in expanded {
                self.offered.push(offered);
                let start = self.starts[self.starts.len() - 1];
                self.starts.push(start + edges as u32);
            }
        }
    }

    fn turn_edges_round(&mut self) {
        let mut starts = vec![0u32; self.positions.len() + 1];
        for target in &self.targets {
            starts[(target & !KEEPS_TURN) as usize] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += std::mem::replace(start, sum);
        }
        let mut incoming = vec![Incoming::new(0, false); self.targets.len()];
        for from in 0..self.positions.len() {
            for edge in self.starts[from]..self.starts[from + 1] {
                let target = self.targets[edge as usize];
                let at = &mut starts[(target & !KEEPS_TURN) as usize];
                incoming[*at as usize] = Incoming::new(from as u32, target & KEEPS_TURN != 0);
                *at += 1;
            }
        }
        // Each start has moved to its end: put the first in front, and drop the last, which stands twice.
        starts.insert(0, 0);
        starts.pop();
        self.incoming_starts = starts;
        self.incoming = incoming;
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
        Ring::from_words(self.positions.key(position)).0
    }

    /// Returns what a position's end or endless sowings offer, without its edges.
    pub fn offered(&self, position: u32) -> Thresholds {
        self.offered[position as usize]
    }

    /// Returns a position's edges.
    pub fn edges(&self, position: u32) -> impl Iterator<Item = Edge> + '_ {
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
        let at = position as usize;
        &self.incoming[self.incoming_starts[at] as usize..self.incoming_starts[at + 1] as usize]
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
    type NodeIdentifiers = std::ops::Range<u32>;

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
