//! Redistributions of a replayed game (K3).

use super::game::{PlyObject, PositionObject};
use crate::board::Side;
use crate::rules::{PlyNext, Redistributed, Stage};

impl PositionObject {
    /// Writes where a game stands: in the opening with its phase.
    pub fn of_stage(stage: &Stage) -> PositionObject {
        let opening = stage.opening();
        PositionObject {
            phase: opening.map(|_| "opening".to_owned()),
            redistributed: opening.map(|opening| opening.redistributed()),
            ..PositionObject::new(stage.position())
        }
    }
}

impl PlyObject {
    /// Writes a redistribution.
    pub fn redistribution(made: &Redistributed) -> PlyObject {
        PlyObject {
            side: made.side.name().to_owned(),
            mv: made.redistribution.to_string(),
            captured: 0,
            next: made.next.name().to_owned(),
            ending: match made.next {
                PlyNext::Over(ending) => Some(ending.into()),
                _ => None,
            },
            position: PositionObject::of_stage(&made.stage),
        }
    }
}

/// Returns redistributions as turns: who, what.
pub(super) fn redistribution_turns(made: &[Redistributed]) -> Vec<(Side, String)> {
    made.iter()
        .map(|made| (made.side, made.redistribution.to_string()))
        .collect()
}

/// What is to be done next, for people.
pub(super) fn next_words(stage: &Stage) -> String {
    let side = stage.position().to_move();
    match stage {
        Stage::Opening(_) => format!("{side} to redistribute."),
        Stage::Sowing(_) => format!("{side} to move."),
    }
}
