//! The graph with the thresholds of every position.

use super::{Components, Graph};
use crate::board::Ring;
use crate::limits::{Control, Phase, Stop};
use crate::value::{Edges, Incoming, Ledger, Settler, Thresholds};

/// How far play can go round in a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cycles {
    /// Components whose positions can come round to themselves.
    pub components: usize,
    /// Positions in all of these.
    pub positions: usize,
    /// Positions in the largest.
    pub largest: usize,
}

/// A graph of continuations in which every position has its exact thresholds.
#[derive(Debug)]
pub struct ValuedGraph {
    graph: Graph,
    components: Components,
    values: Vec<Thresholds>,
    cycles: Cycles,
}

impl ValuedGraph {
    /// Works out the thresholds of all positions of a graph.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn new(graph: Graph, control: &Control) -> Result<ValuedGraph, Stop> {
        control
            .progress()
            .begin(Phase::Settling, graph.len() as u64);
        let components = Components::new(&graph, control)?;
        let mut ledger = GraphLedger {
            values: vec![Thresholds::NOTHING; graph.len()],
            pending: vec![0; graph.len()],
        };
        let mut cycles = Cycles::default();
        let mut settler = Settler::new();
        let mut since_check = 0;
        for component in 0..components.len() {
            let members = components.members(component);
            let mut cyclic = false;
            for &member in members {
                let mut value = graph.offered(member);
                let mut pending = 0;
                for edge in graph.edges(member) {
                    if components.of(edge.to) as usize == component {
                        // No seed leaves the board on the way round, so this edge captures nothing.
                        debug_assert_eq!(edge.captured, 0);
                        pending += 1;
                        continue;
                    }
                    let there = ledger.values[edge.to as usize];
                    value = value.or(if edge.keeps_turn {
                        there
                    } else {
                        there.through_turn(edge.captured)
                    });
                }
                cyclic |= pending > 0;
                ledger.values[member as usize] = value;
                ledger.pending[member as usize] = pending;
            }
            if cyclic {
                let inside = Inside {
                    graph: &graph,
                    components: &components,
                    component: component as u32,
                };
                let seeds = graph.ring(members[0]).seeds();
                settler.settle(&inside, &mut ledger, members.iter().copied(), seeds);
                cycles.components += 1;
                cycles.positions += members.len();
                cycles.largest = cycles.largest.max(members.len());
            }
            since_check += members.len();
            if since_check >= 1 << 12 {
                control.check()?;
                control.progress().advance(since_check as u64);
                since_check = 0;
            }
        }
        Ok(ValuedGraph {
            graph,
            components,
            values: ledger.values,
            cycles,
        })
    }

    /// Returns the graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns its components.
    pub fn components(&self) -> &Components {
        &self.components
    }

    /// Tells how far play can go round in it.
    pub fn cycles(&self) -> Cycles {
        self.cycles
    }

    /// Returns the thresholds of a board, seen by the side to move, or `None` if it cannot be reached.
    pub fn thresholds(&self, ring: &Ring) -> Option<Thresholds> {
        let position = self.graph.find(ring)?;
        Some(self.values[position as usize])
    }

    /// Returns the bytes of memory that it holds.
    pub fn memory(&self) -> u64 {
        self.graph.memory_with(0)
    }
}

/// The edges inside one component.
struct Inside<'a> {
    graph: &'a Graph,
    components: &'a Components,
    component: u32,
}

impl Edges for Inside<'_> {
    fn incoming(&self, position: u32) -> impl Iterator<Item = Incoming> + '_ {
        let edges = self.graph.incoming(position).iter().copied();
        edges.filter(|edge| self.components.of(edge.from()) == self.component)
    }
}

struct GraphLedger {
    values: Vec<Thresholds>,
    pending: Vec<u8>,
}

impl Ledger for GraphLedger {
    fn get(&self, position: u32) -> Thresholds {
        self.values[position as usize]
    }

    fn set(&mut self, position: u32, thresholds: Thresholds) {
        self.values[position as usize] = thresholds;
    }

    fn pending(&self, position: u32) -> u8 {
        self.pending[position as usize]
    }

    fn come_in(&mut self, position: u32) -> u8 {
        self.pending[position as usize] -= 1;
        self.pending[position as usize]
    }
}
