//! Solution files with their certificates: written, damaged, edited and checked by the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli::{bonduc, bonduc_with, code, objects, text};

/// A win with its certificate in a file of its own.
const WIN: &str = "giuthi-2x5-01";

/// A draw, as well.
const DRAW: &str = "giuthi-2x8-04";

/// A certificate of more than one block of compressed text.
const LONG: &str = "kiothi-10";

fn puzzle(id: &str) -> String {
    format!("puzzles/{id}.json")
}

fn solve(folder: &Path, id: &str, certify: &str) -> Output {
    let out = folder.to_str().unwrap();
    let path = puzzle(id);
    bonduc(&[
        "solve",
        "--brief",
        "--certify",
        certify,
        "--out",
        out,
        &path,
    ])
}

/// A folder with the solution of a puzzle and all that can be certified of it.
fn solved(id: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let output = solve(folder.path(), id, "keys,moves,length");
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    assert!(packed(folder.path(), id).exists());
    folder
}

fn packed(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.certificate.zst"))
}

fn read(folder: &Path, id: &str) -> Value {
    let text = fs::read(folder.join(format!("{id}.json"))).unwrap();
    serde_json::from_slice(&text).unwrap()
}

fn write(folder: &Path, id: &str, solution: &Value) {
    fs::write(folder.join(format!("{id}.json")), solution.to_string()).unwrap();
}

/// Checks a solution; gives its report and the exit code.
fn checked(folder: &Path, id: &str, more: &[&str]) -> (Value, i32) {
    let path = folder.join(format!("{id}.json"));
    let args = ["check", "--format", "json", path.to_str().unwrap()];
    let output = bonduc(&[&args[..], more].concat());
    let objects = objects(&output);
    assert_eq!(objects.len(), 1, "{}", text(&output.stderr));
    (objects[0].clone(), code(&output))
}

/// Checks that a solution is not let pass, with this status and code and a fault at a path.
fn fails(folder: &Path, id: &str, more: &[&str], status: &str, expected: i32, path: &str) -> Value {
    let (report, code) = checked(folder, id, more);
    let found = (&report["status"], code, &report["fault"]["path"]);
    assert_eq!(found, (&json!(status), expected, &json!(path)), "{report}");
    report
}

#[test]
fn what_the_solver_writes_passes() {
    for id in [WIN, DRAW, LONG] {
        let folder = solved(id);
        let (report, code) = checked(folder.path(), id, &["--against", "puzzles"]);
        assert_eq!(
            (code, &report["status"]),
            (0, &json!("checked")),
            "{report}"
        );
        let stated = report["stated"].as_array().cloned().unwrap_or_default();
        let without_evidence = |claim| claim == "leads" || claim == "move_plies";
        assert!(stated.iter().all(without_evidence), "{report}");
        let positions = &read(folder.path(), id)["certificate"]["positions"];
        assert_eq!(&report["positions"], positions);
    }
}

/// A certificate file that is not as it was written is called damaged, or says the same as before.
#[test]
fn damaged_certificate_files_are_told() {
    let folder = solved(WIN);
    let path = packed(folder.path(), WIN);
    let sound = fs::read(&path).unwrap();
    let as_text = zstd::decode_all(sound.as_slice()).unwrap();
    let damaged = |id| fails(folder.path(), id, &[], "damaged", 4, "$.certificate");
    fs::remove_file(&path).unwrap();
    damaged(WIN);
    for length in [0, 1, 10, sound.len() / 2, sound.len() - 1] {
        fs::write(&path, &sound[..length]).unwrap();
        damaged(WIN);
    }
    fs::write(&path, "bonduc certificate 1\n").unwrap();
    damaged(WIN);
    fs::write(&path, [&sound[..], b"more"].concat()).unwrap();
    damaged(WIN);
    for at in (0..sound.len()).step_by(sound.len() / 40) {
        let mut flipped = sound.clone();
        flipped[at] ^= 0x10;
        // A few bits have no bearing on the text.
        let same = zstd::decode_all(flipped.as_slice()).is_ok_and(|text| text == as_text);
        fs::write(&path, flipped).unwrap();
        match checked(folder.path(), WIN, &[]) {
            (_, 0) if same => {}
            (report, 4) => assert_eq!(report["status"], "damaged"),
            (report, code) => panic!("byte {at}: {code} {report}"),
        }
    }
}

/// In a long certificate the text goes wrong before the checksum is reached; it is damaged all the same.
#[test]
fn a_flipped_byte_of_a_long_certificate_is_damage() {
    let folder = solved(LONG);
    let path = packed(folder.path(), LONG);
    let sound = fs::read(&path).unwrap();
    for at in (20..sound.len()).step_by(sound.len() / 15) {
        let mut flipped = sound.clone();
        flipped[at] ^= 0x10;
        fs::write(&path, flipped).unwrap();
        fails(folder.path(), LONG, &[], "damaged", 4, "$.certificate");
    }
}

#[test]
fn another_certificate_or_none_does_not_do() {
    let folder = solved(WIN);
    let other = solved(DRAW);
    let here = folder.path();
    let solution = read(here, WIN);
    // 1. Of another puzzle.
    fs::copy(packed(other.path(), DRAW), packed(here, WIN)).unwrap();
    fails(here, WIN, &[], "failed", 1, "$.certificate.positions");
    let mut edited = solution.clone();
    edited["certificate"]["positions"] =
        read(other.path(), DRAW)["certificate"]["positions"].clone();
    write(here, WIN, &edited);
    fails(here, WIN, &[], "failed", 1, "$.certificate");
    // 2. In another folder: only a name is taken, though the file is there.
    fs::create_dir(here.join("deeper")).unwrap();
    solve(&here.join("deeper"), WIN, "keys,moves,length");
    let name = format!("{WIN}.certificate.zst");
    let deeper = here.join("deeper");
    for path in [
        format!("deeper/{name}"),
        format!("./deeper/../deeper/{name}"),
        deeper.join(&name).to_str().unwrap().to_owned(),
        "..".to_owned(),
        "/".to_owned(),
        String::new(),
    ] {
        let mut solution = solution.clone();
        solution["certificate"]["file"] = json!(path);
        write(here, WIN, &solution);
        fails(here, WIN, &[], "damaged", 4, "$.certificate");
    }
    // 3. None.
    let mut without = solution.clone();
    without.as_object_mut().unwrap().remove("certificate");
    write(here, WIN, &without);
    let (report, code) = checked(here, WIN, &[]);
    assert_eq!((code, &report["status"]), (1, &json!("unproved")));
    // 4. In the solution, and shorter by a line.
    let text = fs::read(packed(&deeper, WIN)).unwrap();
    let text = zstd::decode_all(text.as_slice()).unwrap();
    let text = String::from_utf8(text).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    for (lines, expected) in [(&lines[..], 0), (&lines[..lines.len() - 1], 1), (&[], 1)] {
        let mut inside = solution.clone();
        inside["certificate"] = json!(lines);
        write(here, WIN, &inside);
        assert_eq!(checked(here, WIN, &[]).1, expected);
    }
}

#[test]
fn what_is_no_solved_solution_is_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    for (status, more) in [
        ("unsolved", json!({"verdict_at_least": "draw"})),
        ("refused", json!({"faults": []})),
    ] {
        let mut solution = json!({"id": "one", "status": status});
        let fields = solution.as_object_mut().unwrap();
        fields.extend(more.as_object().unwrap().clone());
        write(here, "one", &solution);
        let (report, code) = checked(here, "one", &[]);
        assert_eq!((code, &report["status"]), (0, &json!("unsolved")));
    }
    for content in ["", "{", "[]", "{\"id\": \"one\"}", "bonduc certificate 1\n"] {
        fs::write(here.join("one.json"), content).unwrap();
        fails(here, "one", &[], "refused", 2, "$");
    }
    fs::copy(puzzle(WIN), here.join("one.json")).unwrap();
    fails(here, "one", &[], "refused", 2, "$");
    fails(here, "two", &[], "refused", 2, "$");
    // A folder without solutions.
    fs::remove_file(here.join("one.json")).unwrap();
    let output = bonduc(&["check", here.to_str().unwrap()]);
    assert_eq!(code(&output), 2);
    assert!(text(&output.stderr).contains("found no *.json files"));
}

/// Every edit of a solution is found at its place.
#[test]
fn edited_solutions_fail() {
    type Edit = fn(&mut Value);
    let remove = |solution: &mut Value, fields: &[&str]| {
        for field in fields {
            solution.as_object_mut().unwrap().remove(*field);
        }
    };
    let edits: &[(&str, Edit, &str)] = &[
        (WIN, |s| s["verdict"] = json!("draw"), "$.certificate"),
        (WIN, |s| s["verdict"] = json!("loss"), "$.certificate"),
        (WIN, |s| s["goal_met"] = json!(false), "$.goal_met"),
        (WIN, |s| s["keys"] = json!([]), "$.keys"),
        (WIN, |s| s["keys"] = json!(["B+", "B+"]), "$.keys"),
        (WIN, |s| s["keys"] = json!(["B+", "C+"]), "$.keys"),
        (WIN, |s| s["moves"][0]["verdict"] = json!("draw"), "$.moves"),
        (
            WIN,
            |s| s["moves"][1]["verdict"] = json!("win"),
            "$.moves[1].plies",
        ),
        (
            WIN,
            |s| {
                s["moves"][1]["verdict"] = json!("win");
                s["moves"][1]["plies"] = json!(7);
            },
            "$.keys",
        ),
        (WIN, |s| s["moves"][0]["captured"] = json!(1), "$.moves[0]"),
        (
            WIN,
            |s| s["moves"][3]["next"] = json!("again"),
            "$.moves[3]",
        ),
        (
            WIN,
            |s| s["moves"][0]["plies"] = json!(6),
            "$.moves[0].plies",
        ),
        (WIN, |s| s["moves"][0]["plies"] = json!(4), "$.plies"),
        (
            WIN,
            |s| s["moves"][0]["plies"] = json!(null),
            "$.moves[0].plies",
        ),
        (
            WIN,
            |s| s["moves"][1]["plies"] = json!(9),
            "$.moves[1].plies",
        ),
        (
            WIN,
            |s| s["moves"][3]["plies"] = json!(99),
            "$.moves[3].plies",
        ),
        (
            WIN,
            |s| s["moves"][0]["wins_with_lead"] = json!(2),
            "$.moves[0].wins_with_lead",
        ),
        (
            WIN,
            |s| s["moves"][0]["wins_with_lead"] = json!(-9),
            "$.wins_with_lead",
        ),
        (
            WIN,
            |s| s["moves"][3]["draws_with_lead"] = json!("always"),
            "$.moves[3].draws_with_lead",
        ),
        (WIN, |s| s["wins_with_lead"] = json!(-7), "$.wins_with_lead"),
        (
            WIN,
            |s| s["draws_with_lead"] = json!(-7),
            "$.draws_with_lead",
        ),
        (WIN, |s| s["moves"][0]["move"] = json!("A+"), "$.moves"),
        (
            WIN,
            |s| drop(s["moves"].as_array_mut().unwrap().pop()),
            "$.moves",
        ),
        (WIN, |s| s["line"][0]["move"] = json!("B-"), "$.line[0]"),
        (WIN, |s| s["line"][0]["move"] = json!("b-"), "$.line[0]"),
        (WIN, |s| s["line"][1]["side"] = json!("north"), "$.line[1]"),
        (WIN, |s| s["line"][1]["captured"] = json!(3), "$.line[1]"),
        (
            WIN,
            |s| drop(s["line"].as_array_mut().unwrap().pop()),
            "$.ending",
        ),
        (WIN, |s| s["plies"] = json!(4), "$.plies"),
        (WIN, |s| s["plies"] = json!(6), "$.plies"),
        (WIN, |s| s["plies"] = json!(0), "$.plies"),
        (WIN, |s| s["plies"] = json!(null), "$.plies"),
        (WIN, |s| s["ending"]["north"] = json!(23), "$.ending"),
        (
            WIN,
            |s| s["ending"] = json!({"kind": "endless_sowing"}),
            "$.ending",
        ),
        (WIN, |s| s["wins_with_lead"] = json!(2), "$.wins_with_lead"),
        (
            WIN,
            |s| s["wins_with_lead"] = json!("never"),
            "$.wins_with_lead",
        ),
        (
            WIN,
            |s| s["draws_with_lead"] = json!(2),
            "$.draws_with_lead",
        ),
        (WIN, |s| s["to_move"] = json!("south"), "$.to_move"),
        (WIN, |s| s["game"] = json!("kiothi"), "$.game"),
        (WIN, |s| s["position"] = json!("giuthi"), "$.position"),
        (
            WIN,
            |s| s["certificate"]["positions"] = json!(1),
            "$.certificate.positions",
        ),
        (DRAW, |s| s["verdict"] = json!("win"), "$.certificate"),
        (DRAW, |s| s["plies"] = json!(4), "$.plies"),
        (
            DRAW,
            |s| s["wins_with_lead"] = json!(-30),
            "$.wins_with_lead",
        ),
        (
            DRAW,
            |s| s["draws_with_lead"] = json!(30),
            "$.draws_with_lead",
        ),
    ];
    let folders = [(WIN, solved(WIN)), (DRAW, solved(DRAW))];
    for (index, (id, edit, path)) in edits.iter().enumerate() {
        let folder = folders.iter().find(|(other, _)| other == id).unwrap();
        let folder = folder.1.path();
        let sound = read(folder, id);
        let mut edited = sound.clone();
        edit(&mut edited);
        assert_ne!(edited, sound, "edit {index}");
        write(folder, id, &edited);
        let (report, code) = checked(folder, id, &[]);
        let found = (code, report["fault"]["path"].as_str());
        assert_eq!(found, (1, Some(*path)), "edit {index} of {id}: {report}");
        write(folder, id, &sound);
    }
    // Without what they are held against.
    let (id, folder) = &folders[0];
    let sound = read(folder.path(), id);
    for (fields, field, value, path) in [
        (
            &["line"][..],
            "ending",
            json!({"kind": "endless_sowing"}),
            "$.ending",
        ),
        (&["moves"], "keys", json!(["B+", "B+"]), "$.keys"),
        (&["moves"], "keys", json!(["b+"]), "$.keys"),
    ] {
        let mut edited = sound.clone();
        remove(&mut edited, fields);
        edited[field] = value;
        write(folder.path(), id, &edited);
        fails(folder.path(), id, &[], "failed", 1, path);
    }
    // Fewer things said are no fault.
    let mut less = sound.clone();
    remove(&mut less, &["moves", "keys", "plies", "line", "ending"]);
    write(folder.path(), id, &less);
    let (report, code) = checked(folder.path(), id, &[]);
    assert_eq!((code, &report["certified"]), (0, &json!(["verdict"])));
}

/// A loss has no keys, and neither has a goal that is not met.
#[test]
fn keys_where_there_are_none_fail() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let lost = json!({
        "id": "lost", "game": "giuthi", "north": [0, 0, 3], "south": [2, 0, 0],
        "to_move": "south", "captured": {"south": 0, "north": 40},
    });
    for goal in [Value::Null, json!({"goal": "win"}), json!({"goal": "draw"})] {
        let mut lost = lost.clone();
        if !goal.is_null() {
            lost["stipulation"] = goal;
        }
        let out = here.to_str().unwrap();
        let args = ["solve", "--brief", "--answer", "moves", "--out", out, "-"];
        bonduc_with(&args, &lost.to_string());
        let mut solution = read(here, "lost");
        assert_eq!(solution["verdict"], "loss");
        assert_eq!(solution["keys"], json!([]));
        assert_eq!(checked(here, "lost", &[]).1, 0);
        let legal = solution["moves"][0]["move"].clone();
        solution.as_object_mut().unwrap().remove("moves");
        solution["keys"] = json!([legal]);
        write(here, "lost", &solution);
        fails(here, "lost", &[], "failed", 1, "$.keys");
        fs::remove_file(here.join("lost.json")).unwrap();
    }
}

#[test]
fn solutions_are_held_against_puzzles() {
    let folder = solved(WIN);
    let here = folder.path();
    let other = puzzle(DRAW);
    fails(here, WIN, &["--against", &other], "failed", 1, "$.id");
    let mut posed: Value = serde_json::from_slice(&fs::read(puzzle(WIN)).unwrap()).unwrap();
    posed["id"] = json!(WIN);
    let against = tempfile::tempdir().unwrap();
    let path = against.path().join("puzzle.json");
    for (field, value, fault) in [
        ("captured", json!({"south": 16, "north": 15}), "$.position"),
        ("stipulation", json!({"goal": "draw"}), "$.goal"),
    ] {
        let mut posed = posed.clone();
        posed[field] = value;
        fs::write(&path, posed.to_string()).unwrap();
        let against = ["--against", path.to_str().unwrap()];
        fails(here, WIN, &against, "failed", 1, fault);
    }
}

#[test]
fn certificates_without_room_do_not_pass() {
    let folder = solved(WIN);
    let (report, code) = checked(folder.path(), WIN, &["--memory", "1K"]);
    assert_eq!((report["status"].as_str(), code), (Some("limit"), 3));
    let found = report["fault"]["found"].as_str().unwrap();
    assert!(found.contains("no room"), "{report}");
}

/// A solution with a certificate gives way only to another such; its file goes when the new one has none.
#[test]
fn certificates_are_not_lost() {
    let folder = solved(WIN);
    let here = folder.path();
    let kept = |folder: &Path| {
        let solution = fs::read(folder.join(format!("{WIN}.json"))).unwrap();
        (solution, fs::read(packed(folder, WIN)).unwrap())
    };
    let before = kept(here);
    let output = solve(here, WIN, "none");
    assert_eq!(code(&output), 0);
    assert!(text(&output.stderr).contains("better solution"));
    assert!(kept(here) == before, "both files stay as they were");
    let output = solve(here, WIN, "keys,moves,length");
    assert_eq!(code(&output), 0);
    assert!(kept(here) == before, "the same is written again");
    let output = solve(here, WIN, "verdict");
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    assert!(read(here, WIN)["certificate"].is_array());
    assert!(!packed(here, WIN).exists(), "a certificate of no solution");
    assert_eq!(checked(here, WIN, &[]).1, 0);
    let names = fs::read_dir(here).unwrap();
    assert_eq!(names.count(), 1);
}
