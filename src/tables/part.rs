//! A part of a layer that is being built.

use super::layer::Packed;
use crate::value::Incoming;

/// Boards of a part: its values and counters, 3 bytes a board, fit a second-level cache with room for the lists.
pub(super) const PART: usize = 1 << 17;

/// An edge inside the layer, in the list of the part that it leads to.
#[derive(Clone, Copy)]
pub(super) struct Found {
    /// The number of the target within its part.
    pub(super) target: u32,
    /// The whole number of the origin, and whether its mover keeps the turn.
    pub(super) from: Incoming,
}

/// A part of a layer: values and counters of its boards, and the edges that lead to them.
pub(super) struct Part<'a> {
    pub(super) values: &'a mut [Packed],
    pub(super) pending: &'a mut [u8],
    /// The edges to board b lie from `starts[b]` to `starts[b + 1]`.
    starts: Vec<u32>,
    edges: Vec<Incoming>,
}

impl<'a> Part<'a> {
    /// Sorts the edges that lead to a part by the board that they lead to.
    pub(super) fn new(
        values: &'a mut [Packed],
        pending: &'a mut [u8],
        found: Vec<Vec<Found>>,
    ) -> Part<'a> {
        let mut starts = vec![0u32; values.len() + 1];
        for edge in found.iter().flatten() {
            starts[edge.target as usize] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += std::mem::replace(start, sum);
        }
        let mut edges = vec![Incoming::new(0, false); sum as usize];
        for list in found {
            for edge in list {
                let at = &mut starts[edge.target as usize];
                edges[*at as usize] = edge.from;
                *at += 1;
            }
        }
        // Each start has moved to its end, which is the next one's start; the last stands twice.
        starts.rotate_right(1);
        starts[0] = 0;
        Part {
            values,
            pending,
            starts,
            edges,
        }
    }

    /// Returns the edges that lead to a board of the part.
    pub(super) fn incoming(&self, board: usize) -> &[Incoming] {
        &self.edges[self.starts[board] as usize..self.starts[board + 1] as usize]
    }
}
