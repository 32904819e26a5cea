//! Playing on by moves in text, redistributions and sowings alike.

use super::moves::{MoveTextError, NamedMove};
use super::redistribution::{RedistributionTextError, is_redistribution, parse_redistribution};
use crate::rules::{Course, CourseFault, PlayError};

/// Why a move in text cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayTextError {
    /// The game is over, whatever the text.
    #[error("the game is already over")]
    GameOver,
    /// The text is no move.
    #[error("{0}")]
    Move(#[from] MoveTextError),
    /// The text is no redistribution.
    #[error("{0}")]
    Redistribution(#[from] RedistributionTextError),
    /// It can be read and cannot be played.
    #[error("{found}: {why}")]
    Fault {
        /// The text.
        found: String,
        /// What is wrong with it.
        why: CourseFault,
    },
}

/// Plays one move of a game in text: a redistribution, a sowing or a pass.
///
/// # Errors
///
/// If the text cannot be read, or what it says cannot be played; the game is then as before.
pub fn play_text(course: &mut Course, text: &str) -> Result<(), PlayTextError> {
    if course.ending().is_some() {
        return Err(PlayTextError::GameOver);
    }
    let stage = course.stage();
    let here = stage.position();
    let (game, row, side) = (here.rules().game(), here.row(), here.to_move());
    let played = if is_redistribution(text) {
        match stage.opening() {
            Some(_) => course
                .redistribute(&parse_redistribution(text, row)?)
                .map(|_| ()),
            None => Err(CourseFault::OpeningOver),
        }
    } else {
        match stage.opening() {
            Some(_) => Err(CourseFault::InOpening(side)),
            None => course
                .play(NamedMove::parse_for(text, game, row, side)?)
                .map(|_| ()),
        }
    };
    played.map_err(|why| match why {
        CourseFault::Play(PlayError::GameOver) => PlayTextError::GameOver,
        why => PlayTextError::Fault {
            found: text.to_owned(),
            why,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::super::parse_stage;
    use super::*;
    use crate::rules::{Ending, PlyNext};

    fn errors(start: &str, moves: &[&str]) -> String {
        let mut course = Course::new(parse_stage(start).unwrap(), &[]);
        let (last, before) = moves.split_last().unwrap();
        for text in before {
            play_text(&mut course, text).unwrap();
        }
        play_text(&mut course, last).unwrap_err().to_string()
    }

    #[test]
    fn each_move_has_its_place() {
        let start = "kiothi 2,2,0/0,2,2 s opening=0";
        for (moves, says) in [
            (&["b1"][..], "b1: South redistributes first (K3)"),
            (&["b,c>d4"], "names no boma"),
            (&["b,c>b4", "b1"], "b1: North redistributes first (K3)"),
            (
                &["b,c>b4", "A,B>C4", "A,B>C4"],
                "in Kiothi's opening only (K3)",
            ),
            (&["b,c>b4", "A,B>C4", "c1"], "c1: cannot lift 1 of 0 (K5)"),
            (&["b,c>b4", "A,B>C4", "C1"], "South is to move"),
        ] {
            let error = errors(start, moves);
            assert!(error.contains(says), "{moves:?}: {error}");
        }
        let error = errors("giuthi 2,2/2,2 s", &["a,b>a4"]);
        assert!(error.contains("in Kiothi's opening only"), "{error}");
    }

    #[test]
    fn a_game_may_end_with_the_opening() {
        let start = parse_stage("kiothi 1,1,0/0,1,1 s opening=0").unwrap();
        let mut course = Course::new(start, &[]);
        play_text(&mut course, "b,c>C2").unwrap();
        play_text(&mut course, "A,B>A2").unwrap();
        // K12: South has no warrior left.
        let ending = Ending::NoMoves { south: 0, north: 4 };
        assert_eq!(course.ending(), Some(ending));
        assert_eq!(course.redistributions()[1].next, PlyNext::Over(ending));
        assert_eq!(play_text(&mut course, "x"), Err(PlayTextError::GameOver));
    }
}
