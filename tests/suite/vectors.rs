//! Every line of the right answers for single moves and for counts.

use bonduc::board::{Row, Side};
use bonduc::notation::NamedMove;
use bonduc::rules::{
    Direction, Game, Move, Next, Outcome, Position, Preset, RuleSet, Setup, Start, naive, perft,
};
use serde_json::{Value, json};

use crate::cli::{bonduc, code, objects, text};
use crate::support::{data, position_by, rules, side};

/// Plays the line's move and writes the outcome as the files do.
fn after(line: &Value, rules: RuleSet) -> (Value, Option<u64>) {
    let position = position_by(line, rules);
    let text = line["move"].as_str().unwrap();
    let side = side(line);
    let mv = NamedMove::parse_for(text, rules.game(), position.row(), side).unwrap();
    let outcome = rules.sow(position.ring(), mv);
    let sown = match outcome {
        Outcome::Endless => return (json!({"next": "endless"}), None),
        Outcome::Illegal(_) => return (json!({"next": "illegal"}), None),
        Outcome::Sown(sown) => sown,
    };
    let mut setup = position.to_setup();
    let board = naive::NaiveBoard::from_ring(&sown.ring, side);
    setup.north = board.north.iter().map(|&c| c as u8).collect();
    setup.south = board.south.iter().map(|&c| c as u8).collect();
    let letters = |marks: &[bool], first: u8| {
        (first..)
            .zip(marks.to_vec())
            .filter(|(_, mark)| *mark)
            .map(|(letter, _)| char::from(letter).to_string())
            .collect::<Vec<_>>()
    };
    let mut marked = letters(&board.north_nki, b'A');
    marked.extend(letters(&board.south_nki, b'a'));
    let next = match sown.next {
        Next::Again => "again",
        Next::Opponent => "opponent",
    };
    let mut after = json!({
        "north": setup.north, "south": setup.south, "captured": sown.captured, "next": next,
    });
    if rules.game() == Game::Kiothi {
        after["marked"] = json!(marked);
    }
    (after, Some(sown.laps))
}

fn moves_agree(file: &str, russ: bool) {
    let mut lines = 0;
    for line in data(file) {
        let (got, laps) = after(&line, rules(&line));
        assert_eq!(got, line["after"], "{line}");
        if let Some(expected) = line["laps"].as_u64() {
            assert_eq!(laps, Some(expected), "{line}");
        }
        if russ {
            let (got, _) = after(&line, Preset::GiuthiRuss.rules());
            let expected = line.get("after_russ").unwrap_or(&line["after"]);
            assert_eq!(&got, expected, "{line}");
        }
        lines += 1;
    }
    assert!(lines > 100);
}

#[test]
fn giuthi_moves() {
    moves_agree("giuthi-moves.jsonl", true);
}

#[test]
fn kiothi_moves() {
    moves_agree("kiothi-moves.jsonl", false);
}

#[test]
fn moves_under_other_options() {
    moves_agree("options.jsonl", false);
}

fn start_board(line: &Value) -> Position {
    let rules = rules(line);
    let pits = line["pits"].as_u64().unwrap() as usize;
    let setup = match rules {
        RuleSet::Giuthi(_) => {
            let row = vec![line["seeds_per_pit"].as_u64().unwrap() as u8; pits];
            Setup {
                rules,
                north: row.clone(),
                south: row,
                marked: Vec::new(),
                captured: [0, 0],
                to_move: Side::South,
            }
        }
        RuleSet::Kiothi(mut options) => {
            let boma = match line["setup"].as_str().unwrap() {
                "five" => 5,
                _ => 6,
            };
            options.setup = if boma == 5 { Start::Five } else { Start::Six };
            // K2: a player's rightmost boma; South's are the last columns, North's the first.
            let south: Vec<u8> = (0..pits)
                .map(|c| if c >= pits - boma { 5 } else { 0 })
                .collect();
            let mut setup = Setup {
                rules: RuleSet::Kiothi(options),
                north: south.iter().rev().copied().collect(),
                south,
                marked: Vec::new(),
                captured: [0, 0],
                to_move: Side::South,
            };
            let bare = Position::from_setup(&setup).unwrap();
            setup.marked = Side::BOTH
                .into_iter()
                .flat_map(|side| bare.pits(side))
                .filter(|&pit| bare.content(pit) > 0)
                .collect();
            setup
        }
    };
    Position::from_setup(&setup).unwrap()
}

#[test]
fn counts_of_lines() {
    for line in data("perft.jsonl") {
        let start = start_board(&line);
        let expected: Vec<u64> = serde_json::from_value(line["perft"].clone()).unwrap();
        for (depth, expected) in (1..).zip(expected) {
            let got = perft(start.rules(), start.ring(), depth);
            assert_eq!(got, expected, "depth {depth}: {line}");
        }
    }
}

#[test]
fn the_example_of_the_rules_page_never_ends() {
    // G4 and G12: `b-` on this board recurs after about a hundred laps.
    let cells = [1, 3, 0, 3, 1, 4, 1, 1, 1, 1];
    let ring = bonduc::board::Ring::from_cells(&cells);
    assert_eq!(ring.row(), Row::new(5).unwrap());
    let mv = Move::Sow {
        cell: 1,
        direction: Direction::Cw,
    };
    let mut rules = Game::Giuthi.defaults();
    assert_eq!(rules.sow(&ring, mv), Outcome::Endless);
    rules.set_option("endless_sowing", "illegal").unwrap();
    assert!(matches!(rules.sow(&ring, mv), Outcome::Illegal(_)));
}

#[test]
fn the_opening_of_two_rows_of_ten_takes_ten_seeds() {
    // A check from outside: the sources say that ten seeds can be taken at once.
    let ring = bonduc::board::Ring::from_cells(&[9; 20]);
    let rules = Game::Giuthi.defaults();
    for cell in 0..10 {
        for direction in Direction::BOTH {
            let Outcome::Sown(sown) = rules.sow(&ring, Move::Sow { cell, direction }) else {
                panic!("every first move ends");
            };
            let takes = matches!((cell, direction), (0, Direction::Ccw) | (9, Direction::Cw));
            assert_eq!(sown.captured, if takes { 10 } else { 0 });
        }
    }
}

/// Exact margins: whether they can be forced, by which moves, with evidence that passes.
#[test]
fn exact_margins_are_right() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (puzzles, solutions) = (path("margins.jsonl"), path("solutions"));
    let lines = data("exact-margin.jsonl");
    let puzzle = |line: &Value| {
        let mut puzzle = line.clone();
        let fields = puzzle.as_object_mut().unwrap();
        fields.retain(|name, _| !["goal_met", "keys"].contains(&name.as_str()));
        puzzle.to_string() + "\n"
    };
    let content: String = lines.iter().map(puzzle).collect();
    std::fs::write(&puzzles, content).unwrap();
    let output = bonduc(&["solve", "--format", "json", "--out", &solutions, &puzzles]);
    let answers = objects(&output);
    assert_eq!(answers.len(), lines.len());
    for (answer, line) in answers.iter().zip(&lines) {
        assert_eq!(answer["status"], "solved", "{line}");
        assert_eq!(answer["goal_met"], line["goal_met"], "{line}");
        assert_eq!(answer["keys"], line["keys"], "{line}");
        assert_eq!(answer["goal"], line["stipulation"], "{line}");
    }
    // Some cannot be met.
    assert_eq!(code(&output), 1);
    let output = bonduc(&["check", &solutions, "--against", &puzzles]);
    assert_eq!(code(&output), 0, "{}", text(&output.stdout));
}
