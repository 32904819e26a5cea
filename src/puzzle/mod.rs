//! Puzzle and solution files: their types and schemas, reading them, and what can be wrong with them.

mod analysis;
mod claim;
mod fault;
mod file;
mod json;
mod load;
mod read;
mod reader;
mod schema;
mod solution;

pub use analysis::{AnalysisObject, BranchObject, SetPlayObject, ThreatObject, TryObject};
pub use claim::{Claim, ClaimTree, Reply};
pub use fault::Fault;
pub use json::Json;
pub use load::{Entry, load};
pub use read::{read_position, read_text_position};
pub use schema::{puzzle_schema, solution_schema};
pub use solution::{
    BoundsObject, CapturedObject, CertificateFile, CertificateObject, EndingObject, GoalName,
    GoalObject, LeadEnd, LeadObject, LeadWord, LinePly, MoveObject, PliesObject, Solution,
    StatusName, VerdictName,
};

use crate::rules::Position;
use crate::value::Goal;

/// A puzzle: a position and what is asked of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Puzzle {
    /// Its name, unique in a run.
    pub id: String,
    /// The position.
    pub position: Position,
    /// What the side to move is to reach, if the puzzle says.
    pub goal: Option<Goal>,
    /// Words about it.
    pub about: About,
    /// The solution that it claims to have.
    pub claim: Option<Claim>,
}

/// Words about a puzzle that have no bearing on its solution.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct About {
    /// Its title.
    pub title: Option<String>,
    /// Who composed it.
    pub author: Option<String>,
    /// Where it was published.
    pub source: Option<String>,
    /// When.
    pub year: Option<i32>,
    /// Anything else.
    pub comment: Option<String>,
    /// Labels.
    pub tags: Vec<String>,
}
