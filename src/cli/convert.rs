//! `bonduc convert`.

use bonduc::notation::{Numbered, numbered_text, stage_text};
use bonduc::puzzle::{Claim, LoadOptions, Puzzle, SourceFormat, csv_text, load_with};

use super::args::{ConvertArgs, FromFormat, ToFormat};
use super::exit::Exit;
use super::out::{Out, message};

/// Writes all that is asked for in another format, in order; what cannot be is told and does not stop the others.
pub fn run(args: &ConvertArgs) -> anyhow::Result<Exit> {
    let options = LoadOptions {
        from: match args.from {
            FromFormat::Auto => SourceFormat::Auto,
            FromFormat::Json => SourceFormat::Json,
            FromFormat::Text => SourceFormat::Text,
            FromFormat::Csv => SourceFormat::Csv,
            FromFormat::Numbered => SourceFormat::Numbered,
            FromFormat::Record => SourceFormat::Record,
        },
        from_ply: None,
        openings: true,
    };
    let mut exit = Exit::default();
    let entries = load_with(&args.inputs, &mut std::io::stdin(), &options);
    let many = entries.len() > 1;
    let mut puzzles = Vec::new();
    for entry in entries {
        match entry.puzzle {
            Ok(puzzle) => puzzles.push(puzzle),
            Err(faults) => {
                exit.bad_input = true;
                super::out::refusal(&entry.id, &entry.origin, &faults);
            }
        }
    }
    // CSV and numbered diagrams have no place for Kiothi's opening.
    if matches!(args.to, ToFormat::Csv | ToFormat::Numbered) {
        puzzles.retain(|puzzle| {
            if puzzle.opening.is_some() {
                exit.bad_input = true;
                let why = "Kiothi's opening has no place in this format";
                message(&format!("{}: not written: {why}", puzzle.id));
            }
            puzzle.opening.is_none()
        });
    }
    let text = match args.to {
        ToFormat::Json => json(&puzzles, many),
        ToFormat::Jsonl => puzzles
            .iter()
            .map(|puzzle| puzzle.to_json().line() + "\n")
            .collect(),
        ToFormat::Csv => csv_text(&puzzles),
        ToFormat::Text => narrow(&puzzles, &mut exit, text_line),
        ToFormat::Numbered => {
            let diagrams = |puzzle: &Puzzle| Ok(numbered(puzzle)? + "\n");
            let text = narrow(&puzzles, &mut exit, diagrams);
            // An empty line stands between diagrams, none after the last.
            text.strip_suffix('\n').unwrap_or(&text).to_owned()
        }
    };
    Out::new().write(&text)?;
    Ok(exit)
}

/// Writes a puzzle file: the puzzle alone if no more were asked for, otherwise an array.
fn json(puzzles: &[Puzzle], many: bool) -> String {
    let pages: Vec<String> = puzzles
        .iter()
        .map(|puzzle| puzzle.to_json().page())
        .collect();
    match (many, pages.is_empty()) {
        (false, _) => pages.iter().map(|page| page.clone() + "\n").collect(),
        (true, true) => "[]\n".to_owned(),
        (true, false) => format!("[\n{}\n]\n", pages.join(",\n")),
    }
}

/// Writes each puzzle in a format that has not a place for everything.
fn narrow(
    puzzles: &[Puzzle],
    exit: &mut Exit,
    write: impl Fn(&Puzzle) -> Result<String, String>,
) -> String {
    let mut text = String::new();
    for puzzle in puzzles {
        let written = match puzzle.history.is_empty() {
            true => write(puzzle),
            false => Err(
                "its history, which counts for repetition, has no place in this format".to_owned(),
            ),
        };
        match written {
            Ok(written) => text += &written,
            Err(why) => {
                exit.bad_input = true;
                message(&format!("{}: not written: {why}", puzzle.id));
            }
        }
    }
    text
}

fn text_line(puzzle: &Puzzle) -> Result<String, String> {
    left_out(puzzle, puzzle.about.title.is_some(), puzzle.claim.is_some());
    Ok(stage_text(&puzzle.stage()) + "\n")
}

fn numbered(puzzle: &Puzzle) -> Result<String, String> {
    let moves = match &puzzle.claim {
        Some(Claim::Line(moves)) => Some(moves.clone()),
        Some(Claim::Tree(_)) | None => None,
    };
    let is_tree = puzzle.claim.is_some() && moves.is_none();
    let text = numbered_text(&Numbered {
        id: Some(puzzle.id.clone()),
        title: puzzle.about.title.clone(),
        position: puzzle.position,
        moves,
    });
    let text = text.map_err(|why| why.to_string())?;
    left_out(puzzle, false, is_tree);
    Ok(text)
}

/// Says what a format has no place for: title and solution where they are said to have none, and all that neither format takes.
fn left_out(puzzle: &Puzzle, title: bool, solution: bool) {
    let about = &puzzle.about;
    let parts = [
        ("stipulation", puzzle.stipulation.is_some()),
        ("title", title),
        ("author", about.author.is_some()),
        ("source", about.source.is_some()),
        ("year", about.year.is_some()),
        ("comment", about.comment.is_some()),
        ("tags", !about.tags.is_empty()),
        ("solution", solution),
    ];
    let names: Vec<&str> = parts
        .into_iter()
        .filter(|(_, is)| *is)
        .map(|(name, _)| name)
        .collect();
    if !names.is_empty() {
        message(&format!("{}: left out: {}", puzzle.id, names.join(", ")));
    }
}
