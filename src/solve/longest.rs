//! The longest of the shortest wins of a layer.

use crate::board::Ring;
use crate::limits::{Control, Stop};
use crate::rules::RuleSet;
use crate::search::Distances;
use crate::tables::LayerStack;
use crate::value::WinsWithLead;

/// A win that takes long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LongWin {
    /// The board as the player to move, who wins, sees it.
    pub ring: Ring,
    /// His lead: the least that wins.
    pub lead: i16,
    /// Plies to the end of the game when he hurries and the other delays.
    pub plies: u32,
}

/// Finds, among the boards of the top layer at the least lead that wins each, one whose win takes longest; of several, the
/// first of the layer's numbering. `None` if no board is won at any lead.
///
/// # Errors
///
/// If a limit is reached: the lengths of all these wins are worked out together.
///
/// # Panics
///
/// If the stack has no layer.
pub fn longest_win(
    rules: &RuleSet,
    layers: &LayerStack,
    control: &Control,
) -> Result<Option<LongWin>, Stop> {
    let top = layers.layers().last().expect("a layer on top");
    let index = top.index();
    let won = || {
        (0..index.positions()).filter_map(|rank| match top.at(rank).wins() {
            WinsWithLead::At(lead) => Some((index.ring(rank), lead)),
            WinsWithLead::Never => None,
        })
    };
    let values = |ring: &Ring| {
        layers
            .thresholds(ring)
            .expect("a value for every board below")
    };
    let distances = Distances::new(rules, &values, won(), layers.memory(), control)?;
    let mut longest: Option<LongWin> = None;
    for (ring, lead) in won() {
        let plies = distances.plies(&ring, lead).expect("the length of a root");
        if longest.is_none_or(|longest| plies > longest.plies) {
            longest = Some(LongWin { ring, lead, plies });
        }
    }
    Ok(longest)
}
