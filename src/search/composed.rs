//! Series and help play: every line that reaches a goal in a certain number of sowings or turns, counted.
//!
//! Whether a board repeats an earlier one depends on the line, so lines are gone through depth first with the boards on the path at hand.
//! The count of a board is kept for other lines in two cases only, in which the path before it cannot matter:
//!
//! - *A capture or the loss of a mark led to it.* Seeds and marks never come back, so nothing that follows can repeat what stood
//!   before. (A history is the same for every line.)
//! - *Nothing that follows reaches the goal, and no line was cut for a board that stood above it,* where a repetition misses the goal.
//!   Other boards above it could only cut more lines.
//!
//! The path is a stack of its own, not the program's: the sowings of one turn (G6) can be very many.

use std::collections::HashMap;

use crate::board::{Ring, Side};
use crate::limits::{Control, Phase, Stop};
use crate::rules::{Game, GivenUp, Move, Position, RuleSet, Step, Turn};
use crate::value::{Kind, Required, Stipulation, Target};

/// The lines that reach a goal.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ComposedLines {
    /// How many were found.
    pub count: u64,
    /// Whether that is all of them: not where a limit was reached, or where there are more than 2⁶⁴ − 1.
    pub complete: bool,
    /// The first of them in the fixed order of moves, ply by ply.
    pub lines: Vec<Vec<Move>>,
    /// The different first moves of all that were found, in the fixed order.
    pub firsts: Vec<Move>,
    /// Boards at which the moves were looked at.
    pub positions: u64,
    /// The limit that was reached.
    pub stop: Option<Stop>,
}

/// Counts all lines of a stipulation for series or help play, and gives the first `list` of them.
///
/// The definitions are those of [`ComposedPlay`](crate::value::ComposedPlay). `history` counts for repetition.
///
/// # Panics
///
/// If the stipulation is for play against the other side.
pub fn composed_lines(
    position: &Position,
    history: &[Position],
    stipulation: &Stipulation,
    list: usize,
    control: &Control,
) -> ComposedLines {
    let side = stipulation.side(position);
    let (series, moves) = match stipulation.kind {
        Kind::Direct => panic!("a stipulation for series or help play"),
        Kind::Series(composed) => (Some(side), composed.moves),
        Kind::Help(composed) => (None, composed.moves),
    };
    control.progress().begin(Phase::Exploring, 0);
    let turned = series.is_some_and(|side| side != position.to_move());
    let root = Board {
        ring: match turned {
            true => position.ring().turned(),
            false => *position.ring(),
        },
        side: series.unwrap_or(position.to_move()),
        captured: Side::BOTH.map(|side| position.captured(side)),
        left: moves,
    };
    let history = history.iter();
    let mut search = Search {
        rules: position.rules(),
        series: series.is_some(),
        goal: Goal {
            side,
            target: stipulation.target,
            required: stipulation.required(position),
        },
        list,
        control,
        path: history
            .map(|before| (key(before.ring(), before.to_move()), IN_HISTORY))
            .collect(),
        stack: Vec::new(),
        steps: 0,
        known: HashMap::new(),
        found: ComposedLines {
            complete: true,
            ..ComposedLines::default()
        },
    };
    // Where the game is over already, nothing can be played.
    if position.final_totals().is_none()
        && let Err(stop) = search.run(root)
    {
        search.found.complete = false;
        search.found.stop = Some(stop);
    }
    search.found
}

/// The depth of boards that stood before the first; a repetition of one is the same whatever was played.
const IN_HISTORY: usize = usize::MAX;

/// Positions between two looks at the clock.
const CHECK_EVERY: u64 = 1024;

/// Bytes that a known count takes in a hash table, its empty places included.
const KNOWN_BYTES: u64 = 2 * (size_of::<([u64; 4], u64)>() as u64 + 1);

/// What is to be reached, and by whom.
struct Goal {
    side: Side,
    target: Target,
    required: Required,
}

impl Goal {
    /// Tells whether a game without an end of its own meets it.
    fn is_met_by_draw(&self) -> bool {
        self.target == Target::Draw
    }

    fn difference(&self, totals: [i16; 2]) -> i16 {
        totals[self.side.index()] - totals[(!self.side).index()]
    }

    /// Tells whether final totals meet it.
    fn is_met_by(&self, totals: [i16; 2]) -> bool {
        match self.target {
            Target::CaptureAtLeast(least) => totals[self.side.index()] >= i16::from(least),
            _ => self.required.is_met_with(self.difference(totals)),
        }
    }

    /// Tells whether a board at which the game is not over meets it.
    fn is_met_by_captures(&self, captured: [u8; 2]) -> bool {
        match self.target {
            Target::CaptureAtLeast(least) => captured[self.side.index()] >= least,
            _ => false,
        }
    }

    /// Tells whether it may still be met with so many seeds on the board, for all that numbers say.
    fn is_open(&self, captured: [u8; 2], seeds: u32) -> bool {
        let seeds = seeds as i16;
        let captured = captured.map(i16::from);
        let lead = self.difference(captured);
        match (self.target, self.required) {
            (Target::CaptureAtLeast(least), _) => {
                captured[self.side.index()] + seeds >= i16::from(least)
            }
            (_, Required::NotLosing) => true,
            (_, Required::AtLeast(least)) => lead + seeds >= least,
            (_, Required::Exactly(exactly)) => (lead - seeds..=lead + seeds).contains(&exactly),
        }
    }
}

/// A board at which a side has a choice.
#[derive(Clone, Copy)]
struct Board {
    /// As the side sees it.
    ring: Ring,
    side: Side,
    captured: [u8; 2],
    /// Sowings or turns that are left, this one included.
    left: u8,
}

impl Board {
    /// A full key of what can follow: seeds that one side has not captured and that are not on the board, the other has.
    fn words(&self) -> [u64; 4] {
        let left = u16::from(self.left) << 1;
        let captured = u16::from(self.captured[0]) << 7;
        self.ring.words(self.side.index() as u16 | left | captured)
    }
}

/// A key of a board and who is to move, for repetition.
fn key(ring: &Ring, side: Side) -> [u64; 4] {
    ring.words(side.index() as u16)
}

/// A board on the path, and how far its choices have been gone through.
struct Frame {
    board: Board,
    /// Whether nothing that follows can repeat what stood above.
    fresh: bool,
    steps: Vec<(Move, Step)>,
    /// How many of the steps were begun.
    begun: usize,
    /// How many lines had been found before it.
    found_before: u64,
    /// The least depth of a board on the path for which a line was cut.
    lowest: usize,
}

/// What a choice leads to.
enum After {
    /// The end of a line, which is a solution or not.
    End(bool),
    /// A further choice, and whether the path before it no longer matters.
    Choice(Board, bool),
}

struct Search<'a> {
    rules: &'a RuleSet,
    series: bool,
    goal: Goal,
    list: usize,
    control: &'a Control,
    /// The boards that stood there, with their depths on the stack.
    path: HashMap<[u64; 4], usize>,
    stack: Vec<Frame>,
    /// Steps held by the frames of the stack.
    steps: u64,
    /// How many lines follow from boards, where the path does not matter.
    known: HashMap<[u64; 4], u64>,
    found: ComposedLines,
}

impl Search<'_> {
    fn run(&mut self, root: Board) -> Result<(), Stop> {
        self.enter(root, false)?;
        while let Some(frame) = self.stack.last_mut() {
            let Some(&(mv, step)) = frame.steps.get(frame.begun) else {
                self.leave();
                continue;
            };
            frame.begun += 1;
            let board = frame.board;
            match self.after(&board, mv, step) {
                After::End(false) => {}
                After::End(true) => {
                    self.count(1);
                    if self.found.lines.len() < self.list {
                        let moves = self
                            .stack
                            .iter()
                            .map(|frame| frame.steps[frame.begun - 1].0);
                        self.found.lines.push(moves.collect());
                    }
                }
                After::Choice(next, fresh) => match self.known.get(&next.words()) {
                    // Lines that are still to be listed have to be gone through.
                    Some(&count) if count == 0 || self.found.lines.len() >= self.list => {
                        self.count(count);
                    }
                    _ => self.enter(next, fresh)?,
                },
            }
        }
        Ok(())
    }

    /// Counts so many lines that begin as the path does.
    fn count(&mut self, lines: u64) {
        if lines == 0 {
            return;
        }
        match self.found.count.checked_add(lines) {
            Some(count) => self.found.count = count,
            None => {
                self.found.count = u64::MAX;
                self.found.complete = false;
            }
        }
        let root = &self.stack[0];
        let first = root.steps[root.begun - 1].0;
        if self.found.firsts.last() != Some(&first) {
            self.found.firsts.push(first);
        }
    }

    /// Goes down to a board.
    fn enter(&mut self, board: Board, fresh: bool) -> Result<(), Stop> {
        self.found.positions += 1;
        let positions = self.found.positions;
        self.control.check_nodes(positions)?;
        if positions.is_multiple_of(CHECK_EVERY) {
            self.control.check()?;
            self.control.progress().advance(CHECK_EVERY);
            let frame = size_of::<Frame>() as u64 + KNOWN_BYTES;
            let steps = self.steps * size_of::<(Move, Step)>() as u64;
            let bytes = self.stack.len() as u64 * frame + 2 * steps;
            self.control.check_memory(bytes + self.known_bytes())?;
        }
        let mut steps = Vec::new();
        let go_on = || self.control.check().is_ok();
        let over = self
            .rules
            .expand_while(&board.ring, &go_on, |mv, step| steps.push((mv, step)));
        if let Err(GivenUp) = over {
            return Err(self.control.why_given_up());
        }
        if self.series {
            // A forced pass is no sowing.
            steps.retain(|(mv, _)| *mv != Move::Pass);
        }
        steps.sort_by(|(a, _), (b, _)| a.order(*b, board.side));
        let depth = self.stack.len();
        let at = self.path.entry(key(&board.ring, board.side));
        at.or_insert(depth);
        self.steps += steps.len() as u64;
        self.stack.push(Frame {
            board,
            fresh,
            steps,
            begun: 0,
            found_before: self.found.count,
            lowest: usize::MAX,
        });
        Ok(())
    }

    /// Comes back from the board on top, whose choices have all been gone through.
    fn leave(&mut self) {
        let Some(frame) = self.stack.pop() else {
            return;
        };
        let depth = self.stack.len();
        self.steps -= frame.steps.len() as u64;
        let key = key(&frame.board.ring, frame.board.side);
        // The first board may stand in the history too.
        if self.path.get(&key) == Some(&depth) {
            self.path.remove(&key);
        }
        if let Some(above) = self.stack.last_mut() {
            above.lowest = above.lowest.min(frame.lowest);
        }
        let count = self.found.count - frame.found_before;
        let never = count == 0 && frame.lowest >= depth && !self.goal.is_met_by_draw();
        let room = || {
            let bytes = 2 * (self.known_bytes() + KNOWN_BYTES);
            self.control.check_memory(bytes).is_ok()
        };
        if (frame.fresh || never) && self.found.count < u64::MAX && room() {
            self.known.insert(frame.board.words(), count);
        }
    }

    fn known_bytes(&self) -> u64 {
        self.known.len() as u64 * KNOWN_BYTES
    }

    /// Says what comes of a choice.
    fn after(&mut self, board: &Board, mv: Move, step: Step) -> After {
        let last = board.left == 1;
        // 1. Who really is to move, on which board as he sees it; and who has the next choice.
        let (to_move, real, taken) = match step {
            Step::Endless => return After::End(last && self.goal.is_met_by_draw()),
            Step::Keep(ring) => (board.side, ring, 0),
            Step::Turn { ring, captured } => (!board.side, ring, captured),
        };
        let mut captured = board.captured;
        captured[board.side.index()] += taken;
        let skips = self.series && to_move != board.side;
        let (side, ring) = match skips {
            true => (board.side, real.turned()),
            false => (to_move, real),
        };
        // 2. A board that stood before: a draw.
        if let Some(&depth) = self.path.get(&key(&ring, side)) {
            let frame = self.stack.last_mut().expect("the board on top");
            frame.lowest = frame.lowest.min(depth);
            return After::End(last && self.goal.is_met_by_draw());
        }
        // 3. The end of the game. Before the last sowing or turn it shows by itself, as there are no choices, but for K12 in a
        // series: there the other side's row may be empty while this one could go on.
        let asks = last || self.series && self.rules.game() == Game::Kiothi;
        if asks && let Turn::Over { own, other } = self.rules.turn(&real) {
            let mut totals = captured.map(i16::from);
            totals[to_move.index()] += i16::from(own);
            totals[(!to_move).index()] += i16::from(other);
            return After::End(last && self.goal.is_met_by(totals));
        }
        // 4. A further choice, if there is one.
        let complete = self.series || to_move != board.side;
        if complete && last {
            return After::End(self.goal.is_met_by_captures(captured));
        }
        if !self.goal.is_open(captured, ring.seeds()) {
            return After::End(false);
        }
        debug_assert!(mv != Move::Pass || complete);
        let marks = |ring: &Ring| ring.nki().count_ones();
        let fresh = taken > 0 || marks(&ring) < marks(&board.ring);
        let next = Board {
            ring,
            side,
            captured,
            left: board.left - u8::from(complete),
        };
        After::Choice(next, fresh)
    }
}
