//! Wins that must not come back to certain boards.
//!
//! A board that comes up again is a draw (G12, K13). So in the middle of a game a side wins by force if it does so without the
//! boards that stood there before; a win that needs one of them is none.

use super::Distances;
use super::distances::Identity;
use crate::board::{Ring, Side};
use crate::limits::{Control, Stop};
use crate::rules::RuleSet;
use crate::value::Thresholds;

/// Lengths of forced wins that keep off certain boards.
///
/// Each position is taken as it stands: neither mirror images nor swapped sides are one.
#[derive(Debug)]
pub struct Avoiding(Distances);

impl Avoiding {
    /// Looks for a win of either side from a state on that is decided, as its board stands by itself.
    ///
    /// `avoided` are boards as the side to move there sees them, and that side. The rest is as for [`Distances::new`].
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn new(
        rules: &RuleSet,
        values: &(impl Fn(&Ring) -> Thresholds + Sync),
        (ring, to_move, lead): (Ring, Side, i16),
        avoided: &[(Ring, Side)],
        held: u64,
        control: &Control,
    ) -> Result<Avoiding, Stop> {
        let identity = Identity::Actual {
            avoided: Vec::new(),
        };
        let avoided = avoided
            .iter()
            .map(|(ring, to_move)| identity.key(rules, ring, *to_move, 0))
            .collect();
        let root = [(ring, to_move, lead)].into_iter();
        let identity = Identity::Actual { avoided };
        Distances::by(identity, rules, values, root, held, control).map(Avoiding)
    }

    /// Returns the number of plies to the end from a state that follows, whoever wins; `None` where the win needs a board that is
    /// avoided, and where only a bound is known.
    pub fn plies(&self, ring: &Ring, to_move: Side, lead: i16) -> Option<u32> {
        self.0.plies_for(ring, to_move, lead)
    }
}
