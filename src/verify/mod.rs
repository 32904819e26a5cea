//! Claimed solutions judged: right or wrong, the only one or cooked, with what refutes them.
//!
//! A claim is a line of moves or a tree. The side to move at its start is the *solver*, who is to reach the goal: the puzzle's
//! stipulation or, without one, the position's own verdict. Each ply of the claim gets a finding, and so does each other move of the
//! solver that reaches the goal too.
//!
//! Judged is the game as it is played, from the claim's start on: a board that stood there before is a draw if it
//! comes up again (G12, K13). So a move whose every win goes back to such a board wins nothing, though its position, taken by itself, is
//! won. [`Kind`] has the exact definitions.

mod claim;
mod composed;
mod finding;
mod goal_judge;
mod judge;

pub use composed::{ComposedJudgement, judge_composed};
pub use finding::{Asked, Finding, Judgement, Kind};
pub use goal_judge::judge_goal;
pub use judge::judge;
