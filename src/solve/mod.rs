//! The front door: a position, a goal and limits in; verdict, moves, lengths and a line out.

mod answer;
mod asked;
mod bounds;
mod composed;
mod evidence;
mod forced_evidence;
mod goal_study;
mod handicap;
mod held_set;
mod historical;
mod in_time;
mod kept;
mod line;
mod longest;
mod probe;
mod readings;
mod search_evidence;
mod searched;
mod solver;
mod study;
mod values;

pub use answer::{
    Answer, AnswerLevel, Asked, Found, GoalLine, Length, Line, LineEnd, Method, MoveAnswer, Solved,
    Status, Unsolved,
};
pub use bounds::simple_bounds;
pub use composed::{SolutionLine, Solutions, find_solutions};
pub use evidence::Certify;
pub use goal_study::{GoalStudy, Look, Standing};
pub use kept::{KeptSearches, SearchNote};
pub use longest::{LongWin, longest_win};
pub use probe::{ProbeError, probe};
pub use readings::{Readings, readings};
pub use solver::{Request, Solver, TableUse, answer_by};
pub use study::{Study, WithoutReturn};
pub use values::Values;
