//! Evidence with a handicap, turned into evidence without.

use crate::board::Side;
use crate::certificate::{Aim, FromLead, Proof, Terms};
use crate::value::Required;

/// Takes a handicap of a side off the leads of proofs of wins and draws. That a side wins with a handicap h is that it reaches a difference of 1 − h; that the
/// other does not win, that it does not.
pub(super) fn without_handicap(proofs: Vec<Proof>, side: Side, handicap: i16) -> Vec<Proof> {
    let turned = proofs.into_iter().map(|mut proof| {
        let own = if proof.side == side {
            handicap
        } else {
            -handicap
        };
        proof.terms = match proof.aim {
            Aim::Win => at_least(1 - own),
            // What is prevented is a win of the other's.
            Aim::Draw | Aim::Delay => at_least(1 + own),
        };
        for proved in &mut proof.positions {
            if let FromLead::At(lead) = &mut proved.from {
                *lead -= own;
            }
        }
        proof
    });
    turned.collect()
}

fn at_least(least: i16) -> Terms {
    Terms {
        required: Required::AtLeast(least),
        within: None,
    }
}
