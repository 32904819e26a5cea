//! A set of puzzles as one page of HTML that stands alone: diagrams, solutions hidden until asked for, lines that can be played through, an
//! index of themes; on paper the diagrams first and the solutions at the end.
//!
//! The page is well-formed XML too, asks for nothing from anywhere and forbids itself to.

mod line;
mod page;
mod puzzle;
mod solution;
mod themes;

pub use page::book_html;

use crate::notation::{board_text, position_text};
use crate::puzzle::{GoalObject, Puzzle, Solution, StatusName};
use crate::rules::Ply;

/// A puzzle of a book with its solution.
#[derive(Debug, Clone, PartialEq)]
pub struct BookPuzzle {
    /// The puzzle; its opening is over.
    pub puzzle: Puzzle,
    /// Its solution. Lines that cannot be played from the puzzle are left out.
    pub solution: Solution,
    /// What refutes wrong moves, as far as that is known.
    pub refutations: Vec<Refutation>,
}

/// How a wrong move fails.
#[derive(Debug, Clone, PartialEq)]
pub struct Refutation {
    /// The move in text.
    pub mv: String,
    /// The play after it, to its end.
    pub line: Vec<Ply>,
}

/// Tells whether a solution is one of the puzzle: solved, of the same position, history and stipulation, and its lines and moves can be
/// played there.
pub fn solution_fits(puzzle: &Puzzle, solution: &Solution) -> bool {
    let history: Vec<String> = puzzle.history.iter().map(board_text).collect();
    let asked = puzzle.stipulation.as_ref().map(GoalObject::from);
    if solution.position.as_ref() != Some(&position_text(&puzzle.position))
        || solution.history.as_deref().unwrap_or_default() != history
        || solution.goal != asked
    {
        return false;
    }
    let plays = |moves: &[&str]| line::steps(&puzzle.position, moves).is_some();
    let line_plays = |line: &Option<Vec<crate::puzzle::LinePly>>| match line {
        Some(line) => plays(&line.iter().map(|ply| ply.mv.as_str()).collect::<Vec<_>>()),
        None => true,
    };
    let composed = solution
        .solutions
        .iter()
        .flat_map(|solutions| &solutions.lines);
    let mut composed = composed.map(|line| line.iter().map(String::as_str).collect::<Vec<_>>());
    let mut moves = solution.moves.iter().flatten();
    solution.status == StatusName::Solved
        && line_plays(&solution.line)
        && line_plays(&solution.goal_line)
        && composed.all(|line| plays(&line))
        && moves.all(|mv| plays(&[&mv.mv]))
}
