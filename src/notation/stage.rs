//! Positions in one line of text, those of Kiothi's opening among them.
//!
//! ```text
//! kiothi 5,5,0,0/0,0,5,5 s 0-0 opening=0
//! ```
//!
//! A position of the opening has `opening=` and the number of redistributions made so far, 0 or 1, as its last word (K3).

use super::position::{PositionTextError, parse_position, position_text};
use crate::rules::{Opening, Stage};

const OPENING: &str = "opening=0 or opening=1, as many redistributions as are made";

/// Writes where a game stands in one line.
pub fn stage_text(stage: &Stage) -> String {
    let text = position_text(stage.position());
    match stage {
        Stage::Opening(opening) => format!("{text} opening={}", opening.redistributed()),
        Stage::Sowing(_) => text,
    }
}

/// Reads where a game stands in one line.
///
/// # Errors
///
/// The first part that cannot be read, or all that is wrong with the position.
pub fn parse_stage(text: &str) -> Result<Stage, PositionTextError> {
    let text = text.trim_end();
    let (rest, last) = text.rsplit_once(char::is_whitespace).unwrap_or(("", text));
    let Some(number) = last.strip_prefix("opening=") else {
        return parse_position(text).map(Stage::Sowing);
    };
    let position = parse_position(rest)?;
    let redistributed = match number {
        "0" => 0,
        "1" => 1,
        _ => {
            return Err(PositionTextError::Unexpected {
                found: last.to_owned(),
                expected: OPENING,
            });
        }
    };
    let opening = Opening::new(position, redistributed)?;
    Ok(Stage::Opening(opening))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_go_both_ways() {
        for text in [
            "kiothi 5,5,0,0/0,0,5,5 s 0-0 opening=0",
            "kiothi 5,5,0,0/0,0,5,5 n 1-0 triple=run opening=1",
            "kiothi 5*,5,0,0/0,0,5,5 s 0-0",
            "giuthi 4,4/4,4 s 0-0",
        ] {
            assert_eq!(stage_text(&parse_stage(text).unwrap()), text);
        }
        // The other player has made his redistribution already.
        assert!(parse_stage("kiothi 0,0/1,1 s opening=1").is_ok());
    }

    #[test]
    fn what_is_no_opening_is_named() {
        for (text, says) in [
            ("giuthi 4,4/4,4 s opening=0", "Giuthi has no opening"),
            ("kiothi 4,4/4,4 s opening=2", "opening=0 or opening=1"),
            ("kiothi 4,4/4,4 s opening=", "opening=0 or opening=1"),
            (
                "kiothi 4*,4/4,4 s opening=0",
                "A is marked, but boma are marked after",
            ),
            (
                "kiothi 0,4/4,4 s opening=0",
                "North has to redistribute, and has 1 occupied",
            ),
            (
                "kiothi 4,4/0,0 s opening=1",
                "South has to redistribute, and has 0 occupied",
            ),
            (
                "kiothi 4,4/4,4 s opening=0 triple=run",
                "no rule option \"opening\"",
            ),
            ("opening=0", "the game, giuthi or kiothi"),
        ] {
            let error = parse_stage(text).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
