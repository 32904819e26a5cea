//! Puzzles as CSV: a header, then a puzzle a row.

use ::csv::{ReaderBuilder, StringRecord, Writer};

use super::fault::Fault;
use super::json::{Json, quote};
use super::stipulation_text::{FORM, parse_stipulation, stipulation_text};
use super::write::{Written, claim_json, string};
use super::{Claim, GoalObject, Puzzle};
use crate::board::Side;
use crate::notation::{Rows, parse_side, push_board, rules_text, split_moves};
use crate::rules::{Position, Preset};

/// The columns, in the order in which they are written.
const COLUMNS: [&str; 18] = [
    "id",
    "game",
    "rules",
    "north",
    "south",
    "marked",
    "captured_south",
    "captured_north",
    "to_move",
    "history",
    "stipulation",
    "title",
    "author",
    "source",
    "year",
    "comment",
    "tags",
    "solution",
];

/// The columns that every file has to have.
const REQUIRED: [&str; 4] = ["game", "north", "south", "to_move"];

/// The columns whose cells are taken as they stand, blanks in front and at the end included.
const WORDS: [&str; 4] = ["title", "author", "source", "comment"];

/// One row that was read: its line, the id that it gives or would have, and the puzzle or all its faults.
pub(super) struct CsvRow {
    pub(super) line: u64,
    pub(super) id: String,
    pub(super) puzzle: Result<Puzzle, Vec<Fault>>,
}

/// Tells whether a text begins as CSV of positions does: with a header that has the columns every file has to have.
pub(super) fn is_csv(text: &str) -> bool {
    let Some(header) = text.lines().find(|line| !line.trim().is_empty()) else {
        return false;
    };
    let names: Vec<&str> = header
        .split(',')
        .map(|cell| cell.trim().trim_matches('"'))
        .collect();
    REQUIRED.iter().filter(|name| names.contains(name)).count() > 1
}

/// Reads puzzles; `name` gives the number-th of several its id where it has none.
///
/// # Errors
///
/// All that is wrong with the header; without it no row can be read.
pub(super) fn read(
    text: &str,
    name: &dyn Fn(usize, usize) -> String,
) -> Result<Vec<CsvRow>, Vec<Fault>> {
    let mut reader = ReaderBuilder::new()
        .has_headers(true)
        .flexible(true)
        .from_reader(text.as_bytes());
    let header = match reader.headers() {
        Ok(header) => header.clone(),
        Err(error) => return Err(vec![Fault::new("line 1", error.to_string(), "a header")]),
    };
    // 1. The header.
    let names: Vec<&str> = header.iter().map(str::trim).collect();
    let mut faults = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let path = format!("line 1, column {}", index + 1);
        if !COLUMNS.contains(name) {
            let found = format!("the unknown column {}", quote(name));
            let expected = format!("one of the columns {}", COLUMNS.join(", "));
            faults.push(Fault::new(path, found, expected));
        } else if names[..index].contains(name) {
            let found = format!("the column {name} a second time");
            faults.push(Fault::new(path, found, "each column at most once"));
        }
    }
    for name in REQUIRED {
        if !names.contains(&name) {
            let found = format!("no column {name}");
            faults.push(Fault::new("line 1", found, "this required column"));
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    // 2. The rows.
    let records: Vec<Result<StringRecord, ::csv::Error>> = reader.records().collect();
    let count = records.len();
    let row = |(index, record): (usize, Result<StringRecord, ::csv::Error>)| {
        let id = name(index + 1, count);
        match record {
            Ok(record) => read_row(&names, &record, &id),
            Err(error) => {
                let line = error.position().map_or(0, ::csv::Position::line);
                let path = format!("line {line}");
                let fault = Fault::new(path, error.to_string(), "a row of CSV");
                CsvRow {
                    line,
                    id,
                    puzzle: Err(vec![fault]),
                }
            }
        }
    };
    let mut rows: Vec<CsvRow> = records.into_iter().enumerate().map(row).collect();
    // An open cell takes in all that follows, so it is in the last row.
    if let (1, Some(last)) = (text.matches('"').count() % 2, rows.last_mut()) {
        let found = "a quotation mark without another that closes it";
        let path = format!("line {}", last.line);
        last.puzzle = Err(vec![Fault::new(path, found, "marks in pairs")]);
    }
    Ok(rows)
}

fn read_row(names: &[&str], record: &StringRecord, id: &str) -> CsvRow {
    let line = record.position().map_or(0, ::csv::Position::line);
    let at = |column: &str| format!("line {line}, column {column}");
    let mut faults = Vec::new();
    if record.len() != names.len() {
        let found = format!("{} cells", record.len());
        let expected = format!("{}, as many as the header has", names.len());
        faults.push(Fault::new(format!("line {line}"), found, expected));
    }
    // 1. Its cells as the fields of a puzzle file, which are read as those of any other.
    let mut fields = Written::default();
    let mut captured = Written::default();
    for (&name, cell) in names.iter().zip(record) {
        let trimmed = cell.trim();
        if trimmed.is_empty() {
            continue;
        }
        let value = match name {
            _ if WORDS.contains(&name) => Ok(string(cell)),
            "north" | "south" => Ok(list(trimmed, number)),
            "marked" => Ok(list(trimmed, |word| string(word))),
            "rules" => rules(trimmed),
            "to_move" => Ok(string(match parse_side(trimmed) {
                Some(side) => side.name(),
                None => trimmed,
            })),
            "captured_south" | "captured_north" => {
                captured.put(&name["captured_".len()..], number(trimmed));
                continue;
            }
            "year" => Ok(number(trimmed)),
            "history" => history(trimmed),
            "stipulation" => match trimmed.starts_with('{') {
                true => json(trimmed),
                false => {
                    parse_stipulation(trimmed).ok_or_else(|| (quote(trimmed), FORM.to_owned()))
                }
            },
            "tags" => match trimmed.starts_with('[') {
                true => json(trimmed),
                false => {
                    let tags = trimmed.split(';').map(str::trim);
                    Ok(Json::Array(
                        tags.filter(|tag| !tag.is_empty()).map(string).collect(),
                    ))
                }
            },
            "solution" => match trimmed.starts_with(['{', '[']) {
                true => json(trimmed),
                false => Ok(Json::Array(
                    split_moves(trimmed).into_iter().map(string).collect(),
                )),
            },
            _ => Ok(string(trimmed)),
        };
        match value {
            Ok(value) => fields.put(name, value),
            Err((found, expected)) => faults.push(Fault::new(at(name), found, expected)),
        }
    }
    fields.put("captured", captured.object());
    // 2. The puzzle.
    let (id, puzzle) = match Puzzle::read(&fields.object(), "$", id) {
        Ok(puzzle) => (puzzle.id.clone(), Ok(puzzle)),
        Err((id, more)) => {
            // What has a fault of its own is not missing.
            let known = |fault: &Fault| faults.iter().any(|one| one.path == fault.path);
            let more = more.into_iter().map(|fault| {
                let path = match fault.path.strip_prefix("$.") {
                    Some(field) => at(&field.replacen("captured.", "captured_", 1)),
                    None => format!("line {line}"),
                };
                Fault { path, ..fault }
            });
            let more: Vec<Fault> = more.filter(|fault| !known(fault)).collect();
            (id, Err(more))
        }
    };
    let puzzle = match puzzle {
        Ok(puzzle) if faults.is_empty() => Ok(puzzle),
        Ok(_) => Err(faults),
        Err(more) => {
            faults.extend(more);
            Err(faults)
        }
    };
    CsvRow { line, id, puzzle }
}

/// A value, or what was found and expected in its place.
type Value = Result<Json, (String, String)>;

fn number(text: &str) -> Json {
    match text.parse::<i64>() {
        Ok(number) => Json::Number(number.into()),
        Err(_) => string(text),
    }
}

/// Reads words with blanks or commas between them.
fn list(text: &str, item: impl Fn(&str) -> Json) -> Json {
    let words = text.split(|c: char| c.is_whitespace() || c == ',');
    Json::Array(words.filter(|word| !word.is_empty()).map(item).collect())
}

fn json(text: &str) -> Value {
    serde_json::from_str(text)
        .map_err(|error| (format!("{error}: {}", quote(text)), "JSON".to_owned()))
}

/// Reads `giuthi-russ`, or what the one-line text of a position has: `rules=giuthi-russ`, `chain_gap=stop`.
fn rules(text: &str) -> Value {
    let mut fields = Written::default();
    for word in text.split_whitespace() {
        match word.split_once('=') {
            None if Preset::from_name(word).is_some() => fields.put("preset", string(word)),
            None => {
                let expected = "the name of a rule set, or options as chain_gap=stop".to_owned();
                return Err((quote(word), expected));
            }
            Some(("rules", preset)) => fields.put("preset", string(preset)),
            Some((name, "true")) => fields.put(name, Json::Bool(true)),
            Some((name, "false")) => fields.put(name, Json::Bool(false)),
            Some((name, value)) => fields.put(name, string(value)),
        }
    }
    Ok(fields.object())
}

/// Reads boards with who was to move, as `0,0,3/2,0,0 s`, with semicolons between them.
fn history(text: &str) -> Value {
    let boards = text.split(';').map(str::trim);
    let read = |board: &str| read_board(board).ok_or_else(|| board.to_owned());
    let boards: Result<Vec<Json>, String> =
        boards.filter(|board| !board.is_empty()).map(read).collect();
    boards.map(Json::Array).map_err(|board| {
        let expected = "boards as 0,0,3/2,0,0 s, with semicolons between them";
        (quote(&board), expected.to_owned())
    })
}

/// Reads an earlier position, as `0,0,3/2,0,0 s`.
pub(super) fn read_board(text: &str) -> Option<Json> {
    let mut words = text.split_whitespace();
    let rows = Rows::parse(words.next()?).ok()?;
    let side = parse_side(words.next()?)?;
    let numbers = |row: &[u8]| Json::Array(row.iter().map(|&n| Json::Number(n.into())).collect());
    let mut fields = Written::default();
    fields.put("north", numbers(&rows.north));
    fields.put("south", numbers(&rows.south));
    fields.put(
        "marked",
        Json::Array(rows.marked.iter().map(string).collect()),
    );
    fields.put("to_move", string(side.name()));
    words.next().is_none().then(|| fields.object())
}

/// Writes an earlier position, as `0,0,3/2,0,0 s`.
pub(super) fn board_text(position: &Position) -> String {
    let mut text = String::new();
    push_board(&mut text, position.ring(), position.to_move());
    text
}

/// Writes puzzles as CSV, the header first; [`load`](super::load()) reads the same puzzles from it.
///
/// Empty words (a title of no letters) come back as none.
pub fn csv_text<'a>(puzzles: impl IntoIterator<Item = &'a Puzzle>) -> String {
    let mut writer = Writer::from_writer(Vec::new());
    // Writing to memory does not fail, and every row has as many cells as the header.
    let _ = writer.write_record(COLUMNS);
    for puzzle in puzzles {
        let _ = writer.write_record(cells(puzzle));
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

fn cells(puzzle: &Puzzle) -> [String; COLUMNS.len()] {
    let position = &puzzle.position;
    let about = &puzzle.about;
    let row = |side| {
        let row = position.row_contents(side);
        row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
    };
    let marked: Vec<String> = position
        .marked()
        .iter()
        .map(|pit| pit.to_string())
        .collect();
    let history: Vec<String> = puzzle.history.iter().map(board_text).collect();
    let stipulation = puzzle.stipulation.as_ref().map(GoalObject::from);
    let words = |text: &Option<String>| text.clone().unwrap_or_default();
    COLUMNS.map(|column| match column {
        "id" => puzzle.id.clone(),
        "game" => position.rules().game().name().to_owned(),
        "rules" => {
            let text = rules_text(position.rules());
            text.strip_prefix("rules=").unwrap_or(&text).to_owned()
        }
        "north" => row(Side::North),
        "south" => row(Side::South),
        "marked" => marked.join(" "),
        "captured_south" => position.captured(Side::South).to_string(),
        "captured_north" => position.captured(Side::North).to_string(),
        "to_move" => position.to_move().name().to_owned(),
        "history" => history.join("; "),
        "stipulation" => stipulation
            .as_ref()
            .map_or_else(String::new, stipulation_text),
        "title" => words(&about.title),
        "author" => words(&about.author),
        "source" => words(&about.source),
        "year" => about.year.map_or_else(String::new, |year| year.to_string()),
        "comment" => words(&about.comment),
        "tags" => tags_text(&about.tags),
        _ => match &puzzle.claim {
            None => String::new(),
            Some(Claim::Line(moves)) if moves.is_empty() => "[]".to_owned(),
            Some(Claim::Line(moves)) => {
                let moves: Vec<String> = moves.iter().map(|mv| mv.to_string()).collect();
                moves.join(" ")
            }
            Some(tree) => claim_json(tree).line(),
        },
    })
}

/// Writes labels with semicolons between them or, where that would not bring back the same, as a JSON array.
fn tags_text(tags: &[String]) -> String {
    let plain = |tag: &String| {
        !tag.is_empty() && tag.trim() == tag && !tag.contains(';') && !tag.starts_with('[')
    };
    match tags.iter().all(plain) {
        true => tags.join("; "),
        false => Json::Array(tags.iter().map(string).collect()).line(),
    }
}
