//! The interface described as OpenAPI 3.1: a few words by hand, every type from what is really read and written.

use std::sync::LazyLock;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use super::Settings;
use super::failure::{Failed, Refused};
use super::games::Games;
use super::parse::Parsed;
use super::play::Played;
use super::puzzles::{PuzzleList, PuzzleReply};
use crate::puzzle::{puzzle_schema, solution_schema};

/// Stands for a puzzle object in the types of replies.
pub(super) struct AnyPuzzle;

impl JsonSchema for AnyPuzzle {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "AnyPuzzle".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> Schema {
        schemars::json_schema!({ "$ref": "#/components/schemas/Puzzle" })
    }
}

/// Returns the document that `/api/openapi.json` serves.
pub fn openapi() -> &'static Value {
    static DOCUMENT: LazyLock<Value> = LazyLock::new(document);
    &DOCUMENT
}

fn document() -> Value {
    let mut schemas = Map::new();
    hoist("Puzzle", puzzle_schema(), &mut schemas);
    hoist("Solution", solution_schema(), &mut schemas);
    hoist("Games", schema_of::<Games>(), &mut schemas);
    hoist("Puzzles", schema_of::<PuzzleList>(), &mut schemas);
    hoist("PuzzleReply", schema_of::<PuzzleReply>(), &mut schemas);
    hoist("Parsed", schema_of::<Parsed>(), &mut schemas);
    hoist("Played", schema_of::<Played>(), &mut schemas);
    hoist("Refused", schema_of::<Refused>(), &mut schemas);
    hoist("Failed", schema_of::<Failed>(), &mut schemas);
    schemas.insert("Position".to_owned(), position());
    schemas.insert("SolveRequest".to_owned(), solve_request());
    schemas.insert("PlayRequest".to_owned(), play_request());
    schemas.insert("ParseRequest".to_owned(), parse_request());
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "bonduc",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
            "description": "What `bonduc serve` answers. Bodies are JSON (Content-Type: application/json). What cannot be answered is told as \
                JSON, too: `Refused` with all faults where the content of a request is faulty, `Failed` with a reason otherwise.",
        },
        "servers": [{ "url": "/" }],
        "paths": {
            "/api/games": { "get": operation(
                "games", "Both games: rule sets, options, recorded set-ups", None, ok("What there is to choose from", "Games"), &[],
            ) },
            "/api/puzzles": { "get": operation(
                "listPuzzles", "The puzzles of the shelf", None, ok("All of them, in short", "Puzzles"), &[],
            ) },
            "/api/puzzles/{id}": { "get": with_id(operation(
                "getPuzzle", "One puzzle of the shelf", None, ok("The puzzle", "PuzzleReply"), &["404"],
            )) },
            "/api/parse": { "post": operation(
                "parse", "Read positions and puzzles in any form that files may have",
                Some("ParseRequest"), ok("What was read", "Parsed"), &BODY,
            ) },
            "/api/play": { "post": operation(
                "play", "Play moves from a position, lap by lap, and say what can be played next",
                Some("PlayRequest"), ok("The game as far as it could be played", "Played"), &BODY,
            ) },
            "/api/solve": { "post": operation(
                "solve", "Solve a position: exactly what `bonduc solve --format json` prints. Where a limit is reached first, its status is unsolved",
                Some("SolveRequest"), ok("The answer", "Solution"), &BODY,
            ) },
            "/api/openapi.json": { "get": operation(
                "openapi", "This document", None,
                json!({ "description": "OpenAPI 3.1", "content": { "application/json": { "schema": { "type": "object" } } } }), &[],
            ) },
        },
        "components": { "schemas": schemas },
    })
}

/// What may become of a request with a body, beside an answer.
const BODY: [&str; 7] = ["400", "408", "413", "415", "422", "500", "503"];

fn ok(description: &str, schema: &str) -> Value {
    json!({ "description": description, "content": content(schema) })
}

fn content(schema: &str) -> Value {
    json!({ "application/json": { "schema": { "$ref": format!("#/components/schemas/{schema}") } } })
}

fn operation(id: &str, summary: &str, body: Option<&str>, ok: Value, others: &[&str]) -> Value {
    let mut responses = Map::new();
    responses.insert("200".to_owned(), ok);
    for status in ["403"].iter().chain(others) {
        let (description, schema) = match *status {
            "400" => ("The body cannot be read as JSON", "Refused"),
            "403" => ("Spoken to by the name of another host", "Failed"),
            "404" => ("There is no such puzzle", "Failed"),
            "408" => ("The body did not come in time", "Failed"),
            "413" => ("The body is too large", "Failed"),
            "415" => ("The body is not said to be JSON", "Failed"),
            "422" => ("What is asked is faulty", "Refused"),
            "503" => ("Too much is asked at once; try again later", "Failed"),
            _ => ("A fault in the program", "Failed"),
        };
        let response = json!({ "description": description, "content": content(schema) });
        responses.insert((*status).to_owned(), response);
    }
    let mut operation = Map::new();
    operation.insert("operationId".to_owned(), id.into());
    operation.insert("summary".to_owned(), summary.into());
    if let Some(schema) = body {
        let body = json!({ "required": true, "content": content(schema) });
        operation.insert("requestBody".to_owned(), body);
    }
    operation.insert("responses".to_owned(), responses.into());
    operation.into()
}

fn with_id(mut operation: Value) -> Value {
    operation["parameters"] = json!([
        { "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }
    ]);
    operation
}

fn position() -> Value {
    json!({
        "description": "A puzzle object, or a string: a position in one line of text or the name of a recorded set-up.",
        "oneOf": [
            { "$ref": "#/components/schemas/Puzzle" },
            { "type": "string", "examples": ["giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16", "kiothi-six"] },
        ],
    })
}

fn moves() -> Value {
    json!({
        "description": "Moves in text, played from the position first: sowings, passes, redistributions.",
        "type": "array",
        "items": { "type": "string" },
        "maxItems": Settings::MOVES,
        "default": [],
    })
}

fn solve_request() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["position"],
        "properties": {
            "position": { "$ref": "#/components/schemas/Position" },
            "moves": moves(),
            "stipulation": {
                "description": "What is asked in place of the puzzle's own stipulation: an object, text as `margin=2 within 3 turns`, or null for nothing.",
                "oneOf": [
                    { "$ref": "#/components/schemas/Solution.Stipulation" },
                    { "type": "string" },
                    { "type": "null" },
                ],
            },
            "answer": {
                "description": "How much to answer. Absent: full for small positions, else moves.",
                "enum": ["verdict", "moves", "full"],
            },
            "lengths": {
                "description": "Whether to work out how long wins take, which lines of wins need.",
                "type": "boolean",
                "default": true,
            },
            "solutions": {
                "description": "How many solutions of series and help play to list; all are counted.",
                "type": "integer",
                "minimum": 0,
                "maximum": 1000,
            },
            "time": {
                "description": "Seconds for the answer; never more than the server's own limit.",
                "type": "number",
                "minimum": 0,
            },
            "nodes": {
                "description": "Positions for the answer; never more than the server's own limit.",
                "type": "integer",
                "minimum": 1,
            },
        },
    })
}

fn play_request() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["position"],
        "properties": {
            "position": { "$ref": "#/components/schemas/Position" },
            "moves": moves(),
        },
    })
}

fn parse_request() -> Value {
    json!({
        "description": "Either a text (JSON, positions in one line, CSV, numbered diagrams, game records) or one puzzle object.",
        "type": "object",
        "additionalProperties": false,
        "minProperties": 1,
        "maxProperties": 1,
        "properties": {
            "text": { "type": "string" },
            "puzzle": { "$ref": "#/components/schemas/Puzzle" },
        },
    })
}

fn schema_of<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
        .into_root_schema_for::<T>()
}

/// Puts a schema among the components, and beside it, as `NAME.X`, the definitions that it brings with it.
fn hoist(name: &str, schema: Schema, schemas: &mut Map<String, Value>) {
    let mut schema = schema.to_value();
    refer(&mut schema, name);
    if let Some(fields) = schema.as_object_mut() {
        fields.remove("$schema");
        if let Some(Value::Object(definitions)) = fields.remove("$defs") {
            for (own, definition) in definitions {
                schemas.insert(format!("{name}.{own}"), definition);
            }
        }
    }
    schemas.insert(name.to_owned(), schema);
}

/// Has every reference to a definition lead to where it is put.
fn refer(value: &mut Value, name: &str) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| refer(item, name)),
        Value::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Value::String(to) if key == "$ref" => {
                        if let Some(own) = to.strip_prefix("#/$defs/") {
                            *to = format!("#/components/schemas/{name}.{own}");
                        }
                    }
                    value => refer(value, name),
                }
            }
        }
        _ => {}
    }
}
