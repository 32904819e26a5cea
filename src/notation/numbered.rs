//! The numbered diagram of Giuthi's 2×8 board that one source uses, both ways.
//!
//! ```text
//! to move: lower
//! captured: lower 15, upper 16
//! 0 0 0 3 0 0 0 1
//! 2 0 0 0 4 0 0 0
//! moves: 8+ 12-
//! ```
//!
//! The upper row's pits are numbered 0…7, the lower row's 8…15, both printed from left to right, and the ring is said to run 8…15, 0…7. Printed
//! so it would jump from the lower right to the upper left corner; on a real board it cannot. We take the ring as it is: pit 8+i is South's column
//! i, pit i is North's column 7−i, so that the printed upper row is North's row the other way round.

use super::position::parse_position;
use super::text_fault::{TextFault, quote, words};
use super::{NamedMove, PositionTextError, rules_text};
use crate::board::{Pit, Side};
use crate::rules::{Game, Position};

/// The pits a row that this numbering is for.
const PITS: u8 = 8;

/// A numbered diagram with what stands beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbered {
    /// What it is called, if it says.
    pub id: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// The position.
    pub position: Position,
    /// A line of moves, if there is one.
    pub moves: Option<Vec<NamedMove>>,
}

/// Why a position has no numbered diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the numbered diagram is for Giuthi on 2x8 only, this is {game} on 2x{pits}")]
pub struct NotNumbered {
    /// The position's game.
    pub game: Game,
    /// Its pits a row.
    pub pits: usize,
}

const KEYS: [&str; 6] = ["id", "title", "rules", "to move", "captured", "moves"];

/// Tells whether a text begins as numbered diagrams do: with a row of numbers, or with one of the words that may stand before it.
pub fn is_numbered_text(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| match line.split_once(':') {
        Some((key, _)) => KEYS.contains(&key.trim_end()),
        None => {
            let numbers: Vec<&str> = words(line, true).map(|(_, word)| word).collect();
            let is_number = |word: &&str| word.bytes().all(|b| b.is_ascii_digit());
            numbers.len() > 1 && numbers.iter().all(is_number)
        }
    })
}

/// Splits a text into its diagrams, each with the number of its first line; empty lines stand between them.
pub fn split_numbered(text: &str) -> Vec<(usize, &str)> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, usize)> = None;
    let mut has_content = false;
    let mut at = 0;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            let closed = open.take().filter(|_| has_content);
            blocks.extend(closed.map(|(line, start)| (line, &text[start..at])));
            has_content = false;
        } else {
            open.get_or_insert((number, at));
            has_content |= !trimmed.starts_with('#');
        }
        at += line.len();
    }
    let closed = open.filter(|_| has_content);
    blocks.extend(closed.map(|(line, start)| (line, &text[start..])));
    blocks
}

/// Reads a numbered diagram; `first_line` is the number of its first line.
///
/// # Errors
///
/// Everything that is wrong with it.
pub fn parse_numbered(text: &str, first_line: usize) -> Result<Numbered, Vec<TextFault>> {
    let mut parts = Parts::default();
    for (number, line) in (first_line..).zip(text.lines()) {
        let indent = line.chars().take_while(|c| c.is_whitespace()).count();
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        match trimmed.split_once(':') {
            Some((key, value)) => {
                let blanks = value.chars().take_while(|c| c.is_whitespace()).count();
                let column = indent + key.chars().count() + 1 + blanks + 1;
                parts.field(key.trim_end(), value.trim(), (number, indent + 1), column);
            }
            None => parts.row(line, number),
        }
    }
    parts.finish(first_line)
}

/// What was read so far.
#[derive(Default)]
struct Parts<'a> {
    faults: Vec<TextFault>,
    seen: Vec<&'a str>,
    /// The contents of the printed pits 0, 1, 2 …
    contents: Vec<u8>,
    /// The numbers that stand on the diagram's lines, sound or not.
    numbers: usize,
    diagram_line: Option<usize>,
    id: Option<&'a str>,
    title: Option<&'a str>,
    rules: Option<(&'a str, (usize, usize))>,
    to_move: Option<Side>,
    /// By South (lower) and North (upper).
    captured: [u8; 2],
    moves: Option<Vec<NamedMove>>,
}

impl<'a> Parts<'a> {
    fn fault(&mut self, place: (usize, usize), found: impl Into<String>, expected: &str) {
        self.faults.push(TextFault::new(place, found, expected));
    }

    fn row(&mut self, line: &'a str, number: usize) {
        self.diagram_line.get_or_insert(number);
        for (column, word) in words(line, true) {
            self.numbers += 1;
            match super::board::number_up_to(word, 255) {
                Some(content) => self.contents.push(content as u8),
                None => self.fault((number, column), quote(word), "a number from 0 to 255"),
            }
        }
    }

    /// Takes a line with a key, which stands at `place`; its value begins at `column`.
    fn field(&mut self, key: &'a str, value: &'a str, place: (usize, usize), column: usize) {
        if !KEYS.contains(&key) {
            let expected = format!("a row of numbers, or one of {}", KEYS.join(", "));
            return self.fault(place, quote(key), &expected);
        }
        if self.seen.contains(&key) {
            let found = format!("{} a second time", quote(key));
            return self.fault(place, found, "each of them at most once");
        }
        self.seen.push(key);
        let place = (place.0, column);
        match key {
            "id" => self.id = Some(value),
            "title" => self.title = Some(value),
            "rules" => self.rules = Some((value, place)),
            "to move" => match side(value) {
                Some(side) => self.to_move = Some(side),
                None => self.fault(place, quote(value), "lower or upper"),
            },
            "captured" => self.captured(value, place),
            _ => self.moves(value, place),
        }
    }

    fn captured(&mut self, value: &str, place: (usize, usize)) {
        const FORM: &str = "what was captured, as lower 15, upper 16";
        let mut found = value.split_whitespace().collect::<Vec<_>>();
        let mut named = Vec::new();
        while let [name, number, ..] = found[..] {
            let number = number.strip_suffix(',').unwrap_or(number);
            match (side(name), super::board::number_up_to(number, 255)) {
                (Some(side), Some(number)) if !named.contains(&side) => {
                    self.captured[side.index()] = number as u8;
                    named.push(side);
                }
                _ => return self.fault(place, quote(value), FORM),
            }
            found.drain(..2);
        }
        if !found.is_empty() || named.is_empty() {
            self.fault(place, quote(value), FORM);
        }
    }

    fn moves(&mut self, value: &str, (line, start): (usize, usize)) {
        let mut moves = Vec::new();
        for (column, word) in words(value, true) {
            match parse_move(word) {
                Some(mv) => moves.push(mv),
                None => {
                    let expected = "a move as 9+ or 9-, of a pit from 0 to 15, or pass";
                    self.fault((line, start + column - 1), quote(word), expected);
                }
            }
        }
        self.moves = Some(moves);
    }

    fn finish(mut self, first_line: usize) -> Result<Numbered, Vec<TextFault>> {
        let place = (self.diagram_line.unwrap_or(first_line), 1);
        if self.numbers != usize::from(2 * PITS) {
            let found = format!("a diagram of {} numbers", self.numbers);
            let expected = "16 numbers: two rows of 8, the upper one first (this numbering is for Giuthi on 2x8 only)";
            self.fault(place, found, expected);
        }
        if !self.faults.is_empty() {
            return Err(self.faults);
        }
        let (upper, lower) = self.contents.split_at(PITS.into());
        let row = |contents: &mut dyn Iterator<Item = &u8>| {
            let contents: Vec<String> = contents.map(u8::to_string).collect();
            contents.join(",")
        };
        let north = row(&mut upper.iter().rev());
        let south = row(&mut lower.iter());
        let to_move = &self.to_move.unwrap_or(Side::South).name()[..1];
        let [by_south, by_north] = self.captured;
        let (rules, rules_place) = self.rules.unwrap_or(("", place));
        let text = format!("giuthi {north}/{south} {to_move} {by_south}-{by_north} {rules}");
        let position = match parse_position(&text) {
            Ok(position) => position,
            Err(PositionTextError::Setup(faults)) => {
                let faults = faults.iter();
                return Err(faults
                    .map(|fault| TextFault::new(place, fault.to_string(), "a valid position"))
                    .collect());
            }
            Err(error) => {
                let found = format!("{} ({error})", quote(rules));
                let expected = "rules as rules=giuthi-russ or chain_gap=stop";
                return Err(vec![TextFault::new(rules_place, found, expected)]);
            }
        };
        Ok(Numbered {
            id: self.id.map(str::to_owned),
            title: self.title.map(str::to_owned),
            position,
            moves: self.moves,
        })
    }
}

fn side(word: &str) -> Option<Side> {
    match word {
        "lower" => Some(Side::South),
        "upper" => Some(Side::North),
        _ => None,
    }
}

fn side_word(side: Side) -> &'static str {
    match side {
        Side::South => "lower",
        Side::North => "upper",
    }
}

/// Returns the pit with a number, 0 to 15.
fn pit_of(number: u8) -> Option<Pit> {
    match number {
        0..PITS => Some(Pit {
            side: Side::North,
            column: PITS - 1 - number,
        }),
        PITS..16 => Some(Pit {
            side: Side::South,
            column: number - PITS,
        }),
        _ => None,
    }
}

/// Returns a pit's number.
fn number_of(pit: Pit) -> u8 {
    match pit.side {
        Side::North => PITS - 1 - pit.column,
        Side::South => PITS + pit.column,
    }
}

/// Reads `9+`. Directions are the ring's own, so they stay as they are.
fn parse_move(text: &str) -> Option<NamedMove> {
    if text == "pass" {
        return Some(NamedMove::Pass);
    }
    let (number, sign) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let pit = pit_of(super::board::number_up_to(number, 15)? as u8)?;
    let row = crate::board::Row::new(PITS.into())?;
    NamedMove::parse(&format!("{pit}{sign}"), Game::Giuthi, row).ok()
}

fn move_text(mv: &NamedMove) -> String {
    match mv {
        NamedMove::Sow { pit, .. } => {
            let text = mv.to_string();
            let sign = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            format!("{}{sign}", number_of(*pit))
        }
        other => other.to_string(),
    }
}

/// Writes a numbered diagram, with a newline at the end of each line.
///
/// # Errors
///
/// If the position is not one of Giuthi on 2×8.
pub fn numbered_text(diagram: &Numbered) -> Result<String, NotNumbered> {
    let position = &diagram.position;
    let (game, pits) = (position.rules().game(), position.row().pits());
    if game != Game::Giuthi || pits != usize::from(PITS) {
        return Err(NotNumbered { game, pits });
    }
    let mut text = String::new();
    let plain = |value: &str| value.replace(char::is_control, " ");
    for (key, value) in [("id", &diagram.id), ("title", &diagram.title)] {
        if let Some(value) = value {
            text += &format!("{key}: {}\n", plain(value));
        }
    }
    let rules = rules_text(position.rules());
    if !rules.is_empty() {
        text += &format!("rules: {rules}\n");
    }
    text += &format!("to move: {}\n", side_word(position.to_move()));
    let [lower, upper] = Side::BOTH.map(|side| position.captured(side));
    if (lower, upper) != (0, 0) {
        text += &format!("captured: lower {lower}, upper {upper}\n");
    }
    for numbers in [0..PITS, PITS..2 * PITS] {
        let contents = numbers.filter_map(pit_of).map(|pit| position.content(pit));
        let contents: Vec<String> = contents.map(|content| content.to_string()).collect();
        text += &format!("{}\n", contents.join(" "));
    }
    if let Some(moves) = &diagram.moves {
        let moves: Vec<String> = moves.iter().map(move_text).collect();
        text += format!("moves: {}", moves.join(" ")).trim_end();
        text.push('\n');
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Row;
    use crate::notation::position_text;

    /// The numbers run round the ring as the source says: 8…15, 0…7.
    #[test]
    fn the_ring_runs_through_the_numbers() {
        let row = Row::new(8).unwrap();
        for number in 0..16 {
            let pit = pit_of(number).unwrap();
            assert_eq!(number_of(pit), number);
            let next = Pit::at_cell((pit.cell(row, Side::South) + 1) % 16, row, Side::South);
            assert_eq!(number_of(next), (number + 1) % 16);
        }
        assert_eq!(pit_of(16), None);
        assert_eq!(pit_of(8).unwrap().to_string(), "a");
        assert_eq!(pit_of(0).unwrap().to_string(), "H");
        assert_eq!(pit_of(7).unwrap().to_string(), "A");
    }

    #[test]
    fn a_diagram_goes_both_ways() {
        let text = "id: x\ntitle: Two: three\nrules: chain_gap=stop\nto move: upper\n\
                    captured: lower 15, upper 16\n1 2 3 4 5 6 7 0\n8 0 0 0 0 0 0 9\nmoves: 1+ 15- pass\n";
        let diagram = parse_numbered(text, 1).unwrap();
        let expected = "giuthi 0,7,6,5,4,3,2,1/8,0,0,0,0,0,0,9 n 15-16 chain_gap=stop";
        assert_eq!(position_text(&diagram.position), expected);
        let moves = diagram.moves.as_ref().unwrap().iter();
        let moves: Vec<_> = moves.map(|mv| mv.to_string()).collect();
        assert_eq!(moves, ["G+", "h-", "pass"]);
        assert_eq!(numbered_text(&diagram).unwrap(), text);
        // In one line, with the least that there can be.
        let short = parse_numbered("1 2 3 4 5 6 7 0, 8 0 0 0 0 0 0 9", 1).unwrap();
        let expected = "giuthi 0,7,6,5,4,3,2,1/8,0,0,0,0,0,0,9 s 0-0";
        assert_eq!(position_text(&short.position), expected);
        assert_eq!((short.id, short.moves), (None, None));
    }

    #[test]
    fn diagrams_are_told_apart() {
        let text = "# a\n\n# b\n1 2\n3 4\n\n\n5 6";
        let blocks: Vec<_> = split_numbered(text).into_iter().collect();
        assert_eq!(blocks, [(3, "# b\n1 2\n3 4\n"), (8, "5 6")]);
        for (text, is) in [
            ("# x\n1 2 3", true),
            ("to move: upper", true),
            ("12", false),
            ("giuthi 0,0/2,0 s", false),
            ("[1, 2]", false),
            ("{\"id\": 1}", false),
            ("id,game", false),
            ("", false),
        ] {
            assert_eq!(is_numbered_text(text), is, "{text}");
        }
    }

    #[test]
    fn all_that_is_wrong_is_named() {
        let rows = "0 0 0 0 0 0 0 2\n2 0 0 0 0 0 0 0\n";
        for (lines, line, column, says) in [
            ("x: y", 1, 1, "one of id"),
            ("to move: left", 1, 10, "lower or upper"),
            ("id: a\nid: b", 2, 1, "a second time"),
            ("captured: 15-16", 1, 11, "lower 15, upper 16"),
            ("captured: lower 1 lower 2", 1, 11, "lower 15, upper 16"),
            ("captured: lower 200, upper 200", 2, 1, "at most 255"),
            ("moves: 9+ 16- 3", 1, 11, "0 to 15"),
            ("rules: rules=kiothi", 1, 8, "not one of Giuthi"),
            ("  rules:  x", 1, 11, "rules=giuthi-russ"),
            ("0 0 -1", 1, 5, "0 to 255"),
            ("0 0", 1, 1, "18 numbers"),
        ] {
            let faults = parse_numbered(&format!("{lines}\n{rows}"), 1).unwrap_err();
            let fault = &faults[0];
            assert_eq!(
                (fault.line, fault.column),
                (line, column),
                "{lines}: {fault}"
            );
            assert!(fault.to_string().contains(says), "{lines}: {fault}");
        }
        let both = parse_numbered("x: y\nmoves: 16+ 3\n1 2", 1).unwrap_err();
        assert_eq!(both.len(), 4);
    }

    #[test]
    fn other_boards_have_none() {
        for text in [
            "giuthi 0,0,0/0,2,0 s",
            "kiothi 0,0,0,0,0,0,0,1/1,0,0,0,0,0,0,0 s",
        ] {
            let diagram = Numbered {
                id: None,
                title: None,
                position: parse_position(text).unwrap(),
                moves: None,
            };
            assert!(numbered_text(&diagram).is_err());
        }
    }
}
