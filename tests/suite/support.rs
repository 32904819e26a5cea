//! Reading test data.

use bonduc::board::{Pit, Row, Side};
use bonduc::rules::{Game, Position, Preset, RuleSet, Setup};
use serde_json::Value;

/// The lines of a file of `tests/data`.
pub fn data(name: &str) -> Vec<Value> {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(!lines.is_empty(), "{path} is empty");
    lines
}

/// The rule set of a line: a preset name, an object, or the game's own.
pub fn rules(line: &Value) -> RuleSet {
    let game = Game::from_name(line["game"].as_str().unwrap()).unwrap();
    match &line["rules"] {
        Value::Null => game.defaults(),
        Value::String(name) => Preset::from_name(name).unwrap().rules(),
        Value::Object(object) => {
            let preset = object["preset"].as_str().unwrap();
            let mut rules = Preset::from_name(preset).unwrap().rules();
            for (name, value) in object.iter().filter(|(name, _)| *name != "preset") {
                let text = value.to_string();
                rules.set_option(name, text.trim_matches('"')).unwrap();
            }
            rules
        }
        other => panic!("rules {other}"),
    }
}

fn numbers(value: &Value) -> Vec<u8> {
    serde_json::from_value(value.clone()).unwrap()
}

/// The side to move of a line.
pub fn side(line: &Value) -> Side {
    match line["to_move"].as_str().unwrap() {
        "south" => Side::South,
        _ => Side::North,
    }
}

/// The position of a line, by these rules.
pub fn position_by(line: &Value, rules: RuleSet) -> Position {
    let row = Row::new(line["pits"].as_u64().unwrap() as usize).unwrap();
    let marked = line["marked"].as_array().cloned().unwrap_or_default();
    let letter = |mark: &Value| mark.as_str().unwrap().chars().next().unwrap();
    let captured = |side: &str| line["captured"][side].as_u64().unwrap_or(0) as u32;
    let setup = Setup {
        rules,
        north: numbers(&line["north"]),
        south: numbers(&line["south"]),
        marked: marked
            .iter()
            .map(|mark| Pit::from_letter(letter(mark), row).unwrap())
            .collect(),
        captured: [captured("south"), captured("north")],
        to_move: side(line),
    };
    Position::from_setup(&setup).unwrap()
}

/// The position of a line.
pub fn position(line: &Value) -> Position {
    position_by(line, rules(line))
}
