//! `GET /api/puzzles` and `GET /api/puzzles/ID`: the shelf.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use schemars::JsonSchema;
use serde::Serialize;

use super::failure::{Failure, json};
use super::server::Shared;
use super::shelf::Shelved;
use crate::notation::stage_text;
use crate::puzzle::{Json, Puzzle};
use crate::value::{Kind, Stipulation};

/// The puzzles of the shelf.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PuzzleList {
    /// In their order.
    puzzles: Vec<PuzzleEntry>,
}

/// What a puzzle is about, in short.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PuzzleEntry {
    /// Its id.
    id: String,
    /// `giuthi` or `kiothi`.
    game: &'static str,
    /// Pits a row.
    pits: usize,
    /// Seeds on the board.
    seeds: u32,
    /// Who is to move.
    to_move: &'static str,
    /// Its title, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// What is asked, in a sentence, if anything is.
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<String>,
    /// How it is played: `direct`, `series` or `help`.
    kind: &'static str,
    /// Whether it comes with the program.
    shipped: bool,
}

/// One puzzle.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PuzzleReply {
    /// What it is about.
    #[serde(flatten)]
    entry: PuzzleEntry,
    /// The puzzle as its file has it.
    #[schemars(with = "super::openapi::AnyPuzzle")]
    puzzle: Json,
    /// The position in one line of text; a history has no place in it.
    text: String,
}

impl PuzzleEntry {
    fn new(shelved: &Shelved) -> PuzzleEntry {
        let Shelved { puzzle, shipped } = shelved;
        let position = &puzzle.position;
        PuzzleEntry {
            id: puzzle.id.clone(),
            game: position.rules().game().name(),
            pits: position.row().pits(),
            seeds: position.ring().seeds(),
            to_move: position.to_move().name(),
            title: puzzle.about.title.clone(),
            asked: asked(puzzle),
            kind: match puzzle.stipulation.map(|asked| asked.kind) {
                Some(Kind::Series(_)) => "series",
                Some(Kind::Help(_)) => "help",
                Some(Kind::Direct) | None => "direct",
            },
            shipped: *shipped,
        }
    }
}

/// Says what a puzzle asks, in a sentence.
pub(super) fn asked(puzzle: &Puzzle) -> Option<String> {
    let say = |asked: Stipulation| {
        let side = asked.side(&puzzle.position);
        format!("{side} {}.", asked.words(puzzle.position.rules().game()))
    };
    puzzle.stipulation.map(say)
}

/// Lists all.
pub(super) async fn list(State(shared): State<Arc<Shared>>) -> Response {
    let puzzles = shared.shelf.shelved().iter();
    let list = PuzzleList {
        puzzles: puzzles.map(PuzzleEntry::new).collect(),
    };
    json(StatusCode::OK, &list)
}

/// Gives one.
pub(super) async fn one(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let Some(shelved) = shared.shelf.find(&id) else {
        let reason = "no puzzle has this id; /api/puzzles lists them";
        return Err(Failure::new(StatusCode::NOT_FOUND, reason));
    };
    let reply = PuzzleReply {
        entry: PuzzleEntry::new(shelved),
        puzzle: shelved.puzzle.to_json(),
        text: stage_text(&shelved.puzzle.stage()),
    };
    Ok(json(StatusCode::OK, &reply))
}
