//! The formats beside JSON and one-line text: CSV, numbered diagrams, game records.

use super::load::{Entry, numbered, refused};
use super::read::id_is_sound;
use super::{About, Claim, Fault, GameRecord, Puzzle, csv};
use crate::notation::{
    is_numbered_text, is_record_text, parse_numbered, split_numbered, split_records,
};

/// How inputs are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LoadOptions {
    /// In which format.
    pub from: SourceFormat,
    /// Of game records, the position after so many plies; `None`: after the last move. With a number, inputs that are no game records are
    /// refused.
    pub from_ply: Option<usize>,
    /// Whether positions of Kiothi's opening are taken; otherwise they are refused.
    pub openings: bool,
}

/// A format of inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SourceFormat {
    /// What a text looks like, or the ending `.csv` of a file's name.
    #[default]
    Auto,
    /// JSON: a puzzle or game, an array of them, or one a line.
    Json,
    /// Positions in one line of text, one a line.
    Text,
    /// CSV with a header.
    Csv,
    /// Numbered diagrams of Giuthi on 2×8.
    Numbered,
    /// Game records in plain text.
    Record,
}

/// Reads a file of one of these formats; tells whether it was one.
pub(super) fn read_other(
    text: &str,
    name: &str,
    origin: &str,
    options: &LoadOptions,
    entries: &mut Vec<Entry>,
) -> bool {
    let before = entries.len();
    let format = match options.from {
        SourceFormat::Auto if origin.ends_with(".csv") || csv::is_csv(text) => SourceFormat::Csv,
        SourceFormat::Auto if is_record_text(text) => SourceFormat::Record,
        SourceFormat::Auto if is_numbered_text(text) => SourceFormat::Numbered,
        format => format,
    };
    match format {
        SourceFormat::Csv => read_csv(text, name, origin, entries),
        SourceFormat::Numbered => read_numbered(text, name, origin, entries),
        SourceFormat::Record => return read_records(text, name, origin, options, entries),
        SourceFormat::Auto | SourceFormat::Json | SourceFormat::Text => return false,
    }
    for entry in &mut entries[before..] {
        refuse_unless_asked(&mut entry.puzzle, options);
    }
    true
}

/// Where a ply was asked for, only games have one.
pub(super) fn refuse_unless_asked(puzzle: &mut Result<Puzzle, Vec<Fault>>, options: &LoadOptions) {
    if options.from_ply.is_some() && puzzle.is_ok() {
        let expected = "a game record, as for a number of plies";
        *puzzle = Err(vec![Fault::new("$", "a position without moves", expected)]);
    }
}

fn nothing(name: &str, origin: &str, what: &str, entries: &mut Vec<Entry>) {
    let fault = Fault::new("$", format!("no {what}"), format!("{what} in it"));
    entries.push(refused(name.to_owned(), origin.to_owned(), vec![fault]));
}

fn read_csv(text: &str, name: &str, origin: &str, entries: &mut Vec<Entry>) {
    let rows = match csv::read(text, &|number, of| numbered(name, number, of)) {
        Ok(rows) if rows.is_empty() => return nothing(name, origin, "rows", entries),
        Ok(rows) => rows,
        Err(faults) => return entries.push(refused(name.to_owned(), origin.to_owned(), faults)),
    };
    entries.extend(rows.into_iter().map(|row| Entry {
        id: row.id,
        origin: format!("{origin}, line {}", row.line),
        path: format!("line {}", row.line),
        puzzle: row.puzzle,
    }));
}

fn read_numbered(text: &str, name: &str, origin: &str, entries: &mut Vec<Entry>) {
    let blocks = split_numbered(text);
    if blocks.is_empty() {
        return nothing(name, origin, "numbered diagrams", entries);
    }
    let count = blocks.len();
    for (number, (line, block)) in (1..).zip(blocks) {
        let own = numbered(name, number, count);
        let mut id = own.clone();
        let puzzle = match parse_numbered(block, line) {
            Ok(diagram) => match diagram.id {
                Some(given) if !id_is_sound(&given) => {
                    let path = format!("line {line}");
                    let expected = "an id that can be a file's name, of 1 to 200 bytes";
                    Err(vec![Fault::new(
                        path,
                        format!("the id {given:?}"),
                        expected,
                    )])
                }
                given => {
                    id = given.unwrap_or(own);
                    Ok(Puzzle {
                        id: id.clone(),
                        position: diagram.position,
                        opening: None,
                        history: Vec::new(),
                        stipulation: None,
                        about: About {
                            title: diagram.title,
                            ..About::default()
                        },
                        claim: diagram.moves.map(Claim::Line),
                    })
                }
            },
            Err(faults) => Err(faults.into_iter().map(Fault::from).collect()),
        };
        entries.push(Entry {
            id,
            origin: format!("{origin}, line {line}"),
            path: format!("line {line}"),
            puzzle,
        });
    }
}

fn read_records(
    text: &str,
    name: &str,
    origin: &str,
    options: &LoadOptions,
    entries: &mut Vec<Entry>,
) -> bool {
    let games = split_records(text);
    if games.is_empty() {
        nothing(name, origin, "games", entries);
    }
    let count = games.len();
    for (number, (line, game)) in (1..).zip(games) {
        let id = numbered(name, number, count);
        let record = GameRecord::read_text(game, line, &id);
        let path = format!("line {line}");
        entries.push(of_game(
            record,
            options,
            &path,
            format!("{origin}, line {line}"),
        ));
    }
    true
}

/// Makes an entry of a game: its position after the ply that was asked for.
pub(super) fn of_game(
    record: Result<GameRecord, (String, Vec<Fault>)>,
    options: &LoadOptions,
    path: &str,
    origin: String,
) -> Entry {
    let (id, puzzle) = match record {
        Ok(record) => match record.puzzle_at(options.from_ply, path) {
            Ok(puzzle) => (puzzle.id.clone(), Ok(puzzle)),
            Err(fault) => (record.id, Err(vec![fault])),
        },
        Err((id, faults)) => (id, Err(faults)),
    };
    Entry {
        id,
        origin,
        path: path.to_owned(),
        puzzle,
    }
}
