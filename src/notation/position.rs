//! Positions in one line of text.
//!
//! ```text
//! giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16 rules=giuthi-russ
//! kiothi 0,2*,0,1/1,0,0,3 n 0-0 triple=run
//! ```
//!
//! Game; North's pits, `/`, South's pits, both from left to right of the diagram, `*` after the number of a marked
//! boma; who is to move; captured by South and by North (left out: 0-0); then, where the rule set is not the game's own,
//! a preset and options.

use super::board::{Rows, number_up_to, parse_side, push_board};
use crate::board::{MAX_SEEDS, Side};
use crate::rules::{Game, OpeningFault, OptionFault, Position, Preset, RuleSet, Setup, SetupFault};

/// Why a text is no position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionTextError {
    /// A part is missing.
    #[error("the text ends where {expected} should stand")]
    Missing {
        /// What should stand there.
        expected: &'static str,
    },
    /// A part is not what should stand there.
    #[error("found {found:?} where {expected} should stand")]
    Unexpected {
        /// What stands there.
        found: String,
        /// What should stand there.
        expected: &'static str,
    },
    /// A preset of the other game.
    #[error("rule set {found} is not one of {game}")]
    OtherGame {
        /// The preset.
        found: String,
        /// The game.
        game: Game,
    },
    /// A rule option that cannot be set so.
    #[error("{0}")]
    Option(#[from] OptionFault),
    /// The parts can be read, but make no position.
    #[error("{}", .0.iter().map(|fault| fault.to_string()).collect::<Vec<_>>().join("; "))]
    Setup(Vec<SetupFault>),
    /// The position can be, but is none of the opening.
    #[error("{0}")]
    Opening(#[from] OpeningFault),
}

const GAME: &str = "the game, giuthi or kiothi";
const ROWS: &str =
    "the rows, North's/South's, as 0,0,0,3,0/2,0,0,0,4 (0 to 255 a pit, * after a marked boma)";
const SIDE: &str = "the side to move, s or n";
const CAPTURED: &str = "what South and North have captured, as 15-16";
const RULE: &str = "a rule set or option, as rules=giuthi-russ or chain_gap=stop";

/// Writes a position in one line.
pub fn position_text(position: &Position) -> String {
    let mut text = format!("{} ", position.rules().game().name());
    push_board(&mut text, position.ring(), position.to_move());
    let captured = |side| position.captured(side);
    let score = format!(" {}-{}", captured(Side::South), captured(Side::North));
    text.push_str(&score);
    let rules = rules_text(position.rules());
    if !rules.is_empty() {
        text.push(' ');
        text.push_str(&rules);
    }
    text
}

/// Writes the board of a position and who is to move: `0,0,3/2,0,0 s`.
pub fn board_text(position: &Position) -> String {
    let mut text = String::with_capacity(64);
    push_board(&mut text, position.ring(), position.to_move());
    text
}

/// Reads what [`board_text`] writes, letter for letter, with the rules and the score of another position, which has as many pits a row.
///
/// `None` if it is anything else.
pub fn parse_board(text: &str, like: &Position) -> Option<Position> {
    let (rows, side) = text.split_once(' ')?;
    let rows = Rows::parse(rows).ok()?;
    let setup = Setup {
        north: rows.north,
        south: rows.south,
        marked: rows.marked,
        to_move: parse_side(side)?,
        ..like.to_setup()
    };
    let board = Position::from_setup(&setup).ok()?;
    (board.row() == like.row() && board_text(&board) == text).then_some(board)
}

/// Writes what distinguishes a rule set from its game's own; empty if nothing does.
pub fn rules_text(rules: &RuleSet) -> String {
    let (preset, options) = rules.as_preset();
    let mut parts = Vec::new();
    if preset.rules() != rules.game().defaults() {
        parts.push(format!("rules={}", preset.name()));
    }
    parts.extend(
        options
            .into_iter()
            .map(|(spec, value)| format!("{}={value}", spec.name)),
    );
    parts.join(" ")
}

/// Reads a position in one line.
///
/// # Errors
///
/// The first part that cannot be read, or all that is wrong with the position.
pub fn parse_position(text: &str) -> Result<Position, PositionTextError> {
    let mut words = text.split_whitespace();
    let mut next = |expected| words.next().ok_or(PositionTextError::Missing { expected });
    let unexpected = |found: &str, expected| PositionTextError::Unexpected {
        found: found.to_owned(),
        expected,
    };
    // 1. Game, rows, side.
    let word = next(GAME)?;
    let game = Game::from_name(word).ok_or_else(|| unexpected(word, GAME))?;
    let word = next(ROWS)?;
    let rows = Rows::parse(word).map_err(|part| unexpected(part, ROWS))?;
    let word = next(SIDE)?;
    let to_move = parse_side(word).ok_or_else(|| unexpected(word, SIDE))?;
    // 2. Captured, if it stands there; then rules.
    let mut rest: Vec<&str> = words.collect();
    let mut captured = [0; 2];
    if let Some(word) = rest.first().filter(|word| !word.contains('=')) {
        let read = |(south, north)| {
            Some([
                number_up_to(south, MAX_SEEDS)?,
                number_up_to(north, MAX_SEEDS)?,
            ])
        };
        captured = word
            .split_once('-')
            .and_then(read)
            .ok_or_else(|| unexpected(word, CAPTURED))?;
        rest.remove(0);
    }
    let mut rules = game.defaults();
    for (index, word) in rest.into_iter().enumerate() {
        let (name, value) = word.split_once('=').ok_or_else(|| unexpected(word, RULE))?;
        if name != "rules" {
            rules.set_option(name, value)?;
            continue;
        }
        let preset = Preset::from_name(value).filter(|_| index == 0);
        let preset = preset.ok_or_else(|| unexpected(word, RULE))?;
        if preset.rules().game() != game {
            return Err(PositionTextError::OtherGame {
                found: value.to_owned(),
                game,
            });
        }
        rules = preset.rules();
    }
    // 3. All together.
    let setup = Setup {
        rules,
        north: rows.north,
        south: rows.south,
        marked: rows.marked,
        captured,
        to_move,
    };
    Position::from_setup(&setup).map_err(PositionTextError::Setup)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_go_both_ways() {
        for text in [
            "giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16",
            "giuthi 0,0/2,0 n 0-0 rules=giuthi-russ",
            "giuthi 0,0/2,0 n 0-0 chain_gap=stop endless_sowing=illegal",
            "kiothi 0,2*,0,1/1*,0,0,3 n 1-255 triple=run must_cross=true",
        ] {
            if text.contains("255") {
                assert!(parse_position(text).is_err());
                continue;
            }
            let position = parse_position(text).unwrap();
            assert_eq!(position_text(&position), text);
        }
    }

    #[test]
    fn captured_may_be_left_out() {
        let short = parse_position("giuthi 0,0/2,0 n chain_gap=stop").unwrap();
        assert_eq!(position_text(&short), "giuthi 0,0/2,0 n 0-0 chain_gap=stop");
    }

    #[test]
    fn what_is_no_position_is_named() {
        for (text, says) in [
            ("", "giuthi or kiothi"),
            ("chess", "giuthi or kiothi"),
            ("giuthi", "the rows"),
            ("giuthi 0,0 s", "the rows"),
            ("giuthi 0,x/0,0 s", "the rows"),
            ("giuthi 0,300/0,0 s", "the rows"),
            ("giuthi 0,0/0,0", "the side"),
            ("giuthi 0,0/0,0 x", "the side"),
            ("giuthi 0,0/0,0 s 3", "captured"),
            ("giuthi 0,0/0,0 s 3-4 5", "a rule set"),
            ("giuthi 0,0/0,0 s rules=kiothi", "is not one of Giuthi"),
            ("giuthi 0,0/0,0 s rules=chess", "a rule set"),
            ("giuthi 0,0/0,0 s triple=run", "no rule option"),
            ("giuthi 0,0/0,0 s chain_gap=no", "pass_over, stop"),
            ("giuthi 0,0/0,0,0 s", "must be equal"),
            ("giuthi 0/0 s", "2 to 12"),
            ("giuthi 200,0/0,0 s 200-200", "at most 255"),
            ("giuthi 2*,0/0,0 s", "Giuthi has no marks"),
            ("kiothi 0*,0/0,0 s", "A is marked but empty"),
        ] {
            let error = parse_position(text).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
