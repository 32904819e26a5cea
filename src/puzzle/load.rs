//! From paths, texts and standard input to puzzles.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::formats::{of_game, read_other, refuse_unless_asked};
use super::json::quote;
use super::read::id_may_have;
use super::{Fault, GameRecord, Json, LoadOptions, Puzzle, SourceFormat};
use crate::notation::{PositionTextError, parse_stage};
use crate::rules::Game;

/// One puzzle that was asked for, or what is wrong with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Its id; for a file that cannot be read, the file's stem.
    pub id: String,
    /// Where it came from, in words: a path, with a line for JSON Lines.
    pub origin: String,
    /// Its place in its document as a JSON path.
    pub path: String,
    /// The puzzle, or all its faults.
    pub puzzle: Result<Puzzle, Vec<Fault>>,
}

impl Entry {
    /// Makes a puzzle that is still in Kiothi's opening a refused one.
    pub fn refuse_opening(&mut self) {
        let refused = match &self.puzzle {
            Ok(puzzle) if puzzle.opening.is_some() => puzzle.clone().past_opening(&self.path),
            _ => return,
        };
        self.puzzle = refused;
    }
}

/// Reads all that is asked for, in order.
///
/// An input is a file, a folder (its `*.json` and `*.jsonl` by name, not deeper), a position in one line of text, or `-`
/// for standard input. A file holds one puzzle, an array of puzzles, or JSON Lines. What cannot be
/// read leaves an entry with its faults and does not stop the others; an id that stood before is a fault too.
///
/// Files of CSV, of numbered diagrams and of games are known by what they look like; of a game the position after its last move is taken.
/// Positions of Kiothi's opening, from which nothing can be sown, are refused.
pub fn load(inputs: &[String], stdin: &mut dyn Read) -> Vec<Entry> {
    load_with(inputs, stdin, &LoadOptions::default())
}

/// Reads all that is asked for as [`load`] does, by these options.
pub fn load_with(inputs: &[String], stdin: &mut dyn Read, options: &LoadOptions) -> Vec<Entry> {
    let mut entries = load_all(inputs, stdin, options);
    if !options.openings {
        entries.iter_mut().for_each(Entry::refuse_opening);
    }
    entries
}

fn load_all(inputs: &[String], stdin: &mut dyn Read, options: &LoadOptions) -> Vec<Entry> {
    let mut entries = Vec::new();
    let texts = inputs.iter().filter(|input| is_text(input)).count();
    let mut text_number = 0;
    for input in inputs {
        if input == "-" {
            let mut bytes = Vec::new();
            match stdin.read_to_end(&mut bytes) {
                Ok(_) => read_bytes(&bytes, "stdin", "standard input", options, &mut entries),
                Err(error) => entries.push(unreadable("stdin", "standard input", &error)),
            }
        } else if is_text(input) {
            text_number += 1;
            let id = numbered("position", text_number, texts);
            entries.push(read_text(input, id, "the command line".to_owned(), options));
        } else {
            read_path(Path::new(input), options, &mut entries);
        }
    }
    refuse_doubled_ids(&mut entries);
    entries
}

/// Tells whether an input is a position in text rather than a path.
fn is_text(input: &str) -> bool {
    let first = input.split_whitespace().next().unwrap_or_default();
    input.trim_start() != first && Game::from_name(first).is_some()
}

pub(super) fn numbered(stem: &str, number: usize, of: usize) -> String {
    if of == 1 {
        stem.to_owned()
    } else {
        format!("{stem}#{number}")
    }
}

fn read_path(path: &Path, options: &LoadOptions, entries: &mut Vec<Entry>) {
    if path.is_dir() {
        read_folder(path, options, entries);
    } else {
        read_file(path, options, entries);
    }
}

fn read_folder(folder: &Path, options: &LoadOptions, entries: &mut Vec<Entry>) {
    let name = stem(folder);
    let origin = folder.display().to_string();
    let listing = fs::read_dir(folder).and_then(|listing| {
        listing
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<io::Result<Vec<PathBuf>>>()
    });
    let mut files = match listing {
        Ok(paths) => paths,
        Err(error) => return entries.push(unreadable(&name, &origin, &error)),
    };
    files.retain(|path| {
        let hidden = path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with('.'));
        let ending = path
            .extension()
            .is_some_and(|e| e == "json" || e == "jsonl");
        ending && !hidden && path.is_file()
    });
    files.sort();
    if files.is_empty() {
        let fault = Fault::new(
            "$",
            "a folder without puzzles",
            "*.json or *.jsonl files in it",
        );
        return entries.push(refused(name, origin, vec![fault]));
    }
    for file in files {
        read_file(&file, options, entries);
    }
}

fn read_file(path: &Path, options: &LoadOptions, entries: &mut Vec<Entry>) {
    let (name, origin) = (stem(path), path.display().to_string());
    match fs::read(path) {
        Ok(bytes) => read_bytes(&bytes, &name, &origin, options, entries),
        Err(error) if origin.contains(' ') => {
            let expected = "a file, or a position such as 'giuthi 0,0,3/2,0,0 s'";
            let fault = Fault::new("$", error.to_string(), expected);
            entries.push(refused(name, origin, vec![fault]));
        }
        Err(error) => entries.push(unreadable(&name, &origin, &error)),
    }
}

fn stem(path: &Path) -> String {
    let name = path.file_stem().or(path.file_name());
    let name = name.map_or_else(
        || path.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    );
    // What an id may not have, as control characters, is not taken over from a file's name either.
    let sound = |c: char| if id_may_have(c) { c } else { '_' };
    name.trim_start_matches('.').chars().map(sound).collect()
}

fn unreadable(name: &str, origin: &str, error: &io::Error) -> Entry {
    let fault = Fault::new("$", error.to_string(), "a file that can be read");
    refused(name.to_owned(), origin.to_owned(), vec![fault])
}

pub(super) fn refused(id: String, origin: String, faults: Vec<Fault>) -> Entry {
    Entry {
        id,
        origin,
        path: "$".to_owned(),
        puzzle: Err(faults),
    }
}

/// Reads the content of one file: a puzzle, an array, JSON Lines, or positions in text, one a line; or one of the other formats.
fn read_bytes(
    bytes: &[u8],
    name: &str,
    origin: &str,
    options: &LoadOptions,
    entries: &mut Vec<Entry>,
) {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.strip_prefix('\u{feff}').unwrap_or(text),
        Err(error) => {
            let found = format!("a byte that is not UTF-8 at offset {}", error.valid_up_to());
            let fault = Fault::new("$", found, "JSON in UTF-8");
            return entries.push(refused(name.to_owned(), origin.to_owned(), vec![fault]));
        }
    };
    let lines: Vec<(usize, &str)> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
        .collect();
    let Some(&(_, first)) = lines.first() else {
        let fault = Fault::new("$", "an empty file", "a puzzle");
        return entries.push(refused(name.to_owned(), origin.to_owned(), vec![fault]));
    };
    if read_other(text, name, origin, options, entries) {
        return;
    }
    let of_lines = lines.len();
    let line_origin = |line: usize| match of_lines {
        1 => origin.to_owned(),
        _ => format!("{origin}, line {line}"),
    };
    // 1. Positions in text.
    let in_text = match options.from {
        SourceFormat::Auto => is_text(first),
        format => format == SourceFormat::Text,
    };
    if in_text {
        for (number, (line, text)) in (1..).zip(lines) {
            let id = numbered(name, number, of_lines);
            entries.push(read_text(text, id, line_origin(line), options));
        }
        return;
    }
    // 2. One JSON document: a puzzle or an array of them.
    let whole = serde_json::from_str::<Json>(text);
    match whole {
        Ok(Json::Array(items)) if items.is_empty() => {
            let fault = Fault::new("$", "an empty array", "puzzles in it");
            entries.push(refused(name.to_owned(), origin.to_owned(), vec![fault]));
        }
        Ok(Json::Array(items)) => {
            for (i, item) in items.iter().enumerate() {
                let id = numbered(name, i + 1, items.len());
                let path = format!("$[{i}]");
                entries.push(read_json(item, &path, id, origin.to_owned(), options));
            }
        }
        Ok(json) => {
            let id = name.to_owned();
            entries.push(read_json(&json, "$", id, origin.to_owned(), options));
        }
        // 3. JSON Lines: more than one line, and the first, or by the file's name every one, is a document by itself.
        Err(_)
            if of_lines > 1
                && (origin.ends_with(".jsonl") || serde_json::from_str::<Json>(first).is_ok()) =>
        {
            for (number, (line, text)) in (1..).zip(lines) {
                let (id, origin) = (numbered(name, number, of_lines), line_origin(line));
                entries.push(match serde_json::from_str::<Json>(text) {
                    Ok(json) => read_json(&json, "$", id, origin, options),
                    Err(error) => refused(id, origin, vec![not_json(&error, text)]),
                });
            }
        }
        Err(error) => {
            let fault = not_json(&error, text);
            entries.push(refused(name.to_owned(), origin.to_owned(), vec![fault]));
        }
    }
}

fn not_json(error: &serde_json::Error, text: &str) -> Fault {
    let line = text.lines().nth(error.line().saturating_sub(1));
    let near = line.map_or_else(String::new, |line| format!(": {}", quote(line.trim())));
    Fault::new("$", format!("{error}{near}"), "JSON")
}

fn read_json(json: &Json, path: &str, id: String, origin: String, options: &LoadOptions) -> Entry {
    if GameRecord::is_one(json) {
        return of_game(GameRecord::read(json, path, &id), options, path, origin);
    }
    let (id, mut puzzle) = match Puzzle::read(json, path, &id) {
        Ok(puzzle) => (puzzle.id.clone(), Ok(puzzle)),
        Err((id, faults)) => (id, Err(faults)),
    };
    refuse_unless_asked(&mut puzzle, options);
    Entry {
        id,
        origin,
        path: path.to_owned(),
        puzzle,
    }
}

fn read_text(text: &str, id: String, origin: String, options: &LoadOptions) -> Entry {
    let mut puzzle = parse_stage(text)
        .map(|stage| Puzzle::of_stage(id.clone(), stage))
        .map_err(|error| text_faults(text, error));
    refuse_unless_asked(&mut puzzle, options);
    Entry {
        id,
        origin,
        path: "$".to_owned(),
        puzzle,
    }
}

/// Returns the faults of a position in text.
pub(super) fn text_faults(text: &str, error: PositionTextError) -> Vec<Fault> {
    let fault = |found: String, expected: &str| Fault::new("$", found, expected);
    match error {
        PositionTextError::Missing { expected } => {
            vec![fault(format!("the end of {}", quote(text)), expected)]
        }
        PositionTextError::Unexpected { found, expected } => vec![fault(quote(&found), expected)],
        PositionTextError::Setup(faults) => faults
            .iter()
            .map(|wrong| fault(wrong.to_string(), "a valid position"))
            .collect(),
        PositionTextError::Opening(wrong) => {
            let expected = "a position of Kiothi's opening, or no word opening=";
            vec![fault(wrong.to_string(), expected)]
        }
        other => vec![fault(
            format!("{} ({other})", quote(text)),
            "a rule set or option of the game",
        )],
    }
}

fn refuse_doubled_ids(entries: &mut [Entry]) {
    let mut seen: HashMap<String, String> = HashMap::new();
    for entry in entries {
        match seen.get(&entry.id) {
            None => {
                seen.insert(entry.id.clone(), entry.origin.clone());
            }
            Some(before) => {
                let found = format!(
                    "the id {}, which stood in {before} already",
                    quote(&entry.id)
                );
                let path = format!("{}.id", entry.path);
                let fault = Fault::new(path, found, "an id that no other puzzle of the run has");
                match &mut entry.puzzle {
                    Ok(_) => entry.puzzle = Err(vec![fault]),
                    Err(faults) => faults.push(fault),
                }
            }
        }
    }
}
