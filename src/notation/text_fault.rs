//! One thing that is wrong with a text of several lines.

use std::fmt;

/// Where a text is wrong, what was found there, what was expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFault {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What was found there.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

/// A place in a text: line and character, both from 1.
pub(super) type Place = (usize, usize);

impl TextFault {
    pub(super) fn new(
        (line, column): Place,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> TextFault {
        TextFault {
            line,
            column,
            found: found.into(),
            expected: expected.into(),
        }
    }
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TextFault {
            line,
            column,
            found,
            expected,
        } = self;
        write!(
            f,
            "line {line}, column {column}: found {found}, expected {expected}"
        )
    }
}

/// Quotes a part of a text for a message, shortened if it is long.
pub(super) fn quote(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// Splits a line into its words, each with the number of its first character, from 1. Blanks separate words, and commas where these are asked for.
pub(super) fn words(line: &str, at_commas: bool) -> impl Iterator<Item = (usize, &str)> {
    let separates = move |c: char| c.is_whitespace() || (at_commas && c == ',');
    let mut column = 1;
    line.split(separates).filter_map(move |word| {
        let own = column;
        // Every separator is one character.
        column += word.chars().count() + 1;
        (!word.is_empty()).then_some((own, word))
    })
}
