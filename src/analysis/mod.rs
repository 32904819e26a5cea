//! A position as composers look at it: variations, tries, set play, threats, the graph of a solution.
//!
//! The *hero* is the side whose aim is looked at: the side to move, or the other where the side to move is lost and nothing is asked of it.
//! His aim is the puzzle's goal or, without one, the position's verdict. What he plays is best play as in main lines: of the moves that
//! reach the aim the first in the fixed order among the fastest.

mod graph;
mod hero;
mod set_play;
mod threats;
mod tree;
mod tries;

use crate::limits::Stop;
use crate::rules::Position;
use crate::solve::Solver;
use crate::value::Goal;

use hero::Hero;
pub use set_play::SetPlay;
pub use threats::{Threat, ThreatKind};
pub use tree::Branch;
pub use tries::Try;

/// What is to be looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wanted {
    /// The variation tree, so many plies deep.
    pub tree: Option<u32>,
    /// First moves that fail to one defence only.
    pub tries: bool,
    /// What would happen if the other side were to move.
    pub set_play: bool,
    /// What each key threatens, or that it waits.
    pub threats: bool,
    /// The graph of the solution, so many plies deep.
    pub graph: Option<u32>,
}

impl Wanted {
    /// Tells whether anything is.
    pub fn any(&self) -> bool {
        *self != Wanted::default()
    }
}

/// What was found; what was not asked for is absent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Analysis {
    /// The variation tree: the keys with what follows.
    pub tree: Option<Vec<Branch>>,
    /// The tries.
    pub tries: Option<Vec<Try>>,
    /// The set play; inside `None` where the other side could not move either.
    pub set_play: Option<Option<SetPlay>>,
    /// For each key its threat.
    pub threats: Option<Vec<Threat>>,
    /// The graph of the solution in the DOT language.
    pub graph: Option<String>,
}

/// Looks at a position.
///
/// # Errors
///
/// If a limit is reached. Each position that has to be solved beside the given one (for set play and threats) has the limits anew.
pub fn analyse(
    solver: &mut Solver,
    position: &Position,
    goal: Option<Goal>,
    wanted: Wanted,
) -> Result<Analysis, Stop> {
    let mut analysis = Analysis::default();
    let mut keys = Vec::new();
    let (goal, verdict) = {
        let study = solver.study(position)?;
        let hero = Hero::new(&study, goal);
        if let Some(depth) = wanted.tree {
            analysis.tree = Some(tree::tree(&hero, depth)?);
        }
        if wanted.tries {
            analysis.tries = Some(tries::tries(&hero)?);
        }
        if let Some(depth) = wanted.graph {
            analysis.graph = Some(graph::dot(&hero, depth)?);
        }
        if wanted.threats {
            keys = threats::turns(&hero)?;
        }
        (hero.goal(), study.verdict(position))
    };
    if wanted.set_play {
        analysis.set_play = Some(set_play::set_play(solver, position, verdict, goal)?);
    }
    if wanted.threats {
        let threats = keys
            .into_iter()
            .map(|key| threats::threat(solver, key, goal));
        analysis.threats = Some(threats.collect::<Result<_, Stop>>()?);
    }
    Ok(analysis)
}
