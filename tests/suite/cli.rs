//! The program as its users run it.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use serde_json::{Value, json};

use crate::support::data;

/// Runs the program in the project's folder.
pub fn bonduc(args: &[&str]) -> Output {
    bonduc_with(args, "")
}

/// Runs the program with a text on standard input.
pub fn bonduc_with(args: &[&str], stdin: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bonduc"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        // Tables are cached in a folder of the tests' own.
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .args(args)
        .write_stdin(stdin)
        .output()
        .unwrap()
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The JSON lines of standard output.
pub fn objects(output: &Output) -> Vec<Value> {
    let lines = text(&output.stdout);
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}")))
        .collect()
}

pub fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn solve_json(args: &[&str]) -> (Vec<Value>, i32) {
    let output = bonduc(&[&["solve", "--format", "json"], args].concat());
    (objects(&output), code(&output))
}

const GOOD: &str = r#"{"game":"giuthi","north":[0,0,3],"south":[2,0,0],"to_move":"south"}"#;

/// Solves a file with this name and content; gives objects, messages, exit code.
fn solve_file(name: &str, content: &[u8]) -> (Vec<Value>, String, i32) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    let output = bonduc(&["solve", "--format", "json", path.to_str().unwrap()]);
    (objects(&output), text(&output.stderr), code(&output))
}

/// A puzzle with one field replaced or added.
fn with(field: &str, value: Value) -> String {
    let mut puzzle: Value = serde_json::from_str(GOOD).unwrap();
    puzzle[field] = value;
    puzzle.to_string()
}

/// Checks that a puzzle is refused with one fault, and that people are told it too.
fn refused(content: &str, path: &str, found: &str, expected: &str) {
    let (objects, messages, code) = solve_file("bad.json", content.as_bytes());
    assert_eq!(code, 2, "{content}");
    let fault = json!({"path": path, "found": found, "expected": expected});
    let object = json!({"id": "bad", "status": "refused", "faults": [fault]});
    assert_eq!(objects, [object], "{content}");
    let message = format!("{path}: found {found}, expected {expected}");
    assert!(messages.contains("bad.json"), "{messages}");
    assert!(messages.contains(&message), "{messages}");
}

#[test]
fn faults_are_named_with_path_found_and_expected() {
    let known = "one of the fields id, game, rules, pits, north, south, marked, captured, to_move, \
                 phase, redistributed, history, stipulation, title, author, source, year, comment, \
                 tags, solution";
    let count = "an integer from 0 to 255";
    refused(
        &with("colour", json!(1)),
        "$.colour",
        "an unknown field",
        known,
    );
    let rows = with("north", json!([0, 0, 3, 1]));
    refused(&rows, "$.north", "4 pits", "3, as many as south has");
    refused(&with("north", json!([0, -1, 3])), "$.north[1]", "-1", count);
    refused(
        &with("south", json!([300, 0, 0])),
        "$.south[0]",
        "300",
        count,
    );
    refused(
        &with("south", json!([2.5, 0, 0])),
        "$.south[0]",
        "2.5",
        count,
    );
    refused(
        &with("game", json!("chess")),
        "$.game",
        "\"chess\"",
        "\"giuthi\" or \"kiothi\"",
    );
    let mark = with("marked", json!(["a"]));
    refused(
        &mark,
        "$.marked[0]",
        "a mark on a",
        "no marks: Giuthi has none",
    );
    let empty = mark.replace("giuthi", "kiothi").replace("\"a\"", "\"b\"");
    let occupied = "an occupied boma (K4)";
    refused(
        &empty,
        "$.marked[0]",
        "a mark on b, which is empty",
        occupied,
    );
    let moves = "a move: a pit, a to c or A to C, followed by + or -, or pass";
    let solution = with("solution", json!(["a+", "d+"]));
    refused(&solution, "$.solution[1]", "\"d+\"", moves);
    let tree = json!({"move": "a+", "replies": [{"move": "Z-"}]});
    refused(
        &with("solution", tree),
        "$.solution.replies[0].move",
        "\"Z-\"",
        moves,
    );
    refused("", "$", "an empty file", "a puzzle");
    refused("[]", "$", "an empty array", "puzzles in it");
    refused("7", "$", "7", "an object");
    refused(
        &with("to_move", json!(null)),
        "$.to_move",
        "null",
        "\"south\" or \"north\"",
    );
    let seeds = json!({"south": 200, "north": 200});
    let found = "405 seeds on the board and captured";
    refused(&with("captured", seeds), "$", found, "at most 255 in all");
    let rules = json!({"chain_gap": "maybe"});
    refused(
        &with("rules", rules),
        "$.rules.chain_gap",
        "\"maybe\"",
        "\"pass_over\" or \"stop\"",
    );
    let presets = "\"giuthi\" or \"giuthi-russ\"";
    refused(
        &with("rules", json!("kiothi")),
        "$.rules",
        "\"kiothi\"",
        presets,
    );
    let doubled = GOOD.replace("\"to_move\"", "\"game\":\"kiothi\",\"to_move\"");
    refused(
        &doubled,
        "$.game",
        "the field a second time",
        "each field at most once",
    );
    for (earlier, path, found, expected) in [
        (
            json!({"north": [0, 0, 3], "south": [2, 0, 1], "to_move": "south"}),
            "$.history[0]",
            "6 seeds on the board",
            "5, as the position has: no other board can come up again",
        ),
        (
            json!({"north": [0, 0, 3], "south": [2, 0, 0], "to_move": "south"}),
            "$.history[0]",
            "the position itself",
            "earlier positions; with this one the game would be over",
        ),
        (
            json!({"north": [0, 0, 3], "south": [2, 0, 0]}),
            "$.history[0].to_move",
            "nothing",
            "this required field",
        ),
        (
            json!({"north": [5, 0], "south": [0, 0], "to_move": "south"}),
            "$.history[0]",
            "2 pits a row",
            "3, as the position has",
        ),
    ] {
        refused(&with("history", json!([earlier])), path, found, expected);
    }
    for (asked, path, found, expected) in [
        (
            json!({"goal": "margin"}),
            "$.stipulation",
            "neither at_least nor exactly",
            "one of the two with the goal margin",
        ),
        (
            json!({"goal": "capture", "at_least": -1}),
            "$.stipulation.at_least",
            "-1",
            "an integer from 0 to 255",
        ),
        (
            json!({"goal": "win", "exactly": 2}),
            "$.stipulation.exactly",
            "2",
            "this field with the goal margin only",
        ),
        (
            json!({"goal": "win", "within": {"turns": 0}}),
            "$.stipulation.within.turns",
            "0",
            "an integer from 1 to 60",
        ),
        (
            json!({"goal": "win", "within": {"turns": 1, "sowings": 2}}),
            "$.stipulation.within",
            "both turns and sowings",
            "one of the two",
        ),
        (
            json!({"goal": "win", "moves": 2}),
            "$.stipulation.moves",
            "2",
            "this field with the kinds series and help only",
        ),
        (
            json!({"goal": "win", "kind": "series"}),
            "$.stipulation.moves",
            "nothing",
            "this required field",
        ),
    ] {
        refused(&with("stipulation", asked), path, found, expected);
    }
    let opening = with("phase", json!("opening"));
    let expected = "no such field: Giuthi has no opening, only Kiothi has (K3)";
    refused(&opening, "$.phase", "\"opening\"", expected);
}

fn text_of(value: &Value) -> &str {
    value.as_str().unwrap()
}

#[test]
fn what_is_no_json_or_cannot_be_read_is_refused() {
    let (objects, messages, code) = solve_file("bad.json", b"{\"game\": giuthi}");
    assert_eq!(code, 2);
    assert_eq!(objects[0]["faults"][0]["path"], "$");
    assert_eq!(objects[0]["faults"][0]["expected"], "JSON");
    assert!(messages.contains("line 1 column"), "{messages}");
    let (objects, _, code) = solve_file("bad.json", b"\xff\xfe");
    assert_eq!(
        (code, &objects[0]["faults"][0]["expected"]),
        (2, &json!("JSON in UTF-8"))
    );
    let (objects, code) = solve_json(&["no/such/file.json"]);
    assert_eq!((code, &objects[0]["id"]), (2, &json!("file")));
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("notes.txt"), "no puzzle").unwrap();
    let (objects, code) = solve_json(&[folder.path().to_str().unwrap()]);
    assert_eq!(code, 2);
    assert_eq!(objects[0]["faults"][0]["found"], "a folder without puzzles");
}

#[test]
fn all_faults_of_a_file_come_at_once() {
    let bad = r#"{"game":"giuthi","north":[0,-1,3],"south":[2,0,999],"to_move":"east","x":1}"#;
    let (objects, messages, _) = solve_file("bad.json", bad.as_bytes());
    let faults = objects[0]["faults"].as_array().unwrap();
    let paths: Vec<&str> = faults.iter().map(|fault| text_of(&fault["path"])).collect();
    assert_eq!(paths, ["$.x", "$.north[1]", "$.south[2]", "$.to_move"]);
    assert_eq!(messages.lines().count(), 5);
    let (objects, _, _) = solve_file("bad.json", with("pits", json!(5)).as_bytes());
    let fault = |row: &str| {
        let path = format!("$.{row}");
        json!({"path": path, "found": "3 pits", "expected": "5, as the field pits says"})
    };
    assert_eq!(
        objects[0]["faults"],
        json!([fault("north"), fault("south")])
    );
}

#[test]
fn one_bad_puzzle_does_not_stop_the_others() {
    let bad = with("to_move", json!("east"));
    let (objects, _, code) = solve_file("set.json", format!("[{GOOD},{bad},{GOOD}]").as_bytes());
    assert_eq!(code, 2);
    let status: Vec<&str> = objects.iter().map(|o| text_of(&o["status"])).collect();
    assert_eq!(status, ["solved", "refused", "solved"]);
    let ids: Vec<&str> = objects.iter().map(|o| text_of(&o["id"])).collect();
    assert_eq!(ids, ["set#1", "set#2", "set#3"]);
    assert_eq!(objects[1]["faults"][0]["path"], "$[1].to_move");
    // JSON Lines: a broken line is a fault of its own.
    let lines = format!("{GOOD}\n{{broken\n\n{GOOD}\n");
    let (objects, messages, code) = solve_file("set.jsonl", lines.as_bytes());
    assert_eq!(code, 2);
    let status: Vec<&str> = objects.iter().map(|o| text_of(&o["status"])).collect();
    assert_eq!(status, ["solved", "refused", "solved"]);
    assert!(messages.contains("set.jsonl, line 2"), "{messages}");
}

#[test]
fn the_same_id_twice_is_a_fault() {
    let named = with("id", json!("twin"));
    let (objects, _, code) = solve_file("set.json", format!("[{named},{named}]").as_bytes());
    assert_eq!(code, 2);
    assert_eq!(objects[0]["status"], "solved");
    assert_eq!(objects[1]["status"], "refused");
    assert_eq!(objects[1]["faults"][0]["path"], "$[1].id");
    let found = text_of(&objects[1]["faults"][0]["found"]);
    assert!(
        found.contains("twin") && found.contains("set.json"),
        "{found}"
    );
}

#[test]
fn the_answer_has_the_documented_shape() {
    let (objects, code) = solve_json(&["puzzles/giuthi-2x5-04.json"]);
    assert_eq!(code, 0);
    let answer = &objects[0];
    let fields: Vec<&String> = answer.as_object().unwrap().keys().collect();
    let mut expected = [
        "id",
        "game",
        "to_move",
        "status",
        "verdict",
        "goal",
        "goal_met",
        "wins_with_lead",
        "draws_with_lead",
        "moves",
        "keys",
        "plies",
        "shortest",
        "line",
        "ending",
        "method",
        "positions",
        "seconds",
    ];
    expected.sort_unstable();
    assert_eq!(fields, expected);
    assert_eq!(answer["wins_with_lead"], -8);
    assert_eq!(answer["draws_with_lead"], "always");
    assert_eq!(answer["keys"], json!(["a+"]));
    assert_eq!(answer["plies"], 13);
    assert_eq!(answer["goal"], json!({"goal": "win"}));
    let first = json!({
        "move": "a+", "verdict": "win", "wins_with_lead": -8, "draws_with_lead": "always",
        "plies": 13, "captured": 0, "next": "again",
    });
    assert_eq!(answer["moves"][0], first);
    assert_eq!(answer["moves"][3]["plies"], Value::Null);
    assert!(
        answer["moves"][3]
            .as_object()
            .unwrap()
            .contains_key("plies")
    );
    assert_eq!(answer["line"].as_array().unwrap().len(), 13);
    let ply = json!({
        "side": "south", "move": "a+", "captured": 0, "next": "again",
        "position": "giuthi 0,0,0,3,0/0,1,1,0,4 s 15-16",
    });
    assert_eq!(answer["line"][0], ply);
    let ending = json!({"kind": "no_moves", "south": 23, "north": 17});
    assert_eq!(answer["ending"], ending);
}

#[test]
fn less_is_answered_when_less_is_asked() {
    let position = "giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16";
    let (objects, _) = solve_json(&["--answer", "moves", position]);
    assert!(objects[0].get("wins_with_lead").is_none());
    assert!(objects[0]["moves"][0].get("wins_with_lead").is_none());
    assert_eq!(objects[0]["keys"], json!(["a+"]));
    let (objects, _) = solve_json(&["--answer", "verdict", position]);
    assert!(objects[0].get("moves").is_none() && objects[0].get("keys").is_none());
    assert_eq!(objects[0]["line"][0]["move"], "a+");
    assert_eq!(objects[0]["verdict"], "win");
}

#[test]
fn the_endless_examples_are_draws() {
    let position = "giuthi 1,1,1,1,4/1,3,0,3,1 s 0-0";
    let (objects, _) = solve_json(&[position]);
    let of = |answer: &Value, mv: &str| {
        let moves = answer["moves"].as_array().unwrap();
        moves.iter().find(|one| one["move"] == mv).cloned()
    };
    let endless = of(&objects[0], "b-").unwrap();
    let expected = json!({
        "move": "b-", "verdict": "draw", "wins_with_lead": "never", "draws_with_lead": "always",
        "plies": null, "captured": 0, "next": "endless",
    });
    assert_eq!(endless, expected);
    let (objects, _) = solve_json(&[&format!("{position} endless_sowing=illegal")]);
    assert!(of(&objects[0], "b-").is_none() && of(&objects[0], "b+").is_some());
    // A board whose only key is an endless sowing.
    let (objects, _) = solve_json(&["giuthi 3,1,0,7,1/0,0,0,0,4 s 0-0"]);
    assert_eq!(objects[0]["verdict"], "draw");
    assert_eq!(objects[0]["keys"], json!(["e+"]));
    assert_eq!(of(&objects[0], "e+").unwrap()["next"], "endless");
    assert_eq!(of(&objects[0], "e-").unwrap()["verdict"], "loss");
    assert_eq!(objects[0]["ending"], json!({"kind": "endless_sowing"}));
}

#[test]
fn a_forced_pass_and_a_finished_game_are_answered() {
    let (objects, code) = solve_json(&["giuthi 0,0,3/1,0,0 s 0-0"]);
    assert_eq!(code, 0);
    let moves = objects[0]["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 1);
    assert_eq!(moves[0]["move"], "pass");
    let verdict = text_of(&objects[0]["verdict"]);
    let keys = match verdict {
        "loss" => json!([]),
        _ => json!(["pass"]),
    };
    assert_eq!(objects[0]["keys"], keys);
    let (objects, code) = solve_json(&["giuthi 0,0,1/1,0,0 s 5-3"]);
    assert_eq!(code, 0);
    for (field, value) in [
        ("verdict", json!("win")),
        ("moves", json!([])),
        ("keys", json!([])),
        ("line", json!([])),
        ("plies", json!(0)),
        (
            "ending",
            json!({"kind": "no_moves", "south": 6, "north": 4}),
        ),
    ] {
        assert_eq!(objects[0][field], value, "{field}");
    }
}

#[test]
fn an_unmet_goal_fails() {
    let puzzle = r#"{"game":"giuthi","north":[0,0,0,3,0],"south":[2,0,0,0,4],"to_move":"south",
        "captured":{"south":0,"north":30},"stipulation":{"goal":"draw"}}"#;
    let (objects, _, code) = solve_file("hard.json", puzzle.as_bytes());
    // Draws with any lead, so the goal is met; a win from so far behind is not to be had.
    assert_eq!((code, &objects[0]["goal_met"]), (0, &json!(true)));
    let (objects, _, code) = solve_file("hard.json", puzzle.replace("draw", "win").as_bytes());
    assert_eq!((code, &objects[0]["goal_met"]), (1, &json!(false)));
    assert_eq!(objects[0]["keys"], json!([]));
}

#[test]
fn limits_end_cleanly() {
    let start = "giuthi 8,8,8,8,8,8,8,8/8,8,8,8,8,8,8,8 s";
    let clock = Instant::now();
    let (objects, code) = solve_json(&["--time", "1", start]);
    assert!(clock.elapsed() < Duration::from_secs(30));
    assert_eq!((code, &objects[0]["status"]), (3, &json!("unsolved")));
    assert_eq!(objects[0]["verdict_at_least"], "loss");
    assert_eq!(objects[0]["verdict_at_most"], "win");
    for absent in ["verdict", "keys", "line", "plies", "ending", "moves"] {
        assert!(objects[0].get(absent).is_none(), "{absent}");
    }
    for limit in [["--memory", "60M"], ["--nodes", "1000"]] {
        let output = bonduc(&[&["solve"], &limit[..], &[start]].concat());
        assert_eq!(code_of(&output), 3);
        assert!(text(&output.stderr).contains(limit[0]), "{limit:?}");
        assert!(text(&output.stdout).contains("Not solved"));
    }
    // A limit that is too small for lengths leaves the verdict.
    let ending = "kiothi 0,1*,1*,0,1,0,1,0,2,1/0,0,1,0,0,0,0,1,0,0 n 28-23";
    let (objects, code) = solve_json(&["--nodes", "785", ending]);
    assert_eq!((code, &objects[0]["status"]), (0, &json!("solved")));
}

fn code_of(output: &Output) -> i32 {
    code(output)
}

#[test]
fn bad_usage_is_told() {
    for args in [
        &["solve"][..],
        &["solve", "--time", "-1", "x"],
        &["solve", "--memory", "lots", "x"],
        &["solve", "--threads", "0", "x"],
        &["solve", "--format", "xml", "x"],
        &["frobnicate"],
        &["perft", "puzzles", "--depth", "2"],
        &["table", "digest", "chess", "--pits", "5", "--seeds", "3"],
        &["table", "digest", "giuthi", "--pits", "5", "--seeds", "126"],
        &[
            "table", "digest", "giuthi", "--pits", "5", "--seeds", "3", "--rules", "kiothi",
        ],
    ] {
        let output = bonduc(args);
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(!output.stderr.is_empty());
        assert!(!text(&output.stderr).contains("panicked"));
    }
    for args in [&["--help"][..], &["solve", "--help"], &["--version"]] {
        assert_eq!(code(&bonduc(args)), 0);
    }
}

/// What stands in the folder of solutions is replaced by nothing worse.
#[test]
fn only_solutions_are_replaced_and_only_by_solutions() {
    let folder = tempfile::tempdir().unwrap();
    let (dir, path) = (
        folder.path().to_str().unwrap(),
        folder.path().join("one.json"),
    );
    let puzzle = with("id", json!("one"));
    fs::write(&path, &puzzle).unwrap();
    let run = |more: &[&str]| {
        let args = [&["solve", "--format", "json", "--out", dir, "-"], more].concat();
        bonduc_with(&args, &puzzle)
    };
    // A puzzle is left as it is; the answer is told all the same.
    let output = run(&[]);
    assert_eq!((code(&output), objects(&output).len()), (2, 1));
    assert!(text(&output.stderr).contains("no solution file"));
    assert_eq!(fs::read_to_string(&path).unwrap(), puzzle);
    fs::remove_file(&path).unwrap();
    assert_eq!(code(&run(&[])), 0);
    let solved = fs::read_to_string(&path).unwrap();
    assert_eq!(code(&run(&[])), 0);
    // An answer that is none does not take a solution's place.
    let output = run(&["--nodes", "1"]);
    assert_eq!(code(&output), 3);
    assert!(text(&output.stderr).contains("holds a better solution"));
    assert_eq!(fs::read_to_string(&path).unwrap(), solved);
    // Nor does one that says less, or one to another position.
    for less in [
        &["--answer", "verdict"][..],
        &["--no-lengths"],
        &["--certify", "none"],
    ] {
        let output = run(less);
        assert_eq!(code(&output), 0, "{less:?}");
        assert!(text(&output.stderr).contains("holds a better solution"));
        assert_eq!(fs::read_to_string(&path).unwrap(), solved, "{less:?}");
    }
    let other = puzzle.replace("[2,0,0]", "[2,0,1]");
    assert_ne!(other, puzzle);
    let args = ["solve", "--format", "json", "--out", dir, "-"];
    let output = bonduc_with(&args, &other);
    assert_eq!(code(&output), 2);
    assert!(text(&output.stderr).contains("another position"));
    assert_eq!(fs::read_to_string(&path).unwrap(), solved);
    // Files beside it that belong to something else stay, too.
    let beside = folder.path().join("position.certificate.zst");
    fs::write(&beside, "mine").unwrap();
    let large = "giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16";
    let output = bonduc(&["solve", "--brief", "--out", dir, large]);
    assert_eq!(code(&output), 2);
    assert_eq!(fs::read_to_string(&beside).unwrap(), "mine");
    let graph = folder.path().join("position.dot");
    fs::write(&graph, "mine").unwrap();
    let output = bonduc(&["solve", "--brief", "--dot", dir, large]);
    assert_eq!(code(&output), 2);
    assert!(
        text(&output.stdout).contains("win"),
        "the answer is told all the same"
    );
    assert_eq!(fs::read_to_string(&graph).unwrap(), "mine");
}

/// Everything that is wrong is told, also beside what cannot be read at all.
#[test]
fn faults_do_not_hide_one_another() {
    let bad = r#"{"game":"kiothi","north":[0,-1,3],"south":[2,0],"marked":["a","b","L"],
        "to_move":"south","solution":["z9"]}"#;
    let (objects, _, _) = solve_file("bad.json", bad.as_bytes());
    let faults = objects[0]["faults"].as_array().unwrap();
    let paths: Vec<&str> = faults.iter().map(|fault| text_of(&fault["path"])).collect();
    assert_eq!(
        paths,
        ["$.north[1]", "$.north", "$.marked[1]", "$.marked[2]"]
    );
    let (objects, _, _) = solve_file("s.json", br#"{"program":"bonduc","status":"solved"}"#);
    assert_eq!(objects[0]["faults"][0]["found"], "a solution file");
}

/// The batch of all positions with known values: as many threads and in whatever order, the same bytes.
#[test]
fn a_batch_is_the_same_whatever_threads_and_order() {
    let mut lines = Vec::new();
    for file in ["giuthi-values", "kiothi-values", "plies"] {
        for (number, mut line) in data(&format!("{file}.jsonl")).into_iter().enumerate() {
            let puzzle = line.as_object_mut().unwrap();
            for answer in [
                "wins_with_lead",
                "draws_with_lead",
                "moves",
                "verdict",
                "plies",
            ] {
                puzzle.remove(answer);
            }
            puzzle.insert("id".to_owned(), json!(format!("{file}-{number}")));
            lines.push(line.to_string());
        }
    }
    assert!(lines.len() > 700);
    let run = |lines: &[String], threads: &str| -> Vec<String> {
        let args = ["solve", "--format", "json", "--threads", threads, "-"];
        let output = bonduc_with(&args, &lines.join("\n"));
        assert_eq!(code(&output), 0, "{}", text(&output.stderr));
        let timeless = |line: &str| {
            let end = line.rfind(",\"seconds\":").unwrap();
            line[..end].to_owned()
        };
        text(&output.stdout).lines().map(timeless).collect()
    };
    let one = run(&lines, "1");
    assert_eq!(one.len(), lines.len());
    assert_eq!(one, run(&lines, "2"));
    // A fixed shuffle: by a multiplier without common factor.
    let count = lines.len();
    let order: Vec<usize> = (0..count).map(|i| (i * 7919 + 13) % count).collect();
    let shuffled: Vec<String> = order.iter().map(|&i| lines[i].clone()).collect();
    let answers = run(&shuffled, "2");
    for (answer, &i) in answers.iter().zip(&order) {
        assert_eq!(answer, &one[i]);
    }
    let mut sorted = order;
    sorted.sort_unstable();
    assert!(sorted.into_iter().eq(0..count), "a shuffle");
}

#[test]
fn games_are_replayed() {
    let games = [
        json!({"id": "good", "position": "giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16",
            "moves": ["a+", "e-", "c+", "d+", "D-"]}),
        json!({"id": "illegal", "position": "giuthi 0,0,0,3,0/2,0,0,0,4 s",
            "moves": ["a+", "c+"]}),
        json!({"id": "unknown", "position": "giuthi 0,0,0,3,0/2,0,0,0,4 s", "moves": ["z9"]}),
        json!({"id": "object", "position": {"game": "giuthi", "north": [1, 1, 1, 1, 4],
            "south": [1, 3, 0, 3, 1], "to_move": "south"}, "moves": ["b-", "b+"]}),
        json!({"id": "over", "position": "giuthi 0,2/0,0 s", "moves": ["pass", "B-", "B+"]}),
    ];
    let lines: Vec<String> = games.iter().map(Value::to_string).collect();
    let output = bonduc_with(&["replay", "--format", "json", "-"], &lines.join("\n"));
    assert_eq!(code(&output), 1);
    let answers = objects(&output);
    assert_eq!(answers.len(), games.len());
    assert_eq!(answers[0]["error"], Value::Null);
    let ply = json!({
        "side": "south", "move": "a+", "captured": 0, "next": "again",
        "position": {
            "north": [0, 0, 0, 3, 0], "south": [0, 1, 1, 0, 4], "marked": [],
            "captured": {"south": 15, "north": 16}, "to_move": "south",
        },
    });
    assert_eq!(answers[0]["plies"][0], ply);
    assert_eq!(answers[0]["plies"].as_array().unwrap().len(), 5);
    assert_eq!(answers[1]["error"]["ply"], 1);
    assert!(text_of(&answers[1]["error"]["message"]).contains("G2"));
    assert_eq!(answers[2]["error"]["ply"], 0);
    assert_eq!(answers[3]["plies"][0]["next"], "endless");
    assert_eq!(
        answers[3]["plies"][0]["position"]["south"],
        json!([1, 3, 0, 3, 1])
    );
    assert_eq!(answers[3]["error"]["ply"], 1);
    assert!(text_of(&answers[3]["error"]["message"]).contains("over"));
    // A pass is written out; the game ends when its board comes up again or nobody can sow.
    let over = answers[4]["plies"].as_array().unwrap();
    assert_eq!(over[0]["move"], "pass");
    assert!(
        over.iter()
            .any(|ply| ply["next"] == "over" && ply.get("ending").is_some())
    );
}

#[test]
fn bad_games_are_refused() {
    let lines = [
        "{\"position\": \"chess\", \"moves\": []}",
        "{\"position\": \"giuthi 0,2/0,0 s\"}",
        "{\"position\": \"giuthi 0,2/0,0 s\", \"moves\": [1], \"x\": 2}",
        "[]",
        "nonsense",
    ];
    let output = bonduc_with(&["replay", "--format", "json", "-"], &lines.join("\n"));
    assert_eq!(code(&output), 2);
    let answers = objects(&output);
    assert_eq!(answers.len(), lines.len());
    for answer in &answers {
        assert_eq!(answer["status"], "refused");
    }
    assert_eq!(answers[2]["faults"].as_array().unwrap().len(), 2);
}

#[test]
fn counts_and_digests_are_printed() {
    let output = bonduc(&["perft", "giuthi 4,4,4,4,4/4,4,4,4,4 s", "--depth", "4"]);
    assert_eq!(text(&output.stdout), "{\"perft\":[10,76,508,2930]}\n");
    let args = [
        "table",
        "digest",
        "giuthi",
        "--pits",
        "5",
        "--seeds",
        "8",
        "--rules",
        "giuthi-russ",
    ];
    let got = objects(&bonduc(&args));
    let expected: Vec<Value> = data("layers.jsonl")
        .into_iter()
        .filter(|line| line["rules"] == "giuthi-russ")
        .collect();
    assert_eq!(got, expected);
}

#[test]
fn solution_files_are_written_and_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("deep/down");
    let output = bonduc(&[
        "solve",
        "puzzles/kiothi-02.json",
        "--out",
        out.to_str().unwrap(),
    ]);
    assert_eq!(code(&output), 0);
    let mut names: Vec<_> = fs::read_dir(&out)
        .unwrap()
        .map(|e| e.unwrap().file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["kiothi-02.certificate.zst", "kiothi-02.json"]);
    let text = fs::read_to_string(out.join("kiothi-02.json")).unwrap();
    let solution: bonduc::puzzle::Solution = serde_json::from_str(&text).unwrap();
    assert_eq!(
        serde_json::to_string_pretty(&solution).unwrap() + "\n",
        text
    );
    assert_eq!(solution.seconds, None);
}

#[test]
fn text_for_people_says_it_in_words() {
    let output = bonduc(&["solve", "puzzles/giuthi-2x5-04.json"]);
    let page = text(&output.stdout);
    for words in [
        "South wins in 13 plies (proved shortest).",
        "Key: a+, and no other.",
        "a+,e-,c+,d+",
        "North  pass",
        "South 23, North 17: South wins by 6.",
        "winning  a+",
        "│  2  │",
    ] {
        assert!(page.contains(words), "{words}\n{page}");
    }
    assert!(
        !page.contains('\u{1b}'),
        "no colour where there is no terminal"
    );
    let output = bonduc(&["solve", "--color", "always", "puzzles/giuthi-2x5-04.json"]);
    assert!(text(&output.stdout).contains('\u{1b}'));
    let output = bonduc(&["show", "--ascii", "kiothi 0,3*/1,0 s"]);
    assert!(output.stdout.is_ascii());
    assert!(text(&output.stdout).contains("3*"));
}

/// Every schema accepts what the program reads and writes, and what it refuses in form.
#[test]
fn schemas_hold() {
    let schema = |kind| {
        let output = bonduc(&["schema", kind]);
        let schema: Value = serde_json::from_slice(&output.stdout).unwrap();
        let draft = "https://json-schema.org/draft/2020-12/schema";
        assert_eq!(schema["$schema"], draft);
        jsonschema::validator_for(&schema).unwrap()
    };
    let (puzzle, solution) = (schema("puzzle"), schema("solution"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (folder, schema) in [("puzzles", &puzzle), ("solutions", &solution)] {
        for file in fs::read_dir(root.join(folder)).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "json") {
                continue;
            }
            let text = fs::read_to_string(path).unwrap();
            let value: Value = serde_json::from_str(&text).unwrap();
            schema.validate(&value).unwrap();
        }
    }
    let (answers, _) = solve_json(&["puzzles", "no-such-file", "giuthi 0,0,1/1,0,0 s 5-3"]);
    for answer in answers {
        solution.validate(&answer).unwrap();
    }
    let analysed = [
        &["--tree", "--tries", "--set-play", "--threats"],
        &["puzzles"][..],
    ]
    .concat();
    let (answers, _) = solve_json(&analysed);
    let mut without = 0;
    for answer in answers {
        solution.validate(&answer).unwrap();
        let id = answer["id"].as_str().unwrap();
        if id.starts_with("one-warrior") || id.starts_with("history") {
            // Analysis is of wins and draws without a history, and says so.
            assert_eq!(answer["analysis"], Value::Null, "{answer}");
            without += 1;
            continue;
        }
        for part in ["tree", "tries", "set_play", "threats"] {
            assert!(answer["analysis"][part] != Value::Null, "{answer}");
        }
    }
    assert_eq!(without, 7);
    let full = json!({
        "id": "x", "game": "kiothi", "rules": {"preset": "kiothi", "must_cross": true},
        "pits": 3, "north": [0, 0, 3], "south": [2, 0, 0], "marked": ["C"],
        "captured": {"south": 1}, "to_move": "north",
        "history": [{"north": [0, 0, 3], "south": [1, 1, 0], "marked": ["C"], "to_move": "south"}],
        "stipulation": {"goal": "margin", "exactly": 2, "for": "south", "within": {"turns": 3}, "kind": "direct"},
        "title": "t", "author": "a", "source": "s", "year": 2026, "comment": "c", "tags": ["g"],
        "solution": {"move": "C1", "replies": [{"move": "a2", "then": {"move": "C1"}}]},
    });
    puzzle.validate(&full).unwrap();
    let (objects, _, code) = solve_file("x.json", full.to_string().as_bytes());
    assert!(code < 2, "{objects:?}");
    for (field, value) in [
        ("colour", json!(1)),
        ("game", json!("chess")),
        ("north", json!([0, -1, 3])),
        ("south", json!([300, 0, 0])),
        ("south", json!([1])),
        ("to_move", json!(null)),
        ("title", json!(null)),
        ("rules", json!({"must_cross": "yes"})),
        ("rules", json!("chess")),
        ("marked", json!(["Z"])),
        ("history", json!([{}])),
        ("stipulation", json!({"goal": "margin"})),
        (
            "stipulation",
            json!({"goal": "margin", "at_least": 1, "exactly": 1}),
        ),
        ("stipulation", json!({"goal": "capture", "at_least": -1})),
        ("stipulation", json!({"goal": "win", "at_least": 1})),
        ("stipulation", json!({"goal": "win", "within": {}})),
        ("stipulation", json!({"goal": "win", "kind": "help"})),
        ("stipulation", json!({"goal": "win", "moves": 2})),
        ("stipulation", json!({})),
        ("solution", json!(["c"])),
        ("solution", json!("a+")),
        ("year", json!("2026")),
        ("id", json!("")),
    ] {
        let content = with(field, value);
        let value: Value = serde_json::from_str(&content).unwrap();
        assert!(!puzzle.is_valid(&value), "the schema takes {content}");
        let (_, _, code) = solve_file("x.json", content.as_bytes());
        assert_eq!(code, 2, "the program takes {content}");
    }
}

/// Ctrl-C: what was answered stands, the puzzle under way is unsolved, the rest is left.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_cleanly() {
    use std::io::{BufRead as _, BufReader};
    use std::process::{Command, Stdio};

    let start = "giuthi 8,8,8,8,8,8,8,8/8,8,8,8,8,8,8,8 s";
    let mut child = Command::new(env!("CARGO_BIN_EXE_bonduc"))
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .args(["solve", "--format", "json", "giuthi 0,0,1/1,0,0 s 5-3"])
        .args([start, "giuthi 0,0,1/1,0,0 s 3-5"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
    assert_eq!(first["status"], "solved");
    // The first answer is out, so the second puzzle is under way or about to be.
    let pid = child.id().to_string();
    let kill = Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(kill.success());
    let rest: Vec<Value> = lines
        .map(|line| serde_json::from_str(&line.unwrap()).unwrap())
        .collect();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(rest.len() <= 1, "the third puzzle is left");
    assert!(rest.iter().all(|answer| answer["status"] == "unsolved"));
    assert!(text(&output.stderr).contains("interrupted"));
}

/// `--dot` writes a graph for each puzzle, and says where it cannot.
#[test]
fn graphs_of_solutions_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let dot = folder.path().join("new/dots");
    let args = [
        "solve",
        "--brief",
        "--dot-depth",
        "3",
        "puzzles/kiothi-05.json",
    ];
    let output = bonduc(&[&args[..], &["--dot", dot.to_str().unwrap()]].concat());
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let graph = fs::read_to_string(dot.join("kiothi-05.dot")).unwrap();
    assert!(graph.starts_with("digraph solution {"), "{graph}");
    assert!(graph.contains("label=\"c1 x3\""), "{graph}");
    let file = folder.path().join("file");
    fs::write(&file, "x").unwrap();
    let output = bonduc(&[&args[..], &["--dot", file.to_str().unwrap()]].concat());
    assert_eq!(code(&output), 2, "{}", text(&output.stderr));
    let output = bonduc(&args[..4]);
    assert_eq!(code(&output), 2, "{}", text(&output.stderr));
}

/// Tries, set play and threats of one shipped puzzle, as its page tells them.
#[test]
fn an_analysis_reads_well() {
    let args = ["solve", "--tree", "6", "--tries", "--set-play", "--threats"];
    let output = bonduc(&[&args[..], &["puzzles/giuthi-2x5-04.json"]].concat());
    let page = text(&output.stdout);
    for line in [
        "Variations\n  a+!,e-!,c+,d+\n    D+,pass  3 plies to go\n    D- b+  7 plies to go\n",
        "  a-? fails to D+! alone, by which North wins in 7 plies; not to the other move\n",
        "  e-,c+ x1? fails to E- x1! alone, by which North draws; not to the other move\n",
        "  If North were to move, South would reach the goal too.\n",
        "  a+,e-,c+,d+ threatens b+,e+ x1 (the goal in 7 plies)\n",
    ] {
        assert!(page.contains(line), "{line}\n{page}");
    }
}

/// A search that a limit stops is kept in a file; the next run goes on with it, and removes the file once the puzzle is solved.
#[test]
fn searches_are_kept_and_taken_up() {
    let folder = tempfile::tempdir().unwrap();
    let keep = folder.path().join("kept");
    let keep = keep.to_str().unwrap();
    let solve = |nodes: &str| {
        bonduc(&[
            "solve",
            "giuthi 3,3,3,3,3/3,3,3,3,3 s 0-0",
            "--brief",
            "--answer=verdict",
            "--table-seeds=0",
            "--no-lengths",
            "--keep",
            keep,
            "--nodes",
            nodes,
        ])
    };
    let files = || {
        let files = std::fs::read_dir(keep).unwrap();
        files.map(|file| file.unwrap().path()).collect::<Vec<_>>()
    };
    // 1. Stopped, and stopped again further on.
    let output = solve("2000");
    assert_eq!(code(&output), 3, "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("the search is kept in"));
    let [file] = &files()[..] else {
        panic!("{:?}", files());
    };
    let first = std::fs::read(file).unwrap();
    // The same limit again gets further: it is for one run.
    let output = solve("2000");
    assert_eq!(code(&output), 3);
    assert!(
        text(&output.stderr).contains("goes on with the 2"),
        "{}",
        text(&output.stderr)
    );
    let second = std::fs::read(file).unwrap();
    assert!(second.len() > first.len());
    // 2. Damaged: told, not used, left as it is.
    let mut damaged = second.clone();
    damaged[second.len() / 2] ^= 1;
    std::fs::write(file, &damaged).unwrap();
    let output = solve("4000");
    assert_eq!(code(&output), 4, "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("not used"));
    assert_eq!(std::fs::read(file).unwrap(), damaged);
    // 3. Solved.
    std::fs::write(file, &second).unwrap();
    let output = solve("500000");
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    assert!(
        text(&output.stdout).contains("win"),
        "{}",
        text(&output.stdout)
    );
    assert_eq!(files(), Vec::<std::path::PathBuf>::new());
}
