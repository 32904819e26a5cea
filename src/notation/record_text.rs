//! Games as plain text for people, like PGN in chess: tags, turns, result.
//!
//! ```text
//! [Id "one"]
//! [South "Wanjiru"]
//! [Position "giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16"]
//!
//! 1. a+,e-,c+,d+ D- 2. b+,c+,b+ x1 pass 3. d- pass 4. c+,a- x4 1-0
//! ```
//!
//! Here the text is taken apart and put together; what its moves mean is not looked at.

use super::text_fault::{Place, TextFault, quote};
use crate::board::Side;

/// How a game ended, as its record states it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameResult {
    /// `1-0`: South won.
    South,
    /// `0-1`: North won.
    North,
    /// `1/2`: a draw.
    Draw,
    /// `*`: not over, or not known.
    Open,
}

impl GameResult {
    /// All of them.
    pub const ALL: [GameResult; 4] = [
        GameResult::South,
        GameResult::North,
        GameResult::Draw,
        GameResult::Open,
    ];

    /// Returns the word that records use.
    pub fn name(self) -> &'static str {
        match self {
            GameResult::South => "1-0",
            GameResult::North => "0-1",
            GameResult::Draw => "1/2",
            GameResult::Open => "*",
        }
    }

    /// Reads [`GameResult::name`], or `1/2-1/2` for a draw.
    pub fn from_name(name: &str) -> Option<GameResult> {
        match name {
            "1/2-1/2" => Some(GameResult::Draw),
            _ => GameResult::ALL.into_iter().find(|one| one.name() == name),
        }
    }
}

/// A game as it is written down.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TextRecord {
    /// Its tags in their order.
    pub tags: Vec<TextTag>,
    /// Its moves in their order.
    pub moves: Vec<TextMove>,
    /// The result at its end, if there is one.
    pub result: Option<GameResult>,
    /// The line on which it ends, from 1.
    pub last_line: usize,
}

/// A tag, as `[South "Wanjiru"]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextTag {
    /// The line on which it stands, from 1.
    pub line: usize,
    /// The character of that line at which it begins, from 1.
    pub column: usize,
    /// Its name.
    pub name: String,
    /// Its value, without quotes and escapes.
    pub value: String,
}

/// A move, as `b+ x5`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextMove {
    /// The line on which it stands, from 1.
    pub line: usize,
    /// The character of that line at which it begins, from 1.
    pub column: usize,
    /// The move's own text.
    pub text: String,
    /// What the record says that it captures.
    pub captured: Option<u8>,
}

const TOKEN: &str =
    "a turn's number as 1., a move, a capture as x5, or a result: 1-0, 0-1, 1/2 or *";

/// Tells whether a text begins as records do: with a tag.
pub fn is_record_text(text: &str) -> bool {
    let mut letters = text.trim_start().chars();
    letters.next() == Some('[') && letters.next().is_some_and(|c| c.is_ascii_uppercase())
}

/// Splits a text into its games, each with the number of its first line: a tag after something else than tags begins another game.
pub fn split_records(text: &str) -> Vec<(usize, &str)> {
    let mut games = Vec::new();
    let (mut start, mut first_line) = (0, 1);
    let mut at = 0;
    let (mut in_comment, mut moves_seen, mut anything) = (false, false, false);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let is_tag = !in_comment && line.trim_start().starts_with('[');
        if is_tag && moves_seen {
            games.push((first_line, &text[start..at]));
            (start, first_line, moves_seen) = (at, number, false);
        }
        if !line.trim().is_empty() {
            anything = true;
            moves_seen |= !is_tag;
        }
        if !is_tag {
            in_comment = comment_goes_on(line, in_comment);
        }
        at += line.len();
    }
    if anything {
        games.push((first_line, &text[start..]));
    }
    games
}

/// Tells whether a comment in braces is open at the end of a line.
fn comment_goes_on(line: &str, open: bool) -> bool {
    let mut open = open;
    for letter in line.chars() {
        match (letter, open) {
            ('{', false) => open = true,
            ('}', true) => open = false,
            (';', false) => return false,
            _ => {}
        }
    }
    open
}

/// Takes a game's text apart; `first_line` is the number of its first line.
///
/// # Errors
///
/// Everything that is wrong with it.
pub fn parse_record(text: &str, first_line: usize) -> Result<TextRecord, Vec<TextFault>> {
    let mut scanner = Scanner {
        letters: text.chars().collect(),
        at: 0,
        line: first_line,
        column: 1,
        record: TextRecord::default(),
        faults: Vec::new(),
    };
    scanner.record();
    let mut record = scanner.record;
    record.last_line = scanner.line;
    match scanner.faults.is_empty() {
        true => Ok(record),
        false => Err(scanner.faults),
    }
}

struct Scanner {
    letters: Vec<char>,
    at: usize,
    line: usize,
    column: usize,
    record: TextRecord,
    faults: Vec<TextFault>,
}

impl Scanner {
    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += 1;
        match letter {
            '\n' => (self.line, self.column) = (self.line + 1, 1),
            _ => self.column += 1,
        }
        Some(letter)
    }

    fn place(&self) -> Place {
        (self.line, self.column)
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let mut text = String::new();
        while let Some(letter) = self.peek().filter(|&letter| wanted(letter)) {
            text.push(letter);
            self.next();
        }
        text
    }

    fn fault(&mut self, place: Place, found: impl Into<String>, expected: &str) {
        self.faults.push(TextFault::new(place, found, expected));
    }

    fn record(&mut self) {
        while let Some(letter) = self.peek() {
            let place = self.place();
            match letter {
                ',' => {
                    self.next();
                }
                _ if letter.is_whitespace() => {
                    self.next();
                }
                ';' => {
                    self.take_while(|c| c != '\n');
                }
                '{' => {
                    self.take_while(|c| c != '}');
                    if self.next().is_none() {
                        self.fault(place, "a comment without end", "a } that closes it");
                    }
                }
                '[' => match self.tag() {
                    Ok(tag) => {
                        if !self.record.moves.is_empty() || self.record.result.is_some() {
                            let found = format!("the tag {}", tag.name);
                            self.fault(place, found, "tags before the moves, each on a line");
                        }
                        self.record.tags.push(tag);
                    }
                    Err(fault) => {
                        self.faults.push(fault);
                        self.take_while(|c| c != '\n');
                    }
                },
                _ => self.word(),
            }
        }
    }

    /// Reads `[Name "value"]`.
    fn tag(&mut self) -> Result<TextTag, TextFault> {
        const FORM: &str = "a tag as [South \"name\"]";
        let (line, column) = self.place();
        self.next();
        let name = self.take_while(|c| c.is_ascii_alphanumeric());
        self.take_while(|c| c == ' ' || c == '\t');
        let place = self.place();
        let found = |letter: Option<char>| match letter {
            None | Some('\n' | '\r') => "the end of the line".to_owned(),
            Some(letter) => quote(&letter.to_string()),
        };
        if name.is_empty() || self.peek() != Some('"') {
            return Err(TextFault::new(place, found(self.peek()), FORM));
        }
        self.next();
        let mut value = String::new();
        loop {
            let place = self.place();
            match self.peek() {
                None | Some('\n' | '\r') => {
                    let expected = "a quotation mark that ends the tag's value";
                    return Err(TextFault::new(place, found(None), expected));
                }
                Some('"') => break,
                Some('\\') => {
                    self.next();
                    value.push(match self.peek() {
                        Some('n') => '\n',
                        Some(letter @ ('"' | '\\')) => letter,
                        other => {
                            let expected = "\\\", \\\\ or \\n after the backslash";
                            return Err(TextFault::new(place, found(other), expected));
                        }
                    });
                }
                Some(letter) => value.push(letter),
            }
            self.next();
        }
        self.next();
        self.take_while(|c| c == ' ' || c == '\t');
        let place = self.place();
        match self.peek() {
            Some(']') => {
                self.next();
                Ok(TextTag {
                    line,
                    column,
                    name,
                    value,
                })
            }
            other => Err(TextFault::new(place, found(other), "a ] that ends the tag")),
        }
    }

    /// Reads what stands up to the next blank.
    fn word(&mut self) {
        let (line, mut column) = self.place();
        let word = self.take_while(|c| !c.is_whitespace() && c != '{' && c != ';');
        // A redistribution (Kiothi, K3) has commas of its own and is a turn by itself.
        let parts: Vec<&str> = match word.contains('>') {
            true => vec![&word],
            false => word.split(',').collect(),
        };
        for part in parts {
            let place = (line, column);
            column += part.chars().count() + 1;
            if !part.is_empty() {
                self.token(part, place);
            }
        }
    }

    fn token(&mut self, text: &str, place: Place) {
        if let Some(result) = GameResult::from_name(text) {
            if self.record.result.is_some() {
                self.fault(place, quote(text), "nothing after the result");
            }
            self.record.result = Some(result);
            return;
        }
        // A turn's number may stand before its move without a blank.
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let dots = text[digits..].bytes().take_while(|&b| b == b'.').count();
        let rest = &text[digits + dots..];
        if (digits == 0) != (dots == 0) {
            return self.fault(place, quote(text), TOKEN);
        }
        if rest.is_empty() {
            return;
        }
        let place = (place.0, place.1 + digits + dots);
        if self.record.result.is_some() {
            return self.fault(place, quote(rest), "nothing after the result");
        }
        let Some((mv, captured)) = split_capture(rest) else {
            return self.fault(place, quote(rest), "a capture as x5, of 0 to 255 seeds");
        };
        match (mv, self.record.moves.last_mut()) {
            ("", Some(last)) if last.captured.is_none() => last.captured = captured,
            ("", _) => self.fault(place, quote(rest), "a move before its capture"),
            (mv, _) => self.record.moves.push(TextMove {
                line: place.0,
                column: place.1,
                text: mv.to_owned(),
                captured,
            }),
        }
    }
}

/// Splits `b+x5`, `b+ x5`, `b+` or `x5` into the move's text and what it captures; `None` if what follows the `x` is no number up to 255.
///
/// No pit is called `x`, so the letter never stands in a move.
pub fn split_capture(text: &str) -> Option<(&str, Option<u8>)> {
    match text.split_once('x') {
        None => Some((text, None)),
        Some((mv, number)) => {
            let number = super::board::number_up_to(number, 255)?;
            Some((mv.trim_end(), Some(number as u8)))
        }
    }
}

/// Splits a text into moves, with blanks or commas between them; the commas of a redistribution (K3) are its own.
pub fn split_moves(text: &str) -> Vec<&str> {
    text.split_whitespace()
        .flat_map(|word| match word.contains('>') {
            true => vec![word],
            false => word.split(',').filter(|part| !part.is_empty()).collect(),
        })
        .collect()
}

/// One played sowing or pass, for [`record_text`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenPly {
    /// Who played it.
    pub side: Side,
    /// The move in text.
    pub text: String,
    /// What it captured.
    pub captured: u8,
}

/// The longest line of moves, in characters.
const WIDTH: usize = 80;

/// Writes a game: its tags, its turns with their numbers and captures, its result.
pub fn record_text(tags: &[(&str, String)], plies: &[WrittenPly], result: GameResult) -> String {
    let mut text = String::new();
    for (name, value) in tags {
        text += &format!("[{name} \"{}\"]\n", escaped(value));
    }
    text.push('\n');
    // 1. The words: numbers stay with the turn that follows them.
    let mut words = Vec::new();
    let mut number = 0;
    for turn in plies.chunk_by(|a, b| a.side == b.side) {
        let prefix = match (turn[0].side, number) {
            (Side::North, 0) => {
                number = 1;
                "1... ".to_owned()
            }
            (Side::North, _) => String::new(),
            (Side::South, _) => {
                number += 1;
                format!("{number}. ")
            }
        };
        let sowings = turn.iter().map(|ply| match ply.captured {
            0 => ply.text.clone(),
            captured => format!("{} x{captured}", ply.text),
        });
        words.push(prefix + &sowings.collect::<Vec<_>>().join(","));
    }
    words.push(result.name().to_owned());
    // 2. The lines.
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += &word;
        column += length;
    }
    text.push('\n');
    text
}

fn escaped(value: &str) -> String {
    let mut text = String::new();
    for letter in value.chars() {
        match letter {
            '"' => text += "\\\"",
            '\\' => text += "\\\\",
            '\n' => text += "\\n",
            letter if letter.is_control() => text.push(' '),
            letter => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_taken_apart() {
        let text = "[South \"A \\\"b\\\" \\\\ c\"]\n\n1. b+ x5,d- D+ {so\nfar} 2.c+x2 ; the end\n  pass 1/2\n";
        let record = parse_record(text, 10).unwrap();
        assert_eq!(record.tags[0].value, "A \"b\" \\ c");
        let moves: Vec<_> = record
            .moves
            .iter()
            .map(|mv| (mv.line, mv.column, mv.text.as_str(), mv.captured))
            .collect();
        let expected = [
            (12, 4, "b+", Some(5)),
            (12, 10, "d-", None),
            (12, 13, "D+", None),
            (13, 8, "c+", Some(2)),
            (14, 3, "pass", None),
        ];
        assert_eq!(moves, expected);
        assert_eq!(record.result, Some(GameResult::Draw));
    }

    #[test]
    fn redistributions_keep_their_commas() {
        let record = parse_record("1. d,f>a2,b3,C5 A,B>c10 2. a1,b2 *", 1).unwrap();
        let moves: Vec<_> = record.moves.iter().map(|mv| mv.text.as_str()).collect();
        assert_eq!(moves, ["d,f>a2,b3,C5", "A,B>c10", "a1", "b2"]);
        assert_eq!(
            split_moves("d,f>a2,b3,C5 a1,b2"),
            ["d,f>a2,b3,C5", "a1", "b2"]
        );
    }

    #[test]
    fn games_are_told_apart() {
        let text = "[Id \"a\"]\n1. a+ { a\n[comment] } *\n[Id \"b\"]\n[South \"x\"]\n\nb+\n";
        let games = split_records(text);
        let lines: Vec<_> = games.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 4]);
        assert_eq!(
            games.iter().map(|(_, game)| game.len()).sum::<usize>(),
            text.len()
        );
        assert!(split_records(" \n\n").is_empty());
    }

    #[test]
    fn all_that_is_wrong_is_named() {
        for (text, line, column, says) in [
            ("[South]", 1, 7, "a tag as"),
            ("[South \"x]", 1, 11, "a quotation mark"),
            ("[South \"x\" y]", 1, 12, "a ] that ends"),
            ("[South \"\\q\"]", 1, 9, "after the backslash"),
            ("a+ {b", 1, 4, "a } that closes"),
            ("a+ x5 x6", 1, 7, "a move before"),
            ("x5", 1, 1, "a move before"),
            ("a+ x300", 1, 4, "0 to 255"),
            ("a+\n 1-0 b+", 2, 6, "nothing after"),
            ("a+ 1-0 1-0", 1, 8, "nothing after"),
            ("a+ 2 b+", 1, 4, "a turn's number"),
            ("a+ [Id \"x\"]", 1, 4, "tags before"),
        ] {
            let faults = parse_record(text, 1).unwrap_err();
            let [fault] = &faults[..] else {
                panic!("{text}: {faults:?}")
            };
            assert_eq!(
                (fault.line, fault.column),
                (line, column),
                "{text}: {fault}"
            );
            assert!(fault.to_string().contains(says), "{text}: {fault}");
        }
        assert_eq!(parse_record("[South]\nx5 2", 1).unwrap_err().len(), 3);
    }
}
