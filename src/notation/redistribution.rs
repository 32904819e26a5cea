//! Redistributions of Kiothi's opening in text: `d,f>a2,b3,C5`.
//!
//! The boma that are emptied, `>`, then each boma that warriors are put into with their number.

use std::fmt;

use crate::board::{Pit, Row};
use crate::rules::Redistribution;

/// Why a text is no redistribution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RedistributionTextError {
    /// There are not two parts with one `>` between them.
    #[error(
        "{found:?} is no redistribution; one looks like d,f>a2,b3,C5 (d and f emptied, then where how many go)"
    )]
    Form {
        /// The text.
        found: String,
    },
    /// A part before the `>` is not the name of a boma.
    #[error("{found:?} stands where a boma that is emptied should, as d in d,f>a2,b3,C5")]
    Emptied {
        /// The part.
        found: String,
    },
    /// A part after the `>` is not a boma with a number.
    #[error(
        "{found:?} stands where a boma and the number of warriors put into it should, as a2 in d,f>a2,b3,C5"
    )]
    Placed {
        /// The part.
        found: String,
    },
    /// A letter names no boma of the board.
    #[error("{found:?} names no boma of this board; its boma are a to {last} and A to {}", .last.to_ascii_uppercase())]
    UnknownPit {
        /// The part.
        found: String,
        /// The board's last letter.
        last: char,
    },
}

/// Tells whether a text is meant as a redistribution rather than as a sowing.
pub fn is_redistribution(text: &str) -> bool {
    text.contains('>')
}

/// Reads a redistribution.
///
/// Any number of boma may stand on either side, and numbers from 0 to 255: whether it is legal is for
/// [`Opening::redistribute`](crate::rules::Opening::redistribute) to say.
///
/// # Errors
///
/// The first part that cannot be read or names no boma of the board.
pub fn parse_redistribution(
    text: &str,
    row: Row,
) -> Result<Redistribution, RedistributionTextError> {
    let form = || RedistributionTextError::Form {
        found: text.to_owned(),
    };
    let (emptied, placed) = text.split_once('>').ok_or_else(form)?;
    if placed.contains('>') {
        return Err(form());
    }
    let pit = |part: &str, letter: char| {
        Pit::from_letter(letter, row).ok_or_else(|| RedistributionTextError::UnknownPit {
            found: part.to_owned(),
            last: char::from(b'a' + row.pits() as u8 - 1),
        })
    };
    let emptied = split(emptied).map(|part| {
        let wrong = || RedistributionTextError::Emptied {
            found: part.to_owned(),
        };
        let (letter, rest) = letter_first(part).ok_or_else(wrong)?;
        match rest {
            "" => pit(part, letter),
            _ => Err(wrong()),
        }
    });
    let emptied = emptied.collect::<Result<_, _>>()?;
    let placed = split(placed).map(|part| {
        let wrong = || RedistributionTextError::Placed {
            found: part.to_owned(),
        };
        let (letter, rest) = letter_first(part).ok_or_else(wrong)?;
        let count = count(rest).ok_or_else(wrong)?;
        Ok((pit(part, letter)?, count))
    });
    let placed = placed.collect::<Result<_, _>>()?;
    Ok(Redistribution { emptied, placed })
}

/// The parts between commas; none of an empty text.
fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter(move |_| !text.is_empty())
}

fn letter_first(part: &str) -> Option<(char, &str)> {
    let mut letters = part.chars();
    let letter = letters.next().filter(char::is_ascii_alphabetic)?;
    Some((letter, letters.as_str()))
}

/// Reads a number from 0 to 255 without sign or leading zero.
fn count(text: &str) -> Option<u8> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    let plain = digits && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

impl fmt::Display for Redistribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let emptied: Vec<String> = self.emptied.iter().map(Pit::to_string).collect();
        let placed: Vec<String> = self
            .placed
            .iter()
            .map(|(pit, count)| format!("{pit}{count}"))
            .collect();
        write!(f, "{}>{}", emptied.join(","), placed.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redistributions_go_both_ways() {
        let row = Row::new(10).unwrap();
        for text in [
            "d,f>a2,b3,C5",
            "A,J>A5,j5",
            "a,a>b0",
            ">",
            "d>",
            "d,e,f>a15,J255",
        ] {
            let read = parse_redistribution(text, row).unwrap();
            assert_eq!(read.to_string(), text);
        }
    }

    #[test]
    fn what_is_no_redistribution_is_named() {
        let row = Row::new(5).unwrap();
        for (text, says) in [
            ("", "\"\" is no redistribution"),
            ("c3", "d,f>a2,b3,C5"),
            ("a,b>c5>d5", "is no redistribution"),
            ("a,>c5", "\"\" stands where a boma that is emptied"),
            ("a1,b>c5", "\"a1\" stands where a boma that is emptied"),
            ("a,3>c5", "\"3\" stands where a boma that is emptied"),
            ("a,é>c5", "\"é\" stands where a boma that is emptied"),
            ("a,b>c5,", "\"\" stands where a boma and the number"),
            ("a,b>c", "\"c\" stands where a boma and the number"),
            ("a,b>c05", "\"c05\" stands where a boma and the number"),
            ("a,b>c-5", "\"c-5\" stands where a boma and the number"),
            ("a,b>c256", "\"c256\" stands where a boma and the number"),
            ("a,b> c5", "\" c5\" stands where a boma and the number"),
            (
                "a,f>c5",
                "\"f\" names no boma of this board; its boma are a to e and A to E",
            ),
            ("a,b>F5", "\"F5\" names no boma of this board"),
        ] {
            let error = parse_redistribution(text, row).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
