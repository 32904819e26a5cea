//! Puzzle and solution files: their types and schemas, reading them, and what can be wrong with them.

mod claim;
mod fault;
mod file;
mod json;
mod load;
mod puzzle;
mod schema;
mod solution;

pub use claim::{Claim, ClaimTree, Reply};
pub use fault::Fault;
pub use json::Json;
pub use load::{Entry, load};
pub use puzzle::{About, Puzzle, read_position};
pub use schema::{puzzle_schema, solution_schema};
pub use solution::{
    BoundsObject, CapturedObject, EndingObject, GoalName, GoalObject, LeadEnd, LeadObject,
    LeadWord, LinePly, MoveObject, PliesObject, Solution, StatusName, VerdictName,
};
