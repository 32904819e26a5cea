//! Puzzle and solution files: their types and schemas, reading them, and what can be wrong with them.

mod analysis;
mod claim;
mod csv;
mod fault;
mod file;
mod formats;
mod game_record;
mod json;
mod load;
mod read;
mod reader;
mod schema;
mod solution;
mod stage;
mod stipulation;
mod stipulation_text;
mod write;

pub use analysis::{AnalysisObject, BranchObject, SetPlayObject, ThreatObject, TryObject};
pub use claim::{Claim, ClaimTree, Reply};
pub use csv::csv_text;
pub use fault::Fault;
pub use formats::{LoadOptions, SourceFormat};
pub use game_record::{GameAbout, GameRecord, PlayFault, PlayedGame, RecordedMove};
pub use json::Json;
pub use load::{Entry, load, load_with};
pub(crate) use reader::{Fields, Reader};
pub use schema::{puzzle_schema, solution_schema};
pub use solution::{
    BoundsObject, CapturedObject, CertificateFile, CertificateObject, EndingObject, LeadEnd,
    LeadObject, LeadWord, LinePly, MoveObject, PliesObject, ReadingObject, Solution,
    SolutionsObject, StatusName, VerdictName,
};
pub use stage::{read_position, read_start};
pub(crate) use stipulation::read as read_goal;
pub use stipulation::{GoalName, GoalObject, KindName, SideName, WithinObject};
pub use stipulation_text::read_stipulation;

use crate::rules::{Opening, Position};
use crate::value::{Goal, Stipulation};

/// A puzzle: a position and what is asked of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Puzzle {
    /// Its name, unique in a run.
    pub id: String,
    /// The position.
    pub position: Position,
    /// In Kiothi's opening (K3): that position once more, as one whose player redistributes.
    pub opening: Option<Opening>,
    /// Earlier positions that count for repetition (G12, K13), oldest first: boards with as many seeds as the position has.
    pub history: Vec<Position>,
    /// What is to be reached, if the puzzle says.
    pub stipulation: Option<Stipulation>,
    /// Words about it.
    pub about: About,
    /// The solution that it claims to have.
    pub claim: Option<Claim>,
}

impl Puzzle {
    /// Returns what is asked, if it is a win or a draw for the side to move and no more.
    pub fn goal(&self) -> Option<Goal> {
        let to_move = self.position.to_move();
        self.stipulation.and_then(|asked| asked.as_goal(to_move))
    }
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
