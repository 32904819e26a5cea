//! Series and help play on the command line, and the shipped puzzles of these kinds.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::cli::{bonduc, bonduc_with, code, objects, text};

const FOLDER: &str = "puzzles/composed";

fn puzzle(id: &str) -> Value {
    let path = format!("{}/{FOLDER}/{id}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// A small series: two ways to take two seeds.
fn small(stipulation: Value) -> Value {
    json!({
        "id": "small", "game": "kiothi", "north": [0, 0, 1], "south": [0, 2, 0], "to_move": "south",
        "stipulation": stipulation,
    })
}

/// Help play with three solutions.
fn several() -> Value {
    let mut puzzle = small(json!({"goal": "capture", "at_least": 0, "kind": "help", "moves": 2}));
    puzzle["north"] = json!([0, 1, 1]);
    puzzle["south"] = json!([1, 2, 0]);
    puzzle
}

fn solve(puzzle: &Value, more: &[&str]) -> (Value, String, i32) {
    let args = [&["solve", "--format", "json", "-"], more].concat();
    let output = bonduc_with(&args, &puzzle.to_string());
    let messages = text(&output.stderr);
    (objects(&output)[0].clone(), messages, code(&output))
}

/// The shipped puzzles have one solution each, which is the one that they claim, and no shorter one.
#[test]
fn shipped_puzzles_are_sound() {
    let output = bonduc(&["solve", "--format", "json", FOLDER]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let answers = objects(&output);
    let ids: Vec<&str> = answers.iter().map(|a| a["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["help-01", "help-02", "series-01", "series-02"]);
    let output = bonduc(&["schema", "solution"]);
    let schema: Value = serde_json::from_slice(&output.stdout).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    for answer in answers {
        schema.validate(&answer).unwrap();
        let mut puzzle = puzzle(answer["id"].as_str().unwrap());
        let kind = &puzzle["stipulation"]["kind"];
        assert_eq!(
            (&answer["method"], &answer["status"]),
            (kind, &"solved".into())
        );
        assert_eq!(answer["verdict"], Value::Null);
        let solutions = &answer["solutions"];
        assert_eq!(solutions["lines"], json!([puzzle["solution"]]));
        assert_eq!(answer["keys"], json!([puzzle["solution"][0]]));
        let numbers = ["count", "complete", "intended"].map(|name| &solutions[name]);
        assert_eq!(numbers, [&json!(1), &json!(true), &json!(1)]);
        let moves = puzzle["stipulation"]["moves"].as_u64().unwrap();
        assert!(moves >= 3);
        for fewer in 1..moves {
            puzzle["stipulation"]["moves"] = fewer.into();
            let (answer, _, code) = solve(&puzzle, &[]);
            assert_eq!((code, &answer["goal_met"]), (1, &json!(false)));
        }
    }
    let output = bonduc(&["verify", "--format", "json", FOLDER]);
    assert_eq!(code(&output), 0, "{}", text(&output.stdout));
    assert!(
        objects(&output)
            .iter()
            .all(|report| report["sound"] == true)
    );
}

#[test]
fn solutions_are_counted_and_listed() {
    let series =
        |moves: u64| json!({"goal": "capture", "at_least": 2, "kind": "series", "moves": moves});
    let (answer, _, exit) = solve(&small(series(1)), &[]);
    assert_eq!(exit, 0);
    let expected = json!({"count": 1, "complete": true, "lines": [["b1"]]});
    assert_eq!(answer["solutions"], expected);
    assert_eq!(answer["goal_met"], true);
    // The number that is intended decides.
    for (intended, exit) in [(1, 0), (2, 1), (0, 1)] {
        let mut asked = series(1);
        asked["solutions"] = intended.into();
        let (answer, _, found) = solve(&small(asked), &[]);
        assert_eq!((found, &answer["goal_met"]), (exit, &json!(true)));
        assert_eq!(answer["solutions"]["intended"], intended);
    }
    // Fewer are listed than there are.
    let several = several();
    let (all, _, _) = solve(&several, &[]);
    let count = all["solutions"]["count"].as_u64().unwrap();
    assert!(count > 1, "{all}");
    assert_eq!(
        all["solutions"]["lines"].as_array().unwrap().len() as u64,
        count
    );
    let (one, _, _) = solve(&several, &["--solutions", "1"]);
    assert_eq!(
        one["solutions"]["lines"],
        json!([all["solutions"]["lines"][0]])
    );
    assert_eq!(
        (&one["solutions"]["count"], &one["keys"]),
        (&count.into(), &all["keys"])
    );
    // A page.
    let output = bonduc_with(&["solve", "--solutions", "1", "-"], &several.to_string());
    let page = text(&output.stdout);
    for part in [
        format!("{count} solutions."),
        "  1. South ".to_owned(),
        format!("and {} more", count - 1),
    ] {
        assert!(page.contains(&part), "{part}: {page}");
    }
}

/// The other side's turn is skipped at the start, too.
#[test]
fn a_series_may_be_for_the_side_not_to_move() {
    let asked =
        json!({"goal": "capture", "at_least": 0, "for": "north", "kind": "series", "moves": 2});
    let mut puzzle = small(asked);
    puzzle["north"] = json!([0, 2, 0]);
    puzzle["south"] = json!([0, 0, 2]);
    let (answer, _, _) = solve(&puzzle, &[]);
    let lines = answer["solutions"]["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 2, "{answer}");
    for line in lines {
        for mv in line.as_array().unwrap() {
            assert!(mv.as_str().unwrap().starts_with(['A', 'B', 'C']), "{line}");
        }
    }
}

#[test]
fn what_cannot_be_is_said() {
    let asked =
        json!({"goal": "capture", "at_least": 9, "kind": "help", "moves": 60, "solutions": 1});
    let (answer, _, exit) = solve(&small(asked), &[]);
    assert_eq!((exit, &answer["goal_met"]), (1, &json!(false)));
    assert!(
        answer["goal_impossible"]
            .as_str()
            .unwrap()
            .contains("at most"),
        "{answer}"
    );
    assert_eq!(answer["solutions"]["count"], 0);
    assert_eq!(answer["positions"], 0);
}

#[test]
fn limits_are_told() {
    let mut puzzle = small(json!({"goal": "capture", "at_least": 1, "kind": "help", "moves": 40}));
    puzzle["north"] = json!([3, 3, 3, 3, 3]);
    puzzle["south"] = json!([3, 3, 3, 3, 3]);
    let (answer, messages, exit) = solve(&puzzle, &["--nodes", "5000"]);
    assert_eq!((exit, &answer["status"]), (3, &json!("unsolved")));
    assert_eq!(answer["solutions"]["complete"], false);
    assert_eq!(answer["keys"], Value::Null);
    assert!(messages.contains("limit on positions"), "{messages}");
    let output = bonduc_with(&["solve", "--nodes", "5000", "-"], &puzzle.to_string());
    assert!(
        text(&output.stdout).contains("may be"),
        "{}",
        text(&output.stdout)
    );
    let started = std::time::Instant::now();
    let (_, _, exit) = solve(&puzzle, &["--time", "0.2"]);
    assert_eq!(exit, 3);
    assert!(started.elapsed().as_secs() < 20);
}

#[test]
fn claims_are_judged() {
    let judged = |puzzle: &Value| {
        let output = bonduc_with(&["verify", "--format", "json", "-"], &puzzle.to_string());
        (objects(&output)[0].clone(), code(&output))
    };
    for id in ["series-01", "help-01"] {
        let right = puzzle(id);
        let moves = right["solution"].as_array().unwrap().len();
        let kinds = |report: &Value| -> Vec<String> {
            let claims = report["claims"].as_array().unwrap();
            claims
                .iter()
                .map(|c| c["kind"].as_str().unwrap().to_owned())
                .collect()
        };
        let (report, exit) = judged(&right);
        assert_eq!((exit, kinds(&report)), (0, vec!["right".to_owned(); moves]));
        // Too short.
        let mut claim = right.clone();
        claim["solution"].as_array_mut().unwrap().pop();
        let (report, exit) = judged(&claim);
        assert_eq!((exit, kinds(&report)), (1, vec!["too_short".to_owned()]));
        // More than there is to play.
        let mut claim = right.clone();
        let last = claim["solution"][moves - 1].clone();
        claim["solution"].as_array_mut().unwrap().push(last);
        let (report, exit) = judged(&claim);
        assert_eq!((exit, kinds(&report)), (1, vec!["illegal".to_owned()]));
        assert_eq!(report["claims"][0]["ply"], moves);
        // Another number of solutions than is intended.
        let mut claim = right.clone();
        claim["stipulation"]["solutions"] = 3.into();
        let (report, exit) = judged(&claim);
        assert_eq!((exit, kinds(&report).pop()), (1, Some("wrong".to_owned())));
        // A line that misses.
        let mut claim = right.clone();
        claim["stipulation"] = json!({"goal": "capture", "at_least": 250, "kind": right["stipulation"]["kind"], "moves": right["stipulation"]["moves"]});
        let (report, exit) = judged(&claim);
        assert_eq!(
            (exit, kinds(&report)),
            (1, vec!["wrong".to_owned()]),
            "{report}"
        );
        assert!(report["claims"][0]["reason"].is_string());
    }
    // Cooks, unless so many are intended.
    let mut claim = several();
    let (answer, _, _) = solve(&claim, &[]);
    let count = answer["solutions"]["count"].as_u64().unwrap() as usize;
    claim["solution"] = answer["solutions"]["lines"][0].clone();
    let (report, exit) = judged(&claim);
    let claims = report["claims"].as_array().unwrap();
    let cooks = claims.iter().filter(|c| c["kind"] == "cook").count();
    assert_eq!((exit, cooks), (1, count - 1), "{report}");
    claim["stipulation"]["solutions"] = count.into();
    let (report, exit) = judged(&claim);
    assert_eq!((exit, &report["sound"]), (0, &json!(true)));
}

/// Solution files of these kinds are replayed, and what is changed in them is found.
#[test]
fn solution_files_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let output = bonduc(&["solve", "--brief", "--out", out, FOLDER]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let check = || {
        let output = bonduc(&["check", "--format", "json", out, "--against", FOLDER]);
        (objects(&output), code(&output))
    };
    let (reports, exit) = check();
    assert_eq!((exit, reports.len()), (0, 4));
    for report in reports {
        assert_eq!(report["status"], "checked", "{report}");
        assert_eq!(report["certified"], json!(["solutions"]));
        assert_eq!(report["stated"], json!(["keys", "no_others"]));
    }
    // A puzzle is not a solution, and neither the other way round.
    let path = Path::new(out).join("series-01.json");
    let path_text = path.to_str().unwrap();
    let output = bonduc(&["solve", path_text]);
    assert!(text(&output.stderr).contains("a solution file"));
    let right: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    let line = right["solutions"]["lines"][0].as_array().unwrap();
    let shorter = &line[..line.len() - 1];
    for (pointer, value, place) in [
        ("/solutions/lines/0", json!(shorter), "$.solutions.lines[0]"),
        (
            "/solutions/lines/0/0",
            json!("zz"),
            "$.solutions.lines[0][0]",
        ),
        ("/solutions/lines", json!([line, line]), "$.solutions.count"),
        ("/solutions/count", json!(0), "$.goal_met"),
        ("/solutions/complete", json!(false), "$.solutions.complete"),
        ("/solutions/intended", json!(2), "$.solutions.intended"),
        ("/goal_met", json!(false), "$.goal_met"),
        ("/keys", json!([]), "$.keys"),
        ("/goal/moves", json!(line.len() + 1), "$.goal"),
    ] {
        let mut wrong = right.clone();
        *wrong.pointer_mut(pointer).unwrap() = value;
        fs::write(&path, wrong.to_string()).unwrap();
        let (reports, exit) = check();
        let report = reports
            .iter()
            .find(|report| report["id"] == "series-01")
            .unwrap();
        assert_eq!(
            (exit, &report["status"]),
            (1, &json!("failed")),
            "{pointer}"
        );
        assert_eq!(report["fault"]["path"], place, "{pointer}: {report}");
    }
    let mut wrong = right.clone();
    wrong["verdict"] = "win".into();
    fs::write(&path, wrong.to_string()).unwrap();
    assert_eq!(check().1, 1);
}

/// A board of the history counts as a repetition: here it takes the only solution away.
#[test]
fn the_history_counts() {
    let asked = json!({"goal": "capture", "at_least": 0, "kind": "series", "moves": 1});
    let mut puzzle = small(asked);
    puzzle["south"] = json!([1, 0, 0]);
    let (answer, _, exit) = solve(&puzzle, &[]);
    assert_eq!((exit, &answer["solutions"]["lines"]), (0, &json!([["a1"]])));
    puzzle["history"] = json!([{"north": [0, 0, 1], "south": [0, 1, 0], "to_move": "south"}]);
    let (answer, _, exit) = solve(&puzzle, &[]);
    assert_eq!((exit, &answer["solutions"]["count"]), (1, &json!(0)));
    let mut asked = puzzle["stipulation"].clone();
    asked["goal"] = "draw".into();
    asked.as_object_mut().unwrap().remove("at_least");
    puzzle["stipulation"] = asked;
    let (answer, _, exit) = solve(&puzzle, &[]);
    assert_eq!((exit, &answer["solutions"]["count"]), (0, &json!(1)));
}
