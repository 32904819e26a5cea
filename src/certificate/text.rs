//! Certificates as lines of text.

use std::io::{self, BufRead};

use super::{Aim, Certificate, FromLead, Proof, Proved, Start, Terms};
use crate::board::Side;
use crate::notation::{
    NamedMove, Rows, board_text, parse_board, parse_position, parse_side, position_text, push_board,
};
use crate::rules::{Move, Position, Setup};
use crate::value::{Required, Within};

/// The first line.
const MAGIC: &str = "bonduc certificate 1";

/// The first line where there is a history, or a proof of something else than wins and draws.
const MAGIC_2: &str = "bonduc certificate 2";

/// The most bytes that a line may have; a real one has less than 200.
const MAX_LINE: u64 = 4096;

const START: &str = "start, or start and a move";
const PROOF: &str = "a proof, as proof south win, or end and the number of positions";
const TERMS: &str =
    "what it is about, as at_least 5, exactly 2, exactly 2 within 3 turns or within 4 sowings";
const HISTORY: &str =
    "a board and who was to move, as 0,0,3/2,0,0 s, with as many seeds as the position";
const BOARD: &str =
    "a board, as 0,0,3/2,0,0 (0 to 255 a pit, * after a marked boma), as long as the first";

/// Writes a certificate, line by line, without line ends.
pub fn certificate_lines(certificate: &Certificate) -> impl Iterator<Item = String> + '_ {
    let plain = certificate
        .proofs
        .iter()
        .all(|proof| proof.terms == Terms::WIN);
    let magic = match plain && certificate.history.is_empty() {
        true => MAGIC,
        false => MAGIC_2,
    };
    let head = [
        magic.to_owned(),
        format!("position {}", position_text(&certificate.position)),
    ];
    let history = certificate.history.iter();
    let history = history.map(|board| format!("history {}", board_text(board)));
    let end = format!("end {}", certificate.positions());
    let proofs = certificate.proofs.iter();
    head.into_iter()
        .chain(history)
        .chain(proofs.flat_map(|proof| proof_lines(&certificate.position, proof)))
        .chain([end])
}

fn proof_lines<'a>(
    position: &'a Position,
    proof: &'a Proof,
) -> impl Iterator<Item = String> + use<'a> {
    let what = match (proof.aim, proof.terms) {
        (aim, Terms::WIN) => aim.name().to_owned(),
        (Aim::Win, terms) => format!("reach {}", terms_text(terms)),
        (Aim::Draw | Aim::Delay, terms) => format!("prevent {}", terms_text(terms)),
    };
    let head = format!("proof {} {what}", proof.side.name());
    let starts = proof.starts.iter().map(|start| match start {
        Start::Here => "start".to_owned(),
        Start::After(mv) => {
            let mv = NamedMove::new(*mv, position.to_move(), position.row());
            format!("start {mv}")
        }
    });
    let positions = proof.positions.iter();
    [head]
        .into_iter()
        .chain(starts)
        .chain(positions.map(|proved| proved_text(proved, proof.aim, proof.terms)))
}

/// Writes what a proof is about, where that is not a win.
pub(super) fn terms_text(terms: Terms) -> String {
    let required = match terms.required {
        Required::AtLeast(least) => format!("at_least {least}"),
        Required::Exactly(exactly) => format!("exactly {exactly}"),
        Required::NotLosing => unreachable!("no proof is about it"),
    };
    match terms.within {
        None => required,
        Some(Within::Turns(count)) => format!("{required} within {count} turns"),
        Some(Within::Sowings(count)) => format!("{required} within {count} sowings"),
    }
}

/// Reads the words of [`terms_text`].
fn parse_terms(words: &[&str]) -> Option<Terms> {
    let (required, within) = words.split_at_checked(2)?;
    let margin = |text: &str| {
        let number = plain_number(text)?;
        (-255..=255).contains(&number).then_some(number as i16)
    };
    let count = |text: &str| {
        let number = plain_number(text)?;
        (1..=i64::from(Within::MAX))
            .contains(&number)
            .then_some(number as u8)
    };
    Some(Terms {
        required: match *required {
            ["at_least", least] => Required::AtLeast(margin(least)?),
            ["exactly", exactly] => Required::Exactly(margin(exactly)?),
            _ => return None,
        },
        within: match *within {
            [] => None,
            ["within", turns, "turns"] => Some(Within::Turns(count(turns)?)),
            ["within", sowings, "sowings"] => Some(Within::Sowings(count(sowings)?)),
            _ => return None,
        },
    })
}

/// Writes a position of a proof.
pub(super) fn proved_text(proved: &Proved, aim: Aim, terms: Terms) -> String {
    let mut text = String::with_capacity(64);
    push_board(&mut text, &proved.ring, proved.to_move);
    match proved.from {
        FromLead::Any => text.push_str(" any"),
        FromLead::At(lead) => text += &format!(" {lead}"),
    }
    if aim.has_ranks() {
        text += &format!(" {}", proved.rank);
    }
    if terms.within.is_some() {
        text += &format!(" {}", proved.left);
    }
    if let Some(mv) = proved.mv {
        let mv = NamedMove::new(mv, proved.to_move, proved.ring.row());
        text += &format!(" {mv}");
    }
    text
}

/// What is wrong with the text of a certificate.
#[derive(Debug, thiserror::Error)]
pub enum TextFault {
    /// It cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A line is not what should stand there.
    #[error("line {line}: found {found}, expected {expected}")]
    Line {
        /// The line, from 1.
        line: u64,
        /// What stands there.
        found: String,
        /// What should stand there.
        expected: String,
    },
    /// There are more positions than are taken.
    #[error("more than {0} positions, for which there is no room")]
    TooMany(u64),
}

/// Reads a certificate from text, one proof at a time.
///
/// ```text
/// bonduc certificate 1
/// position giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16
/// proof south win
/// start
/// 0,0,0,3,0/2,0,0,0,4 s -1 13 a+
/// 0,0,0,3,0/0,1,1,0,4 s -1 12 e-
/// …
/// proof north draw
/// start a-
/// …
/// end 25
/// ```
///
/// Two lines of head. Then proofs: the side and what it reaches, `win`, `draw` or `delay`; one or more starts, each alone (the certificate's position) or with a
/// move (what comes of it); the positions. The last line has the number of positions in all proofs.
///
/// A position is North's row, `/`, South's row, both from left to right of the diagram, with `*` after marked boma; who is to move;
/// the least lead of the proof's side, or `any`; its rank, unless the aim is to draw; the side's move, where it is to move and the game is not
/// over (to draw, it may be left out where the lead is no less than the number of seeds on the board). All is written as in puzzles and in the text form of positions, with one blank between parts, and numbers as the program writes them:
/// without plus sign or leading zeros.
pub struct Reader<R> {
    lines: Lines<R>,
    position: Position,
    history: Vec<Position>,
    /// Whether proofs may be about something else than wins.
    may_have_terms: bool,
    /// A line that was read and belongs to what follows.
    next: String,
    positions: u64,
    most: u64,
    done: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads the head; more than `most` positions will not be taken.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn new(source: R, most: u64) -> Result<Reader<R>, TextFault> {
        let mut lines = Lines { source, line: 0 };
        let first = lines.next(MAGIC)?;
        let second_version = first == MAGIC_2;
        if first != MAGIC && !second_version {
            let expected = format!("{MAGIC}, or {MAGIC_2}");
            return Err(lines.fault(&first, &expected));
        }
        let expected = "position and a position in one line of text";
        let second = lines.next(expected)?;
        let text = second.strip_prefix("position ");
        let position = text
            .ok_or_else(|| lines.fault(&second, expected))
            .and_then(|text| {
                let position = parse_position(text);
                let position = position.map_err(|error| lines.fault(text, &error.to_string()))?;
                // One way to write a position, so that two readers cannot differ.
                match position_text(&position) {
                    written if written == text => Ok(position),
                    written => Err(lines.fault(text, &written)),
                }
            })?;
        let mut next = lines.next(PROOF)?;
        let mut history: Vec<Position> = Vec::new();
        while let Some(text) = next.strip_prefix("history ").filter(|_| second_version) {
            let board = parse_board(text, &position)
                .filter(|board| {
                    let same = board.ring().seeds() == position.ring().seeds();
                    same && *board != position && !history.contains(board)
                })
                .ok_or_else(|| lines.fault(text, HISTORY))?;
            history.push(board);
            next = lines.next(PROOF)?;
        }
        Ok(Reader {
            lines,
            position,
            history,
            may_have_terms: second_version,
            next,
            positions: 0,
            most,
            done: false,
        })
    }

    /// Returns the position that the certificate is about.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the earlier positions that count for repetition.
    pub fn history(&self) -> &[Position] {
        &self.history
    }

    /// Reads the next proof; `None` after the last one, when nothing is left.
    ///
    /// # Errors
    ///
    /// The first line that is not as it should be.
    pub fn next_proof(&mut self) -> Result<Option<Proof>, TextFault> {
        if self.done {
            return Ok(None);
        }
        let words: Vec<&str> = self.next.split(' ').collect();
        let (side, aim, terms) = match words[..] {
            ["end", count] => {
                if count != self.positions.to_string() {
                    let expected = format!("{}, the number of positions above", self.positions);
                    return Err(self.lines.fault(count, &expected));
                }
                self.lines.end()?;
                self.done = true;
                return Ok(None);
            }
            ["proof", side, aim] => side_named(side)
                .zip(Aim::from_name(aim))
                .map(|(side, aim)| (side, aim, Terms::WIN))
                .ok_or_else(|| self.lines.fault(&self.next, PROOF))?,
            ["proof", side, what @ ("reach" | "prevent"), ref terms @ ..]
                if self.may_have_terms =>
            {
                let aim = if what == "reach" { Aim::Win } else { Aim::Draw };
                // A win has its own words.
                let terms = parse_terms(terms).filter(|terms| *terms != Terms::WIN);
                let terms = terms.ok_or_else(|| self.lines.fault(&self.next, TERMS))?;
                let side = side_named(side);
                (
                    side.ok_or_else(|| self.lines.fault(&self.next, PROOF))?,
                    aim,
                    terms,
                )
            }
            _ => return Err(self.lines.fault(&self.next, PROOF)),
        };
        let mut proof = Proof {
            side,
            aim,
            terms,
            starts: Vec::new(),
            positions: Vec::new(),
        };
        // 1. Starts, at least one.
        let mut line = self.lines.next(START)?;
        while let Some(rest) = line.strip_prefix("start") {
            let start = match rest.strip_prefix(' ') {
                None if rest.is_empty() => Start::Here,
                Some(mv) => Start::After(self.move_of(mv, self.position.to_move())?),
                None => return Err(self.lines.fault(&line, START)),
            };
            if proof.starts.contains(&start) {
                return Err(self.lines.fault(&line, "a start that did not stand before"));
            }
            proof.starts.push(start);
            line = self.lines.next("a position, a proof or the end")?;
        }
        if proof.starts.is_empty() {
            return Err(self.lines.fault(&line, START));
        }
        // 2. Positions, up to what cannot be one.
        while line.starts_with(|letter: char| letter.is_ascii_digit()) {
            let proved = self.proved(&line, aim, terms)?;
            proof.positions.push(proved);
            self.positions += 1;
            if self.positions > self.most {
                return Err(TextFault::TooMany(self.most));
            }
            line = self.lines.next("a position, a proof or the end")?;
        }
        self.next = line;
        Ok(Some(proof))
    }

    fn move_of(&self, text: &str, side: Side) -> Result<Move, TextFault> {
        let position = &self.position;
        let game = position.rules().game();
        NamedMove::parse_for(text, game, position.row(), side)
            .map_err(|error| self.lines.fault(text, &format!("a move ({error})")))
    }

    /// Reads a position of a proof.
    fn proved(&self, line: &str, aim: Aim, terms: Terms) -> Result<Proved, TextFault> {
        let fault = |found: &str, expected: &str| self.lines.fault(found, expected);
        let mut words = line.split(' ');
        let mut next = |expected: &str| {
            words
                .next()
                .ok_or_else(|| fault("the end of the line", expected))
        };
        // 1. Board and who is to move.
        let word = next(BOARD)?;
        let rows = Rows::parse(word).map_err(|part| fault(part, BOARD))?;
        let word = next("s or n")?;
        let to_move = parse_side(word).ok_or_else(|| fault(word, "s or n"))?;
        let setup = Setup {
            rules: *self.position.rules(),
            north: rows.north,
            south: rows.south,
            marked: rows.marked,
            captured: [0, 0],
            to_move,
        };
        let board = Position::from_setup(&setup)
            .ok()
            .filter(|board| board.row() == self.position.row());
        let board = board.ok_or_else(|| fault(line, BOARD))?;
        // As in the head, there is one way to write it.
        let mut written = String::with_capacity(64);
        push_board(&mut written, board.ring(), to_move);
        if !line.starts_with(&written) {
            return Err(fault(line, &written));
        }
        // 2. Lead and rank.
        const LEAD: &str = "a lead from -255 to 255, or any";
        let word = next(LEAD)?;
        let from = match word {
            "any" if terms.is_monotone() => FromLead::Any,
            word => FromLead::At(
                plain_number(word)
                    .filter(|lead| (-255..=255).contains(lead))
                    .ok_or_else(|| fault(word, LEAD))? as i16,
            ),
        };
        let rank = match aim {
            Aim::Draw => 0,
            Aim::Win | Aim::Delay => {
                const RANK: &str = "a rank, 0 or more";
                let word = next(RANK)?;
                plain_number(word)
                    .and_then(|rank| u32::try_from(rank).ok())
                    .ok_or_else(|| fault(word, RANK))?
            }
        };
        let left = match terms.within {
            None => 0,
            Some(within) => {
                const LEFT: &str = "how many turns or sowings are left, no more than the proof has";
                let word = next(LEFT)?;
                plain_number(word)
                    .filter(|left| (0..=i64::from(within.count())).contains(left))
                    .ok_or_else(|| fault(word, LEFT))? as u8
            }
        };
        // 3. The move, if there is one, and nothing more.
        let mv = words.next();
        let mv = mv.map(|text| self.move_of(text, to_move)).transpose()?;
        if let Some(word) = words.next() {
            return Err(fault(word, "the end of the line"));
        }
        Ok(Proved {
            ring: *board.ring(),
            to_move,
            from,
            rank,
            left,
            mv,
        })
    }
}

fn side_named(name: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| side.name() == name)
}

/// Reads a number as the program writes it: no plus sign, no leading zeros, no minus zero.
fn plain_number(text: &str) -> Option<i64> {
    let number: i64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

/// The lines of a source, counted.
struct Lines<R> {
    source: R,
    line: u64,
}

impl<R: BufRead> Lines<R> {
    /// Reads a line, which has to be there.
    fn next(&mut self, expected: &str) -> Result<String, TextFault> {
        let mut bytes = Vec::new();
        let mut limited = io::Read::take(&mut self.source, MAX_LINE);
        limited.read_until(b'\n', &mut bytes)?;
        self.line += 1;
        if bytes.pop() != Some(b'\n') {
            return Err(self.fault_of("the end of the text", expected));
        }
        String::from_utf8(bytes).map_err(|_| self.fault_of("bytes that are not UTF-8", expected))
    }

    /// Makes sure that nothing follows.
    fn end(&mut self) -> Result<(), TextFault> {
        self.line += 1;
        match self.source.fill_buf()? {
            [] => Ok(()),
            _ => Err(self.fault_of("more text", "nothing after the end")),
        }
    }

    fn fault(&self, found: &str, expected: &str) -> TextFault {
        // A line may be long; its beginning shows what it is.
        let short: String = found.chars().take(120).collect();
        self.fault_of(&format!("{short:?}"), expected)
    }

    fn fault_of(&self, found: &str, expected: &str) -> TextFault {
        TextFault::Line {
            line: self.line,
            found: found.to_owned(),
            expected: expected.to_owned(),
        }
    }
}
