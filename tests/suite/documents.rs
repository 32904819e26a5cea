//! What the pages in docs say is what the program does.

use std::fs;
use std::path::Path;

use bonduc::notation::{NamedMove, parse_position};
use bonduc::rules::{Ending, Record, perft};

use crate::cli::{bonduc, code, objects, text};

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs")
        .join(name);
    fs::read_to_string(path).unwrap()
}

/// The cells of the rows of all tables of a page whose first cell is a position.
fn rows_of_positions(page: &str) -> Vec<Vec<String>> {
    page.lines()
        .filter(|line| line.starts_with("| `giuthi ") || line.starts_with("| `kiothi "))
        .map(|line| {
            let cells = line.trim_matches('|').split('|');
            cells.map(|cell| cell.trim().to_owned()).collect()
        })
        .collect()
}

/// The parts of a cell between backticks.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// Every count and every move of docs/rules.md.
#[test]
fn the_rules_page_is_right() {
    let (mut counted, mut played) = (0, 0);
    for row in rows_of_positions(&page("rules.md")) {
        let position = parse_position(quoted(&row[0])[0]).unwrap();
        if row.len() == 2 {
            let counts: Vec<u64> = row[1]
                .split(", ")
                .map(|count| count.parse().unwrap())
                .collect();
            let depths = 1..=counts.len() as u32;
            let count = |depth| perft(position.rules(), position.ring(), depth);
            assert_eq!(depths.map(count).collect::<Vec<u64>>(), counts, "{row:?}");
            counted += 1;
            continue;
        }
        let moves = quoted(&row[1]);
        for mv in &moves {
            let game = position.rules().game();
            let mv = NamedMove::parse_for(mv, game, position.row(), position.to_move()).unwrap();
            let mut record = Record::new(position);
            let ply = record.play(mv).unwrap();
            let endless = record.ending() == Some(Ending::EndlessSowing);
            assert_eq!(endless, row[2].contains("never ends"), "{row:?}");
            let captures = match row[2].split_once("captures ") {
                Some((_, rest)) => rest.split([' ', ',']).next().unwrap().parse().unwrap(),
                None if row[2].contains("the same") => 13,
                None => 0,
            };
            assert_eq!(ply.captured, captures, "{row:?}");
            played += 1;
        }
        if row[2].contains("no other first move captures") {
            for mv in position.legal_moves() {
                let ply = Record::new(position).play(mv).unwrap();
                let named = NamedMove::new(mv, position.to_move(), position.row()).to_string();
                assert!(
                    ply.captured == 0 || moves.contains(&named.as_str()),
                    "{named}"
                );
            }
        }
    }
    assert!(counted >= 7 && played >= 9, "{counted} {played}");
}

/// The evidence for whole games passes.
#[test]
fn whole_games_are_proved() {
    let games = "docs/games/games.jsonl";
    let output = bonduc(&[
        "check",
        "--format",
        "json",
        "docs/games",
        "--against",
        games,
    ]);
    assert_eq!(code(&output), 0, "{}", text(&output.stdout));
    let reports = objects(&output);
    let ids: Vec<_> = reports.iter().map(|report| report["id"].clone()).collect();
    assert_eq!(ids, ["giuthi-2x5x4", "giuthi-2x5x5", "giuthi-2x5x6"]);
    for report in reports {
        let certified = report["certified"].as_array().unwrap();
        assert!(certified.contains(&"verdict".into()), "{report}");
    }
}

/// A whole game is solved again, by search on small tables, with the same verdict and evidence for it.
#[test]
fn a_whole_game_is_searched() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let args = [
        "solve",
        "--format",
        "json",
        "--answer",
        "verdict",
        "--table-seeds",
        "7",
        "--out",
        out,
    ];
    let output = bonduc(&[&args[..], &["giuthi 4,4,4,4,4/4,4,4,4,4 s 0-0"]].concat());
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let answer = &objects(&output)[0];
    assert_eq!(
        (&answer["verdict"], &answer["method"]),
        (&"win".into(), &"search".into())
    );
    let output = bonduc(&["check", out]);
    assert_eq!(code(&output), 0, "{}", text(&output.stdout));
}

/// The certificates in docs are what the program writes, pass, and show what they are there to show.
#[test]
fn the_example_certificates_are_right() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("docs/certificates");
    let fresh = tempfile::tempdir().unwrap();
    let out = fresh.path().to_str().unwrap();
    let examples = "docs/certificates/examples.jsonl";
    let args = [
        "solve",
        "--brief",
        "--certify",
        "keys,moves,length",
        "--out",
        out,
        examples,
    ];
    let output = bonduc(&args);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let mut count = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap();
        if name != "examples.jsonl" {
            let again = fs::read(fresh.path().join(name)).unwrap();
            assert!(fs::read(&path).unwrap() == again, "{name:?}");
            count += 1;
        }
    }
    assert_eq!(count, fs::read_dir(fresh.path()).unwrap().count());
    let output = bonduc(&[
        "check",
        "--format",
        "json",
        "docs/certificates",
        "--against",
        examples,
    ]);
    assert_eq!(code(&output), 0);
    assert_eq!(objects(&output).len(), 6);
    let lines = |id: &str| {
        let packed = folder.join(format!("{id}.certificate.zst"));
        match fs::read(&packed) {
            Ok(bytes) => text(&zstd::decode_all(&bytes[..]).unwrap()),
            Err(_) => fs::read_to_string(folder.join(format!("{id}.json"))).unwrap(),
        }
    };
    assert!(lines("any-lead").contains(" s any"));
    assert!(lines("endless-sowing").contains("start c2"));
    assert!(lines("russ").contains("rules=giuthi-russ"));
    assert!(lines("loss").contains("proof north win\",\n    \"start\""));
    assert!(lines("triple-capture").contains("start d5"));
    // In a draw, a position from which the other side could move, and on which nothing has to follow.
    let lead = lines("lead");
    let (_, draw) = lead.split_once(" draw\n").unwrap();
    let closes = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let seeds: i64 = words[0]
            .split([',', '/'])
            .filter_map(|pit| pit.parse::<i64>().ok())
            .sum();
        words.len() == 3 && words[2].parse().is_ok_and(|lead: i64| lead >= seeds)
    };
    assert!(draw.lines().any(closes));
}

/// The table of themes of docs/generating.md has every theme with its definition, and nothing else.
#[test]
fn the_themes_are_defined() {
    let page = page("generating.md");
    let table = page
        .split("| theme | a problem has it if |\n|---|---|\n")
        .nth(1)
        .unwrap();
    let rows: Vec<&str> = table
        .lines()
        .take_while(|line| line.starts_with('|'))
        .collect();
    let listed = bonduc(&["generate", "--list-themes"]);
    assert_eq!(code(&listed), 0);
    let listed = text(&listed.stdout);
    let defined: Vec<String> = listed
        .lines()
        .map(|line| {
            let (name, definition) = line.split_once(' ').unwrap();
            format!("| {name} | {} |", definition.trim())
        })
        .collect();
    assert_eq!(rows, defined);
    assert_eq!(rows.len(), bonduc::generate::Theme::ALL.len());
}
