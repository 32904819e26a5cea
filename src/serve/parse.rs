//! `POST /api/parse`: positions and puzzles in any form that files may have, as JSON and as text.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use schemars::JsonSchema;
use serde::Serialize;

use super::body;
use super::failure::{Failure, json};
use super::puzzles::asked;
use super::server::Shared;
use super::shelf::read;
use crate::notation::stage_text;
use crate::puzzle::{Entry, Fault, Json, Puzzle};

/// What stood in a text.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Parsed {
    /// The puzzles and positions in their order.
    puzzles: Vec<ParsedPuzzle>,
}

/// One puzzle or position, or what is wrong with it.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ParsedPuzzle {
    /// Its id; `position` where it has none.
    id: String,
    /// Where in the text it stood.
    origin: String,
    /// What is wrong with it; the fields below are then absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    faults: Option<Vec<Fault>>,
    /// The puzzle as a file has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<super::openapi::AnyPuzzle>")]
    puzzle: Option<Json>,
    /// The position in one line of text; a history and what is asked have no place in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// What is asked, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<String>,
}

impl ParsedPuzzle {
    fn new(entry: Entry) -> ParsedPuzzle {
        let (puzzle, faults) = match entry.puzzle {
            Ok(puzzle) => (Some(puzzle), None),
            Err(faults) => (None, Some(faults)),
        };
        ParsedPuzzle {
            id: entry.id,
            origin: entry.origin,
            faults,
            puzzle: puzzle.as_ref().map(Puzzle::to_json),
            text: puzzle.as_ref().map(|puzzle| stage_text(&puzzle.stage())),
            asked: puzzle.as_ref().and_then(asked),
        }
    }
}

/// Reads a text, or one puzzle object.
pub(super) async fn parse(
    State(shared): State<Arc<Shared>>,
    request: Request,
) -> Result<Response, Failure> {
    let json_body = body::read(request).await?;
    let known = ["text", "puzzle"];
    let text = body::take(&json_body, &known, |reader, fields| {
        match (fields.get("text"), fields.get("puzzle")) {
            (Some(_), Some(_)) | (None, None) => {
                reader.fault("$", "an object", "one of the fields text and puzzle");
                None
            }
            (Some(text), None) => Some(reader.string("$.text", text)?.to_owned()),
            (None, Some(puzzle)) => Some(puzzle.line()),
        }
    });
    let text = text.map_err(|faults| Failure::faulty(None, faults))?;
    let entries = shared.light.run(move |_| read(text.as_bytes())).await?;
    let puzzles: Vec<ParsedPuzzle> = entries.into_iter().map(ParsedPuzzle::new).collect();
    // Where nothing can be read, the request is refused as a whole.
    if puzzles.iter().all(|puzzle| puzzle.faults.is_some()) {
        let (ids, faults): (Vec<_>, Vec<_>) = puzzles
            .into_iter()
            .map(|puzzle| (puzzle.id, puzzle.faults.unwrap_or_default()))
            .unzip();
        let id = ids.into_iter().next().filter(|_| faults.len() == 1);
        return Err(Failure::faulty(id, faults.concat()));
    }
    Ok(json(StatusCode::OK, &Parsed { puzzles }))
}
