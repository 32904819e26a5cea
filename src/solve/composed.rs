//! Series and help play answered: all solutions counted, the first of them listed.

use std::time::Instant;

use super::{Answer, AnswerLevel, Asked, Method, Request, Status};
use crate::board::Side;
use crate::limits::{Control, Stop};
use crate::rules::{Ending, Move, Ply, Position};
use crate::search::composed_lines;
use crate::value::{ComposedPlay, ComposedState, Kind, Stipulation};

/// The solutions of series or help play: the different lines of plies that reach the goal.
#[derive(Debug, Clone, PartialEq)]
pub struct Solutions {
    /// How many were found.
    pub count: u64,
    /// Whether that is all of them; otherwise there may be more.
    pub complete: bool,
    /// How many are intended, where the puzzle says.
    pub intended: Option<u32>,
    /// The side that plays the first ply.
    pub first: Side,
    /// The different first moves of those that were found, in the fixed order.
    pub keys: Vec<Move>,
    /// The first of them in the fixed order of moves.
    pub lines: Vec<SolutionLine>,
    /// Boards at which the moves were looked at.
    pub positions: u64,
    /// The limit that was reached.
    pub stop: Option<Stop>,
}

/// One solution of series or help play.
#[derive(Debug, Clone, PartialEq)]
pub struct SolutionLine {
    /// Its plies; in a series, those of one side alone.
    pub plies: Vec<Ply>,
    /// How the game ends with it, if it does.
    pub ending: Option<Ending>,
    /// The position at its end; after a repetition in a series, with the side of the series to move.
    pub last: Position,
}

impl Solutions {
    /// How many are listed where nobody says otherwise.
    pub const LISTED: usize = 20;

    /// Tells whether there is one, if that is known.
    pub fn any(&self) -> Option<bool> {
        match self.count {
            0 => self.complete.then_some(false),
            _ => Some(true),
        }
    }

    /// Tells whether there are as many as intended, if a number is and that is known.
    pub fn as_intended(&self) -> Option<bool> {
        let intended = u64::from(self.intended?);
        match self.complete {
            true => Some(self.count == intended),
            false => (self.count > intended).then_some(false),
        }
    }
}

/// Counts the solutions of series or help play, and lists so many; where a limit is reached, those found so far. A stipulation that numbers alone
/// show to be impossible has none, without a search.
///
/// # Panics
///
/// If the stipulation is for play against the other side.
pub fn find_solutions(
    position: &Position,
    history: &[Position],
    stipulation: &Stipulation,
    list: usize,
    control: &Control,
) -> Solutions {
    let (first, intended) = match stipulation.kind {
        Kind::Direct => panic!("a stipulation for series or help play"),
        Kind::Series(composed) => (stipulation.side(position), composed.solutions),
        Kind::Help(composed) => (position.to_move(), composed.solutions),
    };
    let mut solutions = Solutions {
        count: 0,
        complete: true,
        intended,
        first,
        keys: Vec::new(),
        lines: Vec::new(),
        positions: 0,
        stop: None,
    };
    if stipulation.impossible(position).is_some() {
        return solutions;
    }
    let found = composed_lines(position, history, stipulation, list, control);
    let lines = found.lines.iter();
    solutions.count = found.count;
    solutions.complete = found.complete;
    solutions.keys = found.firsts;
    solutions.lines = lines
        .map(|moves| played(position, history, stipulation, moves))
        .collect();
    solutions.positions = found.positions;
    solutions.stop = found.stop;
    solutions
}

/// Plays a solution through by the rules.
fn played(
    position: &Position,
    history: &[Position],
    stipulation: &Stipulation,
    moves: &[Move],
) -> SolutionLine {
    let mut play = ComposedPlay::new(position, history, stipulation).expect("series or help play");
    let plies = moves.iter().map(|&mv| play.play(mv));
    let plies = plies
        .collect::<Result<_, _>>()
        .expect("a line of the rules");
    let ComposedState::Reached(ending) = play.state() else {
        panic!("a solution that is none: {moves:?}");
    };
    SolutionLine {
        plies,
        ending,
        last: *play.position(),
    }
}

/// Answers a request for series or help play; `None` if it is for anything else.
pub(super) fn composed_answer(
    request: &Request,
    level: AnswerLevel,
    control: &Control,
    clock: Instant,
) -> Option<Answer> {
    let stipulation = request.stipulation?;
    let method = match stipulation.kind {
        Kind::Direct => return None,
        Kind::Series(_) => Method::Series,
        Kind::Help(_) => Method::Help,
    };
    let position = &request.position;
    let (history, list) = (&request.history, request.solutions);
    let asked = match stipulation.impossible(position) {
        Some(why) => Asked::Impossible(why),
        None => Asked::Composed(find_solutions(
            position,
            history,
            &stipulation,
            list,
            control,
        )),
    };
    let positions = match &asked {
        Asked::Composed(solutions) => solutions.positions,
        _ => 0,
    };
    Some(Answer {
        position: *position,
        history: history.clone(),
        stipulation: Some(stipulation),
        asked: Some(asked),
        level,
        status: Status::Composed,
        method,
        positions,
        seconds: clock.elapsed().as_secs_f64(),
    })
}
