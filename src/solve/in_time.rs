//! Draws in time: whether a side can see to it that the game is over soon enough, and not lost.
//!
//! A repetition meets this goal, so the boards that stood before belong to the question: of these, as many as have the number of seeds that is
//! on the board, for no other can come up again. What was found out is kept for a position together with them.

use std::collections::{BTreeSet, HashMap};

use super::line::choices;
use super::{Found, GoalLine, LineEnd};
use crate::board::Side;
use crate::limits::{Control, Phase, Stop};
use crate::rules::{Move, Position, Record, Step};
use crate::search::{Forced, Sought};
use crate::value::{Required, Within};

/// Lines longer than this are given up; the number of turns left ends nearly all much sooner.
const DEEPEST: usize = 1_000;

/// The bytes that a board takes in a set of boards, roughly.
const BOARD_BYTES: u64 = 64;

type BoardKey = [u64; 4];
type Stood = BTreeSet<BoardKey>;

/// The question whether a side draws in time.
pub(super) struct InTime<'a> {
    position: &'a Position,
    history: &'a [Position],
    side: Side,
    within: Within,
    /// From where an end in time that is no defeat can be forced without any repetition.
    sure: Option<&'a Forced>,
}

/// What was found out about a draw in time.
pub(super) struct InTimeLook {
    /// Whether it can be forced.
    pub(super) met: bool,
    /// Every legal move in the fixed order, with whether it can still be forced after it; none where the game or the time is over.
    pub(super) moves: Vec<(Move, bool)>,
    /// How play goes on.
    pub(super) line: GoalLine,
}

/// A position in a game under way.
#[derive(Clone)]
struct Here {
    position: Position,
    left: u8,
    /// Boards with as many seeds that stood before, this one included.
    stood: Stood,
}

struct Search<'a> {
    asked: &'a InTime<'a>,
    control: &'a Control,
    known: HashMap<(BoardKey, u8, Stood), bool>,
    bytes: u64,
    looked_at: u64,
}

fn key(position: &Position) -> BoardKey {
    // The lead and who is to move, as one number; with the board they make the position.
    let number = 2 * position.lead_of(Side::South) + position.to_move().index() as i16;
    position.ring().words(number as u16)
}

fn board_key(position: &Position) -> BoardKey {
    position.ring().words(position.to_move().index() as u16)
}

impl<'a> InTime<'a> {
    /// Asks whether `side` draws at least within a time, with earlier boards that count.
    pub(super) fn new(
        position: &'a Position,
        history: &'a [Position],
        side: Side,
        within: Within,
    ) -> InTime<'a> {
        InTime {
            position,
            history,
            side,
            within,
            sure: None,
        }
    }

    /// Takes what can be forced without a repetition from elsewhere.
    pub(super) fn with_sure(self, sure: Option<&'a Forced>) -> InTime<'a> {
        InTime { sure, ..self }
    }

    fn is_sure(&self, here: &Here) -> bool {
        let position = &here.position;
        self.sure.is_some_and(|forced| {
            let state = Sought {
                ring: *position.ring(),
                seeker_to_move: position.to_move() == self.side,
                lead: position.lead_of(self.side),
                left: here.left,
            };
            forced.plies(&state).is_some()
        })
    }

    /// Finds it out, with the keys and a line.
    pub(super) fn found(&self, control: &Control) -> Result<Found, Stop> {
        let InTimeLook { met, moves, line } = self.look(control)?;
        let keys = moves.into_iter().filter(|(_, holds)| met && *holds);
        Ok(Found {
            met,
            keys: Some(keys.map(|(mv, _)| mv).collect()),
            plies: None,
            line: Some(line),
            stop: None,
        })
    }

    /// Finds out whether the goal is met, after which moves, and how play goes on.
    pub(super) fn look(&self, control: &Control) -> Result<InTimeLook, Stop> {
        control.progress().begin(Phase::Exploring, 0);
        let mut search = Search {
            asked: self,
            control,
            known: HashMap::new(),
            bytes: 0,
            looked_at: 0,
        };
        let boards = self.history.iter().chain([self.position]);
        let start = Here {
            position: *self.position,
            left: self.within.count(),
            stood: boards.map(board_key).collect(),
        };
        let met = search.holds(&start, 0)?;
        let mut moves = Vec::new();
        let over = Record::new(*self.position).ending().is_some();
        let time_up = start.left == 0 && self.position.to_move() == self.side;
        if !over && !time_up {
            for (mv, step) in self.choices(&start) {
                moves.push((mv, search.holds_after(&start, step, 0)?));
            }
        }
        let line = search.line(start, met)?;
        Ok(InTimeLook { met, moves, line })
    }

    fn choices(&self, here: &Here) -> Vec<(Move, Step)> {
        let position = &here.position;
        choices(position.rules(), position.ring(), position.to_move())
    }

    /// Returns what comes of a choice; `None` where that is a draw at once.
    fn after(&self, here: &Here, step: Step) -> Option<Here> {
        let mover = here.position.to_move();
        let (ring, to_move, captured) = match step {
            Step::Endless => return None,
            Step::Keep(ring) => (ring, mover, 0),
            Step::Turn { ring, captured } => (ring, !mover, captured),
        };
        let position = here.position.followed_by(ring, to_move, captured);
        let board = board_key(&position);
        if here.stood.contains(&board) {
            return None;
        }
        let mut stood = match captured {
            0 => here.stood.clone(),
            // No board with more seeds comes up again.
            _ => Stood::new(),
        };
        stood.insert(board);
        let uses = match self.within {
            Within::Turns(_) => mover == self.side && to_move != mover,
            Within::Sowings(_) => mover == self.side,
        };
        Some(Here {
            position,
            left: here.left - u8::from(uses),
            stood,
        })
    }
}

impl Search<'_> {
    /// Tells whether the side draws in time from a position.
    fn holds(&mut self, here: &Here, depth: usize) -> Result<bool, Stop> {
        self.looked_at += 1;
        if self.looked_at.is_multiple_of(64) {
            self.control.check()?;
            self.control.check_nodes(self.known.len() as u64)?;
            self.control.check_memory(self.bytes)?;
            self.control.progress().advance(64);
        }
        if depth > DEEPEST {
            return Err(Stop::Nodes);
        }
        let position = &here.position;
        if let Some(ending) = Record::new(*position).ending() {
            return Ok(Required::NotLosing.is_met_by(ending, self.asked.side));
        }
        let own = position.to_move() == self.asked.side;
        if own && here.left == 0 {
            return Ok(false);
        }
        if self.asked.is_sure(here) {
            return Ok(true);
        }
        let known = (key(position), here.left, here.stood.clone());
        if let Some(&holds) = self.known.get(&known) {
            return Ok(holds);
        }
        // The side needs one move that does; the other one that does not.
        let mut holds = !own;
        for (_, step) in self.asked.choices(here) {
            if self.holds_after(here, step, depth)? == own {
                holds = own;
                break;
            }
        }
        self.bytes += BOARD_BYTES * (here.stood.len() as u64 + 3);
        self.known.insert(known, holds);
        Ok(holds)
    }

    fn holds_after(&mut self, here: &Here, step: Step, depth: usize) -> Result<bool, Stop> {
        match self.asked.after(here, step) {
            None => Ok(true),
            Some(next) => self.holds(&next, depth + 1),
        }
    }

    /// Plays on by the first moves in the fixed order that keep it so.
    fn line(&mut self, mut here: Here, met: bool) -> Result<GoalLine, Stop> {
        let mut record = Record::with_history(here.position, self.asked.history);
        let mut plies = Vec::new();
        loop {
            if let Some(ending) = record.ending() {
                let end = LineEnd::Over(ending);
                return Ok(GoalLine { plies, end });
            }
            if here.position.to_move() == self.asked.side && here.left == 0 {
                let end = LineEnd::TimeUp;
                return Ok(GoalLine { plies, end });
            }
            let mut found = None;
            for (mv, step) in self.asked.choices(&here) {
                if self.holds_after(&here, step, plies.len())? == met {
                    found = Some((mv, step));
                    break;
                }
            }
            let (mv, step) = found.expect("a move that keeps it so");
            plies.push(record.play(mv).expect("a legal move"));
            if let Some(next) = self.asked.after(&here, step) {
                here = next;
            }
        }
    }
}
