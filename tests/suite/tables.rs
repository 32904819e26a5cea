//! Table files: built, damaged, checked, looked up.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bonduc::board::Row;
use bonduc::index::{LayerIndex, Lexicographic, RowTable};
use bonduc::limits::{Control, Limits};
use bonduc::rules::{Game, Preset, RuleSet, Step};
use bonduc::tables::{
    Layer, LayerFile, LayerStack, Source, TableFault, TableFolder, build_layer_lean, check_layer,
    digest, statistics, write_layer,
};
use bonduc::value::{DrawsWithLead, Thresholds, WinsWithLead};
use serde_json::Value;

use crate::cli::{bonduc, code, objects, text};
use crate::support::{data, rules};

fn row(pits: usize) -> Row {
    Row::new(pits).unwrap()
}

fn stack(rules: RuleSet, pits: usize, seeds: u32) -> LayerStack {
    let mut stack = LayerStack::new(rules, row(pits));
    assert!(stack.build_up_to(seeds, &Control::unlimited()).unwrap());
    stack
}

/// All files of a folder with their bytes.
fn bytes_of(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read(entry.path()).unwrap())
        })
        .collect()
}

fn build(folder: &Path, threads: &str, layers: &[&str]) -> i32 {
    let folder = folder.to_str().unwrap();
    let args = ["table", "build", "--dir", folder, "--threads", threads];
    code(&bonduc(&[&args[..], layers].concat()))
}

/// Every digest of the right answers comes out of files, and one thread writes the same bytes as two.
#[test]
fn digests_come_out_of_files() {
    let mut sets: BTreeMap<(String, String, u64), u64> = BTreeMap::new();
    let lines = data("layers.jsonl");
    for line in &lines {
        let word = |field: &str| line[field].as_str().unwrap().to_owned();
        let key = (word("game"), word("rules"), line["pits"].as_u64().unwrap());
        let seeds = sets.entry(key).or_default();
        *seeds = line["seeds"].as_u64().unwrap().max(*seeds);
    }
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let mut got = Vec::new();
    for ((game, rules, pits), seeds) in &sets {
        let (pits, seeds) = (pits.to_string(), seeds.to_string());
        let layers = [game, "--rules", rules, "--pits", &pits, "--seeds", &seeds];
        for (folder, threads) in folders.iter().zip(["1", "2"]) {
            assert_eq!(build(folder.path(), threads, &layers), 0);
        }
        let folder = folders[0].path().to_str().unwrap();
        let output = bonduc(&[&["table", "digest", "--dir", folder], &layers[..]].concat());
        got.extend(objects(&output));
    }
    let [one, two] = folders.map(|folder| bytes_of(folder.path()));
    assert_eq!(one.len(), lines.len());
    assert!(one == two, "one thread and two write the same bytes");
    let by_layer = |lines: Vec<Value>| {
        let key = |line: &Value| format!("{} {} {}", line["rules"], line["pits"], line["seeds"]);
        lines
            .into_iter()
            .map(|line| (key(&line), line))
            .collect::<BTreeMap<_, _>>()
    };
    assert_eq!(by_layer(got), by_layer(lines));
}

/// A build that is killed loses at most the layer under way, and the next one makes the same files.
#[cfg(unix)]
#[test]
fn a_killed_build_is_taken_up_again() {
    use std::process::{Command, Stdio};

    let layers = ["giuthi", "--pits", "6", "--seeds", "11"];
    let (whole, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    assert_eq!(build(whole.path(), "2", &layers), 0);
    let mut kills = 0;
    loop {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bonduc"))
            .args(["table", "build", "--dir", killed.path().to_str().unwrap()])
            .args(layers)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // Longer each time, so that it ends; some of the kills come in the middle of a layer.
        std::thread::sleep(std::time::Duration::from_millis(20 + 40 * kills));
        if child.try_wait().unwrap().is_some() {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    assert!(kills > 0, "the build was over before it could be killed");
    let layers_of = |folder: &Path| {
        let mut files = bytes_of(folder);
        // What a killed run was writing lies beside, under its temporary name.
        files.retain(|name, _| name.ends_with(TableFolder::ENDING));
        files
    };
    assert!(layers_of(whole.path()) == layers_of(killed.path()));
}

/// A folder with one small set of layers, and the path of its last.
fn small_set(folder: &Path) -> PathBuf {
    let layers = ["giuthi", "--pits", "4", "--seeds", "6"];
    assert_eq!(build(folder, "1", &layers), 0);
    TableFolder::new(folder).layer_path(&Game::Giuthi.defaults(), row(4), 6)
}

/// Every single byte that is changed is found, by opening or by the checksums.
#[test]
fn every_damaged_byte_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = small_set(folder.path());
    let right = fs::read(&path).unwrap();
    LayerFile::open(&path).unwrap().check().unwrap();
    for at in 0..right.len() {
        let mut wrong = right.clone();
        wrong[at] ^= 1 << (at % 8);
        fs::write(&path, &wrong).unwrap();
        let checked = LayerFile::open(&path).and_then(|file| file.check());
        assert!(checked.is_err(), "byte {at}");
    }
}

#[test]
fn files_that_are_no_such_table_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let path = small_set(folder.path());
    let right = fs::read(&path).unwrap();
    let opened = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        LayerFile::open(&path)
            .map(|_| ())
            .map_err(|error| error.kind)
    };
    for length in 0..right.len() {
        let fault = opened(&right[..length]).unwrap_err();
        assert!(
            matches!(fault, TableFault::Length { .. }),
            "{length}: {fault}"
        );
    }
    let longer = [&right[..], b"x"].concat();
    assert!(matches!(opened(&longer), Err(TableFault::Length { .. })));
    assert!(matches!(opened(b"{\"a\": 1}"), Err(TableFault::Foreign)));
    let mut older = right.clone();
    older[8] = 0;
    assert!(matches!(opened(&older), Err(TableFault::Version(0))));
    let mut long = right.clone();
    long[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(matches!(opened(&long), Err(TableFault::Header(_))));
    // The program tells it with the right exit code, answers all the same, and deletes nothing.
    fs::write(&path, &right[..100]).unwrap();
    let dir = folder.path().to_str().unwrap();
    let output = bonduc(&["table", "check", dir]);
    assert_eq!(code(&output), 4);
    assert!(
        text(&output.stderr).contains("cut off"),
        "{}",
        text(&output.stderr)
    );
    let probe = ["table", "probe", "giuthi 0,2,0,2/0,2,0,0 s", "--dir", dir];
    assert_eq!(code(&bonduc(&probe)), 4);
    assert_eq!(code(&bonduc(&["table", "info", dir])), 4);
    assert_eq!(
        build(
            folder.path(),
            "1",
            &["giuthi", "--pits", "4", "--seeds", "7"]
        ),
        4
    );
    assert_eq!(fs::read(&path).unwrap(), &right[..100]);
}

/// Sets of some size: every one of twenty wrong values with right checksums and of two hundred damaged bytes is found.
#[test]
fn damage_in_larger_sets_is_found() {
    for (game, pits, seeds, values, bytes) in [
        (Game::Giuthi, 5, 10, 7, 67),
        (Game::Giuthi, 8, 7, 7, 67),
        (Game::Kiothi, 10, 6, 6, 66),
    ] {
        let rules = game.defaults();
        let folder = tempfile::tempdir().unwrap();
        let tables = TableFolder::new(folder.path());
        let stack = stack(rules, pits, seeds);
        let (lower, top) = stack.layers().split_at(seeds as usize);
        let path = stack_path(&stack, &tables, &rules, pits, seeds);
        let rows = Arc::new(RowTable::new(row(pits), seeds).unwrap());
        let control = Control::unlimited();
        // Wrong values, written with right checksums.
        for case in 0..values {
            let rank = (case * 104_729 + 11) % top[0].index().positions();
            let wrong = wrong_values(top[0].at(rank))[case as usize % 2];
            let damaged = top[0].map(|at, value| if at == rank { wrong } else { value });
            write_layer(&rules, &damaged, &path).unwrap();
            let file = LayerFile::open(&path).unwrap();
            file.check().unwrap();
            let read = file.load(&rows).unwrap();
            assert!(
                check_layer(&rules, &read, lower, &control)
                    .unwrap()
                    .is_some()
            );
        }
        // Damaged bytes, all over the file.
        write_layer(&rules, &top[0], &path).unwrap();
        let right = fs::read(&path).unwrap();
        for case in 0..bytes {
            let at = (case * 7919 + 3) % right.len();
            let mut wrong = right.clone();
            wrong[at] = wrong[at].wrapping_add(1 + (case % 255) as u8);
            fs::write(&path, &wrong).unwrap();
            let checked = LayerFile::open(&path).and_then(|file| file.check());
            assert!(checked.is_err(), "{game} byte {at}");
        }
    }
}

/// Makes a folder and gives the path of a layer in it.
fn stack_path(
    stack: &LayerStack,
    tables: &TableFolder,
    rules: &RuleSet,
    pits: usize,
    seeds: u32,
) -> PathBuf {
    stack.write_top(tables).unwrap();
    tables.layer_path(rules, row(pits), seeds)
}

/// The table of another rule set is refused by name, wherever it lies.
#[test]
fn another_rule_set_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = small_set(folder.path());
    let russ = Preset::GiuthiRuss.rules();
    let tables = TableFolder::new(folder.path());
    fs::copy(&path, tables.layer_path(&russ, row(4), 6)).unwrap();
    let error = tables.open(&russ, row(4), 6).unwrap_err().to_string();
    assert!(
        error.contains("found the layer giuthi 2x4, 6 seeds"),
        "{error}"
    );
    assert!(
        error.contains("expected giuthi-russ 2x4, 6 seeds"),
        "{error}"
    );
    assert!(tables.open(&russ, row(4), 5).unwrap().is_none());
    let dir = folder.path().to_str().unwrap();
    let probe = "giuthi 0,2,0,2/0,2,0,0 s rules=giuthi-russ";
    assert_eq!(code(&bonduc(&["table", "probe", probe, "--dir", dir])), 4);
}

/// The lean way builds the same layers as the fast one.
#[test]
fn the_lean_way_is_the_same() {
    let mut without_endless = Game::Giuthi.defaults();
    without_endless
        .set_option("endless_sowing", "illegal")
        .unwrap();
    for (rules, pits, seeds) in [
        (Game::Giuthi.defaults(), 4, 9),
        (Game::Giuthi.defaults(), 5, 8),
        (without_endless, 3, 10),
        (Game::Kiothi.defaults(), 4, 7),
    ] {
        let fast = stack(rules, pits, seeds);
        let rows = Arc::new(RowTable::new(row(pits), seeds).unwrap());
        let mut lean = Vec::new();
        for seeds in 0..=seeds {
            let index = LayerIndex::new(rows.clone(), seeds, rules.has_reflection()).unwrap();
            let layer = build_layer_lean(&rules, index, &lean, &Control::unlimited()).unwrap();
            assert_eq!(digest(&layer), digest(&fast.layers()[seeds as usize]));
            lean.push(layer);
        }
    }
}

/// Under a memory limit that the fast way does not keep, the lean one is taken, and the files are the same.
#[test]
fn little_memory_gives_the_same_files() {
    let (much, little) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let layers = ["giuthi", "--pits", "5", "--seeds", "12"];
    assert_eq!(build(much.path(), "2", &layers), 0);
    let memory = [&layers[..], &["--memory", "27M"]].concat();
    let fast = bonduc::tables::planned_memory(&Game::Giuthi.defaults(), row(5), 12).unwrap();
    assert!(
        fast + Limits::BASE_MEMORY > 27 << 20,
        "the limit bars the fast way"
    );
    assert_eq!(build(little.path(), "2", &memory), 0);
    assert!(bytes_of(much.path()) == bytes_of(little.path()));
}

/// Wrong values with right checksums are found by the deep check: each of them, and also whole wrong fixpoints.
#[test]
fn wrong_values_are_found() {
    for (game, pits, seeds) in [
        (Game::Giuthi, 4, 7),
        (Game::Giuthi, 5, 6),
        (Game::Kiothi, 4, 6),
    ] {
        let rules = game.defaults();
        let stack = stack(rules, pits, seeds);
        let (lower, top) = stack.layers().split_at(seeds as usize);
        let control = Control::unlimited();
        assert_eq!(check_layer(&rules, &top[0], lower, &control), Ok(None));
        let positions = top[0].index().positions();
        for case in 0..40 {
            let rank = (case * 7919 + 5) % positions;
            let before = top[0].at(rank);
            for wrong in wrong_values(before) {
                let damaged = top[0].map(|at, value| if at == rank { wrong } else { value });
                let found = check_layer(&rules, &damaged, lower, &control).unwrap();
                assert!(
                    found.is_some(),
                    "{game} board {rank}: {wrong:?} for {before:?}"
                );
            }
        }
    }
}

/// Thresholds that differ from the right ones: each number one off either way, or without bound.
fn wrong_values(right: Thresholds) -> Vec<Thresholds> {
    let wins = match right.wins() {
        WinsWithLead::Never => vec![WinsWithLead::At(1)],
        WinsWithLead::At(w) => vec![
            WinsWithLead::At(w - 1),
            WinsWithLead::At(w + 1),
            WinsWithLead::Never,
        ],
    };
    let draws = match right.draws() {
        DrawsWithLead::Always => vec![DrawsWithLead::At(-1)],
        DrawsWithLead::At(d) => vec![
            DrawsWithLead::At(d - 1),
            DrawsWithLead::At(d + 1),
            DrawsWithLead::Always,
        ],
    };
    let wins = wins
        .into_iter()
        .map(|wins| Thresholds::new(wins, right.draws()));
    let draws = draws
        .into_iter()
        .map(|draws| Thresholds::new(right.wins(), draws));
    wins.chain(draws).collect()
}

/// The values that agree with the moves and are as decided as can be: from "won and lost at any lead" downwards.
fn greatest_fixpoint(rules: &RuleSet, layer: &Layer, lower: &[Layer]) -> Layer {
    let start = Thresholds::new(WinsWithLead::At(-20), DrawsWithLead::At(21));
    let mut now = layer.map(|_, _| start);
    loop {
        let there = |step| match step {
            Step::Endless => Thresholds::UNDECIDED,
            Step::Keep(ring) => now.thresholds(&ring),
            Step::Turn { ring, captured } => {
                let seeds = layer.index().seeds() as usize - usize::from(captured);
                let layer = lower.get(seeds).unwrap_or(&now);
                layer.thresholds(&ring).through_turn(captured)
            }
        };
        let next = layer.map(|rank, _| {
            let mut offered = Thresholds::NOTHING;
            let ring = layer.index().ring(rank);
            match rules.expand(&ring, |_, step| offered = offered.or(there(step))) {
                Some(difference) => Thresholds::ended(difference),
                None => offered,
            }
        });
        let same = (0..layer.index().positions()).all(|rank| next.at(rank) == now.at(rank));
        now = next;
        if same {
            return now;
        }
    }
}

/// What agrees with its neighbours but goes round in a circle is found too.
#[test]
fn circular_wins_are_found() {
    // Boards that lead to one another may be won and lost because the others are: the values agree and are unfounded.
    let rules = Game::Giuthi.defaults();
    let stack = stack(rules, 4, 6);
    let (lower, top) = stack.layers().split_at(6);
    let greatest = greatest_fixpoint(&rules, &top[0], lower);
    assert_ne!(
        digest(&greatest),
        digest(&top[0]),
        "the layer has draws by repetition"
    );
    let wrong = check_layer(&rules, &greatest, lower, &Control::unlimited()).unwrap();
    let wrong = wrong.expect("a fault");
    assert_eq!(wrong.found, wrong.offered, "it agrees, and is unfounded");
}

/// Values, counts and lookups of files are those of memory.
#[test]
fn files_and_memory_agree() {
    let folder = tempfile::tempdir().unwrap();
    let tables = TableFolder::new(folder.path());
    for (game, pits, seeds) in [(Game::Giuthi, 5, 8), (Game::Kiothi, 5, 6)] {
        let rules = game.defaults();
        let mut built = LayerStack::new(rules, row(pits));
        for _ in 0..=seeds {
            built.push(seeds, &Control::unlimited()).unwrap();
            built.write_top(&tables).unwrap();
        }
        let source = Source {
            folder: Some(tables.clone()),
            build: false,
            write_up_to: 0,
        };
        let mut read = LayerStack::with_source(rules, row(pits), source);
        assert!(read.build_up_to(seeds, &Control::unlimited()).unwrap());
        assert!(!read.build_up_to(seeds + 1, &Control::unlimited()).unwrap());
        let rows = Arc::new(RowTable::new(row(pits), seeds).unwrap());
        for seeds in 0..=seeds {
            let (a, b) = (
                &built.layers()[seeds as usize],
                &read.layers()[seeds as usize],
            );
            assert_eq!(digest(a), digest(b));
            let (counts, digest) = (statistics(a), digest(a));
            assert_eq!(counts.never_win, digest.never_win);
            assert_eq!(counts.always_draw, digest.always_draw);
            let file = tables.open(&rules, row(pits), seeds).unwrap().unwrap();
            let index = file.index(&rows).unwrap();
            let order = Lexicographic::new(row(pits), seeds).unwrap();
            let mut ring = order.unrank(0);
            loop {
                let found = file.thresholds(&index, &ring).unwrap();
                assert_eq!(Some(found), built.thresholds(&ring));
                if !order.advance(&mut ring) {
                    break;
                }
            }
        }
    }
}

/// Answers are the same with tables, without, with few, and with those that are there only.
#[test]
fn answers_do_not_depend_on_tables() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    let layers = ["giuthi", "--pits", "5", "--seeds", "9"];
    assert_eq!(build(folder.path(), "2", &layers), 0);
    let positions = [
        "giuthi 0,0,4,0,2/1,2,0,3,2 s 3-1",
        "giuthi 2,0,2,1,2/1,2,0,0,2 n 0-0",
        "giuthi 3,1,0,3,0/0,2,0,0,3 s 0-1",
        "giuthi 4,0,2,1,0/0,0,1,2,0 n 5-5",
    ];
    let exact = |options: &[&str]| -> Vec<Value> {
        let args = [&["solve", "--format", "json"], options, &positions].concat();
        let output = bonduc(&args);
        assert_eq!(code(&output), 0, "{options:?}: {}", text(&output.stderr));
        let mut answers = objects(&output);
        for answer in &mut answers {
            let fields = answer.as_object_mut().unwrap();
            for field in ["method", "positions", "seconds"] {
                assert!(fields.remove(field).is_some());
            }
        }
        answers
    };
    let without = exact(&["--table-seeds", "0"]);
    for options in [
        &["--tables", dir][..],
        &["--tables", dir, "--no-build"],
        &["--tables", dir, "--table-seeds", "6"],
        &["--tables", dir, "--table-seeds", "6", "--no-build"],
        &["--tables", "no/such/folder", "--no-build"],
    ] {
        assert_eq!(exact(options), without, "{options:?}");
    }
    for (position, answer) in positions.iter().zip(&without) {
        let args = ["table", "probe", position, "--dir", dir, "--format", "json"];
        let output = bonduc(&args);
        if code(&output) == 2 {
            assert!(text(&output.stderr).contains("table build"));
            continue;
        }
        let probed = &objects(&output)[0];
        for field in ["verdict", "keys", "wins_with_lead", "draws_with_lead"] {
            assert_eq!(probed[field], answer[field], "{position}: {field}");
        }
    }
}

/// The rule sets of the answers' lines have names that can be read back.
#[test]
fn rule_sets_have_names() {
    for line in data("options.jsonl") {
        let set = rules(&line);
        let name = bonduc::tables::rules_name(&set);
        let read = bonduc::tables::rules_named(&name).unwrap();
        assert_eq!(bonduc::tables::rules_name(&read), name);
    }
}
