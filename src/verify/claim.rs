//! Claims as trees of plies, whoever plays them.

use crate::notation::NamedMove;
use crate::puzzle::{Claim, ClaimTree};

/// A claimed ply and the plies that are claimed to follow.
pub(super) struct Node {
    pub(super) mv: NamedMove,
    pub(super) next: Vec<Node>,
}

/// Returns the plies that a claim begins with: one, or none.
pub(super) fn nodes(claim: &Claim) -> Vec<Node> {
    match claim {
        Claim::Line(moves) => moves
            .iter()
            .rev()
            .fold(Vec::new(), |next, &mv| vec![Node { mv, next }]),
        Claim::Tree(tree) => vec![node(tree)],
    }
}

fn node(tree: &ClaimTree) -> Node {
    let replies = tree.replies.iter().map(|reply| Node {
        mv: reply.mv,
        next: reply.then.iter().map(node).collect(),
    });
    Node {
        mv: tree.mv,
        next: replies.collect(),
    }
}
