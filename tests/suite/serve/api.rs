//! Every endpoint: what it says is right and as the document has it.

use bonduc::limits::Limits;
use bonduc::notation::parse_position;
use bonduc::puzzle::Puzzle;
use bonduc::report::{refusal, solution};
use bonduc::serve::{Settings, Shelf, openapi};
use bonduc::solve::{AnswerLevel, Request, Solver};
use serde_json::{Value, json};

use super::client::{Served, get, post, share, timeless};

/// What the library answers to a puzzle.
pub fn answer(solver: &mut Solver, puzzle: &Puzzle, level: Option<AnswerLevel>) -> Value {
    let request = Request {
        history: puzzle.history.clone(),
        stipulation: puzzle.stipulation,
        level,
        ..Request::new(puzzle.position)
    };
    let object = solution(&puzzle.id, &solver.solve(&request));
    timeless(serde_json::to_value(object).unwrap())
}

pub fn body(puzzle: &Puzzle) -> Value {
    serde_json::to_value(puzzle.to_json()).unwrap()
}

/// Holds a reply against a schema of the document.
fn conforms(schema: &str, reply: &Value) {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": format!("#/components/schemas/{schema}"),
        "components": openapi()["components"],
    });
    let validator = jsonschema::validator_for(&schema).unwrap();
    let faults: Vec<String> = validator
        .iter_errors(reply)
        .map(|fault| fault.to_string())
        .collect();
    assert!(faults.is_empty(), "{faults:?}\n{reply}");
}

#[test]
fn shipped_puzzles_are_answered_as_by_the_library() {
    let settings = Settings::new("127.0.0.1:0".parse().unwrap());
    let limits = Limits {
        time: None,
        ..settings.limits
    };
    let served = Served::start(|settings| {
        settings.limits = limits;
        settings.workers = 2;
    });
    let mut solver = Solver::new(share(limits, 2), Default::default(), Default::default());
    let shelf = Shelf::shipped();
    for puzzle in shelf.puzzles() {
        let reply = post(
            served.address,
            "/api/solve",
            &json!({ "position": body(puzzle) }),
        );
        assert_eq!(reply.status, 200, "{}", reply.text());
        let reply = timeless(reply.json());
        assert_eq!(reply, answer(&mut solver, puzzle, None), "{}", puzzle.id);
        conforms("Solution", &reply);
        // The shelf gives the same puzzle.
        let reply = get(served.address, &format!("/api/puzzles/{}", puzzle.id)).json();
        assert_eq!(reply["puzzle"], body(puzzle));
        conforms("PuzzleReply", &reply);
    }
    let list = get(served.address, "/api/puzzles").json();
    conforms("Puzzles", &list);
    let ids: Vec<&str> = list["puzzles"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["id"].as_str().unwrap())
        .collect();
    let own: Vec<&str> = shelf.puzzles().map(|puzzle| puzzle.id.as_str()).collect();
    assert_eq!(ids, own);
}

#[test]
fn options_of_solve_are_heeded() {
    let served = Served::start(|_| {});
    let position = "giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16";
    let solve = |more: Value| {
        let mut body = json!({ "position": position });
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let reply = post(served.address, "/api/solve", &body);
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    };
    let mut solver = Solver::new(Limits::default(), Default::default(), Default::default());
    for (word, level) in [
        ("verdict", AnswerLevel::Verdict),
        ("moves", AnswerLevel::Moves),
        ("full", AnswerLevel::Full),
    ] {
        let request = Request {
            level: Some(level),
            ..Request::new(parse_position(position).unwrap())
        };
        let own = serde_json::to_value(solution("position", &solver.solve(&request))).unwrap();
        assert_eq!(timeless(solve(json!({ "answer": word }))), timeless(own));
    }
    assert!(solve(json!({ "lengths": false })).get("plies").is_none());
    // What is asked, in words and as an object.
    let in_words = solve(json!({ "stipulation": "margin>=6" }));
    let object = solve(json!({ "stipulation": { "goal": "margin", "at_least": 6 } }));
    assert_eq!(timeless(in_words.clone()), timeless(object));
    assert_eq!(in_words["goal_met"], true);
    assert_eq!(solve(json!({ "stipulation": null })).get("goal"), None);
    // Moves first: the boards on the way count, and the side to move is another.
    let after = solve(json!({ "moves": ["a+", "e-", "c+", "d+"] }));
    assert_eq!(
        (&after["to_move"], &after["verdict"]),
        (&json!("north"), &json!("loss"))
    );
    assert_eq!(after["plies"], 9);
    // A limit of the request's own.
    let large = "giuthi 4,4,4,4,4,4,4,4/4,4,4,4,4,4,4,4 s";
    let short = post(
        served.address,
        "/api/solve",
        &json!({ "position": large, "nodes": 1000 }),
    );
    assert_eq!(
        (short.status, &short.json()["status"]),
        (200, &json!("unsolved"))
    );
    let clock = std::time::Instant::now();
    let short = post(
        served.address,
        "/api/solve",
        &json!({ "position": large, "time": 0.2 }),
    );
    assert_eq!(
        (short.status, &short.json()["status"]),
        (200, &json!("unsolved"))
    );
    assert!(clock.elapsed().as_secs_f64() < 8.0);
}

#[test]
fn games_are_played_lap_by_lap() {
    let served = Served::start(|_| {});
    let position = "giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16";
    let line = [
        "a+", "e-", "c+", "d+", "D-", "b+", "c+", "b+", "pass", "d-", "pass", "c+", "a-",
    ];
    let reply = post(
        served.address,
        "/api/play",
        &json!({ "position": position, "moves": line }),
    );
    assert_eq!(reply.status, 200);
    let reply = reply.json();
    conforms("Played", &reply);
    let plies = reply["plies"].as_array().unwrap();
    assert_eq!(plies.len(), line.len());
    assert_eq!(
        plies[0]["laps"],
        json!([{ "pit": "a", "hand": 2, "direction": "+", "last": "c" }])
    );
    assert_eq!(plies[12]["captured"], 4);
    let taken = plies[12]["taken"].as_array().unwrap();
    let seeds: u64 = taken
        .iter()
        .map(|taken| taken["seeds"].as_u64().unwrap())
        .sum();
    assert_eq!(seeds, 4);
    assert!(plies[8].get("laps").is_none(), "a pass");
    assert_eq!(
        reply["ending"],
        json!({ "kind": "no_moves", "south": 23, "north": 17 })
    );
    assert!(
        reply["ending_words"]
            .as_str()
            .unwrap()
            .contains("South wins by 6")
    );
    assert_eq!(reply["legal"], json!([]));
    // Each lap by hand.
    let mut board = reply["start"]["position"].clone();
    for ply in plies {
        follow(&mut board, ply);
    }
    // What can be played next, from each point of the line.
    for played in 0..line.len() {
        let body = json!({ "position": position, "moves": line[..played] });
        let reply = post(served.address, "/api/play", &body).json();
        let moves: Vec<&str> = reply["legal"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["move"].as_str().unwrap())
            .collect();
        assert!(moves.contains(&line[played]), "{moves:?} {}", line[played]);
        let next = reply["legal"]
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["move"] == line[played]);
        assert_eq!(next.unwrap()["next"], plies[played]["next"]);
    }
    // A goal, once the game is over.
    for (goal, reached) in [("win", true), ("draw", true)] {
        let mut puzzle = body_of(position);
        puzzle["stipulation"] = json!({ "goal": goal });
        let reply = post(
            served.address,
            "/api/play",
            &json!({ "position": puzzle, "moves": line }),
        )
        .json();
        assert_eq!(reply["goal_reached"], reached);
    }
    let mut puzzle = body_of(position);
    puzzle["stipulation"] = json!({ "goal": "win", "for": "north" });
    let reply = post(
        served.address,
        "/api/play",
        &json!({ "position": puzzle, "moves": line }),
    )
    .json();
    assert_eq!(
        (&reply["goal_reached"], &reply["asked_of"]),
        (&json!(false), &json!("north"))
    );
}

fn body_of(text: &str) -> Value {
    let puzzle = bonduc::puzzle::read_position(
        &bonduc::puzzle::Json::String(text.to_owned()),
        "$",
        "position",
    );
    body(&puzzle.unwrap())
}

/// Plays a ply on a board as a page does: seed by seed, then what was taken.
fn follow(board: &mut Value, ply: &Value) {
    let n = board["south"].as_array().unwrap().len();
    let letter = |i: usize| char::from(b'a' + i as u8);
    let ring: Vec<(&str, usize, String)> = (0..n)
        .map(|i| ("south", i, letter(i).to_string()))
        .chain(
            (0..n)
                .rev()
                .map(|i| ("north", i, letter(i).to_uppercase().to_string())),
        )
        .collect();
    let at = |pit: &Value| {
        ring.iter()
            .position(|(_, _, name)| name == pit.as_str().unwrap())
            .unwrap()
    };
    let add = |board: &mut Value, cell: usize, seeds: i64| {
        let (side, column, _) = &ring[cell];
        let now = board[*side][*column].as_i64().unwrap() + seeds;
        board[*side][*column] = now.into();
    };
    for lap in ply["laps"].as_array().into_iter().flatten() {
        let (mut cell, hand) = (at(&lap["pit"]), lap["hand"].as_i64().unwrap());
        add(board, cell, -hand);
        for _ in 0..hand {
            cell = (cell
                + if lap["direction"] == "+" {
                    1
                } else {
                    2 * n - 1
                })
                % (2 * n);
            add(board, cell, 1);
        }
        assert_eq!(cell, at(&lap["last"]), "{lap}");
    }
    for taken in ply["taken"].as_array().into_iter().flatten() {
        add(board, at(&taken["pit"]), -taken["seeds"].as_i64().unwrap());
    }
    assert_eq!(board["north"], ply["position"]["north"], "{ply}");
    assert_eq!(board["south"], ply["position"]["south"], "{ply}");
}

#[test]
fn games_stop_where_they_must() {
    let served = Served::start(|_| {});
    let play = |position: Value, moves: &[&str]| {
        let reply = post(
            served.address,
            "/api/play",
            &json!({ "position": position, "moves": moves }),
        );
        assert_eq!(reply.status, 200, "{}", reply.text());
        let reply = reply.json();
        conforms("Played", &reply);
        reply
    };
    // An illegal move.
    let reply = play(
        json!("giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16"),
        &["a+", "a+", "c+"],
    );
    assert_eq!(reply["error"]["ply"], 1);
    assert_eq!(reply["plies"].as_array().unwrap().len(), 1);
    assert!(!reply["legal"].as_array().unwrap().is_empty());
    // A sowing that never ends.
    let endless = "giuthi 1,1,1,1,4/1,3,0,3,1 s";
    let reply = play(json!(endless), &["b-"]);
    assert_eq!(reply["plies"][0]["next"], "endless");
    assert_eq!(reply["ending"]["kind"], "endless_sowing");
    let listed = play(json!(endless), &[]);
    let next = listed["legal"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["move"] == "b-")
        .unwrap()
        .clone();
    assert_eq!(
        (&next["next"], &next["ending"]["kind"]),
        (&json!("endless"), &json!("endless_sowing"))
    );
    let reply = play(json!(format!("{endless} endless_sowing=illegal")), &["b-"]);
    assert!(
        reply["error"]["message"]
            .as_str()
            .unwrap()
            .contains("never ends")
    );
    // A repetition of the history.
    let history = Shelf::shipped()
        .puzzles()
        .find(|puzzle| puzzle.id == "history-01")
        .unwrap()
        .clone();
    let reply = play(body(&history), &["a+"]);
    assert_eq!(reply["ending"]["kind"], "repetition", "{reply}");
    // Kiothi's opening.
    let reply = play(json!("kiothi-six"), &[]);
    assert_eq!(reply["start"]["position"]["phase"], "opening");
    assert_eq!(reply["legal"], json!([]));
    let reply = play(
        json!("kiothi 2,2,0/0,2,2 s opening=0"),
        &["b,c>a1,C3", "A,B>B2,C2"],
    );
    assert_eq!(reply["plies"].as_array().unwrap().len(), 2);
    assert!(!reply["legal"].as_array().unwrap().is_empty());
    let solved = post(
        served.address,
        "/api/solve",
        &json!({ "position": "kiothi-six" }),
    );
    assert_eq!(solved.status, 422);
    conforms("Refused", &solved.json());
}

#[test]
fn texts_are_read_in_every_form() {
    let served = Served::start(|_| {});
    let parse = |body: Value| post(served.address, "/api/parse", &body);
    let text = "giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16";
    let reply = parse(json!({ "text": text })).json();
    conforms("Parsed", &reply);
    assert_eq!(reply["puzzles"][0]["text"], text);
    let puzzle = reply["puzzles"][0]["puzzle"].clone();
    // There and back, as an object and as its text.
    for again in [
        json!({ "puzzle": puzzle }),
        json!({ "text": puzzle.to_string() }),
    ] {
        let reply = parse(again).json();
        assert_eq!(
            (&reply["puzzles"][0]["text"], &reply["puzzles"][0]["puzzle"]),
            (&json!(text), &puzzle)
        );
    }
    // Several, some faulty.
    let reply = parse(json!({ "text": format!("{text}\ngiuthi 0/0 s\n") })).json();
    conforms("Parsed", &reply);
    assert_eq!(reply["puzzles"].as_array().unwrap().len(), 2);
    assert!(reply["puzzles"][1]["faults"][0]["found"].is_string());
    // A game: its last position.
    let game = format!("[Id \"one\"]\n[Position \"{text}\"]\n\n1. a+,e- *\n");
    let reply = parse(json!({ "text": game })).json();
    assert_eq!(
        reply["puzzles"][0]["text"], "giuthi 0,0,0,3,0/1,2,2,1,0 s 15-16",
        "{reply}"
    );
    // Nothing of it, or no such body.
    for body in [
        json!({ "text": "chess" }),
        json!({}),
        json!([]),
        json!({ "text": 3 }),
        json!({ "text": text, "puzzle": puzzle }),
    ] {
        let reply = parse(body);
        assert_eq!(reply.status, 422, "{}", reply.text());
        conforms("Refused", &reply.json());
    }
    // Paths are texts here, not files.
    assert_eq!(parse(json!({ "text": "Cargo.toml" })).status, 422);
}

#[test]
fn games_can_be_listed() {
    let served = Served::start(|_| {});
    let reply = get(served.address, "/api/games").json();
    conforms("Games", &reply);
    assert_eq!(
        reply["games"][0]["presets"][1]["options"]["chain_gap"],
        "stop"
    );
    for game in reply["games"].as_array().unwrap() {
        for setup in game["setups"].as_array().unwrap() {
            let body = json!({ "position": setup["text"] });
            let played = post(served.address, "/api/play", &body);
            assert_eq!(played.status, 200, "{setup}");
            assert_eq!(played.json()["start"]["text"], setup["text"]);
        }
    }
}

#[test]
fn refusals_are_those_of_the_command_line() {
    let served = Served::start(|_| {});
    let faulty = json!({ "id": "bad", "game": "giuthi", "north": [0, -1, 3], "south": [2, 0, 300], "to_move": "east" });
    let reply = post(served.address, "/api/solve", &json!({ "position": faulty }));
    assert_eq!(reply.status, 422);
    conforms("Refused", &reply.json());
    let json: bonduc::puzzle::Json = serde_json::from_str(&faulty.to_string()).unwrap();
    let (id, faults) = Puzzle::read(&json, "$.position", "position").unwrap_err();
    assert_eq!(faults.len(), 3);
    assert_eq!(
        reply.json(),
        serde_json::to_value(refusal(&id, faults)).unwrap()
    );
}

#[test]
fn the_document_is_the_one_in_docs() {
    let path = format!("{}/docs/openapi.json", env!("CARGO_MANIFEST_DIR"));
    let kept: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert!(
        kept == *openapi(),
        "docs/openapi.json is not what `bonduc schema api` prints"
    );
    let served = Served::start(|_| {});
    assert_eq!(get(served.address, "/api/openapi.json").json(), kept);
    // Every reference leads somewhere, and every path is answered.
    let text = kept.to_string();
    for part in text.split("\"$ref\":\"").skip(1) {
        let to = part.split('"').next().unwrap();
        let name = to.strip_prefix("#/components/schemas/").unwrap();
        assert!(kept["components"]["schemas"].get(name).is_some(), "{to}");
    }
    for (path, operations) in kept["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys() {
            let reply = match method.as_str() {
                "get" => get(served.address, &path.replace("{id}", "history-01")),
                _ => post(served.address, path, &json!({})),
            };
            let expected = if method == "get" { 200 } else { 422 };
            assert_eq!(reply.status, expected, "{method} {path}");
        }
    }
}
