//! Books: read back as XML, they hold every puzzle, the solver's lines and nothing that would have to be fetched.

use std::fs;
use std::path::Path;

use bonduc::board::{Row, Side};
use bonduc::notation::{NamedMove, position_text};
use bonduc::puzzle::load;
use bonduc::rules::{Position, Record};
use roxmltree::{Document, Node};
use serde_json::{Value, json};

use crate::cli::{bonduc, code, objects, text};

/// Puzzles of all kinds: wins and draws, a history, other goals, series and help play, tags, a board that is over, CSV.
fn set(folder: &Path) -> Vec<String> {
    let csv = "id,game,north,south,captured_south,captured_north,to_move\n\
               from-csv,giuthi,0 0 0 3 0,2 0 0 0 4,15,16,south\n";
    fs::write(folder.join("table.csv"), csv).unwrap();
    let lines = [
        json!({"id": "over", "game": "giuthi", "north": [0, 1], "south": [1, 0], "to_move": "north"}),
        json!({"id": "tagged", "game": "kiothi", "north": [0, 0, 1], "south": [0, 2, 0], "to_move": "south",
               "title": "Two & <two>", "author": "A \"B\" ]]>", "source": "</script><script>x()</script>", "year": 1959,
               "comment": "<!-- b1 takes -->", "tags": ["capture", "hard", "difficulty=61", "laps=3", "<i>"]}),
    ];
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    fs::write(folder.join("lines.jsonl"), lines).unwrap();
    let mut inputs = vec![folder.to_str().unwrap().to_owned()];
    inputs.push(folder.join("table.csv").to_str().unwrap().to_owned());
    for name in [
        "giuthi-2x5-02",
        "giuthi-2x5-04",
        "history-01",
        "one-warrior-01",
        "composed/series-01",
        "composed/help-01",
        "giuthi/giuthi-2x5-draw-c2y92wrbjm",
    ] {
        inputs.push(format!("puzzles/{name}.json"));
    }
    inputs
}

/// Makes a book and returns its text.
fn book(args: &[&str], out: &Path, wanted: i32) -> String {
    let args = [&["book"], args, &["--out", out.to_str().unwrap()]].concat();
    let output = bonduc(&args);
    assert_eq!(code(&output), wanted, "{}", text(&output.stderr));
    fs::read_to_string(out).unwrap()
}

/// Reads a book as XML.
fn parsed(book: &str) -> Document<'_> {
    let rest = book.strip_prefix("<!DOCTYPE html>\n").unwrap();
    Document::parse(rest).unwrap_or_else(|error| panic!("{error}"))
}

fn with_class<'a>(node: Node<'a, 'a>, class: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    node.descendants().filter(move |node| {
        let classes = node.attribute("class").unwrap_or_default();
        classes.split(' ').any(|own| own == class)
    })
}

fn words(node: Node) -> String {
    node.descendants()
        .filter(|node| node.is_text())
        .filter_map(|node| node.text())
        .collect()
}

fn articles<'a>(document: &'a Document) -> Vec<Node<'a, 'a>> {
    document
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/1999/xhtml", "article")))
        .collect()
}

/// The lines that an answer has: that to the goal or that of the game, or those of series and help play.
fn lines_of(answer: &Value) -> Vec<Vec<String>> {
    let moves = |line: &Value| -> Vec<String> {
        let plies = line.as_array().unwrap().iter();
        plies
            .map(|ply| ply.as_str().or(ply["move"].as_str()).unwrap().to_owned())
            .collect()
    };
    match (
        answer["solutions"]["lines"].as_array(),
        &answer["goal_line"],
    ) {
        (Some(lines), _) => lines.iter().take(10).map(moves).collect(),
        (None, Value::Null) => vec![moves(&answer["line"])],
        (None, line) => vec![moves(line)],
    }
}

#[test]
fn books_hold_every_puzzle_and_the_solvers_lines() {
    let folder = tempfile::tempdir().unwrap();
    let inputs = set(folder.path());
    let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
    let puzzles = load(
        &inputs
            .iter()
            .map(|input| (*input).to_owned())
            .collect::<Vec<_>>(),
        &mut std::io::empty(),
    );
    let answers = objects(&bonduc(
        &[
            &["solve", "--format", "json", "--answer", "moves"],
            &inputs[..],
        ]
        .concat(),
    ));
    let out = folder.path().join("book.html");
    let made = book(&inputs, &out, 0);
    let document = parsed(&made);
    let articles = articles(&document);
    assert_eq!(articles.len(), 10);
    assert_eq!(articles.len(), answers.len());
    for ((article, answer), entry) in articles.iter().zip(&answers).zip(&puzzles) {
        let puzzle = entry.puzzle.as_ref().unwrap();
        let id = answer["id"].as_str().unwrap();
        assert_eq!(article.attribute("data-id"), Some(id));
        let seeds = with_class(*article, "pit").map(|pit| pit.attribute("data-seeds").unwrap());
        let seeds: u32 = seeds.map(|seeds| seeds.parse::<u32>().unwrap()).sum();
        assert_eq!(seeds, puzzle.position.ring().seeds(), "{id}");
        // Hidden until asked for: the whole solution is in a closed details.
        let details: Vec<Node> = with_class(*article, "solution").collect();
        assert_eq!(details.len(), 1);
        let details = details[0];
        assert!(details.has_tag_name(("http://www.w3.org/1999/xhtml", "details")));
        assert_eq!(details.attribute("open"), None);
        for node in with_class(*article, "ply").chain(with_class(*article, "key")) {
            assert!(node.ancestors().any(|above| above == details), "{id}");
        }
        // The keys and the lines are those of solve.
        let keys: Vec<&str> = answer["keys"]
            .as_array()
            .unwrap()
            .iter()
            .map(|key| key.as_str().unwrap())
            .collect();
        let told: Vec<String> = with_class(details, "key").map(words).collect();
        assert_eq!(told.concat(), keys.join(", "), "{id}");
        let lines = lines_of(answer);
        let told: Vec<Vec<String>> = with_class(details, "line")
            .map(|line| {
                let plies = with_class(line, "ply").map(words);
                plies
                    .map(|ply| ply.split(" x").next().unwrap().to_owned())
                    .collect()
            })
            .collect();
        let expected: Vec<Vec<String>> = lines
            .iter()
            .filter(|line| !line.is_empty())
            .cloned()
            .collect();
        assert_eq!(told, expected, "{id}");
        // The data that the page plays them with.
        let data: Vec<Value> = details
            .descendants()
            .filter(|node| node.attribute("type") == Some("application/json"))
            .map(|node| serde_json::from_str(&words(node)).unwrap())
            .collect();
        assert_eq!(data.len(), expected.len());
        for (line, data) in expected.iter().zip(&data) {
            plays(&puzzle.position, line, data);
        }
        // Every move with its result.
        let rows: Vec<Vec<String>> = details
            .descendants()
            .filter(|node| node.has_tag_name(("http://www.w3.org/1999/xhtml", "tr")))
            .skip(1)
            .map(|row| row.children().map(words).collect())
            .collect();
        let moves = answer["moves"].as_array().cloned().unwrap_or_default();
        assert_eq!(rows.len(), moves.len(), "{id}");
        for (row, mv) in rows.iter().zip(&moves) {
            let name = mv["move"].as_str().unwrap();
            assert_eq!(row[0].split(" x").next(), Some(name));
            let result = match mv["verdict"].as_str().unwrap() {
                "win" => "wins",
                "draw" => "draws",
                _ => "loses",
            };
            assert!(row[1].starts_with(result), "{id} {row:?}");
            if keys.contains(&name) {
                assert_eq!(row[2], "the key");
            } else if !row[2].is_empty() {
                refutes(&puzzle.position, name, &row[2], mv["verdict"] == "loss");
            }
        }
        // And again on paper.
        let printed: Vec<Node> = with_class(document.root(), "printed").collect();
        let heading = puzzle.about.title.as_deref().unwrap_or(id);
        assert!(printed.iter().any(|one| words(*one).contains(heading)));
    }
    // Of wrong moves the puzzles without a history tell what refutes them.
    let refuted = |number: usize| {
        let article = articles[number];
        with_class(article, "loss")
            .filter(|row| !words(row.children().next_back().unwrap()).is_empty())
            .count()
    };
    assert!(
        refuted(
            answers
                .iter()
                .position(|one| one["id"] == "giuthi-2x5-04")
                .unwrap()
        ) >= 2
    );
}

/// Holds the data of a line to the rules: laps lead from board to board, seed by seed.
fn plays(start: &Position, line: &[String], data: &Value) {
    let numbers = |board: &Value| -> Vec<i64> { serde_json::from_value(board.clone()).unwrap() };
    let steps = data["steps"].as_array().unwrap();
    assert_eq!(steps.len(), line.len());
    let (row, game) = (start.row(), start.rules().game());
    let mut now = *start;
    let mut before = data["start"].clone();
    for (mv, step) in line.iter().zip(steps) {
        let mut mover = now.to_move();
        if mv != "pass" && NamedMove::parse_for(mv, game, row, mover).is_err() {
            // A series: the other side's turn is passed over.
            now = now.with_turn_passed();
            mover = now.to_move();
        }
        let named = NamedMove::parse_for(mv, game, row, mover).unwrap();
        let ply = Record::new(now).play(named).unwrap();
        now = ply.position;
        // 1. The board after it.
        let board = &step["board"];
        let expected: Vec<i64> = ring_of(&now, row);
        assert_eq!(numbers(&board["pits"]), expected, "{mv}");
        let captured = Side::BOTH.map(|side| i64::from(now.captured(side)));
        assert_eq!(numbers(&board["captured"]), captured);
        // 2. The laps from the board before it, as the script sows them.
        let mut pits = numbers(&before["pits"]);
        let cells = pits.len() as i64;
        for lap in step["laps"].as_array().unwrap() {
            let lap = numbers(lap);
            let (mut at, hand, way) = (lap[0], lap[1], lap[2]);
            pits[at as usize] -= hand;
            assert!(pits[at as usize] >= 0);
            for _ in 0..hand {
                at = (at + way + cells) % cells;
                pits[at as usize] += 1;
            }
        }
        let taken = numbers(&step["taken"]);
        let gone: i64 = taken.iter().map(|&cell| pits[cell as usize]).sum();
        assert_eq!(gone, i64::from(ply.captured), "{mv}");
        for cell in taken {
            pits[cell as usize] = 0;
        }
        if !step["laps"].as_array().unwrap().is_empty() {
            assert_eq!(pits, expected, "{mv}");
        }
        before = board.clone();
    }
}

/// The pits in ring order, as South sees it, read from the position's text.
fn ring_of(position: &Position, row: Row) -> Vec<i64> {
    let text = position_text(position);
    let rows = text.split(' ').nth(1).unwrap();
    let (north, south) = rows.split_once('/').unwrap();
    let read = |row: &str| -> Vec<i64> {
        row.split(',')
            .map(|pit| pit.trim_end_matches('*').parse().unwrap())
            .collect()
    };
    let ring: Vec<i64> = read(south)
        .into_iter()
        .chain(read(north).into_iter().rev())
        .collect();
    assert_eq!(ring.len(), row.cells());
    ring
}

/// Plays a move and what the page says of it: it is legal play, and a lost game is lost at the end of a line that is told whole.
fn refutes(start: &Position, mv: &str, told: &str, lost: bool) {
    let mut record = Record::new(*start);
    let (row, game) = (start.row(), start.rules().game());
    let mut play = |mv: &str| {
        let mover = record.position().to_move();
        let named = NamedMove::parse_for(mv, game, row, mover).unwrap();
        record
            .play(named)
            .unwrap_or_else(|error| panic!("{mv}: {error:?}"));
        (record.ending(), *record.position())
    };
    play(mv);
    let whole = !told.ends_with('…');
    let mut last = None;
    for turn in told.trim_end_matches(" …").split("; ") {
        let (_, sowings) = turn.split_once(' ').unwrap();
        for sowing in sowings.split(',') {
            last = Some(play(sowing.split(" x").next().unwrap()));
        }
    }
    let Some((Some(ending), _)) = last else {
        assert!(!whole, "{mv}: {told} does not end the game");
        return;
    };
    if let bonduc::rules::Ending::NoMoves { south, north } = ending {
        let own = match start.to_move() {
            Side::South => (south, north),
            Side::North => (north, south),
        };
        assert_eq!(own.0 < own.1, lost, "{mv}: {told}");
    } else {
        assert!(!lost, "{mv}: {told}");
    }
}

#[test]
fn books_stand_alone() {
    let folder = tempfile::tempdir().unwrap();
    let inputs = set(folder.path());
    let mut args: Vec<&str> = inputs.iter().map(String::as_str).collect();
    args.extend(["--title", "</title><img src=x> & \"all\" ]]>"]);
    let out = folder.path().join("book.html");
    let made = book(&args, &out, 0);
    let document = parsed(&made);
    // Nothing of the puzzles' texts is markup, and no text is lost.
    let title = document.descendants().find(|node| {
        node.has_tag_name(("http://www.w3.org/1999/xhtml", "title"))
            && node
                .parent()
                .is_some_and(|parent| parent.has_tag_name(("http://www.w3.org/1999/xhtml", "head")))
    });
    assert_eq!(words(title.unwrap()), "</title><img src=x> & \"all\" ]]>");
    let tagged = articles(&document)
        .into_iter()
        .find(|article| article.attribute("data-id") == Some("tagged"))
        .unwrap();
    let all = words(tagged);
    for told in [
        "Two & <two>",
        "A \"B\" ]]>",
        "</script><script>x()</script>",
        "1959",
        "hard · difficulty 61",
        "<!-- b1 takes -->",
    ] {
        assert!(all.contains(told), "{told}");
    }
    assert!(!all.contains("laps=3"));
    // One script, and the lines' data; nothing is asked of anybody.
    let elements = |name: &'static str| {
        document
            .descendants()
            .filter(move |node| node.tag_name().name() == name)
    };
    let scripts = elements("script").filter(|node| node.attribute("type").is_none());
    assert_eq!(scripts.count(), 1);
    for name in [
        "img", "link", "iframe", "object", "embed", "image", "use", "form",
    ] {
        assert_eq!(elements(name).count(), 0, "{name}");
    }
    for node in document.descendants() {
        for attribute in node.attributes() {
            assert!(!["src", "srcset", "action", "style"].contains(&attribute.name()));
            assert!(!attribute.name().starts_with("on"), "{}", attribute.name());
        }
        if let Some(href) = node.attribute("href") {
            let id = href.strip_prefix('#').unwrap();
            let target = document
                .descendants()
                .filter(|node| node.attribute("id") == Some(id));
            assert_eq!(target.count(), 1, "{href}");
        }
    }
    let names = ["1999/xhtml", "2000/svg"].map(|name| format!("http://www.w3.org/{name}"));
    let bare = made.replace(&names[0], "").replace(&names[1], "");
    for loads in [
        "http:",
        "https:",
        "@import",
        "url(",
        "fetch(",
        "XMLHttp",
        "import(",
        "WebSocket",
        "eval(",
    ] {
        assert!(!bare.contains(loads), "{loads}");
    }
    let policy = elements("meta")
        .find(|node| node.attribute("http-equiv") == Some("Content-Security-Policy"))
        .unwrap();
    let policy = policy.attribute("content").unwrap();
    assert!(policy.starts_with("default-src 'none';"), "{policy}");
    // The index of themes.
    let themes = with_class(document.root(), "index").next().unwrap();
    let names: Vec<String> = themes
        .descendants()
        .filter(|node| node.tag_name().name() == "dt")
        .map(words)
        .collect();
    assert!(names.is_sorted() && names.contains(&"<i>".to_owned()));
    assert!(names.contains(&"capture".to_owned()) && names.contains(&"quiet-key".to_owned()));
    assert!(names.iter().all(|name| !name.contains('=')) && !names.contains(&"hard".to_owned()));
    // The same again is the same file.
    assert!(book(&args, &out, 0) == made);
}

#[test]
fn solutions_that_are_there_are_taken_where_they_fit() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (two, four) = ("puzzles/giuthi-2x5-02.json", "puzzles/giuthi-2x5-04.json");
    let solutions = path("solutions");
    let output = bonduc(&["solve", "--brief", two, four, "--out", &solutions]);
    assert_eq!(code(&output), 0);
    let out = folder.path().join("book.html");
    let arguments = |extra: &[&str]| {
        let out = out.to_str().unwrap();
        let output = bonduc(&[&["book", two, four, "--out", out], extra].concat());
        assert_eq!(code(&output), 0);
        let told = text(&output.stderr);
        (told, fs::read_to_string(out).unwrap())
    };
    let plies =
        |book: &str| -> Vec<String> { with_class(parsed(book).root(), "ply").map(words).collect() };
    let (_, solved) = arguments(&[]);
    // With a limit that nothing passes: what is taken is not solved.
    let (told, taken) = arguments(&["--solutions", &solutions, "--nodes", "1"]);
    assert_eq!(told, "");
    assert_eq!(plies(&taken), plies(&solved));
    // One of another position, and one that is missing.
    let own = format!("{solutions}/giuthi-2x5-04.json");
    fs::copy(format!("{solutions}/giuthi-2x5-02.json"), &own).unwrap();
    fs::remove_file(format!("{solutions}/giuthi-2x5-02.json")).unwrap();
    let (told, anew) = arguments(&["--solutions", &solutions]);
    assert_eq!(plies(&anew), plies(&solved));
    assert!(
        told.contains("giuthi-2x5-04.json does not fit; solved anew"),
        "{told}"
    );
    assert!(
        told.contains("giuthi-2x5-02.json: ") && told.contains("; solved anew"),
        "{told}"
    );
}

#[test]
fn what_goes_wrong_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("book.html");
    let name = out.to_str().unwrap();
    let run = |args: &[&str]| {
        let output = bonduc(&[&["book"], args].concat());
        (code(&output), text(&output.stderr))
    };
    let good = "giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16";
    // 1. Usage.
    let (exit, told) = run(&[good]);
    assert_eq!(exit, 2);
    assert!(told.contains("--out"), "{told}");
    // 2. Nothing that could be read: no book.
    let (exit, told) = run(&["no-such-file.json", "--out", name]);
    assert_eq!(exit, 2);
    assert!(
        told.contains("no-such-file") && told.contains("no puzzle is left for a book"),
        "{told}"
    );
    assert!(!out.exists());
    // 3. A bad one beside a good one, and one in the opening.
    for bad in [
        "giuthi 0,0,0,3,0/2,0,0,0 s",
        "kiothi 2,2,0/0,2,2 s opening=0",
    ] {
        let (exit, told) = run(&[good, bad, "--out", name]);
        assert_eq!(exit, 2, "{told}");
        assert!(
            told.contains("position#2 (the command line): refused"),
            "{told}"
        );
        let made = fs::read_to_string(&out).unwrap();
        assert_eq!(articles(&parsed(&made)).len(), 1);
    }
    // 4. A limit: the puzzle stands there all the same.
    let large = "giuthi 8,8,8,8,8,8,8,8/8,8,8,8,8,8,8,8 s";
    let (exit, told) = run(&[
        large,
        good,
        "--nodes",
        "1000",
        "--table-seeds",
        "0",
        "--out",
        name,
    ]);
    assert_eq!(exit, 3, "{told}");
    assert!(told.contains("--nodes"), "{told}");
    let made = fs::read_to_string(&out).unwrap();
    let document = parsed(&made);
    let first = words(articles(&document)[0]);
    assert!(first.contains("Not solved within the limits"), "{first}");
    // 5. A goal that cannot be met.
    let unmet = json!({"id": "unmet", "game": "giuthi", "north": [0, 1], "south": [1, 0], "to_move": "north",
                       "stipulation": {"goal": "win"}});
    let unmet_path = folder.path().join("unmet.json");
    fs::write(&unmet_path, unmet.to_string()).unwrap();
    let (exit, _) = run(&[unmet_path.to_str().unwrap(), "--out", name]);
    assert_eq!(exit, 1);
    let made = fs::read_to_string(&out).unwrap();
    assert!(made.contains("What is asked cannot be forced."));
    // 6. Other files are left as they are, and folders have to be there.
    let own = unmet_path.to_str().unwrap();
    let (exit, told) = run(&[good, "--out", own]);
    assert_eq!(exit, 2);
    assert!(told.contains("no book by this program"), "{told}");
    assert_eq!(fs::read_to_string(&unmet_path).unwrap(), unmet.to_string());
    let nowhere = folder.path().join("no/such/folder/book.html");
    let (exit, told) = run(&[good, "--out", nowhere.to_str().unwrap()]);
    assert_eq!(exit, 2);
    assert!(told.contains("cannot write"), "{told}");
}
