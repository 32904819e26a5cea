//! `solve --rules-all`: every reading is what a plain solve under these rules says, and what hangs on an option does.

use std::collections::{BTreeMap, BTreeSet};

use bonduc::rules::Game;
use serde_json::{Value, json};

use crate::cli::{bonduc, bonduc_with, code, objects, text};

/// Positions on which something, or nothing, hangs, and on what.
const POSITIONS: [(&str, &[&str]); 5] = [
    (
        "giuthi 1,2,1,1,2/0,0,2,0,0 n 15-15",
        &["empty_opposite", "chain_gap"],
    ),
    ("giuthi 2,1,0,2,1/1,0,0,1,0 n 15-15", &["chain_gap"]),
    ("giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16", &[]),
    ("giuthi 1,1,0,0,2/1,2,0,1,0 s 15-15", &["chain_gap"]),
    ("kiothi 2,0,1,2,1/0,0,0,0,0 n 5-5", &["must_cross"]),
];

fn solve(args: &[&str]) -> Value {
    let output = bonduc(&[&["solve", "--format", "json"], args].concat());
    let mut objects = objects(&output);
    assert_eq!(objects.len(), 1, "{}", text(&output.stderr));
    objects.remove(0)
}

/// The value of every option that bears on play, read from the text of a rule set.
fn options(game: Game, rules: &str) -> BTreeMap<&'static str, String> {
    let specs = game.options().iter().filter(|spec| spec.name != "setup");
    let mut options: BTreeMap<_, _> = specs
        .map(|spec| (spec.name, spec.values[0].to_owned()))
        .collect();
    for word in rules.split_whitespace() {
        match word.split_once('=').unwrap() {
            ("rules", "giuthi-russ") => {
                options.insert("empty_opposite", "no_capture".to_owned());
                options.insert("chain_gap", "stop".to_owned());
            }
            (name, value) => *options.get_mut(name).unwrap() = value.to_owned(),
        }
    }
    options
}

#[test]
fn readings_are_what_plain_solves_say() {
    for (position, hangs_on) in POSITIONS {
        let answer = solve(&["--rules-all", position]);
        let readings = answer["readings"].as_array().unwrap();
        assert_eq!(readings.len(), 8, "{position}");
        let words: Vec<&str> = position.split_whitespace().collect();
        let game = Game::from_name(words[0]).unwrap();
        let bare: Vec<&str> = words.iter().copied().filter(|w| !w.contains('=')).collect();
        let rules: Vec<_> = readings
            .iter()
            .map(|reading| options(game, reading["rules"].as_str().unwrap()))
            .collect();
        assert_eq!(rules.iter().collect::<BTreeSet<_>>().len(), 8, "{position}");
        // 1. Each by itself.
        for reading in readings {
            let with_rules = format!("{} {}", bare.join(" "), reading["rules"].as_str().unwrap());
            let plain = solve(&[&with_rules]);
            for field in ["status", "verdict", "keys", "plies", "goal_met"] {
                assert_eq!(reading[field], plain[field], "{with_rules}: {field}");
            }
        }
        // 2. What hangs on what, from all pairs.
        let mut found = BTreeSet::new();
        for (i, one) in rules.iter().enumerate() {
            for (j, other) in rules.iter().enumerate() {
                let unlike: Vec<_> = one
                    .keys()
                    .filter(|name| one[*name] != other[*name])
                    .collect();
                let results = ["verdict", "keys", "goal_met"];
                let differ = results
                    .iter()
                    .any(|field| readings[i][field] != readings[j][field]);
                if let ([name], true) = (&unlike[..], differ) {
                    found.insert(**name);
                }
            }
        }
        let named: Vec<&str> = answer["hangs_on"]
            .as_array()
            .unwrap()
            .iter()
            .map(|name| name.as_str().unwrap())
            .collect();
        assert_eq!(
            named.iter().copied().collect::<BTreeSet<_>>(),
            found,
            "{position}"
        );
        assert_eq!(named, hangs_on, "{position}");
    }
}

#[test]
fn people_are_told_on_what_it_hangs() {
    for (position, says) in [
        (
            POSITIONS[0].0,
            "The verdict hangs on empty_opposite; the keys also on chain_gap.",
        ),
        (
            POSITIONS[1].0,
            "The verdict is the same; the keys hang on chain_gap.",
        ),
        (POSITIONS[2].0, "All 8 readings agree."),
    ] {
        let output = bonduc(&["solve", "--rules-all", position]);
        assert_eq!(code(&output), 0);
        let page = text(&output.stdout);
        assert!(page.contains(says), "{page}");
        assert!(page.contains("\n  rules=giuthi-russ "), "{page}");
    }
    let output = bonduc(&["solve", "--rules-all", "--brief", POSITIONS[1].0]);
    assert!(text(&output.stdout).contains("win, hangs on chain_gap"));
}

/// A stipulation is held to each reading; the exit code is that of the puzzle's own rules.
#[test]
fn goals_hang_on_readings_too() {
    let puzzle = json!({"id": "goal", "game": "giuthi", "north": [1, 2, 1, 1, 2], "south": [0, 0, 2, 0, 0],
        "captured": {"south": 15, "north": 15}, "to_move": "north", "stipulation": {"goal": "win"},
        "rules": "giuthi-russ"});
    let args = ["solve", "--format", "json", "--rules-all", "-"];
    let output = bonduc_with(&args, &puzzle.to_string());
    assert_eq!(code(&output), 0);
    let answer = &objects(&output)[0];
    let met = |reading: &Value| reading["goal_met"] == json!(true);
    let readings = answer["readings"].as_array().unwrap();
    assert_eq!(readings.iter().filter(|reading| met(reading)).count(), 4);
    assert_eq!(answer["hangs_on"], json!(["empty_opposite", "chain_gap"]));
    let schema = bonduc(&["schema", "solution"]);
    let schema: Value = serde_json::from_str(&text(&schema.stdout)).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(validator.is_valid(answer), "{answer}");
}

/// Solution files say that readings are stated only.
#[test]
fn readings_are_stated_in_solution_files() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let output = bonduc(&[
        "solve",
        "--rules-all",
        "--brief",
        "--out",
        out,
        POSITIONS[2].0,
    ]);
    assert_eq!(code(&output), 0);
    let output = bonduc(&["check", "--format", "json", out]);
    assert_eq!(code(&output), 0, "{}", text(&output.stdout));
    let report = &objects(&output)[0];
    let stated = report["stated"].as_array().unwrap();
    assert!(stated.contains(&json!("readings")), "{report}");
}

/// Readings that a limit leaves open are left out, and that is said.
#[test]
fn limits_leave_readings_out() {
    let position = "giuthi 8,8,8,8,8,8,8,8/8,8,8,8,8,8,8,8 s";
    let limits = [
        "--nodes",
        "1000",
        "--table-seeds",
        "0",
        "--answer",
        "verdict",
    ];
    let args = [&["solve", "--rules-all"], &limits[..], &[position]].concat();
    let output = bonduc(&args);
    assert_eq!(code(&output), 3);
    let says = "8 of 8 readings are not answered within the limits and left out.";
    assert!(
        text(&output.stdout).contains(says),
        "{}",
        text(&output.stdout)
    );
    let messages = text(&output.stderr);
    assert_eq!(
        messages.matches("allow more with --nodes").count(),
        8,
        "{messages}"
    );
    let output = bonduc(&[&args[..], &["--format", "json"]].concat());
    let answer = &objects(&output)[0];
    assert_eq!(answer["hangs_on"], json!([]));
    let readings = answer["readings"].as_array().unwrap();
    assert!(
        readings
            .iter()
            .all(|reading| reading["status"] == "unsolved")
    );
    assert!(readings.iter().all(|reading| reading["verdict"].is_null()));
}
