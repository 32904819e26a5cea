//! Where the exact thresholds of all positions below the root come from.

use super::Method;
use crate::board::Ring;
use crate::rules::{Position, Step};
use crate::search::ValuedGraph;
use crate::tables::LayerStack;
use crate::value::Thresholds;

/// A source of exact thresholds for a position and everything that can follow.
pub enum Values<'a> {
    /// The graph of reachable positions, down to layers if there are any.
    Graph(Box<ValuedGraph>, Option<&'a LayerStack>),
    /// All layers up to the position's number of seeds.
    Layers(&'a LayerStack),
}

impl Values<'_> {
    /// Returns the thresholds of a board that can follow, seen by the side to move.
    ///
    /// # Panics
    ///
    /// If the board cannot follow from the position that the values were made for.
    pub fn of(&self, ring: &Ring) -> Thresholds {
        let found = match self {
            Values::Graph(graph, layers) => layers
                .and_then(|layers| layers.thresholds(ring))
                .or_else(|| graph.thresholds(ring)),
            Values::Layers(layers) => layers.thresholds(ring),
        };
        found.expect("a value for every board that can follow")
    }

    /// Returns what each choice of the side to move offers: its position afterwards is looked up.
    pub fn offered(&self, step: Step) -> Thresholds {
        match step {
            Step::Endless => Thresholds::UNDECIDED,
            Step::Keep(ring) => self.of(&ring),
            Step::Turn { ring, captured } => self.of(&ring).through_turn(captured),
        }
    }

    /// Returns how the values were found.
    pub fn method(&self) -> Method {
        match self {
            Values::Graph(graph, _) => Method::Graph(graph.cycles()),
            Values::Layers(_) => Method::Layers,
        }
    }

    /// Returns the bytes of memory held.
    pub fn memory(&self) -> u64 {
        match self {
            Values::Graph(graph, layers) => graph.memory() + layers.map_or(0, LayerStack::memory),
            Values::Layers(layers) => layers.memory(),
        }
    }

    /// Returns the number of positions that were valued for this position.
    pub fn positions(&self, position: &Position) -> u64 {
        match self {
            Values::Graph(graph, _) => graph.graph().len() as u64,
            Values::Layers(_) => {
                let seeds = position.ring().seeds();
                crate::index::Lexicographic::count_up_to(position.row(), seeds)
                    .expect("layers in memory can be counted")
            }
        }
    }
}
