//! Series and help play under way, ply by ply, by the rules alone.

use super::{Composed, Kind, Required, Stipulation, Target};
use crate::board::{Ring, Side};
use crate::rules::{Ending, Move, PlayError, Ply, PlyNext, Position, Record, Turn};

/// A line of series or help play, and what has come of it.
///
/// *Series:* the side for which it is makes a certain number of sowings. The other side does not move at all: where it would be to move, at the
/// start or after a sowing that passes the turn, its turn is skipped. A forced pass is no sowing, so a series in which the side
/// cannot sow comes to nothing. A board that stood before in the series, or in the history with that side to move, ends it as a draw, as does a sowing without end.
///
/// *Help:* both sides play, the side to move first, a certain number of turns of both together. A turn is a run of sowings by one side until the
/// other is to move or the game is over; a forced pass is a turn, or the end of one (G6, G10). Repetition is as in the game (G12, K13).
///
/// In both, whether the game is over is judged after each ply with the side to move that really would be (G11, K12). A game that is over before
/// the last sowing or turn is no solution. After the last one, a win, a draw or a margin wants a game that is over, judged by the final
/// totals; captures are judged as the board stands, with what is dealt out if the game is over. A repetition or a sowing without end meets the goal draw alone.
#[derive(Debug, Clone)]
pub struct ComposedPlay {
    asked: Asked,
    /// A series of this side; `None` for help.
    series: Option<Side>,
    composed: Composed,
    record: Record,
    /// The boards of a series and of its history, as the side sees them.
    stood: Vec<(Ring, Option<usize>)>,
    plies: usize,
    done: u8,
    state: ComposedState,
}

/// What is to be reached, and by whom.
#[derive(Debug, Clone, Copy)]
struct Asked {
    side: Side,
    target: Target,
    required: Required,
}

/// What has come of a line so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComposedState {
    /// There are sowings or turns left.
    Going,
    /// It is a solution, with the end of the game if it is over.
    Reached(Option<Ending>),
    /// It is none, and nothing more can be played.
    Missed(Missed),
}

/// Why a line of full length, or one that cannot go on, is no solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missed {
    /// The game was over too soon.
    TooSoon(Ending),
    /// The side of a series cannot sow.
    CannotSow,
    /// After the last sowing or turn the game is not over.
    NotOver,
    /// The game is over in time, and the goal is missed.
    Goal(Ending),
    /// Too little is captured, and the game is not over.
    Captured(u8),
}

/// Why a ply cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ComposedError {
    /// The line has come to its end.
    #[error("nothing more can be played: {0}")]
    Ended(&'static str),
    /// The rules do not allow it.
    #[error("{0}")]
    Play(#[from] PlayError),
}

impl ComposedPlay {
    /// Begins at a position; `None` if the stipulation is for play against the other side.
    pub fn new(
        position: &Position,
        history: &[Position],
        stipulation: &Stipulation,
    ) -> Option<ComposedPlay> {
        let side = stipulation.side(position);
        let (series, composed) = match stipulation.kind {
            Kind::Direct => return None,
            Kind::Series(composed) => (Some(side), composed),
            Kind::Help(composed) => (None, composed),
        };
        let over = position.final_totals();
        let start = match series {
            Some(side) if side != position.to_move() => position.with_turn_passed(),
            _ => *position,
        };
        let before = history.iter().filter(|before| before.to_move() == side);
        let mut stood: Vec<_> = before.map(|before| (*before.ring(), None)).collect();
        stood.push((*start.ring(), Some(0)));
        let mut play = ComposedPlay {
            asked: Asked {
                side,
                target: stipulation.target,
                required: stipulation.required(position),
            },
            series,
            composed,
            record: match series {
                Some(_) => Record::new(start),
                None => Record::with_history(start, history),
            },
            stood,
            plies: 0,
            done: 0,
            state: ComposedState::Going,
        };
        play.state = match over {
            Some([south, north]) => {
                ComposedState::Missed(Missed::TooSoon(Ending::NoMoves { south, north }))
            }
            None => play.going(),
        };
        Some(play)
    }

    /// Returns the position that stands now: with the side of a series to move, unless the game is over.
    pub fn position(&self) -> &Position {
        self.record.position()
    }

    /// Returns how many sowings of a series, or turns of help play, are complete.
    pub fn done(&self) -> u8 {
        self.done
    }

    /// Returns what has come of it.
    pub fn state(&self) -> ComposedState {
        self.state
    }

    /// Says in how many sowings or turns it has to be done, and how many are: `2 of 3 sowings`.
    pub fn progress(&self) -> String {
        let (moves, done) = (self.composed.moves, self.done);
        let what = match (self.series, moves) {
            (Some(_), 1) => "sowing",
            (Some(_), _) => "sowings",
            (None, 1) => "turn",
            (None, _) => "turns",
        };
        format!("{done} of {moves} {what}")
    }

    /// Plays one ply, which has the side, captures and board of the real game; in a series, `Opponent` stands there though that side's turn is skipped.
    ///
    /// # Errors
    ///
    /// If the line has come to its end, or the rules do not allow the move. The line is then as before.
    pub fn play(&mut self, mv: Move) -> Result<Ply, ComposedError> {
        match self.state {
            ComposedState::Going => {}
            ComposedState::Reached(_) => {
                return Err(ComposedError::Ended("the goal is reached already"));
            }
            ComposedState::Missed(Missed::CannotSow) => {
                return Err(ComposedError::Ended(
                    "the side cannot sow, and a pass is no sowing",
                ));
            }
            ComposedState::Missed(_) => {
                return Err(ComposedError::Ended("the line is at its end"));
            }
        }
        let mut ply = self.record.play(mv)?;
        self.plies += 1;
        if let Some(side) = self.series {
            self.skip_turn(side, &mut ply);
        }
        let ending = ply.next.ending();
        let complete = self.series.is_some() || ply.next != PlyNext::Again;
        self.done += u8::from(complete);
        self.state = match ending {
            Some(ending) if self.done < self.composed.moves => {
                ComposedState::Missed(Missed::TooSoon(ending))
            }
            Some(ending) if self.asked.is_met_by(ending) => ComposedState::Reached(Some(ending)),
            Some(ending) => ComposedState::Missed(Missed::Goal(ending)),
            None if self.done == self.composed.moves => self.asked.stands(self.position()),
            None => self.going(),
        };
        Ok(ply)
    }

    /// After a ply of a series: looks for a repetition, and gives the side its next choice.
    fn skip_turn(&mut self, side: Side, ply: &mut Ply) {
        if ply.next == PlyNext::Endless {
            return;
        }
        let here = match ply.position.to_move() == side {
            true => ply.position,
            false => ply.position.with_turn_passed(),
        };
        // As in the game, a repetition comes first.
        let first = self.stood.iter().find(|(ring, _)| ring == here.ring());
        if let Some(&(_, first_ply)) = first {
            let again_ply = self.plies;
            ply.next = PlyNext::Over(Ending::Repetition {
                first_ply,
                again_ply,
            });
        } else if ply.next.ending().is_some() {
            return;
        }
        self.stood.push((*here.ring(), Some(self.plies)));
        // A record of its own: what the side is asked is by the rules; what stood before is kept here.
        self.record = Record::new(here);
    }

    /// Says that there is more to play, if there is.
    fn going(&self) -> ComposedState {
        match (self.series, self.position().turn()) {
            (Some(_), Turn::Pass | Turn::Over { .. }) => ComposedState::Missed(Missed::CannotSow),
            _ => ComposedState::Going,
        }
    }
}

impl Asked {
    fn is_met_by(&self, ending: Ending) -> bool {
        match (self.target, ending) {
            (Target::CaptureAtLeast(least), Ending::NoMoves { south, north }) => {
                let total = match self.side {
                    Side::South => south,
                    Side::North => north,
                };
                total >= u16::from(least)
            }
            (Target::CaptureAtLeast(_), _) => false,
            _ => self.required.is_met_by(ending, self.side),
        }
    }

    /// Judges a position at which the game is not over, after the last sowing or turn.
    fn stands(&self, position: &Position) -> ComposedState {
        let captured = position.captured(self.side);
        match self.target {
            Target::CaptureAtLeast(least) if captured >= least => ComposedState::Reached(None),
            Target::CaptureAtLeast(_) => ComposedState::Missed(Missed::Captured(captured)),
            _ => ComposedState::Missed(Missed::NotOver),
        }
    }
}
