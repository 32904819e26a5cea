//! The shipped puzzles and their solutions.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use bonduc::notation::{NamedMove, position_text};
use bonduc::puzzle::{EndingObject, Puzzle, Solution, StatusName, load};
use bonduc::rules::Record;
use serde_json::{Value, json};

use crate::cli::{bonduc, bonduc_with, code, objects, text};
use crate::support::data;

fn names(folder: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

fn puzzles() -> Vec<Puzzle> {
    let folder = format!("{}/puzzles", env!("CARGO_MANIFEST_DIR"));
    load(&[folder], &mut std::io::empty())
        .into_iter()
        .map(|entry| entry.puzzle.unwrap())
        .collect()
}

fn solution(id: &str) -> Solution {
    let path = format!("{}/solutions/{id}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Every puzzle has its solution and every solution its puzzle, and the program still writes the same.
#[test]
fn puzzles_and_solutions_belong_together() {
    assert_eq!(names("puzzles"), names("solutions"));
    assert!(names("puzzles").len() >= 28);
    let fresh = tempfile::tempdir().unwrap();
    let out = fresh.path().to_str().unwrap();
    let output = bonduc(&["solve", "--brief", "--out", out, "puzzles"]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    for name in names("solutions") {
        let kept = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("solutions")
            .join(&name);
        let kept = fs::read_to_string(kept).unwrap();
        let again = fs::read_to_string(fresh.path().join(&name)).unwrap();
        assert_eq!(
            kept, again,
            "solutions/{name} is not what the program writes"
        );
    }
}

#[test]
fn verdicts_keys_and_moves_are_right() {
    let expected = data("expected.jsonl");
    assert_eq!(expected.len(), 28);
    for line in expected {
        let solution = solution(line["id"].as_str().unwrap());
        assert_eq!(solution.status, StatusName::Solved);
        assert_eq!(
            serde_json::to_value(solution.verdict).unwrap(),
            line["verdict"]
        );
        assert_eq!(json!(solution.keys), line["keys"]);
        assert_eq!(solution.shortest, Some(true));
        let moves: serde_json::Map<String, Value> = solution
            .moves
            .unwrap()
            .into_iter()
            .map(|mv| (mv.mv, serde_json::to_value(mv.verdict).unwrap()))
            .collect();
        assert_eq!(Value::Object(moves), line["moves"], "{}", line["id"]);
    }
}

/// Every line replays legally, board by board, and ends as stated.
#[test]
fn lines_replay() {
    for puzzle in puzzles() {
        let solution = solution(&puzzle.id);
        assert_eq!(solution.position, Some(position_text(&puzzle.position)));
        let line = solution.line.unwrap();
        let mut record = Record::new(puzzle.position);
        for ply in &line {
            let here = record.position();
            assert_eq!(ply.side, here.to_move().name());
            let game = here.rules().game();
            let mv = NamedMove::parse_for(&ply.mv, game, here.row(), here.to_move()).unwrap();
            let played = record.play(mv).unwrap();
            assert_eq!(played.captured, ply.captured);
            assert_eq!(played.next.name(), ply.next);
            assert_eq!(position_text(&played.position), ply.position);
        }
        let ending = EndingObject::from(record.ending().unwrap());
        assert_eq!(solution.ending, Some(ending), "{}", puzzle.id);
        if let Some(Some(plies)) = solution.plies {
            assert_eq!(line.len() as u32, plies);
        }
    }
}

/// What `solve` prints can be replayed by `replay`, and every line ends where it says.
#[test]
fn printed_lines_replay_on_the_command_line() {
    let solved = bonduc(&["solve", "--format", "json", "puzzles"]);
    let answers = objects(&solved);
    assert_eq!(answers.len(), names("puzzles").len());
    let positions: BTreeMap<String, String> = puzzles()
        .iter()
        .map(|puzzle| (puzzle.id.clone(), position_text(&puzzle.position)))
        .collect();
    let games: Vec<String> = answers
        .iter()
        .map(|answer| {
            let id = answer["id"].as_str().unwrap();
            let line = answer["line"].as_array().unwrap();
            let moves: Vec<&Value> = line.iter().map(|ply| &ply["move"]).collect();
            json!({"id": id, "position": positions[id], "moves": moves}).to_string()
        })
        .collect();
    let replayed = bonduc_with(&["replay", "--format", "json", "-"], &games.join("\n"));
    assert_eq!(code(&replayed), 0, "{}", text(&replayed.stderr));
    for (answer, replay) in answers.iter().zip(objects(&replayed)) {
        assert_eq!(replay["error"], Value::Null);
        let plies = replay["plies"].as_array().unwrap();
        let line = answer["line"].as_array().unwrap();
        for (played, told) in plies.iter().zip(line) {
            for field in ["side", "move", "captured", "next"] {
                assert_eq!(played[field], told[field]);
            }
        }
        let last = plies.last().unwrap();
        match last["next"].as_str().unwrap() {
            "over" => assert_eq!(last["ending"], answer["ending"]),
            "endless" => assert_eq!(answer["ending"]["kind"], "endless_sowing"),
            other => panic!("a line that ends in {other}"),
        }
    }
}
