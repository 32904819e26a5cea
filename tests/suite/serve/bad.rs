//! What cannot be answered: always refused with a reason, never a fault in the program.

use std::net::SocketAddr;
use std::time::Duration;

use bonduc::serve::Settings;
use serde_json::{Value, json};

use super::client::{JSON, Reply, Served, get, post, receive, send};

/// Holds a reply to what all refusals are.
fn has_reason(reply: &Reply) {
    assert!(
        reply.head.contains("content-type: application/json"),
        "{reply:?}"
    );
    let json = reply.json();
    let status = json["status"].as_str().unwrap();
    match status {
        "refused" => {
            let faults = json["faults"].as_array().unwrap();
            assert!(!faults.is_empty(), "{json}");
            for fault in faults {
                for field in ["path", "found", "expected"] {
                    assert!(!fault[field].as_str().unwrap().is_empty(), "{json}");
                }
            }
            assert!([400, 422].contains(&reply.status), "{reply:?}");
        }
        "failed" | "busy" => assert!(!json["reason"].as_str().unwrap().is_empty(), "{json}"),
        other => panic!("{other}: {json}"),
    }
    assert_eq!(status == "busy", reply.status == 503, "{reply:?}");
}

#[test]
fn what_is_wrong_is_told() {
    let served = Served::start(|_| {});
    let at = served.address;
    let raw = |method: &str, path: &str, headers: &str, body: &[u8]| {
        receive(send(at, method, path, headers, body))
    };
    let large = format!("{{\"position\": \"{}\"}}", "x".repeat(Settings::BODY));
    for (status, reply) in [
        (404, get(at, "/nowhere")),
        (404, get(at, "/assets/../mod.rs")),
        (404, get(at, "/assets/nothing.js")),
        (404, get(at, "/api/puzzles/none")),
        (404, get(at, "/api/puzzles/%2e%2e%2fmod")),
        (405, get(at, "/api/solve")),
        (405, raw("DELETE", "/api/puzzles", "", b"")),
        (415, raw("POST", "/api/solve", "", b"{}")),
        (
            415,
            raw("POST", "/api/solve", "content-type: text/plain\r\n", b"{}"),
        ),
        (413, raw("POST", "/api/solve", JSON, large.as_bytes())),
        (400, raw("POST", "/api/solve", JSON, b"")),
        (400, raw("POST", "/api/solve", JSON, b"{\"position\": ")),
        (400, raw("POST", "/api/solve", JSON, b"\xff\xfe")),
        (
            400,
            raw("POST", "/api/play", JSON, "[".repeat(10_000).as_bytes()),
        ),
        (422, post(at, "/api/solve", &json!(null))),
        (
            422,
            post(
                at,
                "/api/solve",
                &json!({ "position": "giuthi 0,0/0,0", "answer": "all", "time": -1, "nodes": 0, "lengths": 1 }),
            ),
        ),
        (
            422,
            post(
                at,
                "/api/solve",
                &json!({ "position": "giuthi 2,2/2,2 s", "stipulation": "mate in two" }),
            ),
        ),
        (
            422,
            post(
                at,
                "/api/solve",
                &json!({ "position": "giuthi 2,2/2,2 s", "moves": ["a+", "z"] }),
            ),
        ),
        (
            422,
            post(
                at,
                "/api/play",
                &json!({ "position": "giuthi 2,2/2,2 s", "moves": vec!["a+"; 5000] }),
            ),
        ),
        (422, post(at, "/api/parse", &json!({ "text": "" }))),
    ] {
        assert_eq!(reply.status, status, "{reply:?}");
        has_reason(&reply);
    }
    // Every fault of a request is told, not only the first.
    let reply = post(
        at,
        "/api/solve",
        &json!({ "position": {}, "answer": 1, "moves": [1, "a+", 2], "x": 0 }),
    )
    .json();
    let paths: Vec<&str> = reply["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| fault["path"].as_str().unwrap())
        .collect();
    for path in [
        "$.x",
        "$.position.game",
        "$.position.north",
        "$.moves[0]",
        "$.moves[2]",
        "$.answer",
    ] {
        assert!(paths.contains(&path), "{path}: {paths:?}");
    }
    // Another name of this machine.
    let mut stream = std::net::TcpStream::connect(at).unwrap();
    std::io::Write::write_all(
        &mut stream,
        b"GET /api/games HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n",
    )
    .unwrap();
    let reply = receive(stream);
    assert_eq!(reply.status, 403);
    has_reason(&reply);
}

/// A small generator of numbers (Marsaglia's xorshift), so that a failure can be had again.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most.max(1) as u64) as usize
    }
}

fn bodies() -> Vec<(&'static str, String)> {
    let puzzle = json!({
        "id": "x", "game": "kiothi", "rules": { "triple": "run", "must_cross": true }, "pits": 4,
        "north": [1, 0, 2, 0], "south": [0, 3, 0, 1], "marked": ["A", "b"], "captured": { "south": 3, "north": 2 },
        "to_move": "north", "stipulation": { "goal": "margin", "at_least": 1, "for": "south", "within": { "turns": 3 } },
        "history": [{ "north": [0, 1, 2, 0], "south": [0, 3, 0, 1], "to_move": "south" }],
    });
    let list = [
        (
            "/api/solve",
            json!({ "position": puzzle, "answer": "moves", "time": 0.1, "nodes": 5000 }),
        ),
        (
            "/api/solve",
            json!({ "position": "giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16 chain_gap=stop", "moves": ["a+", "e-"], "stipulation": "capture>=20 within 9 sowings" }),
        ),
        (
            "/api/solve",
            json!({ "position": "giuthi 1,2,3/3,2,1 s", "stipulation": { "goal": "win", "kind": "series", "moves": 3 }, "solutions": 4 }),
        ),
        (
            "/api/play",
            json!({ "position": puzzle, "moves": ["A1", "b3"] }),
        ),
        (
            "/api/play",
            json!({ "position": "kiothi 2,2,0/0,2,2 s opening=0", "moves": ["b,c>a1,C3", "A,B>B2,C2", "a1"] }),
        ),
        ("/api/parse", json!({ "text": puzzle.to_string() })),
        ("/api/parse", json!({ "puzzle": puzzle })),
        (
            "/api/parse",
            json!({ "text": "[Id \"one\"]\n[Position \"giuthi 4,4,4,4,4/4,4,4,4,4 s\"]\n\n1. a+ D- 2. e+ x10 *" }),
        ),
        (
            "/api/parse",
            json!({ "text": "id,game,north,south,to_move\nx,giuthi,\"0,0,3\",\"2,0,0\",south\n" }),
        ),
    ];
    list.map(|(path, body)| (path, body.to_string())).into()
}

/// Changes a body a little, or a lot.
fn mutate(numbers: &mut Numbers, text: &str, other: &str) -> Vec<u8> {
    const PIECES: [&[u8]; 16] = [
        b"null",
        b"-1",
        b"255",
        b"256",
        b"1e999",
        b"[]",
        b"{}",
        b"\"\"",
        b"true",
        b"0.5",
        b"\"a+\"",
        b"18446744073709551616",
        b"\\u0000",
        b"\xf0\x9f\xa6\x80",
        b",",
        b"999999999",
    ];
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=numbers.below(4) {
        let at = numbers.below(bytes.len());
        match numbers.below(12) {
            0 if !bytes.is_empty() => bytes[at] = numbers.below(256) as u8,
            1 => bytes.truncate(at),
            2 => bytes
                .splice(at..at, PIECES[numbers.below(PIECES.len())].iter().copied())
                .for_each(drop),
            3 => {
                let to = (at + numbers.below(12)).min(bytes.len());
                bytes
                    .splice(at..to, PIECES[numbers.below(PIECES.len())].iter().copied())
                    .for_each(drop);
            }
            4 => {
                let to = (at + numbers.below(30)).min(bytes.len());
                let copy = bytes[at..to].to_vec();
                bytes.splice(at..at, copy).for_each(drop);
            }
            5 => {
                let (from, other) = (numbers.below(other.len()), other.as_bytes());
                let to = (from + numbers.below(40)).min(other.len());
                bytes
                    .splice(at..at, other[from..to].iter().copied())
                    .for_each(drop);
            }
            // A digit for a digit, as often as all the others: many of these are sound.
            _ => {
                let digits: Vec<usize> = (0..bytes.len())
                    .filter(|&i| bytes[i].is_ascii_digit())
                    .collect();
                if let Some(&i) = digits.get(numbers.below(digits.len())) {
                    bytes[i] = b'0' + numbers.below(10) as u8;
                }
            }
        }
    }
    bytes
}

/// Sends mutated bodies; returns how many were answered and how many refused.
fn fuzz(address: SocketAddr, count: usize, seed: u64) -> [usize; 2] {
    let bodies = bodies();
    let mut numbers = Numbers(seed);
    let mut counts = [0; 2];
    for _ in 0..count {
        let (path, body) = &bodies[numbers.below(bodies.len())];
        let (_, other) = &bodies[numbers.below(bodies.len())];
        let bytes = mutate(&mut numbers, body, other);
        let reply = receive(send(address, "POST", path, JSON, &bytes));
        if reply.status == 200 {
            let _: Value = reply.json();
            counts[0] += 1;
        } else {
            assert_ne!(
                reply.status,
                500,
                "{path} {:?}",
                String::from_utf8_lossy(&bytes)
            );
            has_reason(&reply);
            counts[1] += 1;
        }
    }
    counts
}

/// `BONDUC_BODIES=10000` sends so many in place of some hundreds.
#[test]
#[expect(clippy::print_stderr, reason = "what was measured, on request")]
fn mutated_bodies_are_answered_or_refused() {
    let wanted = std::env::var("BONDUC_BODIES")
        .ok()
        .and_then(|count| count.parse().ok());
    let count: usize = wanted.unwrap_or(600);
    let served = Served::start(|settings| {
        settings.limits.time = Some(Duration::from_millis(300));
        settings.limits.memory = 1 << 30;
    });
    let address = served.address;
    let threads: Vec<_> = (1..=4)
        .map(|seed| {
            std::thread::spawn(move || {
                fuzz(
                    address,
                    count / 4,
                    0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(seed),
                )
            })
        })
        .collect();
    let mut counts = [0; 2];
    for thread in threads {
        let [answered, refused] = thread.join().unwrap();
        counts[0] += answered;
        counts[1] += refused;
    }
    // The mutations are neither too tame nor too wild to say something.
    assert!(
        counts[0] > count / 50 && counts[1] > count / 3,
        "{counts:?}"
    );
    if wanted.is_some() {
        eprintln!(
            "bodies: {} answered, {} refused with a reason",
            counts[0], counts[1]
        );
    }
    // And it still answers.
    let reply = post(
        served.address,
        "/api/solve",
        &json!({ "position": "kiothi 0,0,1/0,2,0 s" }),
    );
    assert_eq!(
        (reply.status, &reply.json()["verdict"]),
        (200, &json!("win"))
    );
}
