//! The shipped puzzles and their solutions.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use bonduc::certificate::check;
use bonduc::notation::{NamedMove, position_text};
use bonduc::puzzle::{
    CertificateObject, EndingObject, Puzzle, Solution, StatusName, VerdictName, load,
};
use bonduc::rules::Record;
use serde_json::{Value, json};

use crate::cli::{bonduc, bonduc_with, code, objects, text};
use crate::support::data;

fn names(folder: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    fs::read_dir(path)
        .unwrap()
        .map(Result::unwrap)
        // What lies in folders of its own is looked at elsewhere.
        .filter(|entry| entry.path().is_file())
        .map(|entry| entry.file_name().into_string().unwrap())
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
    let (certificates, solutions): (BTreeSet<_>, BTreeSet<_>) = names("solutions")
        .into_iter()
        .partition(|name| name.ends_with(".certificate.zst"));
    assert_eq!(names("puzzles"), solutions);
    assert!(solutions.len() >= 28);
    let named: BTreeSet<String> = solutions
        .iter()
        .filter_map(
            |name| match solution(name.strip_suffix(".json").unwrap()).certificate {
                Some(CertificateObject::File(certificate)) => Some(certificate.file),
                Some(CertificateObject::Lines(_)) => None,
                None => panic!("{name} has no certificate"),
            },
        )
        .collect();
    assert_eq!(named, certificates);
    let fresh = tempfile::tempdir().unwrap();
    let out = fresh.path().to_str().unwrap();
    let output = bonduc(&["solve", "--brief", "--out", out, "puzzles"]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    for name in names("solutions") {
        let kept = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("solutions")
            .join(&name);
        let kept = fs::read(kept).unwrap();
        let again = fs::read(fresh.path().join(&name)).unwrap();
        assert!(
            kept == again,
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

/// The evidence of every solution holds, for its verdict, its keys and its length.
#[test]
fn solutions_are_checked() {
    let args = [
        "check",
        "--format",
        "json",
        "solutions",
        "--against",
        "puzzles",
    ];
    let output = bonduc(&args);
    assert_eq!(code(&output), 0, "{}", text(&output.stdout));
    let reports = objects(&output);
    assert_eq!(reports.len(), names("puzzles").len());
    for report in reports {
        let id = report["id"].as_str().unwrap();
        assert_eq!(report["status"], "checked", "{id}");
        let certified: BTreeSet<&str> = report["certified"]
            .as_array()
            .unwrap()
            .iter()
            .map(|claim| claim.as_str().unwrap())
            .collect();
        let mut expected = BTreeSet::from(["verdict", "keys", "line"]);
        let solution = solution(id);
        if solution.verdict != Some(VerdictName::Draw) {
            expected.insert("plies_at_most");
            // That the loser can hold out so long beside a history is not shown.
            if solution.history.is_none() {
                expected.insert("plies_at_least");
            }
        }
        if solution.goal_line.is_some() {
            expected.extend(["goal", "goal_plies_at_most", "goal_line"]);
        }
        assert!(certified.is_superset(&expected), "{id}: {certified:?}");
    }
}

/// The certificate that docs/certificates.md shows passes.
#[test]
fn the_documented_certificate_is_sound() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/certificates.md");
    let docs = fs::read_to_string(path).unwrap();
    let (_, block) = docs.split_once("```text\n").unwrap();
    let (block, _) = block.split_once("```").unwrap();
    let checked = check(block.as_bytes(), u64::MAX).unwrap();
    assert_eq!(checked.positions(), 21);
    assert_eq!(checked.statements().len(), 4);
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
