//! What a puzzle may ask for.

use std::fmt;

use super::Goal;
use crate::board::{MAX_SEEDS, Side};
use crate::rules::{Ending, Game, Position};

/// What a puzzle asks for: something to be reached by a side, perhaps in time, against the other side or in a composer's way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stipulation {
    /// What is to be reached.
    pub target: Target,
    /// The side that it is for, where the puzzle names one; otherwise the side to move.
    pub side: Option<Side>,
    /// How soon the game has to be over, if it matters.
    pub within: Option<Within>,
    /// Who plays, and for what.
    pub kind: Kind,
}

/// What is to be reached. Margins and captures are those of the final totals: what was captured before and what is dealt out at the end
/// (G11, K12) count; a repetition or a sowing without end fails every target but [`Target::Draw`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// To have more in the end.
    Win,
    /// Not to have less in the end; a repetition or an endless sowing will do as well.
    Draw,
    /// A final difference of at least so many, -255 to 255.
    MarginAtLeast(i16),
    /// A final difference of exactly so many, -255 to 255 (K14: two is the one-warrior victory).
    MarginExactly(i16),
    /// A final total of at least so many, 0 to 255.
    CaptureAtLeast(u8),
}

/// How soon the game has to be over. What the other side plays after the last turn or sowing counts as in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Within {
    /// Before the side for which it is has to begin a turn after so many of its own, passes included; 1 to 60.
    Turns(u8),
    /// Before it has to make a choice after so many of its own sowings and passes; 1 to 60.
    Sowings(u8),
}

impl Within {
    /// The most turns or sowings that may be asked for.
    pub const MAX: u8 = 60;

    /// Returns their number.
    pub fn count(self) -> u8 {
        match self {
            Within::Turns(count) | Within::Sowings(count) => count,
        }
    }
}

/// Who plays, and for what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The other side plays against it.
    Direct,
    /// The side plays so many sowings in a row, the other none.
    Series(Composed),
    /// Both sides work towards it, in so many turns of both together.
    Help(Composed),
}

/// A composer's play of a certain length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Composed {
    /// Sowings of a series, turns of help play; 1 to 60.
    pub moves: u8,
    /// How many solutions are intended, where the puzzle says.
    pub solutions: Option<u32>,
}

/// What a side needs of the final difference, its own total minus the other's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Required {
    /// At least 0, or a game without an end of its own (G12, K13, endless sowings).
    NotLosing,
    /// At least so many.
    AtLeast(i16),
    /// Exactly so many.
    Exactly(i16),
}

impl Required {
    /// Tells whether a game that ended so, seen by the side, meets it.
    pub fn is_met_by(self, ending: Ending, side: Side) -> bool {
        let Ending::NoMoves { south, north } = ending else {
            return self == Required::NotLosing;
        };
        let difference = match side {
            Side::South => south as i16 - north as i16,
            Side::North => north as i16 - south as i16,
        };
        self.is_met_with(difference)
    }

    /// Tells whether a side that leads by so many, with so many seeds still to be had, may come to a final difference that meets it.
    pub fn in_reach(self, lead: i16, seeds: u32) -> bool {
        let (lead, seeds) = (i32::from(lead), seeds as i32);
        match self {
            Required::AtLeast(wanted) => i32::from(wanted) <= lead + seeds,
            Required::Exactly(wanted) => (i32::from(wanted) - lead).abs() <= seeds,
            Required::NotLosing => true,
        }
    }

    /// Tells whether a final difference of the side meets it.
    pub fn is_met_with(self, difference: i16) -> bool {
        match self {
            Required::NotLosing => difference >= 0,
            Required::AtLeast(least) => difference >= least,
            Required::Exactly(exactly) => difference == exactly,
        }
    }
}

/// Why a target cannot be reached, whatever is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Impossible {
    /// Not even with all seeds that are left.
    #[error(
        "{side} has {captured} and {left} are left, so {side} ends with {} at most, a difference of {most}", u32::from(*.captured) + .left
    )]
    TooMuch {
        /// The side.
        side: Side,
        /// What it has captured.
        captured: u8,
        /// How many seeds are on the board.
        left: u32,
        /// The greatest difference that it can end with.
        most: i16,
    },
    /// Not even if the other side gets all seeds that are left.
    #[error("{side} has {captured} already, so {side} ends with a difference of {least} at least")]
    TooLittle {
        /// The side.
        side: Side,
        /// What it has captured.
        captured: u8,
        /// The least difference that it can end with.
        least: i16,
    },
    /// Every final difference is odd, or every one is even, as the number of all seeds is.
    #[error("there are {seeds} seeds in all, so every final difference is {}", if seeds % 2 == 0 { "even" } else { "odd" })]
    Parity {
        /// The number of all seeds.
        seeds: u32,
    },
}

impl Stipulation {
    /// Asks the side to move for a win or a draw.
    pub fn plain(goal: Goal) -> Stipulation {
        Stipulation {
            target: match goal {
                Goal::Win => Target::Win,
                Goal::Draw => Target::Draw,
            },
            side: None,
            within: None,
            kind: Kind::Direct,
        }
    }

    /// Returns it as a goal that the verdict of the side to move meets or not, if it is no more than that.
    pub fn as_goal(&self, to_move: Side) -> Option<Goal> {
        let plain = self.kind == Kind::Direct
            && self.within.is_none()
            && self.side.is_none_or(|side| side == to_move);
        match self.target {
            Target::Win if plain => Some(Goal::Win),
            Target::Draw if plain => Some(Goal::Draw),
            _ => None,
        }
    }

    /// Returns the side that it is for.
    pub fn side(&self, position: &Position) -> Side {
        self.side.unwrap_or(position.to_move())
    }

    /// Returns what the side needs in the end, from a position or any that follows.
    pub fn required(&self, position: &Position) -> Required {
        match self.target {
            Target::Win => Required::AtLeast(1),
            Target::Draw => Required::NotLosing,
            Target::MarginAtLeast(least) => Required::AtLeast(least),
            Target::MarginExactly(exactly) => Required::Exactly(exactly),
            // Every seed falls to one of the two.
            Target::CaptureAtLeast(least) => {
                Required::AtLeast(2 * i16::from(least) - all_seeds(position) as i16)
            }
        }
    }

    /// Returns why the rules make it impossible, if they do: as far as numbers alone show it.
    pub fn impossible(&self, position: &Position) -> Option<Impossible> {
        let side = self.side(position);
        let left = position.ring().seeds();
        let lead = position.lead_of(side);
        let captured = position.captured(side);
        let (least, most) = (lead - left as i16, lead + left as i16);
        let too_much = Impossible::TooMuch {
            side,
            captured,
            left,
            most,
        };
        match self.required(position) {
            Required::NotLosing => None,
            Required::AtLeast(wanted) => (wanted > most).then_some(too_much),
            Required::Exactly(wanted) if wanted > most => Some(too_much),
            Required::Exactly(wanted) if wanted < least => Some(Impossible::TooLittle {
                side,
                captured,
                least,
            }),
            Required::Exactly(wanted) => {
                let seeds = all_seeds(position);
                (wanted.rem_euclid(2) as u32 != seeds % 2).then_some(Impossible::Parity { seeds })
            }
        }
    }

    /// Says what is asked, as the end of a sentence that begins with the name of the side: `South is to win`.
    pub fn words(&self, game: Game) -> String {
        let mut text = match self.target {
            Target::Win => "is to win".to_owned(),
            Target::Draw => "is to draw at least".to_owned(),
            Target::MarginAtLeast(least @ 1..) => format!("is to win by at least {least}"),
            Target::MarginAtLeast(least) => {
                format!("is to end with a difference of at least {least}")
            }
            Target::MarginExactly(2) if game == Game::Kiothi => {
                "is to win by exactly 2, a one-warrior victory (K14)".to_owned()
            }
            Target::MarginExactly(exactly @ 1..) => format!("is to win by exactly {exactly}"),
            Target::MarginExactly(exactly) => {
                format!("is to end with a difference of exactly {exactly}")
            }
            Target::CaptureAtLeast(least) => {
                let what = match game {
                    Game::Giuthi => "seeds",
                    Game::Kiothi => "warriors",
                };
                // In composed play it need not be over.
                let when = match self.kind {
                    Kind::Direct => " in the end",
                    Kind::Series(_) | Kind::Help(_) => "",
                };
                format!("is to have at least {least} {what}{when}")
            }
        };
        let number = |count: u8, one: &str| match count {
            1 => format!("1 {one}"),
            count => format!("{count} {one}s"),
        };
        match self.kind {
            Kind::Direct => {}
            Kind::Series(composed) => {
                let sowings = number(composed.moves, "sowing");
                text += &format!(" by {sowings} in a row");
            }
            Kind::Help(composed) => {
                let turns = number(composed.moves, "turn");
                text += &format!(" with the other's help, in {turns} of both together");
            }
        }
        match self.within {
            None => {}
            Some(Within::Turns(count)) => text += &format!(" within {}", number(count, "turn")),
            Some(Within::Sowings(count)) => {
                text += &format!(" within {}", number(count, "sowing"));
            }
        }
        text
    }
}

/// Returns the number of all seeds, on the board and captured.
fn all_seeds(position: &Position) -> u32 {
    let captured = Side::BOTH.map(|side| u32::from(position.captured(side)));
    let seeds = position.ring().seeds() + captured[0] + captured[1];
    debug_assert!(seeds <= MAX_SEEDS);
    seeds
}

impl fmt::Display for Required {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Required::NotLosing => f.write_str("no defeat"),
            Required::AtLeast(least) => write!(f, "a final difference of at least {least}"),
            Required::Exactly(exactly) => write!(f, "a final difference of exactly {exactly}"),
        }
    }
}
