//! `bonduc replay`.

use std::fs;
use std::io::Read as _;
use std::path::Path;

use bonduc::notation::NamedMove;
use bonduc::puzzle::{Fault, Json, read_position, read_text_position};
use bonduc::report::{GameError, GameReport, PlyObject, game_text, refusal};
use bonduc::rules::{Ply, Position, Record};

use super::args::{Format, ReplayArgs};
use super::exit::Exit;
use super::out::Out;

/// A game as it was written down.
struct Game {
    id: String,
    position: Position,
    moves: Vec<String>,
}

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
        let lines: Vec<(usize, &str)> = (1..)
            .zip(text.lines())
            .filter(|(_, line)| !line.trim().is_empty())
            .collect();
        if lines.is_empty() {
            let fault = Fault::new("$", "an empty file", "games, one JSON object a line");
            refuse(&mut out, args.format, &stem, input, vec![fault])?;
            exit.bad_input = true;
        }
        for (number, (line, text)) in (1..).zip(&lines) {
            let id = match lines.len() {
                1 => stem.clone(),
                _ => format!("{stem}#{number}"),
            };
            match read_game(text, &id) {
                Ok(game) => {
                    let (plies, error) = play(&game);
                    exit.check_failed |= error.is_some();
                    match args.format {
                        Format::Json => out.write_json(&GameReport {
                            id: game.id,
                            plies: plies.iter().map(PlyObject::new).collect(),
                            error,
                        })?,
                        Format::Text => {
                            let start = &game.position;
                            out.write(&game_text(&game.id, start, &plies, error.as_ref()))?;
                        }
                    }
                }
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

fn read_game(text: &str, id: &str) -> Result<Game, (String, Vec<Fault>)> {
    let json: Json = serde_json::from_str(text).map_err(|error| {
        let fault = Fault::new("$", error.to_string(), "JSON");
        (id.to_owned(), vec![fault])
    })?;
    let Json::Object(fields) = &json else {
        let fault = Fault::new("$", json.describe(), "an object");
        return Err((id.to_owned(), vec![fault]));
    };
    let mut faults = Vec::new();
    let mut id = id.to_owned();
    let (mut position, mut moves) = (None, None);
    for (index, (name, value)) in fields.iter().enumerate() {
        let path = format!("$.{name}");
        if fields[..index].iter().any(|(before, _)| before == name) {
            let expected = "each field at most once";
            faults.push(Fault::new(path, "the field a second time", expected));
            continue;
        }
        match (name.as_str(), value) {
            ("id", Json::String(own)) => id = own.clone(),
            ("id", other) => faults.push(Fault::new(path, other.describe(), "a string")),
            ("position", Json::String(text)) => match read_text_position(text, &path) {
                Ok(read) => position = Some(read),
                Err(mut more) => faults.append(&mut more),
            },
            ("position", object) => match read_position(object, &path) {
                Ok(read) => position = Some(read),
                Err(mut more) => faults.append(&mut more),
            },
            ("moves", Json::Array(items)) => {
                let mut texts = Vec::new();
                for (i, item) in items.iter().enumerate() {
                    match item {
                        Json::String(text) => texts.push(text.clone()),
                        other => {
                            let path = format!("{path}[{i}]");
                            faults.push(Fault::new(path, other.describe(), "a move as a string"));
                        }
                    }
                }
                moves = Some(texts);
            }
            ("moves", other) => {
                faults.push(Fault::new(path, other.describe(), "an array of moves"));
            }
            _ => {
                let expected = "one of the fields id, position, moves";
                faults.push(Fault::new(path, "an unknown field", expected));
            }
        }
    }
    for name in ["position", "moves"] {
        if !fields.iter().any(|(field, _)| field == name) {
            let fault = Fault::new(format!("$.{name}"), "nothing", "this required field");
            faults.push(fault);
        }
    }
    match (position, moves) {
        (Some(position), Some(moves)) if faults.is_empty() => Ok(Game {
            id,
            position,
            moves,
        }),
        _ => Err((id, faults)),
    }
}

/// Plays a game's moves up to its end or the first that cannot be played.
fn play(game: &Game) -> (Vec<Ply>, Option<GameError>) {
    let mut record = Record::new(game.position);
    let mut plies = Vec::new();
    for (index, text) in game.moves.iter().enumerate() {
        let here = record.position();
        let (rules, row, side) = (here.rules(), here.row(), here.to_move());
        // A game that is over takes no move at all, whatever its text.
        let played = match record.ending() {
            Some(_) => Err("the game is already over".to_owned()),
            None => NamedMove::parse_for(text, rules.game(), row, side)
                .map_err(|error| error.to_string())
                .and_then(|mv| {
                    let error = |error| format!("{text}: {error}");
                    record.play(mv).map_err(error)
                }),
        };
        match played {
            Ok(ply) => plies.push(ply),
            Err(message) => {
                let ply = index;
                return (plies, Some(GameError { ply, message }));
            }
        }
    }
    (plies, None)
}
