//! Puzzles as JSON, as the reader of puzzle files takes them.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::claim::{Claim, ClaimTree};
use super::json::Json;
use super::{GoalObject, Puzzle};
use crate::board::Side;
use crate::rules::{Position, RuleSet};

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Json::Null => serializer.serialize_unit(),
            Json::Bool(value) => serializer.serialize_bool(*value),
            Json::Number(number) => number.serialize(serializer),
            Json::String(text) => serializer.serialize_str(text),
            Json::Array(items) => items.serialize(serializer),
            Json::Object(fields) => {
                let mut map = serializer.serialize_map(Some(fields.len()))?;
                for (name, value) in fields {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }
    }
}

impl Json {
    /// Writes it on one line.
    pub fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Writes an object with each of its fields on a line of its own; anything else on one line. No newline at the end.
    pub fn page(&self) -> String {
        let Json::Object(fields) = self else {
            return self.line();
        };
        let name = |name: &String| Json::String(name.clone()).line();
        let lines: Vec<String> = fields
            .iter()
            .map(|(field, value)| format!("  {}: {}", name(field), value.line()))
            .collect();
        format!("{{\n{}\n}}", lines.join(",\n"))
    }
}

/// Collects the fields of an object in their order.
#[derive(Default)]
pub(super) struct Written(Vec<(String, Json)>);

impl Written {
    pub(super) fn put(&mut self, name: &str, value: Json) {
        self.0.push((name.to_owned(), value));
    }

    pub(super) fn text(&mut self, name: &str, text: &Option<String>) {
        if let Some(text) = text {
            self.put(name, Json::String(text.clone()));
        }
    }

    pub(super) fn object(self) -> Json {
        Json::Object(self.0)
    }
}

pub(super) fn string(text: impl ToString) -> Json {
    Json::String(text.to_string())
}

fn numbers(row: Vec<u8>) -> Json {
    Json::Array(
        row.into_iter()
            .map(|seeds| Json::Number(seeds.into()))
            .collect(),
    )
}

impl Puzzle {
    /// Writes it as the object of a puzzle file; [`Puzzle::read`] makes the same puzzle of it.
    pub fn to_json(&self) -> Json {
        let position = &self.position;
        let mut fields = Written::default();
        // 1. What it is called, the rules, the board.
        fields.put("id", string(&self.id));
        fields.put("game", string(position.rules().game().name()));
        if let Some(rules) = rules_json(position.rules()) {
            fields.put("rules", rules);
        }
        fields.put("pits", Json::Number(position.row().pits().into()));
        put_board(&mut fields, position);
        let captured = Side::BOTH.map(|side| {
            let seeds = Json::Number(position.captured(side).into());
            (side.name().to_owned(), seeds)
        });
        fields.put("captured", Json::Object(captured.into()));
        fields.put("to_move", string(position.to_move().name()));
        if let Some(opening) = &self.opening {
            fields.put("phase", string("opening"));
            let made = opening.redistributed();
            fields.put("redistributed", Json::Number(made.into()));
        }
        // 2. What came before, what is asked.
        if !self.history.is_empty() {
            let earlier = self.history.iter().map(earlier_json);
            fields.put("history", Json::Array(earlier.collect()));
        }
        if let Some(stipulation) = &self.stipulation {
            fields.put("stipulation", json_of(&GoalObject::from(stipulation)));
        }
        // 3. Words.
        let about = &self.about;
        fields.text("title", &about.title);
        fields.text("author", &about.author);
        fields.text("source", &about.source);
        if let Some(year) = about.year {
            fields.put("year", Json::Number(year.into()));
        }
        fields.text("comment", &about.comment);
        if !about.tags.is_empty() {
            fields.put("tags", Json::Array(about.tags.iter().map(string).collect()));
        }
        if let Some(claim) = &self.claim {
            fields.put("solution", claim_json(claim));
        }
        fields.object()
    }
}

/// Writes one of the types of puzzle files.
fn json_of(object: &impl Serialize) -> Json {
    let text = serde_json::to_string(object).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or(Json::Null)
}

fn put_board(fields: &mut Written, position: &Position) {
    fields.put("north", numbers(position.row_contents(Side::North)));
    fields.put("south", numbers(position.row_contents(Side::South)));
    let marked = position.marked();
    if !marked.is_empty() {
        fields.put("marked", Json::Array(marked.iter().map(string).collect()));
    }
}

/// Writes an earlier position: a board and who was to move.
pub(super) fn earlier_json(position: &Position) -> Json {
    let mut fields = Written::default();
    put_board(&mut fields, position);
    fields.put("to_move", string(position.to_move().name()));
    fields.object()
}

/// Writes a rule set as the field of a puzzle file; `None` for a game's own.
fn rules_json(rules: &RuleSet) -> Option<Json> {
    if *rules == rules.game().defaults() {
        return None;
    }
    let (preset, options) = rules.as_preset();
    if options.is_empty() {
        return Some(string(preset.name()));
    }
    let mut fields = Written::default();
    for (spec, value) in options {
        let value = match spec.boolean {
            true => Json::Bool(value == "true"),
            false => string(value),
        };
        fields.put(spec.name, value);
    }
    Some(fields.object())
}

/// Writes a claim: an array of moves, or a tree.
pub(super) fn claim_json(claim: &Claim) -> Json {
    match claim {
        Claim::Line(moves) => Json::Array(moves.iter().map(string).collect()),
        Claim::Tree(tree) => tree_json(tree),
    }
}

fn tree_json(tree: &ClaimTree) -> Json {
    let mut fields = Written::default();
    fields.put("move", string(tree.mv.to_string()));
    let replies = tree.replies.iter().map(|reply| {
        let mut fields = Written::default();
        fields.put("move", string(reply.mv.to_string()));
        if let Some(then) = &reply.then {
            fields.put("then", tree_json(then));
        }
        fields.object()
    });
    fields.put("replies", Json::Array(replies.collect()));
    fields.object()
}
