//! Many at once, too many at once, and clients that go away.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bonduc::serve::Shelf;
use bonduc::solve::{AnswerLevel, Solver};
use serde_json::{Value, json};

use super::api::{answer, body};
use super::client::{JSON, Served, post, send, share, timeless};

/// A position that no one solves in the time of a test.
const HARD: &str = "giuthi 6,6,6,6,6,6,6,6/6,6,6,6,6,6,6,6 s";
const EASY: &str = "kiothi 0,0,1/0,2,0 s";

#[test]
fn each_client_gets_its_own_answer() {
    // No limit on time: what one leaves out on a busy machine would be no fault.
    let served = Served::start(|settings| {
        settings.workers = 3;
        settings.limits.time = None;
    });
    let limits = bonduc::limits::Limits {
        time: None,
        ..Default::default()
    };
    let mut solver = Solver::new(share(limits, 3), Default::default(), Default::default());
    let shelf = Shelf::shipped();
    // The large boards take their time in every other test.
    let puzzles = shelf
        .puzzles()
        .filter(|puzzle| puzzle.position.ring().seeds() <= 14);
    let questions: Vec<(Value, Value)> = puzzles
        .map(|puzzle| {
            let own = answer(&mut solver, puzzle, Some(AnswerLevel::Moves));
            (json!({ "position": body(puzzle), "answer": "moves" }), own)
        })
        .collect();
    assert!(questions.len() > 15);
    let questions = Arc::new(questions);
    let address = served.address;
    let clients: Vec<_> = (0..12)
        .map(|client| {
            let questions = questions.clone();
            std::thread::spawn(move || {
                for turn in 0..8 {
                    let (question, own) =
                        &questions[(turn * (client + 1) + client) % questions.len()];
                    let reply = post(address, "/api/solve", question);
                    assert_eq!(reply.status, 200, "{}", reply.text());
                    assert_eq!(&timeless(reply.json()), own);
                }
            })
        })
        .collect();
    for client in clients {
        client.join().unwrap();
    }
}

/// Asks until the server is as busy as expected.
fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let clock = Instant::now();
    while !holds() {
        assert!(clock.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn too_many_are_sent_away_and_the_gone_are_given_up() {
    let served = Served::start(|settings| {
        settings.workers = 1;
        settings.queue = 1;
        settings.limits.time = Some(Duration::from_secs(600));
    });
    let address = served.address;
    let hard = json!({ "position": HARD, "answer": "verdict" }).to_string();
    let easy = json!({ "position": EASY });
    let first = send(address, "POST", "/api/solve", JSON, hard.as_bytes());
    let second = send(address, "POST", "/api/solve", JSON, hard.as_bytes());
    // One is solved, one waits: there is no place for a third.
    let mut last = None;
    eventually("the queue does not fill", || {
        let stream = send(address, "POST", "/api/solve", JSON, hard.as_bytes());
        stream
            .set_read_timeout(Some(Duration::from_millis(300)))
            .unwrap();
        let mut bytes = Vec::new();
        let mut stream = stream;
        let _ = std::io::Read::read_to_end(&mut stream, &mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let full = text.starts_with("HTTP/1.1 503");
        last = Some(text);
        full
    });
    let text = last.unwrap();
    assert!(
        text.contains("retry-after") && text.contains("\"busy\"") && text.contains("wait already"),
        "{text}"
    );
    // Reading and playing through goes on all the same.
    let play = post(
        address,
        "/api/play",
        &json!({ "position": EASY, "moves": ["b1"] }),
    );
    assert_eq!(play.status, 200);
    // The clients go away: the worker is free long before the time limit.
    drop((first, second));
    let clock = Instant::now();
    eventually("the worker is not freed", || {
        post(address, "/api/solve", &easy).status == 200
    });
    assert!(clock.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_server_ends_in_the_middle_of_an_answer() {
    let served = Served::start(|settings| settings.limits.time = Some(Duration::from_secs(600)));
    let hard = json!({ "position": HARD, "answer": "verdict" }).to_string();
    let _stream = send(served.address, "POST", "/api/solve", JSON, hard.as_bytes());
    std::thread::sleep(Duration::from_millis(200));
    let clock = Instant::now();
    drop(served);
    assert!(clock.elapsed() < Duration::from_secs(10));
}
