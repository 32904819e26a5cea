//! Strongly connected components: which positions can come round to one another.

use petgraph::visit::{Dfs, DfsPostOrder, IntoNodeIdentifiers, Reversed, VisitMap};

use super::Graph;
use crate::limits::{Control, Stop};

/// The components of a graph, those that others lead to first.
///
/// So a component stands after every component that its edges lead to, and can be valued when its turn
/// comes. Found with two depth-first passes (Kosaraju; Sharir 1981), which petgraph runs without recursion.
#[derive(Debug)]
pub struct Components {
    /// The component of each position.
    of: Vec<u32>,
    /// The positions, component by component.
    members: Vec<u32>,
    /// The members of component c lie from `starts[c]` to `starts[c + 1]`.
    starts: Vec<u32>,
}

/// Positions visited between two looks at the limits.
const CHECK_EVERY: usize = 1 << 14;

impl Components {
    /// Finds the components of a graph.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn new(graph: &Graph, control: &Control) -> Result<Components, Stop> {
        let count = graph.len();
        // 1. Against the edges, in the order of finishing.
        let against = Reversed(graph);
        let mut finished = Vec::with_capacity(count);
        let mut walk = DfsPostOrder::empty(against);
        for position in graph.node_identifiers() {
            if walk.discovered.is_visited(&position) {
                continue;
            }
            walk.move_to(position);
            while let Some(position) = walk.next(against) {
                finished.push(position);
                if finished.len().is_multiple_of(CHECK_EVERY) {
                    control.check()?;
                }
            }
        }
        drop(walk);
        // 2. Along the edges, from the last that finished: each walk is a component.
        let mut components = Components {
            of: vec![0; count],
            members: Vec::with_capacity(count),
            starts: vec![0],
        };
        let mut walk = Dfs::empty(graph);
        for position in finished.into_iter().rev() {
            if walk.discovered.is_visited(&position) {
                continue;
            }
            let component = components.len() as u32;
            walk.move_to(position);
            while let Some(member) = walk.next(graph) {
                components.of[member as usize] = component;
                components.members.push(member);
                if components.members.len().is_multiple_of(CHECK_EVERY) {
                    control.check()?;
                }
            }
            components.starts.push(components.members.len() as u32);
        }
        Ok(components)
    }

    /// Returns the number of components.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Tells whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the component of a position.
    pub fn of(&self, position: u32) -> u32 {
        self.of[position as usize]
    }

    /// Returns the positions of a component.
    pub fn members(&self, component: usize) -> &[u32] {
        let range = self.starts[component] as usize..self.starts[component + 1] as usize;
        &self.members[range]
    }
}
