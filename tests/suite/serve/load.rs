//! Fifty clients at once; for a minute on request: `cargo test --release --test suite -- --ignored fifty_clients --nocapture`.

#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bonduc::limits::Limits;
use bonduc::puzzle::Puzzle;
use bonduc::serve::Shelf;
use bonduc::solve::{AnswerLevel, Request, Solver};
use serde_json::{Value, json};

use super::api::{answer, body};
use super::client::{JSON, post, send, timeless};
use super::program::Program;

const CLIENTS: usize = 50;
const MEMORY: u64 = 1 << 30;

/// What one question is to be answered.
struct Question {
    path: &'static str,
    body: Value,
    /// The fields that are the same whatever limits came first.
    own: Value,
}

#[test]
fn fifty_clients_for_some_seconds() {
    fifty_clients(4, 12);
}

/// `BONDUC_SECONDS` sets how long, in place of a minute.
#[test]
#[ignore = "takes a minute and the whole machine"]
fn fifty_clients_for_a_minute() {
    let seconds = std::env::var("BONDUC_SECONDS").ok();
    fifty_clients(
        seconds.and_then(|text| text.parse().ok()).unwrap_or(60),
        255,
    );
}

/// Has them ask for so many seconds: every answer is right, every refusal has its reason, memory stays within the limit.
/// Asked are puzzles with so many seeds on the board at most.
#[expect(clippy::print_stderr, reason = "what was measured")]
fn fifty_clients(seconds: u64, seeds: u32) {
    let questions = Arc::new(questions(seeds));
    let program = Program::start(&["--memory", "1G", "--time", "5"]);
    let (address, id) = (program.address, program.child.id());
    let end = Instant::now() + Duration::from_secs(seconds);
    let counts: Arc<Mutex<BTreeMap<String, usize>>> = Arc::default();
    let slowest: Arc<Mutex<Duration>> = Arc::default();
    let clients: Vec<_> = (0..CLIENTS)
        .map(|client| {
            let (questions, counts, slowest) = (questions.clone(), counts.clone(), slowest.clone());
            std::thread::spawn(move || {
                let mut turn = client * 7;
                while Instant::now() < end {
                    let question = &questions[turn % questions.len()];
                    turn += client + 1;
                    let clock = Instant::now();
                    let what = if turn.is_multiple_of(23) {
                        // This one goes away before its answer.
                        drop(send(
                            address,
                            "POST",
                            question.path,
                            JSON,
                            question.body.to_string().as_bytes(),
                        ));
                        "gone".to_owned()
                    } else {
                        ask(address, question)
                    };
                    let mut slowest = slowest.lock().unwrap();
                    *slowest = (*slowest).max(clock.elapsed());
                    drop(slowest);
                    *counts.lock().unwrap().entry(what).or_default() += 1;
                }
            })
        })
        .collect();
    for client in clients {
        client.join().unwrap();
    }
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .unwrap();
    let peak: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    eprintln!(
        "{CLIENTS} clients, {seconds} s: {:?}; slowest reply {:.1} s; most memory {} MiB of {} MiB",
        counts.lock().unwrap(),
        slowest.lock().unwrap().as_secs_f64(),
        peak >> 10,
        MEMORY >> 20,
    );
    assert!(peak << 10 <= MEMORY, "{peak} kB");
    assert!(counts.lock().unwrap()["solved"] >= 10);
}

/// Asks, and holds the answer against the right one.
fn ask(address: std::net::SocketAddr, question: &Question) -> String {
    let reply = post(address, question.path, &question.body);
    let json = reply.json();
    match reply.status {
        503 => {
            assert!(json["reason"].is_string(), "{json}");
            "busy".to_owned()
        }
        200 if json["status"] == "unsolved" => {
            // Bounds have to hold.
            let rank = |word: &Value| {
                ["loss", "draw", "win"]
                    .iter()
                    .position(|name| word == name)
                    .unwrap()
            };
            let right = rank(&question.own["verdict"]);
            assert!(
                rank(&json["verdict_at_least"]) <= right && right <= rank(&json["verdict_at_most"]),
                "{json}"
            );
            "unsolved".to_owned()
        }
        200 => {
            for field in ["verdict", "keys", "error", "history"] {
                let own = &question.own[field];
                assert_eq!(&json[field], own, "{field} of {}", question.body);
            }
            assert!(agrees(&json, &question.own), "{}: {json}", question.body);
            if question.path == "/api/solve" {
                "solved"
            } else {
                "played"
            }
            .to_owned()
        }
        status => panic!("{status}: {json}"),
    }
}

/// Whether an answer says nothing else than the whole one: on a busy machine the limit on time may leave lengths and lines of wins out,
/// and bounds in place of thresholds.
fn agrees(answer: &Value, whole: &Value) -> bool {
    match (answer, whole) {
        (Value::Object(answer), Value::Object(whole)) => answer.iter().all(|(field, value)| {
            let own = whole.get(field).filter(|_| field != "shortest");
            own.is_none_or(|own| agrees(value, own))
        }),
        (Value::Array(answer), Value::Array(whole)) => {
            answer.len() == whole.len() && answer.iter().zip(whole).all(|(a, b)| agrees(a, b))
        }
        (Value::Object(bounds), _) => bounds.contains_key("from") || bounds.contains_key("to"),
        _ => answer == whole,
    }
}

fn questions(seeds: u32) -> Vec<Question> {
    let limits = Limits {
        time: None,
        ..Limits::default()
    };
    let mut solver = Solver::new(limits, Default::default(), Default::default());
    let mut questions = Vec::new();
    let shelf = Shelf::shipped();
    let fits = |puzzle: &&Puzzle| puzzle.position.ring().seeds() <= seeds;
    for puzzle in shelf.puzzles().filter(fits) {
        let mut own = answer(&mut solver, puzzle, None);
        // How it was found may depend on what the limits allow.
        for field in ["method", "positions"] {
            own.as_object_mut().unwrap().remove(field);
        }
        questions.push(Question {
            path: "/api/solve",
            body: json!({ "position": body(puzzle) }),
            own,
        });
        let play = json!({ "position": body(puzzle) });
        let text = bonduc::notation::position_text(&puzzle.position);
        let start = json!({ "plies": [], "error": null, "history": puzzle.history.len() });
        questions.push(Question {
            path: "/api/play",
            body: play,
            own: start,
        });
        assert!(!text.is_empty());
    }
    // Large boards, which are searched.
    let large = [
        "giuthi 0,3,0,2,1,0,4,0/2,0,3,0,0,5,1,3 s",
        "giuthi 1,0,2,3,0,2,0,4/3,1,0,0,2,4,0,2 n",
        "giuthi 2,2,1,0,3,1,2,1/0,4,2,1,0,3,1,1 s",
        "kiothi 2,0,1,0,2*,0,1,0,2,0/0,1,0,2,0,1*,0,2,0,1 s",
    ];
    for text in large.into_iter().filter(|_| seeds == 255) {
        let position = bonduc::notation::parse_position(text).unwrap();
        let request = Request {
            level: Some(AnswerLevel::Moves),
            ..Request::new(position)
        };
        let object = bonduc::report::solution("position", &solver.solve(&request));
        let object = timeless(serde_json::to_value(object).unwrap());
        let own = json!({ "verdict": object["verdict"], "keys": object["keys"] });
        assert!(object["verdict"].is_string(), "{object}");
        questions.push(Question {
            path: "/api/solve",
            body: json!({ "position": text, "answer": "moves" }),
            own,
        });
    }
    questions
}
