//! Sets as `generate` writes them: the same bytes whatever the threads, taken up after a kill, without repeats, sound.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use bonduc::generate::{Registry, id_of};
use bonduc::notation::NamedMove;
use bonduc::puzzle::{Puzzle, load};
use bonduc::rules::{Move, Record};
use serde_json::Value;

use crate::cli::{bonduc, bonduc_with, code, objects, text};

/// Every file of a folder with its bytes.
fn bytes(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            let inner = bytes(&entry.path()).into_iter();
            files.extend(inner.map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            files.insert(name, fs::read(entry.path()).unwrap());
        }
    }
    files
}

fn generate(folder: &Path, args: &str) -> std::process::Output {
    let args: Vec<&str> = args.split(' ').collect();
    bonduc(&[&["generate", "--out", folder.to_str().unwrap()], &args[..]].concat())
}

fn read(folder: &Path) -> Vec<Puzzle> {
    let entries = load(
        &[folder.to_str().unwrap().to_owned()],
        &mut std::io::empty(),
    );
    entries
        .into_iter()
        .map(|entry| entry.puzzle.unwrap())
        .collect()
}

const SMALL: &str = "--game giuthi --pits 5 --seeds 6..9 --count 40 --seed 3";

#[test]
fn a_set_is_the_same_with_one_thread_and_with_two() {
    for args in [
        SMALL,
        "--game kiothi --pits 6 --seeds 5..7 --count 12 --seed 4",
        "--game giuthi --pits 6 --seeds 7 --best-of 6000 --count 15 --theme forced-pass,echo",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
        let output = generate(&one, &format!("{args} --threads 1"));
        assert_eq!(code(&output), 0, "{}", text(&output.stderr));
        let output = generate(&two, &format!("{args} --threads 2"));
        assert_eq!(code(&output), 0, "{}", text(&output.stderr));
        assert_eq!(bytes(&one), bytes(&two));
        let puzzles = read(&one).len();
        assert!(puzzles >= 12, "{puzzles}");
        let solutions = fs::read_dir(one.join("solutions")).unwrap();
        let json = |name: &String| name.ends_with(".json");
        let names = solutions.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        assert_eq!(names.filter(json).count(), puzzles);
    }
}

/// Killed without warning over and over, a run comes to the same set as one that was let run.
#[test]
fn a_killed_run_goes_on_to_the_same_set() {
    let args = "--game giuthi --pits 7 --seeds 7..9 --count 60 --seed 9 --threads 1";
    let folder = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    let output = generate(&whole, args);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let journal = killed.join(".generate.journal");
    let mut kills = 0;
    for wait in 1.. {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bonduc"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
            .args(["generate", "--out", killed.to_str().unwrap()])
            // The set's own folder among those not to be repeated is no hindrance.
            .args(["--besides", killed.to_str().unwrap()])
            .args(args.split(' '))
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let grown = fs::metadata(&journal).map_or(0, |file| file.len());
        let started = Instant::now();
        let done = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break Some(status);
            }
            let now = fs::metadata(&journal).map_or(0, |file| file.len());
            // In the middle of the search, soon after it got on; later in the middle of the writing.
            let ripe = now > grown || started.elapsed() > Duration::from_millis(400);
            if ripe && started.elapsed() > Duration::from_millis(60 * wait) {
                child.kill().unwrap();
                child.wait().unwrap();
                kills += 1;
                break None;
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        if let Some(status) = done {
            assert!(status.success());
            break;
        }
        assert!(wait < 500, "the run does not come to an end");
    }
    assert!(kills >= 2, "{kills} kills");
    assert_eq!(bytes(&whole), bytes(&killed));
    assert!(!journal.exists());
}

/// A journal of another brief is left alone; what a kill has left half written is done again.
#[test]
fn journals_are_held_to_their_brief() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("set");
    // More than can be found: the run ends short, by a limit, and keeps its journal.
    let args = "--game giuthi --pits 8 --seeds 8..9 --count 100000 --seed 2";
    let output = generate(&set, &format!("{args} --time 3"));
    assert_eq!(code(&output), 3, "{}", text(&output.stderr));
    let journal = set.join(".generate.journal");
    let kept = fs::read(&journal).unwrap();
    assert!(kept.len() > 1000);
    let output = generate(
        &set,
        "--game giuthi --pits 8 --seeds 8..9 --count 5 --seed 7",
    );
    assert_eq!(code(&output), 2);
    assert!(text(&output.stderr).contains("unfinished run with other options"));
    assert_eq!(fs::read(&journal).unwrap(), kept);
    fs::write(&journal, [&kept[..], b"{\"id\":\"giuthi-2x8"].concat()).unwrap();
    // Fewer are wanted now than have been found: the first of them.
    let output = generate(
        &set,
        "--game giuthi --pits 8 --seeds 8..9 --count 20 --seed 2",
    );
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let fresh = folder.path().join("fresh");
    let output = generate(
        &fresh,
        "--game giuthi --pits 8 --seeds 8..9 --count 20 --seed 2",
    );
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    assert_eq!(bytes(&set), bytes(&fresh));
    fs::write(&journal, &kept[..kept.len() / 2]).unwrap();
    let output = generate(&set, &format!("{SMALL} --fresh"));
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
}

/// What a set claims is right, its keys are the only ones, it has no duals; its evidence holds; the formats say the same.
#[test]
fn sets_are_sound_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let [files, jsonl, csv] = ["files", "jsonl", "csv"].map(|name| folder.path().join(name));
    let kiothi = "--game kiothi --pits 10 --seeds 5..7 --count 15 --seed 6";
    for (set, args) in [("giuthi", SMALL), ("kiothi", kiothi)] {
        for (folder, format) in [(&files, "files"), (&jsonl, "jsonl"), (&csv, "csv")] {
            let output = generate(&folder.join(set), &format!("{args} --format {format}"));
            assert_eq!(code(&output), 0, "{}", text(&output.stderr));
        }
        let [files, jsonl, csv] = [&files, &jsonl, &csv].map(|folder| folder.join(set));
        let by_id = |path: &Path| -> BTreeMap<String, Puzzle> {
            let puzzles = read(path).into_iter();
            puzzles.map(|puzzle| (puzzle.id.clone(), puzzle)).collect()
        };
        let puzzles = by_id(&files);
        assert_eq!(by_id(&jsonl), puzzles);
        assert_eq!(by_id(&csv.join("puzzles.csv")), puzzles);
        assert_eq!(
            bytes(&files.join("solutions")),
            bytes(&csv.join("solutions"))
        );
        let path = files.to_str().unwrap();
        let output = bonduc(&["verify", "--no-duals", "--format", "json", path]);
        assert_eq!(code(&output), 0, "{}", text(&output.stdout));
        assert_eq!(objects(&output).len(), puzzles.len());
        let solutions = files.join("solutions");
        let args = ["check", solutions.to_str().unwrap(), "--against", path];
        let output = bonduc(&[&args[..], &["--format", "json"]].concat());
        assert_eq!(code(&output), 0, "{}", text(&output.stdout));
        for report in objects(&output) {
            let certified: Vec<&Value> = report["certified"].as_array().unwrap().iter().collect();
            assert!(certified.iter().any(|what| **what == "keys"), "{report}");
        }
    }
}

/// Ids are those of the positions, and a later run with more has the earlier ones among them.
#[test]
fn ids_do_not_change_when_more_are_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("set");
    let output = generate(&set, &SMALL.replace("--count 40", "--count 15"));
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let first = bytes(&set);
    let output = generate(&set, SMALL);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let then = bytes(&set);
    for (name, bytes) in first.iter().filter(|(name, _)| *name != "catalogue.md") {
        assert_eq!(then.get(name), Some(bytes), "{name}");
    }
    for puzzle in read(&set) {
        assert_eq!(
            id_of(&puzzle.position, &puzzle.stipulation.unwrap()),
            puzzle.id
        );
    }
    // Changed by hand, a file is left as it is.
    let name = then
        .keys()
        .find(|name| name.starts_with("giuthi-2x5-win"))
        .unwrap();
    fs::write(set.join(name), "{}").unwrap();
    let output = generate(&set, SMALL);
    assert_eq!(code(&output), 2);
    assert!(
        text(&output.stderr).contains("it is left as it is"),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(fs::read(set.join(name)).unwrap(), b"{}");
}

/// What others may not repeat, told slowly: every board along a solution in all its forms.
#[test]
fn no_two_of_a_set_are_alike() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("set");
    let output = generate(
        &set,
        "--game giuthi --pits 6 --seeds 7..10 --count 120 --no-solutions",
    );
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    assert!(
        !text(&output.stderr).contains(" 0 like others"),
        "nothing was ever alike"
    );
    let puzzles = read(&set);
    assert_eq!(puzzles.len(), 120);
    no_two_alike(&puzzles);
}

/// Fails if a board of one puzzle's solution, mirrored or seen from the other side, is another's first.
pub fn no_two_alike(puzzles: &[Puzzle]) {
    let mut firsts: HashMap<(String, Vec<u8>, u32), &str> = HashMap::new();
    for puzzle in puzzles {
        for form in forms(&puzzle.position) {
            let before = firsts.insert(form, &puzzle.id);
            assert!(
                before.is_none_or(|id| id == puzzle.id),
                "{before:?} {}",
                puzzle.id
            );
        }
    }
    for puzzle in puzzles {
        let Some(bonduc::puzzle::Claim::Line(line)) = &puzzle.claim else {
            panic!("{}", puzzle.id);
        };
        let mut record = Record::new(puzzle.position);
        for named in line {
            let side = record.position().to_move();
            let mv: Move = named.for_side(side, puzzle.position.row()).unwrap();
            record.play(mv).unwrap();
            if record.ending().is_some() {
                break;
            }
            let form = forms(record.position()).remove(0);
            let start = firsts.get(&form);
            assert!(
                start.is_none_or(|id| *id == puzzle.id),
                "{start:?} {}",
                puzzle.id
            );
        }
    }
}

/// A board as its mover sees it, and mirrored where that is the same game; with its rules and marks.
fn forms(position: &bonduc::rules::Position) -> Vec<(String, Vec<u8>, u32)> {
    let rules = format!("{:?}", position.rules());
    let ring = position.ring();
    let cells = ring.cells().to_vec();
    let straight = (rules.clone(), cells.clone(), ring.nki());
    if !position.rules().has_reflection() {
        return vec![straight];
    }
    let n = cells.len() / 2;
    let mirrored = (0..2 * n)
        .map(|cell| cells[(3 * n - 1 - cell) % (2 * n)])
        .collect();
    vec![straight, (rules, mirrored, 0)]
}

#[test]
fn what_is_there_is_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = ["first", "second"].map(|name| folder.path().join(name));
    let output = generate(&first, &format!("{SMALL} --no-solutions"));
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let besides = first.to_str().unwrap();
    let args = format!(
        "{SMALL} --no-solutions --besides {besides} --besides {}",
        folder.path().display()
    );
    let output = generate(&second, &args);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let puzzles = [read(&first), read(&second)].concat();
    assert_eq!(puzzles.len(), 80);
    no_two_alike(&puzzles);
    let mut registry = Registry::default();
    assert!(puzzles.iter().all(|puzzle| registry.take(puzzle)));
    assert!(puzzles.iter().all(|puzzle| !registry.take(puzzle)));
}

/// Mirror images, swapped sides, a later start, dead seeds elsewhere: the same problem.
#[test]
fn repeats_are_known() {
    // In the solution A, C and E are not touched, nor the pits a to c.
    let puzzle = |position: &str, solution: &str| {
        let moves: Vec<&str> = solution.split(' ').collect();
        let game = bonduc::notation::parse_position(position).unwrap();
        let mut puzzle = read(Path::new(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/puzzles/giuthi"
        )))[0]
            .clone();
        puzzle.id = position.to_owned();
        puzzle.position = game;
        let (rules, row) = (game.rules().game(), game.row());
        let line = moves
            .iter()
            .map(|mv| NamedMove::parse(mv, rules, row).unwrap());
        puzzle.claim = Some(bonduc::puzzle::Claim::Line(line.collect()));
        puzzle
    };
    let own = "giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16";
    let solution = "a+ e- c+ d+ D- b+ c+ b+";
    let take = |others: &[(&str, &str)]| {
        let mut registry = Registry::default();
        assert!(registry.take(&puzzle(own, solution)));
        others
            .iter()
            .all(|(position, line)| registry.take(&puzzle(position, line)))
    };
    // Another score, another side, the mirror image.
    assert!(!take(&[("giuthi 0,0,0,3,0/2,0,0,0,4 s 14-17", solution)]));
    assert!(!take(&[(
        "giuthi 2,0,0,0,4/0,0,0,3,0 n 16-15",
        "A+ E- C+ D+ d- B+ C+ B+"
    )]));
    assert!(!take(&[(
        "giuthi 0,3,0,0,0/4,0,0,0,2 s 15-16",
        "e- a+ c- b- B+ d- c- d-"
    )]));
    // From its second sowing on.
    assert!(!take(&[(
        "giuthi 0,0,0,3,0/0,1,1,0,4 s 15-16",
        "e- c+ d+ D- b+ c+ b+"
    )]));
    // The solver's play at the end of a longer row, another pile in the enemy's.
    let far = "a+ e- c+ d+ D- b+ c+ b+".split(' ').map(|mv| {
        let (pit, rest) = mv.split_at(1);
        let next = (pit.as_bytes()[0] + 2) as char;
        format!("{next}{rest}")
    });
    let far = far.collect::<Vec<String>>().join(" ");
    assert!(!take(&[(
        "giuthi 0,0,1,0,0,3,0/0,0,2,0,0,0,4 s 15-15",
        &far
    )]));
    // Something else.
    assert!(take(&[("giuthi 0,0,0,3,0/2,0,0,1,4 s 15-15", "a+ d+")]));
}

#[test]
fn standard_output_has_json_lines() {
    let args = "generate --game giuthi --pits 5 --seeds 8 --count 5";
    let args: Vec<&str> = args.split(' ').collect();
    let output = bonduc(&args);
    assert_eq!(code(&output), 0);
    let puzzles = text(&output.stdout);
    assert_eq!(puzzles.lines().count(), 5);
    let verified = bonduc_with(&["verify", "--no-duals", "-"], &puzzles);
    assert_eq!(code(&verified), 0, "{}", text(&verified.stdout));
    // For a contest: without the claims.
    let output = bonduc(&[&args[..], &["--no-claims"]].concat());
    let bare = objects(&output);
    assert!(bare.len() == 5 && bare.iter().all(|puzzle| puzzle.get("solution").is_none()));
    // Boards of one's own, and those near them.
    let args = [
        "generate",
        "--only-moves",
        "1..",
        "--unique",
        "key",
        "--from",
    ];
    let from = "giuthi 1,1,1,1,4/1,3,0,3,1 s 0-24";
    let output = bonduc(&[&args[..], &[from]].concat());
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let made = objects(&output);
    assert_eq!(made.len(), 1);
    assert_eq!(made[0]["south"], serde_json::json!([1, 3, 0, 3, 1]));
    let captured = made[0]["captured"]["south"].as_u64().unwrap();
    assert_eq!(
        captured + made[0]["captured"]["north"].as_u64().unwrap(),
        24
    );
    let output = bonduc(&[&args[..], &["giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16", "--near"]].concat());
    assert!(objects(&output).len() > 1, "{}", text(&output.stderr));
}

#[test]
fn bad_briefs_are_told() {
    for (args, said) in [
        ("--game giuthi --pits 6", "--seeds"),
        ("--game chess --pits 6 --seeds 8", "chess"),
        ("--game giuthi --pits 13 --seeds 8", "13"),
        (
            "--game giuthi --pits 6 --seeds 8..6",
            "the smaller number comes first",
        ),
        ("--game giuthi --pits 6 --seeds 0..6", "0"),
        ("--game giuthi --pits 6 --seeds 300", "300"),
        (
            "--game giuthi --pits 6 --seeds 8 --total 7",
            "7 seeds in the game",
        ),
        (
            "--game giuthi --pits 6 --seeds 8 --theme measured-lift",
            "which Giuthi has not",
        ),
        (
            "--game giuthi --pits 6 --seeds 8 --theme beauty",
            "expected one of several-sowings",
        ),
        (
            "--game giuthi --pits 6 --seeds 8 --difficulty extreme",
            "easy, medium, hard",
        ),
        (
            "--game giuthi --pits 6 --seeds 8 --stipulation capture=9",
            "--stipulation",
        ),
        (
            "--game giuthi --pits 6 --seeds 8 --from nowhere.json",
            "nowhere.json",
        ),
        ("--game kiothi --pits 6 --seeds 8 --near", "--from"),
        ("--game giuthi --pits 6 --seeds 8 --format csv", "--out"),
        ("--game kiothi --pits 12 --seeds 200", "too many"),
    ] {
        let all: Vec<&str> = ["generate"].into_iter().chain(args.split(' ')).collect();
        let output = bonduc(&all);
        let message = text(&output.stderr);
        assert_eq!(code(&output), 2, "{args}: {message}");
        assert!(message.contains(said), "{args}: {message}");
    }
    // Boards of another size than the first.
    let args = [
        "generate",
        "--from",
        "giuthi 0,3/2,0 s",
        "--from",
        "giuthi 0,0,3/2,0,0 s",
    ];
    let output = bonduc(&args);
    assert_eq!(code(&output), 2);
    assert!(
        text(&output.stderr).contains("expected Giuthi on 2x2"),
        "{}",
        text(&output.stderr)
    );
    // What is asked within a number of turns.
    let args = "generate --game giuthi --pits 6 --seeds 8 --stipulation";
    let args: Vec<&str> = args.split(' ').chain(["win within 3 turns"]).collect();
    let output = bonduc(&args);
    assert_eq!(code(&output), 2);
    assert!(text(&output.stderr).contains("expected win, draw, margin>=N"));
    // Nothing to be found: fewer than were wanted, exit code 1, and why.
    let args = "generate --game giuthi --pits 3 --seeds 4 --most 100 --plies 50..";
    let args: Vec<&str> = args.split(' ').collect();
    let output = bonduc(&args);
    assert_eq!(code(&output), 1);
    assert!(
        text(&output.stderr).contains("rejected"),
        "{}",
        text(&output.stderr)
    );
}
