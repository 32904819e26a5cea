//! `bonduc replay`.

use std::fs;
use std::io::Read as _;
use std::path::Path;

use bonduc::notation::{is_record_text, split_records};
use bonduc::puzzle::{Fault, GameRecord, Json};
use bonduc::report::{GameError, GameReport, PlyObject, game_text, refusal};

use super::args::{Format, RecordFormat, ReplayArgs};
use super::exit::Exit;
use super::out::{Out, message};

/// Plays through all games, in order.
pub fn run(args: &ReplayArgs) -> anyhow::Result<Exit> {
    let mut out = Out::new();
    let mut exit = Exit::default();
    for input in &args.inputs {
        let (stem, text) = match read(input) {
            Ok(read) => read,
            Err((stem, fault)) => {
                refuse(&mut out, args.format, &stem, input, vec![fault])?;
                exit.bad_input = true;
                continue;
            }
        };
        if text.trim().is_empty() {
            let expected = "games, one JSON object a line, or as text with tags";
            let fault = Fault::new("$", "an empty file", expected);
            refuse(&mut out, args.format, &stem, input, vec![fault])?;
            exit.bad_input = true;
        }
        for (number, (line, game)) in games(&text, &stem).into_iter().enumerate() {
            match game {
                Ok(game) => tell(&mut out, args, &mut exit, number, &game)?,
                Err((id, faults)) => {
                    let origin = format!("{input}, line {line}");
                    refuse(&mut out, args.format, &id, &origin, faults)?;
                    exit.bad_input = true;
                }
            }
        }
    }
    Ok(exit)
}

/// A game, or its id and what is wrong with it.
type ReadGame = Result<GameRecord, (String, Vec<Fault>)>;

/// Reads the games of a file, each with its line: plain text where it begins with a tag, otherwise one JSON object a line.
fn games(text: &str, stem: &str) -> Vec<(usize, ReadGame)> {
    let in_text = is_record_text(text);
    let parts: Vec<(usize, &str)> = match in_text {
        true => split_records(text),
        false => (1..)
            .zip(text.lines())
            .filter(|(_, line)| !line.trim().is_empty())
            .collect(),
    };
    let count = parts.len();
    let game = |(number, (line, text)): (usize, (usize, &str))| {
        let id = match count {
            1 => stem.to_owned(),
            _ => format!("{stem}#{number}"),
        };
        let game = match in_text {
            true => GameRecord::read_text(text, line, &id),
            false => read_json(text, &id),
        };
        (line, game)
    };
    (1..).zip(parts).map(game).collect()
}

fn read_json(text: &str, id: &str) -> ReadGame {
    match serde_json::from_str::<Json>(text) {
        Ok(json) => GameRecord::read(&json, "$", id),
        Err(error) => {
            let fault = Fault::new("$", error.to_string(), "JSON");
            Err((id.to_owned(), vec![fault]))
        }
    }
}

/// Plays a game through and tells what is asked for: the report, the game written again, or the puzzle at a ply. `number` counts the
/// games of a file from 0.
fn tell(
    out: &mut Out,
    args: &ReplayArgs,
    exit: &mut Exit,
    number: usize,
    game: &GameRecord,
) -> anyhow::Result<()> {
    let played = game.play();
    let error = played.fault.as_ref().map(|fault| GameError {
        ply: fault.ply,
        message: fault.message.clone(),
    });
    exit.check_failed |= error.is_some();
    if let (Some(error), true) = (&error, args.to.is_some() || args.from_ply.is_some()) {
        let number = error.ply + 1;
        message(&format!("{}: move {number}: {}", game.id, error.message));
    }
    if let Some(ply) = args.from_ply {
        return match game.puzzle_at(Some(ply), "$") {
            Ok(puzzle) => Ok(out.write(&(puzzle.to_json().line() + "\n"))?),
            Err(fault) => {
                exit.bad_input = true;
                super::out::refusal(&game.id, "a position after some plies", &[fault]);
                Ok(())
            }
        };
    }
    match (args.to, args.format) {
        // A game with an error is told of above; only what can be played is written again.
        (Some(_), _) if error.is_some() => {}
        (Some(RecordFormat::Json), _) => out.write(&(game.to_json(&played).line() + "\n"))?,
        (Some(RecordFormat::Record), _) => {
            let gap = if number > 0 { "\n" } else { "" };
            out.write(&format!("{gap}{}", game.to_text(&played)))?;
        }
        (None, Format::Json) => out.write_json(&GameReport {
            id: game.id.clone(),
            plies: played
                .course
                .redistributions()
                .iter()
                .map(PlyObject::redistribution)
                .chain(played.course.plies().iter().map(PlyObject::new))
                .collect(),
            error,
        })?,
        (None, Format::Text) => {
            out.write(&game_text(&game.id, &played.course, error.as_ref()))?;
        }
    }
    Ok(())
}

fn refuse(
    out: &mut Out,
    format: Format,
    id: &str,
    origin: &str,
    faults: Vec<Fault>,
) -> anyhow::Result<()> {
    super::out::refusal(id, origin, &faults);
    match format {
        Format::Json => out.write_json(&refusal(id, faults)),
        Format::Text => Ok(()),
    }
}

fn read(input: &str) -> Result<(String, String), (String, Fault)> {
    let (stem, bytes) = if input == "-" {
        let mut bytes = Vec::new();
        let read = std::io::stdin().read_to_end(&mut bytes);
        ("stdin".to_owned(), read.map(|_| bytes))
    } else {
        let stem = Path::new(input).file_stem();
        let stem = stem.map_or(input.to_owned(), |stem| stem.to_string_lossy().into_owned());
        (stem, fs::read(input))
    };
    let text = bytes.map_err(|error| error.to_string()).and_then(|bytes| {
        String::from_utf8(bytes).map_err(|_| "bytes that are not UTF-8".to_owned())
    });
    match text {
        Ok(text) => Ok((stem, text)),
        Err(found) => Err((
            stem,
            Fault::new("$", found, "a file of games that can be read"),
        )),
    }
}
