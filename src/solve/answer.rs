//! What the solver says of a position.

use super::Solutions;
use super::simple_bounds;
use crate::certificate::Certificate;
use crate::limits::Stop;
use crate::rules::{Ending, Game, Move, Ply, PlyNext, Position};
use crate::search::Cycles;
use crate::value::{Goal, Impossible, Stipulation, Thresholds, Verdict};

/// How much is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AnswerLevel {
    /// The verdict and a line.
    Verdict,
    /// The verdict of every move too, and so all keys.
    Moves,
    /// The thresholds of the position and of every move too.
    Full,
}

impl AnswerLevel {
    /// The most boards with at most as many seeds, C(s+2n, 2n), that make a Giuthi position small.
    pub const FULL_GIUTHI_BOARDS: u64 = 64_000_000;

    /// The most warriors on the board that make a Kiothi position small.
    pub const FULL_KIOTHI_SEEDS: u32 = 12;

    /// Returns how much is answered where nobody says otherwise: `Full` for small positions, else `Moves`.
    ///
    /// It depends on the position alone: the game, the length of a row and the seeds on the board.
    pub fn default_for(position: &Position) -> AnswerLevel {
        let (row, seeds) = (position.row(), position.ring().seeds());
        let small = match position.rules().game() {
            Game::Giuthi => crate::index::Lexicographic::count_up_to(row, seeds)
                .is_some_and(|boards| boards <= AnswerLevel::FULL_GIUTHI_BOARDS),
            Game::Kiothi => seeds <= AnswerLevel::FULL_KIOTHI_SEEDS,
        };
        if small {
            AnswerLevel::Full
        } else {
            AnswerLevel::Moves
        }
    }
}

/// How long a forced win takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// So many plies to the end of the game when the winner hurries and the loser delays, proved.
    Proved(u32),
    /// A draw has no length.
    Draw,
    /// Not worked out within the limits.
    Unknown,
}

/// By which way the values were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// The game was over: the rules alone say it.
    Rules,
    /// The graph of all positions that can be reached.
    Graph(Cycles),
    /// All layers of boards with at most as many seeds, in memory.
    Layers,
    /// A graph that grows where a forced win is looked for, down to layers if there are any.
    Search,
    /// Looked up in table files.
    Tables,
    /// All lines of a series were gone through.
    Series,
    /// All lines of help play were gone through.
    Help,
}

impl Method {
    /// Returns the word that files use.
    pub fn name(self) -> &'static str {
        match self {
            Method::Rules => "rules",
            Method::Graph(_) => "graph",
            Method::Layers => "layers",
            Method::Search => "search",
            Method::Tables => "tables",
            Method::Series => "series",
            Method::Help => "help",
        }
    }
}

/// One legal move of the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveAnswer {
    /// The move.
    pub mv: Move,
    /// The result that the side to move gets by it.
    pub verdict: Verdict,
    /// The leads, before the move's capture, with which it wins or draws; `None` where the search asked for one lead alone.
    pub thresholds: Option<Thresholds>,
    /// Plies to the end by it, itself included.
    pub length: Length,
    /// Seeds that its sowing takes.
    pub captured: u8,
    /// What follows.
    pub next: PlyNext,
}

/// The principal variation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its plies, to the end of the game or its first repetition.
    pub plies: Vec<Ply>,
    /// How it ends.
    pub ending: Ending,
}

/// A line towards a goal, or one that keeps it off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalLine {
    /// Its plies.
    pub plies: Vec<Ply>,
    /// Where it ends.
    pub end: LineEnd,
}

/// Where a line towards a goal ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineEnd {
    /// With the game.
    Over(Ending),
    /// Where no turn or sowing is left to the side for which the goal is.
    TimeUp,
    /// Where too few seeds are left for the goal, or too many have been won.
    OutOfReach,
}

/// What is known of a solved position.
#[derive(Debug, Clone, PartialEq)]
pub struct Solved {
    /// The result at the position's own score, for the side to move.
    pub verdict: Verdict,
    /// The leads with which the position is won or drawn; `None` where the search asked for one lead alone.
    pub thresholds: Option<Thresholds>,
    /// All legal moves in the fixed order; empty when the game is over.
    pub moves: Vec<MoveAnswer>,
    /// Plies to the end of the game.
    pub length: Length,
    /// The principal variation; `None` where a win's lengths are not known.
    pub line: Option<Line>,
    /// The evidence for the verdict, if it was asked for.
    pub certificate: Option<Certificate>,
    /// The limit that kept lengths, line or certificate from being worked out.
    pub stop: Option<Stop>,
}

/// What is known of a position that was not solved within the limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsolved {
    /// The result is no worse.
    pub at_least: Verdict,
    /// The result is no better.
    pub at_most: Verdict,
    /// The limit that was reached.
    pub stop: Stop,
}

impl Unsolved {
    /// Says what the score and the seeds alone show of a position.
    pub(super) fn by_numbers(position: &Position, stop: Stop) -> Unsolved {
        let (at_least, at_most) = simple_bounds(position);
        Unsolved {
            at_least,
            at_most,
            stop,
        }
    }
}

/// Solved, or not within the limits.
#[derive(Debug, Clone, PartialEq)]
pub enum Status {
    /// Everything asked for is exact.
    Solved(Solved),
    /// A limit was reached before the verdict.
    Unsolved(Unsolved),
    /// Series or help play is asked for, in which verdicts have no place: [`Answer::asked`] has what was found.
    Composed,
}

/// What became of a stipulation that the verdict alone does not answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Asked {
    /// The rules make it impossible, as numbers alone show.
    Impossible(Impossible),
    /// It was found out whether it can be forced.
    Found(Found),
    /// A limit was reached first.
    Unknown(Stop),
    /// The lines of series or help play that reach it were counted, as far as the limits allowed.
    Composed(Solutions),
}

/// Whether a stipulation can be met, and how.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// Whether it can be forced from the position.
    pub met: bool,
    /// The moves after which it is still forced, in the fixed order; none where it cannot be forced. `None` where not every move was looked at.
    pub keys: Option<Vec<Move>>,
    /// Plies to the end if the side for which it is hurries and the other delays, where it is met and that is proved.
    pub plies: Option<u32>,
    /// How it is reached or, where it cannot be, kept off.
    pub line: Option<GoalLine>,
    /// The limit that kept line or certificate from being worked out.
    pub stop: Option<Stop>,
}

/// The answer to one position.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The position.
    pub position: Position,
    /// Earlier positions that count for repetition.
    pub history: Vec<Position>,
    /// What it asks for, if anything.
    pub stipulation: Option<Stipulation>,
    /// What became of a stipulation that is more than a win or a draw for the side to move.
    pub asked: Option<Asked>,
    /// How much was to be answered.
    pub level: AnswerLevel,
    /// The findings.
    pub status: Status,
    /// The way by which values were found or sought.
    pub method: Method,
    /// Positions valued for it, or found before a limit was reached.
    pub positions: u64,
    /// Time taken.
    pub seconds: f64,
}

impl Answer {
    /// Returns the keys, in the fixed order: the moves that keep the verdict (none for a loss) or, with a goal, those after
    /// which it is still forced. `None` where not every move was looked at. In series and help play: the first moves of all solutions, of the
    /// side that begins.
    pub fn keys(&self) -> Option<Vec<Move>> {
        match &self.asked {
            None => {}
            Some(Asked::Impossible(_)) => return Some(Vec::new()),
            Some(Asked::Found(found)) => return found.keys.clone(),
            Some(Asked::Unknown(_)) => return None,
            Some(Asked::Composed(solutions)) => {
                return solutions.complete.then(|| solutions.keys.clone());
            }
        }
        let Status::Solved(solved) = &self.status else {
            return None;
        };
        if self.level < AnswerLevel::Moves && !solved.moves.is_empty() {
            return None;
        }
        let is_key = |verdict: Verdict| match self.goal() {
            Some(goal) => goal.is_met_by(verdict),
            None => verdict == solved.verdict && verdict != Verdict::Loss,
        };
        let keys = solved.moves.iter().filter(|mv| is_key(mv.verdict));
        Some(keys.map(|mv| mv.mv).collect())
    }

    /// Returns what is asked, if it is a win or a draw for the side to move and no more.
    pub fn goal(&self) -> Option<Goal> {
        let to_move = self.position.to_move();
        self.stipulation.and_then(|asked| asked.as_goal(to_move))
    }

    /// Tells whether what is asked can be met, if something is and it is known.
    pub fn goal_met(&self) -> Option<bool> {
        match (&self.asked, &self.status) {
            (Some(Asked::Impossible(_)), _) => Some(false),
            (Some(Asked::Found(found)), _) => Some(found.met),
            (Some(Asked::Unknown(_)), _) => None,
            (Some(Asked::Composed(solutions)), _) => solutions.any(),
            (None, Status::Solved(solved)) => {
                self.goal().map(|goal| goal.is_met_by(solved.verdict))
            }
            (None, Status::Unsolved(_) | Status::Composed) => None,
        }
    }

    /// Tells whether series or help play has as many solutions as are intended, if a number is and that is known.
    pub fn intended_met(&self) -> Option<bool> {
        match &self.asked {
            Some(Asked::Composed(solutions)) => solutions.as_intended(),
            _ => None,
        }
    }

    /// Returns the limit that was reached, if one was.
    pub fn stop(&self) -> Option<Stop> {
        let own = match &self.status {
            Status::Solved(solved) => solved.stop,
            Status::Unsolved(unsolved) => Some(unsolved.stop),
            Status::Composed => None,
        };
        own.or(match &self.asked {
            Some(Asked::Unknown(stop)) => Some(*stop),
            Some(Asked::Found(found)) => found.stop,
            Some(Asked::Composed(solutions)) => solutions.stop,
            Some(Asked::Impossible(_)) | None => None,
        })
    }
}
