//! `POST /api/play`: moves played from a position, each with its laps, and what can be played next.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use schemars::JsonSchema;
use serde::Serialize;

use super::failure::{Failure, json_text};
use super::games::option_values;
use super::puzzles::asked;
use super::server::Shared;
use super::{Settings, body};
use crate::board::{Pit, Side};
use crate::limits::{Control, Limits};
use crate::notation::{NamedMove, play_text, rules_text, stage_text};
use crate::puzzle::{EndingObject, Puzzle, read_position};
use crate::report::{GameError, PlyObject, PositionObject, ending_words};
use crate::rules::{Course, Direction, Move, Outcome, Ply, Position, Stage, Trace};
use crate::value::Kind;

/// The time for one reply.
const TIME: Duration = Duration::from_secs(5);

/// A game as far as it was played.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Played {
    /// Where it began.
    start: BoardObject,
    /// How many earlier positions of the start count for repetition.
    history: usize,
    /// What is asked, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<String>,
    /// For which side that is asked: `south` or `north`.
    #[serde(skip_serializing_if = "Option::is_none")]
    asked_of: Option<&'static str>,
    /// The moves that could be played.
    plies: Vec<PlayedPly>,
    /// What stopped it, if a move was illegal or unknown.
    error: Option<GameError>,
    /// What can be played next in the fixed order of moves; empty when the game is over, and in Kiothi's opening.
    legal: Vec<LegalMove>,
    /// How the game ended, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<EndingObject>,
    /// That in a sentence or two.
    #[serde(skip_serializing_if = "Option::is_none")]
    ending_words: Option<String>,
    /// Whether this ending is what was asked, where something was without a time and without composed play.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal_reached: Option<bool>,
}

/// A board with everything that belongs to it.
#[derive(Debug, Serialize, JsonSchema)]
struct BoardObject {
    /// In one line of text, with its rule set.
    text: String,
    /// `giuthi` or `kiothi`.
    game: &'static str,
    /// Pits a row.
    pits: usize,
    /// The options of the rule set and their values.
    options: BTreeMap<&'static str, &'static str>,
    /// What of the rule set stands in the text; empty for the game's own.
    rules: String,
    /// The board.
    position: PositionObject,
}

/// One ply, followed lap by lap.
#[derive(Debug, Serialize, JsonSchema)]
struct PlayedPly {
    /// The ply as `replay` tells it.
    #[serde(flatten)]
    ply: PlyObject,
    /// The board after it in one line of text.
    text: String,
    /// How many laps the sowing had; absent for passes, redistributions and sowings without end.
    #[serde(skip_serializing_if = "Option::is_none")]
    lap_count: Option<u64>,
    /// These laps; absent where they are very many.
    #[serde(skip_serializing_if = "Option::is_none")]
    laps: Option<Vec<LapObject>>,
    /// What was captured, the capturing seed first; absent where laps are.
    #[serde(skip_serializing_if = "Option::is_none")]
    taken: Option<Vec<TakenObject>>,
}

/// One lap: seeds lifted, and sown one by one.
#[derive(Debug, Serialize, JsonSchema)]
struct LapObject {
    /// The pit that they were lifted from.
    pit: String,
    /// How many.
    hand: u8,
    /// `+` counter-clockwise, `-` clockwise.
    direction: &'static str,
    /// The pit where the last one fell.
    last: String,
}

/// Seeds captured from a pit.
#[derive(Debug, Serialize, JsonSchema)]
struct TakenObject {
    /// The pit.
    pit: String,
    /// How many.
    seeds: u8,
}

/// A move that can be played next.
#[derive(Debug, Serialize, JsonSchema)]
struct LegalMove {
    /// In text.
    #[serde(rename = "move")]
    mv: String,
    /// What its sowing takes.
    captured: u8,
    /// `again`, `opponent`, `over` or `endless`.
    next: &'static str,
    /// How the game ends by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<EndingObject>,
}

/// Plays.
pub(super) async fn play(
    State(shared): State<Arc<Shared>>,
    request: Request,
) -> Result<Response, Failure> {
    let json = body::read(request).await?;
    let mut id = "position".to_owned();
    let read = body::take(&json, &["position", "moves"], |reader, fields| {
        let position = reader.required("$", fields, "position");
        let puzzle = position.and_then(|json| match read_position(json, "$.position", &id) {
            Ok(puzzle) => Some(puzzle),
            Err((own, faults)) => {
                id = own;
                reader.faults.extend(faults);
                None
            }
        });
        let moves = body::moves(reader, fields);
        Some((puzzle?, moves?))
    });
    let (puzzle, moves) = read.map_err(|faults| Failure::faulty(Some(id), faults))?;
    let job = move |interrupt| {
        let limits = Limits {
            time: Some(TIME),
            ..Limits::default()
        };
        let control = Control::start(limits, interrupt, Arc::default());
        let played = played(&puzzle, &moves, &control)?;
        serde_json::to_string(&played).map_err(|error| Late(error.to_string()))
    };
    match shared.light.run(job).await? {
        Ok(text) => Ok(json_text(StatusCode::OK, text)),
        Err(Late(reason)) => Err(Failure::busy(reason)),
    }
}

/// A game could not be played in time.
struct Late(String);

fn late() -> Late {
    Late("a sowing of very many laps could not be played to its end in time".to_owned())
}

fn played(puzzle: &Puzzle, moves: &[String], control: &Control) -> Result<Played, Late> {
    let mut course = Course::new(puzzle.stage(), &puzzle.history);
    let mut plies = Vec::new();
    let mut error = None;
    let mut laps_left = Settings::LAPS;
    for (index, text) in moves.iter().enumerate() {
        let before = course.stage();
        // Laps beyond number are found out about here, where they can be given up.
        let trace = match (named(&before, text), &before) {
            (Some(mv), Stage::Sowing(position)) => trace(position, mv, &mut laps_left, control)?,
            _ => Traced::default(),
        };
        let redistributions = course.redistributions().len();
        if let Err(wrong) = play_text(&mut course, text) {
            error = Some(GameError {
                ply: index,
                message: wrong.to_string(),
            });
            break;
        }
        let made = course.redistributions();
        plies.push(
            match (made.len() > redistributions, course.plies().last()) {
                (false, Some(ply)) => PlayedPly::sown(ply, before.position(), trace),
                _ => PlayedPly::of(PlyObject::redistribution(&made[redistributions]), &course),
            },
        );
    }
    let ending = course.ending();
    let stage = course.stage();
    let asked_of = puzzle.stipulation.map(|asked| asked.side(&puzzle.position));
    let plain = puzzle
        .stipulation
        .filter(|asked| asked.within.is_none() && asked.kind == Kind::Direct);
    let goal_reached = ending.zip(plain).map(|(ending, asked)| {
        let side = asked.side(&puzzle.position);
        asked.required(&puzzle.position).is_met_by(ending, side)
    });
    Ok(Played {
        start: BoardObject::new(&puzzle.stage()),
        history: puzzle.history.len(),
        asked: asked(puzzle),
        asked_of: asked_of.map(Side::name),
        legal: match (&stage, ending) {
            (Stage::Sowing(position), None) => legal(position, &course, control)?,
            _ => Vec::new(),
        },
        plies,
        error,
        ending: ending.map(EndingObject::from),
        ending_words: ending.map(|ending| ending_words(ending, stage.position())),
        goal_reached,
    })
}

/// Reads a sowing that may be played on a board.
fn named(stage: &Stage, text: &str) -> Option<Move> {
    let position = stage.position();
    let (game, row, side) = (position.rules().game(), position.row(), position.to_move());
    NamedMove::parse_for(text, game, row, side).ok()
}

/// A sowing as far as it was followed.
#[derive(Default)]
struct Traced {
    laps: Option<u64>,
    trace: Option<Trace>,
}

/// Follows a sowing lap by lap, as long as its laps are not too many to tell.
fn trace(
    position: &Position,
    mv: Move,
    laps_left: &mut u64,
    control: &Control,
) -> Result<Traced, Late> {
    let go_on = || control.check().is_ok();
    let outcome = position.rules().sow_while(position.ring(), mv, &go_on);
    let Outcome::Sown(sown) = outcome.map_err(|_| late())? else {
        return Ok(Traced::default());
    };
    let told = sown.laps <= *laps_left;
    if told {
        *laps_left -= sown.laps;
    }
    Ok(Traced {
        laps: Some(sown.laps),
        trace: position.rules().trace(position.ring(), mv).filter(|_| told),
    })
}

/// Lists what can be played next, beside all boards that stood before.
fn legal(position: &Position, course: &Course, control: &Control) -> Result<Vec<LegalMove>, Late> {
    let go_on = || control.check().is_ok();
    let mut moves = Vec::new();
    let expanded = position
        .rules()
        .expand_while(position.ring(), &go_on, |mv, _| moves.push(mv));
    expanded.map_err(|_| late())?;
    let side = position.to_move();
    moves.sort_by(|a, b| a.order(*b, side));
    let mut legal = Vec::new();
    for mv in moves {
        control.check().map_err(|_| late())?;
        let mut next = course.clone();
        // What expands is legal.
        let Ok(ply) = next.play(mv) else { continue };
        legal.push(LegalMove {
            mv: NamedMove::new(mv, side, position.row()).to_string(),
            captured: ply.captured,
            next: ply.next.name(),
            ending: ply.next.ending().map(EndingObject::from),
        });
    }
    Ok(legal)
}

impl BoardObject {
    fn new(stage: &Stage) -> BoardObject {
        let position = stage.position();
        BoardObject {
            text: stage_text(stage),
            game: position.rules().game().name(),
            pits: position.row().pits(),
            options: option_values(position.rules()),
            rules: rules_text(position.rules()),
            position: PositionObject::of_stage(stage),
        }
    }
}

impl PlayedPly {
    fn of(ply: PlyObject, course: &Course) -> PlayedPly {
        PlayedPly {
            ply,
            text: stage_text(&course.stage()),
            lap_count: None,
            laps: None,
            taken: None,
        }
    }

    fn sown(ply: &Ply, before: &Position, traced: Traced) -> PlayedPly {
        let pit = |cell: u8| Pit::at_cell(cell.into(), before.row(), before.to_move()).to_string();
        let trace = traced.trace.as_ref();
        let laps = trace.map(|trace| {
            let laps = trace.laps.iter().map(|lap| LapObject {
                pit: pit(lap.cell),
                hand: lap.hand,
                direction: match lap.direction {
                    Direction::Ccw => "+",
                    Direction::Cw => "-",
                },
                last: pit(lap.last),
            });
            laps.collect()
        });
        let taken = trace.map(|trace| {
            let taken = trace.taken.iter().map(|taken| TakenObject {
                pit: pit(taken.cell),
                seeds: taken.seeds,
            });
            taken.collect()
        });
        PlayedPly {
            ply: PlyObject::new(ply),
            text: stage_text(&Stage::Sowing(ply.position)),
            lap_count: traced.laps,
            laps,
            taken,
        }
    }
}
