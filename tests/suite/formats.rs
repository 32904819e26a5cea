//! Every format there and back: what is written is read as the same.

use std::fs;

use bonduc::board::Side;
use bonduc::notation::{
    GameResult, NamedMove, Numbered, numbered_text, parse_numbered, parse_position,
};
use bonduc::puzzle::{
    About, Claim, ClaimTree, GameAbout, GameRecord, Json, LoadOptions, Puzzle, RecordedMove, Reply,
    SourceFormat, csv_text, load_with,
};
use bonduc::rules::{Ending, Game, Position, Record, Stage};
use bonduc::value::{Composed, Kind, Stipulation, Target, Within};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::cli::{bonduc, bonduc_with, code, objects, text};
use crate::twins::random;

/// Reads a text as standard input.
fn read(content: &str, from: SourceFormat) -> Vec<Puzzle> {
    let options = LoadOptions {
        openings: false,
        from,
        from_ply: None,
    };
    let entries = load_with(&["-".to_owned()], &mut content.as_bytes(), &options);
    let puzzle = |entry: bonduc::puzzle::Entry| match entry.puzzle {
        Ok(puzzle) => puzzle,
        Err(faults) => panic!("{}: {faults:?}\n{content}", entry.id),
    };
    entries.into_iter().map(puzzle).collect()
}

/// Words with all that a format may stumble over, but not of blanks alone.
fn words() -> impl Strategy<Value = Option<String>> {
    prop::option::of("[a-z,;:\"'\\\\\\[\\]{}é \n]{0,12}[a-z\"\\]]")
}

fn about() -> impl Strategy<Value = About> {
    let tags = prop::collection::vec("[a-c;\" \\[]{0,4}", 0..3);
    let texts = (words(), words(), words(), words());
    (texts, prop::option::of(-9999..=9999), tags).prop_map(
        |((title, author, source, comment), year, tags)| About {
            title,
            author,
            source,
            year,
            comment,
            tags,
        },
    )
}

fn stipulation() -> impl Strategy<Value = Option<Stipulation>> {
    let target = prop_oneof![
        Just(Target::Win),
        Just(Target::Draw),
        (-255..=255i16).prop_map(Target::MarginAtLeast),
        (-255..=255i16).prop_map(Target::MarginExactly),
        any::<u8>().prop_map(Target::CaptureAtLeast),
    ];
    let composed = (1..=60u8, prop::option::of(any::<u32>()))
        .prop_map(|(moves, solutions)| Composed { moves, solutions });
    let how = prop_oneof![
        Just((None, Kind::Direct)),
        (1..=60u8).prop_map(|n| (Some(Within::Turns(n)), Kind::Direct)),
        (1..=60u8).prop_map(|n| (Some(Within::Sowings(n)), Kind::Direct)),
        composed
            .clone()
            .prop_map(|composed| (None, Kind::Series(composed))),
        composed.prop_map(|composed| (None, Kind::Help(composed))),
    ];
    let side = prop::option::of(random::side());
    prop::option::of(
        (target, side, how).prop_map(|(target, side, (within, kind))| Stipulation {
            target,
            side,
            within,
            kind,
        }),
    )
}

fn start() -> impl Strategy<Value = Position> {
    random::game()
        .prop_flat_map(|game| random::rules_and_ring(game, 2..=10, 2..=20))
        .prop_flat_map(|(rules, ring)| (Just((rules, ring)), random::side(), -9..=9))
        .prop_map(|((rules, ring), side, lead)| random::position(rules, &ring, side, lead))
}

/// A position with random play from it: the moves' names, and the record at the end.
fn play(position: Position, choices: &[Index]) -> (Vec<NamedMove>, Record) {
    let mut record = Record::new(position);
    let mut moves = Vec::new();
    for choice in choices {
        let here = *record.position();
        let legal = here.legal_moves();
        if record.ending().is_some() || legal.is_empty() {
            break;
        }
        let mv = *choice.get(&legal);
        moves.push(NamedMove::new(mv, here.to_move(), here.row()));
        record.play(mv).unwrap();
    }
    (moves, record)
}

fn game() -> impl Strategy<Value = GameRecord> {
    let choices = prop::collection::vec(any::<Index>(), 0..40);
    let abouts = (words(), words(), words(), words(), words(), words());
    (start(), choices, abouts, any::<bool>()).prop_map(|(position, choices, about, with_result)| {
        let (moves, record) = play(position, &choices);
        let result = match record.ending() {
            Some(Ending::NoMoves { south, north }) if south > north => GameResult::South,
            Some(Ending::NoMoves { south, north }) if south < north => GameResult::North,
            Some(_) => GameResult::Draw,
            None => GameResult::North,
        };
        let (event, date, south, north, source, comment) = about;
        GameRecord {
            id: "random".to_owned(),
            start: Stage::Sowing(position),
            history: Vec::new(),
            moves: moves
                .iter()
                .map(|mv| RecordedMove {
                    text: mv.to_string(),
                    captured: None,
                })
                .collect(),
            result: with_result.then_some(result),
            about: GameAbout {
                event,
                date,
                players: [south, north],
                source,
                comment,
            },
        }
    })
}

/// What stays of a game when it is written: no captures, which are the rules' own, and a result only if it says something.
fn plain(game: &GameRecord, is: GameResult) -> GameRecord {
    let moves = game.moves.iter().map(|mv| RecordedMove {
        captured: None,
        ..mv.clone()
    });
    GameRecord {
        moves: moves.collect(),
        result: (is != GameResult::Open).then_some(is),
        ..game.clone()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn puzzles_go_through_json_and_csv(
        position in start(),
        choices in prop::collection::vec(any::<Index>(), 0..6),
        about in about(),
        stipulation in stipulation(),
        claimed in 0..4,
    ) {
        let (moves, record) = play(position, &choices);
        prop_assume!(record.ending().is_none());
        let claim = match (claimed, moves.first()) {
            (0, _) | (_, None) => None,
            (1, _) => Some(Claim::Line(moves.clone())),
            (2, _) => Some(Claim::Line(Vec::new())),
            (_, Some(&mv)) => {
                let then = moves.get(2).map(|&mv| ClaimTree { mv, replies: Vec::new() });
                let replies = moves.get(1).map(|&mv| Reply { mv, then });
                Some(Claim::Tree(ClaimTree { mv, replies: replies.into_iter().collect() }))
            }
        };
        let game = GameRecord {
            id: "x".to_owned(),
            start: Stage::Sowing(position),
            history: Vec::new(),
            moves: moves.iter().map(|mv| RecordedMove { text: mv.to_string(), captured: None }).collect(),
            result: None,
            about: GameAbout::default(),
        };
        // With the history that the moves make.
        let mut puzzle = game.puzzle_at(None, "$").unwrap();
        (puzzle.about, puzzle.stipulation, puzzle.claim) = (about, stipulation, claim);
        let same = [puzzle.clone()];
        let json = puzzle.to_json();
        prop_assert_eq!(&read(&json.line(), SourceFormat::Auto)[..], &same);
        prop_assert_eq!(&read(&json.page(), SourceFormat::Json)[..], &same);
        let csv = csv_text(&same);
        prop_assert_eq!(&read(&csv, SourceFormat::Auto)[..], &same);
        prop_assert_eq!(csv_text(&read(&csv, SourceFormat::Csv)), csv);
        let twice = Puzzle { id: "y".to_owned(), ..puzzle.clone() };
        prop_assert_eq!(&read(&csv_text([&puzzle, &twice]), SourceFormat::Auto)[..], &[puzzle, twice]);
    }

    #[test]
    fn games_go_through_json_and_text(game in game()) {
        let played = game.play();
        prop_assert_eq!(&played.fault, &None);
        let is = match played.course.ending() {
            Some(_) => game.result,
            None => Some(game.result.unwrap_or(GameResult::Open)),
        };
        let record = game.to_text(&played);
        let again = GameRecord::read_text(&record, 1, "other").unwrap();
        // 1. The text has every capture and the result; both pass.
        for (mv, ply) in again.moves.iter().zip(played.course.plies()) {
            prop_assert_eq!(mv.captured.unwrap_or(0), ply.captured);
        }
        prop_assert_eq!(again.play().fault, None);
        if let Some(is) = is {
            prop_assert_eq!(again.result, Some(is));
        }
        let result = again.result.unwrap();
        prop_assert_eq!(plain(&again, result), plain(&game, result), "{}", record);
        prop_assert!(record.lines().all(|line| line.starts_with('[') || line.chars().count() <= 80));
        // 2. And so does JSON.
        let json: Json = serde_json::from_str(&game.to_json(&played).line()).unwrap();
        let again = GameRecord::read(&json, "$", "other").unwrap();
        prop_assert_eq!(&again, &plain(&game, result));
        prop_assert_eq!(again.to_text(&again.play()), record);
    }

    /// A wrong capture or result is an error of the game.
    #[test]
    fn wrong_captures_and_results_are_found(game in game(), at in any::<Index>(), by in 1..200u8) {
        let played = game.play();
        if !game.moves.is_empty() {
            let at = at.index(game.moves.len());
            let mut wrong = game.clone();
            let right = played.course.plies()[at].captured;
            wrong.moves[at].captured = Some(right);
            prop_assert_eq!(wrong.play().fault, None);
            wrong.moves[at].captured = Some(right.wrapping_add(by));
            let fault = wrong.play().fault.unwrap();
            prop_assert_eq!(fault.ply, at);
            prop_assert!(fault.message.contains("by the rules"), "{}", fault.message);
        }
        for result in GameResult::ALL {
            let stated = GameRecord { result: Some(result), ..game.clone() };
            let fault = stated.play().fault;
            let right = match played.course.ending() {
                None => true,
                Some(Ending::NoMoves { south, north }) => match result {
                    GameResult::South => south > north,
                    GameResult::North => south < north,
                    GameResult::Draw => south == north,
                    GameResult::Open => true,
                },
                Some(_) => matches!(result, GameResult::Draw | GameResult::Open),
            };
            prop_assert_eq!(fault.is_none(), right);
            if let Some(fault) = fault {
                prop_assert_eq!(fault.ply, game.moves.len());
            }
        }
    }

    /// The puzzle at a ply has the position, and as its history all boards of the game before it with as many seeds.
    #[test]
    fn plies_are_cut_out(game in game(), at in any::<Index>()) {
        let at = at.index(game.moves.len() + 1);
        let mut record = Record::new(*game.start.position());
        let mut boards = vec![*game.start.position()];
        for mv in &game.moves[..at] {
            let here = *record.position();
            let (rules, row) = (here.rules(), here.row());
            let mv = NamedMove::parse_for(&mv.text, rules.game(), row, here.to_move()).unwrap();
            boards.push(record.play(mv).unwrap().position);
        }
        let position = boards.pop().unwrap();
        let goes_on = matches!(record.ending(), None | Some(Ending::NoMoves { .. }));
        let puzzle = game.puzzle_at(Some(at), "$");
        prop_assert_eq!(puzzle.is_ok(), goes_on);
        if let Ok(puzzle) = puzzle {
            prop_assert_eq!(&puzzle.id, &format!("random-ply{at}"));
            prop_assert_eq!(puzzle.position, position);
            let seeds = |p: &Position| -> u32 {
                let sides = Side::BOTH.into_iter();
                sides.flat_map(|side| p.row_contents(side)).map(u32::from).sum()
            };
            boards.retain(|board| seeds(board) == seeds(&position));
            prop_assert_eq!(&puzzle.history, &boards);
            prop_assert_eq!(Puzzle::read(&puzzle.to_json(), "$", "x").unwrap(), puzzle.clone());
            // A game that begins there has this history and goes the same way.
            let rest = GameRecord {
                start: Stage::Sowing(position),
                history: puzzle.history,
                moves: game.moves[at..].to_vec(),
                ..game.clone()
            };
            let (whole, rest_played) = (game.play(), rest.play());
            prop_assert_eq!(&rest_played.fault, &None);
            let over = |ending: Option<Ending>| ending.map(|ending| std::mem::discriminant(&ending));
            prop_assert_eq!(over(rest_played.course.ending()), over(whole.course.ending()));
            // Both formats keep a history.
            let text = rest.to_text(&rest_played);
            let again = GameRecord::read_text(&text, 1, "x").unwrap();
            prop_assert_eq!(&again.history, &rest.history, "{}", text);
            let json: Json = serde_json::from_str(&rest.to_json(&rest_played).line()).unwrap();
            prop_assert_eq!(GameRecord::read(&json, "$", "x").unwrap().history, rest.history);
        }
        prop_assert!(game.puzzle_at(Some(game.moves.len() + 1), "$").is_err());
    }

    #[test]
    fn diagrams_go_both_ways(
        (rules, ring) in random::rules_and_ring(Game::Giuthi, 8..=8, 0..=60),
        side in random::side(),
        lead in -40..=40,
        choices in prop::collection::vec(any::<Index>(), 0..5),
        with_moves in any::<bool>(),
    ) {
        let position = random::position(rules, &ring, side, lead);
        let (moves, _) = play(position, &choices);
        let diagram = Numbered {
            id: Some("d".to_owned()),
            title: None,
            position,
            moves: with_moves.then_some(moves),
        };
        let text = numbered_text(&diagram).unwrap();
        prop_assert_eq!(parse_numbered(&text, 1).unwrap(), diagram.clone());
        let puzzles = read(&format!("{text}\n\n{}", text.replace("id: d", "id: e")), SourceFormat::Auto);
        prop_assert_eq!(puzzles.len(), 2);
        for puzzle in puzzles {
            prop_assert_eq!(puzzle.position, position);
            prop_assert_eq!(puzzle.claim, diagram.moves.clone().map(Claim::Line));
        }
    }

    /// No text at all makes a reader stumble.
    #[test]
    fn nothing_stumbles(content in "[\\[\\]{};,:\"\\\\>a-eA-EIP0-9*/+x. \n-]{0,80}", csv in any::<bool>()) {
        for from in [SourceFormat::Auto, SourceFormat::Csv, SourceFormat::Numbered, SourceFormat::Record] {
            let content = match csv {
                true => format!("game,north,south,to_move,rules,solution\n{content}"),
                false => content.clone(),
            };
            let options = LoadOptions { from, from_ply: None, openings: false };
            load_with(&["-".to_owned()], &mut content.as_bytes(), &options);
        }
    }
}

/// rules.md: pit 8+i is South's column i, pit i is North's column n-1-i.
#[test]
fn the_numbering_is_that_of_the_rules() {
    for number in 0..16usize {
        let mut contents = ["0"; 16];
        contents[number] = "2";
        let text = contents.join(" ");
        let diagram = parse_numbered(&text, 1).unwrap();
        let row = |side| diagram.position.row_contents(side);
        let (side, column) = match number {
            8.. => (Side::South, number - 8),
            _ => (Side::North, 8 - 1 - number),
        };
        assert_eq!(row(side)[column], 2, "{number}");
        assert_eq!(row(!side), [0; 8]);
    }
}

const ROWS: &str = "\
id,game,north,south,to_move,captured_south,captured_north,solution
one,giuthi,0 0 0 3 0,2 0 0 0 4,south,15,16,a+ e-
two,giuthi,0 -1 0 3 0,2 0 0 0 x,south,15,16,
three,kiothi,\"0,0,1\",\"0,2,0\",s,,,b1
four,giuthi,0 0,2 0,south
";

#[test]
fn one_bad_row_does_not_stop_the_others() {
    let output = bonduc_with(&["convert", "-", "--to", "jsonl"], ROWS);
    assert_eq!(code(&output), 2);
    let ids: Vec<_> = objects(&output).iter().map(|o| o["id"].clone()).collect();
    assert_eq!(ids, ["one", "three"]);
    let messages = text(&output.stderr);
    for says in [
        "two (standard input, line 3): refused",
        "line 3, column north[1]: found -1, expected an integer from 0 to 255",
        "line 3, column south[4]: found \"x\"",
        "line 5: found 5 cells, expected 8",
    ] {
        assert!(messages.contains(says), "{says}\n{messages}");
    }
    // Directly, by the name or by what it looks like.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.csv");
    fs::write(&path, ROWS).unwrap();
    for output in [
        bonduc(&["solve", "--format", "json", path.to_str().unwrap()]),
        bonduc_with(&["solve", "--format", "json", "-"], ROWS),
    ] {
        assert_eq!(code(&output), 2);
        let answers = objects(&output);
        let said: Vec<_> = answers
            .iter()
            .map(|o| o["status"].as_str().unwrap())
            .collect();
        assert_eq!(said, ["solved", "refused", "solved", "refused"]);
        assert_eq!(answers[0]["keys"][0], "a+");
        assert_eq!(answers[1]["faults"][0]["path"], "line 3, column north[1]");
    }
    for command in ["show", "verify"] {
        let output = bonduc_with(
            &[command, "-"],
            &ROWS.lines().take(2).collect::<Vec<_>>().join("\n"),
        );
        assert!(text(&output.stdout).contains("one"), "{command}");
    }
}

#[test]
fn csv_headers_are_held_to() {
    for (content, says) in [
        (
            "game,north,south,to_move,colour\n",
            "line 1, column 5: found the unknown column \"colour\"",
        ),
        (
            "game,north,south,to_move,game\n",
            "line 1, column 5: found the column game a second time",
        ),
        ("game,north,south\n", "line 1: found no column to_move"),
        ("game,north,south,to_move\n", "found no rows"),
        (
            "game,north,south,to_move,rules\ngiuthi,0 2,2 0,s,odd\n",
            "line 2, column rules: found \"odd\"",
        ),
        (
            "game,north,south,to_move,rules\ngiuthi,0 2,2 0,s,chain_gap=no\n",
            "line 2, column rules.chain_gap: found \"no\"",
        ),
        (
            "game,north,south,to_move,stipulation\ngiuthi,0 2,2 0,s,win soon 3\n",
            "line 2, column stipulation: found \"win soon 3\"",
        ),
        (
            "game,north,south,to_move,stipulation\ngiuthi,0 2,2 0,s,margin>=300\n",
            "line 2, column stipulation.at_least: found 300",
        ),
        (
            "game,north,south,to_move,history\ngiuthi,0 2,2 0,s,0/1\n",
            "line 2, column history: found \"0/1\"",
        ),
        (
            "game,north,south,to_move,solution\ngiuthi,0 2,2 0,s,a+ z-\n",
            "line 2, column solution[1]: found \"z-\"",
        ),
        (
            "game,north,south,to_move,captured_north\ngiuthi,0 2,2 0,s,999\n",
            "line 2, column captured_north: found 999",
        ),
        (
            "game,north,south,to_move,year\ngiuthi,0 2,2 0,s,\"19\n",
            "line 2: found a quotation mark without another that closes it",
        ),
    ] {
        let output = bonduc_with(&["convert", "--from", "csv", "--to", "text", "-"], content);
        assert_eq!(code(&output), 2, "{content}");
        assert!(
            text(&output.stderr).contains(says),
            "{content}\n{}",
            text(&output.stderr)
        );
    }
}

#[test]
fn what_has_no_place_is_said() {
    let output = bonduc(&["convert", "--to", "text", "puzzles/giuthi-2x5-04.json"]);
    assert_eq!(code(&output), 0);
    assert_eq!(text(&output.stdout), "giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16\n");
    assert!(text(&output.stderr).contains("giuthi-2x5-04: left out: stipulation"));
    let output = bonduc(&[
        "convert",
        "--to",
        "numbered",
        "puzzles/giuthi-2x5-04.json",
        "puzzles/giuthi-2x8-01.json",
    ]);
    assert_eq!(code(&output), 2);
    let says = "giuthi-2x5-04: not written: the numbered diagram is for Giuthi on 2x8 only, this is Giuthi on 2x5";
    assert!(
        text(&output.stderr).contains(says),
        "{}",
        text(&output.stderr)
    );
    assert!(text(&output.stdout).starts_with("id: giuthi-2x8-01\n"));
    let with_history = r#"{"position":"giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16","moves":["a+"]}"#;
    let output = bonduc_with(&["convert", "--to", "text", "-"], with_history);
    assert_eq!(code(&output), 2);
    assert!(
        text(&output.stderr).contains("its history"),
        "{}",
        text(&output.stderr)
    );
}

/// All shipped puzzles go through every format that has a place for them.
#[test]
fn shipped_puzzles_are_converted() {
    let convert = |args: &[&str], stdin: &str| {
        let output = bonduc_with(&[&["convert"], args].concat(), stdin);
        assert_eq!(code(&output), 0, "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let lines = convert(&["puzzles", "--to", "jsonl"], "");
    assert_eq!(lines.lines().count(), 35);
    for to in ["json", "jsonl", "csv"] {
        let other = convert(&["puzzles", "--to", to], "");
        assert_eq!(convert(&["-", "--to", "jsonl"], &other), lines, "{to}");
    }
    // A history has no place in a line of text.
    let lines: Vec<&str> = lines
        .lines()
        .filter(|line| !line.contains("\"history\""))
        .collect();
    assert_eq!(lines.len(), 33);
    let lines = lines.join("\n");
    let positions = convert(&["-", "--to", "text"], &lines);
    let positions: Vec<Position> = positions
        .lines()
        .map(|l| parse_position(l).unwrap())
        .collect();
    let puzzles = read(&lines, SourceFormat::Auto);
    assert!(puzzles.iter().map(|puzzle| &puzzle.position).eq(&positions));
}

const RECORDS: &str = "\
[Id \"one\"]
[South \"Wanjiru\"]
[Position \"giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16\"]

1. a+,e-,c+,d+ D- {forced} 2. b+,c+,b+ x1 pass 3. d- pass 4. c+,a- x4 1-0

[Id \"two\"]
[Position \"giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16\"]
1. a+ x2 *

[Id \"three\"]
[Colour \"red\"]
1. a+ 2

[Id \"four\"]
[Position \"giuthi 0,0,0,3,0/2,0,0,0,4 n 15-16\"]
1... D- 1/2
";

#[test]
fn records_are_replayed() {
    let output = bonduc_with(&["replay", "--format", "json", "-"], RECORDS);
    assert_eq!(code(&output), 2);
    let reports = objects(&output);
    assert_eq!(reports.len(), 4);
    assert_eq!(reports[0]["plies"].as_array().unwrap().len(), 13);
    assert_eq!(reports[0]["error"], serde_json::Value::Null);
    let error = serde_json::json!({"ply": 0, "message": "a+ x2: it captures 0 by the rules"});
    assert_eq!(reports[1]["error"], error);
    let paths = reports[2]["faults"].as_array().unwrap().iter();
    let paths: Vec<_> = paths.map(|fault| fault["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["line 13, column 7"]);
    assert_eq!(reports[3]["error"], serde_json::Value::Null);
    // The first game as JSON gives the same answer, and the same text again.
    let first = RECORDS
        .split("\n\n")
        .take(2)
        .collect::<Vec<_>>()
        .join("\n\n")
        + "\n";
    let as_json = text(&bonduc_with(&["replay", "--to", "json", "-"], &first).stdout);
    let report = bonduc_with(&["replay", "--format", "json", "-"], &as_json);
    assert_eq!(objects(&report)[0], reports[0]);
    let again = text(&bonduc_with(&["replay", "--to", "record", "-"], &as_json).stdout);
    assert_eq!(again, first.replace("{forced} ", ""));
    // A wrong result is an error of its game.
    let wrong = bonduc_with(&["replay", "-"], &first.replace("1-0", "0-1"));
    assert_eq!(code(&wrong), 1);
    let says = "the result is given as 0-1, by the rules it is 1-0";
    assert!(
        text(&wrong.stdout).contains(says),
        "{}",
        text(&wrong.stdout)
    );
    let unsound = [
        ("0,0,0,3,0/2,0,0,0,4 s", "the position itself"),
        ("0/0", "a board and"),
        ("0,0,0,3,0/2,0,0,0,1 s", "6 seeds"),
    ];
    for (board, says) in unsound {
        let tag = format!("[History \"{board}\"]\n[Position");
        let output = bonduc_with(&["replay", "-"], &first.replacen("[Position", &tag, 1));
        assert_eq!(code(&output), 2);
        let messages = text(&output.stderr);
        assert!(
            messages.contains("line 3, column 1") && messages.contains(says),
            "{messages}"
        );
    }
}

#[test]
fn games_are_solved_from_a_ply() {
    let first = RECORDS
        .split("\n\n")
        .take(2)
        .collect::<Vec<_>>()
        .join("\n\n");
    // Just after a capture: nothing before it can come again.
    let puzzle = text(&bonduc_with(&["replay", "--from-ply", "8", "-"], &first).stdout);
    let object: serde_json::Value = serde_json::from_str(&puzzle).unwrap();
    assert_eq!(object["id"], "one-ply8");
    assert_eq!(object["history"], serde_json::Value::Null);
    let by_hand = bonduc_with(&["solve", "--format", "json", "-"], &puzzle);
    let as_json = text(&bonduc_with(&["replay", "--to", "json", "-"], &first).stdout);
    for game in [&first, &as_json] {
        let args = ["solve", "--format", "json", "--from-ply", "8", "-"];
        let mut straight = objects(&bonduc_with(&args, game));
        let mut piped = objects(&by_hand);
        for object in [&mut straight[0], &mut piped[0]] {
            object.as_object_mut().unwrap().remove("seconds");
        }
        assert_eq!(straight, piped);
        assert_eq!(straight[0]["verdict"], "loss");
        // Without a ply: after the last move, where the game is over.
        let end = objects(&bonduc_with(&["solve", "--format", "json", "-"], game));
        assert_eq!(end[0]["id"], "one-ply13");
        assert_eq!(end[0]["plies"], 0);
        // Too far.
        let output = bonduc_with(
            &["solve", "--format", "json", "--from-ply", "14", "-"],
            game,
        );
        assert_eq!(code(&output), 2);
        assert_eq!(
            objects(&output)[0]["faults"][0]["found"],
            "a game of 13 plies"
        );
    }
    // What is no game has no ply.
    let output = bonduc(&["solve", "--from-ply", "1", "puzzles/giuthi-2x5-04.json"]);
    assert_eq!(code(&output), 2);
    assert!(text(&output.stderr).contains("a game record"));
}

/// Earlier boards of the position that a game begins from count for repetition in `replay`.
#[test]
fn a_history_counts_in_replay() {
    let start = parse_position("giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16").unwrap();
    let mut record = Record::new(start);
    let first = NamedMove::parse_for("a+", Game::Giuthi, start.row(), Side::South).unwrap();
    let reached = record.play(first).unwrap().position;
    let earlier: Vec<serde_json::Value> = [reached]
        .iter()
        .map(|p| serde_json::json!({"north": p.row_contents(Side::North), "south": p.row_contents(Side::South), "to_move": p.to_move().name()}))
        .collect();
    let position = serde_json::json!({"game": "giuthi", "north": [0, 0, 0, 3, 0], "south": [2, 0, 0, 0, 4],
        "captured": {"south": 15, "north": 16}, "to_move": "south", "history": earlier});
    let game = serde_json::json!({"position": position, "moves": ["a+"]}).to_string();
    let report = &objects(&bonduc_with(&["replay", "--format", "json", "-"], &game))[0];
    assert_eq!(report["plies"][0]["next"], "over");
    assert_eq!(report["plies"][0]["ending"]["kind"], "repetition");
    let output = bonduc_with(&["solve", "-"], &game);
    assert_eq!(code(&output), 2);
    assert!(text(&output.stderr).contains("over after ply 1: a draw by repetition"));
}
