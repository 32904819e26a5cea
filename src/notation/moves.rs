//! Moves in text: `c+`, `c-` (Giuthi), `c3` (Kiothi), `pass`.

use std::fmt;

use crate::board::{Pit, Row, Side};
use crate::rules::{Direction, Game, Move};

/// A move with its pit named as on the diagram, whoever is to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NamedMove {
    /// Giuthi: a pit and a direction.
    Sow {
        /// The pit.
        pit: Pit,
        /// The direction of the first lap.
        direction: Direction,
    },
    /// Kiothi: a boma and how many are lifted.
    Lift {
        /// The boma.
        pit: Pit,
        /// How many.
        count: u8,
    },
    /// A forced pass.
    Pass,
}

/// Why a text is no move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveTextError {
    /// It does not have the form of a move of this game.
    #[error("{found:?} is no {game} move; one looks like {}", example(*.game))]
    Form {
        /// The text.
        found: String,
        /// The game.
        game: Game,
    },
    /// Its letter names no pit of the board.
    #[error("{found:?} names no pit of this board; its pits are a to {last} and A to {}", .last.to_ascii_uppercase())]
    UnknownPit {
        /// The text.
        found: String,
        /// The board's last letter.
        last: char,
    },
    /// The pit belongs to the other side.
    #[error("{found:?} starts from a pit of the other side; {side} is to move")]
    OtherSide {
        /// The text.
        found: String,
        /// Who is to move.
        side: Side,
    },
}

fn example(game: Game) -> &'static str {
    match game {
        Game::Giuthi => "c+ or c-, or pass",
        Game::Kiothi => "c3",
    }
}

impl NamedMove {
    /// Names a move of `side`.
    pub fn new(mv: Move, side: Side, row: Row) -> NamedMove {
        match mv {
            Move::Sow { cell, direction } => NamedMove::Sow {
                pit: Pit::at_cell(cell.into(), row, side),
                direction,
            },
            Move::Lift { cell, count } => NamedMove::Lift {
                pit: Pit::at_cell(cell.into(), row, side),
                count,
            },
            Move::Pass => NamedMove::Pass,
        }
    }

    /// Returns it as a choice of `side`, or `None` if the pit is not in his row.
    pub fn for_side(self, side: Side, row: Row) -> Option<Move> {
        let cell = |pit: Pit| (pit.side == side).then(|| pit.cell(row, side) as u8);
        Some(match self {
            NamedMove::Sow { pit, direction } => Move::Sow {
                cell: cell(pit)?,
                direction,
            },
            NamedMove::Lift { pit, count } => Move::Lift {
                cell: cell(pit)?,
                count,
            },
            NamedMove::Pass => Move::Pass,
        })
    }

    /// Reads a move in text.
    ///
    /// # Errors
    ///
    /// If it has not the form of a move of the game or names no pit of the board. Whether it is legal
    /// is not looked at.
    pub fn parse(text: &str, game: Game, row: Row) -> Result<NamedMove, MoveTextError> {
        let form = || MoveTextError::Form {
            found: text.to_owned(),
            game,
        };
        if text == "pass" {
            return match game {
                Game::Giuthi => Ok(NamedMove::Pass),
                Game::Kiothi => Err(form()),
            };
        }
        let mut letters = text.chars();
        let letter = letters.next().ok_or_else(form)?;
        let rest = letters.as_str();
        if !letter.is_ascii_alphabetic() {
            return Err(form());
        }
        let direction = match (game, rest) {
            (Game::Giuthi, "+") => Some(Direction::Ccw),
            (Game::Giuthi, "-") => Some(Direction::Cw),
            (Game::Giuthi, _) => return Err(form()),
            (Game::Kiothi, _) => None,
        };
        let count = match direction {
            Some(_) => 0,
            None => plain_number(rest).ok_or_else(form)?,
        };
        let pit = Pit::from_letter(letter, row).ok_or_else(|| MoveTextError::UnknownPit {
            found: text.to_owned(),
            last: char::from(b'a' + row.pits() as u8 - 1),
        })?;
        Ok(match direction {
            Some(direction) => NamedMove::Sow { pit, direction },
            None => NamedMove::Lift { pit, count },
        })
    }

    /// Reads a move of `side` in text.
    ///
    /// # Errors
    ///
    /// As [`NamedMove::parse`], and if the pit is not in the side's row.
    pub fn parse_for(text: &str, game: Game, row: Row, side: Side) -> Result<Move, MoveTextError> {
        let named = NamedMove::parse(text, game, row)?;
        named
            .for_side(side, row)
            .ok_or_else(|| MoveTextError::OtherSide {
                found: text.to_owned(),
                side,
            })
    }
}

/// Reads a number from 1 to 255 without sign or leading zero.
fn plain_number(text: &str) -> Option<u8> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    if plain { text.parse().ok() } else { None }
}

impl fmt::Display for NamedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NamedMove::Sow {
                pit,
                direction: Direction::Ccw,
            } => write!(f, "{pit}+"),
            NamedMove::Sow {
                pit,
                direction: Direction::Cw,
            } => write!(f, "{pit}-"),
            NamedMove::Lift { pit, count } => write!(f, "{pit}{count}"),
            NamedMove::Pass => f.write_str("pass"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_go_both_ways() {
        let row = Row::new(10).unwrap();
        for (game, texts) in [
            (Game::Giuthi, ["a+", "j-", "A-", "J+", "pass"]),
            (Game::Kiothi, ["a1", "j12", "A255", "J7", "c3"]),
        ] {
            for text in texts {
                let named = NamedMove::parse(text, game, row).unwrap();
                assert_eq!(named.to_string(), text);
                for side in Side::BOTH {
                    if let Some(mv) = named.for_side(side, row) {
                        assert_eq!(NamedMove::new(mv, side, row), named);
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_no_move_is_named() {
        let row = Row::new(5).unwrap();
        for text in ["", "+", "c", "c*", "c+ ", "c3", "Pass", "ä+", "3+"] {
            let error = NamedMove::parse(text, Game::Giuthi, row).unwrap_err();
            assert!(matches!(error, MoveTextError::Form { .. }), "{text}");
        }
        for text in ["c+", "c0", "c03", "c256", "c-1", "pass", "c+1"] {
            let error = NamedMove::parse(text, Game::Kiothi, row).unwrap_err();
            assert!(matches!(error, MoveTextError::Form { .. }), "{text}");
        }
        let error = NamedMove::parse("f+", Game::Giuthi, row).unwrap_err();
        assert!(error.to_string().contains("a to e and A to E"), "{error}");
        let error = NamedMove::parse_for("C+", Game::Giuthi, row, Side::South).unwrap_err();
        assert!(error.to_string().contains("South is to move"), "{error}");
    }
}
