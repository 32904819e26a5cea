//! `POST /api/solve`: a position solved.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request as HttpRequest, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::body;
use super::failure::{Failure, json_text};
use super::server::Shared;
use crate::limits::Limits;
use crate::puzzle::{
    Fault, Fields, Json, Puzzle, Reader, read_goal, read_position, read_stipulation,
};
use crate::report::solution;
use crate::solve::{AnswerLevel, Request, Solutions, Solver};

const FIELDS: [&str; 8] = [
    "position",
    "moves",
    "stipulation",
    "answer",
    "lengths",
    "solutions",
    "time",
    "nodes",
];

/// The most solutions of series and help play that a reply lists.
const SOLUTIONS: i64 = 1_000;

/// What is asked of a solver.
struct Question {
    puzzle: Puzzle,
    moves: Vec<String>,
    level: Option<AnswerLevel>,
    lengths: bool,
    solutions: usize,
    limits: Limits,
}

/// Solves.
pub(super) async fn solve(
    State(shared): State<Arc<Shared>>,
    request: HttpRequest,
) -> Result<Response, Failure> {
    let json = body::read(request).await?;
    let (id, question) = question(&json, shared.workers.limits());
    let refuse = |faults| Failure::faulty(Some(id.clone()), faults);
    let question = question.map_err(refuse)?;
    let limits = question.limits;
    let answer = shared
        .workers
        .run(limits, move |solver| question.answer(solver))
        .await?;
    Ok(json_text(StatusCode::OK, answer.map_err(refuse)?))
}

impl Question {
    /// Answers it as a line of JSON.
    fn answer(self, solver: &mut Solver) -> Result<String, Vec<Fault>> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        let puzzle = self.puzzle.after(&moves, "$.moves");
        let puzzle = puzzle.map_err(|fault| vec![fault])?;
        let puzzle = puzzle.past_opening("$.position")?;
        let request = Request {
            history: puzzle.history,
            stipulation: puzzle.stipulation,
            lengths: self.lengths,
            level: self.level,
            solutions: self.solutions,
            ..Request::new(puzzle.position)
        };
        let answer = solver.solve(&request);
        let written = serde_json::to_string(&solution(&puzzle.id, &answer));
        written.map_err(|error| vec![Fault::new("$", error.to_string(), "an answer")])
    }
}

/// Reads what is asked, and the id of its puzzle as far as it has one.
fn question(json: &Json, limits: &Limits) -> (String, Result<Question, Vec<Fault>>) {
    let mut id = "position".to_owned();
    let read = body::take(json, &FIELDS, |reader, fields| {
        // Every part is looked at before the first one that is missing ends it, so that all faults are told.
        let puzzle = puzzle(reader, fields, &mut id);
        let moves = body::moves(reader, fields);
        let level = level(reader, fields);
        let lengths = flag(reader, fields, "lengths", true);
        let solutions = count(reader, fields, "solutions", 0, SOLUTIONS);
        let nodes = count(reader, fields, "nodes", 1, i64::MAX);
        let time = time(reader, fields);
        Some(Question {
            puzzle: puzzle?,
            moves: moves?,
            level: level?,
            lengths: lengths?,
            solutions: solutions?.map_or(Solutions::LISTED, |listed| listed as usize),
            limits: Limits {
                time: least(time?, limits.time),
                nodes: least(nodes?.map(|nodes| nodes as u64), limits.nodes),
                ..*limits
            },
        })
    });
    (id, read)
}

/// The smaller of two limits, either of which may be absent.
fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// Reads the position and what is asked of it.
fn puzzle(reader: &mut Reader, fields: &Fields, id: &mut String) -> Option<Puzzle> {
    let stipulation = match fields.get("stipulation") {
        None => None,
        Some(Json::Null) => Some(None),
        Some(Json::String(text)) => match read_stipulation(text) {
            Ok(asked) => Some(Some(asked)),
            Err(wrong) => {
                reader.fault("$.stipulation", format!("{text:?}"), wrong);
                return None;
            }
        },
        Some(json) => Some(Some(read_goal(reader, "$.stipulation", json)?)),
    };
    let json = reader.required("$", fields, "position")?;
    match read_position(json, "$.position", id) {
        Ok(mut puzzle) => {
            id.clone_from(&puzzle.id);
            if let Some(asked) = stipulation {
                puzzle.stipulation = asked;
            }
            Some(puzzle)
        }
        Err((own, faults)) => {
            *id = own;
            reader.faults.extend(faults);
            None
        }
    }
}

fn level(reader: &mut Reader, fields: &Fields) -> Option<Option<AnswerLevel>> {
    let Some(json) = fields.get("answer") else {
        return Some(None);
    };
    let levels = [
        ("verdict", AnswerLevel::Verdict),
        ("moves", AnswerLevel::Moves),
        ("full", AnswerLevel::Full),
    ];
    reader.word("$.answer", json, &levels).map(Some)
}

fn flag(reader: &mut Reader, fields: &Fields, name: &str, absent: bool) -> Option<bool> {
    match fields.get(name) {
        None => Some(absent),
        Some(Json::Bool(flag)) => Some(*flag),
        Some(other) => {
            reader.fault(&format!("$.{name}"), other.describe(), "true or false");
            None
        }
    }
}

fn count(
    reader: &mut Reader,
    fields: &Fields,
    name: &str,
    from: i64,
    to: i64,
) -> Option<Option<i64>> {
    let Some(json) = fields.get(name) else {
        return Some(None);
    };
    reader
        .integer(&format!("$.{name}"), json, from, to)
        .map(Some)
}

/// Reads a time in seconds.
fn time(reader: &mut Reader, fields: &Fields) -> Option<Option<Duration>> {
    let Some(json) = fields.get("time") else {
        return Some(None);
    };
    let seconds = match json {
        Json::Number(number) => number.as_f64(),
        _ => None,
    };
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    if time.is_none() {
        reader.fault("$.time", json.describe(), "seconds, such as 10 or 0.5");
    }
    time.map(Some)
}
